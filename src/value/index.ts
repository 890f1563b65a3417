export * from './value.js';
