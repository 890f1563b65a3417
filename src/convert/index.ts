/** Lists exported from retired APIs as rules of the Rulesets API. Pure: text in, rules and differences out. */

import { jsonFault } from '../value/index.js';
import { convertFirewallRules } from './firewall-rules.js';
import { BadInput, Given } from './json.js';
import type { Conversion } from './model.js';
import { convertRateLimits } from './rate-limits.js';
import { convertWafPackages } from './waf-packages.js';

export { BadInput, Given } from './json.js';
export {
  type Conversion,
  type ConversionDifference,
  Differences,
  type NewRule,
  type RuleFields,
  type RuleValue,
} from './model.js';
export { OLD_ACTIONS, PHASE_OF_PRODUCT } from './old-actions.js';
export { BYPASSED, COUNTED_BY_RESPONSE, rateLimitRule } from './rate-limits.js';
export { asTerraform, type ProviderMajor, quoted } from './terraform.js';
export { convertPackage } from './waf-packages.js';

const CONVERSIONS = {
  'firewall-rules': convertFirewallRules,
  'rate-limits': convertRateLimits,
  'waf-packages': convertWafPackages,
} as const;

export type OldList = keyof typeof CONVERSIONS;
export const OLD_LISTS = Object.keys(CONVERSIONS) as OldList[];

/** Takes a list, or an answer of the old API with the list under `result`. Throws `BadInput`. */
export function convert(kind: OldList, text: string): Conversion {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInput(`the input is ${jsonFault(error)}`);
  }
  const input = new Given('', value);
  return CONVERSIONS[kind](input.isRecord() ? input.at('result') : input);
}
