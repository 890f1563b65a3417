/** Bodies of the old API in their new form. */
import type { FieldMove, Guide } from '../../catalogue/guide/index.js';
import { BadInput, convert, convertPackage, type OldList } from '../../convert/index.js';
import { applyEdits, renameFields } from '../../expression/index.js';
import type { Call } from './calls.js';
import { held, isHeld, isKnown, jsonText, type Plain } from './values.js';

export interface Converted {
  /** JSON, with the code of unknown parts between angle brackets. One for each object. */
  readonly bodies: readonly string[];
  /** What was changed or lost on the way. */
  readonly notes: readonly string[];
}

/** The filters that the unit makes, for rules that name one by its id. */
export type Filters = readonly Plain[];

export function convertedBody(call: Call, guide: Guide, filters: Filters): Converted | null {
  const { body } = call;
  if (body === null || isHeld(body)) return null;
  const items = Array.isArray(body) ? (body as readonly Plain[]) : [body];
  const done = items.flatMap((item) => convertedItem(item, call, guide, filters) ?? []);
  if (done.length === 0) return null;
  return {
    bodies: [...new Set(done.flatMap(({ bodies }) => bodies))],
    notes: [...new Set(done.flatMap(({ notes }) => notes))],
  };
}

function convertedItem(item: Plain, call: Call, guide: Guide, filters: Filters): Converted | null {
  if (!isRecord(item)) return null;
  const whole = guide.convert === 'firewall-rules' ? withFilter(item, filters) : item;
  if (guide.convert === 'srv-data') return srvBody(whole);
  const { action } = whole;
  // SDKs send it in an object.
  if (guide.convert === 'firewall-rules' && isRecord(action) && action.mode !== undefined)
    return convertedItem({ ...whole, action: action.mode }, call, guide, filters);
  if (isUnpausedFilter(whole, call)) {
    const { paused: _, ...rest } = whole;
    const left = convertedItem(rest, call, guide, filters);
    return left === null ? null : { ...left, notes: [...left.notes, UNPAUSED] };
  }
  const exact = guide.convert === undefined ? null : exactly(guide.convert, whole, call);
  return exact ?? byFields(whole, guide.sent);
}

const UNPAUSED = 'paused: not sent; a rule that was paused itself stayed so, and keeps its own enabled';

/** A filter that is no longer paused, or never was, does not start the rules that use it. */
function isUnpausedFilter(item: { readonly [key: string]: Plain }, { endpoint, method }: Call): boolean {
  return method === 'PUT' && /\/filters(?:\/\{[^{}]*\})?$/.test(endpoint) && item.paused === false;
}

/** The converter of exported lists; null where it needs a value that is not known. */
function exactly(kind: OldList, item: Plain, call: Call): Converted | null {
  if (kind === 'waf-packages') return wafBody(item, call);
  try {
    const { rules, differences } = convert(kind, JSON.stringify([item]));
    return {
      bodies: rules.map((rule) => jsonText(placed(renamed(rule as unknown as Plain), item, call))),
      // An expression of which parts are not known is no mistake.
      notes: differences
        .filter(({ message }) => isKnown(item) || !message.startsWith('is not a valid expression'))
        .map(({ path, message }) => `${path.replace(/^\[0\]\.?/, '')}: ${message}`),
    };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

/** Old rules that let requests pass came before those that stop them, and skip only what comes behind. */
function placed(rule: Plain, old: Plain, { method }: Call): Plain {
  const isFirst =
    method === 'POST' && isRecord(old) && /^(?:allow|bypass)$/.test(String(old.action)) && isRecord(rule);
  return isFirst ? { ...rule, position: { before: '' } } : rule;
}

/** A package is changed field by field: what a request does not name is asked for in its place. */
function wafBody(item: Plain, { endpoint }: Call): Converted | null {
  if (!isRecord(item) || !/\/packages\/\{[^{}]*\}$/.test(endpoint)) return null;
  const { sensitivity, action_mode: action } = item;
  if (typeof sensitivity !== 'string' || isHeld(sensitivity) || !isKnown(sensitivity)) return null;
  const isGiven = typeof action === 'string' && isKnown(action);
  try {
    const { rule } = convertPackage({
      name: 'OWASP ModSecurity Core Rule Set',
      detection_mode: 'anomaly',
      sensitivity,
      action_mode: isGiven ? action : 'block',
    });
    return {
      bodies: [jsonText(rule as unknown as Plain)],
      notes: isGiven ? [] : ['action_mode is not sent: keep the action of the rule that is there'],
    };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

/** Field by field, by the guide: what is not known stays as code. */
function byFields(item: Plain, moves: readonly FieldMove[]): Converted | null {
  if (!isRecord(item) || moves.length === 0) return null;
  const made: Record<string, Plain> = {};
  const notes: string[] = [];
  for (const { old, now, negated, note } of moves) {
    const value = at(item, old);
    if (value === undefined) continue;
    if (now === null || note !== undefined)
      notes.push(`${old}: ${now === null ? 'not sent' : now}${note === undefined ? '' : `; ${note}`}`);
    if (now === null || now.includes('[]') || (note !== undefined && !isWhole(note))) continue;
    put(made, now, negated === true ? opposite(value) : value);
  }
  if (Object.keys(made).length === 0) return null;
  if (Object.keys(item).some(isHeld)) made[held('the rest of the rule')] = true;
  return { bodies: [jsonText(renamed(made))], notes };
}

/** Notes that say how a value changes keep it out of the body; others are said beside it. */
function isWhole(note: string): boolean {
  return note.startsWith('must be unique');
}

function srvBody(item: { readonly [key: string]: Plain }): Converted | null {
  const { data } = item;
  if (!isRecord(data) || isHeld(data)) return null;
  const { service, proto, name, ...rest } = data;
  if (service === undefined || proto === undefined) return null;
  const base = name ?? item.name ?? held('name of the zone');
  const labels = [service, proto, base].map((one) => (typeof one === 'string' ? one : jsonText(one)));
  const isWhole = typeof item.name === 'string' && item.name.startsWith(`${labels[0]}.${labels[1]}.`);
  const whole: Plain = isWhole ? (item.name ?? null) : labels.join('.');
  return { bodies: [jsonText({ ...item, name: whole, data: rest })], notes: [] };
}

/** The expression of the filter that is made beforehand, where there is only one. */
function withFilter(
  item: { readonly [key: string]: Plain },
  filters: Filters,
): { readonly [key: string]: Plain } {
  const { filter, filter_id: reference, ...rest } = item;
  if (filter === undefined && reference !== undefined) {
    const name = jsonText(reference)
      .replace(/^["<]{1,3}|[">]{1,3}$/g, '')
      .replace(/\.id$/, '');
    return { ...rest, filter: { expression: held(`expression of ${name}`) } };
  }
  const isOpenFilter =
    filter !== undefined && (isHeld(filter) || (isRecord(filter) && filter.expression === undefined));
  const [only, other] = filters;
  if (!isOpenFilter) return item;
  if (only !== undefined && other === undefined && isRecord(only) && only.expression !== undefined)
    return { ...item, filter: only };
  return { ...item, filter: { expression: held('expression of the filter') } };
}

function opposite(value: Plain): Plain {
  if (typeof value === 'boolean') return !value;
  const code = jsonText(value).replace(/^<|>$/g, '');
  return held(code.includes(' ') ? `not (${code})` : `not ${code}`);
}

function at(item: Plain, path: string): Plain | undefined {
  let value: Plain | undefined = item;
  for (const step of path.split('.')) value = isRecord(value) ? value[step] : undefined;
  return value;
}

function put(target: Record<string, Plain>, path: string, value: Plain): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    // Of two that both have to allow it (the rule and its filter), the one that is not sure decides.
    if (target[first] === undefined || target[first] === true) target[first] = value;
    return;
  }
  const inner = target[first];
  const held: Record<string, Plain> = isRecord(inner) ? { ...inner } : {};
  put(held, rest.join('.'), value);
  target[first] = held;
}

function isRecord(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Retired names of fields in expressions have new ones. */
function renamed(value: Plain, key = ''): Plain {
  if (typeof value === 'string')
    return key.endsWith('expression') && !isHeld(value) ? applyEdits(value, renameFields(value)) : value;
  if (Array.isArray(value)) return (value as readonly Plain[]).map((one) => renamed(one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, renamed(own, name)]));
}
