import {
  MANAGED_RULES,
  OWASP_RULESET,
  OWASP_SENSITIVITY,
  PARANOIA_LEVELS,
  PARANOIA_TAG,
} from './ruleset-engine.js';

/**
 * How the OWASP Core Ruleset is deployed and tuned, as data: the page `docs/owasp.md`, `explain waf-packages` and the
 * test that sends the requests to the emulated API are made from it.
 */

export interface OwaspProcedure {
  readonly title: string;
  readonly about: string;
  /** One way each, for what the zone has before; most procedures have one. */
  readonly ways: readonly OwaspWay[];
}

export interface OwaspWay {
  readonly when: string | null;
  readonly requests: readonly OwaspRequest[];
}

export interface OwaspRequest {
  readonly method: string;
  /** With placeholders such as `{zone_id}`, as bodies have them in place of a text. */
  readonly path: string;
  readonly body?: object;
  /** The name of the answer in code, where something is taken from it. */
  readonly answer?: string;
  readonly takes?: readonly TakenId[];
}

export interface TakenId {
  /** The placeholder without its braces. */
  readonly name: string;
  readonly words: string;
  /** The same as an expression of JavaScript. */
  readonly code: string;
}

/** Overrides that leave the rules of levels up to this one on. */
export function levelsOff(level: number): readonly { readonly category: string; readonly enabled: false }[] {
  return Array.from({ length: PARANOIA_LEVELS - level }, (_, index) => ({
    category: `${PARANOIA_TAG}${level + 1 + index}`,
    enabled: false,
  }));
}

/** The medium sensitivity of the retired WAF is the example of all procedures. */
const { level: LEVEL, threshold: THRESHOLD } = OWASP_SENSITIVITY.medium;
const ACTION = 'managed_challenge';

function executeRule(overrides?: object): object {
  return {
    description: 'OWASP Core Ruleset',
    expression: 'true',
    action: 'execute',
    action_parameters: {
      id: OWASP_RULESET,
      version: 'latest',
      ...(overrides === undefined ? {} : { overrides }),
    },
    enabled: true,
  };
}

const RULESET_ID: TakenId = {
  name: 'ruleset_id',
  words: 'the id of the entry point ruleset',
  code: 'entryPoint.id',
};
const RULE_ID: TakenId = {
  name: 'rule_id',
  words: `the id of its rule whose action_parameters.id is ${OWASP_RULESET}`,
  code: `entryPoint.rules.find((rule) => rule.action_parameters?.id === '${OWASP_RULESET}').id`,
};
const LAST_RULE_ID: TakenId = {
  name: 'last_rule_id',
  words: 'the id of the last rule, 949110 Inbound Anomaly Score Exceeded',
  code: 'owasp.rules.at(-1).id',
};
const UNWANTED_RULE_ID: TakenId = {
  name: 'unwanted_rule_id',
  words: 'the id of the rule to switch off, in this example 942100',
  code: "owasp.rules.find((rule) => rule.description?.startsWith('942100')).id",
};

function entryPoint(...takes: readonly TakenId[]): OwaspRequest {
  const path = `/zones/{zone_id}/rulesets/phases/${MANAGED_RULES}/entrypoint`;
  return { method: 'GET', path, answer: 'entryPoint', takes };
}

function owaspRules(...takes: readonly TakenId[]): OwaspRequest {
  const path = `/accounts/{account_id}/rulesets/${OWASP_RULESET}`;
  return { method: 'GET', path, answer: 'owasp', takes };
}

function change(overrides: object): OwaspRequest {
  const path = '/zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}';
  return { method: 'PATCH', path, body: executeRule(overrides) };
}

const CATEGORIES = levelsOff(LEVEL);
const SCORING = { id: '{last_rule_id}', score_threshold: THRESHOLD, action: ACTION };
const UNWANTED = { id: '{unwanted_rule_id}', enabled: false };

/** In the order in which a zone is set up: a later body repeats the overrides of the earlier ones. */
export const OWASP_PROCEDURES: readonly OwaspProcedure[] = [
  {
    title: 'Deploy the ruleset',
    about: `A rule with the action execute in the entry point ruleset of the phase ${MANAGED_RULES} deploys the ruleset. Deploy it only once. Never send a PUT to the entry point for this: PUT replaces all of its rules.`,
    ways: [
      {
        when: 'the zone has no entry point in this phase (a GET of it answers 404, code 10003)',
        requests: [
          {
            method: 'POST',
            path: '/zones/{zone_id}/rulesets',
            body: { name: 'zone', kind: 'zone', phase: MANAGED_RULES, rules: [executeRule()] },
          },
        ],
      },
      {
        when: 'the zone has an entry point, and none of its rules executes the OWASP ruleset',
        requests: [
          entryPoint(RULESET_ID),
          { method: 'POST', path: '/zones/{zone_id}/rulesets/{ruleset_id}/rules', body: executeRule() },
        ],
      },
    ],
  },
  {
    title: 'Set the paranoia level',
    about: `There is no field for the level. Switch off the tag of each level above the wanted one, here above ${LEVEL}; the rules of the other levels stay on. The rule to change is there only if the ruleset is deployed.`,
    ways: [{ when: null, requests: [entryPoint(RULESET_ID, RULE_ID), change({ categories: CATEGORIES })] }],
  },
  {
    title: 'Set the score threshold and the action',
    about:
      'The last rule of the OWASP ruleset compares the score with the threshold, so both are an override of that rule. The threshold is a whole number; a lower one is stricter.',
    ways: [
      {
        when: null,
        requests: [
          entryPoint(RULESET_ID, RULE_ID),
          owaspRules(LAST_RULE_ID),
          change({ categories: CATEGORIES, rules: [SCORING] }),
        ],
      },
    ],
  },
  {
    title: 'Switch off single rules',
    about:
      'One override for each rule, by its id in the OWASP ruleset. Ids of the retired WAF are not valid here.',
    ways: [
      {
        when: null,
        requests: [
          entryPoint(RULESET_ID, RULE_ID),
          owaspRules(LAST_RULE_ID, UNWANTED_RULE_ID),
          change({ categories: CATEGORIES, rules: [SCORING, UNWANTED] }),
        ],
      },
    ],
  },
];
