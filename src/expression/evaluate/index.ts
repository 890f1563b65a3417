export {
  type EvaluationContext,
  type EvaluationResult,
  evaluateFilter,
  evaluateValue,
} from './evaluate.js';
export { type ContextValue, fromBytes, type Value } from './values.js';
