import { BadInput, rateLimitRule as convertedRule, Differences, Given } from '../../convert/index.js';
import { ApiError } from '../core/http.js';
import type { JsonObject } from '../core/json.js';

/** The rate limiting rule that shows a previous rate limit in the Rulesets API, as the vendor's upgrade made it. */
export function rateLimitRule(
  limit: JsonObject,
): JsonObject & { action: string; expression: string; enabled: boolean } {
  try {
    const rule = convertedRule(new Given('', limit), new Differences(), { exemptCrawlers: true });
    return { enabled: true, ...rule };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new ApiError(400, 10001, `ratelimit.api.validation_error: ${error.message}`);
  }
}
