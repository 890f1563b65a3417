/** The resource of firewall rules of the vendor's SDK. */
import { FIREWALL_RULES } from './firewall-rules.js';
import { cloudflareOverRulesets, sdkPaths } from './over-sdk.js';

sdkPaths.set('firewall/rules', FIREWALL_RULES);

/** `client.firewall.rules`, which answers its calls over rulesets. */
export function firewallRulesOf<T extends { firewall: { rules: unknown } }>(
  client: T,
): T['firewall']['rules'] {
  return cloudflareOverRulesets(client).firewall.rules;
}
