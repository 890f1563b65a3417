/** Strings of JSON, standing alone or inside a text that another host wrote. */
import { readEscape } from './escapes.js';
import { type HostText, HostTextBuilder } from './host-text.js';

const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** `source` is the whole string with its quotes. */
export function decodeJson(source: string): HostText | null {
  return decodeJsonAt(source, 0, source.length);
}

/** The string that stands from `start` to `end` in a decoded text, with offsets of the outermost source. */
export function decodeJsonInside(outer: HostText, start: number, end: number): HostText | null {
  const inner = decodeJsonAt(outer.text, start, end);
  return inner === null ? null : outer.through(inner);
}

function decodeJsonAt(source: string, start: number, end: number): HostText | null {
  if (end - start < 2 || source.charAt(start) !== '"' || source.charAt(end - 1) !== '"') return null;
  const builder = new HostTextBuilder();
  builder.region((text) => JSON.stringify(text).slice(1, -1));
  for (let at = start + 1; at < end - 1; ) {
    const character = source.charAt(at);
    if (character === '"' || character < ' ') return null;
    if (character === '\\') {
      const letter = source.charAt(at + 1);
      const simple = SIMPLE[letter];
      const decoded =
        simple !== undefined
          ? { text: simple, end: at + 2 }
          : letter === 'u'
            ? readEscape(source, at, 4)
            : null;
      if (decoded === null || decoded.end > end - 1) return null;
      builder.atom(decoded.text, at, decoded.end);
      at = decoded.end;
      continue;
    }
    let until = at + 1;
    while (until < end - 1 && !/["\\]/.test(source.charAt(until)) && source.charAt(until) >= ' ') until++;
    builder.run(source.slice(at, until), at);
    at = until;
  }
  return builder.build();
}

/** Where the strings of a JSON text stand, quotes included; a text that is cut off ends the list. */
export function jsonStringRanges(text: string): { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let start = text.indexOf('"'); start >= 0; ) {
    let at = start + 1;
    while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
    if (at >= text.length) break;
    ranges.push({ start, end: at + 1 });
    start = text.indexOf('"', at + 1);
  }
  return ranges;
}
