/**
 * What retired requests did, in the words of what took their place: rules that are added, changed, removed or read in
 * a phase, requests that moved, and requests that have no successor.
 */
import { CUSTOM_RULES, MANAGED_RULES, RATE_LIMITS } from '../../catalogue/index.js';
import { BadInput, convert } from '../../convert/index.js';
import type { Json, JsonObject } from '../../edge/index.js';
import type { Origin } from '../../value/index.js';
import { isRecord, rateLimit } from './expected-limits.js';
import { hasMark, isMark, type Marks, negated, OPEN } from './marks.js';
import type { Sent } from './sent.js';

export type Effect =
  | {
      readonly kind: 'add';
      readonly phase: string | null;
      readonly rule: JsonObject | string;
      readonly at: Origin;
    }
  | {
      readonly kind: 'change';
      readonly phase: string | null;
      readonly fields: JsonObject | string;
      /** Fields that it sends as they were read. */
      readonly kept?: readonly string[];
      readonly at: Origin;
    }
  | { readonly kind: 'remove' | 'read'; readonly phase: string | null; readonly at: Origin };

export interface Expected {
  readonly effects: Effect[];
  /** Requests that have to be sent instead, or still. */
  readonly requests: Pick<Sent, 'method' | 'path' | 'template' | 'body' | 'at'>[];
  /** What could not be worked out, and why. */
  readonly open: { readonly at: Origin; readonly why: string }[];
}

export interface Room extends Expected {
  readonly marks: Marks;
  /** Expressions of filters that are created apart from their rules. */
  readonly filters: readonly Json[];
}

export function expectedOf(retired: readonly Sent[], marks: Marks): Expected {
  const room: Room = { marks, effects: [], requests: [], open: [], filters: filtersOf(retired) };
  for (const sent of retired) {
    const way = WAYS.find(({ path }) => path.test(sent.template));
    if (way === undefined)
      room.open.push({ at: sent.at, why: `what replaces ${sent.template} is not known here` });
    else way.expect(sent, room);
  }
  return room;
}

interface Way {
  readonly path: RegExp;
  readonly expect: (sent: Sent, room: Room) => void;
}

function moved(
  path: string,
  to: (match: readonly string[]) => string,
  body: (body: Json) => Json = (same) => same,
): Way {
  const pattern = new RegExp(`${path}$`);
  const renamed = (text: string) => {
    const match = pattern.exec(text) ?? [];
    return text.replace(match[0] ?? '', () => to(match));
  };
  return {
    path: pattern,
    expect: (sent, room) =>
      room.requests.push({
        method: sent.method,
        path: renamed(sent.path),
        template: renamed(sent.template),
        body: sent.body === undefined ? undefined : body(sent.body),
        at: sent.at,
      }),
  };
}

const valueAs = (key: string) => (body: Json) =>
  isRecord(body) && 'value' in body ? { [key]: body.value ?? null } : body;

const WAYS: readonly Way[] = [
  { path: /\/firewall\/rules(?:\/\{\})?$/, expect: firewallRules },
  { path: /\/filters(?:\/\{\})?$/, expect: filters },
  { path: /\/rate_limits(?:\/\{\})?$/, expect: rateLimits },
  { path: /\/firewall\/waf\//, expect: wafPackages },
  {
    path: /\/settings\/(?:brotli|minify|server_side_exclude|privacy_pass|mirage|security_level)$/,
    expect: () => {},
  },
  { path: /\/settings\/mobile_redirect$/, expect: mobileRedirect },
  { path: /\/zones\/\{\}\/settings$/, expect: allSettings },
  moved('/dns_settings/use_apex_ns', () => '/dns_settings', valueAs('multi_provider')),
  moved('/dns_settings/secondary_overrides', () => '/dns_settings', valueAs('secondary_overrides')),
  moved(
    '/accounts/([^/]+)/tunnels(/.*)?',
    ([, account, rest = '']) => `/accounts/${account}/cfd_tunnel${rest}`,
  ),
  moved('/images/v1/direct_upload', () => '/images/v2/direct_upload'),
  moved('/script_monitor(/.*)?', ([, rest = '']) => `/page_shield${rest}`),
  moved('/workers/namespaces(/.*)?', ([, rest = '']) => `/storage/kv/namespaces${rest}`),
];

function itemsOf(body: Json | undefined): readonly Json[] {
  return Array.isArray(body) ? body : body === undefined ? [] : [body as Json];
}

function filtersOf(retired: readonly Sent[]): readonly Json[] {
  return retired
    .filter(({ method, template }) => method === 'POST' && /\/filters$/.test(template))
    .flatMap(({ body }) => itemsOf(body))
    .flatMap((item) => (isRecord(item) && item.expression !== undefined ? [item.expression] : []));
}

function firewallRules(sent: Sent, room: Room): void {
  const { method, body, at } = sent;
  const phase = CUSTOM_RULES;
  if (method === 'GET') room.effects.push({ kind: 'read', phase, at });
  else if (method === 'DELETE') room.effects.push({ kind: 'remove', phase, at });
  else if (method === null) room.open.push({ at, why: 'its method is only known at run time' });
  else
    for (const item of itemsOf(body)) {
      if (item === OPEN) continue;
      if (method === 'POST') room.effects.push({ kind: 'add', phase, rule: firewallRule(item, room), at });
      else {
        // A change that says nothing of the filter leaves it as it is.
        const own = isRecord(item) && item.filter === undefined ? { ...room, filters: [] } : room;
        room.effects.push({ kind: 'change', phase, ...changed(item, firewallRule(item, own), room), at });
      }
    }
}

/** Fields of a rule that are sent as they were read are no change; they are still there afterwards. */
function changed(
  item: Json,
  fields: JsonObject | string,
  { marks }: Room,
): { readonly fields: JsonObject | string; readonly kept: readonly string[] } {
  if (!isRecord(item) || typeof fields === 'string') return { fields, kept: [] };
  const isRead = (key: string, value: Json | undefined) =>
    isMark(value) && new RegExp(`[.]${key}$`).test(marks.name(value));
  const kept = ['action', 'description'].filter((key) => isRead(key, item[key]));
  if (isRead('paused', item.paused)) kept.push('enabled');
  const { filter } = item;
  const isById = isRecord(filter) && Object.keys(filter).every((key) => key === 'id');
  if (filter !== undefined && (isById || isRead('filter', filter))) kept.push('expression');
  return { fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !kept.includes(key))), kept };
}

/** Conversion needs whole values where it decides by them: what is only known at run time is put back afterwards. */
export function firewallRule(item: Json, room: Room): JsonObject | string {
  if (!isRecord(item)) return String(item);
  const { filter, paused, products, priority, ref } = item;
  // Some SDKs send an object.
  const action = isRecord(item.action) ? item.action.mode : item.action;
  const rule: Record<string, Json> = {};
  const expression = isRecord(filter) ? (filter.expression ?? only(room.filters)) : only(room.filters);
  if (expression !== undefined) rule.expression = expression;
  else if (filter !== undefined) rule.expression = room.marks.fresh();
  if (action !== undefined) Object.assign(rule, newAction(action, products));
  const description = item.description ?? (isRecord(filter) ? filter.description : undefined);
  if (description !== undefined) rule.description = description;
  const flag = paused ?? (isRecord(filter) ? filter.paused : undefined);
  if (flag !== undefined) rule.enabled = opposite(flag, room.marks);
  if (ref !== undefined) rule.ref = ref;
  if (priority !== undefined && priority !== null) rule[PRIORITY] = priority;
  if (item[OPEN] !== undefined) rule[OPEN] = true;
  return rule;
}

/** Not a field of a rule: where it stands among the others. */
export const PRIORITY = '‹priority›';

function only(list: readonly Json[]): Json | undefined {
  const distinct = new Set(list.map((one) => JSON.stringify(one)));
  return distinct.size === 1 ? list[0] : undefined;
}

function opposite(flag: Json, marks: Marks): Json {
  if (typeof flag === 'boolean') return !flag;
  return isMark(flag) ? marks.of(negated(marks.name(flag))) : marks.fresh();
}

function newAction(action: Json, products: Json | undefined): JsonObject {
  if (typeof action !== 'string' || isMark(action) || (action === 'bypass' && hasMark(products)))
    return { action };
  const item = { action, filter: { expression: 'true' }, ...(products === undefined ? {} : { products }) };
  try {
    const [rule] = convert('firewall-rules', JSON.stringify([item])).rules;
    if (rule === undefined) return { action };
    const { expression, ...rest } = rule;
    return rest as JsonObject;
  } catch (error) {
    if (error instanceof BadInput) return { action };
    throw error;
  }
}

function filters(sent: Sent, room: Room): void {
  const { method, body, at } = sent;
  if (method === 'GET') room.effects.push({ kind: 'read', phase: CUSTOM_RULES, at });
  if (method !== 'PUT' && method !== 'PATCH') return;
  for (const item of itemsOf(body)) {
    if (!isRecord(item)) continue;
    const { expression, paused } = item;
    room.effects.push({
      kind: 'change',
      phase: CUSTOM_RULES,
      fields: {
        ...(expression === undefined ? {} : { expression }),
        // `paused: false` of a filter says nothing of its rule.
        ...(paused === undefined || paused === false ? {} : { enabled: opposite(paused, room.marks) }),
        [OPEN]: true,
      },
      at,
    });
  }
}

function rateLimits(sent: Sent, room: Room): void {
  const { method, body, at } = sent;
  const phase = RATE_LIMITS;
  if (method === 'GET') room.effects.push({ kind: 'read', phase, at });
  else if (method === 'DELETE') room.effects.push({ kind: 'remove', phase, at });
  else
    for (const item of itemsOf(body)) {
      const rule = rateLimit(item, room, at);
      if (rule === null) continue;
      if (method === 'POST') room.effects.push({ kind: 'add', phase, rule, at });
      else room.effects.push({ kind: 'change', phase, fields: rule, at });
    }
}

function wafPackages(sent: Sent, room: Room): void {
  const { method, at } = sent;
  const phase = MANAGED_RULES;
  if (method === 'GET') room.effects.push({ kind: 'read', phase, at });
  else {
    const body = isRecord(sent.body) ? sent.body : {};
    const { sensitivity, action_mode: mode } = body;
    if (typeof sensitivity === 'string' && !hasMark(sensitivity) && /packages\/[^/]+$/.test(sent.template)) {
      const rule = owaspRule(sensitivity, typeof mode === 'string' && !hasMark(mode) ? mode : 'simulate');
      if (rule !== null) {
        room.effects.push({
          kind: 'change',
          phase,
          fields: mode === undefined ? withoutAction(rule) : rule,
          at,
        });
        return;
      }
    }
    room.effects.push({ kind: 'change', phase, fields: room.marks.fresh(), at });
    room.open.push({ at, why: 'groups and rules of the retired WAF have no counterpart that is known here' });
  }
}

function owaspRule(sensitivity: string, mode: string): JsonObject | null {
  const item = { name: 'OWASP', detection_mode: 'anomaly', sensitivity, action_mode: mode };
  try {
    const [rule] = convert('waf-packages', JSON.stringify([item])).rules;
    if (rule === undefined) return null;
    const { description, expression, ...rest } = rule;
    return { ...(rest as JsonObject), [OPEN]: true };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

function withoutAction(rule: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(rule).replace(/"action":"(?:log|block|managed_challenge|challenge)",/, ''),
  ) as JsonObject;
}

function mobileRedirect(sent: Sent, room: Room): void {
  const { method, at, body } = sent;
  const phase = 'http_request_dynamic_redirect';
  if (method === 'GET') {
    room.effects.push({ kind: 'read', phase, at });
    return;
  }
  const value = isRecord(body) && isRecord(body.value) ? body.value : {};
  if (value.status === 'off') return;
  room.effects.push({
    kind: 'add',
    phase,
    rule: {
      action: 'redirect',
      action_parameters: { from_value: { status_code: 301, [OPEN]: true }, [OPEN]: true },
      [OPEN]: true,
    },
    at,
  });
  room.open.push({ at, why: 'where the redirect leads depends on the name of the zone' });
}

/** Settings of a zone that are gone; their calls and fields go with them. */
export const ENDED_SETTINGS: ReadonlySet<Json> = new Set([
  'brotli',
  'minify',
  'server_side_exclude',
  'mobile_redirect',
  'privacy_pass',
  'mirage',
]);

/** Of the levels only two are left: a request for another one goes. */
export function isEndedLevel({ method, template, body }: Sent): boolean {
  if (method === 'GET' || !/\/settings\/security_level$/.test(template) || !isRecord(body)) return false;
  const { value } = body;
  return typeof value === 'string' && !hasMark(value) && value !== 'off' && value !== 'under_attack';
}

/** Several settings at once become one request for each that is still there. */
function allSettings(sent: Sent, room: Room): void {
  const items = isRecord(sent.body) ? sent.body.items : undefined;
  if (sent.method !== 'PATCH' || !Array.isArray(items)) {
    room.open.push({ at: sent.at, why: 'which settings it reads or writes is not known' });
    return;
  }
  for (const item of items as readonly Json[]) {
    if (!isRecord(item) || item.id === undefined || hasMark(item.id)) {
      room.open.push({ at: sent.at, why: 'one of its settings is only known at run time' });
      continue;
    }
    if (ENDED_SETTINGS.has(item.id)) continue;
    if (item.id === 'security_level' && item.value !== 'off' && item.value !== 'under_attack') continue;
    room.requests.push({
      method: 'PATCH',
      path: `${sent.path}/${String(item.id)}`,
      template: `${sent.template}/${String(item.id)}`,
      body: { value: item.value ?? null },
      at: sent.at,
    });
  }
}
