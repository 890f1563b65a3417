import type { Rule } from 'eslint';
import type { Edit, Finding, Fix } from '../src/analysis/index.js';
import type { Entry } from '../src/catalogue/index.js';
import type { SpotEdit } from '../src/migrate/index.js';
import type { FileResult } from './analysis/file-result.js';
import { locOf } from './once.js';
import { settingsOf } from './settings/settings.js';
import { sentenceOf } from './wording/sentence.js';
import { migrationSuggestion, suggestionOf } from './wording/suggestions.js';

/**
 * Reports one finding where it stands in the file, or where the file sends what another one holds, with edits of the levels
 * that the rule has announced.
 */
export function reportFinding(
  context: Rule.RuleContext,
  entry: Entry,
  finding: Finding,
  { path, migrations }: Pick<FileResult, 'path' | 'migrations'>,
  levels: ReadonlySet<Fix['level']>,
): void {
  const own = finding.at.file === path;
  const at = own ? finding.at : finding.related.find((place) => place.at.file === path)?.at;
  if (at === undefined) return;
  const text = own ? context.sourceCode.text.slice(at.start, at.end) : (finding.endpoint ?? entry.title);
  const { today, relativeDates } = settingsOf(context.settings);
  const migration = migrations.get(finding);
  const edit = (migration ?? finding.fix)?.level;
  const { messageId, data } = sentenceOf(entry, finding, text, { path, today, relativeDates, edit });
  context.report({
    loc: locOf(context, at.start, at.end),
    messageId,
    data: { ...data },
    ...(own ? editsOf(finding, migration, levels) : {}),
  });
}

/**
 * What is right by itself is a fix; what a person can judge on the spot is a suggestion. What `migrate` would write comes
 * before what the finding brings.
 */
function editsOf(
  { fix }: Finding,
  migration: SpotEdit | undefined,
  levels: ReadonlySet<Fix['level']>,
): Pick<Rule.ReportDescriptorOptions, 'fix' | 'suggest'> {
  const chosen = migration ?? fix;
  if (chosen === undefined) return {};
  const apply = (fixer: Rule.RuleFixer) =>
    chosen.edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
  if (chosen.level === 'safe' && levels.has('safe')) return { fix: apply };
  const isSame = fix !== undefined && textsOf(fix.edits) === textsOf(chosen.edits);
  const suggestion =
    isSame || migration === undefined
      ? fix && suggestionOf(fix.action)
      : migrationSuggestion(migration.reason);
  return suggestion === undefined || !levels.has('review')
    ? {}
    : { suggest: [{ ...suggestion, fix: apply }] };
}

function textsOf(edits: readonly Edit[]): string {
  return JSON.stringify(edits.map(({ start, end, text }) => [start, end, text]));
}
