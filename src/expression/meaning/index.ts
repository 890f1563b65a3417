export { compareMeaning, type MeaningComparison, type Probe, probesOf } from './compare.js';
export { PLAIN } from './values.js';
