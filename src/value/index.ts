export * from './lookup.js';
export { literally } from './pattern.js';
export * from './text.js';
export * from './value.js';
