import { PERIODS, TIMEOUTS } from '../catalogue/index.js';
import { allOf, type Combined, negate, urlPatternToExpression } from '../expression/index.js';
import type { Given } from './json.js';
import { type Conversion, Differences, type NewRule, type RuleFields } from './model.js';

const ACTION_OF_MODE = {
  ban: 'block',
  simulate: 'log',
  challenge: 'challenge',
  js_challenge: 'js_challenge',
  managed_challenge: 'managed_challenge',
} as const;
type Mode = keyof typeof ACTION_OF_MODE;
const MODES = Object.keys(ACTION_OF_MODE) as Mode[];

/** The condition that every request meets; it disappears when it is combined with another. */
const EVERYTHING = 'true';
const NOT_A_CRAWLER = 'not cf.client.bot';

export const EXEMPT_CRAWLERS =
  'Rules made of rate limits exempt known crawlers (not cf.client.bot), as the old API did without being told. --no-crawler-condition leaves the condition out, so that crawlers are limited, too.';

/** A text with rules that were made of rate limits, which exempt no crawlers then. */
export function withoutCrawlerCondition(text: string): string {
  return text
    .replaceAll(` and ${NOT_A_CRAWLER}`, '')
    .replaceAll(`${NOT_A_CRAWLER} and `, '')
    .replaceAll(NOT_A_CRAWLER, EVERYTHING);
}

export const COUNTED_BY_RESPONSE = 'requests counted by their response are no longer served from cache';

export const BYPASSED = 'bypassed requests were counted before; now they are not';

/** Previous rate limits as rate limiting rules. The old API listed and evaluated the newest first. */
export function convertRateLimits(
  items: readonly Given[],
  options: RateLimitOptions = { exemptCrawlers: true },
): Conversion {
  const differences = new Differences();
  return {
    phase: 'http_ratelimit',
    rules: items.map((limit) => rateLimitRule(limit.record(), differences, options)),
    differences: differences.list,
  };
}

/** Whether a part of the host of a URL pattern stands for a text that is only known later. */
type IsComputed = (host: string) => boolean;

export interface RateLimitOptions {
  readonly exemptCrawlers: boolean;
  /** Host and path of such a pattern cannot be told apart. */
  readonly isComputed?: IsComputed;
}

/**
 * The rate limiting rule that means what a previous rate limit meant. The old API exempted the crawlers of known
 * search engines without being told; `exemptCrawlers` writes that down.
 */
export function rateLimitRule(
  limit: Given,
  differences: Differences,
  { exemptCrawlers, isComputed = () => false }: RateLimitOptions,
): NewRule {
  const request = limit.at('match').optionalRecord().at('request').optionalRecord();
  const action = limit.at('action').record();
  const mode = action.at('mode').oneOf(MODES);
  const expression = and(limit, [
    urlCondition(request.at('url'), isComputed),
    schemeCondition(request.at('schemes')),
    methodCondition(request.at('methods')),
    ...bypassConditions(limit.at('bypass'), isComputed, differences),
    exemptCrawlers ? NOT_A_CRAWLER : EVERYTHING,
  ]);
  const description = limit.at('description').optionalText();
  return {
    ...(description === undefined ? {} : { description }),
    expression,
    action: ACTION_OF_MODE[mode],
    ...blockResponse(action.at('response').optionalRecord(), mode, differences),
    ratelimit: counter(limit, mode, expression, differences),
    ...(limit.at('disabled').optionalFlag() ? { enabled: false } : {}),
  };
}

function counter(limit: Given, mode: Mode, expression: string, differences: Differences): RuleFields {
  const match = limit.at('match');
  const response = match.at('response').optionalRecord();
  const conditions = response.at('headers').isAbsent() ? match.at('headers') : response.at('headers');
  const answered = and(limit, [statusCondition(response.at('status')), ...headerConditions(conditions)]);
  if (answered !== EVERYTHING) {
    differences.changed(response.path, COUNTED_BY_RESPONSE);
  }
  return {
    characteristics: ['cf.colo.id', visitor(limit.at('correlate').optionalRecord())],
    period: nearest(limit.at('period'), PERIODS, differences),
    requests_per_period: limit.at('threshold').count(),
    mitigation_timeout: mode.endsWith('challenge')
      ? 0
      : nearest(limit.at('action').at('timeout'), TIMEOUTS, differences),
    requests_to_origin: response.at('origin_traffic').isAbsent() || response.at('origin_traffic').flag(),
    ...(answered === EVERYTHING ? {} : { counting_expression: and(limit, [expression, answered]) }),
  };
}

function visitor(correlate: Given): string {
  if (correlate.at('by').isAbsent()) return 'ip.src';
  correlate.at('by').oneOf(['nat']);
  return 'cf.unique_visitor_id';
}

function blockResponse(response: Given, mode: Mode, differences: Differences): RuleFields {
  if (response.isAbsent()) return {};
  if (mode !== 'ban') {
    differences.lost(response.path, `only rules that block can have a response of their own, not ${mode}`);
    return {};
  }
  return {
    action_parameters: {
      response: {
        status_code: 429,
        content_type: response.at('content_type').optionalText() ?? 'text/plain',
        content: response.at('body').optionalText() ?? '',
      },
    },
  };
}

function urlCondition(pattern: Given, isComputed: IsComputed): string {
  const text = pattern.optionalText();
  if (text === undefined) return EVERYTHING;
  const slash = text.indexOf('/');
  const host = slash < 0 ? text : text.slice(0, slash);
  const translated = urlPatternToExpression(text, { asOneText: isComputed(host) });
  if (!translated.ok) throw pattern.wrong(`cannot become a condition: ${translated.reason}`);
  return translated.expression;
}

function schemeCondition(schemes: Given): string {
  const names = schemes.optionalItems().map((scheme) => scheme.oneOf(['HTTP', 'HTTPS', '_ALL_']));
  if (new Set(names).size !== 1) return EVERYTHING;
  if (names[0] === 'HTTPS') return 'ssl';
  return names[0] === 'HTTP' ? 'not ssl' : EVERYTHING;
}

function methodCondition(methods: Given): string {
  const names = methods.optionalItems().map((method) => method.text());
  if (names.length === 0 || names.includes('_ALL_')) return EVERYTHING;
  return `http.request.method in {${names.map((name) => JSON.stringify(name)).join(' ')}}`;
}

function statusCondition(status: Given): string {
  const codes = status.optionalItems().map((code) => code.count());
  return codes.length > 0 ? `http.response.code in {${codes.join(' ')}}` : EVERYTHING;
}

function headerConditions(headers: Given): string[] {
  return headers.optionalItems().flatMap((header) => {
    const name = header.record().at('name').text().toLowerCase();
    const operator = header.at('op').oneOf(['eq', 'ne']);
    const value = header.at('value').text();
    // The default condition of the old dashboard: it is what `requests_to_origin` says.
    if (name === 'cf-cache-status' && operator === 'ne' && value === 'HIT') return [];
    const equal = `any(http.response.headers[${JSON.stringify(name)}][*] eq ${JSON.stringify(value)})`;
    return [operator === 'ne' ? `not ${equal}` : equal];
  });
}

function bypassConditions(bypass: Given, isComputed: IsComputed, differences: Differences): string[] {
  return bypass.optionalItems().flatMap((item) => {
    item.record().at('name').oneOf(['url']);
    if (item.at('value').text().includes('?')) {
      differences.changed(item.path, 'is omitted: queries were never compared, so it never matched');
      return [];
    }
    differences.changed(item.path, BYPASSED);
    return textOf(item, negate(urlCondition(item.at('value'), isComputed)));
  });
}

function and(place: Given, parts: readonly string[]): string {
  return textOf(place, allOf(...parts));
}

function textOf(place: Given, combined: Combined): string {
  if (!combined.ok) throw place.wrong(`cannot become a condition: ${combined.error.message}`);
  return combined.text;
}

function nearest(given: Given, allowed: readonly number[], differences: Differences): number {
  const wanted = given.count();
  const found = allowed.reduce((best, candidate) =>
    Math.abs(candidate - wanted) < Math.abs(best - wanted) ? candidate : best,
  );
  if (found !== wanted) differences.changed(given.path, `${wanted} seconds become ${found}, the nearest`);
  return found;
}
