export { maskSecrets } from './shapes.js';
export { linesInside, maskSource, modeOf } from './source.js';
