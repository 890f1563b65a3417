/** Comparing two runs against the emulated API: states, effects, output and end, but for ids. */
export type { Change, EffectExample, RunDifference, SameMeaning } from './difference.js';
export { type Exemption, readExemptions } from './exemptions.js';
export { comparisonReport, comparisonText } from './report.js';
export {
  type CompareOptions,
  compareRecordings,
  compareRehearsals,
  compareRuns,
  type RecordingComparison,
  type RunComparison,
  runTree,
  type TreeRun,
} from './runs.js';
export { equalStates, type StatesOptions } from './states.js';
