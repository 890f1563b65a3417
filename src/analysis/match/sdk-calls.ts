/**
 * Methods of a vendor's SDK as the HTTP calls they make, by the chain of names and the version.
 *
 * A chain may have meant different calls in different versions, and take its ids in different places. The
 * version decides; where it is not known every call of the chain is looked at, and the answer is less sure if
 * newer versions no longer have it.
 */
import { methodsIn, type Profile, type SdkCall } from '../../catalogue/index.js';
import type { SdkUsage } from '../../read/index.js';
import {
  hole,
  type ObjectValue,
  type Origin,
  type Piece,
  propertyOf,
  spanOf,
  textPiece,
  unknown,
  type Value,
} from '../../value/index.js';

export interface ResolvedCall {
  readonly call: SdkCall;
  readonly url: Value;
  readonly body: Value;
  readonly query: Value;
  /** False when the version is not known and newer ones do not have this chain. */
  readonly current: boolean;
}

/** The calls of a profile by SDK and chain. */
export class SdkTable {
  readonly #calls = new Map<string, SdkCall[]>();
  readonly #names = new Set<string>();

  constructor(readonly profile: Profile) {
    for (const call of profile.sdk) {
      const sdk = call.sdk.toLowerCase();
      this.#names.add(sdk);
      const key = keyOf(sdk, call.symbol);
      const same = this.#calls.get(key);
      if (same === undefined) this.#calls.set(key, [call]);
      else same.push(call);
    }
  }

  resolve(usage: SdkUsage): readonly ResolvedCall[] {
    const sdk = this.#nameOf(usage.sdk);
    if (sdk === null) return [];
    const symbol = symbolOf(usage);
    const named = this.#calls.get(keyOf(sdk, symbol)) ?? [];
    const versioned = methodsIn(named, usage.version);
    const fitting = byArity(byNames(byPlaces(byKind(versioned, usage), usage), usage), usage.args.length);
    const open = named.some((call) => call.versions.some((range) => range.endsWith('..')));
    return fitting.map((call) => ({
      call,
      url: urlOf(call, usage),
      body: bodyOf(call, usage),
      query: queryOf(call, usage),
      current: usage.version !== null || open,
    }));
  }

  /** `go:github.com/cloudflare/cloudflare-go/v4` is `go:cloudflare-go`. */
  #nameOf(name: string): string | null {
    const lower = name.toLowerCase();
    if (this.#names.has(lower)) return lower;
    const colon = lower.indexOf(':');
    const path = lower.slice(colon + 1).replace(/\/v\d+$/, '');
    for (const known of this.#names) {
      const short = known.slice(known.indexOf(':') + 1);
      const sameRegistry = known.slice(0, known.indexOf(':')) === lower.slice(0, colon);
      if (sameRegistry && (path === short || path.endsWith(`/${short}`))) return known;
    }
    return null;
  }
}

function keyOf(sdk: string, symbol: string): string {
  return `${sdk}\0${symbol}`;
}

function symbolOf(usage: SdkUsage): string {
  return usage.chain.map(({ name }) => name).join('.');
}

/** Where an id is given, a call that takes its named parameters there is not the one that is made. */
function byKind(calls: readonly SdkCall[], { args }: SdkUsage): readonly SdkCall[] {
  const fitting = calls.filter(({ positional }) => args[positional.indexOf('params')]?.kind !== 'text');
  return fitting.length === 0 ? calls : fitting;
}

/** `get('ssl', zone_id=zone)` is no call whose first argument is `zone_id`: nothing is given in its place and by name. */
function byPlaces(calls: readonly SdkCall[], { args }: SdkUsage): readonly SdkCall[] {
  const named = args.at(-1);
  if (named?.kind !== 'object') return calls;
  const fitting = calls.filter(({ positional }) =>
    positional.slice(0, args.length - 1).every((name) => propertyOf(named, name) === undefined),
  );
  return fitting.length === 0 ? calls : fitting;
}

/** Ids given by name tell the call: of `get(zone_id)` and `get(setting_id, params)` only one knows `setting_id`. */
function byNames(calls: readonly SdkCall[], { args: [first] }: SdkUsage): readonly SdkCall[] {
  if (first?.kind !== 'object') return calls;
  const known = (call: SdkCall): number =>
    first.properties.filter(({ key }) => call.path.includes(`{${key}}`)).length;
  const most = calls.reduce((most, call) => Math.max(most, known(call)), 0);
  return calls.filter((call) => known(call) === most);
}

/** Of calls that differ only in how many ids they take, those that take the most of what is given. */
function byArity(calls: readonly SdkCall[], given: number): readonly SdkCall[] {
  const paths = new Set(calls.map(({ path }) => shapeOf(path)));
  if (paths.size < 2) return calls;
  const fitting = calls.filter((call) => idCount(call) <= given);
  return fitting.filter(
    (call) =>
      !fitting.some(
        (other) => other.versions.join() === call.versions.join() && idCount(other) > idCount(call),
      ),
  );
}

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function idCount(call: SdkCall): number {
  return call.positional.filter((name) => call.path.includes(`{${name}}`)).length;
}

/** The path with the arguments that fill its placeholders. */
function urlOf(call: SdkCall, usage: SdkUsage): Value {
  const pieces: Piece[] = [];
  const literals = spelledOrigins(call, usage);
  let literal = 0;
  for (const segment of call.path.split('/')) {
    if (segment === '') continue;
    pieces.push(textPiece('/', null));
    const placeholder = /^\{(.*)\}$/.exec(segment)?.[1];
    if (placeholder === undefined) pieces.push(textPiece(segment, literals?.[literal++] ?? null));
    else
      for (const one of argumentPieces(argumentFor(placeholder, call, usage), placeholder)) pieces.push(one);
  }
  return { kind: 'text', pieces, origin: null };
}

/** Pieces of one segment: an argument that holds more than one is no id. */
function argumentPieces(value: Value, name: string): readonly Piece[] {
  if (
    value.kind === 'text' &&
    value.pieces.every((piece) => piece.kind === 'hole' || !/[/?#]/.test(piece.text))
  ) {
    return value.pieces;
  }
  return [hole(value.origin, name)];
}

function argumentFor(name: string, call: SdkCall, usage: SdkUsage): Value {
  const index = call.positional.indexOf(name);
  const placed = index >= 0 ? usage.args[index] : undefined;
  if (placed !== undefined && placed.kind !== 'object') return placed;
  // An id that has a place of its own may be given by its name, too.
  const params = [...paramsOf(call, usage), ...(placed?.kind === 'object' ? [placed] : [])];
  const named = params.flatMap((one) => propertyOf(one, name)?.value ?? [])[0];
  return named ?? placed ?? unknown('not given');
}

/**
 * Chains that spell the path (`zones.firewall.rules.get`): then its segments are written in the source. The
 * names of a chain and the literals of the path agree one to one, but for the method at the end.
 */
function spelledOrigins(call: SdkCall, usage: SdkUsage): readonly Origin[] | null {
  const names = usage.chain.slice(0, -1);
  const literals = call.path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const spelled =
    usage.chain.at(-1)?.name === call.method.toLowerCase() &&
    names.length === literals.length &&
    names.every(({ name }, index) => name === literals[index]);
  return spelled ? names.map(({ origin }) => origin) : null;
}

/** The object of named parameters: the argument in its place, and keyword arguments, which come last. */
function paramsOf(call: SdkCall, usage: SdkUsage): readonly ObjectValue[] {
  const index = call.positional.indexOf('params');
  const candidates = index >= 0 ? [usage.args[index], usage.args.at(-1)] : [usage.args.at(-1)];
  return candidates.filter((value): value is ObjectValue => value?.kind === 'object');
}

function bodyOf(call: SdkCall, usage: SdkUsage): Value {
  const { body } = call;
  if (body === undefined) return unknown('no body');
  if (body === 'body') return usage.args[call.positional.indexOf('body')] ?? unknown('not given');
  const index = call.positional.indexOf('params');
  const [params] = paramsOf(call, usage);
  if (params === undefined) return (index >= 0 ? usage.args[index] : undefined) ?? unknown('not given');
  if (body === 'params') return withoutPathKeys(params, call);
  return propertyOf(params, body.slice('params.'.length))?.value ?? unknown('not given');
}

function queryOf(call: SdkCall, usage: SdkUsage): Value {
  const index = call.positional.indexOf('query');
  if (index >= 0) return usage.args[index] ?? unknown('not given');
  const [params] = call.body === undefined ? paramsOf(call, usage) : [];
  return params === undefined ? unknown('no query') : withoutPathKeys(params, call);
}

function withoutPathKeys(params: ObjectValue, call: SdkCall): ObjectValue {
  const properties = params.properties.filter(({ key }) => !call.path.includes(`{${key}}`));
  return { ...params, properties };
}

/** Names of one chain stand this close to each other: a dot, a line break and its indent. */
const LARGEST_GAP = 24;

/** The part of the chain that is written at the call itself. */
export function chainRange(usage: SdkUsage): Origin | null {
  let span: Origin | null = null;
  for (const { origin } of [...usage.chain].reverse()) {
    const inCall = origin.file === usage.site.file && origin.start >= usage.site.start;
    if (!inCall || (span !== null && (origin.end > span.start || span.start - origin.end > LARGEST_GAP)))
      break;
    span = span === null ? origin : spanOf([origin, span]);
  }
  return span ?? usage.chain.at(-1)?.origin ?? null;
}
