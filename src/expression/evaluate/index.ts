export {
  type EvaluationContext,
  type EvaluationResult,
  evaluateFilter,
  evaluateValue,
} from './evaluate.js';
export { type ContextValue, type Value, valueToJson } from './values.js';
