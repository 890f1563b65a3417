export * from './lookup.js';
export * from './text.js';
export * from './value.js';
