import type { ResponseRead } from '../../usage.js';
import type { BuiltAddress } from '../addresses/addresses.js';
import { callsOf } from '../addresses/callers.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation, skip } from '../lexing/code.js';
import { bareName, type FunctionScope, functionAround } from '../lexing/scopes.js';
import { type Statement, statementAt, statementsOf } from '../lexing/statements.js';
import type { Unit } from '../requests/unit.js';
import { SELF } from '../words/vocabulary.js';
import { type Answer, type Arrival, answerOf, type Steps } from './answers.js';
import { headersOf } from './headers.js';

/** Requests that are followed in one file; the others stay without headers and reads. */
const MAX_REQUESTS = 200;
/** Functions that one answer is followed through, one behind the other, and calls that are looked at in a file. */
const MAX_FUNCTIONS = 3;
const MAX_CALLS = 400;
/** Statements that all answers of a file together are followed through. */
const MAX_STATEMENTS = 50_000;
/** Names that lists and maps have for methods of their own: a call of that name may be one of those. */
const COMMON =
  /^(?:get|set|put|post|patch|delete|list|fetch|find|first|last|map|read|call|send|request|items|json|data|body|result)$/;

/** The addresses with the headers their requests carry and what is read of their answers. */
export function withAnswers(unit: Unit, built: readonly BuiltAddress[]): readonly BuiltAddress[] {
  const answers = new AnswerReader(unit);
  return built.map((one, index) => {
    if (index >= MAX_REQUESTS) return one;
    const scope = functionAround(unit.scopes, one.start);
    const statements = answers.statementsOf(scope);
    const at = statementAt(statements, one.start);
    const range = statements[at];
    if (range === undefined) return one;
    const { answer, reads } = answers.followed(scope, { kind: 'request', statement: at, address: one });
    const own = [...new Set([at, ...answer.statements])].flatMap((each) => statements[each] ?? []);
    const mentioned = new Set(own.flatMap((statement) => answers.namesIn(statement)));
    const headers = headersOf(unit, answer, range, mentioned);
    if (reads.length === 0 && headers.kind === 'unknown') return one;
    return { ...one, usage: { ...one.usage, headers, reads } };
  });
}

/** Follows answers through the functions of a file that give them back or are given them. */
export class AnswerReader {
  readonly #statements = new Map<FunctionScope | null, readonly Statement[]>();
  readonly #names = new Map<Statement, readonly string[]>();
  readonly #steps: Steps = { left: MAX_STATEMENTS };
  #calls = 0;

  constructor(readonly unit: Unit) {}

  /** What is read of the result that a call between two tokens gives back: an SDK opens the envelope itself. */
  readsOfCall(start: number, end: number): readonly ResponseRead[] {
    if (++this.#calls > MAX_CALLS) return [];
    const scope = functionAround(this.unit.scopes, start);
    const statement = statementAt(this.statementsOf(scope), start);
    return statement < 0 ? [] : this.followed(scope, { kind: 'call', statement, end, path: 'result' }).reads;
  }

  statementsOf(scope: FunctionScope | null): readonly Statement[] {
    const known = this.#statements.get(scope) ?? statementsOf(this.unit.code, scope);
    this.#statements.set(scope, known);
    return known;
  }

  /** The names a statement mentions. */
  namesIn(statement: Statement): readonly string[] {
    const known = this.#names.get(statement) ?? namesBetween(this.unit, statement);
    this.#names.set(statement, known);
    return known;
  }

  /** What becomes of an answer in the function it arrives in, and all that is read of it anywhere. */
  followed(
    scope: FunctionScope | null,
    arrival: Arrival,
    depth = 0,
  ): { readonly answer: Answer; readonly reads: readonly ResponseRead[] } {
    const answer = answerOf(this.unit, scope, this.statementsOf(scope), arrival, this.#steps);
    if (depth >= MAX_FUNCTIONS) return { answer, reads: answer.reads };
    const elsewhere = [...this.#readsOfCallers(scope, answer, depth), ...this.#readsOfGiven(answer, depth)];
    const further = elsewhere.map((read) =>
      answer.given.has(read.at) ? { ...read, absent: 'tolerated' as const } : read,
    );
    const all = new Map(
      [...answer.reads, ...further].map((read) => [`${read.origin.start} ${read.at}`, read]),
    );
    return { answer, reads: [...all.values()] };
  }

  #readsOfCallers(scope: FunctionScope | null, { returned }: Answer, depth: number): ResponseRead[] {
    if (returned === null || scope === null || scope.name === '') return [];
    const { code, scopes } = this.unit;
    const isCommon = COMMON.test(scope.name);
    return callsOf(this.unit, scope).flatMap((call) => {
      if (++this.#calls > MAX_CALLS || (isCommon && !isOfItself(code, call))) return [];
      const caller = functionAround(scopes, call);
      const statement = statementAt(this.statementsOf(caller), call);
      if (statement < 0 || caller === scope) return [];
      const end = isPunctuation(code.tokens[call], '(') ? skip(code, call) : call + 1;
      return this.followed(caller, { kind: 'call', statement, end, path: returned }, depth + 1).reads;
    });
  }

  #readsOfGiven({ handed }: Answer, depth: number): ResponseRead[] {
    return handed.flatMap(({ scope, name, path }) =>
      ++this.#calls > MAX_CALLS
        ? []
        : this.followed(scope, { kind: 'parameter', name, path }, depth + 1).reads,
    );
  }
}

/** `self.fetch(…)`, `fetch(…)`: a function of the file, whatever its name. */
function isOfItself(code: Unit['code'], call: number): boolean {
  const callee = isPunctuation(code.tokens[call], '(') ? calleeOf(code, call).map(bareName) : [];
  return callee.length === 1 || (callee.length === 2 && SELF.has(callee[0] ?? ''));
}

function namesBetween({ code }: Unit, { start, end }: Statement): readonly string[] {
  const names = new Set<string>();
  for (let at = start; at < end; at++) {
    const token = code.tokens[at];
    if (token?.kind === 'word') names.add(bareName(token.text));
  }
  return [...names];
}
