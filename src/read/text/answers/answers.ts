import type { ResponseRead } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { type Code, isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import type { Statement } from '../lexing/statements.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { resultOf } from '../values/returns.js';
import { BODY, DECODING, GETTING, ITERATING, KEEPING } from '../words/answer-words.js';
import { wireName } from './field-tags.js';
import { isAssignedAt, keysBeside, keysPutBy } from './given-keys.js';
import { holeReads } from './holes.js';
import { listedKeys } from './listed-keys.js';
import { AnswerReads } from './reads.js';
import { assignedNames, isItem, loopName, putInto } from './statement-names.js';

/**
 * What becomes of the answer to a request inside its function.
 *
 * A name is tied to the request once it is given a value made of it: the address, the request, the answer, its
 * decoded body, a part of that, an item of a loop over a part. Each tied name has a path, empty up to the body.
 * What is read through it (`body["errors"][0]["error_chain"]`, `record.get("zone_name")`, `$item->locked`) is a
 * read of that path. A name that is given something else is tied no longer.
 */
export interface Answer {
  readonly reads: readonly ResponseRead[];
  /** Names that stand for the address, the request or the whole answer. */
  readonly names: ReadonlySet<string>;
  /** Indexes of the statements that have to do with the request. */
  readonly statements: ReadonlySet<number>;
  /** Path of what the function gives back of the answer, or null. */
  readonly returned: string | null;
  /** Parts of the answer that functions of the file are given. */
  readonly handed: readonly Handed[];
  /** Paths to which the program gives a value of its own. */
  readonly given: ReadonlySet<string>;
}

/** A parameter that is given the part of an answer with a path. */
export interface Handed {
  readonly scope: FunctionScope;
  readonly name: string;
  readonly path: string;
}

/** Where an answer comes into a function. */
export type Arrival =
  /** The request is made in a statement. */
  | {
      readonly kind: 'request';
      readonly statement: number;
      readonly address: { readonly start: number; readonly end: number };
    }
  /** A call that ends before a token gives back the part with a path. */
  | { readonly kind: 'call'; readonly statement: number; readonly end: number; readonly path: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly path: string };

const ERRORS = new Set(['err', 'error', 'ok', '_']);

/** A statement of more tokens counts for several. */
const TOKENS_PER_STEP = 64;

/** Statements of one file that answers may still be followed through. */
export interface Steps {
  left: number;
}

export function answerOf(
  unit: Unit,
  scope: FunctionScope | null,
  statements: readonly Statement[],
  arrival: Arrival,
  steps: Steps,
): Answer {
  return new Following(unit, scope, statements, arrival).run(steps);
}

/** Ends the path of a table whose values are the parts of an answer: `cache[zone] = records`. */
const TABLE = '{}';

const itemOf = (path: string): string => (path.endsWith(TABLE) ? path.slice(0, -TABLE.length) : `${path}[]`);

class Following {
  readonly #code: Code;
  readonly #tied = new Map<string, string>();
  readonly #reads: AnswerReads;
  readonly #statements = new Set<number>();
  readonly #names = new Set<string>();
  readonly #valueNames: ReadonlyMap<number, string>;
  readonly #result: number | null;
  readonly #handed: Handed[] = [];
  #returned: string | null = null;

  constructor(
    readonly unit: Unit,
    readonly scope: FunctionScope | null,
    readonly statements: readonly Statement[],
    readonly arrival: Arrival,
  ) {
    this.#code = unit.code;
    this.#reads = new AnswerReads(unit);
    this.#valueNames = assignedNames(unit);
    this.#result = scope === null ? null : resultOf(unit.code, scope);
  }

  run(steps: Steps): Answer {
    const { arrival } = this;
    if (arrival.kind === 'parameter') this.#set(arrival.name, arrival.path);
    const from = arrival.kind === 'parameter' ? 0 : arrival.statement;
    for (let index = from; index < this.statements.length && steps.left-- > 0; index++) {
      const statement = this.statements[index];
      if (statement === undefined) continue;
      steps.left -= Math.floor((statement.end - statement.start) / TOKENS_PER_STEP);
      this.#statement(statement, index);
    }
    return {
      reads: this.#reads.all(),
      names: this.#names,
      statements: this.#statements,
      returned: this.#returned,
      handed: this.#handed,
      given: this.#reads.given(),
    };
  }

  /** The path behind the place where the answer arrives in a statement. */
  #arrived(statement: Statement): string | null {
    const { arrival } = this;
    if (arrival.kind === 'call') return this.#followed(arrival.end, arrival.path, statement.end);
    return arrival.kind === 'request'
      ? this.#followed(this.#afterCall(statement, arrival.address), '', statement.end)
      : null;
  }

  #statement(statement: Statement, index: number): void {
    const { tokens } = this.#code;
    const assigned = this.#assignedIn(statement);
    let path: string | null = null;
    let touched = false;
    const begin = assigned?.value ?? statement.start;
    this.#blockOf(statement, index);
    if (assigned !== null) this.#memberGiven(statement.start, begin);
    const arrives = this.arrival.kind !== 'parameter' && index === this.arrival.statement;
    if (arrives) {
      touched = true;
      path = this.#arrived(statement);
    }
    for (let at = begin; at < statement.end; at++) {
      const token = tokens[at];
      if (token?.kind === 'string') {
        for (const read of holeReads(this.unit, token, (name) => this.#tied.get(name)))
          this.#reads.addHole(at, read);
      }
      if (token?.kind !== 'word' || this.#isMember(at)) continue;
      if (path !== null && isItem(this.#code, at)) this.#set(token.text, `${path}[]`);
      const tied = this.#tied.get(bareName(token.text));
      if (tied === undefined) continue;
      touched = true;
      for (const key of keysBeside(this.unit, at)) this.#reads.give(`${tied}.${key}`);
      const found = this.#followed(at + 1, tied, statement.end);
      path ??= found;
      if (found !== null && this.#isDecoded(this.#resultIn(statement), at)) this.#returned ??= found;
      this.#hand(at, tied);
    }
    if (arrives && path !== null && this.#resultIn(statement) >= 0) this.#returned ??= path;
    if (!touched) {
      if (assigned !== null) this.#tied.delete(assigned.name);
      return;
    }
    this.#statements.add(index);
    this.#before = { index, path };
    const loop = loopName(this.#code, statement);
    if (loop !== null) this.#loop(loop, path === null ? null : itemOf(path), statement);
    else if (assigned !== null) this.#tie(assigned.name, path);
    else this.#put(statement, path);
    // `json.Unmarshal(body, &answer)`; in Rust, `.json(&record)` is what is sent.
    for (let at = statement.start; at < statement.end && this.#code.syntax.ecosystem !== 'crates'; at++) {
      const token = tokens[at];
      if (isPunctuation(tokens[at - 1], '&') && token?.kind === 'word' && path === '')
        this.#tie(token.text, '');
    }
  }

  /** `record.ZoneID = zone.ID` */
  #memberGiven(start: number, value: number): void {
    const holder = this.#tied.get(bareName(this.#wordAt(start)));
    if (holder !== undefined && start + 2 < value) this.#followed(start + 1, holder, value);
  }

  /** The path that the statement before ended with: `list.reject { |record| … }` goes on in the next one. */
  #before: { readonly index: number; readonly path: string | null } = { index: -1, path: null };

  #blockOf({ start }: Statement, index: number): void {
    const { path } = this.#before;
    const { tokens } = this.#code;
    const names = isPunctuation(tokens[start], '|') && isPunctuation(tokens[start + 2], '|');
    if (path !== null && names && index === this.#before.index + 1)
      this.#set(this.#wordAt(start + 1), `${path}[]`);
  }

  /** The name of a loop; that of a comprehension is used in the same statement. */
  #loop(written: string, path: string | null, { start, end }: Statement): void {
    this.#set(written, path);
    for (let at = start; path !== null && at < end; at++) {
      if (this.#wordAt(at) !== written || this.#isMember(at)) continue;
      this.#followed(at + 1, path, end);
      this.#hand(at, path);
    }
  }

  /** `records.extend(…)`, `cache[zone] = …`: the part is a part of something else from now on. */
  #put(statement: Statement, path: string | null): void {
    const into = path === null ? null : putInto(this.#code, statement);
    if (path === null || into === null || this.#tied.has(into.name)) return;
    if (into.as === 'value') this.#set(into.name, `${path}${TABLE}`);
    else if (into.as === 'all') this.#set(into.name, path);
    else if (path.endsWith('[]')) this.#set(into.name, path.slice(0, -'[]'.length));
  }

  #tie(written: string, path: string | null): void {
    // What Go gives beside an answer.
    if (!ERRORS.has(written)) this.#set(written, path);
  }

  #set(written: string, path: string | null): void {
    const name = bareName(written);
    if (path === null) {
      this.#tied.delete(name);
      return;
    }
    this.#tied.set(name, path);
    if (path === '') this.#names.add(name);
  }

  /** First token of what the function gives back, if this statement does so; else -1. */
  #resultIn({ start, end }: Statement): number {
    const { tokens } = this.#code;
    let at = isWord(tokens[start], 'return') ? start + 1 : (this.#result ?? -1);
    if (at < start || at >= end) return -1;
    while (isWord(tokens[at], 'await') || isWord(tokens[at], 'return')) at++;
    return at;
  }

  /** Between two tokens stands nothing but calls that decode: `JSON.parse(response`. */
  #isDecoded(from: number, at: number): boolean {
    const { tokens, syntax } = this.#code;
    if (from < 0 || from > at) return false;
    for (let index = from; index < at; index++) {
      const token = tokens[index];
      if (token?.kind === 'word') {
        if (isPunctuation(tokens[index + 1], '(') && !DECODING.test(bareName(token.text))) return false;
      } else if (token?.kind !== 'punctuation' || !(token.text === '(' || syntax.access.includes(token.text)))
        return false;
    }
    return true;
  }

  /** A tied name that is an argument of a function of the file. */
  #hand(at: number, path: string): void {
    const open = this.#code.enclosing[at] ?? -1;
    if (!isPunctuation(this.#code.tokens[open], '(')) return;
    const callee = bareName(calleeOf(this.#code, open).at(-1) ?? '');
    const scope = this.unit.scopes.functions.find((one) => one.name === callee && one !== this.scope);
    if (scope === undefined || callee === '') return;
    const [first] = scope.parameters;
    const receiver = first?.name === 'self' || first?.name === 'cls' ? 1 : 0;
    const index = split(this.#code, open).findIndex((part) => part.start === at && part.end === at + 1);
    const parameter = index < 0 ? undefined : scope.parameters[index + receiver];
    if (parameter !== undefined) this.#handed.push({ scope, name: parameter.name, path });
  }

  /** Behind the outermost call of the statement that holds the address, or behind the address. */
  #afterCall(statement: Statement, address: { readonly start: number; readonly end: number }): number {
    const { enclosing, partner } = this.#code;
    let after = address.end;
    for (let open = enclosing[address.start] ?? -1; open >= statement.start; open = enclosing[open] ?? -1) {
      after = Math.max(after, (partner[open] ?? open) + 1);
    }
    return after;
  }

  #assignedIn(statement: Statement): { readonly name: string; readonly value: number } | null {
    for (let at = statement.start; at < statement.end; at++) {
      const name = this.#valueNames.get(at);
      if (name !== undefined) return { name, value: at };
    }
    return null;
  }

  /** A name behind a dot belongs to something else. */
  #isMember(at: number): boolean {
    const mark = this.#code.tokens[at - 1];
    return mark?.kind === 'punctuation' && this.#code.syntax.access.includes(mark.text) && at > 1
      ? !/^(?:self|this|\$this)$/.test(this.#wordAt(at - 2))
      : false;
  }

  #wordAt(at: number): string {
    const token = this.#code.tokens[at];
    return token?.kind === 'word' ? token.text : '';
  }

  /** Goes along a chain that begins with `path`, noting what is read; null where it is lost. */
  #followed(from: number, begin: string, end: number): string | null {
    const { tokens, partner, enclosing, syntax } = this.#code;
    let path = begin;
    let at = from;
    for (let guard = 0; guard < 60 && at < end; guard++) {
      const token = tokens[at];
      if (token?.kind === 'newline' || isPunctuation(token, '?') || isPunctuation(token, '!')) {
        at++;
      } else if (isPunctuation(token, '[')) {
        const next = this.#index(at, path);
        if (next === null) return null;
        path = next;
        at = (partner[at] ?? at) + 1;
      } else if (token?.kind === 'punctuation' && syntax.access.includes(token.text)) {
        const name = this.#wordAt(at + 1);
        // A conversion of Go: `.(map[string]any)`.
        if (isPunctuation(tokens[at + 1], '(')) {
          at = (partner[at + 1] ?? at + 1) + 1;
          continue;
        }
        if (name === '') return path;
        const open = isPunctuation(tokens[at + 2], '(') ? at + 2 : -1;
        if (open >= 0) {
          const next = this.#call(name, open, path);
          if (next === null) return null;
          path = next;
          at = (partner[open] ?? open) + 1;
        } else {
          const keeps = KEEPING.test(name) && !(name === 'Result' && syntax.ecosystem === 'go');
          if (!(path === '' && BODY.test(name)) && !keeps && !ITERATING.test(name))
            path = this.#reads.add(path, wireName(this.unit, name), at + 1, 'member');
          at += 2;
        }
      } else if (isPunctuation(token, ')') || isPunctuation(token, ',')) {
        // Out of a call that decodes what it is given.
        const open = enclosing[at] ?? -1;
        const outer = isPunctuation(token, ')') ? (partner[at] ?? -1) : open;
        if (!isPunctuation(tokens[outer], '(')) return path;
        const name = bareName(calleeOf(this.#code, outer).at(-1) ?? '');
        const sends = path === '' && name !== '' && !DECODING.test(name);
        if (name !== '' && !DECODING.test(name) && !sends) return path;
        at = (partner[outer] ?? at) + 1;
      } else break;
    }
    if (isAssignedAt(this.#code, at)) this.#reads.assigned(path);
    else this.#reads.compared(path, at);
    return path;
  }

  #index(open: number, path: string): string | null {
    const { tokens, partner } = this.#code;
    if (partner[open] !== open + 2) return null;
    if (path.endsWith(TABLE)) return itemOf(path);
    const key = literalText(tokens[open + 1]);
    if (key !== null) return this.#reads.add(path, key, open + 1, 'index');
    for (const listed of listedKeys(this.unit, open + 1)) this.#reads.addListed(path, listed, open + 1);
    return tokens[open + 1]?.kind === 'number' || tokens[open + 1]?.kind === 'word' ? `${path}[]` : null;
  }

  #call(name: string, open: number, path: string): string | null {
    for (const key of keysPutBy(this.#code, name, open)) this.#reads.give(`${path}.${key}`);
    if (path.endsWith(TABLE)) return GETTING.test(name) ? itemOf(path) : KEEPING.test(name) ? path : null;
    if (name === 'first' || name === 'last') return `${path}[]`;
    if (GETTING.test(name)) {
      let next: string | null = path;
      let known = false;
      for (const { start } of split(this.#code, open)) {
        const token = this.#code.tokens[start];
        const key = literalText(token);
        if (key !== null && (!known || name === 'dig'))
          next = this.#reads.add(next, key, start, { method: name, open });
        else if (token?.kind === 'number') next = `${next}[]`;
        known = true;
      }
      if (next !== path) return next;
    }
    return KEEPING.test(name) || ITERATING.test(name) || path === '' ? path : null;
  }
}
