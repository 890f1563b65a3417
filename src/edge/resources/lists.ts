import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, own } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

const PATH = '/accounts/{account_id}/rules/lists';
const LIST = `${PATH}/{list_id}`;

/** IP lists and their items. Writes of items are bulk operations that a caller asks after; here they are done at once. */
export const listRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: (call) => page(lists(call), call.query) },
  { method: 'POST', path: PATH, handle: create },
  { method: 'GET', path: LIST, handle: (call) => ({ result: find(call) }) },
  { method: 'PUT', path: LIST, handle: describe },
  { method: 'DELETE', path: LIST, handle: remove },
  { method: 'GET', path: `${LIST}/items`, handle: (call) => page(items(call), call.query) },
  {
    method: 'POST',
    path: `${LIST}/items`,
    handle: (call) => write(call, [...items(call), ...sentItems(call)]),
  },
  { method: 'PUT', path: `${LIST}/items`, handle: (call) => write(call, sentItems(call)) },
  { method: 'DELETE', path: `${LIST}/items`, handle: removeItems },
  {
    method: 'GET',
    path: `${PATH}/bulk_operations/{operation_id}`,
    handle: (call) => ({
      result: { id: call.param('operation_id'), status: 'completed', completed: call.world.stamp() },
    }),
  },
];

function lists(call: ApiCall): JsonObject[] {
  return collection(call.account(), 'lists');
}

function create(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body) || typeof body.name !== 'string' || !/^[a-z0-9_]{1,50}$/.test(body.name)) {
    throw new ApiError(400, 10002, 'name must be of lower-case letters, digits and underscores');
  }
  if (!['ip', 'redirect', 'hostname', 'asn'].includes(String(body.kind)))
    throw new ApiError(400, 10002, 'kind must be ip, redirect, hostname or asn');
  if (lists(call).some((list) => list.name === body.name))
    throw new ApiError(409, 10026, 'a list with this name already exists');
  const list: JsonObject = {
    id: call.world.id(),
    name: body.name,
    kind: body.kind ?? 'ip',
    description: body.description ?? '',
    num_items: 0,
    created_on: call.world.stamp(),
  };
  lists(call).push(list);
  return { result: list };
}

function find(call: ApiCall): JsonObject {
  const found = lists(call).find((list) => list.id === call.param('list_id'));
  if (found === undefined) throw new ApiError(404, 10001, 'could not find list');
  return found;
}

function replace(call: ApiCall, change: JsonObject): JsonObject {
  const old = find(call);
  const changed = { ...old, ...change, modified_on: call.world.stamp() };
  lists(call).splice(lists(call).indexOf(old), 1, changed);
  return changed;
}

function describe(call: ApiCall): Reply {
  const description = isObject(call.body) ? call.body.description : undefined;
  return { result: replace(call, { description: description ?? '' }) };
}

function remove(call: ApiCall): Reply {
  const old = find(call);
  lists(call).splice(lists(call).indexOf(old), 1);
  delete call.account().collections[store(call)];
  return { result: { id: String(old.id) } };
}

function store(call: ApiCall): string {
  return `lists/${call.param('list_id')}/items`;
}

function items(call: ApiCall): readonly JsonObject[] {
  find(call);
  return own(call.account().collections, store(call)) ?? [];
}

function sentItems(call: ApiCall): JsonObject[] {
  if (!isList(call.body) || !call.body.every(isObject))
    throw new ApiError(400, 10003, 'the body must be an array of items');
  return call.body
    .filter(isObject)
    .map((item) => ({ ...item, id: call.world.id(), created_on: call.world.stamp() }));
}

function write(call: ApiCall, next: readonly JsonObject[]): Reply {
  const values = next.map((item) =>
    JSON.stringify(item.ip ?? item.redirect ?? item.hostname ?? item.asn ?? null),
  );
  if (new Set(values).size < values.length) throw new ApiError(400, 10008, 'duplicate items in list');
  call.account().collections[store(call)] = [...next];
  replace(call, { num_items: next.length });
  return { result: { operation_id: call.world.id() } };
}

function removeItems(call: ApiCall): Reply {
  const named = isObject(call.body) && isList(call.body.items) ? call.body.items : [];
  const ids = new Set(named.filter(isObject).map((item): Json => item.id ?? null));
  return write(
    call,
    items(call).filter((item) => !ids.has(item.id ?? null)),
  );
}
