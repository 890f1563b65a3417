import { choice, hole, knownText, type Piece, unknown, type Value } from '../../../value/index.js';
import { type Code, isPunctuation, isWord, skip, split } from '../lexing/code.js';
import { callAt, initialiserAt, structLiteralAt, typedLiteralAt } from '../lexing/literal-brackets.js';
import type { StringToken } from '../lexing/tokens.js';
import { KEEPING, SCALARS, TRANSPARENT_WORDS } from '../words/vocabulary.js';
import { CallValues } from './call-values.js';
import type { Evaluated, Evaluator } from './evaluate.js';
import { piecesOf } from './pieces.js';

/** Branches of one conditional value. */
const MAX_BRANCHES = 6;

/** Operands: literals, names, parentheses and collections, with the member accesses and calls behind them. */
export class Operands {
  readonly #calls: CallValues;
  readonly code: Code;

  constructor(readonly evaluator: Evaluator) {
    this.code = evaluator.code;
    this.#calls = new CallValues(evaluator);
  }

  /** The operand that begins at a token, with the members and calls behind it. */
  operand(start: number): Evaluated {
    const { tokens, code } = { tokens: this.code.tokens, code: this.code };
    let at = start;
    let guard = 0;
    for (;;) {
      const token = tokens[at];
      if (guard++ > 24) return { value: unknown('too many prefixes'), end: at };
      if (
        token?.kind === 'word' &&
        TRANSPARENT_WORDS.has(token.text) &&
        tokens[at + 1]?.kind !== 'punctuation'
      )
        at++;
      else if (token?.kind === 'word' && token.text === 'new' && isPunctuation(tokens[at + 1], '{')) at++;
      else if (
        token?.kind === 'punctuation' &&
        ['&', '*', '-', '@', '...', '\\', '%', '#', '::', '!'].includes(token.text)
      )
        at++;
      else break;
    }
    const initialiser = initialiserAt(this.code, at);
    if (initialiser >= 0)
      return { value: this.evaluator.collectionAt(initialiser), end: skip(code, initialiser) };
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline') return { value: unknown('nothing'), end: at };
    if (token.kind === 'string') return this.#postfix(at, this.literal(token), at + 1);
    if (token.kind === 'number') {
      const origin = this.evaluator.originOf(at, at + 1);
      const number = Number(token.text.replace(/(?<![_uUlLfFn])[_uUlLfFn]+$/g, '').replaceAll('_', ''));
      return {
        value: Number.isNaN(number) ? unknown('a number', origin) : { kind: 'scalar', value: number, origin },
        end: at + 1,
      };
    }
    if (token.kind === 'word') return this.#chain(at);
    if (token.kind === 'comment') return { value: unknown('nothing'), end: at + 1 };
    const after = skip(code, at);
    switch (token.text) {
      case '(':
        return this.#postfix(at, this.#parenthesised(at), after);
      case '[':
        return this.#composite(at);
      case '{':
        return this.#postfix(at, this.evaluator.collectionAt(at), after);
      default:
        return {
          value: unknown('not a value', this.evaluator.originOf(at, at + 1)),
          end: at + (token.text === ':' ? 0 : 1) === start ? start + 1 : at + 1,
        };
    }
  }

  /** `[…]`, and Go's `[]T{…}` and `[…]T{…}`. */
  #composite(at: number): Evaluated {
    const after = skip(this.code, at);
    if (this.code.syntax.typesFirst === true) {
      const brace = typedLiteralAt(this.code, after);
      if (brace >= 0) return { value: this.evaluator.collectionAt(brace), end: skip(this.code, brace) };
      // A conversion, `[]byte(text)`, keeps what it is given.
      const [given] = isPunctuation(this.code.tokens[after + 1], '(') ? this.#calls.arguments(after + 1) : [];
      if (given !== undefined) return { value: given, end: skip(this.code, after + 1) };
    }
    return this.#postfix(at, this.evaluator.collectionAt(at), after);
  }

  #parenthesised(at: number): Value {
    const parts = split(this.code, at);
    const [first] = parts;
    if (first === undefined)
      return {
        kind: 'array',
        items: [],
        open: false,
        origin: this.evaluator.originOf(at, skip(this.code, at)),
      };
    if (parts.length === 1 && !this.#hasPair(first.start, first.end))
      return this.evaluator.between(first.start, first.end);
    return this.evaluator.collectionAt(at);
  }

  #hasPair(start: number, end: number): boolean {
    for (let at = start; at < end; at = skip(this.code, at)) {
      if (isPunctuation(this.code.tokens[at], '=>')) return true;
    }
    return false;
  }

  /** A literal with its unknown parts looked up. */
  literal(token: StringToken): Value {
    const { path } = this.code.file;
    const pieces: Piece[] = [];
    for (const part of token.parts) {
      if (part.kind === 'text') {
        const origin = { file: path, start: part.start, end: part.end };
        pieces.push({
          kind: 'text',
          text: part.text,
          origin,
          ...(part.offsets === undefined ? {} : { offsets: part.offsets }),
        });
        continue;
      }
      for (const one of this.#interpolated(part.start, part.end)) pieces.push(one);
    }
    const [first] = token.parts;
    const last = token.parts.at(-1);
    const origin =
      first === undefined || last === undefined
        ? { file: path, start: token.start, end: token.end }
        : { file: path, start: first.start, end: last.end };
    return { kind: 'text', pieces, origin };
  }

  #interpolated(start: number, end: number): readonly Piece[] {
    const origin = { file: this.code.file.path, start, end };
    const written = this.code.file.text.slice(start, end).trim();
    // A name or a member access, perhaps with a format after it: `zone!r`, `port:05d`.
    const found = /^[$@]?([A-Za-z_]\w*(?:\s*(?:\.|->|::|\?\.)\s*@?\w+)*)(?:\s*[:!][\w<>^.]*)?$/.exec(written);
    const name = found?.[1] ?? written;
    if (found !== null) {
      const names = name.split(/\.|->|::|\?\./).map((one) => one.trim());
      const value = this.evaluator.names.resolve(names, start);
      if (value !== null) return piecesOf(value);
    }
    const [, base = '', key = ''] = /^[$@]?([A-Za-z_]\w*)\[\s*:?["']?([\w-]+)["']?\s*\]$/.exec(written) ?? [];
    const whole = base === '' ? null : this.evaluator.names.resolve([base], start);
    const part = whole === null ? null : this.evaluator.part(whole, key, base);
    if (part !== null) return piecesOf(part);
    return [hole(origin, name.length > 80 ? name.slice(0, 80) : name)];
  }

  /** Member accesses and calls behind a value. */
  #postfix(start: number, value: Value, from: number): Evaluated {
    const { tokens, syntax } = this.code;
    let current = value;
    let at = from;
    for (;;) {
      const token = tokens[at];
      const member = tokens[at + 1];
      if (
        token?.kind === 'punctuation' &&
        syntax.access.includes(token.text) &&
        member?.kind === 'word' &&
        !(token.text === ':' && syntax.access.length > 2)
      ) {
        const call = callAt(this.code, at + 2);
        if (call < 0) {
          const part = this.evaluator.partAt(start, current, member.text);
          if (part !== null) current = part;
          else if (!KEEPING.has(member.text.toLowerCase()) || current.kind === 'unknown')
            current = unknown('a member', this.evaluator.originOf(start, at + 2));
          at += 2;
          continue;
        }
        current = this.#calls.method(current, member.text, call, start);
        at = skip(this.code, call);
        continue;
      }
      if (
        isPunctuation(token, '[') &&
        tokens[at - 1]?.kind !== 'newline' &&
        token !== undefined &&
        token.start === tokens[at - 1]?.end
      ) {
        const end = skip(this.code, at);
        const key = this.evaluator.between(at + 1, end - 1);
        current =
          this.evaluator.partAt(start, current, knownText(key) ?? '') ??
          unknown('an item', this.evaluator.originOf(start, end));
        at = end;
        continue;
      }
      return { value: current, end: at };
    }
  }

  #chain(start: number): Evaluated {
    const { tokens, syntax } = this.code;
    const names: string[] = [];
    let at = start;
    for (;;) {
      const token = tokens[at];
      if (token?.kind !== 'word') break;
      names.push(token.text);
      at++;
      const mark = tokens[at];
      if (
        mark?.kind === 'punctuation' &&
        syntax.access.includes(mark.text) &&
        tokens[at + 1]?.kind === 'word'
      ) {
        at++;
        continue;
      }
      break;
    }
    const [first = ''] = names;
    const scalar = SCALARS.get(first);
    if (names.length === 1 && scalar !== undefined) {
      return {
        value: { kind: 'scalar', value: scalar, origin: this.evaluator.originOf(start, at) },
        end: at,
      };
    }
    if (first === 'map' && isPunctuation(tokens[at], '[')) {
      const brace = typedLiteralAt(this.code, skip(this.code, at));
      if (brace >= 0) return this.#postfix(start, this.evaluator.collectionAt(brace), skip(this.code, brace));
    }
    const chosen = first === 'if' && names.length === 1 ? this.#conditional(start) : null;
    if (chosen !== null) return chosen;
    if (
      /^(?:if|case|switch|match|when|fn|func|function|lambda|sub|proc|do)$/.test(first) &&
      names.length === 1
    ) {
      return { value: unknown('code', this.evaluator.originOf(start, at)), end: at };
    }
    const call = callAt(this.code, at);
    if (call >= 0) {
      const value = this.#calls.call(names, call, start);
      return this.#postfix(start, value, skip(this.code, call));
    }
    const brace = structLiteralAt(this.code, at, names);
    if (brace >= 0) return this.#postfix(start, this.evaluator.collectionAt(brace), skip(this.code, brace));
    const resolved = this.evaluator.names.resolve(names, tokens[start]?.start ?? 0, start);
    const origin = this.evaluator.originOf(start, at);
    const name = this.evaluator.written(start, at);
    const part = resolved ?? this.#member(names, start);
    if (part !== null) return this.#postfix(start, part, at);
    const value: Value = { kind: 'text', pieces: [hole(origin, name)], origin };
    return this.#indexed(start, at, value);
  }

  /** `config.settings`, of an object that the program writes out. */
  #member([first = '', ...rest]: readonly string[], start: number): Value | null {
    if (rest.length === 0) return null;
    let value = this.evaluator.names.resolve([first], this.code.tokens[start]?.start ?? 0, start);
    for (const name of rest) value = value === null ? null : this.evaluator.partAt(start, value, name);
    return value;
  }

  /** `if c { a } else { b }` and `if (c) a else b` as a value; null without an alternative. */
  #conditional(start: number): Evaluated | null {
    const { tokens } = this.code;
    const values: Value[] = [];
    let at = start + 1;
    for (let branch = 0; branch < MAX_BRANCHES; branch++) {
      if (isPunctuation(tokens[at], '(')) at = skip(this.code, at);
      for (let guard = 0; guard < 24 && this.#isCondition(at, start); guard++) at = skip(this.code, at);
      at = this.#branch(at, values);
      if (isWord(tokens[at], 'elseif') || (isWord(tokens[at], 'else') && isWord(tokens[at + 1], 'if'))) {
        at += isWord(tokens[at], 'else') ? 2 : 1;
        continue;
      }
      if (!isWord(tokens[at], 'else')) return null;
      const end = this.#branch(at + 1, values);
      return { value: choice(values, this.evaluator.originOf(start, end)), end };
    }
    return null;
  }

  /** A condition without parentheses goes on to the brace of its branch. */
  #isCondition(at: number, start: number): boolean {
    const token = this.code.tokens[at];
    if (token === undefined || isPunctuation(token, '{')) return false;
    return !isPunctuation(this.code.tokens[start + 1], '(') && token.kind !== 'newline';
  }

  /** The value of a branch, and where what follows it begins. */
  #branch(at: number, values: Value[]): number {
    const { tokens } = this.code;
    if (isPunctuation(tokens[at], '{')) {
      const close = skip(this.code, at) - 1;
      const from = tokens[at + 1]?.kind === 'newline' ? at + 2 : at + 1;
      const to = tokens[close - 1]?.kind === 'newline' ? close - 1 : close;
      values.push(this.evaluator.between(from, to));
      return tokens[close + 1]?.kind === 'newline' && isWord(tokens[close + 2], 'else')
        ? close + 2
        : close + 1;
    }
    const { value, end } = this.evaluator.at(at);
    values.push(value);
    return end;
  }

  /** Index accesses behind a name stay part of the name: `row["id"]`. */
  #indexed(start: number, from: number, value: Value): Evaluated {
    const { tokens } = this.code;
    let at = from;
    while (isPunctuation(tokens[at], '[') && tokens[at]?.start === tokens[at - 1]?.end)
      at = skip(this.code, at);
    if (at === from) return this.#postfix(start, value, from);
    const origin = this.evaluator.originOf(start, at);
    return this.#postfix(
      start,
      { kind: 'text', pieces: [hole(origin, this.evaluator.written(start, at))], origin },
      at,
    );
  }
}
