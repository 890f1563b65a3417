/** Running real programs against the emulated API. */
export { recordOf } from './record.js';
export { type Isolation, type Rehearsal, type RehearseOptions, rehearse, type SeenCall } from './rehearse.js';
export { isolationText, type RehearsalReport, reportOf, reportText, type StaticPlace } from './report.js';
export { openSetup, type RehearsalSetup } from './setup.js';
