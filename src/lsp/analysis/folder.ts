/** One folder of the workspace: what was found in it, kept up to date while its files are edited. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PlanInSteps, planInSteps } from '../../migrate/index.js';
import type { Program } from '../../read/index.js';
import { compareUtf8 } from '../../report/index.js';
import { type Again, Baseline, type Found, type Material, readBaseline, runScan } from '../../scan/index.js';
import type { FolderPlan, Host } from './host.js';

/** The user does not want to wait for a scan. */
export class Cancelled extends Error {}

export interface ScanWatch {
  isCancelled(): boolean;
  progress(seen: number, candidates: number, analysed: number | undefined): void;
}

export class FolderAnalysis {
  readonly folder: string;
  readonly #host: Host;
  readonly #settings: unknown;
  /** The only files to look at, relative; null for all. */
  readonly #files: readonly string[] | null;
  /** Texts of open documents, by relative path. */
  readonly #open = new Map<string, string>();
  #plan: FolderPlan | null = null;
  #material: Material | null = null;
  #program: Program | null = null;
  #found: readonly Found[] = [];
  /** Without what the baseline has; null where it has to be worked out anew. */
  #reported: readonly Found[] | null = null;
  #migration: Promise<PlanInSteps> | null = null;
  /** One reading after the other, or an earlier one could overwrite what a later one found. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, settings: unknown, host: Host, files: readonly string[] | null = null) {
    this.folder = folder;
    this.#settings = settings;
    this.#host = host;
    this.#files = files;
  }

  get isScanned(): boolean {
    return this.#material !== null;
  }

  get plan(): FolderPlan {
    if (this.#plan === null) throw new Error(`${this.folder} was not scanned`);
    return this.#plan;
  }

  /** The files as the editor has them. */
  get program(): Program | null {
    return this.#program;
  }

  setText(path: string, text: string | null): void {
    if (text === null) this.#open.delete(path);
    else this.#open.set(path, text);
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Whether the editor has another text than the last scan has read. */
  isEdited(path: string): boolean {
    const text = this.#open.get(path);
    return text !== undefined && text !== this.#material?.program.file(path)?.text;
  }

  textOf(path: string): string | null {
    return this.#open.get(path) ?? this.#program?.file(path)?.text ?? null;
  }

  /** Reads the folder from disk, then what is open and reads otherwise there. */
  async scan(watch: ScanWatch): Promise<void> {
    const plan = await this.#host.planOf(this.folder, this.#settings);
    const handed: Material[] = [];
    const { baselineFile, catalogueFiles } = plan;
    await runScan(
      {
        targets: [{ ...plan, target: { root: this.folder, label: '.', files: this.#files } }],
        now: this.#host.today(),
        cwd: this.folder,
        leaveOut: [...catalogueFiles, ...(baselineFile === null ? [] : [baselineFile])],
      },
      {
        material: async (material) => void handed.push(material),
        progress: (...counts) => {
          if (watch.isCancelled()) throw new Cancelled();
          const [seen, candidates, analysed] = counts;
          watch.progress(seen, candidates, analysed);
        },
      },
    );
    const [material] = handed;
    if (material === undefined) throw new Error(`the scan of ${this.folder} handed over nothing`);
    this.#plan = plan;
    this.#material = material;
    this.#program = material.program;
    this.#setFound(material.found);
    await this.check([...this.#open.keys()].filter((path) => this.isEdited(path)));
  }

  /** Reads some files anew, as they are in the editor. The paths about which something else may be known now. */
  check(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const checked = this.#last.then(() => this.#check(paths));
    this.#last = checked.catch(() => undefined);
    return checked;
  }

  async #check(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const material = this.#material;
    if (material === null || paths.length === 0) return new Set(paths);
    const texts = new Map(this.#open);
    const again = await material.again(
      paths.filter((path) => this.#isRead(material, path)),
      texts,
    );
    // A scan came in between: what was read belongs to the tree before.
    if (this.#material !== material) return this.#check(paths);
    return this.#take(new Set(paths), again);
  }

  /** A file tells all of itself, and of others what it reaches there; those tell the rest when they are read. */
  #take(paths: ReadonlySet<string>, { program, found }: Again): ReadonlySet<string> {
    const kept = this.#found.filter(({ finding }) => !paths.has(finding.at.file));
    const known = new Set(kept.map(keyOf));
    const fresh = found.filter((one) => paths.has(one.finding.at.file) || !known.has(keyOf(one)));
    this.#program = program;
    this.#setFound([...kept, ...fresh].sort(byPlace));
    return new Set([...paths, ...fresh.map(({ finding }) => finding.at.file)]);
  }

  #setFound(found: readonly Found[]): void {
    this.#found = found;
    this.#reported = null;
    this.#migration = null;
  }

  /** Whether a scan would look at the file. One that is only in the editor is not listed yet. */
  #isRead(material: Material, path: string): boolean {
    const text = this.textOf(path);
    if (text === null || !material.isCandidate(path, text)) return false;
    return material.isListed(path) || !existsSync(join(this.folder, path));
  }

  /** Files whose findings may depend on a file. */
  importersOf(path: string): readonly string[] {
    return this.#program?.importers(path) ?? [];
  }

  /** What is reported, in the order of the report. */
  get found(): readonly Found[] {
    this.#reported ??= this.#withoutKnown();
    return this.#reported;
  }

  #withoutKnown(): readonly Found[] {
    if (this.#plan === null) return [];
    const { baselineFile, settings } = this.#plan;
    const read = baselineFile === null ? null : readBaseline(baselineFile);
    const baseline = read?.kind === 'read' ? new Baseline(read.file) : null;
    return this.#found.filter(
      ({ row }) => (settings.hints || row.severity !== 'hint') && baseline?.takes(row) !== true,
    );
  }

  /** What a migration would write, planned once for each state of the files. */
  migration(): Promise<PlanInSteps> {
    const [material, program] = [this.#material, this.#program];
    if (material === null || program === null) throw new Error(`${this.folder} was not scanned`);
    const edited = new Map(this.#open);
    const merged = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();
    const withOpen = (texts: ReadonlyMap<string, string>) => {
      const both = merged.get(texts) ?? new Map([...edited, ...texts]);
      merged.set(texts, both);
      return both;
    };
    this.#migration ??= planInSteps(
      {
        ...material,
        program,
        found: this.#found,
        again: (paths, texts) => material.again(paths, withOpen(texts)),
      },
      {
        codemods: this.#host.codemods,
        catalogue: this.plan.catalogue,
        now: this.#host.today(),
        level: 'review',
        markers: false,
        strategies: new Map(),
        types: 'off',
      },
    );
    return this.#migration;
  }

  /** What would be found in a file with another text; null where it could not be read. */
  async tried(path: string, text: string): Promise<readonly Found[] | null> {
    const again = await this.#material?.again([path], new Map([...this.#open, [path, text]]));
    if (again === undefined || again.unparsable.length > 0) return null;
    return again.found.filter(({ finding }) => finding.at.file === path);
  }
}

function keyOf({ finding: { entry, kind, at } }: Found): string {
  return `${at.start}:${at.end}:${entry}:${kind}:${at.file}`;
}

function byPlace({ finding: a }: Found, { finding: b }: Found): number {
  return compareUtf8(a.at.file, b.at.file) || a.at.start - b.at.start || a.at.end - b.at.end;
}
