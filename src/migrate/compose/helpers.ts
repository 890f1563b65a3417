/** Which new module each package gets, and which clusters cannot have one. */
import type { Script } from '../../analysis/edits/index.js';
import type { SourceFile } from '../../read/index.js';
import { namesTaken } from '../judge/names.js';
import type { Codemod, Helper, HelperWanted, ModuleSystem, SharedModule } from '../model.js';
import { inside, type MigratedPackages } from '../packages.js';
import type { Cluster, HelperUse } from '../plan.js';
import type { Sources } from '../sites.js';
import { commonFolder, flavourFor, moduleName, nameBeside } from './helper-file.js';
import { joinedHelpers } from './joined-helpers.js';
import { moduleSystemOf } from './module-system.js';
import { inStyle, styleOf, widthOf } from './style.js';

export interface HelperFile {
  readonly codemods: readonly Codemod[];
  readonly path: string;
  readonly after: string;
  readonly importers: ReadonlyMap<string, Importer>;
  /** How the functions of a shared module are called instead. */
  readonly calls: SharedModule['calls'];
}

/** A file that is to import a new module. Its tree is not kept: those of all files would fill the memory. */
export interface Importer {
  readonly path: string;
  readonly system: ModuleSystem;
  readonly isTyped: boolean;
}

export interface HelperPlan {
  readonly files: readonly HelperFile[];
  /** Why a cluster cannot have its new module. */
  readonly refused: ReadonlyMap<number, string>;
}

interface Need {
  readonly codemod: Codemod;
  readonly helper: Helper;
  readonly uses: { readonly use: HelperUse; readonly cluster: number; readonly asks: readonly string[] }[];
}

export function planHelpers(
  clusters: readonly Cluster[],
  sources: Sources,
  packages: MigratedPackages,
): HelperPlan {
  const refused = new Map<number, string>();
  const files = new Map<string, HelperFile>();
  for (const needs of groupsOf(needsOf(clusters, packages)).flatMap((group) =>
    byConvention(group, refused),
  )) {
    const together = needs.length > 1 ? fileFor(needs, sources, packages, files, new Map()) : null;
    const alone = together === null ? needs.map((need) => [need]) : [];
    for (const file of [together, ...alone.map((one) => fileFor(one, sources, packages, files, refused))])
      if (file !== null) files.set(file.path, file);
  }
  const isFree = (path: string) => sources.file(path) === null && !files.has(path);
  return { files: joinedHelpers([...files.values()], isFree), refused };
}

const SEVERAL_WAYS = 'the file sends its requests in several ways, and one function cannot use all of them';

/** Files that send their requests in different ways get modules of their own: functions serve one way. */
function byConvention(all: readonly Need[], refused: Map<number, string>): readonly (readonly Need[])[] {
  const parts: { readonly files: Set<string>; needs: readonly Need[] }[] = [];
  const needs = all.map((need) => need);
  for (const file of new Set(needs.flatMap(({ uses }) => uses.map(({ use }) => use.file)))) {
    for (const cluster of apartIn(usedIn(needs, new Set([file])))) {
      refused.set(cluster, SEVERAL_WAYS);
      for (const [index, need] of needs.entries())
        needs[index] = { ...need, uses: need.uses.filter((use) => use.cluster !== cluster) };
    }
    const part = parts.find(({ files }) => isPossible(usedIn(needs, new Set([...files, file]))));
    if (part === undefined) parts.push({ files: new Set([file]), needs: usedIn(needs, new Set([file])) });
    else part.needs = usedIn(needs, part.files.add(file));
  }
  return parts.map((part) => part.needs);
}

/** The clusters of a file whose way of sending is not that of the ones before them. */
function apartIn(needs: readonly Need[]): readonly number[] {
  if (isPossible(needs)) return [];
  const together = new Set<number>();
  const apart: number[] = [];
  for (const cluster of new Set(needs.flatMap(({ uses }) => uses.map((use) => use.cluster)))) {
    const tried = new Set([...together, cluster]);
    const own = needs.map((need) => ({ ...need, uses: need.uses.filter((use) => tried.has(use.cluster)) }));
    if (isPossible(own.filter(({ uses }) => uses.length > 0))) together.add(cluster);
    else apart.push(cluster);
  }
  return apart;
}

function usedIn(needs: readonly Need[], files: ReadonlySet<string>): readonly Need[] {
  const own = needs.map((need) => ({ ...need, uses: need.uses.filter(({ use }) => files.has(use.file)) }));
  return own.filter(({ uses }) => uses.length > 0);
}

function isPossible(needs: readonly Need[]): boolean {
  return needs.every(({ helper, uses }) => helper.text('esm', wantedBy(uses, WIDEST_MODULE)) !== null);
}

/** Needs of one package whose modules may be one. */
function groupsOf(needs: ReadonlyMap<string, Need>): readonly (readonly Need[])[] {
  const groups = new Map<string, Need[]>();
  for (const [key, need] of needs) {
    const [folder = ''] = key.split('\0');
    const shared = need.helper.shared === undefined ? key : `${folder}\0${need.helper.shared.name}`;
    const group = groups.get(shared);
    if (group === undefined) groups.set(shared, [need]);
    else group.push(need);
  }
  return [...groups.values()];
}

/** The module for several needs; null where there can be none, with the reason by cluster. */
function fileFor(
  needs: readonly Need[],
  sources: Sources,
  packages: MigratedPackages,
  others: ReadonlyMap<string, HelperFile>,
  refused: Map<number, string>,
): HelperFile | null {
  const uses = needs.flatMap((need) => need.uses);
  const refuse = (reason: string) => {
    for (const { cluster } of uses) if (!refused.has(cluster)) refused.set(cluster, reason);
    return null;
  };
  const importers = new Map<string, Importer>();
  for (const { use, cluster } of uses) {
    const importer = importers.get(use.file) ?? importerAt(use.file, sources, packages);
    if (importer === null) refused.set(cluster, `${use.file} cannot import a module`);
    else importers.set(use.file, importer);
  }
  const [first] = importers.values();
  const [need] = needs;
  if (first === undefined || need === undefined) return null;
  const list = [...importers.values()];
  const flavour = flavourFor(list, packages.manifestOf(first.path).type);
  const folder = commonFolder(list.map((one) => one.path));
  const shared = needs.length > 1 ? need.helper.shared : undefined;
  const name = shared?.name ?? need.helper.name;
  const pathOf = (module: string) => inside(folder, `${moduleName(module, first.path)}.${flavour.extension}`);
  const usual = pathOf(name);
  const path = others.has(usual) ? pathOf(nameBeside(name, first.path)) : usual;
  if (sources.file(path) !== null || others.has(path))
    return refuse(`${path} exists already: rename it, or change the call manually`);
  const width = Math.min(WIDEST_MODULE, widthOf(list.map((one) => sources.file(one.path)?.text ?? '')));
  const all = needs.map(({ helper, uses: own }) => ({ helper, wanted: wantedBy(own, width) }));
  const shares = shared?.module(flavour.text, all);
  const text =
    shared === undefined ? need.helper.text(flavour.text, wantedBy(need.uses, width)) : shares?.text;
  const calls = shares?.calls ?? new Map();
  const wanted = [...calls.values()].flatMap(({ name: called, first: kind }) => [called, kind]);
  const isTaken = list.some((one) =>
    sources.scripts(one.path).some((script) => wanted.some((taken) => namesTaken(script).has(taken))),
  );
  if (isTaken || text === null || text === undefined) return refuse(SEVERAL_WAYS);
  const style = styleOf(sources.file(first.path)?.text ?? '', sources.scripts(first.path)[0] ?? null);
  const after = `${inStyle(text.trim(), style)}\n`.replaceAll('\n', style.eol);
  return { codemods: needs.map(({ codemod }) => codemod), path, after, importers, calls };
}

/** A new module stays readable, also beside files with lines of any length. */
const WIDEST_MODULE = 150;

function wantedBy(uses: Need['uses'], width: number): HelperWanted {
  const names = [...new Set(uses.map(({ use }) => use.name))].sort();
  const features = [...new Set(uses.flatMap(({ asks }) => asks))].sort();
  return { names, features, width };
}

function needsOf(clusters: readonly Cluster[], packages: MigratedPackages): ReadonlyMap<string, Need> {
  const needs = new Map<string, Need>();
  for (const { id, members } of clusters) {
    for (const { codemod, helper: used, asks } of members) {
      const helper = codemod?.helper;
      if (codemod === null || helper === undefined) continue;
      for (const use of used) {
        const key = `${packages.folderOf(use.file)}\0${codemod.id}`;
        const need = needs.get(key) ?? { codemod, helper, uses: [] };
        need.uses.push({ use, cluster: id, asks });
        needs.set(key, need);
      }
    }
  }
  return needs;
}

const known = new WeakMap<SourceFile, Importer | null>();

/** Null for a file that cannot import a module. Asked for while the tree of the file is at hand, and kept. */
export function importerAt(path: string, sources: Sources, packages: MigratedPackages): Importer | null {
  const file = sources.file(path);
  if (file === null) return null;
  const before = known.get(file);
  if (before !== undefined) return before;
  const importer = importerOf(file, sources, packages);
  known.set(file, importer);
  return importer;
}

function importerOf(
  { path, text }: SourceFile,
  sources: Sources,
  packages: MigratedPackages,
): Importer | null {
  const [script] = sources.scripts(path);
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (script === undefined || extension === 'html' || extension === 'htm') return null;
  if (isClassicScript(script)) return null;
  const isTyped = /^[cm]?tsx?$/.test(extension) || /<script\b[^<>]*\blang=["']?tsx?\b/i.test(text);
  return { path, isTyped, system: moduleSystemOf(path, script, packages.manifestOf(path)) };
}

/** A script of a page or a worker, which nobody bundles: there is neither `import` nor `require`. */
function isClassicScript({ text, program }: Script): boolean {
  const imports = program.body.some(({ type }) => /^(?:Import|Export|TSImport|TSExport)/.test(type));
  if (imports || /\brequire\s*\(|\b(?:module\.)?exports\b/.test(text)) return false;
  return /^[ \t]*(?:self\.|window\.|document\.)?addEventListener\s*\(|\b(?:document|window)\./m.test(text);
}
