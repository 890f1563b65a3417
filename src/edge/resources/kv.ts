import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, own, parseJson } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

/** Key-value namespaces under their path of today and under the one they had, over one state. */
export const kvRoutes: readonly Route[] = ['storage/kv/namespaces', 'workers/namespaces'].flatMap(
  (segment): Route[] => {
    const path = `/accounts/{account_id}/${segment}`;
    const space = `${path}/{namespace_id}`;
    const value = `${space}/values/{key_name}`;
    return [
      { method: 'GET', path, handle: (call) => page(namespaces(call), call.query) },
      { method: 'POST', path, handle: create },
      { method: 'GET', path: space, handle: (call) => ({ result: find(call) }) },
      { method: 'PUT', path: space, handle: rename },
      { method: 'DELETE', path: space, handle: remove },
      { method: 'GET', path: `${space}/keys`, handle: (call) => ({ result: pairs(call).map(listed) }) },
      {
        method: 'GET',
        path: `${space}/metadata/{key_name}`,
        handle: (call) => ({ result: pair(call).metadata ?? null }),
      },
      {
        method: 'GET',
        path: value,
        handle: (call) => ({ status: 200, headers: {}, body: null, text: String(pair(call).value) }),
      },
      { method: 'PUT', path: value, handle: put },
      { method: 'DELETE', path: value, handle: (call) => drop(call, [call.param('key_name')]) },
      { method: 'PUT', path: `${space}/bulk`, handle: putMany },
      { method: 'DELETE', path: `${space}/bulk`, handle: (call) => drop(call, sent(call).map(String)) },
    ];
  },
);

function namespaces(call: ApiCall): JsonObject[] {
  return collection(call.account(), 'kv');
}

function title(call: ApiCall): string {
  const given = isObject(call.body) ? call.body.title : undefined;
  if (typeof given !== 'string' || given === '') throw new ApiError(400, 10012, 'title is required');
  return given;
}

function create(call: ApiCall): Reply {
  const made = { id: call.world.id(), title: title(call), supports_url_encoding: true };
  if (namespaces(call).some((known) => known.title === made.title))
    throw new ApiError(400, 10014, 'a namespace with this account ID and title already exists');
  namespaces(call).push(made);
  return { result: made };
}

function find(call: ApiCall): JsonObject {
  const found = namespaces(call).find((space) => space.id === call.param('namespace_id'));
  if (found === undefined) throw new ApiError(404, 10013, 'namespace not found');
  return found;
}

function rename(call: ApiCall): Reply {
  const old = find(call);
  const changed = { ...old, title: title(call) };
  namespaces(call).splice(namespaces(call).indexOf(old), 1, changed);
  return { result: changed };
}

function remove(call: ApiCall): Reply {
  const old = find(call);
  delete call.account().collections[store(call)];
  namespaces(call).splice(namespaces(call).indexOf(old), 1);
  return { result: {} };
}

function store(call: ApiCall): string {
  return `kv/${String(find(call).id)}`;
}

function pairs(call: ApiCall): readonly JsonObject[] {
  return own(call.account().collections, store(call)) ?? [];
}

function listed({ name, metadata }: JsonObject): JsonObject {
  return { name: name ?? null, ...(metadata === undefined ? {} : { metadata }) };
}

function pair(call: ApiCall): JsonObject {
  const found = pairs(call).find(({ name }) => name === call.param('key_name'));
  if (found === undefined) throw new ApiError(404, 10009, 'key not found');
  return found;
}

/** A value comes as the body itself, or as a part of a form beside its metadata. */
function put(call: ApiCall): Reply {
  const { form, text } = call;
  const metadata = form?.metadata === undefined ? {} : { metadata: parsed(form.metadata) };
  return write(call, [{ name: call.param('key_name'), value: form?.value ?? text ?? '', ...metadata }]);
}

function putMany(call: ApiCall): Reply {
  const items = sent(call).filter(isObject);
  if (!items.every((item) => typeof item.key === 'string' && typeof item.value === 'string'))
    throw new ApiError(400, 10012, 'every item needs a key and a value');
  return write(
    call,
    items.map(({ key, value, metadata }) => ({
      name: key ?? null,
      value: value ?? null,
      ...(metadata === undefined ? {} : { metadata }),
    })),
  );
}

function write(call: ApiCall, fresh: readonly JsonObject[]): Reply {
  const kept = pairs(call).filter((old) => !fresh.some(({ name }) => name === old.name));
  call.account().collections[store(call)] = [...kept, ...fresh];
  return { result: null };
}

function drop(call: ApiCall, names: readonly string[]): Reply {
  call.account().collections[store(call)] = pairs(call).filter(({ name }) => !names.includes(String(name)));
  return { result: null };
}

function sent(call: ApiCall): readonly Json[] {
  if (!isList(call.body)) throw new ApiError(400, 10012, 'the body must be an array');
  return call.body;
}

function parsed(text: string): Json {
  const read = parseJson(text);
  if (!read.ok) throw new ApiError(400, 10012, 'metadata must be JSON');
  return read.value;
}
