import type { Binding } from '../../syntax/bindings.js';
import type { Node } from '../../syntax/estree.js';
import { keyName } from '../../syntax/nodes.js';
import { elementsOf } from '../domain/collections.js';
import { type At, choose, known, type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** The value that a pattern gives each of its names when it is matched with `term`. */
export function bindPattern(
  engine: Engine,
  pattern: Node,
  term: Term,
  at: At,
  into: Map<Binding, Term>,
): void {
  if (pattern.type === 'Identifier') {
    const binding = at.module.resolve(pattern);
    if (binding !== null) into.set(binding, term);
    return;
  }
  const pending: [Node, Term][] = [[pattern, term]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, value] = next;
    switch (node.type) {
      case 'Identifier': {
        const binding = at.module.resolve(node);
        if (binding !== null) into.set(binding, value);
        break;
      }
      case 'TSParameterProperty':
        pending.push([node.parameter, value]);
        break;
      case 'AssignmentPattern':
        pending.push([node.left, withDefault(engine, value, node.right, at)]);
        break;
      case 'ObjectPattern': {
        const taken: string[] = [];
        for (const property of node.properties) {
          if (property.type === 'RestElement') {
            pending.push([property.argument, withoutMembers(value, taken)]);
            continue;
          }
          const key = keyName(property.key, property.computed) ?? known(engine.evaluate(property.key, at));
          if (key !== null) taken.push(key);
          const member =
            key === null
              ? unknown('computed key', engine.origin(property, at.module))
              : engine.member(value, key, engine.origin(property.key, at.module), at);
          pending.push([property.value, member]);
        }
        break;
      }
      case 'ArrayPattern': {
        const elements = elementsOf(value);
        node.elements.forEach((element, index) => {
          if (element === null) return;
          if (element.type === 'RestElement') {
            const rest: Term =
              elements === null
                ? unknown('rest', null)
                : { kind: 'array', items: elements.slice(index), open: false, origin: null };
            pending.push([element.argument, rest]);
            return;
          }
          pending.push([element, elements === null ? elementOf(value) : (elements[index] ?? UNDEFINED)]);
        });
        break;
      }
      default:
        break;
    }
  }
}

/** An element of something whose elements are not known one by one. */
function elementOf(term: Term): Term {
  if (term.kind === 'response') return { ...term, path: [...term.path, '[]'] };
  return term.kind === 'unknown' ? term : unknown('element', null);
}

function withoutMembers(term: Term, taken: readonly string[]): Term {
  if (term.kind !== 'object') return term;
  return { ...term, members: term.members.filter((member) => !taken.includes(member.key)) };
}

/** The value, or the default where the value is or may be missing. */
export function withDefault(engine: Engine, value: Term, fallback: Node, at: At): Term {
  if (value.kind === 'scalar' && value.value === undefined) return engine.evaluate(fallback, at);
  if (value.kind === 'unknown') return choose([value, engine.evaluate(fallback, at)]);
  if (value.kind === 'choice') {
    const present = value.of.filter((option) => !(option.kind === 'scalar' && option.value === undefined));
    return present.length === value.of.length ? value : choose([...present, engine.evaluate(fallback, at)]);
  }
  return value;
}
