import { choice, hole, type Origin, type Piece, unknown, type Value } from '../../value/index.js';
import { Budget } from './budget.js';
import { CallValues } from './call-values.js';
import { type Code, isPunctuation, isWord, skip, split } from './code.js';
import { Collections } from './collections.js';
import { applyFormat, itemsOf } from './format.js';
import { Names, type Outside } from './names.js';
import { joined, piecesOf } from './pieces.js';
import { bareName, type Scopes } from './scopes.js';
import type { StringToken, Token } from './tokens.js';
import { KEEPING, SCALARS, TRANSPARENT_WORDS } from './vocabulary.js';

/**
 * What an expression of any described language is known to be.
 *
 * One recursive descent serves all languages: operands (literals, names with member accesses and calls,
 * parentheses, collections) joined by the operators that the syntax names. It looks values of names up in the
 * same file, follows a call of a function of the file to what it returns, and gives up with an unknown value
 * that keeps its name. Nothing is evaluated twice from the same place unless recursion cut it short, so that the
 * work is about linear in the tokens looked at; where it is not, a budget for each question, and one for the
 * file, ends it (`budget.ts`).
 */
export interface Evaluated {
  readonly value: Value;
  /** First token after the expression. */
  readonly end: number;
}

const MAX_DEPTH = 40;

export class Evaluator {
  readonly names: Names;
  readonly #collections: Collections;
  readonly #expressions = new Map<number, Evaluated>();
  readonly #calls: CallValues;
  readonly budget: Budget;
  #depth = 0;

  constructor(
    readonly code: Code,
    readonly scopes: Scopes,
    outside: Outside = () => null,
  ) {
    this.budget = new Budget(code.tokens.length);
    this.names = new Names(code, scopes, outside, (start) => this.at(start), this.budget);
    this.#collections = new Collections(this);
    this.#calls = new CallValues(this);
  }

  /** The expression that begins at a token. */
  at(start: number): Evaluated {
    const known = this.#expressions.get(start);
    if (known !== undefined) return known;
    if (this.#depth === 0) this.budget.ask();
    if (this.#depth > MAX_DEPTH || !this.budget.spend()) {
      this.budget.cut();
      return { value: unknown('nested too deep'), end: start + 1 };
    }
    const cutsBefore = this.budget.cuts;
    this.#depth++;
    const { value, end } = this.#choice(start);
    this.#depth--;
    const found = { value: this.budget.bounded(value), end };
    // Values that were cut short by recursion are right only for the one who asked.
    if (this.#depth === 0 || this.budget.cuts === cutsBefore) this.#expressions.set(start, found);
    return found;
  }

  /** What stands between a bracket and its partner, as an object or a list. */
  collectionAt(open: number): Value {
    return this.#collections.collection(open);
  }

  /** The same for a call that gives keys and values by turns. */
  alternatingAt(open: number): Value {
    return this.#collections.alternating(open);
  }

  /** The value that an argument or element spells; unknown when it is more than an expression we know. */
  between(start: number, end: number): Value {
    const { value, end: reached } = this.at(start);
    const rest = this.code.tokens[reached];
    if (reached >= end) return value;
    const trailing = rest?.kind === 'word' && /^(?:as|to|is)$/.test(rest.text);
    const mark = rest?.kind === 'punctuation' && ['!', ';', '?'].includes(rest.text);
    return trailing || mark || this.#isEncoded(reached)
      ? value
      : unknown('more than a value', this.originOf(start, end));
  }

  /** `$body | ConvertTo-Json` */
  #isEncoded(pipe: number): boolean {
    const { tokens, syntax } = this.code;
    return (
      syntax.formatOperator === '-f' &&
      isPunctuation(tokens[pipe], '|') &&
      isWord(tokens[pipe + 1], 'ConvertTo') &&
      isWord(tokens[pipe + 3], 'Json')
    );
  }

  originOf(start: number, end: number): Origin | null {
    const first = this.code.tokens[start];
    const last = this.code.tokens[end - 1] ?? first;
    return first === undefined || last === undefined
      ? null
      : { file: this.code.file.path, start: first.start, end: Math.max(first.end, last.end) };
  }

  /** Conditions, alternatives and defaults: any of the values may be the one. */
  #choice(start: number): Evaluated {
    const first = this.#joined(start);
    const next = this.code.tokens[first.end];
    if (isWord(next, 'if') && this.code.syntax.docstrings === true) {
      const otherwise = this.#seek(first.end, (token) => isWord(token, 'else'));
      if (otherwise < 0) return first;
      const second = this.at(otherwise + 1);
      return {
        value: choice([first.value, second.value], this.originOf(start, second.end)),
        end: second.end,
      };
    }
    if (next?.kind === 'punctuation' && ['??', '||', '?:'].includes(next.text)) {
      const second = this.at(first.end + 1);
      return {
        value: choice([first.value, second.value], this.originOf(start, second.end)),
        end: second.end,
      };
    }
    if (isWord(next, 'or') && this.code.syntax.docstrings === true) {
      const second = this.at(first.end + 1);
      return {
        value: choice([first.value, second.value], this.originOf(start, second.end)),
        end: second.end,
      };
    }
    const question = this.#ternary(first.end);
    if (question < 0) return first;
    const yes = this.at(question + 1);
    if (!isPunctuation(this.code.tokens[yes.end], ':')) return first;
    const no = this.at(yes.end + 1);
    return { value: choice([yes.value, no.value], this.originOf(start, no.end)), end: no.end };
  }

  /** The `?` of a condition that begins with the operand before `from`, or -1. */
  #ternary(from: number): number {
    const { tokens, syntax } = this.code;
    if (syntax.docstrings === true || syntax.access.includes('?')) return -1;
    for (let at = from; at < from + 24; at = skip(this.code, at)) {
      const token = tokens[at];
      if (token === undefined || token.kind === 'newline') return -1;
      if (token.kind !== 'punctuation') continue;
      if (token.text === '?') return at;
      if ([',', ';', ')', ']', '}', ':', '=>', '=', ':='].includes(token.text)) return -1;
    }
    return -1;
  }

  #seek(from: number, wanted: (token: Token | undefined) => boolean): number {
    for (let at = from; at < from + 60; at = skip(this.code, at)) {
      const token = this.code.tokens[at];
      if (wanted(token)) return at;
      if (token === undefined || token.kind === 'newline') return -1;
      if (token.kind === 'punctuation' && [',', ';', ')', ']', '}'].includes(token.text)) return -1;
    }
    return -1;
  }

  /** Operands joined to one text. */
  #joined(start: number): Evaluated {
    let { value, end } = this.#operand(start);
    const { tokens, syntax } = this.code;
    for (;;) {
      const next = tokens[end];
      if (next?.kind === 'punctuation' && syntax.joins.includes(next.text)) {
        const right = this.#operand(end + 1);
        value = joined(value, right.value, this.originOf(start, right.end));
        end = right.end;
      } else if (syntax.adjacent && next?.kind === 'string' && tokens[end - 1]?.kind === 'string') {
        const right = this.#operand(end);
        value = joined(value, right.value, this.originOf(start, right.end));
        end = right.end;
      } else if (syntax.formatOperator === '%' && isPunctuation(next, '%') && value.kind === 'text') {
        const right = this.#operand(end + 1);
        value = applyFormat(value, itemsOf(right.value), this.originOf(start, right.end));
        end = right.end;
      } else if (syntax.formatOperator === '-f' && value.kind === 'text' && this.#isDashF(end)) {
        const items: Value[] = [];
        let at = end + 2;
        for (;;) {
          const item = this.#operand(at);
          items.push(item.value);
          at = item.end;
          if (!isPunctuation(tokens[at], ',')) break;
          at++;
        }
        value = applyFormat(value, items, this.originOf(start, at));
        end = at;
      } else return { value, end };
    }
  }

  #isDashF(at: number): boolean {
    return isPunctuation(this.code.tokens[at], '-') && isWord(this.code.tokens[at + 1], 'f');
  }

  #operand(start: number): Evaluated {
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
    const initialiser = this.#initialiser(at);
    if (initialiser >= 0)
      return { value: this.#collections.collection(initialiser), end: skip(code, initialiser) };
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline') return { value: unknown('nothing'), end: at };
    if (token.kind === 'string') return this.#postfix(at, this.literal(token), at + 1);
    if (token.kind === 'number') {
      const origin = this.originOf(at, at + 1);
      const number = Number(token.text.replace(/[_uUlLfFn]+$/g, '').replaceAll('_', ''));
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
        return this.#postfix(at, this.#collections.collection(at), after);
      default:
        return {
          value: unknown('not a value', this.originOf(at, at + 1)),
          end: at + (token.text === ':' ? 0 : 1) === start ? start + 1 : at + 1,
        };
    }
  }

  /** The `{` of C#'s `new[] { … }`, `new List<T> { … }`, `new T(…) { … }`, or -1. */
  #initialiser(start: number): number {
    const { tokens, syntax } = this.code;
    const made = isWord(tokens[start], 'new') || isWord(tokens[start - 1], 'new');
    if (syntax.ecosystem !== 'nuget' || !made) return -1;
    for (let at = start; at < start + 16; ) {
      const token = tokens[at];
      if (token?.kind !== 'word' && token?.kind !== 'punctuation') return -1;
      if (token.kind === 'punctuation') {
        if (token.text === '{') return at;
        if (!['[', '(', '<', '>', '>>', '.', ',', '?'].includes(token.text)) return -1;
      }
      at = token.kind === 'punctuation' && token.text !== '<' ? skip(this.code, at) : at + 1;
    }
    return -1;
  }

  /** `[…]`, and Go's `[]T{…}` and `[…]T{…}`. */
  #composite(at: number): Evaluated {
    const after = skip(this.code, at);
    if (this.code.syntax.pascalFields === true && this.code.syntax.newlines) {
      const brace = this.#typedLiteral(after);
      if (brace >= 0) return { value: this.#collections.collection(brace), end: skip(this.code, brace) };
      // A conversion, `[]byte(text)`, keeps what it is given.
      const [given] = isPunctuation(this.code.tokens[after + 1], '(') ? this.#calls.arguments(after + 1) : [];
      if (given !== undefined) return { value: given, end: skip(this.code, after + 1) };
    }
    return this.#postfix(at, this.#collections.collection(at), after);
  }

  /** The `{` after a type that begins at `from`, or -1. */
  #typedLiteral(from: number): number {
    const { tokens } = this.code;
    for (let at = from; at < from + 14; at++) {
      const token = tokens[at];
      if (token === undefined || token.kind === 'newline' || token.kind === 'string') return -1;
      if (token.kind === 'word') {
        // `interface{}` and `struct{}` are types themselves.
        if (/^(?:interface|struct)$/.test(token.text) && isPunctuation(tokens[at + 1], '{'))
          at = skip(this.code, at + 1) - 1;
        continue;
      }
      if (token.kind !== 'punctuation') return -1;
      if (token.text === '{') return at;
      if (token.text === '[') at = skip(this.code, at) - 1;
      else if (!['.', '*'].includes(token.text)) return -1;
    }
    return -1;
  }

  #parenthesised(at: number): Value {
    const parts = split(this.code, at);
    const [first] = parts;
    if (first === undefined)
      return { kind: 'array', items: [], open: false, origin: this.originOf(at, skip(this.code, at)) };
    if (parts.length === 1 && !this.#hasPair(first.start, first.end))
      return this.between(first.start, first.end);
    return this.#collections.collection(at);
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
      pieces.push(...this.#interpolated(part.start, part.end));
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
      const names = name.split(/\s*(?:\.|->|::|\?\.)\s*/);
      const value = this.names.resolve(names, start);
      if (value !== null) return piecesOf(value);
    }
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
        const call = this.#callAfter(at + 2);
        if (call < 0) {
          if (KEEPING.has(member.text.toLowerCase()) && current.kind !== 'unknown') at += 2;
          else {
            current = unknown('a member', this.originOf(start, at + 2));
            at += 2;
          }
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
        current = unknown('an item', this.originOf(start, skip(this.code, at)));
        at = skip(this.code, at);
        continue;
      }
      return { value: current, end: at };
    }
  }

  /** The `(` of a call right after `at`, past type arguments; -1 if none. */
  #callAfter(at: number): number {
    const { tokens } = this.code;
    const token = tokens[at];
    if (isPunctuation(token, '(') && (this.code.partner[at] ?? -1) > 0) return at;
    if (isPunctuation(token, '!') && ['(', '[', '{'].some((open) => isPunctuation(tokens[at + 1], open)))
      return at + 1;
    if (isPunctuation(token, '<') || (isPunctuation(token, '::') && isPunctuation(tokens[at + 1], '<'))) {
      for (let index = at + 1; index < at + 20; index++) {
        const inner = tokens[index];
        if (inner === undefined || inner.kind === 'newline' || inner.kind === 'string') return -1;
        if (inner.kind === 'punctuation' && (inner.text === '>' || inner.text === '>>')) {
          if (isPunctuation(tokens[index + 1], '(')) return index + 1;
        } else if (
          inner.kind === 'punctuation' &&
          !['<', ',', '.', '[', ']', '?', '::', '&', '*', '('].includes(inner.text)
        )
          return -1;
      }
    }
    return -1;
  }

  /** `name=value`, `name: value`: the name and where the value begins. */
  namedArgument(
    start: number,
  ): { readonly name: string; readonly value: number; readonly at: number } | null {
    const { tokens } = this.code;
    const name = tokens[start];
    const mark = tokens[start + 1];
    if (name?.kind === 'word' && mark?.kind === 'punctuation' && (mark.text === '=' || mark.text === ':')) {
      return { name: bareName(name.text), value: start + 2, at: start };
    }
    return null;
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
      return { value: { kind: 'scalar', value: scalar, origin: this.originOf(start, at) }, end: at };
    }
    if (first === 'map' && isPunctuation(tokens[at], '[')) {
      const brace = this.#typedLiteral(skip(this.code, at));
      if (brace >= 0)
        return this.#postfix(start, this.#collections.collection(brace), skip(this.code, brace));
    }
    if (
      /^(?:if|case|switch|match|when|fn|func|function|lambda|sub|proc|do)$/.test(first) &&
      names.length === 1
    ) {
      return { value: unknown('code', this.originOf(start, at)), end: at };
    }
    const call = this.#callAfter(at);
    if (call >= 0) {
      const value = this.#calls.call(names, call, start);
      return this.#postfix(start, value, skip(this.code, call));
    }
    const brace = this.#structLiteral(at, names);
    if (brace >= 0) return this.#postfix(start, this.#collections.collection(brace), skip(this.code, brace));
    const resolved = this.names.resolve(names, tokens[start]?.start ?? 0, start);
    const origin = this.originOf(start, at);
    const name = this.written(start, at);
    if (resolved !== null) return this.#postfix(start, resolved, at);
    const value: Value = { kind: 'text', pieces: [hole(origin, name)], origin };
    return this.#indexed(start, at, value);
  }

  /** Index accesses behind a name stay part of the name: `row["id"]`. */
  #indexed(start: number, from: number, value: Value): Evaluated {
    const { tokens } = this.code;
    let at = from;
    while (isPunctuation(tokens[at], '[') && tokens[at]?.start === tokens[at - 1]?.end)
      at = skip(this.code, at);
    if (at === from) return this.#postfix(start, value, from);
    const origin = this.originOf(start, at);
    return this.#postfix(
      start,
      { kind: 'text', pieces: [hole(origin, this.written(start, at))], origin },
      at,
    );
  }

  written(start: number, end: number): string {
    const origin = this.originOf(start, end);
    return origin === null
      ? ''
      : this.code.file.text.slice(origin.start, Math.min(origin.end, origin.start + 80));
  }

  /** The `{` of `T { a: 1 }`, `T{A: 1}`, `new T { A = 1 }`, or -1. */
  #structLiteral(at: number, names: readonly string[]): number {
    const { tokens, syntax } = this.code;
    if (!isPunctuation(tokens[at], '{') || syntax.bodies !== 'braces') return -1;
    const last = names.at(-1) ?? '';
    if (!/^[A-Z]/.test(last) && last !== 'new') return -1;
    return ['go', 'crates', 'nuget'].includes(syntax.ecosystem ?? '') ? at : -1;
  }
}
