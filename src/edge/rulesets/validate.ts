import { checkRuleset, type RulesetAct, type RulesetProblem, valueOfJson } from '../../rulesets/index.js';
import { ApiError } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject } from '../core/json.js';
import type { EndedSetting } from '../dates.js';
import { refuseThreatScore } from './expressions.js';

/** What a rule is checked against besides itself. */
export interface RuleContext {
  readonly phase: string;
  /** Rules that may no longer name the threat score, by the schedule in force. */
  readonly threatScoreRefused: boolean;
  /** What is over of a zone setting that a configuration rule sets too. */
  readonly endedSetting: (id: string) => EndedSetting | null;
  readonly managed: (id: string) => { readonly ruleIds: ReadonlySet<string> } | null;
}

/** Refuses a rule that the real API would refuse. */
export function checkRule(rule: JsonObject, act: 'add-rule' | 'edit-rule', context: RuleContext): void {
  refuseProblems(rule, act, context.phase);
  checkStanding(rule, context);
}

/** Refuses a rule by what the owner of the rulesets has, and by the day. */
export function checkStanding(rule: JsonObject, context: RuleContext): void {
  const parameters = isObject(rule.action_parameters) ? rule.action_parameters : {};
  if (rule.action === 'execute') checkExecute(parameters, context);
  if (rule.action === 'set_config') checkConfig(parameters, context);
  if (!context.threatScoreRefused) return;
  const counting = isObject(rule.ratelimit) ? rule.ratelimit.counting_expression : undefined;
  for (const text of [rule.expression, counting]) if (typeof text === 'string') refuseThreatScore(text);
}

/** Refuses a ruleset as a whole; `phase` is that of the ruleset that is replaced. */
export function checkWhole(ruleset: JsonObject, phase: string | null): void {
  refuseProblems(ruleset, 'ruleset', phase);
}

/** Refuses rules of which each is right and that cannot stand in one list. */
export function checkTogether(rules: readonly Json[]): void {
  refuseProblems(rules, 'together', null);
}

function refuseProblems(body: Json, act: RulesetAct, phase: string | null): void {
  const problem = checkRuleset(valueOfJson(body), { act, phase }).find(({ refused }) => refused);
  if (problem !== undefined) throw refusalOf(problem);
}

const INVALID_EXPRESSION = 20127;
const INVALID = 20021;

function refusalOf({ check, answer }: RulesetProblem): ApiError {
  return new ApiError(400, check === 'ruleset-expression' ? INVALID_EXPRESSION : INVALID, answer);
}

/**
 * What overrides name has to be there: only the owner of the rulesets can tell. Categories are a matter of the shared
 * check: the emulated managed rulesets hold a few rules, and not every tag of the real ones.
 */
function checkExecute({ id, overrides }: JsonObject, context: RuleContext): void {
  const managed = context.managed(String(id));
  if (managed === null) throw invalid(`could not find the ruleset ${String(id)} to execute`);
  if (!isObject(overrides)) return;
  for (const override of objects(overrides.rules)) {
    if (!managed.ruleIds.has(String(override.id))) {
      throw invalid(`unknown rule in overrides: ${JSON.stringify(override.id ?? null)}`);
    }
  }
}

function checkConfig(parameters: JsonObject, context: RuleContext): void {
  // Parameters that are gone as a whole are kept and ignored; only values can be refused.
  for (const [name, value] of Object.entries(parameters)) {
    const ended = context.endedSetting(name);
    if (ended?.allowed?.every((allowed) => allowed !== value)) {
      throw new ApiError(400, INVALID, `${name} ${JSON.stringify(value)} is no longer supported`, {
        ended: ended.entry,
      });
    }
  }
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : [];
}

function invalid(message: string): ApiError {
  return new ApiError(400, INVALID, message);
}
