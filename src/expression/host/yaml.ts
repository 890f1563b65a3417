/** Scalars of YAML in all five styles: plain, two kinds of quotes, literal and folded blocks. */
import { readEscape } from './escapes.js';
import { type HostText, HostTextBuilder } from './host-text.js';

export interface YamlPlace {
  /** Columns the parent node is indented by; needed only where a block names its own indentation. */
  readonly parentIndent?: number;
  /** The scalar stands inside `[...]` or `{...}`, where a plain one ends at `,` and brackets. */
  readonly inFlow?: boolean;
}

/** `source` is the scalar from its first character (quote or block sign included) to its last. */
export function decodeYaml(source: string, place: YamlPlace = {}): HostText | null {
  switch (source.charAt(0)) {
    case "'":
      return decodeQuoted(source, "'");
    case '"':
      return decodeQuoted(source, '"');
    case '|':
    case '>':
      return decodeBlock(source, place.parentIndent ?? 0);
    default:
      return decodePlain(source, place.inFlow === true);
  }
}

const PLAIN_START = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))/;

function decodePlain(source: string, inFlow: boolean): HostText | null {
  if (!PLAIN_START.test(source) || source !== source.trim()) return null;
  if (/:(?:\s|$)|\s#/.test(source) || (inFlow && /[,[\]{}]/.test(source))) return null;
  const builder = new HostTextBuilder();
  builder.region((text) => (/[\r\n]/.test(text) ? null : text));
  for (let at = 0; at < source.length; ) at = foldedRun(source, at, source.length, builder) ?? source.length;
  return builder.build();
}

function decodeQuoted(source: string, quote: string): HostText | null {
  const last = source.length - 1;
  if (last < 1 || source.charAt(last) !== quote) return null;
  const builder = new HostTextBuilder();
  builder.region(quote === "'" ? encodeSingle : encodeDouble);
  for (let at = 1; at < last; ) {
    const character = source.charAt(at);
    if (character === quote) {
      if (quote === '"' || source.charAt(at + 1) !== "'" || at + 1 >= last) return null;
      builder.atom("'", at, at + 2);
      at += 2;
    } else if (character === '\\' && quote === '"') {
      const decoded = doubleEscape(source, at);
      if (decoded === null || decoded.end > last) return null;
      builder.atom(decoded.text, at, decoded.end);
      at = decoded.end;
    } else {
      const end = foldedRun(source, at, last, builder, quote);
      if (end === null) return null;
      at = end;
    }
  }
  return builder.build();
}

function encodeSingle(text: string): string | null {
  return /[\r\n]/.test(text) ? null : text.replaceAll("'", "''");
}

function encodeDouble(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const LINE_BREAKS = /[ \t]*(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*/y;

/**
 * Text up to the next special character, or the line breaks that stand here: one is a space, each further one
 * a line break, and the white space around them is dropped.
 */
function foldedRun(
  source: string,
  at: number,
  until: number,
  builder: HostTextBuilder,
  quote = '',
): number | null {
  LINE_BREAKS.lastIndex = at;
  const breaks = /[\s]/.test(source.charAt(at)) ? LINE_BREAKS.exec(source) : null;
  if (breaks !== null) {
    const end = Math.min(at + breaks[0].length, until);
    const count = breaks[0].match(/\r\n|\n|\r/g)?.length ?? 1;
    builder.atom(count === 1 ? ' ' : '\n'.repeat(count - 1), at, end);
    return end;
  }
  const white = /^[ \t]+/.exec(source.slice(at, until))?.[0].length ?? 0;
  let end = at + Math.max(1, white);
  while (end < until) {
    const character = source.charAt(end);
    if (/\s/.test(character) || character === quote || (character === '\\' && quote === '"')) break;
    end++;
  }
  end = Math.min(end, until);
  builder.run(source.slice(at, end), at);
  return end;
}

const SIMPLE: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

function doubleEscape(source: string, at: number): { text: string; end: number } | null {
  const letter = source.charAt(at + 1);
  const digits = { x: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) return readEscape(source, at, digits);
  // An escaped line break is dropped with the white space that follows it.
  const joined = /^\\(?:\r\n|\n|\r)[ \t]*/.exec(source.slice(at, at + 400));
  if (joined !== null) return { text: '', end: at + joined[0].length };
  const simple = SIMPLE[letter];
  return simple === undefined ? null : { text: simple, end: at + 2 };
}

interface Line {
  /** Where the text of the line starts, after the indentation that is dropped. */
  readonly start: number;
  /** Where it ends, before the line break. */
  readonly end: number;
  /** After the line break; the same as `end` where there is none. */
  readonly next: number;
}

const HEADER = /^([|>])(?:([1-9])([+-]?)|([+-])([1-9])?)?[ \t]*(?:[ \t]#[^\r\n]*)?(?:\r\n|\n|\r|$)/;

function decodeBlock(source: string, parentIndent: number): HostText | null {
  const header = HEADER.exec(source);
  if (header === null) return null;
  const explicit = header[2] ?? header[5];
  const chomping = header[3] || header[4] || '';
  const indent = explicit === undefined ? null : parentIndent + Number(explicit);
  const lines = blockLines(source, header[0].length, indent);
  if (lines === null) return null;
  const builder = new HostTextBuilder();
  builder.region((text) => (/[\r\n]/.test(text) ? null : text));
  let count = lines.length;
  while (count > 0 && isEmptyLine(lines[count - 1])) count--;
  const content = lines.slice(0, count);
  const trailing = lines.slice(count);
  if (header[1] === '|') literal(source, content, builder);
  else folded(source, content, builder);
  finalBreaks(content.at(-1), trailing, chomping, builder);
  return builder.build();
}

function isEmptyLine(line: Line | undefined): boolean {
  return line === undefined || line.start === line.end;
}

/** The lines of a block, or null where one stands further left than the block allows. */
function blockLines(source: string, from: number, explicit: number | null): Line[] | null {
  const lines: { start: number; end: number; next: number }[] = [];
  for (let start = from; start < source.length; ) {
    const found = /\r\n|\n|\r/.exec(source.slice(start));
    const end = found === null ? source.length : start + found.index;
    const next = found === null ? end : end + found[0].length;
    lines.push({ start, end, next });
    start = next;
  }
  const spaces = ({ start, end }: { start: number; end: number }): number =>
    /^ */.exec(source.slice(start, end))?.[0].length ?? 0;
  const first = lines.find((line) => spaces(line) < line.end - line.start);
  const indent = explicit ?? (first === undefined ? 0 : spaces(first));
  const result: Line[] = [];
  for (const line of lines) {
    const own = spaces(line);
    if (own < indent && own < line.end - line.start) return null;
    result.push({ ...line, start: Math.min(line.start + indent, line.end) });
  }
  return result;
}

function literal(source: string, lines: readonly Line[], builder: HostTextBuilder): void {
  for (const [index, line] of lines.entries()) {
    builder.run(source.slice(line.start, line.end), line.start);
    const following = lines[index + 1];
    if (following !== undefined) builder.atom('\n', line.end, following.start);
  }
}

/** A line break between two lines of text is a space, unless one of them is indented further. */
function folded(source: string, lines: readonly Line[], builder: HostTextBuilder): void {
  let before: Line | null = null;
  let empty = 0;
  let emptyStart = lines[0]?.start ?? 0;
  for (const line of lines) {
    if (isEmptyLine(line)) {
      empty++;
      continue;
    }
    const indented = isIndented(source, line) || (before !== null && isIndented(source, before));
    const breaks = before === null ? empty : empty + (indented ? 1 : 0);
    const joint = breaks > 0 ? '\n'.repeat(breaks) : before === null ? '' : ' ';
    builder.atom(joint, before?.end ?? emptyStart, line.start);
    builder.run(source.slice(line.start, line.end), line.start);
    before = line;
    empty = 0;
    emptyStart = line.end;
  }
}

function isIndented(source: string, line: Line): boolean {
  return /^[ \t]/.test(source.slice(line.start, line.start + 1));
}

/** `-` drops the line breaks at the end, `+` keeps all of them, otherwise one stays. */
function finalBreaks(
  last: Line | undefined,
  trailing: readonly Line[],
  chomping: string,
  builder: HostTextBuilder,
): void {
  if (chomping === '-') return;
  if (last !== undefined && last.next > last.end) builder.atom('\n', last.end, last.next);
  if (chomping !== '+') return;
  for (const line of trailing) if (line.next > line.end) builder.atom('\n', line.end, line.next);
}
