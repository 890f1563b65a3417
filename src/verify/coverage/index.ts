export { type Noted, watchLines } from './lines.js';
