export { isIncomplete } from './incomplete.js';
export { runScan, type ScanHooks, type ScanRequest } from './scan.js';
export { DEFAULT_SETTINGS, type Settings, type WalkSettings } from './settings.js';
export { type Target, type Targets, targetOfFile, targetsOf } from './target.js';
