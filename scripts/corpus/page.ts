/** The measurement as a page. */
import { isActionable, isScript, type Label } from './labels.js';
import type { ReportedFinding, ScoreOutcome } from './score.js';

export interface Measured {
  readonly split: string;
  readonly version: string;
  readonly repositories: number;
  readonly absent: readonly string[];
  readonly outcomes: readonly (ScoreOutcome & { readonly repo: string })[];
  readonly negatives: number;
  readonly negativesHit: readonly (ReportedFinding & { readonly repo: string })[];
  readonly alarms: readonly (ReportedFinding & { readonly repo: string })[];
  /** Null where it was not asked for. */
  readonly parity: {
    readonly compared: Readonly<Record<string, number>>;
    readonly differences: readonly string[];
  } | null;
}

const SCRIPT_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

export function corpusPage(measured: Measured): string {
  const { outcomes, negativesHit, alarms } = measured;
  const wrong = [...negativesHit, ...alarms];
  const wrongInScripts = wrong.filter((one) => SCRIPT_FILE.test(one.path));
  const actionable = outcomes.filter(({ label }) => isActionable(label));
  const scripts = actionable.filter(({ label }) => isScript(label));
  const found = outcomes.filter((one) => one.found);
  const withMethod = found.filter(({ method }) => method !== undefined);
  const otherMethod = withMethod.filter(({ method, label }) => method !== label.method);
  const lines = [
    '# Real repositories',
    '',
    `Measured with version ${measured.version} on ${measured.repositories} labelled snapshots of public repositories`,
    `(split \`${measured.split}\`), with the options a user has by default. Made by`,
    '`npm run corpus -- --mirrors DIR --labels FILE`.',
    '',
    '| measure | figure |',
    '|---|---|',
    `| recall, code that fails today, JavaScript and TypeScript | ${rate(scripts)} |`,
    `| recall, code that fails today, all languages | ${rate(actionable)} |`,
    `| recall, the rest (documentation, types, tests, value-dependent) | ${rate(outcomes.filter((one) => !actionable.includes(one)))} |`,
    `| look-alikes reported | ${negativesHit.length} of ${measured.negatives} |`,
    `| other false alarms | ${alarms.length} |`,
    `| precision | ${share(found.length, found.length + wrong.length)} |`,
    `| precision, JavaScript and TypeScript | ${share(
      found.filter(({ label }) => isScript(label)).length,
      found.filter(({ label }) => isScript(label)).length + wrongInScripts.length,
    )} |`,
    `| method as labelled, of the calls found | ${share(withMethod.length - otherMethod.length, withMethod.length)} |`,
    '',
    ...table('entry', outcomes, (label) => label.entry),
    ...table('form', outcomes, (label) => label.how),
    ...table('language', outcomes, (label) => label.language),
    ...misses(outcomes.filter((one) => !one.found)),
    ...methods(otherMethod),
    ...wrongs('Look-alikes reported', negativesHit),
    ...wrongs('Other false alarms', alarms),
    ...parity(measured.parity),
  ];
  if (measured.absent.length > 0)
    lines.push('## Not measured', '', ...measured.absent.map((one) => `- ${one}`), '');
  return lines.join('\n');
}

/** Title of the part that people write: a new measurement keeps it. */
const NOTES = '## What the misses have in common';

/** The page with the notes of the page before it. */
export function withNotes(page: string, before: string): string {
  const start = before.indexOf(NOTES);
  return start < 0 ? page : `${page.trimEnd()}\n\n${before.slice(start).trimEnd()}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 of 0' : `${part} of ${whole} = ${(part / whole).toFixed(3)}`;
}

function rate(outcomes: readonly ScoreOutcome[]): string {
  return share(outcomes.filter((one) => one.found).length, outcomes.length);
}

function table(name: string, outcomes: readonly ScoreOutcome[], keyOf: (label: Label) => string): string[] {
  const groups = grouped(outcomes, keyOf);
  const rows = [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return [
    `## By ${name}`,
    '',
    `| ${name} | found |`,
    '|---|---|',
    ...rows.map(([key, group]) => `| ${key} | ${rate(group)} |`),
    '',
  ];
}

function grouped(
  outcomes: readonly ScoreOutcome[],
  keyOf: (label: Label) => string,
): Map<string, ScoreOutcome[]> {
  const groups = new Map<string, ScoreOutcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome.label);
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return groups;
}

function misses(missed: Measured['outcomes']): string[] {
  return [
    '## Missed, and why',
    '',
    ...(missed.length === 0
      ? ['Nothing.']
      : [
          '| where | entry | form | kind | why |',
          '|---|---|---|---|---|',
          ...missed.map(
            ({ repo, label, why }) =>
              `| ${repo} \`${label.path}:${label.line}\` | ${label.entry} | ${label.how} | ${label.tier}, ${label.certainty} | ${cell(why ?? '')} |`,
          ),
        ]),
    '',
  ];
}

function methods(other: Measured['outcomes']): string[] {
  if (other.length === 0) return [];
  const rows = other.map(
    ({ repo, label, method }) =>
      `| ${repo} \`${label.path}:${label.line}\` | ${label.entry} | ${label.method} | ${method ?? 'not told'} |`,
  );
  return [
    '## Found with another method',
    '',
    '| where | entry | labelled | reported |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
}

function wrongs(title: string, findings: Measured['alarms']): string[] {
  return [
    `## ${title}`,
    '',
    ...(findings.length === 0
      ? ['None.']
      : [
          '| where | entry | confidence |',
          '|---|---|---|',
          ...findings.map(
            (one) => `| ${one.repo} \`${one.path}:${one.line}\` | ${one.entry} | ${one.confidence} |`,
          ),
        ]),
    '',
  ];
}

function parity(measured: Measured['parity']): string[] {
  if (measured === null) return [];
  const { compared, differences } = measured;
  return [
    '## The same findings from every parser',
    '',
    'Scripts with a trigger, read from the tree of our own parser and from that of another, the latter where it can',
    'read the file.',
    '',
    '| parser | files | different |',
    '|---|---|---|',
    ...Object.entries(compared).map(
      ([parser, files]) =>
        `| ${parser} | ${files} | ${differences.filter((one) => one.endsWith(`(${parser})`)).length} |`,
    ),
    '',
    ...differences.map((one) => `- ${one}`),
    ...(differences.length > 0 ? [''] : []),
  ];
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
}
