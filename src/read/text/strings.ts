import type { StringForm } from './syntax.js';
import type { LiteralHole, LiteralPart, LiteralText } from './tokens.js';

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

class PartBuilder {
  readonly parts: LiteralPart[] = [];
  #text = '';
  #offsets: number[] = [];
  #shifted = false;
  #start = 0;
  #end = 0;

  /** Adds characters that were written between `start` and `end`. */
  add(content: string, start: number, end: number): void {
    if (this.#text === '') {
      this.#start = start;
      this.#end = start;
    }
    if (content.length !== end - start || start !== this.#end) this.#shifted = true;
    for (let index = 0; index < content.length; index++) {
      this.#offsets.push(content.length === end - start ? start + index : start);
    }
    this.#text += content;
    this.#end = end;
  }

  hole(hole: LiteralHole): void {
    this.flush();
    this.parts.push(hole);
  }

  flush(): void {
    if (this.#text !== '') {
      const piece: LiteralText = {
        kind: 'text',
        text: this.#text,
        start: this.#start,
        end: this.#end,
        ...(this.#shifted ? { offsets: [...this.#offsets, this.#end] } : {}),
      };
      this.parts.push(piece);
    }
    this.#text = '';
    this.#offsets = [];
    this.#shifted = false;
  }
}

/**
 * Scans the literal whose inside begins at `from`; null when it does not close before `to` (single-line forms
 * end with their line). A form without a closing text ends at `to`.
 */
export function scanString(source: string, from: number, form: StringForm, to: number): ScannedString | null {
  const builder = new PartBuilder();
  let index = from;
  let plain = from;
  let failures = 0;
  const flushPlain = (): void => {
    if (index > plain) builder.add(source.slice(plain, index), plain, index);
  };
  while (index < to) {
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
  return 'unclosed';
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
  const limit = Math.min(source.length, open + MAX_HOLE);
  for (let index = open; index < limit; index++) {
    const char = source.charAt(index);
    if (char === left) depth++;
    else if (char === right && --depth === 0) {
      return { kind: 'hole', start: open + 1, end: index, after: index + 1 };
    } else if ((char === '"' || char === "'") && depth > 0) {
      const close = source.indexOf(char, index + 1);
      const line = source.indexOf('\n', index);
      if (close > 0 && close < limit && (line < 0 || close < line)) index = close;
    }
  }
  return 'unclosed';
}
