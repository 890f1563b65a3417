/** What new functions are called in a program, by their templates. */
export const NAMES: Readonly<Record<string, string>> = {
  Rule: 'CustomRule',
  listRules: 'listCustomRules',
  listRulePage: 'listCustomRulePage',
  findRules: 'findCustomRules',
  listFilters: 'listCustomRuleFilters',
  getRule: 'getCustomRule',
  getFilter: 'getCustomRuleFilter',
  updateFilter: 'updateCustomRuleFilter',
  addRule: 'addCustomRule',
  addRules: 'addCustomRules',
  updateRule: 'updateCustomRule',
  updateRules: 'updateCustomRules',
  deleteRule: 'deleteCustomRule',
  deleteRules: 'deleteCustomRules',
  toOldRule: 'toFirewallRule',
  toRule: 'toCustomRule',
};
