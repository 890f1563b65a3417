/**
 * What `migrate` does to real repositories, as a page: `bench/migrations.md`.
 *
 *     npm run bench:migrations -- scores.json [--output FILE]
 *
 * `scores.json` is written by a program outside of this project. For each repository of a list it checks out one commit,
 * runs `migrate --write --level review --allow-incomplete --no-config --format json`, counts the lines of the diff, and
 * runs `migrate` again and `undo`. The file holds `trees` (`tree`, `rewritten`, `added`, `removed`, `markers`: lines of
 * the diff), `sites` (`tree`, `path`, `entry`, `outcome`, `reason`: from the report), `faults` and `skipped` (texts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface SiteScore {
  readonly tree: string;
  readonly path: string;
  readonly entry: string;
  readonly outcome: string;
  readonly reason: string;
}

interface TreeScore {
  readonly tree: string;
  readonly rewritten: number;
  readonly added: number;
  readonly removed: number;
  readonly markers: number;
}

interface Scores {
  readonly trees: readonly TreeScore[];
  readonly sites: readonly SiteScore[];
  readonly faults: readonly string[];
  readonly skipped: readonly string[];
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, 'JavaScript and TypeScript'],
  [/\.tf$/, 'Terraform'],
];
const SCRIPTS = 'JavaScript and TypeScript';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: 'string', default: fileURLToPath(new URL('migrations.md', import.meta.url)) },
  },
});
const [path] = positionals;
if (path === undefined) throw new Error('usage: npm run bench:migrations -- scores.json [--output FILE]');
const scores = JSON.parse(readFileSync(path, 'utf8')) as Scores;

function languageOf({ path: file }: SiteScore): string {
  return LANGUAGES.find(([pattern]) => pattern.test(file))?.[1] ?? 'other languages';
}

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): readonly (readonly [string, T[]])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
}

function doneIn(sites: readonly SiteScore[]): number {
  return sites.filter(({ outcome }) => outcome === 'migrated').length;
}

function shareOf(sites: readonly SiteScore[]): string {
  return `${Math.round((100 * doneIn(sites)) / sites.length)} %`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Places that differ from site to site say nothing of the kind of reason. */
function kindOf({ outcome, reason }: SiteScore): string {
  const short = reason.replace(/\S+:\d+/g, 'another call').replace(/'[^']*'/g, "'…'");
  return outcome === 'marked' || outcome === 'listed' ? short : `${outcome}: ${short}`;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const { sites, trees, faults, skipped } = scores;
const scripts = sites.filter((site) => languageOf(site) === SCRIPTS);
const open = scripts.filter(({ outcome }) => outcome !== 'migrated');
const changed = trees.filter(({ rewritten }) => rewritten > 0);
const added = changed.map((tree) => tree.added);
const page = `# What \`migrate\` rewrites

Written by \`npm run bench:migrations\`. ${trees.length} repositories, ${sites.length} sites; ${skipped.length} repositories were
skipped. Every run was made with \`--write --level review\`. A share says nothing of whether the changes are right.

${table(
  ['language', 'sites', 'rewritten', 'share'],
  groupedBy(sites, languageOf).map(([name, rows]) => [name, rows.length, doneIn(rows), shareOf(rows)]),
)}

Lines added in a repository with a rewrite, without comments that mark what is left: median ${median(added)}, most
${Math.max(0, ...added)}. Second run and \`undo\`: ${faults.length === 0 ? 'no faults' : faults.join('; ')}.

## ${SCRIPTS}, by entry

${table(
  ['entry', 'sites', 'rewritten', 'share'],
  groupedBy(scripts, ({ entry }) => entry).map(([name, rows]) => [
    name,
    rows.length,
    doneIn(rows),
    shareOf(rows),
  ]),
)}

## What is left there, by entry and reason

${table(
  ['sites', 'entry', 'reason', 'repositories'],
  groupedBy(open, (site) => `${site.entry}\n${kindOf(site)}`).map(([, rows]) => [
    rows.length,
    rows[0]?.entry ?? '',
    rows[0] === undefined ? '' : kindOf(rows[0]),
    new Set(rows.map(({ tree }) => tree)).size,
  ]),
)}

## Lines by repository

${table(
  ['repository', 'sites', 'rewritten', 'lines added', 'lines removed', 'comments'],
  [...trees]
    .filter(({ rewritten, markers }) => rewritten + markers > 0)
    .sort((a, b) => b.added - a.added || (a.tree < b.tree ? -1 : 1))
    .map((tree) => [
      tree.tree.replace('+', '/').replace(/-[0-9a-f]{7}$/, ''),
      sites.filter((site) => site.tree === tree.tree).length,
      tree.rewritten,
      tree.added,
      tree.removed,
      tree.markers,
    ]),
)}
`;
writeFileSync(values.output, page);
process.stderr.write(`${values.output}\n`);
