import { builtinCatalogue } from '../src/catalogue/index.js';
import { fileResult } from './analysis/file-result.js';
import { docsUrl } from './docs-url.js';
import { FAILURE, failureReport } from './failure.js';
import { NOTHING, oncePerFile } from './once.js';
import { reportFinding } from './report-finding.js';
import type { EdgeSunsetRule } from './rule-types.js';
import { settingsOf } from './settings/settings.js';
import { SUGGESTIONS } from './wording/suggestions.js';
import { MESSAGES } from './wording/templates.js';

const builtin = new Set(builtinCatalogue().entries.map(({ id }) => id));

const LEVELS = new Set(['safe', 'review'] as const);

/** Reports the entries that a configuration adds under `settings.edgeSunset.entries`. */
export const customRule: EdgeSunsetRule = {
  meta: {
    type: 'problem',
    languages: ['*'],
    docs: {
      description: 'disallow calls that your own catalogue entries describe',
      url: docsUrl('no-custom-deprecations'),
      recommended: false,
      entries: [],
    },
    fixable: 'code',
    hasSuggestions: true,
    messages: { ...MESSAGES, ...FAILURE, ...SUGGESTIONS },
    schema: [],
    defaultOptions: [],
  },
  create(context) {
    const result = fileResult(context);
    if (result === null) return NOTHING;
    const { entries } = settingsOf(context.settings).engine.catalogue;
    const own = entries.filter(({ id }) => result.byEntry.has(id) && !builtin.has(id));
    const reportFailure = failureReport(context, result, (id) => !builtin.has(id));
    if (own.length === 0 && reportFailure === null) return NOTHING;
    return oncePerFile(context, () => {
      reportFailure?.();
      for (const entry of own) {
        for (const finding of result.byEntry.get(entry.id) ?? [])
          reportFinding(context, entry, finding, result, LEVELS);
      }
    });
  },
};
