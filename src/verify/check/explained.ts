/** Which parts of the old code another check compares, so that their words need not be there any more. */
import type { Found } from '../../scan/index.js';
import type { Origin, Value } from '../../value/index.js';
import type { Sent } from './sent.js';

export interface Explained {
  /** What retired requests send: compared by its meaning. */
  readonly values: readonly Origin[];
  /** Retired calls, with their headers and options. */
  readonly calls: readonly Origin[];
  /** Items of lists and statements that go with what is retired. */
  readonly statements: readonly Origin[];
}

/** Fields of answers that are gone, by entry, and the statements that depend on them. */
const ENDED_READS: ReadonlyMap<string, RegExp> = new Map([
  ['dns-locked', /\bif\b[^\n]{0,40}[.[]["']?locked\b/g],
  ['srv-data', /\bif\b[^\n]{0,60}["']SRV["']|=[^\n]{0,80}["']SRV["'][^\n]{0,10}\?/g],
]);

/** Conditions on fields that answers have no more, with what they guard. */
export function endedReads(path: string, text: string, entries: ReadonlySet<string>): readonly Origin[] {
  return [...ENDED_READS].flatMap(([entry, pattern]) =>
    entries.has(entry)
      ? [...text.matchAll(pattern)].map(({ 0: whole, index }) =>
          aroundOf({ file: path, start: index, end: index + whole.length }, text),
        )
      : [],
  );
}

/** Whether a rule is paused is asked before it is set to the same: the write says what it is afterwards. */
export function guardsOf(retired: readonly Sent[], textOf: TextOf): readonly Origin[] {
  return retired.flatMap(({ method, bodyValue }) => {
    if ((method !== 'PUT' && method !== 'PATCH') || bodyValue === null) return [];
    return originsIn(bodyValue).flatMap(({ file, start }) => {
      const text = textOf(file);
      const line = text.lastIndexOf('\n', start) + 1;
      const head =
        /^\s*(?:if|elif) ?\(?(?:!|not )?\s?[\w.[\]"']{1,60}\b(?:paused|disabled)["'\]]{0,2}\)/.exec(
          text.slice(line, start),
        )?.[0];
      return head === undefined ? [] : [{ file, start: line, end: line + head.length }];
    });
  });
}

type TextOf = (path: string) => string;

const PAGING = /\b(?:per_page|page_size|perPage)["']?\s{0,3}(?:[:=]|=>|,)\s{0,3}["']?(\d{1,4})/g;

/** How many a page holds: the new API has no pages of rules. */
export function pagingIn(path: string, text: string): readonly Origin[] {
  return [...text.matchAll(PAGING)].map(({ 0: whole, index }) => ({
    file: path,
    start: index,
    end: index + whole.length,
  }));
}

/** Numbers that a program compares with the length of a page. */
export function pageSizesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(PAGING)].map(([, size = '']) => size));
}

export function explainedIn(retired: readonly Sent[], wanted: readonly Found[], textOf: TextOf): Explained {
  const values: Origin[] = [];
  for (const { bodyValue, usage } of retired) {
    if (bodyValue !== null) values.push(...originsIn(bodyValue));
    if (usage.kind === 'http') values.push(...originsIn(usage.url));
  }
  return {
    values,
    calls: retired.map(({ at }) => at),
    statements: wanted.flatMap(({ finding: { kind, at, context } }) =>
      kind === 'endpoint' || kind === 'sdk' || context === 'test' ? [] : [aroundOf(at, textOf(at.file))],
    ),
  };
}

/** Where the known parts of a value are written. */
export function originsIn(value: Value): readonly Origin[] {
  switch (value.kind) {
    case 'text':
      return value.pieces.flatMap(({ origin }) => origin ?? []);
    case 'unknown':
      return [];
    case 'scalar':
      return value.origin === null ? [] : [value.origin];
    case 'object':
      return value.properties.flatMap(({ keyOrigin, value: inner }) => [
        ...(keyOrigin === null ? [] : [keyOrigin]),
        ...originsIn(inner),
      ]);
    case 'array':
      return value.items.flatMap(originsIn);
    case 'choice':
      return value.of.flatMap(originsIn);
  }
}

/** The item of a list, the property, or the statement with its block, that goes with a place in it. */
function aroundOf(at: Origin, text: string): Origin {
  const line = { start: text.lastIndexOf('\n', at.start - 1) + 1, end: lineEnd(text, at.end) };
  const written = text.slice(line.start, line.end);
  if (/^(?:\}? ?else )?(?:if|elif|unless)\b/.test(written.trim()))
    return { ...at, start: line.start, end: blockEnd(text, line) };
  const start = itemStart(text, at.start, line.start);
  const end = itemEnd(text, at.end);
  return { ...at, start, end };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** By braces where the line opens one, by indentation otherwise. */
export function blockEnd(text: string, line: { readonly start: number; readonly end: number }): number {
  const open = text.slice(line.start, line.end).trimEnd();
  if (open.endsWith('{')) {
    let depth = 0;
    for (let at = line.start; at < text.length; at++) {
      if (text[at] === '{') depth++;
      if (text[at] === '}' && --depth === 0) return at + 1;
    }
  }
  if (!open.endsWith(':')) return line.end;
  const indent = /^\s*/.exec(open)?.[0].length ?? 0;
  let end = line.end;
  while (end < text.length) {
    const next = text.slice(end + 1, lineEnd(text, end + 1));
    if (next.trim() !== '' && (/^\s*/.exec(next)?.[0].length ?? 0) <= indent) break;
    end = lineEnd(text, end + 1);
  }
  return end;
}

/** A pair in brackets goes whole: `['minify', value]`. */
function itemStart(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && !/[[({,;]/.test(text[at - 1] ?? '')) at--;
  return /[[(]/.test(text[at - 1] ?? '') && at - 1 > least ? at - 1 : at;
}

function itemEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) {
      if (depth <= 0) return at + 1;
      depth--;
    } else if (
      depth === 0 &&
      (sign === ';' || sign === ',' || (sign === '\n' && /[\w"'\])}]\s*$/.test(text.slice(from, at))))
    )
      return at;
  }
  return text.length;
}

/** Some requests take a form where the old ones took JSON, and a form says by itself what it is. */
export function isOfForm(what: string, entries: ReadonlySet<string>, after: string): boolean {
  return (
    entries.has('images-v1-direct-upload') &&
    /^"content-type" is gone$/i.test(what) &&
    /\bForm\w*\(/.test(after)
  );
}
