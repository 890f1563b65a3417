export { jsonFault } from './json-fault.js';
export * from './lookup.js';
export { literally } from './pattern.js';
export * from './text.js';
export * from './value.js';
