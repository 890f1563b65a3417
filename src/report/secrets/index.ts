export { maskLiteral } from './literals.js';
export { maskSecrets } from './shapes.js';
export { linesInside, MaskedLine, maskSource, modeOf } from './source.js';
