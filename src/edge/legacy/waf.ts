import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { Zone } from '../core/state.js';

const PATH = '/zones/{zone_id}/firewall/waf';
const PACKAGE = `${PATH}/packages/{package_id}`;

/** What every zone had: one package scored by anomaly, one of vendor rules with groups. */
const OWASP = 'a25a9a7e9c00afc1fb2e0245519d725b';
const VENDOR = '1e334934fd7ae32ad705667f8c1057aa';
const GROUP = 'de677e5818985db1285d0e80225f06e5';
const FIRST: {
  readonly packages: readonly JsonObject[];
  readonly groups: readonly JsonObject[];
  readonly rules: readonly JsonObject[];
} = {
  packages: [
    {
      id: OWASP,
      name: 'OWASP ModSecurity Core Rule Set',
      description: '',
      detection_mode: 'anomaly',
      sensitivity: 'high',
      action_mode: 'challenge',
    },
    { id: VENDOR, name: 'Vendor rules', description: '', detection_mode: 'traditional' },
  ],
  groups: [
    {
      id: GROUP,
      package_id: VENDOR,
      name: 'Project Honey Pot',
      description: '',
      mode: 'on',
      allowed_modes: ['on', 'off'],
      rules_count: 2,
      modified_rules_count: 0,
    },
  ],
  rules: [
    {
      id: '100048',
      package_id: VENDOR,
      group: { id: GROUP, name: 'Project Honey Pot' },
      description: 'SQL injection in the query',
      priority: '1',
      mode: 'default',
      default_mode: 'block',
      allowed_modes: ['default', 'disable', 'simulate', 'block', 'challenge'],
    },
    {
      id: '981176',
      package_id: OWASP,
      group: { id: GROUP, name: 'Inbound blocking' },
      description: 'Inbound anomaly score',
      priority: '2',
      mode: 'on',
      default_mode: 'on',
      allowed_modes: ['on', 'off'],
    },
  ],
};

export const wafRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${PATH}/packages`,
    handle: (call) => page(wafPart(call.zone(), 'packages'), call.query),
  },
  { method: 'GET', path: PACKAGE, handle: (call) => ({ result: find(call, 'packages', 'package_id') }) },
  {
    method: 'PATCH',
    path: PACKAGE,
    handle: (call) =>
      edit(call, 'packages', 'package_id', {
        sensitivity: ['high', 'medium', 'low', 'off'],
        action_mode: ['simulate', 'block', 'challenge'],
      }),
  },
  { method: 'GET', path: `${PACKAGE}/groups`, handle: (call) => list(call, 'groups') },
  {
    method: 'GET',
    path: `${PACKAGE}/groups/{group_id}`,
    handle: (call) => ({ result: find(call, 'groups', 'group_id') }),
  },
  {
    method: 'PATCH',
    path: `${PACKAGE}/groups/{group_id}`,
    handle: (call) => edit(call, 'groups', 'group_id', { mode: ['on', 'off'] }),
  },
  { method: 'GET', path: `${PACKAGE}/rules`, handle: (call) => list(call, 'rules') },
  {
    method: 'GET',
    path: `${PACKAGE}/rules/{rule_id}`,
    handle: (call) => ({ result: find(call, 'rules', 'rule_id') }),
  },
  {
    method: 'PATCH',
    path: `${PACKAGE}/rules/{rule_id}`,
    handle: (call) => edit(call, 'rules', 'rule_id', null),
  },
  { method: 'GET', path: `${PATH}/overrides`, handle: (call) => page(call.zone().waf.overrides, call.query) },
  { method: 'POST', path: `${PATH}/overrides`, handle: createOverride },
  {
    method: 'GET',
    path: `${PATH}/overrides/{override_id}`,
    handle: (call) => ({ result: find(call, 'overrides', 'override_id') }),
  },
  { method: 'PUT', path: `${PATH}/overrides/{override_id}`, handle: replaceOverride },
  { method: 'DELETE', path: `${PATH}/overrides/{override_id}`, handle: removeOverride },
];

type Part = 'packages' | 'groups' | 'rules' | 'overrides';

/** The objects of a zone: those that every zone has, until it changes them. */
export function wafPart(zone: Zone, name: Part): readonly JsonObject[] {
  return name !== 'overrides' && zone.waf[name].length === 0 ? FIRST[name] : zone.waf[name];
}

function inPackage(call: ApiCall, name: Part): readonly JsonObject[] {
  const objects = wafPart(call.zone(), name);
  return name === 'groups' || name === 'rules'
    ? objects.filter((object) => object.package_id === call.param('package_id'))
    : objects;
}

function list(call: ApiCall, name: Part): Reply {
  find(call, 'packages', 'package_id');
  return page(inPackage(call, name), call.query);
}

function find(call: ApiCall, name: Part, param: string): JsonObject {
  const found = inPackage(call, name).find((object) => object.id === call.param(param));
  if (found === undefined) throw new ApiError(404, 1002, `Invalid or missing WAF ${name.slice(0, -1)} id`);
  return found;
}

/** Edits the fields that may be edited; `null` stands for the modes the rule itself allows. */
function edit(
  call: ApiCall,
  name: Part,
  param: string,
  fields: Readonly<Record<string, readonly string[]>> | null,
): Reply {
  const old = find(call, name, param);
  const { body } = call;
  if (!isObject(body)) throw new ApiError(400, 1001, 'the body must be an object');
  const allowed = fields ?? { mode: isList(old.allowed_modes) ? old.allowed_modes.map(String) : [] };
  for (const [key, values] of Object.entries(allowed)) {
    if (body[key] !== undefined && !values.includes(String(body[key]))) {
      throw new ApiError(400, 1003, `${key} must be one of ${values.join(', ')}`);
    }
  }
  const sent = Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(allowed, key)));
  return { result: swap(call.zone(), name, old, { ...old, ...sent }) };
}

function createOverride(call: ApiCall): Reply {
  const made: JsonObject = {
    paused: false,
    priority: null,
    groups: {},
    rules: {},
    rewrite_action: {},
    ...override(call),
    id: call.world.id(),
  };
  call.zone().waf.overrides.push(made);
  return { result: made };
}

function replaceOverride(call: ApiCall): Reply {
  const old = find(call, 'overrides', 'override_id');
  return { result: swap(call.zone(), 'overrides', old, { ...old, ...override(call) }) };
}

function removeOverride(call: ApiCall): Reply {
  const old = find(call, 'overrides', 'override_id');
  const overrides = call.zone().waf.overrides;
  overrides.splice(overrides.indexOf(old), 1);
  return { result: { id: String(old.id) } };
}

function override(call: ApiCall): JsonObject {
  if (!isObject(call.body) || !isList(call.body.urls)) throw new ApiError(400, 1004, 'urls is required');
  return Object.fromEntries(Object.entries(call.body).filter(([key]) => key !== 'id'));
}

function swap(zone: Zone, name: Part, old: JsonObject, changed: JsonObject): JsonObject {
  zone.waf[name] = wafPart(zone, name).map((object) => (object === old ? changed : object));
  return changed;
}
