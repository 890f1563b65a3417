import { ApiError, type Reply } from '../core/http.js';
import { isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

const PATH = '/accounts/{account_id}/r2/buckets';
const BUCKET = `${PATH}/{bucket}`;
const SIPPY = `${BUCKET}/sippy`;
/** Since this day the configuration has two halves; before it all keys stood side by side. */
const TWO_HALVES = '2024-02-06';

/** Buckets of the object storage, and where they copy from on demand. Objects are not emulated. */
export const bucketRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: list },
  { method: 'POST', path: PATH, handle: create },
  { method: 'GET', path: BUCKET, handle: (call) => ({ result: shown(find(call)) }) },
  { method: 'DELETE', path: BUCKET, handle: remove },
  { method: 'GET', path: SIPPY, handle: (call) => ({ result: sippyOf(call) }) },
  { method: 'PUT', path: SIPPY, handle: enable },
  { method: 'DELETE', path: SIPPY, handle: (call) => keep(call, { enabled: false }) },
];

function list(call: ApiCall): Reply {
  const { query } = call;
  const size = Number(query.get('per_page') ?? '20');
  if (!Number.isInteger(size) || size < 0 || size > 1000) throw invalid('per_page must be from 0 to 1000');
  const jurisdiction = query.get('jurisdiction');
  const found = buckets(call)
    .filter((bucket) => String(bucket.name).includes(query.get('name_contains') ?? ''))
    .filter((bucket) => jurisdiction === null || bucket.jurisdiction === jurisdiction)
    .filter((bucket) => String(bucket.name) > (query.get('cursor') ?? ''))
    .sort((left, right) => (String(left.name) < String(right.name) ? -1 : 1));
  const shownHere = found.slice(0, size);
  const last = shownHere.at(-1);
  return {
    result: { buckets: shownHere.map(shown) },
    info: {
      per_page: size,
      ...(found.length > size && last !== undefined ? { cursor: last.name ?? null } : {}),
    },
  };
}

function create(call: ApiCall): Reply {
  const { body } = call;
  if (
    !isObject(body) ||
    typeof body.name !== 'string' ||
    !/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(body.name)
  ) {
    throw invalid('name must have 3 to 63 lower-case letters, digits and hyphens');
  }
  if (buckets(call).some((bucket) => bucket.name === body.name)) {
    throw new ApiError(409, 10004, 'The bucket you tried to create already exists');
  }
  const made: JsonObject = {
    id: body.name,
    name: body.name,
    creation_date: call.world.stamp(),
    location: String(body.locationHint ?? 'weur').toUpperCase(),
    jurisdiction: 'default',
    storage_class: body.storageClass ?? 'Standard',
  };
  buckets(call).push(made);
  return { result: shown(made) };
}

function remove(call: ApiCall): Reply {
  const bucket = find(call);
  buckets(call).splice(buckets(call).indexOf(bucket), 1);
  return { result: {} };
}

function enable(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body)) throw invalid('the body must be an object');
  if (call.world.now < TWO_HALVES) return keep(call, { ...withoutSecrets(body), enabled: true });
  const { source, destination } = body;
  if (!isObject(source) || !isObject(destination)) throw invalid('source and destination are required');
  return keep(call, {
    enabled: true,
    source: withoutSecrets(source),
    destination: {
      account: call.account().id,
      bucket: String(find(call).name),
      ...withoutSecrets(destination),
    },
  });
}

function keep(call: ApiCall, sippy: JsonObject): Reply {
  const bucket = find(call);
  buckets(call).splice(buckets(call).indexOf(bucket), 1, { ...bucket, sippy });
  return { result: sippy };
}

function sippyOf(call: ApiCall): JsonObject {
  const { sippy } = find(call);
  return isObject(sippy) ? sippy : { enabled: false };
}

/** Credentials are taken and never shown again. */
function withoutSecrets(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !/secret|privateKey/i.test(key)));
}

function shown({ id: _id, sippy: _sippy, ...bucket }: JsonObject): JsonObject {
  return bucket;
}

function buckets(call: ApiCall): JsonObject[] {
  return collection(call.account(), 'r2/buckets');
}

function find(call: ApiCall): JsonObject {
  const found = buckets(call).find((bucket) => bucket.name === call.param('bucket'));
  if (found === undefined) throw new ApiError(404, 10006, 'The specified bucket does not exist');
  return found;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 10001, message);
}
