/**
 * With a tsconfig: no type error that was not there before, in the files that change and in those that import them.
 *
 * The project's own TypeScript judges, with the project's own options: once over the files as they are, once over
 * the planned texts, which exist in memory only. Where the files as they are have errors, or TypeScript or packages
 * are missing, nothing can be said, and that is what is said.
 */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type typescript from 'typescript';
import { isInside } from '../../scan/index.js';
import { findRepository } from '../../scan/walk/index.js';

type TypeScript = typeof typescript;

export interface TypeFault {
  /** The planned file that brings the error about. */
  readonly path: string;
  readonly detail: string;
}

export type TypeVerdict =
  | { readonly outcome: 'passed'; readonly detail: string }
  | { readonly outcome: 'not-run'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly detail: string; readonly faults: readonly TypeFault[] };

const TYPED = /(?<!\.d)\.[cm]?tsx?$/;

/**
 * Null where no file with types changes, or no tsconfig is there. `texts` are the planned ones, by path. With
 * `wasClean`, the files as they are have been judged already and had no errors.
 */
export function checkTypes(
  root: string,
  texts: ReadonlyMap<string, string>,
  wasClean = false,
): TypeVerdict | null {
  const verdicts = [...projectsOf(root, texts)].map(([config, paths]) =>
    checkProject(root, config, paths, texts, wasClean),
  );
  return worst(verdicts);
}

/** What is told of the gate where nothing of the tree may run. */
export function typesNotRun(root: string, texts: ReadonlyMap<string, string>): TypeVerdict | null {
  const [config] = projectsOf(root, texts).keys();
  if (config === undefined) return null;
  const detail = `${shownPath(root, config)}: a preview executes nothing from the tree; --types and --write run its TypeScript`;
  return { outcome: 'not-run', detail };
}

/** The files that change and have types, by their tsconfig. */
function projectsOf(
  root: string,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const byConfig = new Map<string, string[]>();
  for (const path of texts.keys()) {
    if (!TYPED.test(path)) continue;
    const config = foldersAbove(join(root, path), root)
      .map((folder) => join(folder, 'tsconfig.json'))
      .find((file) => existsSync(file));
    if (config === undefined) continue;
    const list = byConfig.get(config) ?? [];
    list.push(path);
    byConfig.set(config, list);
  }
  return byConfig;
}

function worst(verdicts: readonly TypeVerdict[]): TypeVerdict | null {
  const failed = verdicts.flatMap((verdict) => (verdict.outcome === 'failed' ? verdict.faults : []));
  if (failed.length > 0) return { outcome: 'failed', detail: failed[0]?.detail ?? '', faults: failed };
  return verdicts.find(({ outcome }) => outcome === 'not-run') ?? verdicts[0] ?? null;
}

/** The folders above a file, from the nearest to the top of the repository, or to the root outside of git. */
function foldersAbove(file: string, root: string): readonly string[] {
  const real = realpathSync.native(root);
  const top = resolve(root, relative(real, findRepository(root)?.top ?? real));
  const folders: string[] = [];
  for (let folder = dirname(file); isInside(folder, top); folder = dirname(folder)) folders.push(folder);
  return folders;
}

function shownPath(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

function checkProject(
  root: string,
  config: string,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  wasClean: boolean,
): TypeVerdict {
  const shown = shownPath(root, config);
  const notRun = (why: string): TypeVerdict => ({ outcome: 'not-run', detail: `${shown}: ${why}` });
  const ts = typescriptNear(config, root);
  if (ts === null) return notRun('the repository has no TypeScript installed');
  const project = readProject(
    ts,
    config,
    paths.map((path) => join(root, path)),
  );
  if (typeof project === 'string') return notRun(project);
  const planned = new Map([...texts].map(([path, text]) => [normal(join(root, path)), text]));
  const touched = new Set(paths.map((path) => normal(join(root, path))));
  const doubt = wasClean ? null : doubtBefore(ts, project, touched, root);
  if (doubt !== null) return notRun(doubt);
  const after = programOf(ts, project, planned);
  const errors = errorsIn(ts, after, affected(ts, after, touched));
  if (errors.length === 0)
    return { outcome: 'passed', detail: `${shown}: ${paths.length} files and their importers` };
  const faults = errors.map((error) => ({
    path: culprit(error, paths, root, after),
    detail: `a new type error: ${placeOf(ts, error, root)}`,
  }));
  return { outcome: 'failed', detail: faults[0]?.detail ?? '', faults };
}

/** Why nothing can be said of the files as they are; null where they have no errors. */
function doubtBefore(
  ts: TypeScript,
  project: Project,
  touched: ReadonlySet<string>,
  root: string,
): string | null {
  const before = programOf(ts, project, new Map());
  const [refused] = before
    .getOptionsDiagnostics()
    .filter((one) => one.category === ts.DiagnosticCategory.Error);
  if (refused !== undefined) return `its options are refused: ${messageOf(ts, refused)}`;
  const [first] = errorsIn(ts, before, affected(ts, before, touched));
  return first === undefined ? null : `it does not type-check before the change: ${placeOf(ts, first, root)}`;
}

/** The TypeScript that is installed in the repository; one in a folder above it is not run. */
function typescriptNear(config: string, root: string): TypeScript | null {
  try {
    const installed = foldersAbove(config, root)
      .map((folder) => join(folder, 'node_modules', 'typescript'))
      .find((folder) => existsSync(folder));
    if (installed === undefined) return null;
    // A pipe in the place of one of these would be waited for.
    const manifest = statSync(join(installed, 'package.json'), { throwIfNoEntry: false });
    if (manifest?.isFile() === false) return null;
    const require = createRequire(config);
    return statSync(require.resolve(installed)).isFile() ? (require(installed) as TypeScript) : null;
  } catch {
    return null;
  }
}

interface Project {
  readonly files: readonly string[];
  readonly options: typescript.CompilerOptions;
}

/** What a tsconfig says, or why it does not serve; one that only refers to others is looked through for the files. */
function readProject(ts: TypeScript, config: string, wanted: readonly string[]): Project | string {
  const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile);
  if (error !== undefined) return `it cannot be read: ${messageOf(ts, error)}`;
  const parsed = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config), undefined, config);
  const holds = (files: readonly string[]) => {
    const set = new Set(files.map(normal));
    return wanted.some((file) => set.has(normal(file)));
  };
  if (!holds(parsed.fileNames)) {
    for (const reference of parsed.projectReferences ?? []) {
      const path = ts.resolveProjectReferencePath(reference);
      const other = ts.readConfigFile(path, ts.sys.readFile);
      if (other.error !== undefined) continue;
      const inner = ts.parseJsonConfigFileContent(other.config, ts.sys, dirname(path), undefined, path);
      if (holds(inner.fileNames)) return projectFrom(inner);
    }
    return 'it does not include the changed files';
  }
  return projectFrom(parsed);
}

function projectFrom({ fileNames, options }: typescript.ParsedCommandLine): Project {
  const { tsBuildInfoFile: _info, ...rest } = options;
  return {
    files: fileNames,
    options: { ...rest, noEmit: true, skipLibCheck: true, incremental: false, composite: false },
  };
}

/** The program over the files on the disk, but for those that are given. */
function programOf(
  ts: TypeScript,
  { files, options }: Project,
  planned: ReadonlyMap<string, string>,
): typescript.Program {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => planned.has(normal(name)) || fileExists.call(host, name);
  host.readFile = (name) => planned.get(normal(name)) ?? readFile.call(host, name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = planned.get(normal(name));
    if (text === undefined) return getSourceFile.call(host, name, version, ...rest);
    return ts.createSourceFile(name, text, version);
  };
  return ts.createProgram([...files], options, host);
}

/** The files that change and those that import them. */
function affected(
  ts: TypeScript,
  program: typescript.Program,
  touched: ReadonlySet<string>,
): readonly typescript.SourceFile[] {
  return program.getSourceFiles().filter((file) => {
    if (file.isDeclarationFile) return false;
    return (
      touched.has(normal(file.fileName)) || importsOf(ts, program, file).some((name) => touched.has(name))
    );
  });
}

function importsOf(
  ts: TypeScript,
  program: typescript.Program,
  file: typescript.SourceFile,
): readonly string[] {
  const host = { fileExists: ts.sys.fileExists, readFile: ts.sys.readFile };
  return ts
    .preProcessFile(file.text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const found = ts.resolveModuleName(fileName, file.fileName, program.getCompilerOptions(), host);
      return found.resolvedModule === undefined ? [] : normal(found.resolvedModule.resolvedFileName);
    });
}

function errorsIn(
  ts: TypeScript,
  program: typescript.Program,
  files: readonly typescript.SourceFile[],
): readonly typescript.Diagnostic[] {
  return files
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .filter(({ category }) => category === ts.DiagnosticCategory.Error);
}

/** The planned file in which the error is, or the first one that the file with the error imports. */
function culprit(
  { file }: typescript.Diagnostic,
  paths: readonly string[],
  root: string,
  program: typescript.Program,
): string {
  const name = normal(file?.fileName ?? '');
  const own = paths.find((path) => normal(join(root, path)) === name);
  if (own !== undefined) return own;
  const text = program.getSourceFile(name)?.text ?? '';
  return paths.find((path) => text.includes(stemOf(path))) ?? paths[0] ?? '';
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[cm]?tsx?$/, '');
}

function placeOf(ts: TypeScript, error: typescript.Diagnostic, root: string): string {
  const { file, start } = error;
  const message = `TS${error.code} ${messageOf(ts, error)}`;
  if (file === undefined || start === undefined) return message;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${shownPath(root, file.fileName)}:${line + 1} ${message}`;
}

function messageOf(ts: TypeScript, diagnostic: typescript.Diagnostic | undefined): string {
  return diagnostic === undefined ? '' : ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
}

/** As TypeScript writes paths. */
function normal(path: string): string {
  return resolve(path).split(sep).join('/');
}
