/** Comments above the change of a filter. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxTree } from '../../src/grammar/index.js';
import { startOfLine } from '../languages/elements.js';
import type { Failed } from './verdict.js';

/** In sentences that do not speak of rules already: `Update the first filter`. */
const FILTER =
  /\b((?:the|an?|this|that|its|first|old|new|existing|firewall|update|change|edit|modify|replace)\s+)filter(s?)\b(?!\s+(?:function|method|class|object|list|by|out)\b)/gi;
const COMMENT = /^[ \t]*(?:#(?!!)|\/\/)/;
/** A line that was commented out. */
const CODE = /[={}()[\]]|\/filters\b/;

interface PlannedCall {
  readonly edits: readonly Edit[];
  readonly call: { readonly collection: string };
  readonly uses: readonly { readonly role: string }[];
}

/** What is said about the change of a filter is said about that of its rule. */
export function withFilterComments<One extends PlannedCall | Failed>(tree: SyntaxTree, one: One): One {
  const isChange = !('why' in one) && one.call.collection === 'filters' && one.uses[0]?.role === 'update';
  return isChange ? { ...one, edits: [...one.edits, ...filterComments(tree, one.edits)] } : one;
}

/** The comments right above the lines in which something is edited. */
function filterComments({ text }: SyntaxTree, edits: readonly Edit[]): readonly Edit[] {
  const found = new Map<number, Edit>();
  for (const { start } of edits) {
    let end = startOfLine(text, start);
    for (let line = lineAbove(text, end); COMMENT.test(line); line = lineAbove(text, end)) {
      end -= line.length;
      if (CODE.test(line) || /\brules?\b/i.test(line)) continue;
      for (const { 0: all, 1: before = '', 2: plural, index } of line.matchAll(FILTER)) {
        const at = end + index;
        found.set(at, { start: at + before.length, end: at + all.length, text: `rule${plural}` });
      }
    }
  }
  const isKept = (one: Edit) => !edits.some(({ start, end }) => start <= one.start && one.end <= end);
  return [...found.values()].filter(isKept);
}

function lineAbove(text: string, end: number): string {
  return end === 0 ? '' : text.slice(startOfLine(text, end - 1), end);
}
