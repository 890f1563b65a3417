/** The plan for a person at a terminal: file by file, each site with its verdict, then the diff; then the sum. */

import { languageOf } from '../../read/index.js';
import { isCode, linesInside, maskSource, type Paint, plainLines, visible } from '../../report/index.js';
import type { MigrationPlan, Outcome, PlannedFile, PlannedSite, RootPlan } from '../plan.js';
import { testText } from '../tests-of-calls.js';
import { type DiffLine, hunksOf, linesOf } from './diff.js';
import { type NextCommands, summaryText } from './summary.js';
import { assumptionOf } from './tally.js';

export interface TextContext {
  readonly paint: Paint;
  readonly written: boolean;
  readonly commands: NextCommands;
  /** Whether lines are shown as they are: what only the owner's own terminal shows needs no masking. */
  readonly isPrivate: boolean;
}

export function* textOf(plan: MigrationPlan, context: TextContext): Iterable<string> {
  const told = new Set<string>();
  for (const root of plan.roots) for (const piece of rootText(root, told, context)) yield plainLines(piece);
  yield plainLines(summaryText(plan, context));
}

function* rootText(root: RootPlan, told: Set<string>, { paint, isPrivate }: TextContext): Iterable<string> {
  const files = new Map(root.files.map((file) => [root.shown(file.path), file]));
  const masked = isPrivate ? null : new Map<string, string>();
  const sitesByPath = new Map<string, PlannedSite[]>();
  for (const site of root.sites) {
    const { path } = site.found.row;
    const sites = sitesByPath.get(path);
    if (sites === undefined) sitesByPath.set(path, [site]);
    else sites.push(site);
  }
  for (const path of [...new Set([...sitesByPath.keys(), ...files.keys()])].sort()) {
    const file = files.get(path);
    const sites = sitesByPath.get(path) ?? [];
    const created = file?.before === null ? paint.dim(' (new)') : '';
    yield `${paint.underline(visible(path))}${created}\n`;
    yield sites.map((site) => siteText(site, told, paint)).join('');
    if (file !== undefined) yield `${diffText(file, paint, masked)}\n`;
    else yield '\n';
  }
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  migrated: '',
  marked: 'manual',
  listed: 'manual, no marker',
  settled: 'kept',
  'needs-evidence': 'needs evidence',
  'above-level': 'needs --level review',
  declined: 'declined',
  refused: 'rejected by a gate',
  'not-written': 'not written',
  'marked-before': 'manual, already marked',
};

/** What differs is explained once, and named wherever it applies. */
function siteText(site: PlannedSite, told: Set<string>, paint: Paint): string {
  const { row } = site.found;
  const place = paint.dim(`${row.line}:${row.column}`);
  const how = site.outcome === 'migrated' ? labelOf(site, paint) : paint.yellow(OUTCOMES[site.outcome]);
  const also = site.outcome === 'migrated' || site.strategy === 'marker' ? '' : ` (${labelOf(site, paint)})`;
  const lines = [`  ${place}  ${paint.bold(row.entry)}  ${how}${also}  ${visible(row.subject)}`];
  lines.push(`      ${visible(site.reason)}`);
  if (site.because !== null && site.because !== site.reason)
    lines.push(`      ${paint.yellow(visible(site.because))}`);
  const assumption = assumptionOf(site);
  if (assumption !== null) lines.push(`      ${paint.yellow(visible(assumption))}`);
  for (const { name, what } of site.differences) {
    const isKnown = told.has(`${name}\0${what}`);
    told.add(`${name}\0${what}`);
    lines.push(`      ${paint.cyan('differs')} ${name}${isKnown ? ', as above' : `: ${visible(what)}`}`);
  }
  if (site.tests.length > 0) {
    const shown = site.tests.slice(0, SHOWN_TESTS).map((place) => visible(testText(place)));
    const rest = site.tests.length - shown.length;
    const more = rest > 0 ? ` and ${rest} more` : '';
    lines.push(`      ${paint.cyan('tests')} that answer this call: ${shown.join(', ')}${more}`);
  }
  return `${lines.join('\n')}\n`;
}

const SHOWN_TESTS = 5;

function labelOf({ strategy, level }: PlannedSite, paint: Paint): string {
  const text = `${strategy}, ${level}`;
  return level === 'safe' ? paint.green(text) : paint.cyan(text);
}

/** `masked` keeps masked lines from file to file; null shows lines as they are. */
export function diffText(file: PlannedFile, paint: Paint, masked: Map<string, string> | null): string {
  const quoted = masked === null ? (line: string) => line : quoter(file, masked);
  return hunksOf(file.before ?? '', file.after, file.edits)
    .map((hunk) => {
      const head = paint.cyan(
        `  @@ -${hunk.oldStart},${hunk.oldCount} +${hunk.newStart},${hunk.newCount} @@`,
      );
      const numbers = { old: hunk.oldStart, new: hunk.newStart };
      const lines = hunk.lines.map(({ kind, text }) => {
        const number = kind === 'added' ? numbers.new : numbers.old;
        if (kind !== 'added') numbers.old++;
        if (kind !== 'removed') numbers.new++;
        const shown = visible(
          quoted(text.replace(/(?<![\r\n])[\r\n]+$/, ''), kind, number).replaceAll('\t', '  '),
        );
        if (kind === 'added') return paint.green(`  +${shown}`);
        return kind === 'removed' ? paint.red(`  -${shown}`) : `   ${shown}`.trimEnd();
      });
      return `${[head, ...lines].join('\n')}\n`;
    })
    .join('');
}

/** Lines of a file before and after, as a report may quote them; equal lines are masked once. */
function quoter({ path, before, after }: PlannedFile, masked: Map<string, string>) {
  const text = before ?? after;
  const language = languageOf(path, text.slice(0, FIRST_LINE));
  const isCodeFile = isCode(language);
  const old = linesInside(linesOf(before ?? ''), language);
  const added = linesInside(linesOf(after), language);
  return (line: string, kind: DiffLine['kind'], number: number) => {
    const inside = (kind === 'added' ? added : old).get(number);
    const key = `${inside ?? ''} ${language} ${line}`;
    const known = masked.get(key);
    if (known !== undefined) return known;
    const shown = maskSource(line, { isCode: isCodeFile, inside });
    if (masked.size >= MOST_MASKED) masked.clear();
    masked.set(key, shown);
    return shown;
  };
}

/** Lines that are remembered: migrations write the same functions into many programs. */
const MOST_MASKED = 10_000;

const FIRST_LINE = 200;
