/** The path of a request as it is written: texts and expressions, one after the other. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Identifier, Module, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';

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
  // The id of a zone is something that new functions are given.
  if (typeof text === 'string' && !/^[0-9a-f]{32}$/.test(text))
    return [{ kind: 'text', text, start: -1, end: -1 }];
  return [{ kind: 'expression', node: inner }];
}

/** The declaration of a name that has a value of its own, and never another one. */
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
  if (parent?.type !== 'VariableDeclaration' || declarator.init === null) return null;
  if (parent.kind !== 'const' && script.references(binding).some(isWrite)) return null;
  if (declarator.id.type !== 'Identifier') return null;
  return { declarator, id: declarator.id, init: unwrap(declarator.init) };
}

function isWrite(use: Node): boolean {
  const { parent } = use;
  if (parent?.type === 'AssignmentExpression') return parent.left === use;
  return parent?.type === 'UpdateExpression' || /Pattern$|^For(?:In|Of)/.test(parent?.type ?? '');
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

/** A call of a function that makes the address of a path. */
export interface BuiltPath {
  /** What the function is given. */
  readonly path: Node;
  readonly name: string;
  /** The function as something that can be handed on. */
  readonly text: string;
  /** What stands behind the call: `.toString()`. */
  readonly suffix: string;
}

/** `url('zones/…')`, `Api.url('zones/…').toString()`; null where it is something else. */
export function builtPathOf({ text }: Pick<Script, 'text'>, node: Node): BuiltPath | null {
  const inner = unwrap(node);
  const call = inner.type === 'CallExpression' ? inner : null;
  const outer = call === null ? inner : call.callee;
  if (outer.type === 'MemberExpression' && /^(?:toString|href)$/.test(nameOfMember(outer))) {
    const built = builtPathOf({ text }, outer.object);
    return built === null
      ? null
      : { ...built, suffix: built.suffix + text.slice(outer.object.range[1], inner.range[1]) };
  }
  const [path, ...others] = call?.arguments ?? [];
  if (call === null || path === undefined || others.length > 0 || path.type === 'SpreadElement') return null;
  const { callee } = call;
  const written = text.slice(...callee.range);
  if (!/^(?:this\.)?[\w$]+(?:\.[\w$]+)*$/.test(written)) return null;
  const owner = callee.type === 'MemberExpression' ? text.slice(...callee.object.range) : null;
  const name = written.slice(written.lastIndexOf('.') + 1);
  return { path, name, text: owner === null ? written : `${written}.bind(${owner})`, suffix: '' };
}

function nameOfMember({ property }: Extract<Node, { type: 'MemberExpression' }>): string {
  return property.type === 'Identifier' ? property.name : '';
}
