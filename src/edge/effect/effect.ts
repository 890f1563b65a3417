/**
 * What the rules of a zone do to one request, so that two states can be compared by what they do and not
 * only by how they look. Computed for either face: in the order of the rulesets, or in the order of the old
 * API (priority, then precedence of the action).
 */
import { CUSTOM_RULES, MANAGED_RULES, RATE_LIMITS } from '../../catalogue/index.js';
import { type EvaluationContext, evaluateFilter, parseFilter } from '../../expression/index.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';
import type { LegacyRule, Rule, Zone } from '../core/state.js';
import { OLD_ACTION_NAMES, requireFilter, ruleAction } from '../legacy/custom-rules.js';
import { managedRuleset } from '../rulesets/managed.js';
import { entryPoint } from '../rulesets/phases.js';

export interface Effect {
  /** What ends the request in the custom rules, or `pass`. */
  readonly outcome: string;
  /** Expressions of the rules that matched without ending the request, in order, with their action. */
  readonly noted: readonly { readonly action: string; readonly expression: string }[];
  /** Products and phases that a skip rule turned off for the request. */
  readonly skipped: readonly string[];
  /** Rate limits that count the request. */
  readonly limits: readonly JsonObject[];
  /** Managed rules that look at the request, by id with their action, after overrides. */
  readonly managed: readonly { readonly ruleset: string; readonly rules: Readonly<Record<string, string>> }[];
  /** Expressions that could not be evaluated, with the reason: an effect is only known without them. */
  readonly unknown: readonly { readonly expression: string; readonly reason: string }[];
}

const ENDING = ['block', 'challenge', 'js_challenge', 'managed_challenge'];

export function effect(zone: Zone, request: EvaluationContext): Effect {
  const owner = { kind: 'zone', rulesets: zone.rulesets } as const;
  const rules = (phase: string) => entryPoint(owner, phase)?.rules ?? [];
  const custom = applyCustom(rules(CUSTOM_RULES), request);
  const matcher = new Matcher(request);
  const limits = custom.skipped.includes(RATE_LIMITS)
    ? []
    : rules(RATE_LIMITS).filter((rule) => matcher.matches(rule));
  const managed = custom.skipped.includes(MANAGED_RULES)
    ? []
    : executedRulesets(rules(MANAGED_RULES).filter((rule) => matcher.matches(rule)));
  return {
    ...custom,
    limits: limits.map(({ action, ratelimit, action_parameters }) => ({
      action,
      ratelimit: ratelimit === undefined ? null : unorderedLimit(ratelimit),
      ...(action_parameters === undefined ? {} : { action_parameters }),
    })),
    managed,
    unknown: [...custom.unknown, ...matcher.unknown],
  };
}

/** The custom rules alone, in the order and with the words of the old API. */
export function legacyEffect(
  zone: Zone,
  request: EvaluationContext,
): Pick<Effect, 'outcome' | 'noted' | 'skipped' | 'unknown'> {
  const rank = (face: LegacyRule) => OLD_ACTION_NAMES.indexOf(face.action);
  const sorted = [...zone.firewallRules].sort((left, right) => {
    const [first, second] = [
      left.priority ?? Number.POSITIVE_INFINITY,
      right.priority ?? Number.POSITIVE_INFINITY,
    ];
    return first === second ? rank(left) - rank(right) : first < second ? -1 : 1;
  });
  return applyCustom(
    sorted.map((face) => asRule(zone, face)),
    request,
  );
}

function asRule(zone: Zone, face: LegacyRule): Rule {
  const filter = requireFilter(zone, face.filter_id);
  const shape = ruleAction(face.action, face.products ?? []);
  return {
    ...shape,
    action: String(shape.action),
    id: face.rule_id,
    ref: face.rule_id,
    version: '1',
    expression: filter.expression,
    enabled: !face.paused && !filter.paused,
    last_updated: face.modified_on,
  };
}

function applyCustom(
  rules: readonly Rule[],
  request: EvaluationContext,
): Pick<Effect, 'outcome' | 'noted' | 'skipped' | 'unknown'> {
  const matcher = new Matcher(request);
  const noted: { action: string; expression: string }[] = [];
  const skipped = new Set<string>();
  for (const rule of rules) {
    if (!matcher.matches(rule)) continue;
    if (ENDING.includes(rule.action))
      return { outcome: rule.action, noted, skipped: sorted(skipped), unknown: matcher.unknown };
    noted.push({ action: rule.action, expression: rule.expression });
    if (rule.action !== 'skip') continue;
    const parameters = isObject(rule.action_parameters) ? rule.action_parameters : {};
    for (const part of [...texts(parameters.products), ...texts(parameters.phases)]) skipped.add(part);
    if (parameters.ruleset === 'current') break;
  }
  return { outcome: 'pass', noted, skipped: sorted(skipped), unknown: matcher.unknown };
}

/** In order: a skip rule takes managed rulesets, or single rules of them, from all that stand behind it. */
function executedRulesets(matching: readonly Rule[]): Effect['managed'] {
  const rulesets = new Set<string>();
  const excepted = new Map<string, readonly string[]>();
  const ran: Effect['managed'][number][] = [];
  for (const rule of matching) {
    const parameters = isObject(rule.action_parameters) ? rule.action_parameters : {};
    if (rule.action === 'skip') {
      if (parameters.ruleset === 'current') break;
      for (const id of texts(parameters.rulesets)) rulesets.add(id);
      for (const [id, ids] of Object.entries(isObject(parameters.rules) ? parameters.rules : {}))
        excepted.set(id, [...(excepted.get(id) ?? []), ...texts(ids)]);
    }
    if (rule.action !== 'execute' || rulesets.has(String(parameters.id))) continue;
    const { ruleset, rules } = executed(rule);
    const gone = excepted.get(ruleset) ?? [];
    const left = Object.entries(rules).filter(([id]) => !gone.includes(id));
    ran.push({ ruleset, rules: Object.fromEntries(left) });
  }
  return ran;
}

function executed(rule: Rule): Effect['managed'][number] {
  const parameters = isObject(rule.action_parameters) ? rule.action_parameters : {};
  const id = String(parameters.id);
  const overrides = isObject(parameters.overrides) ? parameters.overrides : {};
  const byRule = keyed(overrides.rules, 'id');
  const byTag = keyed(overrides.categories, 'category');
  const active = (managedRuleset(id)?.rules ?? []).flatMap((managed): [string, string][] => {
    const layers: readonly JsonObject[] = [
      overrides,
      ...texts(managed.categories).map((tag) => byTag.get(tag) ?? {}),
      byRule.get(managed.id) ?? {},
    ];
    const last = <T>(read: (layer: JsonObject) => T | undefined): T | undefined =>
      layers
        .map(read)
        .filter((value) => value !== undefined)
        .at(-1);
    const enabled =
      last((layer) => (typeof layer.enabled === 'boolean' ? layer.enabled : undefined)) ?? managed.enabled;
    const action =
      last((layer) => (typeof layer.action === 'string' ? layer.action : undefined)) ?? managed.action;
    const threshold = byRule.get(managed.id)?.score_threshold ?? managed.score_threshold;
    return enabled
      ? [[managed.id, threshold === undefined ? action : `${action} from a score of ${String(threshold)}`]]
      : [];
  });
  return { ruleset: id, rules: Object.fromEntries(active) };
}

/** Evaluates conditions and remembers those it could not. */
class Matcher {
  readonly unknown: { expression: string; reason: string }[] = [];

  constructor(private readonly request: EvaluationContext) {}

  matches(rule: Rule): boolean {
    if (!rule.enabled) return false;
    const { expression } = rule;
    const parsed = parseFilter(expression);
    if (!parsed.ok) return this.#note(expression, parsed.errors[0].message);
    const result = evaluateFilter(parsed.expression, this.request);
    return result.ok ? result.value : this.#note(expression, result.reason);
  }

  #note(expression: string, reason: string): false {
    this.unknown.push({ expression, reason });
    return false;
  }
}

function sorted(texts: ReadonlySet<string>): string[] {
  return [...texts].sort();
}

function texts(value: Json | undefined): string[] {
  return isList(value) ? value.map(String) : [];
}

function keyed(value: Json | undefined, key: string): ReadonlyMap<Json | undefined, JsonObject> {
  return new Map((isList(value) ? value.filter(isObject) : []).map((object) => [object[key], object]));
}

/** What a rate limit counts by is a set. */
export function unorderedLimit(limit: Json): Json {
  if (!isObject(limit)) return limit;
  const { characteristics } = limit;
  return isList(characteristics)
    ? { ...limit, characteristics: [...characteristics].map(String).sort() }
    : limit;
}
