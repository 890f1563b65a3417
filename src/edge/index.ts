/**
 * The emulated API: an in-process core with a clock, and a loopback server around it. Programs of a tree are run against
 * it, isolated, and two such runs are compared.
 */

/** @public */
export {
  type CompareOptions,
  compareRecordings,
  compareRuns,
  type Exemption,
  type RecordingComparison,
  type RunComparison,
  type RunDifference,
  runTree,
  type TreeRun,
} from './compare/index.js';
export { PERMISSIONS, type Permission } from './core/auth.js';
export { Edge, type EdgeOptions, type RequestOutcome } from './core/edge.js';
export type { Faults } from './core/faults.js';
export { readFaults } from './core/faults-file.js';
export type { EdgeRequest, EdgeResponse } from './core/http.js';
export type { Json, JsonObject } from './core/json.js';
export type { EdgeState, Zone } from './core/state.js';
export { readState } from './core/state-file.js';
export { type Effect, effect, legacyEffect } from './effect/effect.js';
/** @public */
export {
  type Isolation,
  openSetup,
  type Rehearsal,
  type RehearsalSetup,
  type SeenCall,
} from './rehearse/index.js';
export { type EdgeServer, type Exchange, serveEdge } from './server/server.js';
