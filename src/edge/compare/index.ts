/** Comparing two runs against the emulated API: states, effects, output and end, but for ids. */
export type { RunDifference } from './difference.js';
export { type Exemption, readExemptions } from './exemptions.js';
export { comparisonReport, comparisonText } from './report.js';
/** @public */
export { type CompareOptions, compareRehearsals, compareRuns, type RunComparison } from './runs.js';
export { equalStates, type StatesOptions } from './states.js';
