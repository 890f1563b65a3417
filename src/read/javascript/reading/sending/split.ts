import type { At, Environment, Term } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { bindPattern } from '../../evaluate/kernel/patterns.js';
import type { Binding } from '../../syntax/bindings.js';
import { CHILD_KEYS, keysOfUnlisted } from '../../syntax/children.js';
import type { Call, Declarator, New, Node } from '../../syntax/estree.js';
import { isFunction, isNode, unwrap } from '../../syntax/nodes.js';
import { Note } from '../../syntax/notes.js';

/**
 * A variable that is one of several objects, such as a row of a table: its members belong together, so the call
 * is read once per object. Null if there is none.
 */
export function splitChoices(engine: Engine, node: Call | New, at: At): readonly At[] | null {
  for (const declarator of declaratorsUsed(node, at)) {
    if (declarator.init === null || isChosen(declarator, at)) continue;
    const value = engine.evaluate(unwrap(declarator.init), placeOf(declarator, at));
    if (
      value.kind !== 'choice' ||
      !value.of.every((option) => option.kind === 'object' || option.kind === 'array')
    )
      continue;
    return value.of.map((option) => {
      const values = new Map<Binding, Term>();
      const env: Environment = {
        frame: declarator,
        values,
        self: null,
        outer: at.env,
        depth: at.env?.depth ?? 0,
        memo: new Map(),
      };
      const run: At = { module: at.module, env };
      bindPattern(engine, declarator.id, option, run, values);
      return run;
    });
  }
  return null;
}

/** What stands outside of all functions is the same in every activation. */
function placeOf(declarator: Declarator, at: At): At {
  const declaration = declarator.parent;
  const isOutside =
    declaration?.type === 'VariableDeclaration' &&
    declaration.kind !== 'var' &&
    (declaration.parent?.type === 'Program' || declaration.parent?.type === 'ExportNamedDeclaration');
  return isOutside && at.env !== null ? { module: at.module, env: null } : at;
}

function isChosen(declarator: Declarator, at: At): boolean {
  for (let env = at.env; env !== null; env = env.outer) if (env.frame === declarator) return true;
  return false;
}

const declarators = new Note(() => new Map<Call | New, readonly Declarator[]>());

/** Declarations of the variables that stand in the arguments of a call. */
function declaratorsUsed(node: Call | New, at: At): readonly Declarator[] {
  const known = declarators.of(at.module);
  let found = known.get(node);
  if (found === undefined) {
    found = findDeclarators(node, at);
    known.set(node, found);
  }
  return found;
}

function findDeclarators(node: Call | New, at: At): readonly Declarator[] {
  const found = new Set<Declarator>();
  const pending: Node[] = [...node.arguments];
  for (
    let next = pending.pop(), steps = 0;
    next !== undefined && steps < 200;
    next = pending.pop(), steps++
  ) {
    if (isFunction(next)) continue;
    if (next.type !== 'Identifier') {
      pushChildren(next, pending);
      continue;
    }
    let declared: Node | undefined = at.module.resolve(next)?.declarations[0]?.parent;
    while (declared !== undefined && /Pattern$|^Property$/.test(declared.type)) declared = declared.parent;
    if (declared?.type === 'VariableDeclarator' && declared.init !== null) found.add(declared);
  }
  return [...found];
}

/** Types say nothing of what a call takes. */
function pushChildren(node: Node, into: Node[]): void {
  const keys = CHILD_KEYS[node.type] ?? keysOfUnlisted(node);
  for (let index = 0; index < keys.length; index++) {
    const child: unknown = Reflect.get(node, keys[index] ?? '');
    if (!Array.isArray(child)) {
      if (isNode(child)) into.push(child);
    } else for (let at = 0; at < child.length; at++) if (isNode(child[at])) into.push(child[at]);
  }
}
