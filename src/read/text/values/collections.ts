import { knownText, type Property, type Value } from '../../../value/index.js';
import { isPunctuation, skip, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { MAX_ELEMENTS } from '../words/vocabulary.js';
import type { Evaluator } from './evaluate.js';
import { snakeCase } from './pieces.js';

/** Literals of objects and lists, and calls that build them, in the notations of all languages. */
export class Collections {
  constructor(readonly evaluator: Evaluator) {}

  /** Keys with values, or items, between a bracket and its partner. */
  collection(open: number): Value {
    const { tokens, syntax } = this.evaluator.code;
    const parts = split(
      this.evaluator.code,
      open,
      syntax.newlines || syntax.typedFunctions ? [',', ';', '\n'] : [',', ';'],
    ).slice(0, MAX_ELEMENTS);
    const properties: Property[] = [];
    const items: Value[] = [];
    let spread = false;
    for (const part of parts) {
      const property = this.#property(part.start, part.end);
      if (property !== null) properties.push(property);
      else if (isPunctuation(tokens[part.start], '...') || isPunctuation(tokens[part.start], '**'))
        spread = true;
      else items.push(this.evaluator.between(part.start, part.end));
    }
    const origin = this.evaluator.originOf(open, skip(this.evaluator.code, open));
    return properties.length > 0 || (parts.length === 0 && this.#isEmptyObject(open))
      ? { kind: 'object', properties, open: spread || items.length > 0, origin }
      : { kind: 'array', items, open: spread, origin };
  }

  /** `{}` by itself; behind a type, as in `[]string{}`, it may be a list. */
  #isEmptyObject(open: number): boolean {
    const { tokens } = this.evaluator.code;
    const before = tokens[open - 1];
    return (
      isPunctuation(tokens[open], '{') &&
      before?.kind === 'punctuation' &&
      [':', '=', '(', ',', '[', '=>'].includes(before.text)
    );
  }

  #property(start: number, end: number): Property | null {
    const { tokens, syntax, file } = this.evaluator.code;
    let mark = -1;
    for (let at = start; at < end && at < start + 8; at = skip(this.evaluator.code, at)) {
      const token = tokens[at];
      if (
        token?.kind === 'punctuation' &&
        (token.text === '=>' || token.text === '=' || (token.text === ':' && at > start))
      ) {
        mark = at;
        break;
      }
      if (token?.kind === 'word' && at > start && syntax.pairs?.includes(token.text) === true) mark = at;
      if (token?.kind === 'punctuation' && syntax.pairs?.includes(token.text) === true) mark = at;
      if (mark >= 0) break;
    }
    if (mark < 0) return this.#bracedPair(start, end);
    const key = this.#key(start, mark);
    if (key === null) return null;
    // Ruby writes `key: value`, the lexer sees `key` `:`; Elixir and Ruby symbols keep their colon in front.
    const value = this.evaluator.between(mark + 1, end);
    return {
      key: key.text,
      keyOrigin: { file: file.path, start: key.start, end: key.end },
      value,
      origin: this.evaluator.originOf(start, end),
    };
  }

  /** C#'s `{ "key", value }`. */
  #bracedPair(start: number, end: number): Property | null {
    const { tokens, syntax } = this.evaluator.code;
    if (
      syntax.ecosystem !== 'nuget' ||
      !isPunctuation(tokens[start], '{') ||
      skip(this.evaluator.code, start) !== end
    )
      return null;
    const [keyPart, valuePart, more] = split(this.evaluator.code, start);
    if (keyPart === undefined || valuePart === undefined || more !== undefined) return null;
    const key = this.evaluator.between(keyPart.start, keyPart.end);
    const content = knownText(key);
    if (content === null) return null;
    return {
      key: content,
      keyOrigin: key.origin,
      value: this.evaluator.between(valuePart.start, valuePart.end),
      origin: this.evaluator.originOf(start, end),
    };
  }

  /** The text of a constant that stands as a key. */
  #constantKey(
    start: number,
    end: number,
  ): { readonly text: string; readonly start: number; readonly end: number } | null {
    const content = knownText(this.evaluator.between(start, end));
    const token = this.evaluator.code.tokens[start];
    return content === null || token === undefined
      ? null
      : { text: content, start: token.start, end: token.end };
  }

  #key(
    start: number,
    end: number,
  ): { readonly text: string; readonly start: number; readonly end: number } | null {
    const { tokens, syntax } = this.evaluator.code;
    let at = start;
    while (
      at < end &&
      tokens[at]?.kind === 'punctuation' &&
      [':', '[', '.', '-'].includes((tokens[at] as { text: string }).text)
    )
      at++;
    const token = tokens[at];
    if (token?.kind === 'string') {
      const content = knownText(this.evaluator.literal(token));
      const [first] = token.parts;
      const last = token.parts.at(-1);
      return content === null || first === undefined || last === undefined
        ? null
        : { text: content, start: first.start, end: last.end };
    }
    if (token?.kind !== 'word') return null;
    if (syntax.quotedKeys === true && !isPunctuation(tokens[end], '=')) return this.#constantKey(at, end);
    const name = bareName(token.text);
    return {
      text: syntax.pascalFields === true ? snakeCase(name) : name,
      start: token.start,
      end: token.end,
    };
  }

  alternating(call: number): Value {
    const parts = split(this.evaluator.code, call);
    const properties: Property[] = [];
    for (let index = 0; index + 1 < parts.length; index += 2) {
      const keyPart = parts[index];
      const valuePart = parts[index + 1];
      if (keyPart === undefined || valuePart === undefined) break;
      const key = this.evaluator.between(keyPart.start, keyPart.end);
      const content = knownText(key);
      if (content === null) continue;
      const value = this.evaluator.between(valuePart.start, valuePart.end);
      properties.push({
        key: content,
        keyOrigin: key.origin,
        value,
        origin: this.evaluator.originOf(keyPart.start, valuePart.end),
      });
    }
    return {
      kind: 'object',
      properties,
      open: false,
      origin: this.evaluator.originOf(call, skip(this.evaluator.code, call)),
    };
  }
}
