export {
  type EvaluationContext,
  type EvaluationResult,
  evaluateFilter,
  evaluateValue,
} from './evaluate.js';
export { type ContextValue, type RuntimeValue, valueToJson } from './values.js';
