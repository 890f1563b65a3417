import { ApiError, page } from '../core/http.js';
import { isList, isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { Account, Zone } from '../core/state.js';

/** Zones, accounts, tokens and the cache: what real programs ask for around their work. */
export const zoneRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/zones',
    handle: (call) => {
      const { query } = call;
      const name = query.get('name');
      if (name !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) call.world.zoneNamed(name);
      const zones = Object.values(call.world.state.zones)
        .filter((zone) => query.get('name') === null || query.get('name') === zone.name)
        .filter((zone) => query.get('account.id') === null || query.get('account.id') === zone.account);
      return page(
        zones.map((zone) => shownZone(call, zone)),
        query,
      );
    },
  },
  { method: 'GET', path: '/zones/{zone_id}', handle: (call) => ({ result: shownZone(call, call.zone()) }) },
  {
    method: 'GET',
    path: '/accounts',
    handle: (call) => page(Object.values(call.world.state.accounts).map(shownAccount), call.query),
  },
  {
    method: 'GET',
    path: '/accounts/{account_id}',
    handle: (call) => ({ result: shownAccount(call.account()) }),
  },
  {
    method: 'PUT',
    path: '/accounts/{account_id}',
    handle: (call) => {
      const account = call.account();
      if (isObject(call.body) && typeof call.body.name === 'string') account.name = call.body.name;
      return { result: shownAccount(account) };
    },
  },
  {
    method: 'GET',
    path: '/user/tokens/verify',
    handle: (call) => ({
      result: { id: call.world.state.now.replaceAll('-', '').padEnd(32, '0'), status: 'active' },
    }),
  },
  {
    method: 'GET',
    path: '/user',
    handle: () => ({ result: { id: '0'.repeat(32), email: 'user@example.com' } }),
  },
  { method: 'POST', path: '/zones/{zone_id}/purge_cache', handle: purge },
];

function purge(call: ApiCall) {
  const { body } = call;
  if (!isObject(body))
    throw new ApiError(
      400,
      1012,
      'Request must contain one of "purge_everything", "files", "tags", "hosts" or "prefixes"',
    );
  const named = ['files', 'tags', 'hosts', 'prefixes'].some((key) => isList(body[key]));
  if (body.purge_everything !== true && !named) {
    throw new ApiError(
      400,
      1012,
      'Request must contain one of "purge_everything", "files", "tags", "hosts" or "prefixes"',
    );
  }
  return { result: { id: call.zone().id } };
}

function shownZone(call: ApiCall, zone: Zone): JsonObject {
  const account = call.world.account(zone.account);
  return {
    id: zone.id,
    name: zone.name,
    status: 'active',
    paused: false,
    type: 'full',
    account: { id: account.id, name: account.name },
    name_servers: ['a.ns.example.net', 'b.ns.example.net'],
    plan: { id: 'enterprise', name: 'Enterprise' },
  };
}

function shownAccount(account: Account): JsonObject {
  return { id: account.id, name: account.name, type: 'standard', settings: { enforce_twofactor: false } };
}
