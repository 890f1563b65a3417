/** What codemods of single entries use of the migrations of JavaScript. */

export { type AnswerFlow, dataFlowOf, ENTRIES, flowOf, VALUES, type Visit } from './answer-flow.js';
export { functionAround, isExported } from './answer-places.js';
export {
  ALL_AT_ONCE,
  ALL_LIMITS,
  ERRORS,
  EXPRESSION,
  EXPRESSION_ONLY,
  errorsWithout,
  FILTER,
  KEPT,
  LAST,
  NO_FILTER,
  OLD_DIFFERENCES,
  PAGES,
  SHOWN,
} from './differences.js';
export { ruleModule } from './module.js';
export { objectText } from './object-text.js';
export { pageLoopOf } from './page-loop.js';
export { asksForPages, pageAskedFor } from './pages.js';
export { constantOf } from './path-pieces.js';
export { type Asked, type Replacement, rewritten } from './plan.js';
export { refusalFeatures } from './refusals.js';
export { type RequestCall, requestCallsOf } from './request-call.js';
