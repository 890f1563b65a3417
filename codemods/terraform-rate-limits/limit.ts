/** One `cloudflare_rate_limit` as a rate limiting rule, with what Terraform computes left to it. */

import type { NewRule, RuleFields } from '../../src/convert/index.js';
import { BadInput, Differences, Given, quoted, rateLimitRule } from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/model.js';
import { objectOf } from '../../src/read/terraform/values.js';
import { type Piece, type Property, propertyOf, type Value } from '../../src/value/index.js';
import { attributeText, type HclFile, writtenProperty } from '../places/hcl.js';
import type { HclItem } from '../places/hcl-layout.js';
import {
  enabledBy,
  operand,
  type ProviderMajor,
  Refusal,
  type Resource,
  textOf,
} from '../places/rulesets/resources.js';

export interface Limit {
  readonly items: (provider: ProviderMajor) => readonly HclItem[];
  readonly differences: readonly Difference[];
}

/** Throws a `Refusal`. */
export function limitOf(resource: Resource): Limit {
  const settings = new Settings(resource);
  const found = new Differences();
  const rule = ruleOf(settings, found);
  const differences = found.list.map(({ path, message }) => ({
    name: 'rate-limit-converted',
    what: `${resource.address}: ${path} ${message}`,
  }));
  return {
    items: (provider) => itemsOf(settings, rule, provider),
    differences: [...differences, ...(settings.computed.length > 0 ? [COMPUTED] : [])],
  };
}

const COMPUTED: Difference = {
  name: 'url-computed',
  what: 'a URL pattern with interpolation is compared as one text; with ** or a bare host in it, write the condition out',
};

/** The attributes of the resource, whether they stand in blocks (provider 4) or in objects (provider 5). */
class Settings {
  readonly #body: Value;
  readonly file: HclFile;
  /** Interpolations that were taken out of texts, in the order of their marks. */
  readonly computed: string[] = [];

  constructor(readonly resource: Resource) {
    this.file = resource.file;
    this.#body = objectOf(resource.block.body, resource.block.origin);
  }

  at(...path: readonly string[]): Property | null {
    let found: Property | undefined;
    let value = this.#body;
    for (const key of path) {
      if (value.kind === 'array')
        throw new Refusal(`${this.resource.address} has several blocks ${found?.key}, or a dynamic one`);
      found = value.kind === 'object' ? propertyOf(value, key) : undefined;
      if (found === undefined) return null;
      value = found.value;
    }
    const isNull = value.kind === 'scalar' && value.value === null;
    return found === undefined || isNull ? null : found;
  }

  written(...path: readonly string[]): string | null {
    const property = this.at(...path);
    return property === null ? null : writtenProperty(this.file, property);
  }

  /** A list that is written out; undefined where there is none. */
  list(...path: readonly string[]): readonly unknown[] | undefined {
    const property = this.at(...path);
    if (property === null) return undefined;
    const json = this.#json(property.value);
    if (!Array.isArray(json) || JSON.stringify(json).includes(MARK))
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is computed`);
    return json;
  }

  /** A text; interpolations are replaced by marks. */
  text(...path: readonly string[]): string | undefined {
    const property = this.at(...path);
    if (property === null) return undefined;
    const json = this.#json(property.value);
    if (typeof json !== 'string')
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is no text`);
    return json;
  }

  /** Patterns of a list that is written out. */
  patterns(name: string): readonly string[] {
    const property = this.at(name);
    if (property === null) return [];
    const json = this.#json(property.value);
    if (!Array.isArray(json) || !json.every((one) => typeof one === 'string'))
      throw new Refusal(`${name} of ${this.resource.address} is computed`);
    return json;
  }

  /** The number, or one that stands for what is computed. */
  number(fallback: number, ...path: readonly string[]): number | undefined {
    const written = this.written(...path);
    if (written === null) return undefined;
    return isNumber(written) ? Number(written.replaceAll('"', '')) : fallback;
  }

  #json(value: Value): unknown {
    switch (value.kind) {
      case 'scalar':
        return value.value;
      case 'array':
        return value.open ? this.#mark(value.origin) : value.items.map((item) => this.#json(item));
      case 'object':
        return Object.fromEntries(value.properties.map(({ key, value: inner }) => [key, this.#json(inner)]));
      case 'text':
        return this.#isWritten(value.origin) ? this.#joined(value.pieces) : this.#mark(value.origin);
      default:
        return this.#mark(value.origin);
    }
  }

  /** Whether a text stands there in quotes, not the name or the call that gives it. */
  #isWritten(origin: Value['origin']): boolean {
    return origin !== null && this.file.text.charAt(origin.start - 1) === '"';
  }

  #joined(pieces: readonly Piece[]): string {
    return pieces.map((piece) => (piece.kind === 'text' ? piece.text : this.#mark(piece.origin))).join('');
  }

  #mark(origin: Value['origin']): string {
    const written = origin === null ? '' : this.file.text.slice(origin.start, origin.end);
    if (written === '' || written.startsWith('%{'))
      throw new Refusal(`${this.resource.address} has a text that is put together in several steps`);
    this.computed.push(written.startsWith('${') ? written : `\${${written}}`);
    return `${MARK}${this.computed.length - 1}${MARK}`;
  }

  /** The text as Terraform reads it, with the interpolations back in their places. */
  quoted(text: string): string {
    return quoted(text).replace(
      new RegExp(`${MARK}(\\d+)${MARK}`, 'g'),
      (_, index) => this.computed[index] ?? '',
    );
  }
}

/** A character that no expression holds. */
const MARK = '\uE000';

export function isNumber(written: string): boolean {
  return /^"?\d+"?$/.test(written);
}

function ruleOf(settings: Settings, differences: Differences): NewRule {
  const { resource } = settings;
  const mode = settings.written('action', 'mode');
  const response = settings.at('action', 'response');
  if (mode === null) throw new Refusal(`${resource.address} has no action.mode`);
  if (!isLiteral(mode) && response !== null)
    throw new Refusal(`${resource.address} computes its action and has a response of its own`);
  const limit = {
    threshold: settings.number(1, 'threshold'),
    period: settings.number(60, 'period'),
    action: {
      mode: isLiteral(mode) ? mode.slice(1, -1) : 'ban',
      timeout: settings.number(60, 'action', 'timeout'),
      ...(response === null ? {} : { response: {} }),
    },
    match: {
      request: {
        url: settings.text('match', 'request', 'url_pattern') ?? settings.text('match', 'request', 'url'),
        schemes: settings.list('match', 'request', 'schemes'),
        methods: settings.list('match', 'request', 'methods'),
      },
      response: {
        status:
          settings.list('match', 'response', 'statuses') ?? settings.list('match', 'response', 'status'),
        origin_traffic: settings.written('match', 'response', 'origin_traffic') !== 'false',
        headers: settings.list('match', 'response', 'headers') ?? settings.list('match', 'headers'),
      },
    },
    bypass: settings.patterns('bypass_url_patterns').map((value) => ({ name: 'url', value })),
    correlate: correlationOf(settings),
  };
  try {
    return rateLimitRule(new Given('', limit), differences, {
      exemptCrawlers: true,
      isComputed: (pattern) => pattern.includes(MARK),
    });
  } catch (error) {
    if (error instanceof BadInput) throw new Refusal(`${resource.address}: ${error.message}`);
    throw error;
  }
}

function correlationOf(settings: Settings): { readonly by: string } | undefined {
  if (settings.at('correlate') === null) return undefined;
  const by = settings.text('correlate', 'by');
  if (by === undefined || by.includes(MARK))
    throw new Refusal(`${settings.resource.address} computes what it correlates by`);
  return { by };
}

function isLiteral(written: string): boolean {
  return /^"[\w-]*"$/.test(written);
}

function itemsOf(settings: Settings, rule: NewRule, provider: ProviderMajor): readonly HclItem[] {
  const { resource } = settings;
  const description = textOf(resource, 'description');
  const enabled = enabledBy([attributeText(resource.file, resource.block, 'disabled') ?? 'false']);
  const mode = settings.written('action', 'mode') ?? '';
  const action = isLiteral(mode)
    ? `"${rule.action}"`
    : `lookup({ ban = "block", simulate = "log" }, ${mode}, ${mode})`;
  return [
    ...(description === null ? [] : [{ name: 'description', value: description }]),
    { name: 'expression', value: settings.quoted(rule.expression) },
    { name: 'action', value: action },
    ...(enabled === null ? [] : [{ name: 'enabled', value: enabled }]),
    ...responseItems(settings, rule, provider),
    nested('ratelimit', counterItems(settings, rule.ratelimit as RuleFields, mode), provider),
  ];
}

function nested(name: string, items: readonly HclItem[], provider: ProviderMajor): HclItem {
  return provider === 5 ? { name, object: items } : { name, block: items };
}

/** The text of the answer stays as it is written, for it may be long. */
function responseItems(settings: Settings, rule: NewRule, provider: ProviderMajor): readonly HclItem[] {
  if (rule.action_parameters === undefined) return [];
  const response = [
    { name: 'status_code', value: '429' },
    { name: 'content_type', value: settings.written('action', 'response', 'content_type') ?? '"text/plain"' },
    { name: 'content', value: settings.written('action', 'response', 'body') ?? '""' },
  ];
  return [nested('action_parameters', [nested('response', response, provider)], provider)];
}

function counterItems(settings: Settings, counter: RuleFields, mode: string): readonly HclItem[] {
  const { characteristics, counting_expression: counting } = counter;
  const timeout = computedNumber(settings, 'action', 'timeout') ?? String(counter.mitigation_timeout);
  const origin = settings.written('match', 'response', 'origin_traffic') ?? 'true';
  return [
    {
      name: 'characteristics',
      value: `[${(characteristics as string[]).map((one) => `"${one}"`).join(', ')}]`,
    },
    { name: 'period', value: computedNumber(settings, 'period') ?? String(counter.period) },
    {
      name: 'requests_per_period',
      value: computedNumber(settings, 'threshold') ?? String(counter.requests_per_period),
    },
    {
      name: 'mitigation_timeout',
      value: mitigation(mode, timeout),
    },
    { name: 'requests_to_origin', value: origin },
    ...(typeof counting === 'string'
      ? [{ name: 'counting_expression', value: settings.quoted(counting) }]
      : []),
  ];
}

/** Challenges have no timeout. */
function mitigation(mode: string, timeout: string): string {
  if (mode.endsWith('challenge"')) return '0';
  return isLiteral(mode) ? timeout : `contains(["ban", "simulate"], ${mode}) ? ${operand(timeout)} : 0`;
}

/** The expression where a number is computed; null where it is written out. */
function computedNumber(settings: Settings, ...path: readonly string[]): string | null {
  const written = settings.written(...path);
  return written === null || isNumber(written) ? null : written;
}
