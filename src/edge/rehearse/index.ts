/** Running real programs against the emulated API. */
export { type Rehearsal, type RehearseOptions, rehearse, type SeenCall } from './rehearse.js';
export { type RehearsalReport, reportOf, reportText, type StaticPlace } from './report.js';
