import { convertRule } from '../../convert/index.js';
import { ApiError } from '../core/http.js';
import type { JsonObject } from '../core/json.js';

/** The rate limiting rule that shows a previous rate limit in the Rulesets API, as the vendor's upgrade made it. */
export function rateLimitRule(
  limit: JsonObject,
): JsonObject & { action: string; expression: string; enabled: boolean } {
  const { rule, refused } = convertRule('rate-limits', limit);
  if (rule === null) throw new ApiError(400, 10001, `ratelimit.api.validation_error: ${refused}`);
  return { enabled: true, ...rule };
}
