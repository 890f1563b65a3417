import { fieldTokens, formatError, parseFilter, THREAT_SCORE } from '../../expression/index.js';
import { ApiError } from '../core/http.js';

const INVALID_EXPRESSION = 20127;

/** Refuses an expression of a legacy object that does not parse. Unknown fields pass. */
export function checkExpression(text: string, threatScoreRefused: boolean): void {
  const parsed = parseFilter(text);
  if (!parsed.ok) {
    const [error] = parsed.errors;
    throw new ApiError(400, INVALID_EXPRESSION, `filter parsing error: ${formatError(parsed.text, error)}`);
  }
  if (threatScoreRefused) refuseThreatScore(text);
}

/** Refuses a rule that still counts on the threat score. */
export function refuseThreatScore(text: string): void {
  if (!fieldTokens(text).some(({ name }) => name === THREAT_SCORE)) return;
  throw new ApiError(
    400,
    INVALID_EXPRESSION,
    `filter parsing error: ${THREAT_SCORE} is no longer supported`,
    {
      ended: 'threat-score',
    },
  );
}
