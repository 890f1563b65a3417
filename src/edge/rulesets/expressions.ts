import { canonicalName, formatError, parseFilter, THREAT_SCORE } from '../../expression/index.js';
import { Refusal } from '../core/http.js';

/**
 * Refuses an expression that does not parse. Unknown fields pass: the public list of fields is not complete.
 */
export function checkExpression(text: string, threatScoreRefused: boolean): void {
  const parsed = parseFilter(text);
  if (!parsed.ok) {
    const [error] = parsed.errors;
    throw new Refusal(400, 20127, `filter parsing error: ${formatError(parsed.text, error)}`);
  }
  if (!threatScoreRefused) return;
  const { text: source, tokens } = parsed.expression;
  const names = tokens
    .filter((token) => token.kind === 'name')
    .map((token) => canonicalName(source.slice(token.start, token.end)));
  if (names.includes(THREAT_SCORE)) {
    throw new Refusal(400, 20127, `filter parsing error: ${THREAT_SCORE} is no longer supported`, {
      ended: 'threat-score',
    });
  }
}
