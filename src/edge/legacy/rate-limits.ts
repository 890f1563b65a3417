import { RATE_LIMITS } from '../../catalogue/index.js';
import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type JsonObject } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { LegacyRateLimit, Rule } from '../core/state.js';
import { ensureEntryPoint, entryPoint } from '../rulesets/phases.js';
import { rateLimitRule } from './rate-limit-rule.js';

const PATH = '/zones/{zone_id}/rate_limits';
const MODES = ['ban', 'simulate', 'challenge', 'js_challenge', 'managed_challenge'];

/** The previous rate limits. Each is also a rule of the rate limiting phase, newest first, as the vendor converted them. */
export const rateLimitRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: (call) => page(call.zone().rateLimits.map(shown), call.query) },
  { method: 'POST', path: PATH, handle: create },
  {
    method: 'GET',
    path: `${PATH}/{rate_limit_id}`,
    handle: (call) => ({ result: shown(requireLimit(call)) }),
  },
  { method: 'PUT', path: `${PATH}/{rate_limit_id}`, handle: replace },
  { method: 'DELETE', path: `${PATH}/{rate_limit_id}`, handle: remove },
];

function create(call: ApiCall): Reply {
  const definition = readDefinition(call);
  const limit: LegacyRateLimit = { id: call.world.id(), rule_id: call.world.id(), definition };
  call.world.alias(limit.id, limit.rule_id);
  call.zone().rateLimits.unshift(limit);
  const ruleset = phase(call);
  ruleset.rules.unshift(asRule(call, limit, undefined));
  call.world.touch(ruleset);
  return { result: shown(limit) };
}

function replace(call: ApiCall): Reply {
  const limit = requireLimit(call);
  limit.definition = readDefinition(call);
  const ruleset = phase(call);
  ruleset.rules = ruleset.rules.map((rule) => (rule.id === limit.rule_id ? asRule(call, limit, rule) : rule));
  call.world.touch(ruleset);
  return { result: shown(limit) };
}

function remove(call: ApiCall): Reply {
  const limit = requireLimit(call);
  const zone = call.zone();
  zone.rateLimits = zone.rateLimits.filter((other) => other !== limit);
  const ruleset = entryPoint({ kind: 'zone', rulesets: zone.rulesets }, RATE_LIMITS);
  if (ruleset !== undefined) {
    ruleset.rules = ruleset.rules.filter((rule) => rule.id !== limit.rule_id);
    call.world.touch(ruleset);
  }
  return { result: { id: limit.id } };
}

function phase(call: ApiCall) {
  return ensureEntryPoint(call.world, { kind: 'zone', rulesets: call.zone().rulesets }, RATE_LIMITS);
}

function asRule(call: ApiCall, limit: LegacyRateLimit, old: Rule | undefined): Rule {
  return {
    ...rateLimitRule(limit.definition),
    id: limit.rule_id,
    ref: old?.ref ?? limit.rule_id,
    version: String(Number(old?.version ?? '0') + 1),
    last_updated: call.world.stamp(),
  };
}

function readDefinition(call: ApiCall): JsonObject {
  const { body } = call;
  if (!isObject(body)) throw invalid('the body must be a rate limit');
  const { threshold, period, action, match } = body;
  if (typeof threshold !== 'number' || threshold < 1 || threshold > 1_000_000)
    throw invalid('threshold must be from 1 to 1000000');
  if (typeof period !== 'number' || period < 1 || period > 86_400)
    throw invalid('period must be from 1 to 86400');
  if (!isObject(action) || !MODES.includes(String(action.mode))) throw invalid('action.mode is required');
  if (['ban', 'simulate'].includes(String(action.mode)) && typeof action.timeout !== 'number')
    throw invalid('action.timeout is required');
  if (match !== undefined && !isObject(match)) throw invalid('match must be an object');
  if (body.bypass !== undefined && !isList(body.bypass)) throw invalid('bypass must be an array');
  return body;
}

function shown(limit: LegacyRateLimit): JsonObject {
  return {
    disabled: false,
    description: '',
    match: { request: { url: '*' } },
    ...limit.definition,
    id: limit.id,
  };
}

function requireLimit(call: ApiCall): LegacyRateLimit {
  const limit = call.zone().rateLimits.find((candidate) => candidate.id === call.param('rate_limit_id'));
  if (limit === undefined) throw new ApiError(404, 10000, 'ratelimit.api.not_found');
  return limit;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 10001, `ratelimit.api.validation_error: ${message}`);
}
