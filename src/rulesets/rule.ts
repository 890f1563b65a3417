import {
  ACTION_ADVICE,
  ACTIONS,
  FIELD_ADVICE,
  nearest,
  PHASE_ACTIONS,
  RATE_LIMITS,
  REDIRECT_STATUSES,
  REDIRECTS,
  RESPONDING_ACTIONS,
  RESPONSE_FIELDS,
  RESPONSE_STATUS,
  RULE_FIELDS,
} from '../catalogue/index.js';
import { checkExecute } from './execute.js';
import { checkExpression } from './expression.js';
import type { RulesetPart } from './part.js';
import { checkPosition } from './position.js';
import { checkRateLimit } from './rate-limit.js';
import { checkSkip } from './skip.js';

/** Checks one rule by itself. The phase is null where it is not known. */
export function checkRule(rule: RulesetPart, phase: string | null): void {
  if (!rule.expect('object')) return;
  const action = rule.at('action');
  checkAction(rule, action, phase);
  rule.expectKeys(RULE_FIELDS, 'a rule of a ruleset', 'ruleset-fields', FIELD_ADVICE);
  if (rule.lacks('expression')) {
    rule.add({
      check: 'ruleset-fields',
      wrong: 'the rule has no expression',
      remedy: 'write "expression"; "true" matches every request',
      answer: 'rule is missing required field: expression',
    });
  }
  checkExpression(rule.at('expression'));
  rule.at('enabled').expect('boolean');
  rule.at('description').expect('text');
  rule.at('ref').expect('text');
  checkPosition(rule.at('position'));
  const parameters = rule.at('action_parameters');
  if (parameters.expect('object')) checkParameters(rule, action.text, parameters, phase);
  const limit = rule.at('ratelimit');
  const counts = phase === RATE_LIMITS && action.text !== 'execute' && isAllowed(action.text, phase);
  if (limit.isThere || counts) checkRateLimit(rule, limit, phase);
}

function checkAction(rule: RulesetPart, action: RulesetPart, phase: string | null): void {
  if (rule.lacks('action')) {
    rule.add({
      check: 'ruleset-action',
      wrong: 'the rule has no action',
      remedy: 'write "action"; block, managed_challenge, log and skip are the usual ones',
      answer: 'rule is missing required field: action',
    });
  }
  const name = action.text;
  if (!action.isThere || !action.expect('text', 'ruleset-action') || name === null) return;
  if (!ACTIONS.includes(name)) {
    const meant = nearest(name, ACTIONS);
    const advice = Object.hasOwn(ACTION_ADVICE, name) ? ACTION_ADVICE[name] : undefined;
    action.add({
      check: 'ruleset-action',
      wrong: `rulesets have no action ${JSON.stringify(name)}`,
      remedy: advice ?? (meant === undefined ? `use one of ${ACTIONS.join(', ')}` : `did you mean ${meant}?`),
      answer: `unknown variant for action: ${name}`,
    });
    return;
  }
  const allowed = actionsOf(phase);
  // A rule that looks for leaked passwords tells the origin in a header.
  if (name === 'rewrite' && rule.at('exposed_credential_check').isThere) return;
  if (allowed === null || allowed.includes(name)) return;
  action.add({
    check: 'ruleset-action',
    wrong: `the action ${name} is not allowed in the phase ${phase}`,
    remedy: `use one of ${allowed.join(', ')}, or put the rule into the phase of the action`,
    answer: `action ${name} is not allowed in the ${phase} phase`,
  });
}

/** Null where the phase, or the list of its actions, is not known. */
function actionsOf(phase: string | null): readonly string[] | null {
  return phase !== null && Object.hasOwn(PHASE_ACTIONS, phase) ? (PHASE_ACTIONS[phase] ?? null) : null;
}

function isAllowed(action: string | null, phase: string): boolean {
  return action !== null && actionsOf(phase)?.includes(action) === true;
}

function checkParameters(
  rule: RulesetPart,
  action: string | null,
  parameters: RulesetPart,
  phase: string | null,
): void {
  if (action === 'skip') checkSkip(rule, parameters);
  if (action === 'execute') checkExecute(rule, parameters, phase);
  if (action === 'redirect' && phase === REDIRECTS) checkRedirect(rule, parameters);
  if (action === 'set_config') checkSettings(rule, parameters);
  const response = parameters.at('response');
  if (action !== null && response.isThere) checkResponse(action, response);
}

function checkSettings(rule: RulesetPart, parameters: RulesetPart): void {
  const isEmpty = parameters.isThere
    ? parameters.object?.open === false && parameters.keys.length === 0
    : rule.lacks('action_parameters');
  if (!isEmpty) return;
  rule.add({
    check: 'ruleset-fields',
    wrong: 'the rule sets no setting',
    remedy: 'name at least one setting under "action_parameters"',
    answer: 'set_config must set at least one setting',
  });
}

function checkResponse(action: string, response: RulesetPart): void {
  if (!RESPONDING_ACTIONS.includes(action)) {
    response.add({
      check: 'ruleset-response',
      wrong: `a rule with the action ${action} cannot have its own response`,
      remedy: 'remove "response"; only the action block takes one',
      answer: `response is not allowed for action ${action}`,
    });
    return;
  }
  if (!response.expect('object', 'ruleset-response')) return;
  for (const key of RESPONSE_FIELDS) {
    if (!response.lacks(key)) continue;
    response.add({
      check: 'ruleset-response',
      wrong: `the response has no ${key}`,
      remedy: `write ${RESPONSE_FIELDS.join(', ')}: all three are required`,
      answer: `response is missing required field: ${key}`,
    });
  }
  response.expectKeys(RESPONSE_FIELDS, 'a response', 'ruleset-response', {});
  const status = response.at('status_code');
  const code = status.constant;
  const { from, to } = RESPONSE_STATUS;
  const isNumber = typeof code === 'number' || (typeof code === 'string' && !status.spelling.exactKeys);
  if (code === undefined || (isNumber && Number(code) >= from && Number(code) <= to)) return;
  status.add({
    check: 'ruleset-response',
    wrong: `the status ${JSON.stringify(code)} is not allowed in a response`,
    remedy: `use a number from ${from} to ${to}; 429 is usual for rate limits`,
    answer: `response status_code must be from ${from} to ${to}`,
  });
}

function checkRedirect(rule: RulesetPart, parameters: RulesetPart): void {
  const from = parameters.at('from_value');
  const target = from.at('target_url');
  const isMissing =
    (!parameters.isThere && rule.lacks('action_parameters')) ||
    (parameters.lacks('from_value') && !parameters.at('from_list').isThere) ||
    from.lacks('target_url');
  if (isMissing) {
    rule.add({
      check: 'ruleset-fields',
      wrong: 'the redirect has no target',
      remedy: 'write action_parameters.from_value.target_url with "value" or "expression"',
      answer: 'redirect needs from_value.target_url',
    });
  }
  const both = target.at('value').isThere && target.at('expression').isThere;
  if (both || (target.lacks('value') && target.lacks('expression'))) {
    target.add({
      check: 'ruleset-fields',
      wrong: both ? 'the redirect has two targets' : 'the target of the redirect is empty',
      remedy: 'write either "value" or "expression"',
      answer: 'target_url needs exactly one of value and expression',
    });
  }
  checkExpression(target.at('expression'), 'value');
  const status = from.at('status_code');
  const code = status.constant;
  if (code === undefined || REDIRECT_STATUSES.includes(Number(code))) return;
  status.add({
    check: 'ruleset-fields',
    wrong: `a redirect cannot have the status ${JSON.stringify(code)}`,
    remedy: `use one of ${REDIRECT_STATUSES.join(', ')}`,
    answer: `redirect status_code ${JSON.stringify(code)} is not allowed`,
  });
}
