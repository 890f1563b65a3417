/** What programs import. The engine brings in the parts that they use, as one file. */
export { FILTERS, FIREWALL_RULES } from './address.js';
export { axiosOverRulesets } from './over-axios.js';
export { fetchOverRulesets } from './over-fetch.js';
export { gotOverRulesets } from './over-got.js';
export { httpOverRulesets } from './over-http.js';
export { kyOverRulesets } from './over-ky.js';
export { nestOverRulesets } from './over-nest.js';
export { ofetchOverRulesets } from './over-ofetch.js';
export { requestOverRulesets } from './over-request.js';
export { cloudflareOverRulesets, filtersOf, firewallRulesOf } from './over-sdk.js';
export { superagentOverRulesets } from './over-superagent.js';
export { undiciOverRulesets } from './over-undici.js';
