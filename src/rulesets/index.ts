/** Checks of rulesets: a body, as far as it is known, in; what is wrong with it out. */
export { checkRuleset, type RulesetAct, type RulesetRequest } from './check.js';
export { valueOfJson } from './json-value.js';
export { API_SPELLING, type ToolSpelling } from './part.js';
export { type RulesetProblem, sentences } from './problem.js';
