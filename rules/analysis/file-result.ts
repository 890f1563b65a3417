/**
 * The analysis of one file, which all rules share: whichever rule is asked first has it made, and the others
 * find it under the same source code. Most files are turned away by their words before anything is analysed.
 */
import type { Rule } from 'eslint';
import type { Finding } from '../../src/analysis/index.js';
import { adoptTree } from '../../src/read/javascript/index.js';
import type { Undetermined } from '../../src/read/usage.js';
import { type Settings, settingsOf } from '../settings/settings.js';
import { EditorProgram } from './disk.js';
import type { Engine } from './engine.js';
import { usesSdk } from './manifest.js';
import { type Place, placeOf } from './place.js';

export interface FileResult {
  readonly path: string;
  readonly byEntry: ReadonlyMap<string, readonly Finding[]>;
  readonly undetermined: readonly Undetermined[];
}

const CONFIDENCE = { possible: 0, likely: 1, exact: 2 } as const;

interface Known {
  /** ESLint hands every rule of a run the same settings. */
  readonly given: object;
  readonly result: FileResult | null;
}

const results = new WeakMap<object, Known>();

/** Null when there is nothing to report in the file. */
export function fileResult(context: Rule.RuleContext): FileResult | null {
  const { settings: given, sourceCode } = context;
  const known = results.get(sourceCode);
  if (known !== undefined && known.given === given) return known.result;
  const result = analysed(context, settingsOf(given));
  results.set(sourceCode, { given, result });
  return result;
}

function analysed(context: Rule.RuleContext, settings: Settings): FileResult | null {
  const { engine } = settings;
  const { text } = context.sourceCode;
  const gate = engine.gate(text);
  if (gate === 'closed') return null;
  const { physicalFilename, cwd } = context;
  if (gate === 'doubtful' && !usesSdk(physicalFilename, cwd, engine.catalogue.profiles)) return null;
  const place = placeOf(physicalFilename, cwd);
  return settled(place, settings, analyse(context, engine, place));
}

function analyse(context: Rule.RuleContext, engine: Engine, { root, path }: Place) {
  const { text, ast } = context.sourceCode;
  const { analyzer, catalogue } = engine;
  const own = { path, text, language: analyzer.languageOf(path, text) };
  const script = { ...own, language: isScriptName(own.language) ? own.language : 'javascript' };
  const program = new EditorProgram(root, script, catalogue.profiles);
  const analysis = withoutParent(ast, () =>
    adoptTree(program, path, text, ast) ? analyzer.analyze(script, program) : null,
  );
  return analysis ?? analyzer.analyze(own, new EditorProgram(root, own, catalogue.profiles));
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
  { path }: Place,
  settings: Settings,
  { findings, undetermined }: ReturnType<typeof analyse>,
): FileResult | null {
  const byEntry = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (!isWanted(finding, path, settings)) continue;
    byEntry.set(finding.entry, [...(byEntry.get(finding.entry) ?? []), finding]);
  }
  const open = undetermined.filter(({ site }) => site.file === path);
  return byEntry.size === 0 && open.length === 0 ? null : { path, byEntry, undetermined: open };
}

/** Declarations and prose in code are no calls; a page of documentation is linted because somebody wants it. */
function isWanted(finding: Finding, path: string, settings: Settings): boolean {
  if (CONFIDENCE[finding.confidence] < CONFIDENCE[settings.minConfidence]) return false;
  if (finding.by === 'type' || finding.context === 'types') return false;
  if (finding.context === 'docs' && finding.language !== 'markdown') return false;
  return finding.at.file === path || finding.related.some(({ at }) => at.file === path);
}
