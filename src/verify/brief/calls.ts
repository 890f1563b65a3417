/** What is known of the calls of a unit, in one form for every language and way of calling. */
import type { Catalogue, Method } from '../../catalogue/index.js';
import type { PlannedSite } from '../../migrate/index.js';
import type { HttpUsage, Program, SdkUsage, Usage } from '../../read/index.js';
import { alternatives, type Origin, type TextValue, unknown } from '../../value/index.js';
import type { Unit } from '../units.js';
import { isHeld, jsonText, type Plain, plainOf, shapeText } from './values.js';

export interface Call {
  readonly site: PlannedSite;
  readonly entry: string;
  readonly method: string | null;
  /** The template of the old path; the name of a resource or SDK method where there is none. */
  readonly endpoint: string;
  readonly tool: 'http' | 'sdk' | 'resource' | 'other';
  /** `npm:cloudflare`, with the version that is pinned. */
  readonly sdk: { readonly name: string; readonly version: string | null; readonly symbol: string } | null;
  /** Null if nothing is sent. */
  readonly body: Plain | null;
  /** The fields that are sent, dotted and without lists; null if the body is not known at all. */
  readonly sent: ReadonlyMap<string, readonly Plain[]> | null;
  /** What stands in the place of each placeholder of the path, by its name. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: string;
  /** Where it is written, and what hands it to its client. */
  readonly at: Origin;
  readonly sender: { readonly at: Origin; readonly client: string } | null;
}

/** Of one place only so many different requests are told. */
const MOST_OF_A_SITE = 6;

export function callsOf(unit: Unit, program: Program, catalogue: Catalogue): readonly Call[] {
  return unit.sites.flatMap((site) => callsOfSite(site, program, catalogue));
}

function callsOfSite(site: PlannedSite, program: Program, catalogue: Catalogue): readonly Call[] {
  const { finding } = site.found;
  const known = new Map<string, Call>();
  const usages = [...finding.usages].filter((usage) => usage.kind !== 'cipher' && usage.kind !== 'storage');
  // What is sent is told by the usage that knows most of it.
  for (const usage of usages.flatMap(byMethod)) {
    const call = callOf(site, usage, program, catalogue);
    const key = [call.method, call.endpoint, call.body === null ? '' : jsonText(call.body)].join(' ');
    if (!known.has(key)) known.set(key, call);
  }
  return withoutRepeats(telling([...known.values()])).slice(0, MOST_OF_A_SITE);
}

/** Of calls with one method and address those whose body is told, if one is. */
function telling(calls: readonly Call[]): readonly Call[] {
  const isTold = ({ body }: Call) => body !== null && !isUntold(body);
  const requestOf = ({ method, endpoint }: Call) => `${method} ${endpoint}`;
  const told = new Set(calls.filter(isTold).map(requestOf));
  return calls.filter((call) => isTold(call) || !told.has(requestOf(call)));
}

/** An address that is asked and written to is told once for each method; only what writes has a body. */
function byMethod(usage: Usage): readonly Usage[] {
  if (usage.kind !== 'http' || usage.method.kind !== 'choice') return [usage];
  return usage.method.of.map((method) => {
    const one = { ...usage, method };
    return /^(?:GET|DELETE)$/.test(methodOf(one) ?? '') ? { ...one, body: unknown('no body seen') } : one;
  });
}

/**
 * A call is followed from the program that makes it and from the function that sends it. Of requests that differ in
 * their unknown parts only, the one with the simplest names is told.
 */
function withoutRepeats(calls: readonly Call[]): readonly Call[] {
  const shortest = new Map<string, Call>();
  const lengthOf = ({ body, query }: Call) => query.length + (body === null ? 0 : jsonText(body).length);
  for (const call of calls) {
    const shape = call.body === null ? '' : shapeText(call.body);
    const key = `${call.method} ${call.endpoint} ${shape}`;
    const known = shortest.get(key);
    if (known === undefined || lengthOf(call) < lengthOf(known)) shortest.set(key, call);
  }
  return [...shortest.values()];
}

function callOf(site: PlannedSite, usage: Usage, program: Program, catalogue: Catalogue): Call {
  const { finding } = site.found;
  const base = {
    site,
    entry: finding.entry,
    at: usage.site,
    sender: usage.sender === undefined ? null : { at: usage.sender.at, client: usage.sender.client },
    sdk: null,
    path: new Map<string, string>(),
    query: '',
  };
  const endpoint = finding.endpoint ?? finding.entry;
  switch (usage.kind) {
    case 'http': {
      const body = bodyOf(usage, program);
      const others = catalogue.entries.find(({ id }) => id === finding.entry)?.endpoints ?? [];
      const address = addressOf(usage, [endpoint, ...others.map(({ path }) => path)], program);
      const method = methodOf(usage) ?? finding.method;
      const isUnseen = usage.body.kind === 'unknown' && /^(?:POST|PUT|PATCH)$/.test(method ?? '');
      const sent = body === null && isUnseen ? null : fieldsOf(body);
      return { ...base, tool: 'http', method, body, sent, ...address };
    }
    case 'sdk': {
      const reached = reachedBy(usage, catalogue, finding.method);
      const args = usage.args.map((one) => plainOf(one, program));
      const body =
        args.findLast((one) => typeof one === 'object' && one !== null) ??
        (args.length === 0 ? null : (args.at(-1) ?? null));
      const symbol = usage.chain.map(({ name }) => name).join('.');
      const method = reached?.method ?? finding.method;
      const isSent = method !== null && method !== 'GET' && method !== 'DELETE';
      return {
        ...base,
        tool: 'sdk',
        sdk: { name: usage.sdk, version: usage.version, symbol },
        method,
        endpoint: reached?.path ?? endpoint,
        body: isSent ? body : null,
        sent: fieldsOf(isSent ? body : null),
      };
    }
    case 'resource': {
      const body = plainOf(usage.attributes, program);
      return { ...base, tool: 'resource', method: null, endpoint: usage.name, body, sent: fieldsOf(body) };
    }
    case 'record': {
      const body = plainOf(usage.body, program);
      return {
        ...base,
        tool: 'other',
        method: finding.method,
        endpoint: usage.path,
        body,
        sent: fieldsOf(body),
      };
    }
    default:
      return { ...base, tool: 'other', method: finding.method, endpoint, body: null, sent: fieldsOf(null) };
  }
}

/** The call that a method makes, by the tables of the catalogue. */
function reachedBy({ sdk, chain }: SdkUsage, { profiles }: Catalogue, method: string | null) {
  const symbol = chain.map(({ name }) => name).join('.');
  const rows = profiles.flatMap((profile) =>
    profile.sdk.filter((one) => one.sdk === sdk && one.symbol === symbol),
  );
  return rows.find((one) => one.method === method) ?? rows[0];
}

function methodOf({ method }: HttpUsage): string | null {
  const names = alternatives(method).flatMap((one) =>
    one.kind === 'text' && one.pieces.every(({ kind }) => kind === 'text')
      ? [one.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')]
      : [],
  );
  return names.length === 1 ? (names[0] ?? null) : null;
}

function bodyOf({ body, method }: HttpUsage, program: Program): Plain | null {
  const isNothing = body.kind === 'scalar' && (body.value === undefined || body.value === null);
  const name = methodOf({ method } as HttpUsage);
  if (isNothing || (body.kind === 'unknown' && body.origin === null) || name === 'GET') return null;
  return plainOf(body, program);
}

interface Address {
  readonly endpoint: string;
  readonly path: ReadonlyMap<string, string>;
  readonly query: string;
}

/**
 * Which of some templates an address is of, and what stands in the place of their names. Where one site sends to
 * several (`/rules` and `/rules/{rule_id}`), each request has its own; the first is for those that fit none.
 */
function addressOf({ url }: HttpUsage, templates: readonly string[], program: Program): Address {
  const texts = alternatives(url).filter((one): one is TextValue => one.kind === 'text');
  const text = texts.at(-1);
  const written = text === undefined ? '' : jsonText(plainOf(text, program)).slice(1, -1);
  const [address = '', ...query] = written.split('?');
  const segments = address.split('/').filter((one) => one !== '');
  for (const endpoint of templates) {
    const path = aligned(segments, endpoint);
    if (path !== null) return { endpoint, path, query: query.join('?') };
  }
  return { endpoint: templates[0] ?? '', path: new Map(), query: query.join('?') };
}

/** Aligns an address with a template from its end: what comes before may be a host, a base, or nothing. */
function aligned(segments: readonly string[], template: string): ReadonlyMap<string, string> | null {
  const path = new Map<string, string>();
  const wanted = template.split('/').filter((one) => one !== '');
  for (const [index, name] of wanted.entries()) {
    const own = segments[segments.length - wanted.length + index];
    if (own === undefined) continue;
    if (name.startsWith('{')) {
      if (!/^(?:undefined|null|None)$/.test(own)) path.set(name, own);
    } else if (own !== name) return null;
  }
  return path;
}

/** Something is known of what is sent, if only the name of a whole. */
export function isSeen({ sent, body }: Call): boolean {
  return sent !== null || (body !== null && isHeld(body));
}

/** A list of what a caller gives is no more known than what it gives. */
function isUntold(body: Plain): boolean {
  return isHeld(body) || (Array.isArray(body) && body.length > 0 && body.every(isHeld));
}

/** `filter.expression` of `[{filter: {expression}}]`. */
function fieldsOf(body: Plain | null): ReadonlyMap<string, readonly Plain[]> | null {
  const fields = new Map<string, Plain[]>();
  if (body === null) return fields;
  if (isUntold(body)) return null;
  const visit = (value: Plain, path: string): void => {
    if (path !== '') fields.set(path, [...(fields.get(path) ?? []), value]);
    if (Array.isArray(value)) for (const one of value as readonly Plain[]) visitItem(one, path);
    else if (typeof value === 'object' && value !== null)
      for (const [key, own] of Object.entries(value as { readonly [key: string]: Plain }))
        if (!isHeld(key)) visit(own, path === '' ? key : `${path}.${key}`);
  };
  const visitItem = (value: Plain, path: string): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, own] of Object.entries(value as { readonly [key: string]: Plain }))
        if (!isHeld(key)) visit(own, path === '' ? key : `${path}.${key}`);
  };
  if (Array.isArray(body)) for (const one of body as readonly Plain[]) visitItem(one, '');
  else visit(body, '');
  return fields;
}

/** The old path takes the id of an object, or its query does. */
export function takesId({ endpoint, query, method, entry }: Call): boolean {
  if (entry !== 'firewall-rules' && entry !== 'rate-limits' && entry !== 'waf-packages') return false;
  const names = endpoint.match(/\{[^{}]*\}/g) ?? [];
  return names.length > 1 || (method === 'DELETE' && /(?:^|&)id=/.test(query));
}

export type { Method };
