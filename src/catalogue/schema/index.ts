/** How files that people write are read: shapes with positions and remedies, shared by catalogue and config. */
export { located } from './from-value.js';
export { readJson } from './json.js';
export type { Located, Position, ProblemCollector } from './located.js';
export {
  either,
  integer,
  list,
  optional,
  type Read,
  record,
  required,
  type Shape,
  text,
  truth,
  word,
} from './shape.js';
export { readYaml } from './yaml.js';
