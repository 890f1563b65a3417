import { nearest } from '../catalogue/index.js';
import { type ExpressionError, formatError, parseFilter, parseValue } from '../expression/index.js';
import type { RulesetPart } from './part.js';

/** Says what is wrong with an expression. A condition stands in rules, a value in targets of redirects and rewrites. */
export function checkExpression(part: RulesetPart, kind: 'filter' | 'value' = 'filter'): void {
  const { value } = part;
  if (value === undefined || !part.expect('text') || value.kind !== 'text') return;
  const pieces = value.pieces.map((piece) =>
    piece.kind === 'text' ? { text: piece.text } : { hole: piece.name ?? '' },
  );
  const parsed = kind === 'filter' ? parseFilter({ pieces }) : parseValue({ pieces });
  const hasHoles = value.pieces.some((piece) => piece.kind === 'hole');
  // A part that is not known may be anything, also what makes the rest right.
  if (parsed.ok || hasHoles) {
    if (parsed.ok && !hasHoles && kind === 'filter') checkNames(part);
    return;
  }
  const [error] = parsed.errors;
  part.add({
    check: 'ruleset-expression',
    wrong: `the expression is not valid: ${error.message}${quoted(parsed.text, error)}`,
    remedy:
      error.hint ??
      (error.expected === undefined
        ? 'correct it; expr check shows the place'
        : `expected ${error.expected}`),
    answer: `filter parsing error: ${formatError(parsed.text, error)}`,
  });
}

function quoted(text: string, { start, end }: ExpressionError): string {
  const shown = text.slice(start, end).trim();
  return shown === '' || shown.length > 40 ? '' : ` at ${JSON.stringify(shown)}`;
}

/**
 * Unknown names are reported only where a known one is a slip of the pen away: the public list of fields is not
 * complete.
 */
function checkNames(part: RulesetPart): void {
  const text = part.text;
  const parsed = text === null ? null : parseFilter(text, { mode: 'strict' });
  if (parsed === null || parsed.ok) return;
  for (const error of parsed.errors) {
    const meant = /^did you mean (\S+)\?$/.exec(error.hint ?? '')?.[1];
    const name = /^unknown field (\S+)$/.exec(error.message)?.[1];
    if (name === undefined || meant === undefined || !isSlip(name, meant)) continue;
    part.add({
      check: 'ruleset-expression',
      wrong: `the expression uses the unknown field ${name}`,
      remedy: `did you mean ${meant}?`,
      answer: `filter parsing error: unknown identifier ${name}`,
    });
  }
}

/** One segment of the name, and of that a letter or two: no field that was added since. */
function isSlip(name: string, meant: string): boolean {
  const [a, b] = [name.split('.'), meant.split('.')];
  const different = a.flatMap((segment, index) =>
    segment === b[index] ? [] : [[segment, b[index] ?? ''] as const],
  );
  const [[written, right] = ['', '']] = different;
  return (
    a.length === b.length &&
    different.length === 1 &&
    Math.abs(written.length - right.length) < 2 &&
    nearest(written, [right]) !== undefined
  );
}
