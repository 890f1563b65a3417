import type { BuiltAddress } from './addresses.js';
import { answerOf } from './answers.js';
import { headersOf } from './headers.js';
import { bareName, type FunctionScope, functionAround } from './scopes.js';
import { type Statement, statementAt, statementsOf } from './statements.js';
import type { Unit } from './unit.js';

/** Requests that are followed in one file; the others stay without headers and reads. */
const MAX_REQUESTS = 200;

/** The addresses with the headers their requests carry and what is read of their answers. */
export function withAnswers(unit: Unit, built: readonly BuiltAddress[]): readonly BuiltAddress[] {
  const known = new Map<FunctionScope | null, readonly Statement[]>();
  return built.map((one, index) => {
    if (index >= MAX_REQUESTS) return one;
    const scope = functionAround(unit.scopes, one.start);
    let statements = known.get(scope);
    if (statements === undefined) {
      statements = statementsOf(unit.code, scope);
      known.set(scope, statements);
    }
    const at = statementAt(statements, one.start);
    const range = statements[at];
    if (range === undefined) return one;
    const answer = answerOf(unit, statements, at, one);
    const mentioned = mentionedIn(
      unit,
      [...new Set([at, ...answer.statements])].flatMap((each) => statements[each] ?? []),
    );
    const headers = headersOf(unit, answer, range, mentioned);
    if (answer.reads.length === 0 && headers.kind === 'unknown') return one;
    return { ...one, usage: { ...one.usage, headers, reads: answer.reads } };
  });
}

function mentionedIn(unit: Unit, statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { start, end } of statements) {
    for (let at = start; at < end; at++) {
      const token = unit.code.tokens[at];
      if (token?.kind === 'word') names.add(bareName(token.text));
    }
  }
  return names;
}
