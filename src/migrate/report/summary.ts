/** The end of the text report: how much, what was left, what a person must still do, and the next command. */
import { type Paint, plural, visible } from '../../report/index.js';
import type { GateResult, MigrationPlan } from '../plan.js';
import { entriesByLevel, followUpOf, sitesOf, tallyOf } from './tally.js';

/** Whole commands for a person to run next. */
export interface NextCommands {
  readonly write: string;
  readonly writeSafe: string;
  readonly review: string;
  readonly undo: string;
}

export interface SummaryContext {
  readonly paint: Paint;
  readonly written: boolean;
  readonly commands: NextCommands;
}

export function summaryText(plan: MigrationPlan, context: SummaryContext): string {
  const sections = [
    counts(plan, context),
    skipped(plan, context),
    gates(plan, context),
    warnings(plan, context),
    byHand(plan, context),
    next(plan, context),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function counts(plan: MigrationPlan, { paint, written }: SummaryContext): string[] {
  const tally = tallyOf(plan);
  if (tally.sites === 0)
    return [
      paint.green(
        tally.byOutcome.settled > 0
          ? 'Nothing to migrate.'
          : 'Nothing to migrate: no retired API calls were found.',
      ),
      ...unlisted(plan, paint),
    ];
  const { byOutcome } = tally;
  const verb = written ? 'migrated' : 'would be migrated';
  const edited =
    tally.files === 0
      ? ''
      : `; ${plural(tally.files, 'file')} ${written ? 'changed' : 'to change'}${tally.newFiles > 0 ? ` (${tally.newFiles} new)` : ''}`;
  const head = `${plural(tally.sites, 'site')}: ${byOutcome.migrated} ${verb}, ${tally.open} left${edited}`;
  const rows: readonly (string | false)[] = [
    byOutcome['above-level'] > 0 && `${plural(byOutcome['above-level'], 'site')} need --level review`,
    byOutcome.marked > 0 &&
      `${plural(byOutcome.marked, 'site')} ${written ? 'marked' : 'to be marked'} with edge-sunset-todo`,
    byOutcome['marked-before'] > 0 &&
      `${plural(byOutcome['marked-before'], 'marker')} of earlier runs unresolved`,
    byOutcome.listed > 0 && `${plural(byOutcome.listed, 'site')} for manual work, without a marker`,
    byOutcome['needs-evidence'] > 0 &&
      `${plural(byOutcome['needs-evidence'], 'site')} not changed: nothing shows that the request goes to Cloudflare, or something speaks against it`,
    byOutcome.declined > 0 && `${plural(byOutcome.declined, 'site')} declined`,
    byOutcome.refused > 0 && `${plural(byOutcome.refused, 'site')} rejected by a gate`,
    byOutcome['not-written'] > 0 && `${plural(byOutcome['not-written'], 'site')} that could not be written`,
  ];
  return [
    paint.bold(head),
    ...levels(plan, paint),
    ...rows.filter((row) => row !== false).map((row) => `  ${paint.dim('·')} ${row}`),
    ...unlisted(plan, paint),
  ];
}

/** `review  10  firewall-rules 4, srv-data 3`: what each level holds. */
function levels(plan: MigrationPlan, paint: Paint): string[] {
  const rows = [...entriesByLevel(sitesOf(plan))].filter(([, entries]) => entries.length > 0);
  const counts = rows.map(([, entries]) => String(entries.reduce((sum, [, count]) => sum + count, 0)));
  const width = Math.max(0, ...counts.map((count) => count.length));
  return rows.map(([level, entries], index) => {
    const named = entries.map(([entry, count]) => `${entry} ${count}`).join(', ');
    return `  ${paint.bold(level.padEnd(6))}  ${counts[index]?.padStart(width)}  ${paint.dim(named)}`;
  });
}

/** What a scan met and a plan says nothing of. */
function unlisted(plan: MigrationPlan, paint: Paint): string[] {
  const { roots } = plan;
  const total = (name: 'withheld' | 'undetermined') =>
    roots.reduce((sum, { result }) => sum + result.summary[name], 0);
  const [withheld, undetermined] = [total('withheld'), total('undetermined')];
  const settled = tallyOf(plan).byOutcome.settled;
  const rows: readonly (string | false)[] = [
    settled > 0 &&
      `${plural(settled, 'call')} left in methods that are marked as deprecated, and in their tests`,
    withheld > 0 &&
      `${plural(withheld, 'less certain finding')} excluded (--min-confidence possible includes them)`,
    undetermined > 0 &&
      `${plural(undetermined, 'call')} could not be determined (edge-sunset scan --undetermined lists them)`,
  ];
  return rows.filter((row) => row !== false).map((row) => `  ${paint.dim('·')} ${row}`);
}

function skipped(plan: MigrationPlan, { paint }: SummaryContext): string[] {
  const rows = plan.roots.flatMap((root) => [
    ...root.skipped.map(({ path, reason, detail }) => ({ path: root.shown(path), reason, detail })),
    ...root.result.skipped.map(({ path, reason, detail }) => ({ path, reason, detail: detail ?? '' })),
  ]);
  if (rows.length === 0) return [];
  const known = new Map(rows.map((row) => [row.path, row]));
  return [
    'Left alone:',
    ...[...known.values()].map(
      ({ path, reason, detail }) => `  ${visible(path)}  ${paint.yellow(reason)}  ${visible(detail)}`,
    ),
  ];
}

function gates(plan: MigrationPlan, { paint }: SummaryContext): string[] {
  const rows = plan.roots.flatMap((root) => root.gates);
  const names = (outcome: GateResult['outcome']) => [
    ...new Set(rows.filter((row) => row.outcome === outcome).map(({ gate }) => gate)),
  ];
  const passed = names('passed').filter((gate) => !names('failed').includes(gate));
  return [
    ...(passed.length > 0 ? [paint.dim(`Gates passed: ${passed.join(', ')}`)] : []),
    ...rows
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ gate, outcome, detail }) => {
        const head =
          outcome === 'failed' ? paint.red(`Gate ${gate} failed`) : paint.yellow(`Gate ${gate} not run`);
        return `${head}: ${visible(detail)}`;
      }),
  ];
}

function warnings(plan: MigrationPlan, { paint }: SummaryContext): string[] {
  const all = new Set(plan.roots.flatMap((root) => root.warnings));
  return [...all].map((text) => paint.yellow(visible(text)));
}

function byHand(plan: MigrationPlan, _context: SummaryContext): string[] {
  const items = followUpOf(plan);
  return items.length === 0 ? [] : ['Manual follow-up:', ...items.map((item) => `  [ ] ${item}`)];
}

function next(plan: MigrationPlan, { written, commands }: SummaryContext): string[] {
  const { byOutcome, files } = tallyOf(plan);
  if (!written && files > 0) {
    const safe = sitesOf(plan).filter(
      ({ outcome, level }) => outcome === 'migrated' && level === 'safe',
    ).length;
    const isMixed = safe > 0 && safe < byOutcome.migrated;
    const all = `Next: ${safe === byOutcome.migrated ? commands.writeSafe : commands.write}`;
    return isMixed
      ? [
          `${all}  (all ${byOutcome.migrated})`,
          `  or: ${commands.writeSafe}  (the ${safe} that are proven safe)`,
        ]
      : [all];
  }
  if (byOutcome['above-level'] > 0) return [`Next: ${commands.review}`];
  if (written && files > 0) return [`Next: review the changes with git diff; ${commands.undo} reverts them`];
  const [first] = sitesOf(plan);
  return first === undefined ? [] : [`Next: npx edge-sunset explain ${first.found.row.entry}`];
}
