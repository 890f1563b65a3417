import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { Filter, Zone } from '../core/state.js';
import type { World } from '../core/world.js';
import { checkExpression } from '../rulesets/expressions.js';
import { requireFilter, shownFilter, writeThrough } from './custom-rules.js';

const PATH = '/zones/{zone_id}/filters';

/** The filters API. A change of a filter reaches every rule that uses it. */
export const filterRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: list },
  { method: 'POST', path: PATH, handle: create },
  {
    method: 'PUT',
    path: PATH,
    handle: (call) =>
      updateAll(
        call,
        items(call.body).map((body) => [String(body.id), body]),
      ),
  },
  { method: 'DELETE', path: PATH, handle: removeMany },
  {
    method: 'GET',
    path: `${PATH}/{filter_id}`,
    handle: (call) => ({ result: shownFilter(requireFilter(call.zone(), call.param('filter_id'))) }),
  },
  {
    method: 'PUT',
    path: `${PATH}/{filter_id}`,
    handle: (call) => {
      if (!isObject(call.body)) throw invalid('the body must be a filter');
      const { result } = updateAll(call, [[call.param('filter_id'), call.body]]);
      return { result: result[0] ?? null };
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/{filter_id}`,
    handle: (call) => {
      const filter = removable(call.zone(), call.param('filter_id'));
      remove(call.zone(), filter);
      return { result: { id: filter.id } };
    },
  },
  ...['/filters/validate-expr', `${PATH}/validate-expr`].map(
    (path): Route => ({ method: 'POST', path, handle: validate }),
  ),
];

function validate(call: ApiCall): Reply {
  if (!isObject(call.body) || typeof call.body.expression !== 'string')
    throw invalid('expression is required');
  checkExpression(call.body.expression, false);
  return { result: null };
}

function list(call: ApiCall): Reply {
  const { query } = call;
  const has = (key: string, text: string | undefined) =>
    (text ?? '').toLowerCase().includes((query.get(key) ?? '').toLowerCase());
  const shown = call
    .zone()
    .filters.filter((filter) => query.getAll('id').length === 0 || query.getAll('id').includes(filter.id))
    .filter(
      (filter) =>
        has('expression', filter.expression) &&
        has('description', filter.description) &&
        has('ref', filter.ref),
    )
    .filter((filter) => query.get('paused') === null || query.get('paused') === String(filter.paused));
  return page(shown.map(shownFilter), query, 25);
}

function create(call: ApiCall): Reply {
  const zone = call.zone();
  const made = items(call.body).map((body) => newFilter(call.world, body));
  const expressions = [...zone.filters, ...made].map((filter) => filter.expression);
  if (new Set(expressions).size < expressions.length) {
    throw new ApiError(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');
  }
  zone.filters.push(...made);
  return { result: made.map(shownFilter) };
}

export function newFilter(world: World, body: JsonObject): Filter {
  return { id: world.id(), ...readFields(body), single_call: false };
}

function readFields(body: JsonObject): Pick<Filter, 'expression' | 'paused' | 'description' | 'ref'> {
  const { expression, paused, description, ref } = body;
  if (typeof expression !== 'string') throw invalid('expression is required');
  checkExpression(expression, false);
  if (paused !== undefined && typeof paused !== 'boolean') throw invalid('paused must be a boolean');
  return {
    expression,
    paused: paused ?? false,
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof ref === 'string' ? { ref } : {}),
  };
}

/** Checks all, then changes all; every rule that uses one of the filters follows. */
function updateAll(
  call: ApiCall,
  changes: readonly (readonly [id: string, body: JsonObject])[],
): { readonly result: readonly JsonObject[] } {
  const zone = call.zone();
  const checked = changes.map(([id, body]) => {
    const filter = requireFilter(zone, id);
    if (filter.single_call) throw protectedFilter(id);
    return { filter, fields: readFields(body) };
  });
  for (const { filter, fields } of checked) {
    delete filter.description;
    delete filter.ref;
    Object.assign(filter, fields);
    for (const face of zone.firewallRules.filter(({ filter_id }) => filter_id === filter.id))
      writeThrough(call.world, zone, face);
  }
  return { result: checked.map(({ filter }) => shownFilter(filter)) };
}

function removeMany(call: ApiCall): Reply {
  const zone = call.zone();
  const fromBody = isList(call.body)
    ? call.body.map((item) => (isObject(item) ? String(item.id) : String(item)))
    : [];
  const ids = [...call.query.getAll('id'), ...fromBody];
  if (ids.length === 0) throw invalid('at least one filter id is required');
  const filters = ids.map((id) => removable(zone, id));
  for (const filter of filters) remove(zone, filter);
  return { result: filters.map((filter) => ({ id: filter.id })) };
}

function removable(zone: Zone, id: string): Filter {
  const filter = requireFilter(zone, id);
  if (zone.firewallRules.some((face) => face.filter_id === id)) {
    throw new ApiError(400, 10105, 'filters.api.in_use: the filter is used by a rule');
  }
  if (filter.single_call) throw protectedFilter(id);
  return filter;
}

function remove(zone: Zone, filter: Filter): void {
  zone.filters = zone.filters.filter((other) => other !== filter);
}

function protectedFilter(id: string): ApiError {
  return new ApiError(400, 10106, `filters.api.protected: filter ${id} was created together with its rule`);
}

function items(body: Json | undefined): readonly JsonObject[] {
  if (!isList(body) || body.length === 0 || !body.every(isObject))
    throw invalid('the body must be an array of filters');
  return body.filter(isObject);
}

function invalid(message: string): ApiError {
  return new ApiError(400, 10101, `filters.api.validation_error: ${message}`);
}
