/** A rate limit that a program sends, as a rate limiting rule. */
import type { Script } from '../../src/analysis/edits/index.js';
import { BadInput, Differences, Given, rateLimitRule } from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { keyName, unwrap } from '../../src/read/javascript/syntax/nodes.js';
import { indentAt, lineEndOf, quoteOf } from '../places/indent.js';

export interface LimitText {
  readonly text: string;
  readonly differences: readonly Difference[];
}

/**
 * Fields whose values only the program knows: what stands for them until the rule is written, and where it is then.
 */
const OPEN: Readonly<Record<string, { readonly placeholder: unknown; readonly at: string }>> = {
  description: { placeholder: 'text', at: 'description' },
  threshold: { placeholder: 1, at: 'ratelimit.requests_per_period' },
  period: { placeholder: 60, at: 'ratelimit.period' },
  'action.timeout': { placeholder: 60, at: 'ratelimit.mitigation_timeout' },
  'action.response.body': { placeholder: 'text', at: 'action_parameters.response.content' },
  'action.response.content_type': { placeholder: 'text', at: 'action_parameters.response.content_type' },
};

const PERIODS: Difference = {
  name: 'fixed-periods',
  what: 'periods and timeouts are those of the new API, from 10 seconds to an hour; others are refused',
};

const NOT_MAPPED: Difference = {
  name: 'not-converted',
  what: 'what a limit that is put together elsewhere says of correlate and of headers of the response is left out',
};

/** `mapped` maps what only shows when the program runs. */
export function limitText(
  node: Node,
  script: Script,
  mapped: (text: string) => string,
): LimitText | { readonly why: string } {
  const source = script.text.slice(...node.range);
  const open = new Map<string, string>();
  const value = knownValue(node, script, '', open);
  if (value === undefined) {
    if (/\bcorrelate\b/.test(source)) return { why: 'what it counts by needs a person to choose' };
    return { text: mapped(source), differences: [PERIODS, NOT_MAPPED] };
  }
  const { disabled, ...limit } = value as Readonly<Record<string, unknown>>;
  const differences = new Differences();
  try {
    const rule = rateLimitRule(new Given('', limit), differences, { exemptCrawlers: true });
    const lost = differences.list.find(({ lost: isLost }) => isLost);
    if (lost !== undefined) return { why: lost.message };
    const texts = new Map([...open].map(([path, text]) => [OPEN[path]?.at ?? path, text]));
    const whole = withEnabled(rule, disabled, open, texts);
    const named = differences.list.map(({ path, message }) => ({
      name: nameOf(path),
      what: `${path}: ${message}`,
    }));
    const isTimed = ['period', 'action.timeout'].some((path) => open.has(path));
    return {
      text: written(whole, '', texts, layoutAt(script, node)),
      differences: [...named, ...(isTimed ? [PERIODS] : [])],
    };
  } catch (error) {
    if (error instanceof BadInput) return { why: `what it sends was never taken: ${error.message}` };
    throw error;
  }
}

function nameOf(path: string): string {
  return path.startsWith('match')
    ? 'counts-past-cache'
    : path.startsWith('bypass')
      ? 'bypass-is-not-counted'
      : 'nearest-period';
}

function withEnabled(
  rule: object,
  disabled: unknown,
  open: ReadonlyMap<string, string>,
  texts: Map<string, string>,
): Readonly<Record<string, unknown>> {
  const own = open.get('disabled');
  if (own !== undefined) texts.set('enabled', /^[\w$.]+$/.test(own) ? `!${own}` : `!(${own})`);
  return disabled === true || own !== undefined ? { ...rule, enabled: false } : { ...rule };
}

/** Undefined where a value is not known that has to be. */
function knownValue(node: Node, script: Script, path: string, open: Map<string, string>): unknown {
  const inner = unwrap(node);
  if (inner.type === 'Literal' && (typeof inner.value !== 'object' || inner.value === null))
    return inner.value;
  if (inner.type === 'TemplateLiteral' && inner.expressions.length === 0)
    return inner.quasis[0]?.value.cooked ?? undefined;
  if (inner.type === 'ArrayExpression') {
    const items = inner.elements.map((one) =>
      one === null ? undefined : knownValue(one, script, `${path}[]`, open),
    );
    return items.includes(undefined) ? undefined : items;
  }
  if (inner.type === 'ObjectExpression') {
    const entries: [string, unknown][] = [];
    for (const property of inner.properties) {
      const name =
        property.type === 'Property' && property.kind === 'init'
          ? keyName(property.key, property.computed)
          : null;
      if (property.type !== 'Property' || name === null) return undefined;
      // Methods of the SDK take it beside the limit.
      if (path === '' && name === 'zone_id') continue;
      const value = knownValue(property.value, script, path === '' ? name : `${path}.${name}`, open);
      if (value === undefined) return undefined;
      entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  }
  const placeholder = path === 'disabled' ? false : OPEN[path]?.placeholder;
  if (placeholder !== undefined) open.set(path, script.text.slice(...node.range));
  return placeholder;
}

interface Layout {
  readonly eol: string;
  readonly indent: string;
  readonly step: string;
  readonly quote: "'" | '"';
}

function layoutAt({ text }: Script, node: Node): Layout {
  const indent = indentAt(text, node.range[0]);
  const step = /^\t/m.test(text) ? '\t' : /^ {4}\S/m.test(text) && !/^ {2}\S/m.test(text) ? '    ' : '  ';
  return { eol: lineEndOf(text), indent, step, quote: quoteOf(text) };
}

/** An object on one line where it is short. */
function written(value: unknown, path: string, texts: ReadonlyMap<string, string>, layout: Layout): string {
  const own = texts.get(path);
  if (own !== undefined) return own;
  if (typeof value === 'string') return quoted(value, layout.quote);
  if (typeof value !== 'object' || value === null) return String(value);
  const inside = { ...layout, indent: layout.indent + layout.step };
  if (Array.isArray(value))
    return `[${value.map((one) => written(one, `${path}[]`, texts, layout)).join(', ')}]`;
  const parts = Object.entries(value).map(([key, one]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const text = written(one, at, texts, inside);
    const isLong = typeof one === 'string' && inside.indent.length + key.length + text.length > LONGEST;
    if (isLong) return `${key}:${layout.eol}${inside.indent}${layout.step}${text}`;
    return text === key ? key : `${key}: ${text}`;
  });
  const line = `{ ${parts.join(', ')} }`;
  if (path !== '' && line.length <= SHORT && !line.includes(layout.eol)) return line;
  const lines = parts.map((part) => `${inside.indent}${part},${layout.eol}`);
  return `{${layout.eol}${lines.join('')}${layout.indent}}`;
}

const SHORT = 80;
const LONGEST = 96;

function quoted(text: string, quote: Layout['quote']): string {
  const best = text.includes(quote) ? (quote === '"' ? "'" : '"') : quote;
  const other = text.includes(best) ? quote : best;
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `${other}${escaped.replaceAll(other, `\\${other}`)}${other}`;
}
