/**
 * The units of a plan: what a person or an agent has to migrate together, and what is checked together afterwards.
 *
 * Clusters of the plan stay whole. What no codemod rewrites is judged site by site there, so it is tied here: sites
 * of one entry in one file, sites in files that reach each other where calls hand ids on, a site inside the call or
 * resource of another, and what a test expects with the calls that it covers.
 */
import type { Codemod, PlannedSite, RootPlan } from '../migrate/index.js';
import { Groups, MigratedPackages } from '../migrate/index.js';
import type { Program } from '../read/index.js';
import { literally } from '../value/index.js';
import { PackageFolders } from './package-folders.js';

export interface Unit {
  /** The first 8 hex digits of the fingerprint of its first site: the id that a marker carries. */
  readonly id: string;
  /** Ids of entries of the catalogue, in the order of the sites. */
  readonly entries: readonly string[];
  /** In the order of the report. */
  readonly sites: readonly PlannedSite[];
  /** Files with a site, relative to the root. */
  readonly files: readonly string[];
  /** The folder of the nearest manifest above its first file, relative to the root; `''` for the root. */
  readonly package: string;
  /** Clusters of the plan that it consists of; none if markers of an earlier run stand at all of its sites. */
  readonly clusters: readonly number[];
}

/** What units are made from. */
export interface Planned {
  readonly plan: RootPlan;
  readonly program: Program;
  readonly codemods: readonly Codemod[];
}

/** A place that a user names. Paths are relative to the root of the plan. */
export type UnitPlace =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'line'; readonly path: string; readonly line: number }
  /** A file, or a folder with all that is in it. */
  | { readonly kind: 'path'; readonly path: string };

/** As many hex digits of a fingerprint as a marker carries. */
export const UNIT_ID_LENGTH = 8;

/** The units of a plan, in the order of their first sites. */
export function unitsOf(planned: Planned): readonly Unit[] {
  const { sites } = planned.plan;
  const groups = new Groups(sites.length);
  const folders = new PackageFolders(planned.program);
  tieClusters(sites, groups);
  tieNested(sites, groups);
  tieOpen(planned, groups);
  tieTests(sites, folders, groups);
  const members = new Map<number, PlannedSite[]>();
  sites.forEach((site, index) => {
    const first = groups.find(index);
    const list = members.get(first);
    if (list === undefined) members.set(first, [site]);
    else list.push(site);
  });
  return [...members.values()].map((list) => unitFrom(list, folders));
}

/**
 * The units at a place. Any id of a site finds its unit. Several are found if the place is a folder, or if the same
 * line is written in several files: their fingerprints are equal.
 */
export function unitsAt(units: readonly Unit[], place: UnitPlace): readonly Unit[] {
  return units.filter(({ sites }) => sites.some((site) => isAt(site, place)));
}

/** The one unit at a place; null if there is none, or more than one. */
export function unitAt(units: readonly Unit[], place: UnitPlace): Unit | null {
  const [unit, other] = unitsAt(units, place);
  return unit !== undefined && other === undefined ? unit : null;
}

function isAt({ found: { row, finding } }: PlannedSite, place: UnitPlace): boolean {
  if (place.kind === 'id') return place.id.length >= UNIT_ID_LENGTH && row.fingerprint.startsWith(place.id);
  const { file } = finding.at;
  if (place.kind === 'line')
    return file === place.path && row.line <= place.line && place.line <= row.endLine;
  return place.path === '' || file === place.path || file.startsWith(`${place.path}/`);
}

function unitFrom(sites: readonly PlannedSite[], folders: PackageFolders): Unit {
  const files = [...new Set(sites.map(({ found }) => found.finding.at.file))];
  return {
    id: sites[0]?.found.row.fingerprint.slice(0, UNIT_ID_LENGTH) ?? '',
    entries: [...new Set(sites.map(({ found }) => found.finding.entry))],
    sites,
    files,
    package: folders.of(files[0] ?? ''),
    clusters: [...new Set(sites.flatMap(({ cluster }) => cluster ?? []))],
  };
}

function tieClusters(sites: readonly PlannedSite[], groups: Groups): void {
  const ties = new Ties(groups);
  sites.forEach(({ cluster }, index) => {
    if (cluster !== null) ties.tie(String(cluster), index);
  });
}

/** A field or an expression inside a call or resource that is retired itself. */
function tieNested(sites: readonly PlannedSite[], groups: Groups): void {
  const byFile = new Map<string, number[]>();
  sites.forEach(({ found }, index) => {
    const { file } = found.finding.at;
    byFile.set(file, [...(byFile.get(file) ?? []), index]);
  });
  sites.forEach(({ found: { finding } }, index) => {
    if (!HOLDERS.has(finding.kind)) return;
    for (const { site, kind } of finding.usages) {
      if (kind === 'expression') continue;
      for (const other of byFile.get(site.file) ?? []) {
        const at = sites[other]?.found.finding.at;
        if (at !== undefined && site.start <= at.start && at.end <= site.end) groups.join(index, other);
      }
    }
  });
}

const HOLDERS: ReadonlySet<string> = new Set(['endpoint', 'sdk', 'resource']);

/** What no codemod rewrites. */
function isOpen({ strategy }: PlannedSite): boolean {
  return strategy === 'marker';
}

/** Sites of one entry in a file; where calls hand ids on, in all files that reach each other. */
function tieOpen({ plan: { sites }, program, codemods }: Planned, groups: Groups): void {
  const handIds = new Set(codemods.flatMap(({ ties, entries }) => (ties === 'ids' ? entries : [])));
  const packages = new MigratedPackages(program);
  const ties = new Ties(groups);
  sites.forEach((site, index) => {
    if (!isOpen(site)) return;
    const { entry, at, usages } = site.found.finding;
    ties.tie(`${entry}\0${at.file}`, index);
    if (!handIds.has(entry)) return;
    // The call may stand in another file than the text that is reported.
    const files = new Set([
      at.file,
      ...usages.flatMap((usage) => [usage.site.file, usage.sender?.at.file ?? at.file]),
    ]);
    for (const file of files)
      for (const reached of reachedFrom(file, program, packages)) ties.tie(`${entry}\0${reached}`, index);
  });
}

/** A file with what imports it; a folder, where a language imports folders. */
export function reachedFrom(path: string, program: Program, packages: MigratedPackages): Iterable<string> {
  const file = program.file(path);
  if (file === null) return [path];
  if (FOLDER_IS_MODULE.has(file.language)) return [`${parentOf(path)}/`];
  const importers = packages.reaching(path) ?? [`${packages.folderOf(path)}/`];
  return new Set([path, ...importers, ...importersBeside(path, file.language, program)]);
}

const FOLDER_IS_MODULE: ReadonlySet<string> = new Set(['terraform', 'go', 'java', 'kotlin', 'csharp']);

/** In languages whose imports no reader resolves: files of the folder that name the module in an import. */
function importersBeside(path: string, language: string, program: Program): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  if (stem === '') return [];
  const isImport = new RegExp(
    `^[ \\t]*(?:import|from|require\\w*|include\\w*|source|use|mod|\\.)\\b[^\\n]*\\b${literally(stem)}\\b`,
    'm',
  );
  return (program.siblings?.(path) ?? []).filter((beside) => {
    const file = beside === path ? null : program.file(beside);
    return file !== null && file.language === language && isImport.test(file.text);
  });
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A test of an entry is changed with the calls of its package, if these are one unit. */
function tieTests(sites: readonly PlannedSite[], folders: PackageFolders, groups: Groups): void {
  const calls = new Map<string, Set<number>>();
  const keyOf = ({ found: { finding } }: PlannedSite) => `${finding.entry}\0${folders.of(finding.at.file)}`;
  const isTest = ({ found }: PlannedSite) => found.finding.context === 'test';
  sites.forEach((site, index) => {
    if (isTest(site)) return;
    const key = keyOf(site);
    calls.set(key, (calls.get(key) ?? new Set()).add(groups.find(index)));
  });
  sites.forEach((site, index) => {
    if (!isTest(site)) return;
    const [only, other] = calls.get(keyOf(site)) ?? [];
    if (only !== undefined && other === undefined) groups.join(only, index);
  });
}

/** Ties sites that share a key. */
class Ties {
  readonly #first = new Map<string, number>();
  readonly #groups: Groups;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  tie(key: string, index: number): void {
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, index);
    else this.#groups.join(first, index);
  }
}
