/** Firewall rules in languages other than JavaScript. */
import { FIREWALL_RULE } from '../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { DUPLICATES } from '../direct/differences.js';
import { classifyGoRules } from '../go/plan.js';
import { classifyRules as classifyPhpOrRuby } from '../php-ruby/plan.js';
import { writtenList } from '../places/written-lists.js';
import { classifyRules as classifyPython } from '../python/plan.js';
import { featuresOf, sentMap, sentStruct } from './go/rules.js';
import { SDK_RULES } from './go/sdk.js';
import { CUSTOM_RULES } from './kind.js';
import { sentRule as sentByPhpOrRuby } from './php-ruby/rules.js';
import { sentRule as sentByPython } from './python/rules.js';
import { PRIORITY } from './rule-text.js';
import { classifyShell } from './shell/index.js';
import { stepsFor } from './steps.js';

const GO = {
  ...CUSTOM_RULES,
  sdk: SDK_RULES,
  gone: FIREWALL_RULE.gone.filter((field) => !field.includes('.')),
  written: (isCreation: boolean) => (isCreation ? [PRIORITY, DUPLICATES] : []),
  featuresOf,
  sentStruct,
  sentMap,
};

export function classifyElsewhere(site: Site, around: Surroundings): Verdict | null {
  switch (site.file.language) {
    case 'python':
      return classifyPython(site, around, { ...CUSTOM_RULES, sentRule: sentByPython }, stepsFor(site));
    case 'go':
      return classifyGoRules(site, around, GO, stepsFor(site));
    case 'php':
    case 'ruby':
      return classifyPhpOrRuby(site, around, { ...CUSTOM_RULES, sentRule: sentByPhpOrRuby }, stepsFor(site));
    default:
      return writtenList(site, 'firewall/rules', CUSTOM_RULES.phase) ?? classifyShell(site, around);
  }
}
