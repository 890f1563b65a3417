/**
 * Ties sites into clusters.
 *
 * Where answers carry ids that other calls need, a migrated call beside an unmigrated one is worse than none: so
 * sites of such a codemod that can reach each other are one cluster. Everywhere else a site is tied only to those
 * that need the very same stretch of text. Where a site must be done by a person, so must all that may get its ids, or
 * give it theirs, except for what is declared independent.
 */

import { Groups } from './groups.js';
import { dependentGroups } from './id-ties.js';
import { stepsAt } from './judge/default.js';
import { type FileEdit, LEVEL_RANK, type Level } from './model.js';
import { withOldIds } from './old-ids.js';
import type { MigratedPackages } from './packages.js';
import type { Cluster, JudgedSite } from './plan.js';
import type { Sources } from './sites.js';

export function clustersOf(
  judged: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly Cluster[] {
  const groups = new Groups(judged.length);
  tieByIds(judged, packages, groups);
  tieByText(judged, groups);
  const members = new Map<number, JudgedSite[]>();
  judged.forEach((one, index) => {
    const root = groups.find(index);
    const list = members.get(root);
    if (list === undefined) members.set(root, [one]);
    else list.push(one);
  });
  return [...members.values()].map((list, index) => {
    const settled = withOldIds(standTogether(list, packages, sources), packages, sources);
    return { id: index + 1, members: settled, level: levelOf(settled) };
  });
}

/** The same cluster as work for a person. */
export function asMarkers(cluster: Cluster, reason: string): Cluster {
  const members = cluster.members.map((one) => marked(one, reason));
  return { ...cluster, members, level: levelOf(members) };
}

/** What a test expects is listed with the calls that it covers, and holds none of them up. */
function isTiedByIds({ codemod, verdict, site }: JudgedSite): boolean {
  return codemod?.ties === 'ids' && verdict.independent !== true && site.finding.context !== 'test';
}

/** Sites are tied that share a sender, and all of a package that some file of it reaches together. */
function tieByIds(judged: readonly JudgedSite[], packages: MigratedPackages, groups: Groups): void {
  const firstBy = new Map<string, number>();
  const files = new Map<string, number>();
  const tie = (key: string, index: number) => {
    const first = firstBy.get(key);
    if (first === undefined) firstBy.set(key, index);
    else groups.join(first, index);
  };
  judged.forEach((one, index) => {
    if (!isTiedByIds(one)) return;
    const codemod = one.codemod?.id ?? '';
    for (const sender of one.site.finding.usages.flatMap(senderKeys)) tie(`${codemod}\0${sender}`, index);
    const file = `${codemod}\0${one.site.file.path}`;
    tie(file, index);
    if (!files.has(file)) files.set(file, index);
  });
  const crowded = new Set<string>();
  const inPackages = [...files].map(([file, index]) => {
    const [codemod = '', path = ''] = file.split('\0');
    const inPackage = `${codemod}\0${packages.folderOf(path)}\0`;
    const reached = packages.reaching(path);
    if (reached === null) crowded.add(inPackage);
    return { index, inPackage, reached };
  });
  for (const { index, inPackage, reached } of inPackages) {
    // Where the importers of one file are too many to follow, all files of the package count as connected.
    if (crowded.has(inPackage)) tie(inPackage, index);
    else for (const path of reached ?? []) tie(`${inPackage}${path}`, index);
  }
}

function senderKeys({ sender }: JudgedSite['site']['finding']['usages'][number]): string[] {
  return sender === undefined ? [] : [`${sender.at.file}:${sender.at.start}:${sender.at.end}`];
}

function tieByText(judged: readonly JudgedSite[], groups: Groups): void {
  const edits = judged
    .flatMap((one, index) => editsOf(one).map((edit) => ({ edit, index, key: keyOf(one) })))
    .sort((a, b) => compare(a.edit.file, b.edit.file) || a.edit.start - b.edit.start);
  edits.forEach((a, position) => {
    for (let next = position + 1; next < edits.length; next++) {
      const b = edits[next];
      if (b === undefined || b.edit.file !== a.edit.file || b.edit.start > a.edit.end) break;
      if (a.key === b.key && touch(a.edit, b.edit)) groups.join(a.index, b.index);
    }
  });
}

/** Sites of one codemod share their text; without a codemod, those of one entry. */
function keyOf({ codemod, site }: JudgedSite): string {
  return codemod?.id ?? site.entry.id;
}

function editsOf({ verdict }: JudgedSite): readonly FileEdit[] {
  return verdict.strategy === 'marker' ? [] : verdict.edits;
}

function touch(a: FileEdit, b: FileEdit): boolean {
  return (a.start === b.start && a.end === b.end) || (a.start < b.end && b.start < a.end);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function standTogether(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly JudgedSite[] {
  const tied = members.filter(isTiedByIds);
  if (!tied.some(isCause) || tied.every(isCause)) return members;
  const causes = new Map<JudgedSite, JudgedSite>();
  for (const group of dependentGroups(tied, packages, sources)) {
    const cause = group.find(isCause);
    if (cause !== undefined) for (const one of group) causes.set(one, cause);
  }
  return members.map((one) => {
    const cause = causes.get(one);
    if (cause === undefined) return one;
    const { path, line } = cause.found.row;
    return marked(
      one,
      `its ids are used in ${path}:${line}, which needs manual work: ${cause.verdict.reason}`,
    );
  });
}

function isCause(one: JudgedSite): boolean {
  return isTiedByIds(one) && one.verdict.strategy === 'marker';
}

function marked(one: JudgedSite, reason: string): JudgedSite {
  if (one.verdict.strategy === 'marker') return one;
  return {
    ...one,
    helper: [],
    verdict: { strategy: 'marker', reason, steps: stepsAt(one.site, one.codemod) },
  };
}

/** Sites that stay for a person do not raise the level of what is done beside them. */
function levelOf(members: readonly JudgedSite[]): Level {
  const levels = members.flatMap(({ verdict }) => (verdict.strategy === 'marker' ? [] : [verdict.level]));
  return levels.reduce<Level>(
    (highest, level) => (LEVEL_RANK[level] > LEVEL_RANK[highest] ? level : highest),
    levels.length === 0 ? 'manual' : 'safe',
  );
}
