/** One rate limit of the old kind as a rate limiting rule, with what is only known later left to the program. */

import type { NewRule, RuleFields } from '../../../src/convert/index.js';
import {
  BadInput,
  BYPASSED,
  COUNTED_BY_RESPONSE,
  Differences,
  Given,
  rateLimitRule,
} from '../../../src/convert/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import type { HclItem } from '../hcl-layout.js';
import { requestConditions, responseConditions, withConditions } from './limit-conditions.js';
import { enabledBy, operand, type ProviderMajor, Refusal } from './resources.js';

export interface Limit {
  readonly items: (provider: ProviderMajor) => readonly HclItem[];
  readonly differences: readonly Difference[];
}

export const ORDER_OF_LIMITS: Difference = {
  name: 'order-of-rate-limits',
  what: 'rules are evaluated in the order in which they are written; before, the one that was made last came first',
};

/** What is written in a rate limit, in whatever language. Names are those of Terraform. */
export interface LimitSource {
  /** Names the resource in messages. */
  readonly address: string;
  /** What was taken out of texts and replaced by marks, in their order. */
  readonly computed: readonly string[];
  /** The value as it is written; null where there is none. */
  written(...path: readonly string[]): string | null;
  /** A list that is written out; undefined where there is none. Throws a `Refusal` where it is computed. */
  list(...path: readonly string[]): readonly unknown[] | undefined;
  /** A list that is computed, as it is written, where the program can make conditions of it; null for others. */
  computedList(...path: readonly string[]): string | null;
  /** A text, with marks for what is computed in it. */
  text(...path: readonly string[]): string | undefined;
  /** Patterns of a list that is written out, though parts of them may be computed. */
  patterns(name: string): readonly string[];
  /** A list of patterns that is computed as a whole, as it is written; null for others. */
  computedPatterns(name: string): string | null;
  /** Under which condition a block is there that is made once or not at all; null for a plain one. */
  condition(...path: readonly string[]): string | null;
  has(...path: readonly string[]): boolean;
  /** A text that is not empty, as it is written. */
  description(): string | null;
  /** A text of ours, with marks, in the language of the program. */
  quoted(text: string): string;
}

/** Throws a `Refusal`. */
export function limitOf(source: LimitSource): Limit {
  const found = new Differences();
  const rule = ruleOf(source, found);
  const counts = typeof (rule.ratelimit as RuleFields).counting_expression === 'string';
  if (source.computedPatterns('bypass_url_patterns') !== null) found.changed('bypass_url_patterns', BYPASSED);
  if (!counts && responseConditions(source).length > 0) found.changed('match.response', COUNTED_BY_RESPONSE);
  const differences = found.list.map(({ path, message }) => ({
    name: 'rate-limit-converted',
    what: `${source.address}: ${path} ${message}`,
  }));
  return {
    items: (provider) => itemsOf(source, rule, provider),
    differences: [...differences, ...(source.computed.length > 0 ? [COMPUTED] : [])],
  };
}

const COMPUTED: Difference = {
  name: 'url-computed',
  what: 'a URL pattern with interpolation is compared as one text; with ** or a bare host in it, write the condition out',
};

/** A character that no expression holds. */
export const MARK = '\uE000';

function isNumber(written: string): boolean {
  return /^"?\d+"?$/.test(written);
}

/** The number, or one that stands for what is computed. */
function numberOf(source: LimitSource, fallback: number, ...path: readonly string[]): number | undefined {
  const written = source.written(...path);
  if (written === null) return undefined;
  return isNumber(written) ? Number(written.replaceAll('"', '')) : fallback;
}

function ruleOf(source: LimitSource, differences: Differences): NewRule {
  const mode = source.written('action', 'mode');
  const hasResponse = source.has('action', 'response');
  if (mode === null) throw new Refusal(`${source.address} has no action.mode`);
  const hasUrl = source.has('match', 'request', 'url_pattern') || source.has('match', 'request', 'url');
  if (hasUrl && source.condition('match', 'request') !== null)
    throw new Refusal(`${source.address} compares its URL on a condition`);
  if (!isLiteral(mode) && hasResponse)
    throw new Refusal(`${source.address} computes its action and has a response of its own`);
  const limit = {
    threshold: numberOf(source, 1, 'threshold'),
    period: numberOf(source, 60, 'period'),
    action: {
      mode: isLiteral(mode) ? mode.slice(1, -1) : 'ban',
      timeout: numberOf(source, 60, 'action', 'timeout'),
      ...(hasResponse ? { response: {} } : {}),
    },
    match: {
      request: {
        url: source.text('match', 'request', 'url_pattern') ?? source.text('match', 'request', 'url'),
        schemes: writtenList(source, 'match', 'request', 'schemes'),
        methods: writtenList(source, 'match', 'request', 'methods'),
      },
      response: {
        status:
          writtenList(source, 'match', 'response', 'statuses') ?? source.list('match', 'response', 'status'),
        origin_traffic: source.written('match', 'response', 'origin_traffic') !== 'false',
        headers: headersOf(source),
      },
    },
    bypass: source.patterns('bypass_url_patterns').map((value) => ({ name: 'url', value })),
    correlate: correlationOf(source),
  };
  try {
    return rateLimitRule(new Given('', limit), differences, {
      exemptCrawlers: true,
      isComputed: (pattern) => pattern.includes(MARK),
    });
  } catch (error) {
    if (error instanceof BadInput) throw new Refusal(`${source.address}: ${error.message}`);
    throw error;
  }
}

function headersOf(source: LimitSource): readonly unknown[] | undefined {
  const inside = source.list('match', 'response', 'headers');
  if (inside !== undefined && source.condition('match', 'response') !== null)
    throw new Refusal(`${source.address} compares headers on a condition`);
  return inside ?? source.list('match', 'headers');
}

/** What is computed becomes conditions of the program. */
function writtenList(source: LimitSource, ...path: readonly string[]): readonly unknown[] | undefined {
  return source.computedList(...path) === null ? source.list(...path) : undefined;
}

function correlationOf(source: LimitSource): { readonly by: string } | undefined {
  if (!source.has('correlate') || source.condition('correlate') !== null) return undefined;
  const by = source.text('correlate', 'by');
  if (by === undefined || by.includes(MARK))
    throw new Refusal(`${source.address} computes what it correlates by`);
  return { by };
}

function isLiteral(written: string): boolean {
  return /^"[\w-]*"$/.test(written);
}

function itemsOf(source: LimitSource, rule: NewRule, provider: ProviderMajor): readonly HclItem[] {
  const description = source.description();
  const enabled = enabledBy([source.written('disabled') ?? 'false']);
  const mode = source.written('action', 'mode') ?? '';
  const action = isLiteral(mode)
    ? `"${rule.action}"`
    : `lookup({ ban = "block", simulate = "log" }, ${mode}, ${mode})`;
  return [
    ...(description === null ? [] : [{ name: 'description', value: description }]),
    {
      name: 'expression',
      value: withConditions(source.quoted(rule.expression), requestConditions(source)),
    },
    { name: 'action', value: action },
    ...(enabled === null ? [] : [{ name: 'enabled', value: enabled }]),
    ...responseItems(source, rule, provider),
    nested('ratelimit', counterItems(source, rule, mode), provider),
  ];
}

function nested(name: string, items: readonly HclItem[], provider: ProviderMajor): HclItem {
  return provider === 5 ? { name, object: items } : { name, block: items };
}

/** The text of the answer stays as it is written, for it may be long. */
function responseItems(source: LimitSource, rule: NewRule, provider: ProviderMajor): readonly HclItem[] {
  if (rule.action_parameters === undefined) return [];
  const response = [
    { name: 'status_code', value: '429' },
    { name: 'content_type', value: source.written('action', 'response', 'content_type') ?? '"text/plain"' },
    { name: 'content', value: source.written('action', 'response', 'body') ?? '""' },
  ];
  const condition = source.condition('action', 'response');
  if (condition === null)
    return [nested('action_parameters', [nested('response', response, provider)], provider)];
  if (provider === 5) {
    const fields = response.map(({ name, value }) => `${name} = ${value}`).join(', ');
    if (fields.includes('\n'))
      throw new Refusal(`${source.address} has an answer over several lines on a condition`);
    return [{ name: 'action_parameters', value: `${condition} ? { response = { ${fields} } } : null` }];
  }
  const head = { name: 'for_each', value: `${condition} ? [1] : []` };
  const content = { name: 'content', block: [nested('response', response, provider)] };
  return [{ name: 'dynamic', labels: ['action_parameters'], block: [head, content] }];
}

function counterItems(source: LimitSource, rule: NewRule, mode: string): readonly HclItem[] {
  const counter = rule.ratelimit as RuleFields;
  const counting = countingExpression(source, rule.expression, counter);
  const { characteristics } = counter;
  const timeout = computedNumber(source, 'action', 'timeout') ?? String(counter.mitigation_timeout);
  const origin = originTraffic(source);
  return [
    {
      name: 'characteristics',
      value: characteristicsOf(source, characteristics as readonly string[]),
    },
    { name: 'period', value: computedNumber(source, 'period') ?? String(counter.period) },
    {
      name: 'requests_per_period',
      value: computedNumber(source, 'threshold') ?? String(counter.requests_per_period),
    },
    {
      name: 'mitigation_timeout',
      value: mitigation(mode, timeout),
    },
    { name: 'requests_to_origin', value: origin },
    ...(counting === null ? [] : [{ name: 'counting_expression', value: counting }]),
  ];
}

/** Behind one address, visitors are told apart by a cookie where the block is there. */
function characteristicsOf(source: LimitSource, found: readonly string[]): string {
  const condition = source.condition('correlate');
  if (condition === null) return `[${found.map((one) => `"${one}"`).join(', ')}]`;
  return `["cf.colo.id", ${condition} ? "cf.unique_visitor_id" : "ip.src"]`;
}

/** What is computed may be null, which meant true. */
function originTraffic(source: LimitSource): string {
  const written = source.written('match', 'response', 'origin_traffic') ?? 'true';
  const value = /^(?:true|false)$/.test(written) ? written : `${operand(written)} != false`;
  const condition = source.condition('match', 'response');
  return condition === null || value === 'true' ? value : `${condition} ? ${value} : true`;
}

/** Without statuses it says the same as the expression, which is what counts where there is none. */
function countingExpression(source: LimitSource, expression: string, counter: RuleFields): string | null {
  const answered = responseConditions(source);
  const { counting_expression: written } = counter;
  if (typeof written !== 'string' && answered.length === 0) return null;
  const base = typeof written === 'string' ? written : expression;
  return withConditions(source.quoted(base), [...requestConditions(source), ...answered]);
}

/** Challenges have no timeout. */
function mitigation(mode: string, timeout: string): string {
  if (mode.endsWith('challenge"')) return '0';
  return isLiteral(mode) ? timeout : `contains(["ban", "simulate"], ${mode}) ? ${operand(timeout)} : 0`;
}

/** The expression where a number is computed; null where it is written out. */
function computedNumber(source: LimitSource, ...path: readonly string[]): string | null {
  const written = source.written(...path);
  return written === null || isNumber(written) ? null : written;
}
