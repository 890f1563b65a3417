/** All folders that are open, and the files that lie in none of them. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Analyzer, createAnalyzer } from '../../analysis/index.js';
import { isInside, targetOfFile } from '../../scan/index.js';
import type { DocumentText, FileReport, OpenedFolder } from '../messages.js';
import type { Encoding } from '../positions.js';
import { isLeftToEslint } from './eslint.js';
import { expressionProblems, expressionsOf, type WrittenExpression } from './expressions.js';
import { Cancelled, FolderAnalysis } from './folder.js';
import type { Host } from './host.js';
import { problemsOf } from './problems.js';

/** A file with the folder that it is analysed in. */
export interface Located {
  readonly analysis: FolderAnalysis;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

export interface Listener {
  reports(reports: readonly FileReport[]): void;
  progress(folder: string, message: string | null): void;
  failure(message: string): void;
}

/** Milliseconds without a change, after which the files around an edited one are read again. */
const IDLE = 800;
/** The same for changes on disk, which come in crowds. */
const SETTLED = 400;

interface EditorSettings {
  readonly eslint: 'auto' | 'ignore';
}

export class Workspace {
  readonly #host: Host;
  readonly #listener: Listener;
  readonly #encoding: Encoding;
  readonly #settings = new Map<string, EditorSettings>();
  readonly #folders: FolderAnalysis[] = [];
  readonly #loose = new Map<string, FolderAnalysis>();
  readonly #open = new Map<string, DocumentText>();
  readonly #scans = new Map<FolderAnalysis, Promise<void>>();
  readonly #readings = new Map<FolderAnalysis, Promise<void>>();
  readonly #cancelled = new Set<string>();
  /** Files that were edited and not read since. */
  readonly #edited = new Map<FolderAnalysis, Set<string>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Files for which something was reported. */
  readonly #reported = new Map<FolderAnalysis, ReadonlySet<string>>();
  readonly #analyzers = new WeakMap<object, Promise<Analyzer>>();

  constructor(folders: readonly OpenedFolder[], encoding: Encoding, host: Host, listener: Listener) {
    this.#host = host;
    this.#listener = listener;
    this.#encoding = encoding;
    for (const { folder, settings } of folders) {
      const { own, scan } = partsOf(settings);
      this.#settings.set(folder, own);
      this.#folders.push(new FolderAnalysis(folder, scan, host));
    }
    // The innermost folder of a file is the one it belongs to.
    this.#folders.sort((a, b) => b.folder.length - a.folder.length);
  }

  get analyses(): readonly FolderAnalysis[] {
    return [...this.#folders, ...this.#loose.values()].filter(({ isScanned }) => isScanned);
  }

  get openDocuments(): readonly DocumentText[] {
    return [...this.#open.values()];
  }

  locate(path: string): Located {
    const folder = this.#folders.find((one) => isInside(path, one.folder));
    if (folder !== undefined) return { analysis: folder, path: slashed(relative(folder.folder, path)) };
    let loose = this.#loose.get(path);
    if (loose === undefined) {
      const { root, files } = targetOfFile(path, dirname(path));
      loose = new FolderAnalysis(root, {}, this.#host, files ?? [basename(path)]);
      this.#loose.set(path, loose);
    }
    return { analysis: loose, path: slashed(relative(loose.folder, path)) };
  }

  /** All that is known of a file, once it has been read as it is now. */
  async located(path: string): Promise<Located> {
    const at = this.locate(path);
    await this.#upToDate(at.analysis);
    return at;
  }

  setText(document: DocumentText): void {
    const { path, text } = document;
    const at = this.locate(path);
    if (text === null) {
      this.#close(at, path);
      return;
    }
    this.#open.set(path, document);
    at.analysis.setText(at.path, text);
    const edited = this.#edited.get(at.analysis) ?? new Set();
    this.#edited.set(at.analysis, edited.add(at.path));
    void this.#upToDate(at.analysis);
  }

  /** What is on disk counts again: where the editor had another text, the folder is read anew. */
  #close({ analysis, path: own }: Located, path: string): void {
    const wasEdited = analysis.isEdited(own);
    this.#open.delete(path);
    analysis.setText(own, null);
    if (this.#loose.delete(path)) this.#listener.reports([{ path, version: null, problems: [] }]);
    else if (wasEdited) this.#later(`disk ${analysis.folder}`, SETTLED, () => this.scan(analysis));
    else void this.#guarded(() => this.#report(analysis, new Set([own])));
  }

  /** What was created, changed, renamed or deleted. Of open documents the text in the editor counts. */
  changedOnDisk(paths: readonly string[]): void {
    for (const path of paths) {
      const folder = this.#folders.find((one) => isInside(path, one.folder));
      if (folder === undefined || /[\\/](?:\.git|node_modules)[\\/]/.test(path)) continue;
      if (this.#open.has(path) && existsSync(path) && !DECIDES.test(path)) continue;
      this.#later(`disk ${folder.folder}`, SETTLED, () => this.scan(folder));
    }
  }

  cancel(folder: string): void {
    this.#cancelled.add(folder);
  }

  async scanAll(): Promise<void> {
    for (const folder of this.#folders) await this.scan(folder);
  }

  /** Reads a folder anew; a second request waits for the first and then reads again. */
  scan(analysis: FolderAnalysis): Promise<void> {
    const before = this.#scans.get(analysis) ?? Promise.resolve();
    const scan = before.then(() => this.#guarded(() => this.#scan(analysis)));
    this.#scans.set(analysis, scan);
    return scan;
  }

  async #scan(analysis: FolderAnalysis): Promise<void> {
    const { folder } = analysis;
    this.#cancelled.delete(folder);
    this.#listener.progress(folder, '');
    try {
      await analysis.scan({
        isCancelled: () => this.#cancelled.has(folder),
        progress: (seen, candidates, analysed) => {
          const text = analysed === undefined ? `${seen} files` : `${analysed} of ${candidates} candidates`;
          this.#listener.progress(folder, text);
        },
      });
    } catch (error) {
      if (error instanceof Cancelled) return;
      throw error;
    } finally {
      this.#listener.progress(folder, null);
    }
    const files = new Set(analysis.found.map(({ finding }) => finding.at.file));
    const open = this.openDocuments
      .map(({ path }) => this.locate(path))
      .flatMap((at) => (at.analysis === analysis ? [at.path] : []));
    await this.#report(analysis, new Set([...files, ...open, ...(this.#reported.get(analysis) ?? [])]));
  }

  /** Waits until everything that was edited has been read, at once for all changes that came meanwhile. */
  #upToDate(analysis: FolderAnalysis): Promise<void> {
    const before = this.#readings.get(analysis) ?? Promise.resolve();
    const reading = before.then(() => this.#guarded(() => this.#readEdited(analysis)));
    this.#readings.set(analysis, reading);
    return reading;
  }

  async #readEdited(analysis: FolderAnalysis): Promise<void> {
    if (!analysis.isScanned) await (this.#scans.get(analysis) ?? this.scan(analysis));
    const edited = this.#edited.get(analysis);
    if (edited === undefined || edited.size === 0 || !analysis.isScanned) return;
    const paths = [...edited];
    edited.clear();
    await this.#report(analysis, await analysis.check(paths));
    this.#later(`idle ${analysis.folder}`, IDLE, async () => {
      const around = new Set(paths.flatMap((path) => analysis.importersOf(path)));
      if (around.size > 0) await this.#report(analysis, await analysis.check([...around]));
    });
  }

  async #report(analysis: FolderAnalysis, paths: ReadonlySet<string>): Promise<void> {
    const reports: FileReport[] = [];
    const known = new Set(this.#reported.get(analysis));
    for (const path of paths) {
      // What was found belongs to the text before; the next reading reports it.
      if (this.#edited.get(analysis)?.has(path) === true) continue;
      const report = await this.reportOf({ analysis, path });
      reports.push(report);
      if (report.problems.length === 0) known.delete(path);
      else known.add(path);
    }
    this.#reported.set(analysis, known);
    this.#listener.reports(reports);
  }

  async reportOf({ analysis, path }: Located): Promise<FileReport> {
    const absolute = join(analysis.folder, path);
    const version = this.#open.get(absolute)?.version ?? null;
    const { eslint } = this.#settings.get(analysis.folder) ?? DEFAULTS;
    if (!analysis.isScanned || (eslint === 'auto' && isLeftToEslint(analysis.folder, path)))
      return { path: absolute, version, problems: [] };
    const problems = problemsOf(analysis, path, this.#encoding);
    const wrong = analysis.isOpen(path)
      ? expressionProblems(analysis, path, await this.expressionsIn({ analysis, path }), this.#encoding)
      : [];
    return { path: absolute, version, problems: [...problems, ...wrong] };
  }

  async expressionsIn({ analysis, path }: Located): Promise<readonly WrittenExpression[]> {
    const { catalogue } = analysis.plan;
    const analyzer = this.#analyzers.get(catalogue) ?? createAnalyzer({ catalogue });
    this.#analyzers.set(catalogue, analyzer);
    return expressionsOf(analysis, await analyzer, path);
  }

  /** Reports of all files for which something is known. */
  async reports(): Promise<readonly FileReport[]> {
    const reports: FileReport[] = [];
    for (const analysis of this.analyses)
      for (const path of this.#reported.get(analysis) ?? [])
        reports.push(await this.reportOf({ analysis, path }));
    return reports;
  }

  #later(key: string, milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#guarded(work), milliseconds),
    );
  }

  /** A bug, or a configuration that cannot be used, must not end the server. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#listener.failure(error instanceof Error ? error.message : String(error));
    }
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { folder } of this.#folders) this.#cancelled.add(folder);
  }
}

/** Files that decide about others, also while they are open. */
const DECIDES = /(?:^|[\\/])(?:\.gitignore|edge-sunset\.config\.\w+|package\.json)$/;
const DEFAULTS: EditorSettings = { eslint: 'auto' };

/** What is for this server alone, and what a configuration file may say as well. */
function partsOf(settings: unknown): { readonly own: EditorSettings; readonly scan: unknown } {
  if (typeof settings !== 'object' || settings === null) return { own: DEFAULTS, scan: {} };
  const { eslint, codeLens: _codeLens, ...scan } = settings as Readonly<Record<string, unknown>>;
  return { own: { eslint: eslint === 'ignore' ? 'ignore' : 'auto' }, scan };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
