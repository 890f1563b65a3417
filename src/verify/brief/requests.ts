/** The new requests of a unit, with their bodies, and where the fields of the old ones go. */
import { type Guide, guideOf, SDK_METHODS } from '../../catalogue/guide/index.js';
import { type Catalogue, type Entry, methodsIn } from '../../catalogue/index.js';
import { maskSecrets } from '../../report/index.js';
import type { BriefRequest } from './brief.js';
import type { Call } from './calls.js';
import { type Around, applies } from './conditions.js';
import { convertedBody, type Filters } from './converted.js';
import { isHeld, jsonText, type Plain } from './values.js';

export function requestsOf(
  entry: Entry,
  calls: readonly Call[],
  around: Around,
  catalogue: Catalogue,
): readonly BriefRequest[] {
  const own = calls.filter((call) => call.entry === entry.id && call.tool !== 'resource');
  const guide = guideOf(entry.id);
  if (own.length === 0) return resourceRequests(entry, calls, guide);
  if (guide === null) return movedRequests(entry, own);
  const filters: Filters = own.flatMap(({ endpoint, method, body }) =>
    method === 'POST' && endpoint.endsWith('/filters') ? itemsOf(body) : [],
  );
  return guide.requests.flatMap((request) => {
    const fitting = own.filter((call) => applies(request.when, call, around));
    if (fitting.length === 0) return [];
    const converted =
      request.body === 'converted'
        ? fitting.flatMap((call) => convertedBody(call, guide, filters) ?? [])
        : [];
    const bodies =
      request.body === 'converted'
        ? converted.flatMap((one) => one.bodies)
        : request.body === undefined
          ? []
          : [request.body];
    const path = request.path === null ? null : filled(request.path, own);
    return [
      {
        method: request.method,
        path,
        does: request.does,
        bodies: [...new Set(bodies.map(maskSecrets))],
        notes: [...new Set(converted.flatMap((one) => one.notes))],
        sdk: sdkCall(request.method, request.path, own, catalogue),
      },
    ];
  });
}

function itemsOf(body: Plain | null): readonly Plain[] {
  if (body === null || isHeld(body)) return [];
  return Array.isArray(body) ? (body as readonly Plain[]) : [body];
}

/** Paths that only moved, and settings that are gone. */
function movedRequests(entry: Entry, calls: readonly Call[]): readonly BriefRequest[] {
  const rows = new Map<string, BriefRequest>();
  for (const { endpoint, method, body } of calls) {
    const successor = entry.endpoints.find(({ path }) => path === endpoint)?.successor;
    if (successor === undefined || method === null) continue;
    const text = body === null ? [] : [maskSecrets(jsonText(body))];
    rows.set(`${method} ${successor}`, {
      method,
      path: filled(successor, calls),
      does: 'in place of the old path',
      bodies: text,
      notes: [],
      sdk: null,
    });
  }
  if (rows.size > 0) return [...rows.values()];
  const isGone = entry.todo?.startsWith('Remove') === true;
  return [
    {
      method: null,
      path: null,
      does: isGone ? 'No request takes its place.' : entry.replacement,
      bodies: isGone || !calls.some(isInScript) ? [] : exampleOf(entry),
      notes: [],
      sdk: null,
    },
  ];
}

function exampleOf({ example }: Entry): readonly string[] {
  return example?.after === undefined ? [] : [example.after.trim()];
}

/** Examples are written in JavaScript. */
function isInScript({ at }: Call): boolean {
  return /\.[cm]?[jt]sx?$/.test(at.file);
}

function resourceRequests(
  entry: Entry,
  calls: readonly Call[],
  guide: Guide | null,
): readonly BriefRequest[] {
  const resources = calls.filter((call) => call.tool === 'resource' && call.entry === entry.id);
  const rows = new Map<string, BriefRequest>();
  for (const call of resources) {
    const row = entry.resources.find(({ name }) => name === call.endpoint);
    const converted = guide === null ? null : convertedBody(call, guide, []);
    rows.set(call.endpoint, {
      method: null,
      path: null,
      does: `${named(call.endpoint, entry)}: ${(row?.replacement ?? entry.replacement).replace(/\b(delete|remove) the call\b/i, '$1 it')}`,
      bodies: [...(rows.get(call.endpoint)?.bodies ?? []), ...(converted?.bodies ?? [])],
      notes: converted?.notes ?? [],
      sdk: null,
    });
  }
  if (rows.size > 0) return [...rows.values()];
  return [{ method: null, path: null, does: entry.replacement, bodies: [], notes: [], sdk: null }];
}

/** A resource that several entries are about is told with that of which each speaks. */
function named(resource: string, { resources, title }: Entry): string {
  return resources.some(({ name }) => name === resource) ? resource : `${resource}, ${title}`;
}

/** The placeholders of a new path that the code has a name for. */
function filled(path: string, calls: readonly Call[]): string {
  const known = new Map(calls.flatMap((call) => [...call.path]));
  const own = (pattern: RegExp) => [...known].find(([name]) => pattern.test(name))?.[1];
  return path
    .replace(/\/zones\/\{zone_id\}/, (all) => `/zones/${own(/zone/) ?? all.slice(7)}`)
    .replace(
      /\/accounts\/\{account_id\}/,
      (all) => `/accounts/${own(/account|organization|^\{identifier\}$/) ?? all.slice(10)}`,
    );
}

/** The method that sends a new request: of the table of successors, else of those that the catalogue knows anyway. */
function sdkCall(
  method: string | null,
  path: string | null,
  calls: readonly Call[],
  { profiles }: Catalogue,
): string | null {
  const sdk = calls.find((call) => call.sdk !== null)?.sdk;
  if (sdk === undefined || sdk === null || path === null) return null;
  const shape = (one: string) => one.replace(/\{[^{}]*\}/g, '{}').replace(/phases\/[^/]+/, 'phases/{}');
  const known = profiles.flatMap((profile) =>
    profile.sdk.map((one) => ({ ...one, call: `${one.symbol}(${one.positional.join(', ')})` })),
  );
  const rows = [...SDK_METHODS, ...known].filter(
    (one) => one.sdk === sdk.name && one.method === method && shape(one.path) === shape(path),
  );
  const fitting = sdk.version === null ? rows.slice(-1) : methodsIn(rows, sdk.version);
  return fitting[0]?.call ?? null;
}

/** Where fields of the old body go, for what is sent as a whole and only known at run time. */
export function fieldsOf(entry: Entry, calls: readonly Call[]): readonly string[] {
  const guide = guideOf(entry.id);
  if (guide === null) return [];
  const writes = calls.filter(
    (call) => call.entry === entry.id && call.method !== 'GET' && call.method !== 'DELETE',
  );
  const isOpen = (field: string) => {
    const [root = ''] = field.split('.');
    return writes.some(
      ({ sent }) => sent === null || (root !== field && sent.get(root)?.some((one) => isHeld(one)) === true),
    );
  };
  return guide.sent
    .filter(({ old }) => isOpen(old))
    .map(
      ({ old, now, negated, note }) =>
        `${old} → ${now === null ? 'not sent' : negated === true ? `not ${now}` : now}${note === undefined ? '' : ` (${note})`}`,
    );
}
