/**
 * The analysis of one file, which all rules share: whichever rule is asked first has it made, and the others
 * find the answer. Most files are turned away by their words before anything is analysed, and of such a file every
 * other rule has only to learn that it is the same one.
 */
import type { Rule, SourceCode } from 'eslint';
import type { FileAnalysis, Finding } from '../../src/analysis/index.js';
import type { SpotEdit } from '../../src/migrate/index.js';
import type { SourceFile, Undetermined } from '../../src/read/index.js';
import { adoptTree } from '../../src/read/javascript/index.js';
import { directivesOf, excuserOf, Lines } from '../../src/scan/index.js';
import { type PluginSettings, settingsOf } from '../settings/settings.js';
import { typesOf } from './checker.js';
import { withTemplate } from './component.js';
import { EditorProgram, type Known } from './disk.js';
import { Failures } from './failures.js';
import { analyzedInTime } from './in-time.js';
import { belongsToSdkUser } from './manifest.js';
import { migrationsOf } from './migration.js';
import { type ProjectPath, placeOf } from './place.js';

export interface FileResult {
  readonly path: string;
  readonly byEntry: ReadonlyMap<string, readonly Finding[]>;
  /** What `migrate` writes at a finding. */
  readonly migrations: ReadonlyMap<Finding, SpotEdit>;
  readonly undetermined: readonly Undetermined[];
  readonly failures: Failures;
}

const CONFIDENCE = { possible: 0, likely: 1, exact: 2 } as const;

/** ESLint hands every rule of a run the same source code and settings. */
interface Run {
  readonly sourceCode: SourceCode;
  readonly settings: Rule.RuleContext['settings'];
  readonly physicalFilename: string;
  readonly cwd: string;
}

/** The run asked about last. Rules are asked one after another, so the answer of no other needs to be kept. */
let last: Pick<Run, 'sourceCode' | 'settings'> | null = null;
let lastResult: FileResult | null = null;
/** What the contexts of that run inherit from, where that tells it from all others. */
let lastShared: unknown = null;

/** Null when the words of the file show nothing of the API. */
export function fileResult(context: Rule.RuleContext): FileResult | null {
  const shared: unknown = Object.getPrototypeOf(context);
  if (lastShared !== null && shared === lastShared) return lastResult;
  const own = runOf(shared);
  const run: Run = own ?? context;
  const { sourceCode, settings } = run;
  if (last === null || sourceCode !== last.sourceCode || settings !== last.settings) {
    lastResult = analysed(run, settingsOf(settings));
    last = { sourceCode, settings };
  }
  lastShared = own === null ? null : shared;
  return lastResult;
}

/**
 * ESLint makes one object for each run over a file, and the context of every rule inherits from it. Where it can
 * never say anything else, as ESLint's cannot, to know it again is enough, and costs next to nothing; to read a
 * property through it costs a rule more than all else that it does for a file without findings, since to the
 * engine each such context has a shape of its own.
 */
function runOf(shared: unknown): Run | null {
  if (typeof shared !== 'object' || shared === null) return null;
  const sourceCode = constant<SourceCode>(shared, 'sourceCode');
  const settings = constant<Run['settings']>(shared, 'settings');
  const physicalFilename = constant<string>(shared, 'physicalFilename');
  const cwd = constant<string>(shared, 'cwd');
  return sourceCode === undefined ||
    settings === undefined ||
    physicalFilename === undefined ||
    cwd === undefined
    ? null
    : { sourceCode, settings, physicalFilename, cwd };
}

/** A property of the object itself that cannot be changed. One that is worked out, as oxlint's are, can. */
function constant<T>(object: object, name: string): T | undefined {
  const property: TypedPropertyDescriptor<T> | undefined = Object.getOwnPropertyDescriptor(object, name);
  return property?.writable === false && property.configurable === false ? property.value : undefined;
}

function analysed(run: Run, settings: PluginSettings): FileResult | null {
  const { engine } = settings;
  const { sourceCode } = run;
  const { profiles } = engine.catalogue;
  if (!engine.isOpen(sourceCode.text, () => belongsToSdkUser(run, profiles))) return null;
  const place = placeOf(run.physicalFilename, run.cwd);
  let analysed: Analysed;
  try {
    analysed = analyse(sourceCode, settings, place);
  } catch (error) {
    // A bug of ours in one file is no reason to lint none.
    analysed = { analysis: failed(error), migrations: new Map() };
  }
  return settled(place, settings, analysed, sourceCode.text);
}

interface Analysed {
  readonly analysis: FileAnalysis;
  readonly migrations: FileResult['migrations'];
}

function failed(error: unknown): FileAnalysis {
  const message = error instanceof Error ? error.message : String(error);
  const problems = [{ entry: null, message }];
  return { findings: [], undetermined: [], problems, tier: 'text', unexplained: false };
}

function analyse(
  sourceCode: SourceCode,
  { engine, types }: PluginSettings,
  { root, path }: ProjectPath,
): Analysed {
  const { text, ast } = sourceCode;
  const { analyzer, catalogue, own: ownCalls } = engine;
  const known: Known = {
    profiles: catalogue.profiles,
    own: ownCalls,
    types: types ? typesOf(sourceCode) : undefined,
  };
  const own = { path, text, language: analyzer.languageOf(path, text) };
  const script = { ...own, language: isScriptName(own.language) ? own.language : 'javascript' };
  const inProgram = (file: SourceFile, program: EditorProgram): Analysed => {
    const analysis = analyzedInTime(engine, file, program);
    const here = analysis.findings.filter(({ at }) => at.file === path);
    return { analysis, migrations: migrationsOf(here, engine, program) };
  };
  const program = new EditorProgram(root, script, known);
  const analysed = withoutParent(ast, () =>
    withTemplate(ast, text, () => (adoptTree(program, path, text, ast) ? inProgram(script, program) : null)),
  );
  return analysed ?? inProgram(own, new EditorProgram(root, own, known));
}

/** ESLint says that the root has no parent by null, the reader by leaving it out. */
function withoutParent<T>(tree: object, run: () => T): T {
  const root = tree as { parent?: unknown };
  if (root.parent !== null) return run();
  root.parent = undefined;
  try {
    return run();
  } finally {
    root.parent = null;
  }
}

function isScriptName(language: string): boolean {
  return ['javascript', 'typescript', 'vue', 'svelte', 'astro', 'html'].includes(language);
}

function settled(
  { path }: ProjectPath,
  settings: PluginSettings,
  { analysis: { findings, undetermined, problems }, migrations }: Analysed,
  text: string,
): FileResult {
  const isExcused = excuser(path, text, settings);
  const byEntry = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (!isWanted(finding, path, settings) || isExcused(finding)) continue;
    byEntry.set(finding.entry, [...(byEntry.get(finding.entry) ?? []), finding]);
  }
  return {
    path,
    byEntry,
    migrations,
    undetermined: undetermined.filter(({ site }) => site.file === path),
    failures: new Failures(problems),
  };
}

/** Comments of ours excuse here what they excuse in a scan. */
function excuser(path: string, text: string, { today }: PluginSettings): (finding: Finding) => boolean {
  if (!text.includes('edge-sunset-ignore')) return () => false;
  const lines = new Lines(text);
  const excuses = excuserOf(directivesOf(text), today);
  return ({ entry, at, related }) => {
    const here = at.file === path ? at : related.find((place) => place.at.file === path)?.at;
    return here !== undefined && excuses({ entry, ...lines.range(here.start, here.end) });
  };
}

/** Declarations and prose in code are no calls; a page of documentation is linted because somebody wants it. */
function isWanted(finding: Finding, path: string, settings: PluginSettings): boolean {
  if (CONFIDENCE[finding.confidence] < CONFIDENCE[settings.minConfidence]) return false;
  if (finding.by === 'type' || finding.context === 'types') return false;
  if (finding.context === 'docs' && finding.language !== 'markdown') return false;
  return finding.at.file === path || finding.related.some(({ at }) => at.file === path);
}
