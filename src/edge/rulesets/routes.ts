import { ApiError, type Reply } from '../core/http.js';
import { isObject, type JsonObject, without } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { Ruleset } from '../core/state.js';
import { afterRulesetWrite } from '../legacy/custom-rules.js';
import { managedRulesets } from './managed.js';
import { ensureEntryPoint, type RulesetOwner, requireEntryPoint } from './phases.js';
import { RulesetStore } from './store.js';

type Scope = 'zones/{zone_id}' | 'accounts/{account_id}';

/** The ruleset engine, the same under zones and accounts. */
export const rulesetRoutes: readonly Route[] = [
  ...routes('zones/{zone_id}'),
  ...routes('accounts/{account_id}'),
];

function routes(scope: Scope): Route[] {
  const owner = (call: ApiCall): RulesetOwner =>
    scope === 'zones/{zone_id}'
      ? { kind: 'zone', rulesets: call.zone().rulesets }
      : { kind: 'root', rulesets: call.account().rulesets };
  const store = (call: ApiCall) => new RulesetStore(call.world, owner(call), call.dates);
  const entry = (call: ApiCall) => requireEntryPoint(owner(call), call.param('phase'));
  const ruleset = (call: ApiCall) => store(call).find(call.param('ruleset_id'));
  const written = (call: ApiCall, changed: Ruleset): Reply => {
    if (scope === 'zones/{zone_id}') afterRulesetWrite(call.world, call.zone());
    return { result: shown(changed) };
  };
  const base = `/${scope}/rulesets`;
  return [
    route('GET', base, (call) => ({ result: [...owner(call).rulesets, ...managedRulesets()].map(listed) })),
    route('POST', base, (call) => written(call, store(call).create(call.body))),
    route('GET', `${base}/{ruleset_id}`, (call) => ({ result: shown(ruleset(call)) })),
    route('PUT', `${base}/{ruleset_id}`, (call) =>
      written(call, store(call).replace(ruleset(call), call.body)),
    ),
    route('DELETE', `${base}/{ruleset_id}`, (call) => {
      store(call).remove(ruleset(call));
      if (scope === 'zones/{zone_id}') afterRulesetWrite(call.world, call.zone());
      return { result: null, status: 204 };
    }),
    route('GET', `${base}/{ruleset_id}/versions`, (call) => ({ result: [listed(ruleset(call))] })),
    route('POST', `${base}/{ruleset_id}/rules`, (call) => {
      const target = ruleset(call);
      store(call).addRule(target, call.body);
      return written(call, target);
    }),
    route('PATCH', `${base}/{ruleset_id}/rules/{rule_id}`, (call) => {
      const target = ruleset(call);
      store(call).editRule(target, call.param('rule_id'), call.body);
      return written(call, target);
    }),
    route('DELETE', `${base}/{ruleset_id}/rules/{rule_id}`, (call) => {
      const target = ruleset(call);
      store(call).removeRule(target, call.param('rule_id'));
      return written(call, target);
    }),
    route('GET', `${base}/phases/{phase}/entrypoint`, (call) => ({ result: shown(entry(call)) })),
    route('PUT', `${base}/phases/{phase}/entrypoint`, (call) => {
      if (!isObject(call.body)) throw new ApiError(400, 20021, 'the body must be a ruleset');
      const present = owner(call).rulesets.length;
      const target = ensureEntryPoint(call.world, owner(call), call.param('phase'));
      try {
        return written(call, store(call).replace(target, call.body));
      } catch (refusal) {
        owner(call).rulesets.length = present;
        throw refusal;
      }
    }),
  ];
}

function route(method: string, path: string, handle: Route['handle']): Route {
  return { method, path, handle };
}

/** A ruleset in a list: without its rules. */
function listed(ruleset: Ruleset): JsonObject {
  return without({ ...ruleset, source: source(ruleset) }, ['rules']);
}

function shown(ruleset: Ruleset): JsonObject {
  return { ...ruleset, source: source(ruleset), rules: ruleset.rules };
}

function source(ruleset: Ruleset): string {
  return ruleset.phase.replace('http_request_', '').replace(/^http_/, '');
}
