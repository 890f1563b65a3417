import { ASCII } from './openings.js';
import type { HoleForm, StringForm } from './syntax.js';
import type { LiteralHole, LiteralPart } from './tokens.js';

/**
 * The inside of a string literal: escapes become characters with offsets, interpolations become holes.
 *
 * Everything is bounded: an interpolation that does not close within `MAX_HOLE` characters is taken for
 * text, so hostile input costs a constant per character.
 */

const MAX_HOLE = 600;
/** After so many interpolations that do not close, a literal has none. */
const MAX_FAILURES = 64;

export interface ScannedString {
  readonly parts: readonly LiteralPart[];
  /** Offset after the closing quote. */
  readonly end: number;
}

const CONTROL: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
  '0': '\0',
};

interface Written {
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

class PartBuilder {
  readonly parts: LiteralPart[] = [];
  #pieces: Written[] = [];

  /** Adds characters that were written between `start` and `end`. */
  add(content: string, start: number, end: number): void {
    this.#pieces.push({ content, start, end });
  }

  hole(hole: LiteralHole): void {
    this.flush();
    this.parts.push(hole);
  }

  flush(): void {
    const [first] = this.#pieces;
    const last = this.#pieces.at(-1);
    if (first === undefined || last === undefined) return;
    const { start } = first;
    const { end } = last;
    const text = this.#pieces.length === 1 ? first.content : this.#pieces.map((one) => one.content).join('');
    const offsets = isShifted(this.#pieces) ? { offsets: offsetsOf(this.#pieces, end) } : {};
    this.parts.push({ kind: 'text', text, start, end, ...offsets });
    this.#pieces = [];
  }
}

/** Whether some character does not stand where counting from the first one would look for it. */
function isShifted(pieces: readonly Written[]): boolean {
  let next = pieces[0]?.start;
  for (const { content, start, end } of pieces) {
    if (start !== next || content.length !== end - start) return true;
    next = end;
  }
  return false;
}

/** Where each character was written, and where the last one ends. */
function offsetsOf(pieces: readonly Written[], last: number): readonly number[] {
  const offsets: number[] = [];
  for (const { content, start, end } of pieces) {
    const moves = content.length === end - start ? 1 : 0;
    for (let index = 0; index < content.length; index++) offsets.push(start + moves * index);
  }
  offsets.push(last);
  return offsets;
}

const LINE_FEED = 10;

/** What holes begin with. */
const HOLE_STARTS: Readonly<Record<HoleForm, string>> = {
  'dollar-brace': '$',
  'dollar-name': '$',
  'dollar-paren': '$',
  'hash-brace': '#',
  brace: '{}',
  'brace-dollar': '{',
  'backslash-paren': '\\',
  'at-name': '@',
};

const tellingIn = new WeakMap<StringForm, Uint8Array>();

/** By ASCII character whether it may be more than itself in a literal; nearly all are not. */
function tellingOf(form: StringForm): Uint8Array {
  let telling = tellingIn.get(form);
  if (telling === undefined) {
    telling = new Uint8Array(ASCII);
    const characters = `${form.close.charAt(0)}\\\`${form.holes.map((hole) => HOLE_STARTS[hole]).join('')}`;
    for (const character of characters) telling[character.charCodeAt(0)] = 1;
    if (!form.multiline) telling[LINE_FEED] = 1;
    tellingIn.set(form, telling);
  }
  return telling;
}

/**
 * Scans the literal whose inside begins at `from`; null when it does not close before `to` (single-line forms
 * end with their line). A form without a closing text ends at `to`.
 */
export function scanString(source: string, from: number, form: StringForm, to: number): ScannedString | null {
  const builder = new PartBuilder();
  const telling = tellingOf(form);
  let index = from;
  let plain = from;
  let failures = 0;
  const flushPlain = (): void => {
    if (index > plain) builder.add(source.slice(plain, index), plain, index);
  };
  while (index < to) {
    const code = source.charCodeAt(index);
    if (code >= ASCII || telling[code] === 0) {
      index++;
      continue;
    }
    const char = source.charAt(index);
    if (form.close !== '' && form.escape === 'doubled' && source.startsWith(form.close + form.close, index)) {
      flushPlain();
      builder.add(form.close, index, index + 2 * form.close.length);
      index += 2 * form.close.length;
      plain = index;
      continue;
    }
    if (form.close !== '' && source.startsWith(form.close, index)) {
      flushPlain();
      builder.flush();
      return { parts: builder.parts, end: index + form.close.length };
    }
    if (char === '\n' && !form.multiline) return null;
    const escaped = readEscape(source, index, form);
    if (escaped !== null) {
      flushPlain();
      if (escaped.text !== '') builder.add(escaped.text, index, escaped.end);
      index = escaped.end;
      plain = index;
      continue;
    }
    const hole = form.holes.length === 0 || failures > MAX_FAILURES ? null : readHole(source, index, form);
    if (hole === 'unclosed') failures++;
    else if (hole !== null) {
      flushPlain();
      if (hole.kind === 'brace-text') builder.add(hole.text, index, hole.after);
      else builder.hole({ kind: 'hole', start: hole.start, end: hole.end });
      index = hole.after;
      plain = index;
      continue;
    }
    index++;
  }
  if (form.close !== '') return null;
  index = to;
  flushPlain();
  builder.flush();
  return { parts: builder.parts, end: to };
}

function readEscape(source: string, index: number, form: StringForm): { text: string; end: number } | null {
  const char = source.charAt(index);
  const next = source.charAt(index + 1);
  if (form.escape === 'backtick') {
    return char === '`' && next !== '' ? { text: CONTROL[next] ?? next, end: index + 2 } : null;
  }
  if (char !== '\\' || next === '') return null;
  if (form.escape === 'quote-only') {
    return next === '\\' || form.close.startsWith(next) ? { text: next, end: index + 2 } : null;
  }
  if (form.escape !== 'backslash') return null;
  if (next === '(' && form.holes.includes('backslash-paren')) return null;
  const newline = /^\r?\n/.exec(source.slice(index + 1, index + 3));
  if (newline !== null) {
    let end = index + 1 + newline[0].length;
    while (form.joinsLines === true && /\s/.test(source.charAt(end))) end++;
    return { text: '', end };
  }
  const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(
    source.slice(index + 1, index + 12),
  );
  if (code !== null) {
    const value = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
    const text = value <= 0x10ffff ? String.fromCodePoint(value) : '\uFFFD';
    return { text, end: index + 1 + code[0].length };
  }
  return { text: CONTROL[next] ?? next, end: index + 2 };
}

type FoundHole =
  | { readonly kind: 'hole'; readonly start: number; readonly end: number; readonly after: number }
  | { readonly kind: 'brace-text'; readonly text: string; readonly after: number };

/** `$name` with the member accesses that belong to it: `$a->b`, `$a['k']`, `$a[0]`. */
const DOLLAR_NAME = /\$[A-Za-z_][A-Za-z0-9_]*(?:(?:\??->[A-Za-z_][A-Za-z0-9_]*)|(?:\[[^\]\n]{1,60}\])){0,3}/y;
const AT_NAME = /@[A-Za-z_][A-Za-z0-9_]*/y;

function readHole(source: string, index: number, form: StringForm): FoundHole | 'unclosed' | null {
  const char = source.charAt(index);
  const next = source.charAt(index + 1);
  for (const kind of form.holes) {
    switch (kind) {
      case 'dollar-brace':
        if (char === '$' && next === '{') return bracketed(source, index + 1, '{', '}');
        break;
      case 'hash-brace':
        if (char === '#' && next === '{') return bracketed(source, index + 1, '{', '}');
        break;
      case 'dollar-paren':
        if (char === '$' && next === '(') return bracketed(source, index + 1, '(', ')');
        break;
      case 'backslash-paren':
        if (char === '\\' && next === '(') return bracketed(source, index + 1, '(', ')');
        break;
      case 'brace-dollar':
        if (char === '{' && next === '$') return bracketed(source, index, '{', '}');
        break;
      case 'brace':
        if (char === '{' || char === '}') {
          if (next === char) return { kind: 'brace-text', text: char, after: index + 2 };
          if (char === '{') return bracketed(source, index, '{', '}');
        }
        break;
      case 'dollar-name':
        if (char === '$') return named(source, index, DOLLAR_NAME, 1);
        break;
      case 'at-name':
        if (char === '@') return named(source, index, AT_NAME, 1);
        break;
    }
  }
  return null;
}

function named(source: string, index: number, pattern: RegExp, skip: number): FoundHole | null {
  pattern.lastIndex = index;
  const found = pattern.exec(source);
  if (found === null) return null;
  const after = index + found[0].length;
  return { kind: 'hole', start: index + skip, end: after, after };
}

/** The range between a bracket at `open` and its partner; quotes inside are skipped on one line. */
function bracketed(source: string, open: number, left: string, right: string): FoundHole | 'unclosed' {
  let depth = 0;
  const near = source.slice(open, open + MAX_HOLE);
  for (let index = 0; index < near.length; index++) {
    const char = near.charAt(index);
    if (char === left) depth++;
    else if (char === right && --depth === 0) {
      return { kind: 'hole', start: open + 1, end: open + index, after: open + index + 1 };
    } else if ((char === '"' || char === "'") && depth > 0) {
      const close = near.indexOf(char, index + 1);
      const line = near.indexOf('\n', index);
      if (close > 0 && (line < 0 || close < line)) index = close;
    }
  }
  return 'unclosed';
}
