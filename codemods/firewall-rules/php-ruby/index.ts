/** Firewall rules in PHP and Ruby. */
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_RULES, ALLOW } from '../../direct/differences.js';
import type { RuleKind } from '../../php-ruby/kind.js';
import { classifyRules } from '../../php-ruby/plan.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { isLeaf, readEdits } from './reads.js';
import { sentRule } from './rules.js';

const CUSTOM_RULES: RuleKind = {
  phase: 'http_request_firewall_custom',
  noun: 'WAF custom rule',
  names: {
    list: 'customRules',
    answer: 'customRulesAnswer',
    add: 'addCustomRule',
    update: 'updateCustomRule',
    remove: 'deleteCustomRule',
    toOld: 'toFirewallRule',
  },
  collections: ['firewall/rules', 'filters'],
  isWhole: false,
  listed: [ALLOW, PRIORITY, ALL_RULES],
  lost: /(?:\[\s*:?["']?|->|:)(?:priority|products|created_on|modified_on)\b["']?|(?:filter["']\s*\]\s*\[\s*["']|filter->|filter\]\[:)(?:paused|description|ref)\b|action["']?\s*\]?\s*(?:===?|!==?)\s*["']allow/,
  toOld: (language, field, shape, hasRef) => {
    if (language === 'ruby') {
      const key = (name: string) => (shape === 'symbol' ? `${name}:` : `'${name}' =>`);
      return [
        '{',
        `  ${key('id')} ${field('id')},`,
        `  ${key('action')} ${field('action')},`,
        `  ${key('description')} ${field('description')}.to_s,`,
        ...(hasRef ? [`  ${key('ref')} ${field('ref')},`] : []),
        `  ${key('paused')} ${field('enabled')} == false,`,
        `  ${key('filter')} { ${key('id')} ${field('id')}, ${key('expression')} ${field('expression')} }`,
        '}',
      ];
    }
    const cast = shape === 'object' ? '(object) ' : '';
    return [
      `return ${cast}[`,
      `    'id' => ${field('id')},`,
      `    'action' => ${field('action')},`,
      `    'description' => ${field('description')} ?? '',`,
      ...(hasRef ? [`    'ref' => ${field('ref')} ?? null,`] : []),
      `    'paused' => !(${field('enabled')} ?? true),`,
      `    'filter' => ${cast}['id' => ${field('id')}, 'expression' => ${field('expression')}],`,
      '];',
    ];
  },
  isLeaf,
  readEdits,
  sentRule,
};

export function classifyPhpOrRuby(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, CUSTOM_RULES, stepsFor(site));
}
