/** Reads queries of GraphQL, as far as programs write them to the analytics API: one operation, no fragments. */
import { isObject, type Json, type JsonObject } from '../core/json.js';

export interface QueryField {
  /** The key of the answer: the alias, or the name. */
  readonly key: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly fields: readonly QueryField[] | null;
}

export type ParsedQuery =
  | { readonly ok: true; readonly fields: readonly QueryField[] }
  | { readonly ok: false; readonly message: string };

/** Variables stand for their values; an enum value is the text of its name. */
export function parseQuery(text: string, variables: JsonObject): ParsedQuery {
  try {
    return { ok: true, fields: new QueryReader(text, variables).operation() };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    return { ok: false, message: error.message };
  }
}

class QuerySyntaxError extends Error {}

const TOKEN =
  /#[^\n]*|[\s,]+|("(?:[^"\\\n]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[{}()[\]:!=$@|&])|(.)/gs;
const NAME = /^[A-Za-z_]\w*$/;
const DEEPEST = 50;

class QueryReader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(
    text: string,
    private readonly variables: JsonObject,
  ) {
    this.#tokens = [...text.matchAll(TOKEN)].flatMap(([, token, other]) => {
      if (other !== undefined) throw new QuerySyntaxError(`unexpected ${JSON.stringify(other)}`);
      return token ?? [];
    });
  }

  operation(): readonly QueryField[] {
    if (this.#peek() === 'query') {
      this.#next();
      if (NAME.test(this.#peek())) this.#next();
      if (this.#peek() === '(') this.#skipParentheses();
    }
    const fields = this.#selection();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return fields;
  }

  #selection(): readonly QueryField[] {
    if (++this.#depth > DEEPEST) throw new QuerySyntaxError('the query is nested too deeply');
    this.#expect('{');
    const fields: QueryField[] = [];
    while (this.#peek() !== '}') fields.push(this.#field());
    this.#next();
    this.#depth -= 1;
    if (fields.length === 0) throw new QuerySyntaxError('a selection names no field');
    return fields;
  }

  #field(): QueryField {
    const first = this.#name();
    const isAlias = this.#peek() === ':';
    if (isAlias) this.#next();
    const name = isAlias ? this.#name() : first;
    const given = this.#peek() === '(' ? this.#arguments('(', ')') : {};
    const fields = this.#peek() === '{' ? this.#selection() : null;
    return { key: first, name, arguments: given, fields };
  }

  #arguments(open: string, close: string): JsonObject {
    this.#expect(open);
    const entries: [string, Json][] = [];
    while (this.#peek() !== close) {
      const name = this.#name();
      this.#expect(':');
      entries.push([name, this.#value()]);
    }
    this.#next();
    return Object.fromEntries(entries);
  }

  #value(): Json {
    if (++this.#depth > DEEPEST) throw new QuerySyntaxError('the query is nested too deeply');
    try {
      const token = this.#peek();
      if (token === '{') return this.#arguments('{', '}');
      if (token === '[') return this.#list();
      if (token === '$') {
        this.#next();
        const name = this.#name();
        if (!Object.hasOwn(this.variables, name))
          throw new QuerySyntaxError(`variable $${name} is not given`);
        return this.variables[name] ?? null;
      }
      this.#next();
      if (token.startsWith('"') || /^-?\d/.test(token)) return JSON.parse(token) as Json;
      if (token === 'true' || token === 'false' || token === 'null') return JSON.parse(token) as Json;
      if (NAME.test(token)) return token;
      this.#at -= 1;
      throw this.#unexpected();
    } finally {
      this.#depth -= 1;
    }
  }

  #list(): Json {
    this.#expect('[');
    const items: Json[] = [];
    while (this.#peek() !== ']') items.push(this.#value());
    this.#next();
    return items;
  }

  #skipParentheses(): void {
    let depth = 0;
    do {
      const token = this.#next();
      if (token === '(') depth += 1;
      if (token === ')') depth -= 1;
    } while (depth > 0);
  }

  #name(): string {
    if (!NAME.test(this.#peek())) throw this.#unexpected();
    return this.#next();
  }

  #expect(token: string): void {
    if (this.#peek() !== token) throw this.#unexpected();
    this.#at += 1;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #next(): string {
    if (this.#at >= this.#tokens.length) throw this.#unexpected();
    return this.#tokens[this.#at++] ?? '';
  }

  #unexpected(): QuerySyntaxError {
    const token = this.#peek();
    return new QuerySyntaxError(
      token === '' ? 'the query ends too early' : `unexpected ${JSON.stringify(token)}`,
    );
  }
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
