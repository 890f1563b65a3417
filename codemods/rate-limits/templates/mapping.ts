import type { Rule } from '../../direct/templates/types.js';

/** A rule with the fields of a rate limit. In place of a URL pattern it has the expression. */
export function toOldRule<T>(rule: Rule): T {
  const { action, enabled, expression, description = '' } = rule;
  const { requests_per_period, period, mitigation_timeout } = rule.ratelimit as Rule;
  const mode = action === 'block' ? 'ban' : action === 'log' ? 'simulate' : action;
  return {
    ...rule,
    description,
    disabled: enabled === false,
    threshold: requests_per_period,
    period,
    action: { mode, timeout: mitigation_timeout },
    match: { request: { url: expression } },
  } as T;
}

type RateLimit = {
  description?: string;
  disabled?: boolean;
  threshold: number;
  period: number;
  expression?: string;
  action_parameters?: Rule;
  ratelimit?: Rule;
  match?: {
    request?: { url?: string; schemes?: string[]; methods?: string[] };
    response?: { status?: number[]; origin_traffic?: boolean };
  };
  bypass?: { value: string }[];
  action: { mode: string; timeout?: number; response?: { content_type: string; body: string } };
};

/** The fields of a rate limit as those of a rate limiting rule. */
export function toRule(input: object): Rule {
  const { description, disabled, threshold, period, match, bypass, action, ...rule } = input as RateLimit;
  const { url = '*', schemes = [], methods = [] } = match?.request ?? {};
  const { status = [], origin_traffic } = match?.response ?? {};
  const isKept = url === rule.expression; // as it was listed
  const conditions = [
    isKept ? url : urlCondition(url),
    schemes.length === 1 && schemes[0] !== '_ALL_' && (schemes[0] === 'HTTPS' ? 'ssl' : 'not ssl'),
    methods.length > 0 && !methods.includes('_ALL_') && `http.request.method in {"${methods.join('" "')}"}`,
    ...(bypass ?? []).map(({ value }) => `not (${urlCondition(value)})`),
    !isKept && 'not cf.client.bot', // known crawlers never counted
  ].filter(Boolean);
  const { mode, timeout, response } = action;
  const parameters = response
    ? { response: { status_code: 429, content_type: response.content_type, content: response.body } }
    : rule.action_parameters;
  return {
    description,
    enabled: !disabled,
    expression: conditions.join(' and '),
    action: mode === 'ban' ? 'block' : mode === 'simulate' ? 'log' : mode,
    ...(mode === 'ban' && parameters && { action_parameters: parameters }),
    ratelimit: {
      characteristics: ['cf.colo.id', 'ip.src'],
      requests_to_origin: origin_traffic !== false,
      ...(status.length > 0 && {
        counting_expression: [...conditions, `http.response.code in {${status.join(' ')}}`].join(' and '),
      }),
      ...(isKept && rule.ratelimit),
      period,
      requests_per_period: threshold,
      mitigation_timeout: mode.endsWith('challenge') ? 0 : timeout,
    },
  };
}

/** The condition that a URL pattern stands for. A host alone is its home page. */
function urlCondition(pattern: string): string {
  const url = /[*/]/.test(pattern) ? pattern.replace(/\*+/g, '*') : `${pattern}/`;
  return url === '*' ? 'true' : `concat(http.host, http.request.uri.path) wildcard "${url}"`;
}
