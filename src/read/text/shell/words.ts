import { hole, type Piece, type TextPiece, type TextValue } from '../../../value/index.js';
import type { FlatText } from '../../flat.js';
import { meetLimit } from '../../limits.js';
import { positionalName } from './positional.js';

/**
 * A word of a shell command is a text: quotes are gone, variables and substitutions are holes. What stands inside a
 * substitution is read as commands by whoever reads the script.
 */
export interface Word {
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
  /** Some of it stands in quotes. */
  readonly quoted: boolean;
}

/** `name=(a b)` and `name=([k]=v)`. */
export interface AssignedList {
  readonly name: string;
  readonly items: readonly { readonly key: Word | null; readonly value: Word }[];
}

/** What the reader of a script makes of things that stand inside words. */
export interface AroundWords {
  /** Commands of a substitution; the text they print, if they only print one. */
  substitution(from: number, to: number): readonly Piece[] | null;
  list(list: AssignedList): void;
  /** Arguments that are shifted away where the reader is. */
  readonly shifted: number;
}

const NAME = /[A-Za-z_]\w*/y;
/** What a backslash takes its meaning from; before all else it stands for itself. */
export const ESCAPED = { inQuotes: /["\\$`\n]/, inDocument: /[\\$`\n]/ };

/** Substitutions without an end after which no script is read any more, whatever else it is. */
const MAX_UNCLOSED = 200;
const MAX_ITEMS = 2_000;

export class WordReader {
  #unclosed = 0;

  constructor(
    readonly source: FlatText,
    readonly around: AroundWords,
  ) {}

  /** The word that begins at an offset. */
  word(from: number, to: number): Word {
    const { text } = this.source;
    const pieces: Piece[] = [];
    let quoted = false;
    let at = from;
    const assignment = /^[A-Za-z_]\w*\+?=\($/;
    while (at < to) {
      const char = text.charAt(at);
      if (/[\s;&|<>)]/.test(char)) break;
      if (char === '(') {
        if (assignment.test(text.slice(from, at + 1))) return this.#list(from, at, to);
        break;
      }
      if (char === "'") {
        const close = text.indexOf("'", at + 1);
        if (close < 0 || close >= to) {
          for (const one of this.plain(at, at + 1)) pieces.push(one);
          at++;
          continue;
        }
        quoted = true;
        for (const one of this.plain(at + 1, close)) pieces.push(one);
        at = close + 1;
      } else if (char === '"') {
        const close = this.#quoteEnd(at + 1, to);
        if (close < 0) {
          at++;
          continue;
        }
        quoted = true;
        for (const one of this.interpolated(at + 1, close, ESCAPED.inQuotes)) pieces.push(one);
        at = close + 1;
      } else if (char === '\\') {
        if (/^\\\r?\n/.test(text.slice(at, at + 3))) break;
        for (const one of this.plain(at + 1, at + 2)) pieces.push(one);
        at += 2;
      } else if (char === '$' && text.charAt(at + 1) === "'") at++;
      else if (char === '{' && text.charAt(at + 1) === '{' && templateEnd(text, at) > 0) {
        const end = templateEnd(text, at);
        pieces.push(this.#template(at, end));
        at = end;
      } else {
        const found = this.#variable(at, to);
        if (found !== null) {
          for (const one of found.pieces) pieces.push(one);
          at = found.end;
        } else {
          const end = this.#plainEnd(at, to);
          for (const one of this.plain(at, end)) pieces.push(one);
          at = end;
        }
      }
    }
    return { pieces, start: from, end: at, quoted };
  }

  #plainEnd(from: number, to: number): number {
    const special = /[\s;&|<>()'"\\$`\uE000]|\{\{/g;
    special.lastIndex = from + 1;
    const found = special.exec(this.source.text);
    return found === null ? to : Math.min(found.index, to);
  }

  /** `name=(…)` */
  #list(from: number, open: number, to: number): Word {
    const { text } = this.source;
    const name = /^[A-Za-z_]\w*/.exec(text.slice(from, open))?.[0] ?? '';
    const items: { key: Word | null; value: Word }[] = [];
    let at = open + 1;
    while (at < to && text.charAt(at) !== ')') {
      if (items.length === MAX_ITEMS) {
        meetLimit(`more than ${MAX_ITEMS} items of a list`);
        break;
      }
      const char = text.charAt(at);
      if (/\s/.test(char)) {
        at++;
        continue;
      }
      if (char === '#') {
        const newline = text.indexOf('\n', at);
        at = newline < 0 ? to : newline;
        continue;
      }
      const keyed = /\[(["']?)([^\]"']{1,200})\1\]=/y;
      keyed.lastIndex = at;
      const found = keyed.exec(text);
      let key: Word | null = null;
      if (found !== null) {
        const start = at + 1 + (found[1] ?? '').length;
        const end = start + (found[2] ?? '').length;
        key = { pieces: this.plain(start, end), start, end, quoted: false };
        at = keyed.lastIndex;
      }
      const value = this.word(at, to);
      if (value.end === at) at++;
      else at = value.end;
      items.push({ key, value });
    }
    this.around.list({ name, items });
    return { pieces: [], start: from, end: at + 1, quoted: false };
  }

  #quoteEnd(from: number, to: number): number {
    const { text } = this.source;
    for (let at = from; at < to; at++) {
      const char = text.charAt(at);
      if (char === '\\') at++;
      else if (char === '"') return at;
      else if (char === '$' && text.charAt(at + 1) === '(') {
        const close = this.#substitutionEnd(at + 2, to);
        if (close > 0) at = close;
      }
    }
    return -1;
  }

  /** The `)` that ends a substitution. Where many have none, the next is not looked far for. */
  #substitutionEnd(from: number, to: number): number {
    const reach = this.#unclosed > MAX_UNCLOSED ? 200 : 4_000;
    const close = substitutionEnd(this.source.text, from, Math.min(to, from + reach));
    if (close < 0) {
      this.#unclosed++;
      if (to > from + reach) meetLimit('a substitution of many characters');
    }
    return close;
  }

  /** Text that stands for itself. */
  plain(start: number, end: number): readonly Piece[] {
    return end > start ? [this.#piece(this.source.text.slice(start, end), start, end, null)] : [];
  }

  #piece(content: string, start: number, end: number, offsets: readonly number[] | null): TextPiece {
    const { file, offset, endOffset } = this.source;
    const origin = { file, start: offset(start), end: endOffset(end) };
    if (offsets !== null || origin.end - origin.start !== content.length) {
      const shifted = offsets ?? [
        ...Array.from({ length: content.length }, (_, index) => offset(start + index)),
        endOffset(end),
      ];
      return { kind: 'text', text: content, origin, offsets: shifted };
    }
    return { kind: 'text', text: content, origin };
  }

  /** The inside of double quotes, or of a here document. */
  interpolated(start: number, end: number, escaped: RegExp): readonly Piece[] {
    const { text, offset, endOffset } = this.source;
    const pieces: Piece[] = [];
    let content = '';
    /** Of the characters so far, once an escape has shifted them. */
    let offsets: number[] | null = null;
    let from = start;
    const flush = (at: number): void => {
      if (content !== '')
        pieces.push(this.#piece(content, from, at, offsets === null ? null : [...offsets, endOffset(at)]));
      content = '';
      offsets = null;
    };
    for (let at = start; at < end; ) {
      const char = text.charAt(at);
      const found = SPECIAL.test(char) ? this.#variable(at, end) : null;
      if (found !== null) {
        flush(at);
        for (const one of found.pieces) pieces.push(one);
        at = found.end;
        from = at;
        continue;
      }
      if (content === '') from = at;
      const escapes = char === '\\' && escaped.test(text.charAt(at + 1));
      if (escapes) offsets ??= Array.from({ length: at - from }, (_, index) => offset(from + index));
      const next = escapes ? at + 2 : plainEnd(text, at + 1, end);
      content += escapes ? text.charAt(at + 1) : text.slice(at, next);
      if (offsets !== null)
        for (let one = at; one < (escapes ? at + 1 : next); one++) offsets.push(offset(one));
      at = next;
    }
    flush(end);
    return pieces;
  }

  /** `{{ name }}`: a tool fills it in before the script runs. */
  #template(at: number, end: number): Piece {
    const { text, file, offset } = this.source;
    const name = text.slice(at, end).replace(/^\$?\{\{-?\s*|(?:(?<!\s)\s+)?-?\}\}$/g, '');
    return { kind: 'hole', origin: { file, start: offset(at), end: offset(end) }, name };
  }

  /** A variable or substitution at an offset. */
  #variable(at: number, to: number): { readonly pieces: readonly Piece[]; readonly end: number } | null {
    const { text, file, offset } = this.source;
    const char = text.charAt(at);
    const made = (end: number, name: string): { pieces: readonly Piece[]; end: number } => ({
      pieces: [
        {
          kind: 'hole',
          origin: { file, start: offset(at), end: offset(end) },
          name: positionalName(name, this.around.shifted),
        },
      ],
      end,
    });
    const missing = this.source.hole(at);
    if (missing !== null) return { pieces: [missing], end: at + 1 };
    if (char === '`') {
      const close = text.indexOf('`', at + 1);
      if (close < 0 || close > to) return null;
      this.around.substitution(at + 1, close);
      return made(close + 1, '`');
    }
    if (char !== '$') return null;
    const next = text.charAt(at + 1);
    if (next === '(') {
      const close = this.#substitutionEnd(at + 2, to);
      if (close < 0) return null;
      const printed = this.around.substitution(at + 2, close);
      // A variable of make, and of some workflows, is written like this.
      const name = /^\w+$/.exec(text.slice(at + 2, close))?.[0] ?? '';
      return printed === null
        ? made(close + 1, name === '' ? '$(' : `$(${name})`)
        : { pieces: printed, end: close + 1 };
    }
    if (next === '{' && text.charAt(at + 2) === '{' && templateEnd(text, at + 1) > 0) {
      const end = templateEnd(text, at + 1);
      return { pieces: [this.#template(at, end)], end };
    }
    if (next === '{') {
      const length = text.slice(at + 2, at + 400).indexOf('}');
      return length < 0 ? null : made(at + 3 + length, text.slice(at + 2, at + 2 + length));
    }
    if (/[\d@*#?]/.test(next)) return made(at + 2, next);
    NAME.lastIndex = at + 1;
    const found = NAME.exec(text);
    return found === null ? null : made(at + 1 + found[0].length, found[0]);
  }
}

const SPECIAL = /[$`\\\uE000]/;

/** Where a text goes on with something else than itself, or ends. */
function plainEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && !SPECIAL.test(text.charAt(at))) at++;
  return at;
}

/** Offset behind the `}}` of the placeholder at an offset, or -1. */
export function templateEnd(text: string, at: number): number {
  const near = text.slice(at + 2, at + 122);
  const length = near.indexOf('}}');
  return length < 0 || near.slice(0, length).includes('\n') ? -1 : at + length + 4;
}

/** The `)` that ends a substitution; quotes are skipped. -1 if there is none. */
function substitutionEnd(text: string, from: number, to: number): number {
  let depth = 1;
  for (let at = from; at < to; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      if (close > 0 && close < to) at = close;
    } else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

/** The known text of a word. */
export function plainWord(word: Word): string {
  let all = '';
  for (const piece of word.pieces) all += piece.kind === 'text' ? piece.text : '\uE000';
  return all;
}

/** What follows the first characters of a word, such as an option written together with its value. */
export function restOf(word: Word | undefined, length: number): readonly Piece[] {
  const [first, ...rest] = word?.pieces ?? [];
  if (first?.kind !== 'text') return word?.pieces ?? [hole(null)];
  const origin =
    first.origin === null
      ? null
      : { ...first.origin, start: first.offsets?.[length] ?? first.origin.start + length };
  const content = first.text.slice(length);
  if (content === '') return rest;
  return [
    {
      kind: 'text',
      text: content,
      origin,
      ...(first.offsets === undefined ? {} : { offsets: first.offsets.slice(length) }),
    },
    ...rest,
  ];
}

/** For what is not there. */
export const NO_WORD: Word = { pieces: [], start: 0, end: 0, quoted: false };

/** Pieces as one value. */
export function textFrom(pieces: readonly Piece[]): TextValue {
  const first = pieces.find((piece) => piece.origin !== null)?.origin ?? null;
  const last = pieces.at(-1)?.origin ?? first;
  const origin =
    first === null || last === null || first.file !== last.file
      ? first
      : { ...first, end: Math.max(first.end, last.end) };
  return { kind: 'text', pieces, origin };
}
