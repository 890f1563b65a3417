export { Baseline, type BaselineFile, baselineText, readBaseline } from './baseline.js';
export { codeOwners, type OwnersOf } from './code-owners.js';
export { isIncomplete } from './incomplete.js';
export type { Again, Found, Material } from './material.js';
export type { ReportSuppression, RootResult } from './results.js';
export { RootError } from './root.js';
export { runScan, type ScanHooks, type ScanRequest, type ShowProgress, type TargetPlan } from './scan.js';
export { DEFAULT_SETTINGS, type Settings } from './settings.js';
export { type Target, type Targets, targetOfFile, targetsOf } from './target.js';
