import { childrenOf, type Node, type Program, pathTo } from '../../read/javascript/syntax/index.js';

/** A script as an edit needs it: the text of its file and the tree, whose offsets are those of the text. */
export interface Script {
  readonly text: string;
  readonly program: Program;
}

/** The nodes around a place, from the outermost to the innermost one that holds all of it. */
export function nodesAround({ program }: Script, start: number, end: number): Node[] {
  return pathTo(program, start).filter(({ range }) => range[0] <= start && end <= range[1]);
}

/** Whether a stretch of code holds a comment; what looks like one inside a text is none. */
export function hasComment(script: Script, from: number, to: number, within: Node | null = null): boolean {
  let code = script.text.slice(from, to);
  if (!code.includes('//') && !code.includes('/*')) return false;
  for (const { range } of within === null ? [] : textsIn(within)) {
    const [start, end] = [Math.max(range[0], from) - from, Math.min(range[1], to) - from];
    if (start < end) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  }
  return /\/[/*]/.test(code);
}

function textsIn(node: Node): Node[] {
  const texts: Node[] = [];
  const pending = [node];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (current.type === 'Literal' || current.type === 'TemplateElement') texts.push(current);
    else for (const one of childrenOf(current)) pending.push(one);
  }
  return texts;
}

/** Evaluating it changes nothing, so that it may be left out. */
export function isPure(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'ThisExpression':
    case 'PrivateIdentifier':
    case 'TemplateElement':
    case 'ArrowFunctionExpression':
      return true;
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument);
    case 'MemberExpression':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'Property':
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'ConditionalExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return childrenOf(node).every((child) => isPure(child) || child.type.startsWith('TS'));
    default:
      return false;
  }
}
