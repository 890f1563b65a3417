/** The part of the GraphQL analytics API that takes the place of retired analytics: its datasets and their fields. */
import type { EdgeResponse } from '../core/http.js';
import { isObject, type Json, type JsonObject } from '../core/json.js';
import type { ApiCall } from '../core/router.js';
import { objectOf, parseQuery, type QueryField } from './graphql-query.js';
import { DNS_DIMENSIONS, daysOfFilter, dnsQueriesOf, trafficOf } from './traffic.js';

/** A leaf, an object, or a list of one object. */
type Field = Json | Dataset;
interface Dataset {
  readonly [name: string]: Field;
}

const TIMES = [
  'datetime',
  'datetimeMinute',
  'datetimeFiveMinutes',
  'datetimeFifteenMinutes',
  'datetimeHour',
  'date',
];

/** What one group of a dataset holds; fields that are not here do not exist. */
function datasets(now: string, days: number): Readonly<Record<string, Dataset>> {
  const start = `${now}T00:00:00Z`;
  const times = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, name === 'date' ? now : start]));
  const { uniques, ...sums } = trafficOf(days);
  const { requests, bytes, threats, pageViews } = sums;
  const sum: Dataset = {
    ...sums,
    responseStatusMap: [
      { edgeResponseStatus: 200, requests: requests - 50 * days },
      { edgeResponseStatus: 404, requests: 50 * days },
    ],
    contentTypeMap: [{ edgeResponseContentTypeName: 'html', requests, bytes }],
    countryMap: [{ clientCountryName: 'NL', requests, bytes, threats }],
    ipClassMap: [{ ipType: 'noRecord', requests }],
    clientSSLMap: [{ clientSSLProtocol: 'TLSv1.3', requests: sums.encryptedRequests }],
    clientHTTPVersionMap: [{ clientHTTPProtocol: 'HTTP/2', requests }],
    threatPathingMap: [{ threatPathingName: 'bic.ban.unknown', requests: threats }],
    browserMap: [{ uaBrowserFamily: 'Firefox', pageViews }],
  };
  const http = (names: readonly string[]): Dataset => ({ dimensions: times(names), sum, uniq: { uniques } });
  return {
    httpRequests1mGroups: http(TIMES),
    httpRequests1hGroups: http(['datetime', 'date']),
    httpRequests1dGroups: http(['date']),
    httpRequestsAdaptiveGroups: {
      count: requests,
      dimensions: {
        ...times(TIMES),
        coloCode: 'AMS',
        clientCountryName: 'NL',
        clientRequestHTTPHost: 'www.example.com',
        clientRequestHTTPMethodName: 'GET',
        clientRequestPath: '/',
        edgeResponseStatus: 200,
        cacheStatus: 'hit',
      },
      sum: { edgeResponseBytes: bytes, visits: pageViews },
      avg: { sampleInterval: 1 },
    },
    dnsAnalyticsAdaptiveGroups: {
      count: dnsQueriesOf(days),
      dimensions: { ...times(TIMES), ...DNS_DIMENSIONS },
      avg: { sampleInterval: 1 },
    },
  };
}

const OWNERS: Readonly<Record<string, string>> = { zones: 'zoneTag', accounts: 'accountTag' };
const ARGUMENTS = ['filter', 'limit', 'orderBy'];
const FILTER_SUFFIX = /_(?:geq|leq|gt|lt|neq|in|notin|like|notlike)$/;

/** Faults are errors with status 200, as those of the vendor. */
export function graphql(call: ApiCall): EdgeResponse {
  const { query, variables } = objectOf(call.body);
  const parsed = parseQuery(typeof query === 'string' ? query : '', objectOf(variables));
  if (!parsed.ok) return answered(null, parsed.message);
  try {
    const data = parsed.fields.map((field): [string, Json] => [field.key, viewer(field, call.world.now)]);
    return answered(Object.fromEntries(data), null);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    return answered(null, error.message);
  }
}

class QueryFault extends Error {}

function answered(data: Json, message: string | null): EdgeResponse {
  return { status: 200, headers: {}, body: { data, errors: message === null ? null : [{ message }] } };
}

function viewer(field: QueryField, now: string): Json {
  if (field.name !== 'viewer') throw unknown(field);
  return each(field, (owner) => {
    const tag = OWNERS[owner.name];
    if (tag === undefined) throw unknown(owner);
    const { filter } = owner.arguments;
    if (!isObject(filter) || typeof filter[tag] !== 'string')
      throw new QueryFault(`${owner.name} need a filter with ${tag}`);
    return [
      each(owner, (group) => {
        const known = datasets(now, daysOfFilter(objectOf(group.arguments.filter)));
        const dataset = Object.hasOwn(known, group.name) ? known[group.name] : undefined;
        if (dataset === undefined) throw unknown(group);
        checkArguments(group, dataset);
        return [each(group, (part) => valueIn(part, dataset))];
      }),
    ];
  });
}

/** The limit is required, and a filter and an order can only name what the groups have. */
function checkArguments(group: QueryField, dataset: Dataset): void {
  for (const name of Object.keys(group.arguments))
    if (!ARGUMENTS.includes(name)) throw new QueryFault(`unknown arg "${name}" of ${group.name}`);
  const { limit, filter, orderBy } = group.arguments;
  if (typeof limit !== 'number' || limit < 1) throw new QueryFault(`${group.name} needs a limit`);
  const dimensions = dataset.dimensions as Dataset;
  for (const name of Object.keys(objectOf(filter))) {
    if (name === 'AND' || name === 'OR') continue;
    if (!Object.hasOwn(dimensions, name.replace(FILTER_SUFFIX, '')))
      throw new QueryFault(`unknown field "${name}" in the filter of ${group.name}`);
  }
  for (const item of Array.isArray(orderBy) ? orderBy : [orderBy ?? []].flat()) {
    const [, name = '', part = ''] = /^(?:(sum|avg|uniq)_)?(\w+)_(?:ASC|DESC)$/.exec(String(item)) ?? [];
    const isKnown = name === '' ? part in dimensions || part in dataset : part in (dataset[name] as Dataset);
    if (!isKnown) throw new QueryFault(`unknown order ${JSON.stringify(item)} of ${group.name}`);
  }
}

function valueIn(field: QueryField, inside: Dataset): Json {
  if (field.name === '__typename') return 'Group';
  if (!Object.hasOwn(inside, field.name)) throw unknown(field);
  const value = inside[field.name];
  const isList = Array.isArray(value);
  const objects = (isList ? value : [value]) as readonly Field[];
  if (typeof objects[0] !== 'object' || objects[0] === null) {
    if (field.fields !== null) throw new QueryFault(`the field "${field.name}" has no fields`);
    return value as Json;
  }
  const picked = objects.map((object) => each(field, (part) => valueIn(part, object as Dataset)));
  return isList ? picked : (picked[0] ?? null);
}

/** An object with what is asked of it. */
function each(field: QueryField, answer: (part: QueryField) => Json): JsonObject {
  if (field.fields === null) throw new QueryFault(`the fields of "${field.name}" must be named`);
  return Object.fromEntries(field.fields.map((part) => [part.key, answer(part)]));
}

function unknown({ name }: QueryField): QueryFault {
  return new QueryFault(`unknown field "${name}"`);
}
