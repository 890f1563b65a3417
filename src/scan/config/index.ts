export { type ConfigResult, findConfig, readConfig } from './read.js';
export type { Config } from './shape.js';
