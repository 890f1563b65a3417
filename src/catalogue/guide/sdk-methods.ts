import type { Method } from '../model/types.js';

/** A method of an SDK that sends a new request, with its arguments. */
export interface SdkMethod {
  readonly sdk: string;
  readonly versions: readonly string[];
  readonly method: Method;
  readonly path: string;
  readonly call: string;
}

const ENTRY_POINT = '/zones/{zone_id}/rulesets/phases/{phase}/entrypoint';
const RULESETS = '/zones/{zone_id}/rulesets';
const RULES = `${RULESETS}/{ruleset_id}/rules`;
const RULE = `${RULES}/{rule_id}`;

const of =
  (sdk: string) =>
  (versions: string, method: Method, path: string, call: string): SdkMethod => ({
    sdk,
    versions: [versions],
    method,
    path,
    call,
  });
const npm = of('npm:cloudflare');
const pypi = of('pypi:cloudflare');
const go = of('go:cloudflare-go');

/** Rules live below the same methods in every product, so that one table serves all entries. */
export const SDK_METHODS: readonly SdkMethod[] = [
  npm('3.0.0..', 'GET', ENTRY_POINT, 'rulesets.phases.get(phase, { zone_id })'),
  npm('3.0.0..', 'POST', RULES, 'rulesets.rules.create(rulesetId, { zone_id, ...rule })'),
  npm('3.0.0..', 'POST', RULESETS, 'rulesets.create({ zone_id, kind, name, phase, rules })'),
  npm('3.0.0..6.99.0', 'PATCH', RULE, 'rulesets.rules.edit(rulesetId, ruleId, { zone_id, ...rule })'),
  npm('7.0.0..', 'PATCH', RULE, 'rulesets.rules.edit(ruleId, { ruleset_id, zone_id, ...rule })'),
  npm('3.0.0..6.99.0', 'DELETE', RULE, 'rulesets.rules.delete(rulesetId, ruleId, { zone_id })'),
  npm('7.0.0..', 'DELETE', RULE, 'rulesets.rules.delete(ruleId, { ruleset_id, zone_id })'),
  pypi('3.0.0..', 'GET', ENTRY_POINT, 'rulesets.phases.get(phase, zone_id=…)'),
  pypi('3.0.0..', 'POST', RULES, 'rulesets.rules.create(ruleset_id, zone_id=…, **rule)'),
  pypi('3.0.0..', 'POST', RULESETS, 'rulesets.create(zone_id=…, kind=…, name=…, phase=…, rules=[…])'),
  pypi('3.0.0..', 'PATCH', RULE, 'rulesets.rules.edit(rule_id, ruleset_id=…, zone_id=…, **rule)'),
  pypi('3.0.0..', 'DELETE', RULE, 'rulesets.rules.delete(rule_id, ruleset_id=…, zone_id=…)'),
  pypi('2.0.0..2.99.0', 'GET', ENTRY_POINT, 'zones.rulesets.phases.entrypoint.get(zone_id, phase)'),
  pypi('2.0.0..2.99.0', 'POST', RULES, 'zones.rulesets.rules.post(zone_id, ruleset_id, data=rule)'),
  pypi('2.0.0..2.99.0', 'POST', RULESETS, 'zones.rulesets.post(zone_id, data=…)'),
  pypi('2.0.0..2.99.0', 'PATCH', RULE, 'zones.rulesets.rules.patch(zone_id, ruleset_id, rule_id, data=rule)'),
  pypi('2.0.0..2.99.0', 'DELETE', RULE, 'zones.rulesets.rules.delete(zone_id, ruleset_id, rule_id)'),
  go('0.73.0..0.999.0', 'GET', ENTRY_POINT, 'GetEntrypointRuleset(ctx, rc, phase)'),
  go(
    '0.73.0..0.999.0',
    'POST',
    RULES,
    'UpdateEntrypointRuleset(ctx, rc, params) with the rules that are there and the new one; there is no method for one rule',
  ),
  go('0.73.0..0.999.0', 'POST', RULESETS, 'CreateRuleset(ctx, rc, params)'),
  go(
    '0.73.0..0.999.0',
    'PATCH',
    RULE,
    'UpdateEntrypointRuleset(ctx, rc, params) with all rules, one of them changed',
  ),
  go('0.73.0..0.999.0', 'DELETE', RULE, 'DeleteRulesetRule(ctx, rc, params)'),
  go('2.0.0..', 'GET', ENTRY_POINT, 'Rulesets.Phases.Get(ctx, phase, query)'),
  go('2.0.0..', 'POST', RULES, 'Rulesets.Rules.New(ctx, rulesetID, params)'),
  go('2.0.0..', 'POST', RULESETS, 'Rulesets.New(ctx, params)'),
  go('2.0.0..', 'PATCH', RULE, 'Rulesets.Rules.Edit(ctx, rulesetID, ruleID, params)'),
  go('2.0.0..', 'DELETE', RULE, 'Rulesets.Rules.Delete(ctx, rulesetID, ruleID, params)'),
];
