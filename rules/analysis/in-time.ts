import { endsWithin, type FileAnalysis, inParts } from '../../src/analysis/index.js';
import type { Program, SourceFile } from '../../src/read/index.js';
import type { RuleEngine } from './engine.js';

/** Milliseconds for a file, as a scan gives it; an editor that waits longer is taken for dead. */
const WHOLE = 7_000;
/** The same, where only the code around API keywords is read. */
const PARTS = 2_000;

/** The analysis of a file, within its time: of one that takes longer only the code around its triggers is read. */
export function analyzedInTime(engine: RuleEngine, file: SourceFile, program: Program): FileAnalysis {
  let whole: FileAnalysis | null = null;
  const { analyzer } = engine;
  const ended = endsWithin(WHOLE, () => {
    whole = analyzer.analyze(file, program);
  });
  if (ended && whole !== null) return whole;
  // What was stopped midway leaves its caches half filled.
  engine.renew();
  const parts: FileAnalysis[] = [];
  const wasRead = endsWithin(PARTS, () => {
    for (const part of engine.analyzer.analyzeParts(file, program)) parts.push(part);
  });
  if (!wasRead) engine.renew();
  return { ...inParts(parts, 'timeout'), problems: [{ entry: null, message: 'timeout', isTimeout: true }] };
}
