import { ApiError, page, type Reply } from '../core/http.js';
import { isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';

/** Page Shield under its name of today and under the one it had. */
export const pageShieldRoutes: readonly Route[] = ['page_shield', 'script_monitor'].flatMap(
  (segment): Route[] => {
    const path = `/zones/{zone_id}/${segment}`;
    return [
      { method: 'GET', path, handle: (call) => ({ result: settings(call) }) },
      { method: 'PUT', path, handle: edit },
      { method: 'GET', path: `${path}/scripts`, handle: (call) => page(scripts(call), call.query) },
      { method: 'GET', path: `${path}/scripts/{script_id}`, handle: readScript },
    ];
  },
);

function settings(call: ApiCall): JsonObject {
  const [stored] = call.zone().collections.page_shield ?? [];
  return {
    enabled: false,
    use_cloudflare_reporting_endpoint: true,
    use_connection_url_path: false,
    ...stored,
  };
}

function edit(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body)) throw new ApiError(400, 1001, 'the body must be an object');
  if (body.enabled !== undefined && typeof body.enabled !== 'boolean')
    throw new ApiError(400, 1003, 'enabled must be a boolean');
  call.zone().collections.page_shield = [{ ...settings(call), ...body, updated_at: call.world.stamp() }];
  return { result: settings(call) };
}

function scripts(call: ApiCall): readonly JsonObject[] {
  return call.zone().collections['page_shield/scripts'] ?? [];
}

function readScript(call: ApiCall): Reply {
  const script = scripts(call).find((candidate) => candidate.id === call.param('script_id'));
  if (script === undefined) throw new ApiError(404, 1000, 'script not found');
  return { result: script };
}
