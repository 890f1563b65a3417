import { type Origin, type Property, text as textOf, type Value } from '../../value/index.js';
import type { SourceFile } from '../reader.js';

/**
 * A parsed TOML document as a value, with the places of its texts. The parser tells none: a text is looked for behind
 * its key, in the table that it belongs to, which is enough to point at it and never decides what it is.
 */
export function tomlText(file: SourceFile, root: unknown): Value {
  return new Places(file).value(root, [], null);
}

const HEADER = /^[ \t]*\[{1,2}([^\]\n]+)\]/gm;

class Places {
  readonly #file: SourceFile;
  /** Where the search for the next text of a key goes on, so that each is found once. */
  readonly #from = new Map<string, number>();

  constructor(file: SourceFile) {
    this.#file = file;
  }

  value(value: unknown, path: readonly string[], key: string | null): Value {
    if (typeof value === 'string') return this.#text(value, path, key);
    if (value instanceof Date) return this.#text(value.toISOString().slice(0, 10), path, key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item, path, key));
      return { kind: 'array', items, open: false, origin: null };
    }
    if (typeof value === 'object' && value !== null) {
      const properties = Object.entries(value).map(
        ([name, item]): Property => ({
          key: name,
          keyOrigin: null,
          origin: null,
          value: this.value(item, [...path, name], name),
        }),
      );
      return { kind: 'object', properties, open: false, origin: null };
    }
    return typeof value === 'number' || typeof value === 'boolean'
      ? { kind: 'scalar', value, origin: null }
      : { kind: 'unknown', why: 'a value of TOML', origin: null };
  }

  #text(content: string, path: readonly string[], key: string | null): Value {
    const { text } = this.#file;
    const mark = path.join('.');
    const table = path.slice(0, -1).join('.');
    const start = this.#from.get(mark) ?? this.#afterHeader(table);
    const named = key === null ? start : this.#keyAfter(key, start);
    const at = text.indexOf(content, named);
    if (at < 0) return textOf(content, this.#origin(0, 0));
    this.#from.set(mark, at + content.length);
    return textOf(content, this.#origin(at, at + content.length));
  }

  /** Behind `[env.staging]` or `[[env.staging.r2_buckets]]`, or the beginning for what stands at the top. */
  #afterHeader(table: string): number {
    if (table === '') return 0;
    for (const header of this.#file.text.matchAll(HEADER)) {
      const name = (header[1] ?? '').split('.').map((part) => part.trim().replaceAll(/["']/g, ''));
      if (name.join('.') === table) return header.index;
    }
    return 0;
  }

  #keyAfter(key: string, start: number): number {
    const { text } = this.#file;
    for (let at = text.indexOf(key, start); at >= 0; at = text.indexOf(key, at + 1)) {
      if (/^["']?[ \t]*=/.test(text.slice(at + key.length, at + key.length + 40))) return at + key.length;
    }
    return start;
  }

  #origin(start: number, end: number): Origin {
    return { file: this.#file.path, start, end };
  }
}
