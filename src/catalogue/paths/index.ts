/** Matching of URLs and paths against the templates of the catalogue. */

export { markOf, queryRange, scopeIdOf } from './mark.js';
export {
  type Anchor,
  createPathMatcher,
  type HostVerdict,
  type PathMatch,
  type PathMatcher,
  pathMatcherOf,
} from './matcher.js';
export { holeText } from './notation.js';
export { type PathRow, templatesOf } from './template.js';
export { type EndpointStatus, verdictOf } from './verdict.js';
