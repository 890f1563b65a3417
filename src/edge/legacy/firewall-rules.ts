import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { Filter, LegacyRule, Zone } from '../core/state.js';
import { checkExpression } from '../rulesets/expressions.js';
import { OLD_ACTION_NAMES, removeRule, requireFilter, shownRule, writeThrough } from './custom-rules.js';
import { newFilter } from './filters.js';

const PATH = '/zones/{zone_id}/firewall/rules';
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'];
/** Quota of rules in a zone; a fault can lower it. */
const DEFAULT_QUOTA = 1000;

/** The firewall rules API: single rules and bulk calls. */
export const firewallRuleRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: list },
  { method: 'POST', path: PATH, handle: create },
  { method: 'PUT', path: PATH, handle: (call) => bulk(call, replace) },
  { method: 'PATCH', path: PATH, handle: (call) => bulk(call, reprioritise) },
  { method: 'DELETE', path: PATH, handle: removeMany },
  {
    method: 'GET',
    path: `${PATH}/{rule_id}`,
    handle: (call) => ({ result: shownRule(call.zone(), requireLegacy(call, call.param('rule_id'))) }),
  },
  { method: 'PUT', path: `${PATH}/{rule_id}`, handle: (call) => one(call, replace) },
  { method: 'PATCH', path: `${PATH}/{rule_id}`, handle: (call) => one(call, reprioritise) },
  { method: 'DELETE', path: `${PATH}/{rule_id}`, handle: removeOne },
];

function list(call: ApiCall): Reply {
  const { query } = call;
  const zone = call.zone();
  const wanted = zone.firewallRules
    .map((face) => ({ face, shown: shownRule(zone, face) }))
    .filter(({ face }) => query.get('id') === null || query.get('id') === face.id)
    .filter(({ face }) => query.get('action') === null || query.get('action') === face.action)
    .filter(({ face }) => query.get('paused') === null || query.get('paused') === String(face.paused))
    .filter(({ face }) =>
      (face.description ?? '').toLowerCase().includes((query.get('description') ?? '').toLowerCase()),
    );
  return page(
    wanted.map(({ shown }) => shown),
    query,
    25,
  );
}

/**
 * Transactional: every item is checked before anything is made. The one exception is the quota, which is
 * looked at late: filters sent inline then stay behind although no rule was made.
 */
function create(call: ApiCall): Reply {
  const zone = call.zone();
  const bodies = bodyItems(call.body);
  const prepared = bodies.map((body) => prepare(call, zone, body));
  const inline = prepared.filter((item) => item.inline).map(({ filter }) => filter.expression);
  if (new Set(inline).size < inline.length) throw duplicateFilter();
  for (const { filter, inline } of prepared) if (inline) zone.filters.push(filter);
  if (zone.firewallRules.length + prepared.length > (call.world.quota ?? DEFAULT_QUOTA)) {
    throw new ApiError(
      400,
      10014,
      'firewallrules.api.quota_exceeded: exceeded the maximum number of rules for the zone',
    );
  }
  const made = prepared.map(({ fields, filter }) => {
    const stamp = call.world.stamp();
    const face: LegacyRule = {
      id: call.world.id(),
      rule_id: call.world.id(),
      filter_id: filter.id,
      created_on: stamp,
      modified_on: stamp,
      ...fields,
    };
    call.world.alias(face.id, face.rule_id);
    call.world.alias(filter.id, face.rule_id);
    zone.firewallRules.push(face);
    writeThrough(call.world, zone, face);
    return face;
  });
  return { result: made.map((face) => shownRule(zone, face)) };
}

type Fields = Omit<LegacyRule, 'id' | 'rule_id' | 'filter_id' | 'created_on' | 'modified_on'>;

function prepare(
  call: ApiCall,
  zone: Zone,
  body: JsonObject,
): { fields: Fields; filter: Filter; inline: boolean } {
  const fields = readFields(body);
  const { filter } = body;
  if (!isObject(filter)) throw invalid('filter is required');
  if (typeof filter.id === 'string') return { fields, filter: requireFilter(zone, filter.id), inline: false };
  if (zone.filters.some((known) => known.expression === filter.expression)) {
    throw duplicateFilter();
  }
  return { fields, filter: { ...newFilter(call.world, filter), single_call: true }, inline: true };
}

function readFields(body: JsonObject): Fields {
  const { action, paused, priority, products, description, ref } = body;
  if (typeof action !== 'string' || !OLD_ACTION_NAMES.includes(action))
    throw invalid(`invalid action: ${JSON.stringify(action ?? null)}`);
  if (
    action === 'bypass' &&
    !(
      isList(products) &&
      products.length > 0 &&
      products.every((product) => PRODUCTS.includes(String(product)))
    )
  ) {
    throw invalid('products are required for action bypass');
  }
  if (paused !== undefined && typeof paused !== 'boolean') throw invalid('paused must be a boolean');
  if (
    priority !== undefined &&
    priority !== null &&
    !(typeof priority === 'number' && Number.isInteger(priority) && priority >= 0)
  ) {
    throw invalid('priority must be a whole number');
  }
  if (description !== undefined && (typeof description !== 'string' || description.length > 500)) {
    throw invalid('description must be a text of at most 500 characters');
  }
  return {
    action: String(action),
    paused: paused ?? false,
    priority: typeof priority === 'number' ? priority : null,
    ...(isList(products) ? { products: products.map(String) } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof ref === 'string' ? { ref } : {}),
  };
}

/** A checked change, not yet made: bulk calls make all of theirs or none. */
type Change = () => void;

/** PUT: fields that are left out go back to their default. */
function replace(call: ApiCall, zone: Zone, face: LegacyRule, body: JsonObject): Change {
  const fields = readFields(body);
  const { filter } = body;
  if (!isObject(filter) || typeof filter.id !== 'string') throw invalid('filter.id is required');
  const target = requireFilter(zone, filter.id);
  if (typeof filter.expression === 'string' && filter.expression !== target.expression) {
    checkExpression(filter.expression, false);
    throw invalid('the expression of a filter is changed through the filters API');
  }
  return () => {
    delete face.products;
    delete face.description;
    delete face.ref;
    Object.assign(face, fields, { filter_id: target.id, modified_on: call.world.stamp() });
    writeThrough(call.world, zone, face);
  };
}

/** PATCH changes the priority only. */
function reprioritise(call: ApiCall, zone: Zone, face: LegacyRule, body: JsonObject): Change {
  const { priority } = body;
  if (priority !== null && !(typeof priority === 'number' && Number.isInteger(priority) && priority >= 0))
    throw invalid('priority must be a whole number');
  return () => {
    face.priority = priority;
    face.modified_on = call.world.stamp();
    writeThrough(call.world, zone, face);
  };
}

type Prepare = (call: ApiCall, zone: Zone, face: LegacyRule, body: JsonObject) => Change;

function one(call: ApiCall, prepareChange: Prepare): Reply {
  const zone = call.zone();
  const face = requireLegacy(call, call.param('rule_id'));
  if (!isObject(call.body)) throw invalid('the body must be a rule');
  prepareChange(call, zone, face, call.body)();
  return { result: shownRule(zone, face) };
}

function bulk(call: ApiCall, prepareChange: Prepare): Reply {
  const zone = call.zone();
  const pairs = bodyItems(call.body).map((body) => ({ body, face: requireLegacy(call, String(body.id)) }));
  const changes = pairs.map(({ body, face }) => prepareChange(call, zone, face, body));
  for (const change of changes) change();
  return { result: pairs.map(({ face }) => shownRule(zone, face)) };
}

function removeOne(call: ApiCall): Reply {
  const face = requireLegacy(call, call.param('rule_id'));
  remove(call, [face], call.query.get('delete_filter_if_unused') === 'true');
  return { result: { id: face.id } };
}

function removeMany(call: ApiCall): Reply {
  const fromBody = isList(call.body)
    ? call.body.map((item) => (isObject(item) ? String(item.id) : String(item)))
    : [];
  const ids = [...call.query.getAll('id'), ...fromBody];
  if (ids.length === 0) throw invalid('at least one rule id is required');
  const faces = ids.map((id) => requireLegacy(call, id));
  remove(call, faces, call.query.get('delete_filter_if_unused') === 'true');
  return { result: faces.map((face) => ({ id: face.id })) };
}

function remove(call: ApiCall, faces: readonly LegacyRule[], withFilter: boolean): void {
  const zone = call.zone();
  for (const face of faces) {
    removeRule(call.world, zone, face);
    const used = zone.firewallRules.some((other) => other.filter_id === face.filter_id);
    if (withFilter && !used) zone.filters = zone.filters.filter((filter) => filter.id !== face.filter_id);
  }
}

function duplicateFilter(): ApiError {
  return new ApiError(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
}

function requireLegacy(call: ApiCall, id: string): LegacyRule {
  const face = call.zone().firewallRules.find((candidate) => candidate.id === id);
  if (face === undefined) throw new ApiError(404, 10000, `firewallrules.api.not_found: rule ${id} not found`);
  return face;
}

function bodyItems(body: Json | undefined): readonly JsonObject[] {
  if (!isList(body) || body.length === 0 || !body.every(isObject))
    throw invalid('the body must be an array of rules');
  return body.filter(isObject);
}

function invalid(message: string): ApiError {
  return new ApiError(400, 10001, `firewallrules.api.validation_error: ${message}`);
}
