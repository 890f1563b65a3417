import type { Rule } from '../../direct/templates/types.js';

/** A rule with the fields of a rate limit. In place of a URL pattern it has the expression. */
export function toOldRule<T>(rule: Rule): T {
  const { action, enabled, expression: url, description = '' } = rule;
  const { requests_per_period: threshold, period, mitigation_timeout: timeout } = rule.ratelimit as Rule;
  const mode = action === 'block' ? 'ban' : action === 'log' ? 'simulate' : action;
  const limit = { description, threshold, period, match: { request: { url } }, action: { mode, timeout } };
  return { ...rule, ...limit, disabled: enabled === false } as T;
}

type RateLimit = Rule & {
  match?: {
    //! limit-pattern request?: { url?: string; schemes?: string[]; methods?: string[] };
    request?: { url?: string; url_pattern?: string; schemes?: string[]; methods?: string[] }; //? limit-pattern
    response?: { status?: number[]; origin_traffic?: boolean }; //? limit-response
  };
  bypass?: { value: string }[]; //? limit-bypass
  //! limit-page action: { mode: string; timeout?: number };
  action: { mode: string; timeout?: number; response?: { content_type: string; body: string } }; //? limit-page
};

/** Periods that the API takes. */
const SECONDS = [10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600];

function nearest(given: unknown, allowed: number[]): number {
  const wanted = Number.parseFloat(`${given}`);
  if (!(wanted >= 0)) throw new Error(`${given} is no number of seconds`);
  return allowed.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}

export function toRule(input: object): Rule {
  //? typed {
  //! replaced //! limit-bypass const { description, disabled, threshold, period, match, action } = input as RateLimit;
  //? limit-bypass {
  //! replaced const { description, disabled, threshold, period, match, bypass, action } = input as RateLimit;
  //? }
  const { description, disabled, threshold, period, match, bypass, action, ...rule } = input as RateLimit; //? replaced
  //? }
  //! typed //! replaced //! limit-bypass const { description, disabled, threshold, period, match, action } = input as any;
  //! typed //! replaced const { description, disabled, threshold, period, match, bypass, action } = input as any; //? limit-bypass
  //! typed const { description, disabled, threshold, period, match, bypass, action, ...rule } = input as any; //? replaced
  //! limit-pattern const { url = '*', schemes = [], methods = [] } = match?.request ?? {};
  const { url_pattern = '*', url = url_pattern, schemes = [], methods = [] } = match?.request ?? {}; //? limit-pattern
  const { status = [], origin_traffic } = match?.response ?? {}; //? limit-response
  //! replaced let expression = urlCondition(url);
  //? replaced {
  const isKept = url === rule.expression; // as it was listed
  let expression = isKept ? url : urlCondition(url);
  //? }
  if (/^https?$/i.test(String(schemes))) expression += ` and ${/s/i.test(String(schemes)) ? '' : 'not '}ssl`;
  if (!/^$|_ALL_/.test(String(methods)))
    expression += ` and http.request.method in {"${methods.join('" "')}"}`;
  //? limit-bypass {
  for (const { value } of bypass ?? [])
    if (!value.includes('?')) expression += ` and not (${urlCondition(value)})`;
  //? }
  //! no-crawlers //! replaced expression += ' and not cf.client.bot'; // known crawlers never counted
  if (!isKept) expression += ' and not cf.client.bot'; //! no-crawlers //? replaced
  //! limit-page const { mode, timeout } = action;
  //? limit-page {
  const { mode, timeout, response: page } = action;
  const response = page && { status_code: 429, content_type: page.content_type, content: page.body };
  //? }
  const ratelimit = {
    characteristics: ['cf.colo.id', 'ip.src'],
    //! limit-response requests_to_origin: true,
    //? limit-response {
    requests_to_origin: origin_traffic !== false,
    counting_expression: status[0] && `${expression} and http.response.code in {${status.join(' ')}}`,
    //? }
    //? replaced {
    ...(isKept && (rule.ratelimit as Rule)),
    //? }
    period: nearest(period, SECONDS),
    requests_per_period: threshold,
    mitigation_timeout: mode.endsWith('challenge') ? 0 : nearest(timeout, [0, ...SECONDS, 86400]),
  };
  const common = { description, enabled: !disabled, expression, ratelimit };
  if (mode !== 'ban') return { ...common, action: mode === 'simulate' ? 'log' : mode };
  //! limit-page return { ...common, action: 'block' };
  //? limit-page {
  //! replaced return { ...common, action: 'block', action_parameters: response && { response } };
  //? replaced {
  const action_parameters = response ? { response } : rule.action_parameters;
  return { ...common, action: 'block', action_parameters };
  //? }
  //? }
}

/** The condition that a URL pattern stands for. A host alone is its home page. */
function urlCondition(pattern: string): string {
  // A scheme, a port, a query or a fragment was never part of what it was compared with.
  if (/^$|^\/|^[^/*]*:|[?#\s]/.test(pattern)) throw new Error(`no condition can stand for ${pattern}`);
  // A backslash stands for itself, except in front of a star.
  const url = pattern.replace(/\\(?!\*)/g, '\\\\').replace(/(?<!\\)\*+/g, '*');
  if (url === '*') return 'true';
  const [, host, path = '/'] = /^((?:\*\.)?[^*/\\]+)(\/.*)?$/.exec(url) ?? [];
  // A star in the host may stand for a part of the path, too.
  if (!host) return `concat(http.host, http.request.uri.path) wildcard ${JSON.stringify(url)}`;
  const name = JSON.stringify(host.toLowerCase());
  const condition = `http.host ${host.startsWith('*') ? 'wildcard' : 'eq'} ${name}`;
  return path === '/*'
    ? condition
    : `${condition} and http.request.uri.path wildcard ${JSON.stringify(path)}`;
}
