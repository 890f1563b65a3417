/** Operators of more than one character, the longest first where one begins another. */
const OPERATORS = [
  '<=>',
  '===',
  '!==',
  '**=',
  '<<=',
  '>>=',
  '?->',
  '...',
  '->',
  '=>',
  '::',
  ':=',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '?.',
  '&.',
  '+=',
  '-=',
  '.=',
  '..',
  '<>',
  '<<',
  '>>',
  '|>',
  '++',
  '--',
  '<-',
  '=~',
  '??',
] as const;

/** By their first character. */
export const OPERATORS_BY_FIRST = new Map<string, readonly string[]>();
for (const operator of OPERATORS) {
  const first = operator.charAt(0);
  OPERATORS_BY_FIRST.set(first, [...(OPERATORS_BY_FIRST.get(first) ?? []), operator]);
}
