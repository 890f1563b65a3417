export { maskSecrets } from './shapes.js';
export { isCode, maskSource } from './source.js';
export { type Inside, linesInside } from './texts.js';
