import { ApiError, type Reply } from '../core/http.js';
import { isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import { collection } from '../core/state.js';

/** Connections of tunnels, at the path of today and at the old one, and routes by their network and by their id. */
export const tunnelRoutes: readonly Route[] = [
  ...['cfd_tunnel', 'tunnels'].flatMap((segment): Route[] => {
    const path = `/accounts/{account_id}/${segment}/{tunnel_id}/connections`;
    return [
      { method: 'GET', path, handle: (call) => ({ result: tunnel(call).connections ?? [] }) },
      { method: 'DELETE', path, handle: disconnect },
    ];
  }),
  ...['POST', 'PATCH', 'DELETE'].map(
    (method): Route => ({
      method,
      path: '/accounts/{account_id}/teamnet/routes/network/{ip_network_encoded}',
      handle: byNetwork,
    }),
  ),
];

function tunnel(call: ApiCall): JsonObject {
  const found = collection(call.account(), 'tunnels').find(({ id }) => id === call.param('tunnel_id'));
  if (found === undefined) throw new ApiError(404, 1003, 'tunnel not found');
  return found;
}

function disconnect(call: ApiCall): Reply {
  const old = tunnel(call);
  const all = collection(call.account(), 'tunnels');
  all.splice(all.indexOf(old), 1, { ...old, connections: [], status: 'inactive' });
  return { result: null };
}

function byNetwork(call: ApiCall): Reply {
  const network = call.param('ip_network_encoded');
  const all = collection(call.account(), 'teamnet/routes');
  const at = all.findIndex((route) => route.network === network);
  if (call.method === 'POST') {
    const sent = isObject(call.body) ? call.body : {};
    if (typeof sent.tunnel_id !== 'string') throw new ApiError(400, 1002, 'tunnel_id is required');
    if (at >= 0) throw new ApiError(409, 1014, 'a route for this network exists already');
    const made = { ...sent, network, id: call.world.id(), created_at: call.world.stamp() };
    all.push(made);
    return { result: made };
  }
  const old = all[at];
  if (old === undefined) throw new ApiError(404, 1000, `no route for ${network}`);
  if (call.method === 'DELETE') {
    all.splice(at, 1);
    return { result: old };
  }
  const changed = { ...old, ...(isObject(call.body) ? call.body : {}), network, id: String(old.id) };
  all.splice(at, 1, changed);
  return { result: changed };
}
