import type { Node } from '../../syntax/estree.js';
import { nameOf, unwrap } from '../../syntax/nodes.js';
import { type At, choose, type Term, type Unknown, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** Text of a part: what is not text becomes a hole with the name the program gives it. */
export function asHole(engine: Engine, term: Term, node: Node, at: At): Term {
  switch (term.kind) {
    case 'text':
    case 'url':
    case 'scalar':
      return term;
    case 'choice':
      return choose(
        term.of.map((option) => asHole(engine, option, node, at)),
        term.origin,
      );
    case 'unknown':
      if (term.name !== undefined) return writtenAs(term, node);
      break;
    default:
      break;
  }
  const name = nameOf(node) ?? undefined;
  return unknown(
    'not a constant',
    engine.origin(node, at.module),
    name,
    term.kind === 'unknown' ? term.free : undefined,
  );
}

/** What comes from elsewhere keeps the name it has there, and gets that of the variable which holds it here. */
function writtenAs(term: Unknown, node: Node): Unknown {
  const own = isPlainName(node) ? nameOf(node) : null;
  return own === null || own === term.name ? term : { ...term, written: own };
}

function isPlainName(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'MemberExpression' ? isPlainName(inner.object) : inner.type === 'Identifier';
}
