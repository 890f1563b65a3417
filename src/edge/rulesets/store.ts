import { CUSTOM_RULES } from '../../catalogue/index.js';
import { ApiError } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, without } from '../core/json.js';
import type { Rule, Ruleset } from '../core/state.js';
import type { World } from '../core/world.js';
import type { Dates } from '../dates.js';
import { managedRuleset, overridable } from './managed.js';
import { checkPhase, entryPoint, type RulesetOwner } from './phases.js';
import { insertionIndex } from './position.js';
import { checkRule, checkStanding, checkTogether, checkWhole, type RuleContext } from './validate.js';

/** What the server decides, whatever a caller sends. */
const READ_ONLY = ['version', 'last_updated', 'categories', 'position'];

/** Rules by what the dates allow; the rest of the context comes from the managed rulesets. */
export type RuleDates = Pick<Dates, 'threatScoreRefused' | 'endedSetting'>;

/**
 * Operations on the rulesets of one owner. Everything is checked before anything changes, so a refused
 * write leaves the state as it was.
 */
export class RulesetStore {
  constructor(
    private readonly world: World,
    private readonly owner: RulesetOwner,
    private readonly dates: RuleDates,
  ) {}

  find(id: string): Ruleset {
    const found = this.owner.rulesets.find((ruleset) => ruleset.id === id) ?? managedRuleset(id);
    if (found === undefined) throw new ApiError(404, 10003, `could not find ruleset ${id}`);
    return found;
  }

  create(body: Json | undefined): Ruleset {
    if (!isObject(body)) throw invalid('the body must be a ruleset');
    const { name, kind, phase } = body;
    if (typeof name !== 'string') throw invalid('ruleset is missing required field: name');
    if (typeof phase !== 'string') throw invalid('ruleset is missing required field: phase');
    checkPhase(phase);
    checkWhole(body, phase);
    if (kind !== this.owner.kind && kind !== 'custom')
      throw invalid(`kind ${JSON.stringify(kind ?? null)} is not allowed here`);
    if (kind === this.owner.kind && entryPoint(this.owner, phase) !== undefined) {
      throw new ApiError(400, 20217, `a ruleset of kind ${kind} already exists in the ${phase} phase`);
    }
    const ruleset: Ruleset = {
      id: this.world.id(),
      name,
      description: typeof body.description === 'string' ? body.description : '',
      kind,
      phase,
      version: '1',
      last_updated: this.world.stamp(),
      rules: this.#newRules(phase, body.rules, []),
    };
    this.owner.rulesets.push(ruleset);
    return ruleset;
  }

  /** PUT: the rules sent are all rules from now on; a rule sent with a known id or ref keeps its identity. */
  replace(ruleset: Ruleset, body: Json | undefined): Ruleset {
    this.#requireWritable(ruleset);
    if (!isObject(body)) throw invalid('the body must be a ruleset');
    checkWhole(body, ruleset.phase);
    const rules =
      body.rules === undefined ? ruleset.rules : this.#newRules(ruleset.phase, body.rules, ruleset.rules);
    ruleset.rules = rules;
    if (typeof body.description === 'string') ruleset.description = body.description;
    if (typeof body.name === 'string') ruleset.name = body.name;
    this.world.touch(ruleset);
    return ruleset;
  }

  remove(ruleset: Ruleset): void {
    this.#requireWritable(ruleset);
    this.owner.rulesets.splice(this.owner.rulesets.indexOf(ruleset), 1);
  }

  addRule(ruleset: Ruleset, body: Json | undefined): Rule {
    this.#requireWritable(ruleset);
    if (!isObject(body)) throw invalid('the body must be a rule');
    checkRule(body, 'add-rule', this.#context(ruleset.phase));
    checkTogether([...ruleset.rules, body]);
    this.#requireRoom(ruleset.phase, ruleset.rules.length + 1);
    const index = insertionIndex(ruleset.rules, body.position);
    const rule = this.#build(body, undefined);
    ruleset.rules.splice(index, 0, rule);
    this.world.touch(ruleset);
    return rule;
  }

  /** PATCH: the definition is replaced whole; a body with nothing but `position` moves the rule. */
  editRule(ruleset: Ruleset, id: string, body: Json | undefined): Rule {
    this.#requireWritable(ruleset);
    if (!isObject(body)) throw invalid('the body must be a rule');
    const old = requireRule(ruleset, id);
    const others = ruleset.rules.filter((rule) => rule !== old);
    const moves = Object.keys(body).length === 1 && body.position !== undefined;
    if (!moves) {
      checkRule(body, 'edit-rule', this.#context(ruleset.phase));
      checkTogether([...others, body]);
    }
    const index =
      body.position === undefined ? ruleset.rules.indexOf(old) : insertionIndex(others, body.position);
    const rule = moves ? old : this.#build(body, old);
    others.splice(index, 0, rule);
    ruleset.rules = others;
    this.world.touch(ruleset);
    return rule;
  }

  removeRule(ruleset: Ruleset, id: string): void {
    this.#requireWritable(ruleset);
    const rule = requireRule(ruleset, id);
    ruleset.rules = ruleset.rules.filter((other) => other !== rule);
    this.world.touch(ruleset);
  }

  #context(phase: string): RuleContext {
    return {
      phase,
      threatScoreRefused: this.dates.threatScoreRefused,
      endedSetting: (setting) => this.dates.endedSetting(setting),
      managed: (id) => overridable(id) ?? this.#customTarget(id),
    };
  }

  /** An account's custom rulesets can be executed too. */
  #customTarget(id: string): ReturnType<RuleContext['managed']> {
    const custom = this.owner.rulesets.find((ruleset) => ruleset.id === id && ruleset.kind === 'custom');
    return custom === undefined ? null : { ruleIds: new Set(custom.rules.map((rule) => rule.id)) };
  }

  #newRules(phase: string, sent: Json | undefined, old: readonly Rule[]): Rule[] {
    if (sent === undefined) return [];
    if (!isList(sent) || !sent.every(isObject)) throw invalid('rules must be an array of rules');
    const bodies = sent.filter(isObject);
    this.#requireRoom(phase, bodies.length);
    for (const body of bodies) checkStanding(body, this.#context(phase));
    return bodies.map((body) => this.#build(body, identical(old, body)));
  }

  #build(body: JsonObject, old: Rule | undefined): Rule {
    const id = old?.id ?? this.world.id();
    const kept = without(body, [...READ_ONLY, 'id']);
    return {
      ...kept,
      id,
      version: String(Number(old?.version ?? '0') + 1),
      action: String(body.action),
      expression: String(body.expression),
      ref: typeof body.ref === 'string' ? body.ref : (old?.ref ?? id),
      enabled: typeof body.enabled === 'boolean' ? body.enabled : true,
      last_updated: this.world.stamp(),
    };
  }

  #requireRoom(phase: string, count: number): void {
    if (phase !== CUSTOM_RULES || this.world.quota === null || count <= this.world.quota) return;
    throw new ApiError(400, 20217, `exceeded the maximum number of rules in the phase ${phase}`);
  }

  #requireWritable(ruleset: Ruleset): void {
    if (ruleset.kind === 'managed') throw new ApiError(403, 20015, 'a managed ruleset cannot be changed');
  }
}

export function requireRule(ruleset: Ruleset, id: string): Rule {
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  if (rule === undefined)
    throw new ApiError(404, 10004, `could not find rule ${id} in ruleset ${ruleset.id}`);
  return rule;
}

function identical(old: readonly Rule[], body: JsonObject): Rule | undefined {
  return (
    old.find((rule) => rule.id === body.id) ??
    old.find((rule) => body.ref !== undefined && rule.ref === body.ref)
  );
}

function invalid(message: string): ApiError {
  return new ApiError(400, 20021, message);
}
