/** What new functions are called in a program, by their templates. */
export const NAMES: Readonly<Record<string, string>> = {
  Rule: 'RateLimitRule',
  listRules: 'listRateLimitRules',
  listRulePage: 'listRateLimitRulePage',
  getRule: 'getRateLimitRule',
  createRule: 'addRateLimitRule',
  replaceRule: 'replaceRateLimitRule',
  deleteRule: 'deleteRateLimitRule',
  toOldRule: 'toRateLimit',
  toRule: 'toRateLimitRule',
};
