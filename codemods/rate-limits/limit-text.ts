/** A rate limit that a program sends, as a rate limiting rule. */
import type { Script } from '../../src/analysis/edits/index.js';
import { TIMEOUTS } from '../../src/catalogue/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { constantOf } from '../direct/index.js';
import { indentAt, lineEndOf, quoteOf } from '../places/index.js';
import { commentsIn, type FieldComments } from './limit-comments.js';
import { limitRule, placeholderFor } from './limit-rule.js';

export interface LimitText {
  readonly text: string;
  /** What the function that maps it has to know of. */
  readonly features: readonly string[];
  readonly differences: readonly Difference[];
}

const NOT_MAPPED: Difference = {
  name: 'not-converted',
  what: 'what a limit that is put together elsewhere says of correlate and of headers of the response is left out',
};

const NEAREST: Difference = {
  name: 'nearest-period',
  what: 'periods and timeouts that the new API does not take become the nearest that it takes; a pattern with a scheme, a port, a query or a fragment is an error',
};

const PATTERN: Difference = {
  name: 'pattern-is-read',
  what: 'a pattern in match.request.url_pattern, which the old API did not know and took for every request, is that of the rule',
};

/** `mapped` maps what only shows when the program runs. */
export function limitText(
  node: Node,
  script: Script,
  mapped: (text: string) => string,
): LimitText | { readonly why: string } {
  const source = script.text.slice(...node.range);
  const whole = wholeLimit(node, script);
  if (whole === null) {
    if (/\bcorrelate\b/.test(source)) return { why: 'what it counts by needs a person to choose' };
    const text = source.replace(/(?<=\brequest:\s*\{[^{}]*?)\burl_pattern(?=\s*:)/, 'url');
    const features = Object.keys(PARTS).filter((feature) => mayHave(node, PARTS[feature] ?? []));
    // A name that the API never had may come from anywhere in the file.
    const isOpen = text === source && /\burl_pattern\b/.test(script.text);
    return {
      text: mapped(text),
      features: isOpen ? [...features, 'limit-pattern'] : features,
      differences: [NEAREST, NOT_MAPPED, ...(isOpen ? [PATTERN] : [])],
    };
  }
  return 'why' in whole ? whole : { text: whole.text, differences: whole.differences, features: [] };
}

export interface WholeLimit extends Omit<LimitText, 'features'> {
  readonly rule: object;
}

/** The rule of a limit that is written out; null where it is not, or why it cannot become a rule. */
export function wholeLimit(node: Node, script: Script): WholeLimit | { readonly why: string } | null {
  const open = new Map<string, string>();
  const value = knownValue(node, script, '', open);
  if (value === undefined) return null;
  const limit = limitRule(value, open, (pattern) => HOLE.test(pattern));
  if ('why' in limit) return { why: limit.why.replace(new RegExp(HOLE, 'g'), '…') };
  const { rule, differences, sources } = limit;
  const disabled = sources.get('enabled');
  const texts = new Map(sources);
  if (disabled !== undefined) texts.set('enabled', negated(disabled));
  return { text: ruleTextAt(script, node, rule, texts), differences, rule };
}

export function negated(source: string): string {
  return /^[\w$.]+$/.test(source) ? `!${source}` : `!(${source})`;
}

/** The rule in the place of a limit, with its comments. `texts`: what the program writes, by the place in the rule. */
export function ruleTextAt(
  script: Script,
  limit: Node,
  rule: object,
  texts: ReadonlyMap<string, string>,
): string {
  const comments = commentsIn(script, limit, (path) => hasField(rule, path.split('.')));
  return ruleText({ texts, layout: layoutAt(script, limit), comments }, rule, '');
}

/** Parts of a limit that not every program sends, by the features of the template that map them. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  'limit-bypass': ['bypass'],
  'limit-page': ['action', 'response'],
  'limit-response': ['match', 'response'],
};

/** Whether an object can have something at a path: only one that is written out shows that it has not. */
function mayHave(node: Node, [name, ...rest]: readonly string[]): boolean {
  const inner = unwrap(node);
  if (name === undefined || inner.type !== 'ObjectExpression') return true;
  const named = inner.properties.map((one) =>
    one.type === 'Property' ? keyName(one.key, one.computed) : null,
  );
  if (named.includes(null)) return true;
  const found = inner.properties[named.lastIndexOf(name)];
  return found?.type === 'Property' && mayHave(found.value, rest);
}

/** Undefined where a value is not known that has to be. */
function knownValue(node: Node, script: Script, path: string, open: Map<string, string>): unknown {
  const inner = unwrap(node);
  if (inner.type === 'Literal' && (typeof inner.value !== 'object' || inner.value === null))
    return inner.value;
  if (inner.type === 'TemplateLiteral' && inner.expressions.length === 0)
    return inner.quasis[0]?.value.cooked ?? undefined;
  if (inner.type === 'TemplateLiteral' && PATTERNS.has(path)) return patternOf(inner, script, open);
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
      const own = path === 'match.request' && name === 'url_pattern' ? 'url' : name;
      const value = knownValue(property.value, script, path === '' ? own : `${path}.${own}`, open);
      if (value === undefined) return undefined;
      entries.push([own, value]);
    }
    return Object.fromEntries(entries);
  }
  const constant =
    TIMES.has(path) && inner.type === 'Identifier' ? constantOf(script, inner)?.init : undefined;
  // A name may stay for what the API takes; for another time the nearest is written.
  if (
    constant?.type === 'Literal' &&
    typeof constant.value === 'number' &&
    !TIMEOUTS.includes(constant.value)
  )
    return constant.value;
  const placeholder = placeholderFor(path);
  if (placeholder !== undefined) open.set(path, script.text.slice(...node.range));
  return placeholder;
}

const TIMES: ReadonlySet<string> = new Set(['period', 'action.timeout']);

/** Where a URL pattern may be put together. */
const PATTERNS: ReadonlySet<string> = new Set(['match.request.url', 'bypass[].value']);
/** Stands for what is put into a pattern, by its number among what is open. */
const HOLE = /\uE000(\d+)\uE001/;

/** `${host}/login*`: the path is written out, so what is put in is a part of the host, or of the path. */
function patternOf(
  { quasis, expressions }: NodeOf<'TemplateLiteral'>,
  script: Script,
  open: Map<string, string>,
): string | undefined {
  const texts = quasis.map(({ value }) => value.cooked ?? '');
  if (!texts.join('').includes('/')) return undefined;
  return texts
    .map((text, index) => {
      const hole = expressions[index];
      if (hole === undefined) return text;
      const key = `\uE000${open.size}\uE001`;
      open.set(key, script.text.slice(...hole.range));
      return text + key;
    })
    .join('');
}

/** A text with what is put into it. */
function withHoles(text: string, texts: ReadonlyMap<string, string>): string {
  const plain = text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
  const holes = new RegExp(HOLE, 'g');
  return `\`${plain.replace(holes, (key) => `\${${texts.get(key) ?? ''}}`)}\``;
}

function hasField(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) && hasField(Reflect.get(value, name), rest);
}

interface Layout {
  readonly eol: string;
  readonly indent: string;
  readonly step: string;
  readonly quote: "'" | '"';
}

interface Written {
  readonly texts: ReadonlyMap<string, string>;
  readonly layout: Layout;
  /** By the place in the rule. */
  readonly comments: ReadonlyMap<string, FieldComments>;
}

function layoutAt({ text }: Script, node: Node): Layout {
  const indent = indentAt(text, node.range[0]);
  const step = /^\t/m.test(text) ? '\t' : /^ {4}\S/m.test(text) && !/^ {2}\S/m.test(text) ? '    ' : '  ';
  return { eol: lineEndOf(text), indent, step, quote: quoteOf(text) };
}

/** An object on one line where it is short and without comments. */
function ruleText(how: Written, value: unknown, path: string): string {
  const { texts, layout, comments } = how;
  const own = texts.get(path);
  if (own !== undefined) return own;
  if (typeof value === 'string')
    return HOLE.test(value) ? withHoles(value, texts) : quoted(value, layout.quote);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((one) => ruleText(how, one, `${path}[]`)).join(', ')}]`;
  const inside = { ...layout, indent: layout.indent + layout.step };
  const { eol, indent } = inside;
  const parts = Object.entries(value).map(([key, one]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const text = ruleText({ ...how, layout: inside }, one, at);
    const isLong = typeof one === 'string' && indent.length + key.length + text.length > LONGEST;
    const field = isLong
      ? `${key}:${eol}${indent}${layout.step}${text}`
      : text === key
        ? key
        : `${key}: ${text}`;
    return { field, ...comments.get(at) };
  });
  const line = `{ ${parts.map(({ field }) => field).join(', ')} }`;
  const isPlain = parts.every(({ above, behind }) => above === undefined && behind === undefined);
  if (path !== '' && isPlain && line.length <= SHORT && !line.includes(eol)) return line;
  const lines = parts.map(({ field, above = [], behind = [] }) =>
    [...above.map((comment) => `${indent}${comment}`), `${indent}${[`${field},`, ...behind].join(' ')}`]
      .map((one) => `${one}${eol}`)
      .join(''),
  );
  return `{${eol}${lines.join('')}${layout.indent}}`;
}

const SHORT = 80;
const LONGEST = 96;

export function quoted(text: string, quote: Layout['quote']): string {
  const best = text.includes(quote) ? (quote === '"' ? "'" : '"') : quote;
  const other = text.includes(best) ? quote : best;
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `${other}${escaped.replaceAll(other, `\\${other}`)}${other}`;
}
