import { KINDS, nearest, PHASE_ACTIONS, RULESET_FIELDS } from '../catalogue/index.js';
import type { Value } from '../value/index.js';
import { checkTogether, skipsLaterRulesOnly } from './order.js';
import { API_SPELLING, RulesetPart, type ToolSpelling } from './part.js';
import type { RulesetProblem } from './problem.js';
import { checkRule } from './rule.js';

/** What a body is sent to do. */
export type RulesetAct =
  /** A whole ruleset, made or replaced. */
  | 'ruleset'
  /** The entry point of a phase, replaced whole. */
  | 'entry-point'
  /** One more rule at the end of the list, unless the position says otherwise. */
  | 'add-rule'
  /** The definition of one rule, replaced whole. */
  | 'edit-rule'
  /** A list of rules, of which only what they are together is looked at. */
  | 'together';

export interface RulesetRequest {
  readonly act: RulesetAct;
  /** Named by the path, or known otherwise; null if not. */
  readonly phase?: string | null;
  readonly spelling?: ToolSpelling;
}

/** Problems of one body, in the order in which the rules stand. What is not known is never a problem. */
export function checkRuleset(body: Value, request: RulesetRequest): readonly RulesetProblem[] {
  const problems: RulesetProblem[] = [];
  const { act, phase = null, spelling = API_SPELLING } = request;
  const root = new RulesetPart(body, '', spelling, problems, null);
  if (act === 'add-rule' || act === 'edit-rule') checkOneRule(root, act, phase);
  else if (act === 'together') checkTogether(root);
  else if (root.expect('object')) checkWhole(root, act, phase);
  return problems;
}

function checkOneRule(rule: RulesetPart, act: RulesetAct, phase: string | null): void {
  if (!rule.expect('object')) return;
  const { object } = rule;
  if (act === 'edit-rule' && object !== null && !object.open) {
    const onlyMoves = rule.keys.length === 1 && rule.at('position').isThere;
    if (onlyMoves) {
      checkRule(
        new RulesetPart({ ...object, open: true }, '', rule.spelling, rule.problems, rule.place),
        phase,
      );
      return;
    }
    const missing = ['action', 'expression'].filter((key) => rule.lacks(key));
    if (missing.length > 0 && rule.keys.length > 0) {
      (rule.keys[0] === undefined ? rule : rule.at(rule.keys[0].key)).add({
        check: 'ruleset-request',
        wrong: `the change of a rule omits ${missing.join(' and ')}`,
        remedy: 'send the whole rule: omitted fields are removed',
        answer: `rule is missing required field: ${missing[0]}`,
      });
      checkRule(
        new RulesetPart({ ...object, open: true }, '', rule.spelling, rule.problems, rule.place),
        phase,
      );
      return;
    }
  }
  checkRule(rule, phase);
  if (act === 'add-rule' && rule.lacks('position') && skipsLaterRulesOnly(rule)) {
    rule.at('action').add({
      check: 'ruleset-order',
      wrong: 'a skip rule that is added at the end of the list skips nothing',
      remedy: 'add "position": {"before": ""}, or the id of the first rule that it skips',
      taken: true,
    });
  }
}

function checkWhole(root: RulesetPart, act: RulesetAct, given: string | null): void {
  const phase = root.at('phase');
  checkPhase(phase);
  if (given !== null && phase.text !== null && phase.text !== given) {
    phase.add({
      check: 'ruleset-fields',
      wrong: `the ruleset has the phase ${given}, but its body names ${phase.text}`,
      remedy: 'name the same phase, or omit it in the body',
      answer: `phase ${phase.text} does not match the ruleset`,
    });
  }
  checkKind(root.at('kind'));
  root.expectKeys(RULESET_FIELDS, 'a ruleset', 'ruleset-fields', {
    entrypoint: 'name the entry point in the path',
  });
  root.at('name').expect('text');
  root.at('description').expect('text');
  const rules = root.at('rules');
  if (!rules.isThere || !rules.expect('list')) return;
  const named = phase.text ?? given;
  for (const rule of rules.items) checkRule(rule, named);
  checkTogether(rules, root.at('kind').text ?? (root.lacks('kind') ? 'zone' : null));
  if (act === 'entry-point') checkReplaced(rules);
}

function checkPhase(phase: RulesetPart): void {
  const name = phase.text;
  if (name === null || Object.hasOwn(PHASE_ACTIONS, name)) return;
  const meant = nearest(name, Object.keys(PHASE_ACTIONS));
  phase.add({
    check: 'ruleset-fields',
    wrong: `there is no phase ${JSON.stringify(name)}`,
    remedy:
      meant === undefined ? `use one of ${Object.keys(PHASE_ACTIONS).join(', ')}` : `did you mean ${meant}?`,
    answer: `unknown phase: ${name}`,
  });
}

function checkKind(kind: RulesetPart): void {
  const name = kind.text;
  if (name === null || KINDS.includes(name)) return;
  kind.add({
    check: 'ruleset-fields',
    wrong: `there is no kind of ruleset ${JSON.stringify(name)}`,
    remedy:
      'use zone for the entry point of a zone, root for that of an account, custom for your own rulesets',
    answer: `kind ${JSON.stringify(name)} is not allowed here`,
  });
}

/** Rules that are all written here, none of them with the identity of one that was read before. */
function checkReplaced(rules: RulesetPart): void {
  const { items } = rules;
  const isNew =
    items.length > 0 && rules.isWhole && items.every((rule) => rule.lacks('id') && rule.lacks('ref'));
  if (!isNew) return;
  rules.add({
    check: 'ruleset-replaced',
    wrong: 'this request replaces all rules of the phase by the rules in its body',
    remedy:
      'keep it if the body has all rules; otherwise read the entry point first, or add single rules with POST',
    taken: true,
  });
}
