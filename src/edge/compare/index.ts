/** Comparing two runs against the emulated API: states, effects, output and end, but for ids. */
export type { Difference } from './difference.js';
export { type Exemption, readExemptions } from './exemptions.js';
export { comparisonReport, comparisonText } from './report.js';
/** @public */
export { type CompareOptions, type Comparison, compareRehearsals, compareRuns } from './runs.js';
export { equalStates, type StatesOptions } from './states.js';
