import type { Node, ParseError } from 'jsonc-parser';
import type { Located, LocatedEntry, Position, ProblemCollector } from './located.js';

/** Text of JSON to located data; faults are told in the terms of JSON and quote nothing of the file. */
export async function readJson(
  source: string,
  report: ProblemCollector,
  { comments }: { readonly comments: boolean },
): Promise<Located | undefined> {
  const { parseTree, printParseErrorCode } = await import('jsonc-parser');
  const positionOf = positions(source);
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(source, errors, { disallowComments: !comments, allowTrailingComma: comments });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add(START, '', 'this is not JSON: it is nested too deeply', 'write less');
    return undefined;
  }
  for (const { error, offset } of errors.slice(0, MOST_ERRORS)) {
    const what = printParseErrorCode(error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    report.add(positionOf(offset), '', `this is not JSON: ${what}`, remedyOf(what));
  }
  if (errors.length > 0) return undefined;
  if (tree === undefined) {
    report.add(START, '', 'the file is empty', 'write at least {}');
    return undefined;
  }
  return locate(tree, { positionOf, report });
}

const START: Position = { line: 1, column: 1 };
/** What follows the first faults follows from them. */
const MOST_ERRORS = 5;

function remedyOf(what: string): string {
  if (what.includes('comment')) return 'remove the comment, or name the file .jsonc';
  if (what.includes('comma')) return 'put one comma between two items, and none after the last';
  return 'check quotes, commas and brackets around this place';
}

interface Context {
  readonly positionOf: (offset: number) => Position;
  readonly report: ProblemCollector;
}

function locate(node: Node, context: Context): Located {
  const at = context.positionOf(node.offset);
  switch (node.type) {
    case 'array':
      return { kind: 'list', items: (node.children ?? []).map((item) => locate(item, context)), at };
    case 'object':
      return { kind: 'map', entries: entriesOf(node, context), at };
    default:
      return { kind: 'scalar', value: node.value, at };
  }
}

function entriesOf(node: Node, context: Context): readonly LocatedEntry[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    if (name === undefined || value === undefined) return [];
    const keyAt = context.positionOf(name.offset);
    if (seen.has(name.value)) {
      context.report.add(keyAt, '', 'this key occurs twice', 'keep one of the two keys');
    }
    seen.add(name.value);
    return [{ key: name.value, keyAt, value: locate(value, context) }];
  });
}

function positions(source: string): (offset: number) => Position {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
