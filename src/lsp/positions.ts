import { Lines } from '../scan/index.js';

/** The units in which client and server count columns, agreed on at the start. */
export type Encoding = 'utf-8' | 'utf-16';

/** Lines and columns of the protocol count from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Offsets of one text as positions of the protocol, and back. */
export class Positions {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #encoding: Encoding;

  constructor(text: string, encoding: Encoding) {
    this.#text = text;
    this.#lines = new Lines(text);
    this.#encoding = encoding;
  }

  at(offset: number): Position {
    const line = this.#lines.lineAt(offset);
    const before = this.#text.slice(this.#lines.start(line), offset);
    const character = this.#encoding === 'utf-8' ? Buffer.byteLength(before) : before.length;
    return { line: line - 1, character };
  }

  range(start: number, end: number): Range {
    return { start: this.at(start), end: this.at(end) };
  }

  /** A position behind the end of its line means the end of the line, one behind the last line the end of the text. */
  offset({ line, character }: Position): number {
    if (line >= this.#lines.count) return this.#text.length;
    const text = this.#lines.line(line + 1);
    const units = this.#encoding === 'utf-8' ? unitsOfBytes(text, character) : character;
    return this.#lines.start(line + 1) + Math.min(units, text.length);
  }
}

/** How many UTF-16 units the first bytes of a line are. */
function unitsOfBytes(line: string, bytes: number): number {
  let [left, units] = [bytes, 0];
  for (const character of line) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    units += character.length;
  }
  return units;
}

/** A change as an editor sends it: of a range, or of the whole text. */
export type Change = { readonly range: Range; readonly text: string } | { readonly text: string };

export function changedText(text: string, changes: readonly Change[], encoding: Encoding): string {
  let now = text;
  for (const change of changes) {
    if (!('range' in change)) {
      now = change.text;
      continue;
    }
    const positions = new Positions(now, encoding);
    const start = positions.offset(change.range.start);
    now = now.slice(0, start) + change.text + now.slice(Math.max(start, positions.offset(change.range.end)));
  }
  return now;
}
