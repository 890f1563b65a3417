import { ApiError, page } from '../core/http.js';
import type { JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

/** What stands below a new path under other names: the same objects, seen twice. */
interface Renamed {
  readonly path: string;
  readonly store: string;
  /** Field of a stored object that names it in the path. */
  readonly key: string;
  /** New names of fields, by old ones. */
  readonly fields: Readonly<Record<string, string>>;
}

const RENAMED: readonly Renamed[] = [
  {
    path: '/accounts/{account_id}/devices/physical-devices',
    store: 'devices',
    key: 'id',
    fields: {
      id: 'id',
      name: 'name',
      device_type: 'device_type',
      serial_number: 'serial_number',
      created: 'created_at',
      updated: 'updated_at',
      last_seen: 'last_seen_at',
      version: 'client_version',
      ip: 'public_ip',
      user: 'last_seen_user',
    },
  },
  {
    path: '/accounts/{account_id}/registrar/registrations',
    store: 'registrar/domains',
    key: 'id',
    fields: {
      name: 'domain_name',
      auto_renew: 'auto_renew',
      created_at: 'created_at',
      expires_at: 'expires_at',
      locked: 'locked',
    },
  },
];

export const renamedRoutes: readonly Route[] = RENAMED.flatMap((renamed): Route[] => [
  {
    method: 'GET',
    path: renamed.path,
    handle: (call) =>
      page(
        collection(call.account(), renamed.store).map((object) => seen(object, renamed)),
        call.query,
      ),
  },
  { method: 'GET', path: `${renamed.path}/{id}`, handle: (call) => ({ result: one(call, renamed) }) },
]);

function one(call: ApiCall, renamed: Renamed): JsonObject {
  const id = call.param('id');
  const found = collection(call.account(), renamed.store).find((object) => object[renamed.key] === id);
  if (found === undefined) throw new ApiError(404, 1000, `${renamed.store} ${id} not found`);
  return seen(found, renamed);
}

function seen(object: JsonObject, { fields }: Renamed): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([old, name]) => {
      const value = object[old];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
