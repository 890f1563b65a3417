/** Which helper file each package gets, and which clusters cannot have one. */
import type { Script } from '../../analysis/edits/index.js';
import { isSealed, isSealedAlike } from '../../scan/index.js';
import type { Codemod, Helper, ModuleSystem } from '../model.js';
import { inside, type Packages } from '../packages.js';
import type { Cluster, HelperUse, Judged, SkippedFile } from '../plan.js';
import type { Sources } from '../sites.js';
import {
  commonFolder,
  existingHelper,
  type Flavour,
  featuresHeld,
  flavourFor,
  helperText,
  namesOffered,
} from './helper-file.js';
import { moduleSystemOf } from './module-system.js';
import { styleOf } from './style.js';

export interface HelperFile {
  readonly codemod: Codemod;
  readonly helper: Helper;
  readonly path: string;
  readonly before: string | null;
  /** Equal to `before` where it stays as it is. */
  readonly after: string;
  readonly importers: ReadonlyMap<string, Importer>;
}

/** A file that is to import a helper. */
export interface Importer {
  readonly path: string;
  readonly script: Script;
  readonly system: ModuleSystem;
  readonly isTyped: boolean;
}

export interface HelperPlan {
  readonly files: readonly HelperFile[];
  /** Why a cluster cannot be migrated through its helper. */
  readonly refused: ReadonlyMap<number, string>;
  readonly skipped: readonly SkippedFile[];
}

interface Need {
  readonly codemod: Codemod;
  readonly helper: Helper;
  readonly uses: { readonly use: HelperUse; readonly cluster: number; readonly asks: Judged['asks'] }[];
}

export function planHelpers(
  clusters: readonly Cluster[],
  sources: Sources,
  packages: Packages,
  scriptsNear: (path: string) => readonly string[],
): HelperPlan {
  const refused = new Map<number, string>();
  const skipped: SkippedFile[] = [];
  const files: HelperFile[] = [];
  for (const [key, { codemod, helper, uses }] of needsOf(clusters, packages)) {
    const [folder = ''] = key.split('\0');
    const importers = new Map<string, Importer>();
    for (const { use, cluster } of uses) {
      const importer = importers.get(use.file) ?? importerAt(use.file, sources, packages);
      if (importer === null)
        refused.set(cluster, `${use.file} cannot import a module, so it cannot use the helper`);
      else importers.set(use.file, importer);
    }
    const [first] = importers.values();
    if (first === undefined) continue;
    const list = [...importers.values()];
    const there = existingHelper(
      helper,
      scriptsNear(first.path).filter((path) => packages.folderOf(path) === folder),
    );
    const flavour =
      there === null ? flavourFor(list, packages.manifestOf(first.path).type) : flavourAt(there, list);
    if (flavour.text !== 'typescript' && helper.plain === undefined) {
      for (const { cluster } of uses)
        refused.set(cluster, 'the helper of this migration exists in TypeScript only');
      continue;
    }
    const path =
      there ?? inside(commonFolder(list.map((one) => one.path)), `${helper.name}.${flavour.extension}`);
    const before = sources.file(path)?.text ?? null;
    const around = sources.file(first.path)?.text ?? '';
    // What other files use of it is kept.
    const offered = namesOffered(before ?? '');
    const names = [...new Set([...uses.map(({ use }) => use.name), ...offered])].sort();
    const held = before === null ? [] : featuresHeld(before);
    const features = everyFeature([held, ...uses.map(({ asks }) => asks)]);
    const text = helperText(codemod, helper, flavour, styleOf(around, first.script), { names, features });
    const isOurs = before === null || isSealed(before);
    // A formatter has had its way with it.
    const stays = before !== null && (!isOurs || isSealedAlike(before, text));
    const after = stays ? before : text;
    if (!isOurs) {
      for (const { use, cluster, asks } of uses) {
        const [lacking] = [
          ...(offered.includes(use.name) ? [] : [`does not offer ${use.name}`]),
          ...(held === null || asks?.every((one) => held.includes(one))
            ? []
            : ['was written for fewer calls']),
        ];
        if (lacking !== undefined && !refused.has(cluster))
          refused.set(cluster, `${path} was edited and ${lacking}; move it away to have it written anew`);
      }
      skipped.push({
        path,
        reason: 'edited-helper',
        detail: 'it was edited since it was brought in, so it stays',
      });
    }
    files.push({ codemod, helper, path, before, after, importers });
  }
  return { files, refused, skipped };
}

/** Null, which is everything, if one of them is. */
function everyFeature(all: readonly Judged['asks'][]): Judged['asks'] {
  if (all.includes(null)) return null;
  return [...new Set(all.flatMap((features) => features ?? []))].sort();
}

function needsOf(clusters: readonly Cluster[], packages: Packages): ReadonlyMap<string, Need> {
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

function importerAt(path: string, sources: Sources, packages: Packages): Importer | null {
  const [script] = sources.scripts(path);
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (script === undefined || extension === 'html' || extension === 'htm') return null;
  const text = sources.file(path)?.text ?? '';
  if (isClassicScript(script)) return null;
  const isTyped = /^[cm]?tsx?$/.test(extension) || /<script\b[^>]*\blang=["']?tsx?\b/i.test(text);
  return { path, script, isTyped, system: moduleSystemOf(path, script, packages.manifestOf(path)) };
}

/** A script of a page or a worker, which nobody bundles: there is neither `import` nor `require`. */
function isClassicScript({ text, program }: Script): boolean {
  const imports = program.body.some(({ type }) => /^(?:Import|Export|TSImport|TSExport)/.test(type));
  if (imports || /\brequire\s*\(|\b(?:module\.)?exports\b/.test(text)) return false;
  return /^\s*(?:self\.|window\.|document\.)?addEventListener\s*\(|\b(?:document|window)\./m.test(text);
}

/** A file that is there keeps its kind. */
function flavourAt(path: string, importers: readonly Importer[]): Flavour {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (/ts$/.test(extension)) return { extension, text: 'typescript' };
  if (extension === 'mjs') return { extension, text: 'esm' };
  if (extension === 'cjs') return { extension, text: 'commonjs' };
  return { extension, text: importers.some(({ system }) => system === 'esm') ? 'esm' : 'commonjs' };
}
