import type { EntrySamples } from '../builtin/samples.js';
import { rewriteLevel } from '../model/rewrite-level.js';
import type { Entry, Profile, Sample } from '../model/types.js';
import {
  automationText,
  bodyLines,
  endpointLines,
  otherLines,
  resourceLines,
  sdkLines,
  storageLines,
  symptomLines,
  vendorText,
} from './facts.js';
import { OWASP_ENTRY, owaspSection } from './owasp.js';
import { markdownTable } from './table.js';

/** The page of one entry. It speaks of days and never of how many have passed, so that it stays true. */
export function entryMarkdown(entry: Entry, profile: Profile, samples?: EntrySamples): string {
  const vendor = vendorText(entry);
  const parts = [
    `# ${entry.title}`,
    `\`${entry.id}\`, schedule ${entry.schedule}, area ${entry.area}`,
    entry.summary,
    [
      `- End of life: ${entry.endOfLife ?? 'not announced'}${entry.errorsBegin === undefined ? '' : '; errors begin the day after'}`,
      ...(vendor === null ? [] : [`- Dates: ${vendor}`]),
      `- Replacement: ${entry.replacement}`,
      `- Migration: ${automationText(entry)}`,
    ].join('\n'),
    section('What callers see', symptomLines(entry), false),
    section('Retired calls', endpointLines(entry), true),
    section('Retired parts of working calls', [...bodyLines(entry, profile), ...otherLines(entry)], true),
    section('SDK methods', sdkLines(entry, profile), true),
    section('Infrastructure resources', resourceLines(entry, profile), true),
    section('Uses of the object storage with their levels', storageLines(entry), true),
    exampleOf(entry),
    entry.id === OWASP_ENTRY ? owaspSection() : '',
    section('Similar endpoints that still work (not reported)', entry.lookAlikes, true),
    samplesOf('Reported', samples?.match ?? []),
    samplesOf('Not reported', samples?.noMatch ?? []),
    section('Sources', entry.sources, false),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[], asCode: boolean): string {
  if (lines.length === 0) return '';
  return `## ${title}\n\n${lines.map((line) => `- ${asCode ? `\`${line}\`` : line}`).join('\n')}`;
}

function exampleOf({ example }: Entry): string {
  if (example === undefined) return '';
  const before = `Before:\n\n${block(example.language, example.before)}`;
  const after =
    example.after === undefined ? 'After: delete it.' : `After:\n\n${block(example.language, example.after)}`;
  return `## Example\n\n${before}\n\n${after}`;
}

function samplesOf(title: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const blocks = samples.map((sample) => {
    const why =
      sample.why === undefined ? '' : `${sample.why.charAt(0).toUpperCase()}${sample.why.slice(1)}:\n\n`;
    return `${why}${block(sample.language, sample.code)}`;
  });
  return `## ${title}\n\n${blocks.join('\n\n')}`;
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** The table of all entries; `linkTo` gives the address of an entry's page. */
export function catalogueTable(entries: readonly Entry[], linkTo: (id: string) => string): string {
  const rows = [...entries]
    .sort((a, b) => (b.endOfLife ?? '').localeCompare(a.endOfLife ?? '') || a.id.localeCompare(b.id))
    .map((entry) => {
      const vendor = entry.vendor?.date;
      const moved = vendor === undefined || vendor === entry.endOfLife ? '' : ` (vendor: ${vendor})`;
      return [
        `[${entry.id}](${linkTo(entry.id)})`,
        entry.title,
        `${entry.endOfLife ?? 'not announced'}${moved}`,
        rewriteLevel(entry) ?? '',
      ];
    });
  return markdownTable([['Entry', 'Retired API', 'End of life', 'Codemod'], ...rows]);
}

/** Every error that callers of a retired API see, for a search by its code or text. */
export function errorTable(entries: readonly Entry[], linkTo: (id: string) => string): string {
  const rows = entries
    .flatMap((entry) => entry.symptoms.map((symptom) => ({ entry, symptom })))
    .sort(
      (a, b) =>
        (b.symptom.code ?? 0) - (a.symptom.code ?? 0) ||
        (a.symptom.status ?? 0) - (b.symptom.status ?? 0) ||
        a.entry.id.localeCompare(b.entry.id),
    )
    .map(({ entry, symptom: { when, assumed, ...symptom } }) => [
      symptom.code === undefined ? '' : String(symptom.code),
      symptom.status === undefined || assumed === 'status' ? '' : String(symptom.status),
      assumed === 'answer' ? `${symptom.message} (expected, not documented)` : symptom.message,
      when ?? '',
      `[${entry.id}](${linkTo(entry.id)})`,
    ]);
  return markdownTable([['Code', 'HTTP', 'Message', 'When', 'Entry'], ...rows]);
}
