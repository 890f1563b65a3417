/** Rate limits in languages other than JavaScript. */
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { classifyGoRules } from '../go/plan.js';
import { classifyRules as classifyPhpOrRuby } from '../php-ruby/plan.js';
import { writtenList } from '../places/index.js';
import { classifyRules as classifyPython } from '../python/plan.js';
import { sentLimit as sentByGo } from './go/limit.js';
import { SDK_LIMITS } from './go/sdk.js';
import { RATE_LIMIT_RULES } from './kind.js';
import { sentLimit as sentByPhpOrRuby } from './php-ruby/limit.js';
import { sentLimit as sentByPython } from './python/limit.js';
import { classifyShell } from './shell/index.js';
import { stepsFor } from './steps.js';

const GO = {
  ...RATE_LIMIT_RULES,
  sdk: SDK_LIMITS,
  gone: ['match', 'action', 'bypass', 'correlate', 'login_protect'],
  sentMap: sentByGo,
};

export function classifyElsewhere(site: Site, around: Surroundings): Verdict | null {
  switch (site.file.language) {
    case 'python':
      return classifyPython(site, around, { ...RATE_LIMIT_RULES, sentRule: sentByPython }, stepsFor(site));
    case 'go':
      return classifyGoRules(site, around, GO, stepsFor(site));
    case 'php':
    case 'ruby':
      return classifyPhpOrRuby(
        site,
        around,
        { ...RATE_LIMIT_RULES, sentRule: sentByPhpOrRuby },
        stepsFor(site),
      );
    default:
      return writtenList(site, 'rate_limits', RATE_LIMIT_RULES.phase) ?? classifyShell(site, around);
  }
}
