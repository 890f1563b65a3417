/** Comments inside of a limit in Python, by the fields of the rule that they go with. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { FIRST, fieldOf } from '../limit-comments.js';

interface FieldComments {
  readonly above: string[];
  readonly behind: string[];
}

/** What is not placed yet. */
export type Comments = Map<string, FieldComments>;

export function commentsOf(tree: SyntaxTree, limit: SyntaxNode): Comments {
  const found: Comments = new Map();
  collect(tree, limit, '', found);
  return found;
}

function collect(tree: SyntaxTree, node: SyntaxNode, path: string, found: Comments): void {
  const parts = node.children.filter(({ isNamed }) => isNamed);
  let last: { readonly field: string; readonly end: number } | null = null;
  let above: string[] = [];
  const note = (field: string, comments: readonly string[], where: keyof FieldComments) => {
    const own = found.get(field) ?? { above: [], behind: [] };
    own[where].push(...comments);
    found.set(field, own);
  };
  for (const part of parts) {
    if (part.type === 'comment') {
      const text = textOf(tree, part);
      const isBehind: boolean = last !== null && !tree.text.slice(last.end, part.start).includes('\n');
      if (isBehind && last !== null) note(last.field, [text], 'behind');
      else above.push(text);
      continue;
    }
    const key = part.type === 'pair' ? keyOf(tree, part) : null;
    const at = key === null ? path : path === '' ? key : `${path}.${key}`;
    const field = fieldOf(at);
    if (above.length > 0) note(field, above, 'above');
    above = [];
    const value = part.type === 'pair' ? pairValue(part) : null;
    if (value !== null && /^(?:dictionary|list)$/.test(value.type)) collect(tree, value, at, found);
    last = { field, end: part.end };
  }
  if (above.length > 0) note(last?.field ?? FIRST, above, 'above');
}

/** The lines of a field, with its comments. Those of fields that the rule lacks stand above the first that explains it. */
export function withComments(
  comments: Comments,
  path: string,
  key: string,
  line: string,
  indent: string,
): string {
  const at = path === '' ? key : `${path}.${key}`;
  const isFirst = at === FIRST;
  const own = comments.get(at);
  comments.delete(at);
  const others = isFirst ? [...comments.values()].flatMap(({ above, behind }) => [...above, ...behind]) : [];
  if (isFirst) comments.clear();
  const lines = [...(own?.above ?? []), ...others].map((one) => `${indent}${one}\n`);
  const behind = (own?.behind ?? []).map((one) => `  ${one}`).join('');
  return `${lines.join('')}${indent}${line}${behind}\n`;
}
