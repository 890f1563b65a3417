/** From clusters and markers to the texts of files. Everything is an edit of the original text. */
import type { Edit } from '../../analysis/index.js';
import { Module } from '../../read/javascript/syntax/index.js';
import { literally } from '../../value/index.js';
import { cleanedUpGo } from '../clean-up/go.js';
import { cleanedUp } from '../clean-up/index.js';
import { cleanedUpPython } from '../clean-up/python.js';
import { unreadVariables } from '../clean-up/terraform.js';
import type { MigratedPackages } from '../packages.js';
import type { Cluster, JudgedSite } from '../plan.js';
import type { Sources } from '../sites.js';
import { applied, ordered } from './apply.js';
import { withCarried } from './carried.js';
import { commentsFor } from './comments.js';
import { settle } from './conflicts.js';
import { alignedAround, alignedWithout } from './hcl-runs.js';
import { specifierOf } from './helper-file.js';
import type { HelperFile, Importer } from './helpers.js';
import { type ImportedName, insertImport } from './import-edit.js';
import type { Marker } from './marker-edit.js';
import { lastBelow } from './search.js';
import { withCalls } from './shared-calls.js';
import { styleOf } from './style.js';
import { needsExtension } from './tsconfig.js';

export interface ComposedFile {
  readonly path: string;
  /** Null for a new file. */
  readonly before: string | null;
  readonly after: string;
  readonly edits: readonly Edit[];
  readonly clusters: ReadonlySet<number>;
}

export interface Marked {
  readonly judged: JudgedSite;
  readonly marker: Marker;
}

export interface Composition {
  readonly files: ReadonlyMap<string, ComposedFile>;
  /** Sites for which a comment was written. */
  readonly marked: ReadonlySet<JudgedSite>;
}

export function compose(
  clusters: readonly Cluster[],
  marks: readonly Marked[],
  helpers: readonly HelperFile[],
  sources: Sources,
  packages: MigratedPackages,
  inUse: ReadonlySet<string> = new Set(),
  /** Offsets of what stays, by file. */
  open: ReadonlyMap<string, readonly number[]> = new Map(),
): Composition {
  const byFile = new Map<string, ComposedEdits>();
  const at = (path: string) => {
    const known = byFile.get(path) ?? { edits: [], clusters: new Set<number>() };
    byFile.set(path, known);
    return known;
  };
  const { edits: settled, inners } = settle(clusters, sources);
  const edits = withCarried(settled, inners, (path) => sources.file(path)?.text ?? '');
  for (const { file, cluster, start, end, text } of edits) {
    at(file).edits.push({ start, end, text });
    at(file).clusters.add(cluster);
  }
  const whole: ComposedFile[] = [];
  const uses = new HelperUses(clusters);
  const importsAt = new Map<string, number>();
  for (const helper of helpers) {
    const users = new Set<number>();
    for (const [path, importer] of helper.importers) {
      const { names: used, clusters: ids } = uses.of(helper, path);
      if (used.length === 0) continue;
      const calls = new Map(
        used.flatMap(({ name, local }) => {
          const call = helper.calls.get(name);
          return call === undefined ? [] : [[local, call] as const];
        }),
      );
      const found = at(path);
      found.edits = found.edits.map((edit) => ({ ...edit, text: withCalls(edit.text, calls) }));
      const edit = importEdit(helper, importer, importedNames(used, calls), sources, packages);
      // Two imports at the top of a file stand together.
      const isBefore = importsAt.get(path) === edit.start;
      found.edits.unshift(isBefore ? { ...edit, text: edit.text.replace(/(\r?\n)\s*$/, '$1') } : edit);
      importsAt.set(path, edit.start);
      for (const id of ids) {
        users.add(id);
        found.clusters.add(id);
      }
    }
    if (users.size === 0) continue;
    const { path, after } = helper;
    whole.push({ path, before: null, after, edits: [], clusters: users });
  }
  cleanAll(byFile, at, sources, open);
  const marked = new Set<JudgedSite>();
  const commented = new Map<string, Edit[]>();
  const gone = new Map([...byFile].map(([path, { edits: list }]) => [path, goneBy(list)]));
  const left = marks.filter(({ judged: { site } }) => {
    const isGone = gone.get(site.file.path);
    return isGone?.(site.finding.at.start) !== true;
  });
  for (const { site, edit, judged } of commentsFor(left, inUse, sources)) {
    const { edits: others } = at(site.file.path);
    // Of two that would take the place of one old marker, the second is a line of its own.
    const isTaken =
      edit.end > edit.start && others.some(({ start, end }) => start === edit.start && end > start);
    const comment = isTaken ? { ...edit, start: edit.end } : edit;
    others.push(comment);
    const own = commented.get(site.file.path);
    if (own === undefined) commented.set(site.file.path, [comment]);
    else own.push(comment);
    for (const one of judged) marked.add(one);
  }
  const files = new Map<string, ComposedFile>();
  for (const [path, { edits: list, clusters: ids }] of byFile) {
    const file = sources.file(path);
    if (file === null || list.length === 0) continue;
    const before = file.text;
    const comments = file.language === 'terraform' ? (commented.get(path) ?? []) : [];
    const placed = ordered(alignedAround(before, list, comments));
    files.set(path, { path, before, after: applied(before, placed), edits: placed, clusters: ids });
  }
  for (const file of whole) files.set(file.path, file);
  return { files, marked };
}

interface ComposedEdits {
  edits: Edit[];
  readonly clusters: Set<number>;
}

/** What the edits leave behind goes, also in files that have none yet. */
function cleanAll(
  byFile: ReadonlyMap<string, ComposedEdits>,
  at: (path: string) => ComposedEdits,
  sources: Sources,
  open: ReadonlyMap<string, readonly number[]>,
): void {
  for (const [path, found] of byFile) found.edits = cleaned(path, found.edits, sources, open);
  withoutUnreadVariables(byFile, at, sources);
}

/** In the files of Terraform modules, and in those that call them. */
function withoutUnreadVariables(
  byFile: ReadonlyMap<string, ComposedEdits>,
  at: (path: string) => ComposedEdits,
  { program }: Sources,
): void {
  const own = [...byFile].filter(([path]) => /\.(?:tf|tofu)$/.test(path));
  const additions = unreadVariables(new Map(own.map(([path, { edits }]) => [path, edits])), program);
  const clusters = own.flatMap(([, one]) => [...one.clusters]);
  for (const [path, gone] of additions) {
    const found = at(path);
    const left = found.edits.filter(
      (edit) => !gone.some(({ start, end }) => start <= edit.start && edit.end <= end),
    );
    found.edits = alignedWithout(program.file(path)?.text ?? '', [...left, ...gone], gone);
    for (const id of clusters) found.clusters.add(id);
  }
}

/** Components are left as they are: their templates use names, too. */
function cleaned(
  path: string,
  edits: Edit[],
  sources: Sources,
  open: ReadonlyMap<string, readonly number[]>,
): Edit[] {
  const language = sources.file(path)?.language;
  const tree = language === 'go' || language === 'python' ? sources.tree(path) : null;
  if (tree !== null)
    return [
      ...(language === 'go'
        ? cleanedUpGo(tree, edits, (name) => isNamedBeside(name, path, sources))
        : cleanedUpPython(tree, path, edits)),
    ];
  const [script] = language === 'javascript' || language === 'typescript' ? sources.scripts(path) : [];
  return script instanceof Module ? [...cleanedUp(script, edits, open.get(path) ?? [])] : edits;
}

/** Another file of the folder, which is a package of Go, has the name. */
function isNamedBeside(name: string, path: string, { program }: Sources): boolean {
  const others = program.siblings?.(path).filter((one) => one !== path && one.endsWith('.go'));
  const word = new RegExp(`\\b${literally(name)}\\b`);
  return others?.some((one) => word.test(program.file(one)?.text ?? '')) !== false;
}

/** What clusters use of new modules, by codemod and file. */
class HelperUses {
  readonly #uses = new Map<string, { readonly names: Map<string, string>; readonly clusters: Set<number> }>();

  constructor(clusters: readonly Cluster[]) {
    for (const { id, members } of clusters)
      for (const { codemod, helper } of members)
        for (const { file, name, local } of helper) {
          const key = `${codemod?.id}\0${file}`;
          const known = this.#uses.get(key) ?? { names: new Map(), clusters: new Set() };
          known.names.set(name, local);
          known.clusters.add(id);
          this.#uses.set(key, known);
        }
  }

  /** The names that a file imports of a new module, and the clusters that want them. */
  of({ codemods }: HelperFile, path: string) {
    const own = codemods.flatMap(({ id }) => this.#uses.get(`${id}\0${path}`) ?? []);
    const names = new Map(own.flatMap((one) => [...one.names]));
    return {
      names: [...names].map(([name, local]) => ({ name, local })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      clusters: new Set(own.flatMap((one) => [...one.clusters])),
    };
  }
}

/** What a file imports, where a shared module has one function for several. */
function importedNames(uses: readonly ImportedName[], calls: HelperFile['calls']): readonly ImportedName[] {
  const shared = uses.flatMap(({ local }) => {
    const call = calls.get(local);
    return call === undefined ? [] : [call.name, call.first];
  });
  const own = uses.filter(({ local }) => !calls.has(local));
  return [...[...new Set(shared)].map((name) => ({ name, local: name })), ...own].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

function importEdit(
  { path: target }: HelperFile,
  { path, system }: Importer,
  names: readonly ImportedName[],
  sources: Sources,
  packages: MigratedPackages,
): Edit {
  const [script] = sources.scripts(path);
  if (script === undefined) throw new Error(`${path} has no script that can import ${target}`);
  const own = [...relativeImports(script.text), ...(USES_DENO.test(script.text) ? ['jsr:'] : [])];
  const neighbours =
    own.length > 0
      ? own
      : sources.program.importers(path).flatMap((other) => relativeImports(sources.file(other)?.text ?? ''));
  const required = needsExtension(path, sources, packages);
  return insertImport(script, {
    names,
    system,
    from: specifierOf(path, target, system, neighbours, required),
    style: styleOf(sources.file(path)?.text ?? script.text, script),
  });
}

/** Also imports that only Deno and browsers know, which take the whole name of a file. */
function relativeImports(text: string): readonly string[] {
  return [...text.matchAll(RELATIVE)].flatMap(([, source]) => source ?? []);
}

const RELATIVE = /(?:\bfrom|\bimport|\brequire\s*\()\s*["']((?:\.|https?:|npm:|jsr:)[^"'\n]*)["']/g;

const USES_DENO = /(?<![\w$.])Deno\.[a-z]\w*/;

/** Whether an offset is in a stretch that edits take out. */
function goneBy(edits: readonly Edit[]): (offset: number) => boolean {
  const removed = ordered(edits.filter(({ text }) => text === ''));
  return (offset) => {
    const last = lastBelow(removed.length, (index) => (removed[index]?.start ?? 0) <= offset);
    return offset < (removed[last]?.end ?? 0);
  };
}
