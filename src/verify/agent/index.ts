export { agentEnvironment } from './environment.js';
export { keptAnswers } from './kept.js';
export { type AcceptedChange, type AgentResults, withChanges, withoutChanges } from './merged.js';
export type { Base, Inspected, Judged, Stage } from './model.js';
export { runUnits, type UnitOutcome } from './run.js';
export { type AgentFile, bytesOf, commitTree, copyListed, openWorkshop, writeFiles } from './trees.js';
