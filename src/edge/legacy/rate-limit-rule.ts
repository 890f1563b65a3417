import { allOf, type Combined, negate, urlPatternToExpression } from '../../expression/index.js';
import { Refusal } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';

const ACTIONS: Readonly<Record<string, string>> = { ban: 'block', simulate: 'log' };
const PERIODS = [10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600];

/** The condition that every request meets; it disappears when it is combined with another. */
const EVERYTHING = 'true';

/** The rate limiting rule that means what a previous rate limit meant, as the vendor's own upgrade made it. */
export function rateLimitRule(
  limit: JsonObject,
): JsonObject & { action: string; expression: string; enabled: boolean } {
  const match = object(limit.match);
  const request = object(match.request);
  const response = object(match.response);
  const action = object(limit.action);
  const mode = String(action.mode);
  const requestPart = and([
    url(request.url),
    scheme(request.schemes),
    methods(request.methods),
    ...bypass(limit.bypass),
  ]);
  const responsePart = and([statuses(response.status), ...headers(response.headers ?? match.headers)]);
  const challenge = mode.endsWith('challenge');
  return {
    action: ACTIONS[mode] ?? mode,
    expression: requestPart,
    enabled: limit.disabled !== true,
    ...(typeof limit.description === 'string' ? { description: limit.description } : {}),
    ...(mode === 'ban' && isObject(action.response)
      ? {
          action_parameters: {
            response: {
              status_code: 429,
              content_type: action.response.content_type ?? 'text/plain',
              content: action.response.body ?? '',
            },
          },
        }
      : {}),
    ratelimit: {
      characteristics:
        object(limit.correlate).by === 'nat'
          ? ['cf.colo.id', 'cf.unique_visitor_id']
          : ['cf.colo.id', 'ip.src'],
      period: nearest(Number(limit.period), PERIODS),
      requests_per_period: Number(limit.threshold),
      mitigation_timeout: challenge ? 0 : nearest(Number(action.timeout), [...PERIODS, 86_400]),
      requests_to_origin: response.origin_traffic !== false,
      ...(responsePart === EVERYTHING ? {} : { counting_expression: and([requestPart, responsePart]) }),
    },
  };
}

function url(pattern: Json | undefined): string {
  if (typeof pattern !== 'string') return EVERYTHING;
  const translated = urlPatternToExpression(pattern);
  if (!translated.ok) throw invalid(translated.reason);
  return translated.expression;
}

function scheme(schemes: Json | undefined): string {
  if (!isList(schemes) || schemes.length !== 1) return EVERYTHING;
  if (schemes[0] === 'HTTPS') return 'ssl';
  return schemes[0] === 'HTTP' ? 'not ssl' : EVERYTHING;
}

function methods(names: Json | undefined): string {
  if (!isList(names) || names.length === 0 || names.includes('_ALL_')) return EVERYTHING;
  return `http.request.method in {${names.map((name) => JSON.stringify(name)).join(' ')}}`;
}

function statuses(codes: Json | undefined): string {
  return isList(codes) && codes.length > 0 ? `http.response.code in {${codes.join(' ')}}` : EVERYTHING;
}

function headers(conditions: Json | undefined): string[] {
  if (!isList(conditions)) return [];
  return conditions.filter(isObject).flatMap((header) => {
    const name = String(header.name).toLowerCase();
    if (name === 'cf-cache-status' && header.op === 'ne' && header.value === 'HIT') return [];
    const equal = `any(http.response.headers["${name}"][*] eq ${JSON.stringify(String(header.value))})`;
    return [header.op === 'ne' ? `not ${equal}` : equal];
  });
}

function bypass(items: Json | undefined): string[] {
  if (!isList(items)) return [];
  return items.filter(isObject).map((item) => text(negate(url(item.value))));
}

function and(parts: readonly string[]): string {
  return text(allOf(...parts));
}

function text(combined: Combined): string {
  if (!combined.ok) throw invalid(combined.error.message);
  return combined.text;
}

function invalid(message: string): Refusal {
  return new Refusal(400, 10001, `ratelimit.api.validation_error: ${message}`);
}

function nearest(value: number, allowed: readonly number[]): number {
  return allowed.reduce(
    (best, candidate) => (Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best),
    allowed[0] ?? value,
  );
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
