import type { Rule } from 'eslint';
import type { Finding } from '../src/analysis/index.js';
import type { Entry } from '../src/catalogue/index.js';
import { locOf } from './once.js';
import { settingsOf } from './settings/settings.js';
import { sentenceOf } from './wording/sentence.js';
import { suggestionOf } from './wording/suggestions.js';

/** Reports one finding where it stands in the file, or where the file sends what another one holds. */
export function reportFinding(context: Rule.RuleContext, entry: Entry, finding: Finding, path: string): void {
  const own = finding.at.file === path;
  const at = own ? finding.at : finding.related.find((place) => place.at.file === path)?.at;
  if (at === undefined) return;
  const text = own ? context.sourceCode.text.slice(at.start, at.end) : (finding.endpoint ?? entry.title);
  const { today, relativeDates } = settingsOf(context.settings);
  const { messageId, data } = sentenceOf(entry, finding, text, { path, today, relativeDates });
  context.report({
    loc: locOf(context, at.start, at.end),
    messageId,
    data: { ...data },
    ...(own ? editsOf(finding) : {}),
  });
}

/** What is right by itself is a fix; what a person can judge on the spot is a suggestion. */
function editsOf({ fix }: Finding): Pick<Rule.ReportDescriptorOptions, 'fix' | 'suggest'> {
  if (fix === undefined) return {};
  const apply = (fixer: Rule.RuleFixer) =>
    fix.edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
  return fix.level === 'safe' ? { fix: apply } : { suggest: [{ ...suggestionOf(fix.action), fix: apply }] };
}
