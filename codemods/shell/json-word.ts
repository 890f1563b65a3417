/** JSON that a word of a shell holds, however it is quoted, with the places of its members. */
import { HOLE, type Piece, wordText } from './words.js';

/** Positions count pieces of the word. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'other';
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
}

/** Null where the text is no JSON once values stand in for its expansions. */
export function jsonOf(pieces: readonly Piece[]): JsonNode | null {
  const reader = new Reader(wordText(pieces));
  return reader.whole();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode | null {
    this.#space();
    const node = this.#value(0);
    this.#space();
    return this.#at === this.#text.length ? node : null;
  }

  #value(depth: number): JsonNode | null {
    const start = this.#at;
    const char = this.#text.charAt(start);
    if (depth > 20) return null;
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"') {
      return this.#string() === null ? null : this.#leaf('string', start);
    }
    const plain = new RegExp(`^(?:true|false|null|-?\\d+(?:\\.\\d+)?|${HOLE})`).exec(this.#text.slice(start));
    if (plain === null) return null;
    this.#at += plain[0].length;
    return this.#leaf('other', start);
  }

  #object(depth: number): JsonNode | null {
    const start = this.#at;
    const members: JsonMember[] = [];
    this.#at++;
    this.#space();
    while (this.#text.charAt(this.#at) !== '}') {
      const memberStart = this.#at;
      const key = this.#text.charAt(this.#at) === '"' ? this.#string() : null;
      this.#space();
      if (key === null || key.includes(HOLE) || this.#text.charAt(this.#at) !== ':') return null;
      this.#at++;
      this.#space();
      const value = this.#value(depth + 1);
      if (value === null) return null;
      members.push({ key, start: memberStart, value });
      if (!this.#next('}')) return null;
    }
    this.#at++;
    return { ...this.#leaf('object', start), members };
  }

  #array(depth: number): JsonNode | null {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#at++;
    this.#space();
    while (this.#text.charAt(this.#at) !== ']') {
      const item = this.#value(depth + 1);
      if (item === null) return null;
      items.push(item);
      if (!this.#next(']')) return null;
    }
    this.#at++;
    return { ...this.#leaf('array', start), items };
  }

  /** Goes on to what follows the comma, or to the end. */
  #next(close: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#at) !== ',') return this.#text.charAt(this.#at) === close;
    this.#at++;
    this.#space();
    return this.#text.charAt(this.#at) !== close;
  }

  #string(): string | null {
    const found = /^"((?:[^"\\]|\\.)*)"/s.exec(this.#text.slice(this.#at));
    if (found === null) return null;
    this.#at += found[0].length;
    return found[1] ?? '';
  }

  #space(): void {
    while (/^\s$/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #leaf(kind: JsonNode['kind'], start: number): JsonNode {
    return { kind, start, end: this.#at, members: [], items: [] };
  }
}
