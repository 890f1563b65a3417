import { type Origin, type Piece, type Property, textPiece, unknown, type Value } from '../../value/index.js';
import type { FlatText } from '../flat.js';
import { meetLimit } from '../limits.js';

/**
 * JSON with the position of everything, and forgiving: comments, trailing commas, single quotes and bare keys
 * are read as people write them. It also reads JSON inside a string of another language, where characters are
 * shifted by escapes and parts are unknown.
 */

/** Nested deeper than this, nothing is known. */
const MAX_DEPTH = 200;

/** The value that the text spells, or null if it does not begin like one or ends in the middle. */
export function scanJson(input: FlatText, from = 0): { readonly value: Value; readonly end: number } | null {
  const scanner = new Scanner(input, from);
  const value = scanner.value(0);
  return value === null || scanner.broken ? null : { value, end: scanner.index };
}

/** The values of a whole file: one document, or one per line. */
export function scanDocuments(input: FlatText): readonly Value[] {
  const values: Value[] = [];
  let from = 0;
  while (from < input.text.length) {
    const scanner = new Scanner(input, from);
    const value = scanner.value(0);
    if (value !== null) values.push(value);
    scanner.blank();
    if (scanner.index <= from) {
      const newline = input.text.indexOf('\n', from);
      if (newline < 0) break;
      from = newline + 1;
    } else from = scanner.index;
  }
  return values;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const BARE = /[A-Za-z_$][\w$-]*/y;
const NUMBER = /-?\d[\d.eE+-]*/y;

class Scanner {
  index: number;
  broken = false;

  constructor(
    readonly input: FlatText,
    from: number,
  ) {
    this.index = from;
  }

  value(depth: number): Value | null {
    this.blank();
    const { input, index } = this;
    const hole = input.hole(index) ?? null;
    if (hole !== null) return this.#holeValue();
    const char = input.text.charAt(index);
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"' || char === "'") return this.#string(char);
    return this.#scalar();
  }

  /** Skips white space and comments. */
  blank(): void {
    const { text } = this.input;
    for (;;) {
      const char = text.charAt(this.index);
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\uFEFF') this.index++;
      else if (char === '/' && text.charAt(this.index + 1) === '/') this.#pastOrEnd('\n');
      else if (char === '/' && text.charAt(this.index + 1) === '*') this.#pastOrEnd('*/');
      else return;
    }
  }

  #pastOrEnd(mark: string): void {
    const found = this.input.text.indexOf(mark, this.index + 2);
    this.index = found < 0 ? this.input.text.length : found + mark.length;
  }

  #origin(start: number, end: number): Origin {
    const { file, offset } = this.input;
    return { file, start: offset(start), end: offset(end) };
  }

  /** Something unknown where a whole value stands, with text around it perhaps. */
  #holeValue(): Value {
    const start = this.index;
    const { text } = this.input;
    while (this.index < text.length && !/[,}\]\s]/.test(text.charAt(this.index))) this.index++;
    const hole = this.input.hole(start);
    const origin = this.#origin(start, this.index);
    return this.index === start + 1 && hole?.kind === 'hole'
      ? { kind: 'text', pieces: [hole], origin }
      : unknown('partly written', origin);
  }

  #object(depth: number): Value {
    const start = this.index++;
    const properties: Property[] = [];
    let open = false;
    if (depth > MAX_DEPTH) return this.#tooDeep(start);
    for (;;) {
      this.blank();
      const { text } = this.input;
      const char = text.charAt(this.index);
      if (char === '}') {
        this.index++;
        return { kind: 'object', properties, open, origin: this.#origin(start, this.index) };
      }
      if (char === ',') {
        this.index++;
        continue;
      }
      if (char === ']') {
        // It closes nothing here: `"names": string[]` in a sketch of an answer, or a bracket too much.
        open = true;
        this.index++;
        continue;
      }
      if (char === '') return this.#unfinished(start);
      const keyStart = this.index;
      const key = this.#key();
      if (key === null) {
        // A part that cannot be read, such as a spread or a placeholder: others may follow.
        open = true;
        if (!this.#toNext()) return this.#unfinished(start);
        continue;
      }
      this.blank();
      if (text.charAt(this.index) !== ':') {
        open = true;
        if (!this.#toNext()) return this.#unfinished(start);
        continue;
      }
      this.index++;
      const value = this.value(depth + 1) ?? unknown('no value');
      properties.push({
        key: key.text,
        keyOrigin: key.origin,
        value,
        origin: this.#origin(keyStart, this.index),
      });
      if (this.broken) return this.#unfinished(start);
    }
  }

  #key(): { readonly text: string; readonly origin: Origin } | null {
    const { text } = this.input;
    const char = text.charAt(this.index);
    if (char === '"' || char === "'") {
      const value = this.#string(char);
      if (value.kind !== 'text' || value.origin === null) return null;
      let key = '';
      for (const piece of value.pieces) {
        if (piece.kind === 'hole') return null;
        key += piece.text;
      }
      return { text: key, origin: value.origin };
    }
    BARE.lastIndex = this.index;
    const found = BARE.exec(text);
    if (found === null) return null;
    const start = this.index;
    this.index += found[0].length;
    return { text: found[0], origin: this.#origin(start, this.index) };
  }

  /** To the next comma or closing bracket of this level; false at the end of the text. */
  #toNext(): boolean {
    const { text } = this.input;
    for (; this.index < text.length; this.index++) {
      const char = text.charAt(this.index);
      if (char === ',' || char === '}' || char === ']') return true;
    }
    return false;
  }

  #array(depth: number): Value {
    const start = this.index++;
    const items: Value[] = [];
    if (depth > MAX_DEPTH) return this.#tooDeep(start);
    for (;;) {
      this.blank();
      const char = this.input.text.charAt(this.index);
      if (char === ']') {
        this.index++;
        return { kind: 'array', items, open: false, origin: this.#origin(start, this.index) };
      }
      if (char === ',') {
        this.index++;
        continue;
      }
      if (char === '' || char === '}') return this.#unfinished(start);
      const before = this.index;
      const item = this.value(depth + 1);
      if (item !== null) items.push(item);
      if (this.broken) return this.#unfinished(start);
      if (this.index === before && !this.#toNext()) return this.#unfinished(start);
    }
  }

  #unfinished(start: number): Value {
    this.broken = true;
    return unknown('not finished', this.#origin(start, this.index));
  }

  #tooDeep(start: number): Value {
    meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
    this.broken = true;
    this.index = this.input.text.length;
    return unknown('nested too deep', this.#origin(start, start + 1));
  }

  #string(quote: string): Value {
    const { text, file, offset, endOffset, hole } = this.input;
    const start = this.index++;
    const pieces: Piece[] = [];
    let content = '';
    let offsets: number[] = [];
    let shifted = false;
    let from = this.index;
    const flush = (end: number): void => {
      if (content !== '') {
        const origin = { file, start: offset(from), end: endOffset(end) };
        const straight = !shifted && origin.end - origin.start === content.length;
        pieces.push(
          straight ? textPiece(content, origin) : textPiece(content, origin, [...offsets, endOffset(end)]),
        );
      }
      content = '';
      offsets = [];
      shifted = false;
    };
    for (;;) {
      const char = text.charAt(this.index);
      if (char === '' || char === '\n') return this.#unfinished(start);
      if (char === quote) break;
      const missing = hole(this.index) ?? null;
      if (missing !== null) {
        flush(this.index);
        pieces.push(missing);
        from = ++this.index;
        continue;
      }
      if (content === '') from = this.index;
      offsets.push(offset(this.index));
      if (char === '\\') {
        shifted = true;
        const next = text.charAt(this.index + 1);
        const code = next === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(this.index + 2, this.index + 6)) : null;
        content +=
          code === null ? (ESCAPES[next] ?? next) : String.fromCharCode(Number.parseInt(code[0], 16));
        this.index += code === null ? 2 : 6;
      } else {
        content += char;
        this.index++;
      }
    }
    flush(this.index);
    const origin = this.#origin(start + 1, this.index);
    this.index++;
    return { kind: 'text', pieces, origin };
  }

  #scalar(): Value | null {
    const { text } = this.input;
    const start = this.index;
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(text);
    if (number !== null) {
      this.index += number[0].length;
      const value = Number(number[0]);
      const origin = this.#origin(start, this.index);
      return Number.isNaN(value) ? unknown('no number', origin) : { kind: 'scalar', value, origin };
    }
    BARE.lastIndex = start;
    const word = BARE.exec(text);
    if (word === null) return null;
    this.index += word[0].length;
    const origin = this.#origin(start, this.index);
    switch (word[0]) {
      case 'true':
      case 'false':
        return { kind: 'scalar', value: word[0] === 'true', origin };
      case 'null':
        return { kind: 'scalar', value: null, origin };
      default:
        return unknown('a name', origin);
    }
  }
}
