import { choice, type Origin, unknown, type Value } from '../../../value/index.js';
import { meetLimit } from '../../limits.js';
import { fieldOf, fieldsSetIn } from '../lexing/assignments.js';
import { type Code, isPunctuation, isWord, skip } from '../lexing/code.js';
import { bareName, type Scopes } from '../lexing/scopes.js';
import type { StringToken, Token } from '../lexing/tokens.js';
import { Budget } from './budget.js';
import { Collections } from './collections.js';
import { applyFormat, itemsOf } from './format.js';
import { Names, type Outside } from './names.js';
import { Operands } from './operands.js';
import { joined, partOf, withMore } from './pieces.js';

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
const MAX_JOINS = 2_000;

export class Evaluator {
  readonly names: Names;
  readonly #collections: Collections;
  readonly #expressions = new Map<number, Evaluated>();
  readonly #operands: Operands;
  readonly budget: Budget;
  #fieldsSet: ReadonlySet<string> | null = null;
  #depth = 0;

  constructor(
    readonly code: Code,
    readonly scopes: Scopes,
    outside: Outside = () => null,
  ) {
    this.budget = new Budget(code.tokens.length);
    this.names = new Names(code, scopes, outside, (start) => this.at(start), this.budget);
    this.#collections = new Collections(this);
    this.#operands = new Operands(this);
  }

  /** The expression that begins at a token. */
  at(start: number): Evaluated {
    const known = this.#expressions.get(start);
    if (known !== undefined) return known;
    if (this.#depth === 0) this.budget.ask();
    const isDeep = this.#depth > MAX_DEPTH;
    if (isDeep) meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
    if (isDeep || !this.budget.spend()) {
      this.budget.cut();
      return { value: unknown('nested too deep'), end: start + 1 };
    }
    const cutsBefore = this.budget.cuts;
    this.#depth++;
    const { value, end } = this.#bareList(start, this.#choice(start));
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
      syntax.commands === true &&
      isPunctuation(tokens[pipe], '|') &&
      isWord(tokens[pipe + 1], 'ConvertTo') &&
      isWord(tokens[pipe + 3], 'Json')
    );
  }

  /** A literal with its unknown parts looked up. */
  literal(token: StringToken): Value {
    return this.#operands.literal(token);
  }

  /** What a table or list has under a key; null where that cannot be told, or the program sets it by itself as well. */
  part(value: Value, key: string, base: string): Value | null {
    this.#fieldsSet ??= fieldsSetIn(this.code);
    return this.#fieldsSet.has(fieldOf(base, key)) ? null : partOf(value, key);
  }

  /** The same of a table whose name stands at a token; one without a name cannot be set. */
  partAt(start: number, value: Value, key: string): Value | null {
    const base = this.code.tokens[start];
    return base?.kind === 'word' ? this.part(value, key, base.text) : partOf(value, key);
  }

  originOf(start: number, end: number): Origin | null {
    const first = this.code.tokens[start];
    const last = this.code.tokens[end - 1] ?? first;
    return first === undefined || last === undefined
      ? null
      : { file: this.code.file.path, start: first.start, end: Math.max(first.end, last.end) };
  }

  /** `'minify', 'brotli'` where PowerShell takes a list without brackets: `foreach ($x in …)`, `$names = …`. */
  #bareList(start: number, first: Evaluated): Evaluated {
    const { tokens, syntax, enclosing } = this.code;
    const open = enclosing[start] ?? -1;
    const isPlace = open < 0 || isPunctuation(tokens[open], '{') || isWord(tokens[open - 1], 'foreach');
    if (syntax.commands !== true || !isPlace || tokens[start]?.kind !== 'string') return first;
    const items = [first.value];
    let { end } = first;
    while (isPunctuation(tokens[end], ',') && tokens[end + 1]?.kind === 'string') {
      const item = this.#choice(end + 1);
      items.push(item.value);
      end = item.end;
    }
    return items.length === 1
      ? first
      : { value: { kind: 'array', items, open: false, origin: this.originOf(start, end) }, end };
  }

  /** Conditions, alternatives and defaults: any of the values may be the one. */
  #choice(start: number): Evaluated {
    const first = this.#joined(start);
    const other = this.#otherwise(first.end);
    if (other >= 0) return this.#either(start, first.value, this.at(other));
    const question = this.#ternary(first.end);
    if (question < 0) return first;
    const yes = this.at(question + 1);
    if (!isPunctuation(this.code.tokens[yes.end], ':')) return first;
    return this.#either(start, yes.value, this.at(yes.end + 1));
  }

  #either(start: number, one: Value, { value, end }: Evaluated): Evaluated {
    return { value: choice([one, value], this.originOf(start, end)), end };
  }

  /** Where the alternative to what ends at a token begins, `a if c else b`, `a or b`, `a ?? b`; else -1. */
  #otherwise(at: number): number {
    const next = this.code.tokens[at];
    if (next?.kind === 'punctuation') return ['??', '||', '?:'].includes(next.text) ? at + 1 : -1;
    if (this.code.syntax.wordOperators !== true) return -1;
    if (isWord(next, 'or')) return at + 1;
    const otherwise = isWord(next, 'if') ? this.#seek(at, (token) => isWord(token, 'else')) : -1;
    return otherwise < 0 ? -1 : otherwise + 1;
  }

  /** The `?` of a condition that begins with the operand before `from`, or -1. */
  #ternary(from: number): number {
    const { tokens, syntax } = this.code;
    if (syntax.wordOperators === true || syntax.access.includes('?')) return -1;
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
    let { value, end } = this.#operands.operand(start);
    const { tokens, syntax } = this.code;
    let joins = 0;
    // A text of so many parts is of no use, but where it ends must be known.
    const together = (right: Evaluated): Value => {
      if (++joins <= MAX_JOINS) return joined(value, right.value, this.originOf(start, right.end));
      meetLimit(`more than ${MAX_JOINS} parts of a text`);
      return value;
    };
    for (;;) {
      const next = tokens[end];
      if (next?.kind === 'punctuation' && syntax.joins.includes(next.text)) {
        const right = this.#operands.operand(end + 1);
        value = together(right);
        end = right.end;
      } else if (syntax.adjacent && next?.kind === 'string' && tokens[end - 1]?.kind === 'string') {
        const right = this.#operands.operand(end);
        value = together(right);
        end = right.end;
      } else if (syntax.formatOperator === '%' && isPunctuation(next, '%') && value.kind === 'text') {
        const right = this.#operands.operand(end + 1);
        value = applyFormat(value, itemsOf(right.value), this.originOf(start, right.end));
        end = right.end;
      } else if (syntax.formatOperator === '-f' && value.kind === 'text' && this.#isDashF(end)) {
        const items: Value[] = [];
        let at = end + 2;
        for (;;) {
          const item = this.#operands.operand(at);
          items.push(item.value);
          at = item.end;
          if (!isPunctuation(tokens[at], ',')) break;
          at++;
        }
        value = applyFormat(value, items, this.originOf(start, at));
        end = at;
      } else return { value: this.#isUnited(end) ? withMore(value) : value, end };
    }
  }

  /** `[...] + $defaults`, `{...} | defaults`: there may be more in a table than is written out. */
  #isUnited(at: number): boolean {
    const { tokens, syntax } = this.code;
    return isPunctuation(tokens[at], '+') || (isPunctuation(tokens[at], '|') && syntax.commands !== true);
  }

  #isDashF(at: number): boolean {
    return isPunctuation(this.code.tokens[at], '-') && isWord(this.code.tokens[at + 1], 'f');
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

  written(start: number, end: number): string {
    const origin = this.originOf(start, end);
    return origin === null
      ? ''
      : this.code.file.text.slice(origin.start, Math.min(origin.end, origin.start + 80));
  }
}
