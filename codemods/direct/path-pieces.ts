/** The path of a request as it is written: texts and expressions, one after the other. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Identifier, Node } from '../../src/read/javascript/syntax/estree.js';
import { Module } from '../../src/read/javascript/syntax/module.js';
import { unwrap } from '../../src/read/javascript/syntax/nodes.js';

export type PathPiece =
  | { readonly kind: 'text'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'expression'; readonly node: Node };

/** Null where the expression is none that texts are put together with. */
export function piecesOf(script: Script, node: Node): readonly PathPiece[] | null {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'NewExpression': {
      const [address, ...others] = inner.arguments;
      const isAddress = inner.callee.type === 'Identifier' && inner.callee.name === 'URL';
      if (!isAddress || address === undefined || others.length > 0) return null;
      return piecesOf(script, address);
    }
    case 'Literal':
      return typeof inner.value === 'string'
        ? [{ kind: 'text', text: inner.value, start: inner.range[0], end: inner.range[1] }]
        : null;
    case 'TemplateLiteral':
      return inner.quasis.flatMap((quasi, index): PathPiece[] => {
        const [start, end] = quasi.range;
        const text: PathPiece = { kind: 'text', text: quasi.value.cooked ?? '', start, end };
        const expression = inner.expressions[index];
        if (expression === undefined) return [text];
        return [text, ...partOf(script, expression)];
      });
    case 'BinaryExpression': {
      if (inner.operator !== '+') return null;
      return [...partOf(script, inner.left), ...partOf(script, inner.right)];
    }
    default:
      return null;
  }
}

/** A constant text counts as if it stood there. */
function partOf(script: Script, node: Node): readonly PathPiece[] {
  const inner = unwrap(node);
  if (inner.type === 'BinaryExpression' || inner.type === 'Literal' || inner.type === 'TemplateLiteral') {
    const pieces = piecesOf(script, inner);
    if (pieces !== null) return pieces;
  }
  const constant = inner.type === 'Identifier' ? constantOf(script, inner) : null;
  const text = constant?.init.type === 'Literal' ? constant.init.value : null;
  if (typeof text === 'string') return [{ kind: 'text', text, start: -1, end: -1 }];
  return [{ kind: 'expression', node: inner }];
}

/** The declaration of a `const` that has a value of its own. */
export function constantOf(
  script: Script,
  name: Identifier,
): { readonly declarator: Node; readonly id: Identifier; readonly init: Node } | null {
  if (!(script instanceof Module)) return null;
  const binding = script.resolve(name);
  const [declaration] = binding?.declarations ?? [];
  if (binding === null || declaration === undefined || binding.declarations.length !== 1) return null;
  const declarator = declaration.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id !== declaration) return null;
  const { parent } = declarator;
  if (parent?.type !== 'VariableDeclaration' || parent.kind !== 'const' || declarator.init === null)
    return null;
  if (declarator.id.type !== 'Identifier') return null;
  return { declarator, id: declarator.id, init: unwrap(declarator.init) };
}

/** Neighbouring texts as one. */
export function joined(pieces: readonly PathPiece[]): PathPiece[] {
  const found: PathPiece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text')
      found[found.length - 1] = { ...last, text: last.text + piece.text };
    else if (piece.kind === 'expression' || piece.text !== '') found.push(piece);
  }
  return found;
}
