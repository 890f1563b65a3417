import { allowable } from '../../rules/entry-rule.js';
import type { EdgeSunsetRule } from '../../rules/index.js';
import type { EntrySamples } from '../../src/catalogue/builtin/samples.js';
import {
  automationText,
  bodyLines,
  endpointLines,
  otherLines,
  resourceLines,
  sdkLines,
  symptomLines,
  vendorText,
} from '../../src/catalogue/describe/facts.js';
import { type Entry, type Profile, rewriteLevel, type Sample } from '../../src/catalogue/index.js';
import { ruleName } from '../../src/report/index.js';

const WHEN_NOT = `## When not to use it

Where a server of your own answers these paths, such as a mock in tests: allow them, or turn the rule off for those
files.`;

/** The page of a rule, written from its entry. Blocks under “Reported” and “Not reported” are linted by a test. */
export function rulePage(
  name: string,
  rule: EdgeSunsetRule,
  entry: Entry,
  profile: Profile,
  samples: EntrySamples | undefined,
): string {
  const vendor = vendorText(entry);
  const parts = [
    `# ${name}`,
    `${capitalised(rule.meta.docs.description)}.`,
    facts(rule),
    entry.summary,
    `## What breaks\n\n${[
      `- End of life: ${entry.endOfLife ?? 'not announced'}`,
      ...(vendor === null ? [] : [`- ${vendor}`]),
      ...symptomLines(entry).map((line) => `- Callers see ${line}`),
    ].join('\n')}`,
    list('Calls that are reported', [
      ...endpointLines(entry),
      ...bodyLines(entry, profile),
      ...otherLines(entry),
      ...sdkLines(entry, profile),
      ...resourceLines(entry, profile),
    ]),
    `## What to do\n\n${entry.replacement}\n\n${migration(entry)}`,
    example(entry),
    blocks('Reported', samples?.match ?? []),
    blocks('Not reported', samples?.noMatch ?? []),
    options(entry),
    WHEN_NOT,
    `## Sources\n\n${entry.sources.map((source) => `- <${source}>`).join('\n')}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function facts({ meta }: EdgeSunsetRule): string {
  const lines = [
    ...(meta.docs.recommended ? ['Part of the preset `recommended`.'] : []),
    ...(meta.fixable === undefined ? [] : ['`eslint --fix` applies fixes.']),
    ...(meta.hasSuggestions === true ? ['Some findings have a suggestion for the editor.'] : []),
  ];
  return lines.join(' ');
}

function migration(entry: Entry): string {
  if (rewriteLevel(entry) === null)
    return `Migration: ${automationText(entry).replace(/\.$/, '')}. Change the call manually; \`edge-sunset explain ${entry.id}\` prints the details.`;
  return `\`\`\`sh\nnpx edge-sunset migrate --only ${entry.id}\n\`\`\`\n\nThis previews the changes. Calls that it cannot rewrite get a comment with the next step.`;
}

function example({ example: pair }: Entry): string {
  if (pair === undefined) return '';
  const after =
    pair.after === undefined ? 'After: delete it.' : `After:\n\n${block(pair.language, pair.after)}`;
  return `## Example\n\nBefore:\n\n${block(pair.language, pair.before)}\n\n${after}`;
}

function blocks(title: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const texts = samples.map(
    ({ why, language, code }) =>
      `${why === undefined ? '' : `${capitalised(why)}:\n\n`}${block(language, code)}`,
  );
  return `## ${title}\n\n${texts.join('\n\n')}`;
}

/** The first of what the option takes stands for all of it. */
function options(entry: Entry): string {
  const [allowed = entry.id] = allowable(entry);
  return `## Options\n\n- \`allow\`: calls and names of this page that are not reported.\n\n\`\`\`json\n{ "edge-sunset/${ruleName(entry.id)}": ["error", { "allow": ["${allowed}"] }] }\n\`\`\``;
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.map((line) => `- \`${line}\``).join('\n')}`;
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
