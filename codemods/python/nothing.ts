/** Functions in Python that return nothing where the API refuses. */
import {
  closest,
  type Definitions,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';

const DEEPEST = 3;
const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** The values that a function returns; null for `return` alone. */
export function returnedValues({ node }: Spot): readonly (SyntaxNode | null)[] {
  return walk(node)
    .filter((one) => one.type === 'return_statement' && closest(one, FUNCTION) === node)
    .map((one) => one.children.find(({ isNamed }) => isNamed) ?? null);
}

export function isNothing({ type }: SyntaxNode): boolean {
  return type === 'none' || type === 'false';
}

/** It returns None or False, or what another function returns that does; or it may end without a `return`. */
export function givesNothing(called: Spot, definitions: Definitions, depth = 0): boolean {
  const { tree, node } = called;
  const body = node.children.find(({ field }) => field === 'body');
  if (body === undefined || depth > DEEPEST || endsOpen(tree.text, body)) return true;
  return returnedValues(called).some((value) => {
    if (value === null || isNothing(value)) return true;
    const values =
      value.type === 'identifier'
        ? assignedValues(node, (target) => textOf(tree, target) === textOf(tree, value))
        : [value];
    return values.some((one) => {
      if (isNothing(one)) return true;
      const call = one.type === 'await' ? one.children.at(-1) : one;
      const next = call?.type === 'call' ? definitions.functionCalled({ ...called, node: call }) : null;
      return next !== null && next.node !== node && givesNothing(next, definitions, depth + 1);
    });
  });
}

/** What a name is given within a function. */
export function assignedValues(
  scope: SyntaxNode,
  isIt: (target: SyntaxNode) => boolean,
): readonly SyntaxNode[] {
  return walk(scope).flatMap((one) => {
    const [target] = one.children;
    const value = one.children.at(-1);
    return one.type === 'assignment' && target !== undefined && value !== undefined && isIt(target)
      ? [value]
      : [];
  });
}

/** The statements behind a block, or the end of the function, can be reached. */
function endsOpen(text: string, block: SyntaxNode): boolean {
  const last = block.children.findLast(({ isNamed, type }) => isNamed && type !== 'comment');
  const bodies = (last?.children ?? []).flatMap((one) => {
    const body = /_clause$/.test(one.type) ? one.children.findLast(({ type }) => type === 'block') : one;
    return body?.type === 'block' ? [{ body, of: one.type }] : [];
  });
  const areOpen = bodies.some(({ body }) => endsOpen(text, body));
  switch (last?.type) {
    case 'return_statement':
    case 'raise_statement':
      return false;
    case 'if_statement':
      return areOpen || !bodies.some(({ of }) => of === 'else_clause');
    case 'with_statement':
      return areOpen;
    case 'try_statement': {
      const isClosed = bodies.some(({ body, of }) => of === 'finally_clause' && !endsOpen(text, body));
      const rest = bodies.filter(({ of }) => of !== 'finally_clause');
      const hasElse = rest.some(({ of }) => of === 'else_clause');
      const ends = rest.filter(({ of }) => of !== 'block' || !hasElse);
      return !isClosed && ends.some(({ body }) => endsOpen(text, body));
    }
    case 'while_statement':
      return (
        !/^while (?:True|1)\s*:/.test(text.slice(last.start)) ||
        /\bbreak\b/.test(text.slice(last.start, last.end))
      );
    case 'expression_statement':
      return !/^(?:sys\.|os\._?)?exit\(/.test(text.slice(last.start));
    default:
      return true;
  }
}
