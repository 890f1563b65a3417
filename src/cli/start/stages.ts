/**
 * How V8 runs the stages of a scan. Where many files are looked at, the few loops over them run often enough to be
 * optimised soon, which takes a twentieth of the processor time off. What is loaded under one setting is kept for the
 * same, so the setting is taken back before anything is loaded for the next stage.
 */
import { indexBytes, type Stage } from '../../scan/index.js';
import { optimised, optimisesByBudget } from './v8-settings.js';

/** Of some 20,000 files. */
const LARGE_INDEX_BYTES = 2_500_000;

export function settingsOfStage(
  stage: Stage,
  root: string,
  v8: string = process.versions.v8,
): readonly string[] {
  if (!optimisesByBudget(v8)) return [];
  const isLarge = stage === 'files' && indexBytes(root, process.env) > LARGE_INDEX_BYTES;
  return [optimised(isLarge ? 'soon' : 'late')];
}

/** A hook of a scan. */
export function optimiseStage(stage: Stage, root: string): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const setting of settingsOfStage(stage, root)) setFlagsFromString(setting);
}
