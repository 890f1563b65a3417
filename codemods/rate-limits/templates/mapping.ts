import type { Rule } from '../../direct/templates/types.js';

/** A rule with the fields of a rate limit. In place of a URL pattern it has the expression. */
export function toOldRule<T>(rule: Rule): T {
  const { action, enabled, expression, description = '' } = rule;
  const { requests_per_period: threshold, period, mitigation_timeout: timeout } = rule.ratelimit as Rule;
  const mode = action === 'block' ? 'ban' : action === 'log' ? 'simulate' : action;
  const match = { request: { url: expression } };
  const limit = { description, threshold, period, match, action: { mode, timeout } };
  return { ...rule, ...limit, disabled: enabled === false } as T;
}

type RateLimit = {
  description?: string;
  disabled?: boolean;
  threshold: number;
  period: number;
  //? replaced {
  expression?: string;
  action_parameters?: Rule;
  ratelimit?: Rule;
  //? }
  match?: {
    request?: { url?: string; schemes?: string[]; methods?: string[] };
    response?: { status?: number[]; origin_traffic?: boolean };
  };
  bypass?: { value: string }[];
  action: { mode: string; timeout?: number; response?: { content_type: string; body: string } };
};

/** The fields of a rate limit as those of a rate limiting rule. */
export function toRule(input: object): Rule {
  //! replaced const { description, disabled, threshold, period, match, bypass, action } = input as RateLimit;
  const { description, disabled, threshold, period, match, bypass, action, ...rule } = input as RateLimit; //? replaced
  const { url = '*', schemes = [], methods = [] } = match?.request ?? {};
  const { status = [], origin_traffic } = match?.response ?? {};
  //? replaced {
  const isKept = url === rule.expression; // as it was listed
  //? }
  const conditions = [
    //! replaced urlCondition(url),
    isKept ? url : urlCondition(url), //? replaced
    schemes.length === 1 && schemes[0] !== '_ALL_' && (schemes[0] === 'HTTPS' ? 'ssl' : 'not ssl'),
    methods.length > 0 && !methods.includes('_ALL_') && `http.request.method in {"${methods.join('" "')}"}`,
    ...(bypass ?? []).map(({ value }) => `not (${urlCondition(value)})`),
    //? replaced {
    !isKept && 'not cf.client.bot', // known crawlers never counted
    //? }
    //! replaced 'not cf.client.bot',
  ].filter(Boolean);
  const { mode, timeout, response } = action;
  const parameters = response && {
    response: { status_code: 429, content_type: response.content_type, content: response.body },
  };
  return {
    description,
    enabled: !disabled,
    expression: conditions.join(' and '),
    action: mode === 'ban' ? 'block' : mode === 'simulate' ? 'log' : mode,
    //! replaced ...(mode === 'ban' && parameters && { action_parameters: parameters }),
    //? replaced {
    ...(mode === 'ban' && { action_parameters: parameters ?? rule.action_parameters }),
    //? }
    ratelimit: {
      characteristics: ['cf.colo.id', 'ip.src'],
      requests_to_origin: origin_traffic !== false,
      ...(status.length > 0 && {
        counting_expression: [...conditions, `http.response.code in {${status.join(' ')}}`].join(' and '),
      }),
      //? replaced {
      ...(isKept && rule.ratelimit),
      //? }
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
