/** Rule expressions in the strings of a file: whether they can be read, and whether their types fit. */
import { type Analyzer, expressionsIn, PieceText } from '../../analysis/index.js';
import {
  type ExpressionError,
  explain,
  formatError,
  type Piece,
  parseFilter,
} from '../../expression/index.js';
import type { Origin, TextValue } from '../../value/index.js';
import type { Problem } from '../messages.js';
import type { Encoding } from '../positions.js';
import type { FolderAnalysis } from './folder.js';
import { positionsOf } from './problems.js';

/** What begins every field; a file without it is not looked at. */
const FIELD = /\b(?:http|cf|ip)\./;

export interface WrittenExpression {
  readonly text: TextValue;
  readonly at: Origin;
}

export async function expressionsOf(
  analysis: FolderAnalysis,
  analyzer: Analyzer,
  path: string,
): Promise<readonly WrittenExpression[]> {
  const { program } = analysis;
  const text = analysis.textOf(path);
  const file = program?.file(path) ?? null;
  if (program === null || file === null || text === null || !FIELD.test(text)) return [];
  await analyzer.load([file.language]);
  const found = new Map<string, WrittenExpression>();
  for (const usage of analyzer.usages({ ...file, text }, program).usages) {
    const texts =
      usage.kind === 'expression' ? [usage.text] : usage.kind === 'http' ? expressionsIn(usage.body) : [];
    for (const one of texts) {
      const at = new PieceText(one.pieces, holeText).origin(0, Number.MAX_SAFE_INTEGER);
      if (at !== null && at.file === path) found.set(`${at.start}:${at.end}`, { text: one, at });
    }
  }
  return [...found.values()];
}

function holeText(): string {
  return '?';
}

export function expressionProblems(
  analysis: FolderAnalysis,
  path: string,
  expressions: readonly WrittenExpression[],
  encoding: Encoding,
): readonly Problem[] {
  const positions = positionsOf(analysis, path, encoding);
  return expressions.flatMap(({ text, at }) => {
    const fault = faultOf(text);
    if (fault === null) return [];
    const { error, severity, sentence } = fault;
    const place = new PieceText(text.pieces, holeText).origin(
      error.start,
      Math.max(error.end, error.start + 1),
    );
    const shown = place ?? at;
    return [
      {
        range: positions.range(shown.start, shown.end),
        severity,
        code: 'expression',
        documentation: null,
        message: sentence,
        isRetired: false,
        related: [],
      },
    ];
  });
}

interface Fault {
  readonly error: ExpressionError;
  readonly severity: 'error' | 'warning';
  readonly sentence: string;
}

/** Only what is certain: a part that is not known may make the rest right, and the public list of fields is not complete. */
function faultOf(text: TextValue): Fault | null {
  const pieces = piecesOf(text);
  const hasHoles = pieces.some((piece) => 'hole' in piece);
  const parsed = parseFilter({ pieces });
  if (!parsed.ok) {
    const [error] = parsed.errors;
    return hasHoles ? null : { error, severity: 'error', sentence: sentenceOf('is not valid', error) };
  }
  const strict = hasHoles ? parsed : parseFilter({ pieces }, { mode: 'strict' });
  if (strict.ok) return null;
  const error = strict.errors.find(
    ({ kind, hint }) => kind === 'type' || (kind === 'scheme' && hint !== undefined),
  );
  return error === undefined
    ? null
    : { error, severity: 'warning', sentence: sentenceOf('would be refused', error) };
}

function piecesOf({ pieces }: TextValue): readonly Piece[] {
  return pieces.map((piece) => (piece.kind === 'text' ? { text: piece.text } : { hole: piece.name ?? '' }));
}

function sentenceOf(what: string, { message, expected, hint }: ExpressionError): string {
  const more = hint ?? (expected === undefined ? undefined : `expected ${expected}`);
  return `The rule expression ${what}: ${message}${more === undefined ? '' : `; ${more}`}.`;
}

/** What the language says of an expression, for a person who asks. */
export function expressionPage({ text }: WrittenExpression): string {
  const pieces = piecesOf(text);
  const parsed = parseFilter({ pieces });
  if (!parsed.ok) return `The expression is not valid.\n${formatError(parsed.text, parsed.errors[0])}`;
  const { outline, fields } = explain(parsed.expression);
  const strict = parseFilter({ pieces }, { mode: 'strict' });
  const warnings = strict.ok ? [] : strict.errors.map((error) => formatError(strict.text, error));
  const rows = fields.map(({ name, type }) => `  ${name}: ${type ?? 'unknown type'}`);
  return [
    warnings.length === 0
      ? 'The expression is valid.'
      : 'The expression is valid, but rejected in strict mode:',
    ...warnings,
    '',
    ...outline,
    '',
    'Fields:',
    ...rows,
  ].join('\n');
}
