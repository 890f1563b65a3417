import { createHash } from 'node:crypto';
import { MANAGED_RULES, MANAGED_RULESET, OWASP_LAST_RULE, OWASP_RULESET } from '../../catalogue/index.js';
import type { Rule, Ruleset } from '../core/state.js';

const SEED: readonly {
  id: string;
  name: string;
  rules: readonly { name: string; tags: readonly string[]; action: string }[];
}[] = [
  {
    id: MANAGED_RULESET,
    name: 'Managed Ruleset',
    rules: [
      { name: 'SQL injection in the query', tags: ['sqli'], action: 'block' },
      { name: 'Cross-site scripting in the query', tags: ['xss'], action: 'block' },
      { name: 'Known bad login page probe', tags: ['wordpress', 'cms'], action: 'managed_challenge' },
    ],
  },
  {
    id: OWASP_RULESET,
    name: 'OWASP Core Ruleset',
    rules: [
      {
        name: '920170 Validate GET and HEAD requests',
        tags: ['paranoia-level-1', 'attack-protocol'],
        action: 'block',
      },
      { name: '942100 SQL injection detected', tags: ['paranoia-level-1', 'attack-sqli'], action: 'block' },
      {
        name: '920271 Invalid character in request',
        tags: ['paranoia-level-2', 'attack-protocol'],
        action: 'block',
      },
      { name: '942251 HAVING injection', tags: ['paranoia-level-3', 'attack-sqli'], action: 'block' },
      {
        name: '920273 Invalid character outside of very strict set',
        tags: ['paranoia-level-4', 'attack-protocol'],
        action: 'block',
      },
    ],
  },
  {
    id: 'c2e184081120413c86c3ab7e14069605',
    name: 'Exposed Credentials Check',
    rules: [{ name: 'Exposed login', tags: ['credentials'], action: 'log' }],
  },
  {
    id: '77454fe2d30c4220b5701f6fdfb893ba',
    name: 'Free Managed Ruleset',
    rules: [{ name: 'Widely exploited flaw', tags: ['cve'], action: 'block' }],
  },
];

const STAMP = '2022-01-01T00:00:00.000000Z';

let all: readonly Ruleset[] | undefined;

/** The managed rulesets, the same for every account and zone, never changed by a caller. */
export function managedRulesets(): readonly Ruleset[] {
  all ??= SEED.map(rulesetOf);
  return all;
}

const rulesetOf = ({ id, name, rules }: (typeof SEED)[number]): Ruleset => ({
  id,
  name,
  description: '',
  kind: 'managed',
  phase: MANAGED_RULES,
  version: '36',
  last_updated: STAMP,
  rules: [
    ...rules.map((rule) => managedRule(`${id}:${rule.name}`, rule.name, rule.action, rule.tags)),
    ...(id === OWASP_RULESET
      ? [
          {
            ...managedRule('last', '949110: Inbound Anomaly Score Exceeded', 'block', []),
            id: OWASP_LAST_RULE,
            ref: OWASP_LAST_RULE,
            score_threshold: 40,
          },
        ]
      : []),
  ],
});

function managedRule(seed: string, description: string, action: string, categories: readonly string[]): Rule {
  const id = createHash('sha256').update(seed).digest('hex').slice(0, 32);
  return {
    id,
    ref: id,
    version: '1',
    action,
    categories,
    description,
    expression: 'true',
    enabled: true,
    last_updated: STAMP,
  };
}

export function managedRuleset(id: string): Ruleset | undefined {
  return managedRulesets().find((ruleset) => ruleset.id === id);
}

/** What overrides of a managed ruleset may name. */
export function overridable(id: string): { ruleIds: ReadonlySet<string> } | null {
  const ruleset = managedRuleset(id);
  return ruleset === undefined ? null : { ruleIds: new Set(ruleset.rules.map((rule) => rule.id)) };
}
