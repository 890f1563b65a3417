/** Limits that calls of cloudflare-go send, as rate limiting rules. */
import { argumentsOf, calledAs, fieldOf, type SyntaxNode, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/index.js';
import { entryPairs, linesOf, negated } from '../../go/literals.js';
import { heldBy, type SdkCall } from '../../go/sdk-calls.js';
import type { SentRules, SentSdkRule } from '../../go/sdk-kind.js';
import type { SdkReads } from '../../go/sdk-reads.js';
import { enabledGiven, type SdkVersion } from '../../go/sdk-version.js';
import { indentAt } from '../../places/index.js';
import { type LimitRule, limitRule } from '../limit-rule.js';
import { HOLE, knownValue, type LimitReader, withHoles } from '../written-limit.js';
import { itemsIn, quoted, textsOf } from './texts.js';

const UNKNOWN = { why: 'what it sends is not one limit that is written out' };

/** Names in JSON of fields whose name is another one. */
const JSON_NAMES: Readonly<Record<string, string>> = {
  URLPattern: 'url',
  Statuses: 'status',
  OriginTraffic: 'origin_traffic',
  ContentType: 'content_type',
};

/** Fields of the rule by their names in JSON. */
const RULE_FIELDS: Readonly<Record<string, string>> = {
  ratelimit: 'RateLimit',
  action_parameters: 'ActionParameters',
  requests_per_period: 'RequestsPerPeriod',
  mitigation_timeout: 'MitigationTimeout',
  counting_expression: 'CountingExpression',
  requests_to_origin: 'RequestsToOrigin',
  status_code: 'StatusCode',
  content_type: 'ContentType',
};
const TYPES: Readonly<Record<string, string>> = {
  ratelimit: 'RulesetRuleRateLimit',
  action_parameters: 'RulesetRuleActionParameters',
  'action_parameters.response': 'RulesetRuleActionParametersBlockResponse',
};

export class SdkLimits implements SentRules {
  readonly #reads: SdkReads;
  readonly #version: SdkVersion;
  readonly filterReads = new Map<SdkCall, SyntaxNode[]>();
  readonly sent: SyntaxNode[] = [];
  readonly hasSkips = false;
  readonly hasOpenActions = false;

  constructor(reads: SdkReads, version: SdkVersion) {
    this.#reads = reads;
    this.#version = version;
  }

  created(call: SdkCall): SentSdkRule {
    const [, , sent] = call.args;
    return sent === undefined ? UNKNOWN : this.#limit(call, sent, null);
  }

  changed(call: SdkCall): SentSdkRule {
    const [, , id, sent] = call.args;
    if (id === undefined || sent === undefined) return UNKNOWN;
    if (sent.type === 'identifier' && heldBy(call, sent).name === null) {
      const name = textOf(call.tree, sent);
      const isOwn = this.#reads.isRule({ ...call, node: sent }) && textOf(call.tree, id) === `${name}.ID`;
      return isOwn ? { text: name, edits: [] } : UNKNOWN;
    }
    return this.#limit(call, sent, textOf(call.tree, id));
  }

  #limit(call: SdkCall, sent: SyntaxNode, id: string | null): SentSdkRule {
    const { tree, path, alias } = call;
    const held = heldBy(call, sent);
    const { literal } = held;
    this.sent.push(literal);
    const known = { reader: readerOf(call), open: new Map<string, string>(), holes: [] as string[] };
    const value = literal.type === 'composite_literal' ? knownValue(known, literal, '') : undefined;
    if (typeof value !== 'object' || value === null) return UNKNOWN;
    const limit = limitRule(value, known.open, (pattern) => HOLE.test(pattern));
    if ('why' in limit) return limit;
    const indent = indentAt(tree.text, held.name?.start ?? call.holder?.start ?? call.node.start);
    const rule = this.#written(call, limit, known.holes, id, indent);
    if (rule === null) return UNKNOWN;
    const differences = [...limit.differences, ...(id === null ? [LAST] : [])];
    const text = `${alias}.RulesetRule${rule}`;
    if (held.name === null) return { text, edits: [], differences };
    return {
      text: textOf(tree, held.name),
      edits: [{ file: path, start: literal.start, end: literal.end, text }],
      differences,
    };
  }

  #written(
    { alias }: SdkCall,
    { rule, sources }: LimitRule,
    holes: readonly string[],
    id: string | null,
    indent: string,
  ): string | null {
    const on = sources.get('enabled');
    const isOff = 'enabled' in rule && rule.enabled === false;
    const enabled = enabledGiven(this.#version, alias, on === undefined ? String(!isOff) : negated(on));
    const text = (value: unknown, at: string, inside: string): string | null => {
      const source = sources.get(at);
      if (source !== undefined) return source;
      if (typeof value === 'string') return quoted(value, HOLE.test(value), withHoles(holes));
      if (Array.isArray(value)) {
        const items = value.map((one) => text(one, `${at}[]`, inside));
        return items.includes(null) ? null : `[]string{${items.join(', ')}}`;
      }
      if (typeof value !== 'object' || value === null) return String(value);
      const fields = entries(value, at, `${inside}\t`);
      return fields === null ? null : `&${alias}.${TYPES[at] ?? ''}${linesOf(fields, inside)}`;
    };
    const entries = (of: object, at: string, inside: string): (readonly [string, string])[] | null => {
      const all: (readonly [string, string])[] = [];
      for (const [key, value] of Object.entries(of)) {
        if (at === '' && key === 'enabled') continue;
        const written = text(value, at === '' ? key : `${at}.${key}`, inside);
        if (written === null) return null;
        // The SDK leaves out what is zero.
        if (written === '0' || written === 'false') continue;
        all.push([RULE_FIELDS[key] ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`, written]);
      }
      return all;
    };
    const fields = entries(rule, '', `${indent}\t`);
    if (fields === null) return null;
    const own = id === null ? [] : [['ID', id] as const];
    return linesOf([...own, ...fields, ['Enabled', enabled]], indent);
  }
}

function readerOf(call: SdkCall): LimitReader<SyntaxNode> {
  const { tree, alias } = call;
  /** Without the address and the function that makes one. */
  const innerOf = (node: SyntaxNode): SyntaxNode => {
    const isAddress = node.type === 'unary_expression' && textOf(tree, node).startsWith('&');
    const isPointer = node.type === 'call_expression' && calledAs({ ...call, node }) === `${alias}.BoolPtr`;
    const inner = isAddress ? fieldOf(node, 'operand') : isPointer ? argumentsOf(node)[0] : null;
    return inner == null ? node : innerOf(inner);
  };
  const literalIn = (written: SyntaxNode) => {
    const node = innerOf(written);
    const isWhole = node.type === 'composite_literal';
    const body = isWhole ? fieldOf(node, 'body') : node;
    if (body?.type !== 'literal_value') return null;
    return { body, isList: isWhole && fieldOf(node, 'type')?.type === 'slice_type' };
  };
  return {
    ...textsOf(tree, innerOf),
    sourceOf: (node) => textOf(tree, innerOf(node)),
    itemsOf: (node) => {
      const literal = literalIn(node);
      return literal?.isList ? itemsIn(literal.body) : undefined;
    },
    fieldsOf: (node, path) => {
      const literal = literalIn(node);
      if (literal === null) return undefined;
      const fields = entryPairs(tree, literal.body)?.map(
        ({ key, value }) => [JSON_NAMES[key] ?? key.toLowerCase(), value] as const,
      );
      // The argument beside it says which limit it is.
      return fields?.filter(([name]) => path !== '' || name !== 'id') ?? null;
    },
  };
}
