import type { EntryId } from '../../catalogue/index.js';
import { ApiError, page, type Reply } from '../core/http.js';
import { isObject, type JsonObject, without } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection, type ResourceOwner } from '../core/state.js';

/**
 * A collection without behaviour of its own: list, create, read, replace, edit and delete of objects. What
 * differs between collections is a row of data.
 */
export interface PlainResource {
  /** Path of the collection: `/accounts/{account_id}/access/apps`. */
  readonly path: string;
  /** Collections under the same key share their objects: two faces over one state. */
  readonly store: string;
  readonly id: string;
  readonly methods: readonly ('list' | 'create' | 'read' | 'replace' | 'edit' | 'delete')[];
  /** POST to the path of an object makes it under that id. */
  readonly createAt?: true;
  readonly required?: readonly string[];
  readonly readOnly?: readonly string[];
  /** Fields and the type they must have when sent. */
  readonly types?: Readonly<Record<string, 'string' | 'boolean' | 'number' | 'array' | 'object'>>;
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Given to new objects where the caller says nothing. */
  readonly defaults?: JsonObject;
  /** Shown and found only when these fields have these values: one kind among others in a shared store. */
  readonly where?: JsonObject;
  /** Fields that are ignored once an entry has ended. */
  readonly endedFields?: { readonly entry: EntryId; readonly fields: readonly string[] };
  /** A deletion answers with the object and the moment of it, not with the id alone. */
  readonly answersDeleted?: true;
  /** The list has a meaning of today too. */
  readonly listOutlives?: true;
}

export function plainRoutes(resource: PlainResource): Route[] {
  const item = `${resource.path}/{${resource.id}}`;
  const table: Record<PlainResource['methods'][number], Route> = {
    list: {
      method: 'GET',
      path: resource.path,
      handle: (call) =>
        page(
          visible(call, resource).map((object) => withoutEnded(call, resource, object)),
          call.query,
        ),
      ...(resource.listOutlives === true ? { outlives: true } : {}),
    },
    create: { method: 'POST', path: resource.path, handle: (call) => create(call, resource) },
    read: {
      method: 'GET',
      path: item,
      handle: (call) => ({ result: withoutEnded(call, resource, find(call, resource)) }),
    },
    replace: {
      method: 'PUT',
      path: item,
      handle: (call) => write(call, resource, (old, sent) => ({ ...kept(old, resource), ...sent })),
    },
    edit: {
      method: 'PATCH',
      path: item,
      handle: (call) => write(call, resource, (old, sent) => ({ ...old, ...sent })),
    },
    delete: { method: 'DELETE', path: item, handle: (call) => remove(call, resource) },
  };
  const routes = resource.methods.map((method) => table[method]);
  if (resource.createAt === undefined) return routes;
  return [...routes, { method: 'POST', path: item, handle: (call) => create(call, resource) }];
}

function objects(call: ApiCall, resource: PlainResource): JsonObject[] {
  return collection(ownerOf(call, resource.path), resource.store);
}

function ownerOf(call: ApiCall, path: string): ResourceOwner {
  if (path.startsWith('/user/')) return call.world.state.user;
  return path.startsWith('/zones/') ? call.zone() : call.account();
}

function visible(call: ApiCall, resource: PlainResource): JsonObject[] {
  const conditions = Object.entries(resource.where ?? {});
  return objects(call, resource).filter((object) =>
    conditions.every(([key, value]) => object[key] === value),
  );
}

function find(call: ApiCall, resource: PlainResource): JsonObject {
  const id = call.param(resource.id);
  const found = visible(call, resource).find((object) => object.id === id);
  if (found === undefined) throw new ApiError(404, 1000, `${resource.store} ${id} not found`);
  return found;
}

function create(call: ApiCall, resource: PlainResource): Reply {
  const sent = check(call, resource, resource.required ?? []);
  const made = {
    ...resource.defaults,
    ...sent,
    ...resource.where,
    id: freshId(call, resource),
    created_at: call.world.stamp(),
  };
  objects(call, resource).push(made);
  return { result: made };
}

function freshId(call: ApiCall, resource: PlainResource): string {
  const wanted = call.param(resource.id);
  if (wanted === '') return call.world.id();
  if (!/^[0-9a-f-]{32,36}$/i.test(wanted)) throw new ApiError(400, 1001, `${resource.id} must be an id`);
  if (objects(call, resource).some(({ id }) => id === wanted))
    throw new ApiError(409, 1005, `${resource.store} ${wanted} exists already`);
  return wanted;
}

function write(
  call: ApiCall,
  resource: PlainResource,
  merge: (old: JsonObject, sent: JsonObject) => JsonObject,
): Reply {
  const old = find(call, resource);
  const sent = check(call, resource, call.method === 'PUT' ? (resource.required ?? []) : []);
  const changed = { ...merge(old, sent), ...resource.where, id: String(old.id) };
  const list = objects(call, resource);
  list.splice(list.indexOf(old), 1, changed);
  return { result: withoutEnded(call, resource, changed) };
}

function withoutEnded(call: ApiCall, { endedFields }: PlainResource, object: JsonObject): JsonObject {
  if (endedFields === undefined || !call.dates.dead(endedFields.entry)) return object;
  return without(object, endedFields.fields);
}

function remove(call: ApiCall, resource: PlainResource): Reply {
  const old = find(call, resource);
  const list = objects(call, resource);
  list.splice(list.indexOf(old), 1);
  if (resource.answersDeleted === undefined) return { result: { id: String(old.id) } };
  return { result: { ...old, deleted_at: call.world.stamp() } };
}

/** What a replacement does not touch: the fields the server decides. */
function kept(old: JsonObject, resource: PlainResource): JsonObject {
  return Object.fromEntries(
    Object.entries(old).filter(([key]) => key === 'created_at' || resource.readOnly?.includes(key)),
  );
}

function check(call: ApiCall, resource: PlainResource, required: readonly string[]): JsonObject {
  const { body } = call;
  if (!isObject(body)) throw new ApiError(400, 1001, 'the body must be a JSON object');
  for (const key of required)
    if (body[key] === undefined) throw new ApiError(400, 1002, `missing required field: ${key}`);
  for (const [key, type] of Object.entries(resource.types ?? {})) {
    const value = body[key];
    const actual = Array.isArray(value) ? 'array' : typeof value;
    if (value !== undefined && value !== null && actual !== type)
      throw new ApiError(400, 1003, `${key} must be of type ${type}`);
  }
  for (const [key, values] of Object.entries(resource.values ?? {})) {
    const value = body[key];
    if (value !== undefined && !values.includes(String(value))) {
      throw new ApiError(400, 1004, `${key} must be one of ${values.join(', ')}`);
    }
  }
  return withoutEnded(call, resource, without(body, ['id', ...(resource.readOnly ?? [])]));
}
