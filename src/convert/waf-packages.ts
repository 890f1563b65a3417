import {
  levelsOff,
  MANAGED_RULES,
  MANAGED_RULESET,
  OWASP_ACTION_OF_MODE,
  OWASP_LAST_RULE,
  OWASP_RULESET,
  OWASP_SENSITIVITY,
} from '../catalogue/index.js';
import { Given } from './json.js';
import { type Conversion, Differences, type NewRule, type RuleFields } from './model.js';

interface ExecuteRule extends NewRule {
  readonly action_parameters: RuleFields & { readonly id: string };
}

type Sensitivity = keyof typeof OWASP_SENSITIVITY;

type ActionMode = keyof typeof OWASP_ACTION_OF_MODE;

/** WAF packages as rules that execute the managed rulesets which took their place. */
export function convertWafPackages(items: readonly Given[]): Conversion {
  const differences = new Differences();
  const rules = new Map<string, NewRule>();
  for (const item of items) {
    const rule = executeRule(item.record(), differences);
    if (rule === null) continue;
    const ruleset = rule.action_parameters.id;
    if (rules.has(ruleset)) throw item.wrong('is the second package of its kind; a zone has one of each');
    rules.set(ruleset, rule);
  }
  return {
    phase: MANAGED_RULES,
    rules: [...rules.values()],
    differences: differences.list,
  };
}

/** The rule that takes the place of one package of OWASP rules. */
export function convertPackage(item: {
  readonly name: string;
  readonly detection_mode: 'anomaly';
  readonly sensitivity: string;
  readonly action_mode: string;
}): { readonly rule: NewRule; readonly differences: Conversion['differences'] } {
  const differences = new Differences();
  return { rule: owaspRule(new Given('', item), differences), differences: differences.list };
}

function executeRule(item: Given, differences: Differences): ExecuteRule | null {
  const mode = item.at('detection_mode').oneOf(['anomaly', 'traditional']);
  const name = item.at('name').text();
  if (mode === 'anomaly') return owaspRule(item, differences);
  if (name === 'USER') {
    differences.lost(item.path, 'a package of your own rules has no counterpart; write them as custom rules');
    return null;
  }
  differences.lost(
    item.path,
    'modes of single groups and rules of the package have to be set again manually',
  );
  return {
    description: 'Cloudflare Managed Ruleset',
    expression: 'true',
    action: 'execute',
    action_parameters: { id: MANAGED_RULESET },
    ...(isDisabled(item) ? { enabled: false } : {}),
  };
}

function isDisabled(item: Given): boolean {
  const status = item.at('status');
  return !status.isAbsent() && status.oneOf(['active', 'disabled']) === 'disabled';
}

function owaspRule(item: Given, differences: Differences): ExecuteRule {
  const sensitivity = item
    .at('sensitivity')
    .oneOf([...(Object.keys(OWASP_SENSITIVITY) as Sensitivity[]), 'off']);
  const mode = item.at('action_mode').oneOf(Object.keys(OWASP_ACTION_OF_MODE) as ActionMode[]);
  const { threshold, level } = OWASP_SENSITIVITY[sensitivity === 'off' ? 'default' : sensitivity];
  if (mode === 'challenge') {
    differences.changed(item.at('action_mode').path, '"challenge" becomes managed_challenge');
  }
  differences.lost(item.path, 'modes of single groups and rules of the package have no counterpart');
  const scoring: RuleFields = {
    id: OWASP_LAST_RULE,
    action: OWASP_ACTION_OF_MODE[mode],
    score_threshold: threshold,
  };
  return {
    description: 'Cloudflare OWASP Core Ruleset',
    expression: 'true',
    action: 'execute',
    action_parameters: {
      id: OWASP_RULESET,
      overrides: {
        categories: levelsOff(level),
        rules: [scoring],
      },
    },
    ...(sensitivity === 'off' || isDisabled(item) ? { enabled: false } : {}),
  };
}
