/** What the user may do at a place: rewrites that a migration would write, and suppressions. */
import { join } from 'node:path';
import type { PlannedFile, PlannedSite } from '../../migrate/index.js';
import type { FileChange, Offer } from '../messages.js';
import { type Encoding, Positions } from '../positions.js';
import type { FolderAnalysis } from './folder.js';
import { foundIn } from './problems.js';
import { suppressionOf } from './suppression.js';

/** A stretch of a file of the folder. */
export interface Stretch {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

const NONE: ReadonlySet<number> = new Set();

export async function offersAt(
  analysis: FolderAnalysis,
  stretch: Stretch,
  today: string,
  encoding: Encoding,
): Promise<readonly Offer[]> {
  const { path } = stretch;
  const here = foundIn(analysis, path).filter(({ finding }) => overlaps(finding.at, stretch));
  if (here.length === 0) return [];
  const rewrites = await rewritesOf(analysis, encoding, (site) =>
    overlaps(site.found.finding.at, stretch, path),
  );
  const suppressions: Offer[] = [];
  for (const found of here) {
    const insertion = await suppressionOf(analysis, found, today);
    if (insertion === null) continue;
    const { at, text } = insertion;
    const positions = new Positions(analysis.textOf(path) ?? '', encoding);
    suppressions.push({
      title: `Suppress ${found.row.entry} here until a date`,
      kind: 'suppress',
      review: null,
      changes: [
        {
          path: join(analysis.folder, path),
          isNew: false,
          edits: [{ range: positions.range(at, at), text }],
        },
      ],
    });
  }
  return [...rewrites, ...suppressions];
}

function overlaps(
  at: { file: string; start: number; end: number },
  stretch: Stretch,
  path = at.file,
): boolean {
  return at.file === path && path === stretch.path && at.start <= stretch.end && stretch.start <= at.end;
}

/** The rewrites of all clusters with a wanted site, each whole: calls that hand ids to each other go together. */
async function rewritesOf(
  analysis: FolderAnalysis,
  encoding: Encoding,
  isWanted: (site: PlannedSite) => boolean,
): Promise<readonly Offer[]> {
  const { plan, filesWith } = await analysis.migration();
  const clusters = new Set(plan.sites.filter(isWanted).flatMap(({ cluster }) => cluster ?? []));
  return [...clusters].flatMap((cluster) => {
    const sites = plan.sites.filter((site) => site.cluster === cluster && site.outcome === 'migrated');
    const files = filesWith(new Set([cluster]), NONE);
    if (sites.length === 0 || files.length === 0) return [];
    const isSafe = sites.every(({ level }) => level === 'safe');
    return [
      {
        title: titleOf(sites, files, isSafe),
        kind: 'rewrite' as const,
        review: isSafe ? null : reviewOf(sites),
        changes: files.map((file) => changeOf(analysis, file, encoding)),
      },
    ];
  });
}

/** All that a migration would write in the folder, as one change. */
export async function previewOf(analysis: FolderAnalysis, encoding: Encoding): Promise<Offer | null> {
  const { plan, filesWith } = await analysis.migration();
  const sites = plan.sites.filter(({ outcome }) => outcome === 'migrated');
  const files = filesWith(new Set(sites.flatMap(({ cluster }) => cluster ?? [])), NONE);
  if (files.length === 0) return null;
  return {
    title: titleOf(
      sites,
      files,
      sites.every(({ level }) => level === 'safe'),
    ),
    kind: 'rewrite',
    review: reviewOf(sites),
    changes: files.map((file) => changeOf(analysis, file, encoding)),
  };
}

/** All that can be rewritten safely in one file and touches no other one. */
export async function fixAllOf(
  analysis: FolderAnalysis,
  path: string,
  encoding: Encoding,
): Promise<Offer | null> {
  const { plan, filesWith } = await analysis.migration();
  const own = new Set(
    plan.sites.flatMap((site) => (site.found.finding.at.file === path ? (site.cluster ?? []) : [])),
  );
  const safe = [...own].filter((cluster) => {
    const sites = plan.sites.filter((site) => site.cluster === cluster);
    return (
      sites.every(({ level, outcome }) => level === 'safe' && outcome === 'migrated') &&
      filesWith(new Set([cluster]), NONE).every((file) => file.path === path)
    );
  });
  const files = filesWith(new Set(safe), NONE);
  if (files.length === 0) return null;
  return {
    title: 'Rewrite all calls of retired APIs in this file that are safe to rewrite',
    kind: 'fix-all',
    review: null,
    changes: files.map((file) => changeOf(analysis, file, encoding)),
  };
}

function titleOf(sites: readonly PlannedSite[], files: readonly PlannedFile[], isSafe: boolean): string {
  const entries = [...new Set(sites.map(({ found }) => found.row.entry))].join(', ');
  const calls = sites.length === 1 ? 'this call' : `these ${sites.length} calls`;
  const where = files.length === 1 ? '' : ` in ${files.length} files`;
  return `${isSafe ? 'Rewrite' : 'Rewrite, to be reviewed:'} ${calls}${where} (${entries})`;
}

/** What will behave differently, and what the rewrite assumes. */
function reviewOf(sites: readonly PlannedSite[]): string {
  const sentences = sites.flatMap(({ reason, differences, evidence }) => [
    ...(evidence.says === null ? [] : [evidence.says]),
    ...(differences.length === 0 ? [reason] : differences.map(({ what }) => what)),
  ]);
  return [...new Set(sentences)].map((sentence) => `${sentence.replace(/\.$/, '')}.`).join(' ');
}

function changeOf(analysis: FolderAnalysis, file: PlannedFile, encoding: Encoding): FileChange {
  const path = join(analysis.folder, file.path);
  const before = file.before ?? '';
  const positions = new Positions(before, encoding);
  const whole = [{ start: 0, end: before.length, text: file.after }];
  const edits = file.edits.length === 0 ? whole : file.edits;
  return {
    path,
    isNew: file.before === null,
    edits: edits.map(({ start, end, text }) => ({ range: positions.range(start, end), text })),
  };
}
