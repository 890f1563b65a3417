/** The language server: what editors are told of retired calls, and what they may do about them. */

export type { FolderPlan, Host } from './analysis/host.js';
export { serveAnalysis } from './analysis/service.js';
export { serveEditor } from './editor/server.js';
