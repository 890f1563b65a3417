import { fileResult } from './analysis/file-result.js';
import { docsUrl } from './docs-url.js';
import { FAILURE, failureReport } from './failure.js';
import { locOf, NOTHING, oncePerFile } from './once.js';
import type { EdgeSunsetRule } from './rule-types.js';

/** Names the calls of the API of which no rule can tell what they ask for. */
export const undeterminedRule: EdgeSunsetRule = {
  meta: {
    type: 'suggestion',
    languages: ['*'],
    docs: {
      description: 'disallow API calls whose path cannot be determined',
      url: docsUrl('no-undetermined-endpoint'),
      recommended: false,
      entries: [],
    },
    messages: {
      undetermined: 'The path of this API call could not be determined: {{why}}. Check it manually.',
      ...FAILURE,
    },
    schema: [],
    defaultOptions: [],
  },
  create(context) {
    const result = fileResult(context);
    if (result === null) return NOTHING;
    const open = result.undetermined;
    const reportFailure = failureReport(context, result, () => false);
    if (open.length === 0 && reportFailure === null) return NOTHING;
    return oncePerFile(context, () => {
      reportFailure?.();
      for (const { site, why } of open) {
        context.report({
          loc: locOf(context, site.start, site.end),
          messageId: 'undetermined',
          data: { why },
        });
      }
    });
  },
};
