/**
 * Objects that stand in the code with all their values, in any language whose objects look like those of JSON,
 * JavaScript or Python: rows of tables that no reader follows to the call that sends them.
 */
import type { Json, JsonObject } from '../../edge/index.js';

const LONGEST = 20_000;

/** The outermost objects that `isWanted`; objects with a value that is not written out are none. */
export function literalObjects(
  text: string,
  isWanted: (object: JsonObject) => boolean,
): readonly { readonly object: JsonObject; readonly start: number; readonly end: number }[] {
  const found: { object: JsonObject; start: number; end: number }[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const reader = new LiteralReader(text, at);
    const object = reader.value();
    if (object === undefined || !isObject(object) || !isWanted(object)) continue;
    found.push({ object, start: at, end: reader.at });
    at = reader.at - 1;
  }
  return found;
}

function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

class LiteralReader {
  at: number;
  readonly #end: number;

  constructor(
    private readonly text: string,
    start: number,
  ) {
    this.at = start;
    this.#end = Math.min(text.length, start + LONGEST);
  }

  /** Undefined for what is no literal. */
  value(): Json | undefined {
    this.#skip();
    const sign = this.text[this.at] ?? '';
    if (sign === '{') return this.#object();
    if (sign === '[') return this.#list();
    if (sign === '"' || sign === "'" || sign === '`') return this.#string(sign);
    const [word] = /^(?:-?\d+(?:\.\d+)?|[A-Za-z]+)/.exec(this.text.slice(this.at, this.at + 40)) ?? [];
    if (word === undefined) return undefined;
    this.at += word.length;
    return /^-?\d/.test(word) ? Number(word) : WORDS.get(word);
  }

  #object(): JsonObject | undefined {
    const fields: Record<string, Json> = {};
    this.at++;
    for (;;) {
      this.#skip();
      if (this.#take('}')) return fields;
      const key = this.#key();
      this.#skip();
      if (key === undefined || !this.#take(':')) return undefined;
      const value = this.value();
      if (value === undefined || !this.#ends('}')) return undefined;
      fields[key] = value;
    }
  }

  #list(): readonly Json[] | undefined {
    const items: Json[] = [];
    this.at++;
    for (;;) {
      this.#skip();
      if (this.#take(']')) return items;
      const value = this.value();
      if (value === undefined || !this.#ends(']')) return undefined;
      items.push(value);
    }
  }

  #key(): string | undefined {
    const sign = this.text[this.at] ?? '';
    if (sign === '"' || sign === "'") return this.#string(sign);
    const [word] = /^[A-Za-z_$][\w$]*/.exec(this.text.slice(this.at, this.at + 80)) ?? [];
    this.at += word?.length ?? 0;
    return word;
  }

  #string(quote: string): string | undefined {
    let value = '';
    for (let at = this.at + 1; at < this.#end; at++) {
      const sign = this.text[at] ?? '';
      if (sign === quote) {
        this.at = at + 1;
        return value;
      }
      if (sign === '\n' && quote !== '`') return undefined;
      if (quote === '`' && sign === '$' && this.text[at + 1] === '{') return undefined;
      if (sign === '\\') value += this.text[++at] ?? '';
      else value += sign;
    }
    return undefined;
  }

  /** A comma, or the end, which stays. */
  #ends(closing: string): boolean {
    this.#skip();
    return this.#take(',') || this.text[this.at] === closing;
  }

  #take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  #skip(): void {
    for (;;) {
      const [blank = ''] = /^(?:\s+|\/\/[^\n]*|#[^\n]*)/.exec(this.text.slice(this.at, this.at + 400)) ?? [];
      if (blank === '' || this.at >= this.#end) return;
      this.at += blank.length;
    }
  }
}
