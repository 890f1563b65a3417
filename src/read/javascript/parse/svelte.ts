/** The expressions in the markup of a Svelte component: whatever stands in braces, `{#each list as item}` as a loop. */
import { type Expression, markupOf } from './template.js';

const SCRIPT_START = /<script\b/gi;

export function svelteExpressions(text: string): {
  readonly range: readonly [number, number];
  readonly expressions: readonly Expression[];
} | null {
  const markup = markupOf(text);
  const expressions: Expression[] = [];
  for (let at = markup.indexOf('{'); at >= 0; ) {
    const end = closingBrace(markup, at);
    if (end < 0) break;
    for (const one of expressionIn(markup.slice(at + 1, end), at + 1)) expressions.push(one);
    at = markup.indexOf('{', end + 1);
  }
  return largestPart(text, markup, expressions);
}

/** The markup between two scripts that holds most of them: what is read as one must hold no script of its own. */
function largestPart(text: string, markup: string, expressions: readonly Expression[]) {
  const parts = [[...text.matchAll(SCRIPT_START)].map(({ index }) => index), [text.length]]
    .flat()
    .map((end, nth, ends) => {
      const start = ends[nth - 1] ?? 0;
      return expressions.filter((one) => start <= one.start && one.start < end);
    });
  const most = parts.reduce((best, part) => (part.length > best.length ? part : best), []);
  const [first, last] = [most[0], most.at(-1)];
  if (first === undefined || last === undefined) return null;
  // From the tag that the first one stands in, so that a comment above it is one of the markup.
  return { range: [Math.max(0, markup.lastIndexOf('<', first.start)), last.end] as const, expressions: most };
}

function expressionIn(content: string, start: number): Expression[] {
  const loop = loopIn(content);
  if (loop !== null) {
    const from = start + content.indexOf(loop.list);
    return [{ start: from, end: from + loop.list.length, kind: 'loop', item: loop.item }];
  }
  if (/^\/each\b/.test(content)) return [{ start: start - 1, end: start - 1, kind: 'close' }];
  if (/^[#:/@]|^\.\.\.|^\s*$/.test(content)) return [];
  return [{ start, end: start + content.length, kind: 'expression' }];
}

/** `#each list as item (key)`, in steps: one pattern for all of it takes cubic time for a long row of blanks. */
function loopIn(content: string): { readonly list: string; readonly item: string } | null {
  if (!/^#each\s/.test(content)) return null;
  const rest = content.slice('#each'.length).trimStart();
  const as = /\sas\s/.exec(rest);
  if (as === null) return null;
  const list = rest.slice(0, as.index).trimEnd();
  const written = rest.slice(as.index + as[0].length).trim();
  const key = written.endsWith(')') ? written.indexOf('(', 1) : -1;
  const item = key < 0 ? written : written.slice(0, key).trimEnd();
  return list === '' || item === '' ? null : { list, item };
}

/** Where a brace is closed, those in texts left out; negative if it is not. */
function closingBrace(markup: string, open: number): number {
  let depth = 0;
  for (let at = open; at < markup.length; at++) {
    const sign = markup.charAt(at);
    if (sign === '{') depth++;
    else if (sign === '}') {
      depth--;
      if (depth === 0) return at;
    } else if (sign === "'" || sign === '"' || sign === '`') {
      const end = closingQuote(markup, at, sign);
      if (end < 0) return -1;
      at = end;
    }
  }
  return -1;
}

function closingQuote(markup: string, open: number, quote: string): number {
  for (let at = open + 1; at < markup.length; at++) {
    const sign = markup.charAt(at);
    if (sign === '\\') at++;
    else if (sign === quote) return at;
  }
  return -1;
}
