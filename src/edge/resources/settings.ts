import { ApiError, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, own } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';

const ON_OFF: readonly Json[] = ['on', 'off'];

/** Zone settings: first value and what a write may carry; `null` takes any value. */
const SETTINGS: Readonly<Record<string, { readonly first: Json; readonly values: readonly Json[] | null }>> =
  {
    '0rtt': { first: 'off', values: ON_OFF },
    always_online: { first: 'off', values: ON_OFF },
    always_use_https: { first: 'off', values: ON_OFF },
    automatic_https_rewrites: { first: 'on', values: ON_OFF },
    brotli: { first: 'on', values: ON_OFF },
    browser_cache_ttl: { first: 14400, values: null },
    browser_check: { first: 'on', values: ON_OFF },
    cache_level: { first: 'aggressive', values: ['aggressive', 'basic', 'simplified'] },
    challenge_ttl: { first: 1800, values: null },
    cname_flattening: {
      first: 'flatten_at_root',
      values: ['flatten_at_root', 'flatten_all', 'flatten_none'],
    },
    development_mode: { first: 'off', values: ON_OFF },
    early_hints: { first: 'off', values: ON_OFF },
    email_obfuscation: { first: 'on', values: ON_OFF },
    hotlink_protection: { first: 'off', values: ON_OFF },
    http2: { first: 'on', values: ON_OFF },
    http3: { first: 'on', values: ON_OFF },
    ip_geolocation: { first: 'on', values: ON_OFF },
    ipv6: { first: 'on', values: ON_OFF },
    min_tls_version: { first: '1.0', values: ['1.0', '1.1', '1.2', '1.3'] },
    minify: { first: { css: 'off', html: 'off', js: 'off' }, values: null },
    mirage: { first: 'off', values: ON_OFF },
    mobile_redirect: { first: { status: 'off', mobile_subdomain: null, strip_uri: false }, values: null },
    opportunistic_encryption: { first: 'on', values: ON_OFF },
    polish: { first: 'off', values: ['off', 'lossless', 'lossy'] },
    privacy_pass: { first: 'on', values: ON_OFF },
    pseudo_ipv4: { first: 'off', values: ['off', 'add_header', 'overwrite_header'] },
    rocket_loader: { first: 'off', values: ON_OFF },
    security_header: { first: { strict_transport_security: { enabled: false } }, values: null },
    security_level: {
      first: 'medium',
      values: ['off', 'essentially_off', 'low', 'medium', 'high', 'under_attack'],
    },
    server_side_exclude: { first: 'on', values: ON_OFF },
    ssl: { first: 'full', values: ['off', 'flexible', 'full', 'strict'] },
    tls_1_3: { first: 'on', values: ['on', 'off', 'zrt'] },
    tls_client_auth: { first: 'off', values: ON_OFF },
    waf: { first: 'off', values: ON_OFF },
    webp: { first: 'off', values: ON_OFF },
    websockets: { first: 'on', values: ON_OFF },
  };

const PATH = '/zones/{zone_id}/settings';

export const settingRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: PATH,
    handle: (call) => ({
      result: Object.keys(SETTINGS)
        .filter((id) => !gone(call, id))
        .map((id) => shown(call, id)),
    }),
  },
  { method: 'PATCH', path: PATH, handle: editMany },
  {
    method: 'GET',
    path: `${PATH}/{setting_id}`,
    handle: (call) => ({ result: shown(call, call.param('setting_id')) }),
  },
  { method: 'PATCH', path: `${PATH}/{setting_id}`, handle: edit },
  // This one was set by POST.
  {
    method: 'POST',
    path: `${PATH}/privacy_pass`,
    handle: (call) => set(call, 'privacy_pass', value(call.body)),
  },
  { method: 'PATCH', path: `${PATH}/privacy_pass`, handle: edit },
  {
    method: 'GET',
    path: `${PATH}/privacy_pass`,
    handle: (call) => ({ result: shown(call, 'privacy_pass') }),
  },
];

/** The entry that ended the whole setting, if one did. */
function gone(call: ApiCall, id: string): string | null {
  const ended = call.dates.endedSetting(id);
  return ended === null || ended.allowed !== undefined ? null : ended.entry;
}

function edit(call: ApiCall): Reply {
  return set(call, call.param('setting_id') || 'privacy_pass', value(call.body));
}

function editMany(call: ApiCall): Reply {
  const items = isObject(call.body) ? call.body.items : undefined;
  if (!isList(items) || !items.every(isObject))
    throw new ApiError(400, 1006, 'items must be an array of settings');
  const checked = items.filter(isObject).map((item): [string, Json] => [String(item.id), value(item)]);
  for (const [id, wanted] of checked) checkValue(call, id, wanted);
  for (const [id, wanted] of checked) call.zone().settings[id] = wanted;
  return { result: checked.map(([id]) => shown(call, id)) };
}

function set(call: ApiCall, id: string, wanted: Json): Reply {
  checkValue(call, id, wanted);
  call.zone().settings[id] = wanted;
  return { result: shown(call, id) };
}

function checkValue(call: ApiCall, id: string, wanted: Json): void {
  const setting = own(SETTINGS, id);
  if (setting === undefined) throw new ApiError(400, 1003, `undefined zone setting: ${id}`);
  const ended = call.dates.endedSetting(id);
  if (ended !== null && ended.allowed === undefined) {
    throw new ApiError(400, 1003, `undefined zone setting: ${id}`, { ended: ended.entry });
  }
  if (ended?.allowed?.every((allowed) => allowed !== wanted)) {
    const message = `invalid value for zone setting ${id}: ${JSON.stringify(wanted)}`;
    throw new ApiError(400, 1007, message, { ended: ended.entry });
  }
  if (setting.values !== null && !setting.values.includes(wanted)) {
    throw new ApiError(400, 1007, `invalid value for zone setting ${id}: ${JSON.stringify(wanted)}`);
  }
}

function value(body: Json | undefined): Json {
  if (!isObject(body)) throw new ApiError(400, 1006, 'value is required');
  const sent = body.value ?? body.enabled;
  if (sent === undefined) throw new ApiError(400, 1006, 'value is required');
  return sent;
}

/** The value a setting has while nobody has set it. */
export function firstSetting(id: string): Json {
  return own(SETTINGS, id)?.first ?? null;
}

function shown(call: ApiCall, id: string): JsonObject {
  const setting = own(SETTINGS, id);
  if (setting === undefined) throw new ApiError(400, 1003, `undefined zone setting: ${id}`);
  return { id, value: own(call.zone().settings, id) ?? setting.first, editable: true, modified_on: null };
}
