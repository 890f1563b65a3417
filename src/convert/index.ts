/** Objects of retired APIs as rules of the Rulesets API. Pure: values in, rules and differences out. */

import { jsonFault } from '../value/index.js';
import { convertFirewallRules } from './firewall-rules.js';
import { BadInput, Given } from './json.js';
import type { Conversion, RuleConversion } from './model.js';
import { convertRateLimits, type RateLimitOptions } from './rate-limits.js';
import { convertWafPackages } from './waf-packages.js';

export { BadInput, Given } from './json.js';
export * from './mapping/index.js';
export {
  type Conversion,
  type ConversionDifference,
  Differences,
  type NewRule,
  type RuleConversion,
  type RuleFields,
  type RuleValue,
} from './model.js';
export { OLD_ACTIONS, PHASE_OF_PRODUCT, PRODUCTS, skippedBy } from './old-actions.js';
export {
  BYPASSED,
  COUNTED_BY_RESPONSE,
  EXEMPT_CRAWLERS,
  rateLimitRule,
  withoutCrawlerCondition,
} from './rate-limits.js';
export { asTerraform, type ProviderMajor, quoted } from './terraform.js';
export { convertPackage } from './waf-packages.js';

export type OldList = 'firewall-rules' | 'rate-limits' | 'waf-packages';

type ConvertOptions = Partial<RateLimitOptions>;

const CONVERSIONS: Readonly<
  Record<OldList, (items: readonly Given[], options: ConvertOptions) => Conversion>
> = {
  'firewall-rules': convertFirewallRules,
  'rate-limits': (items, options) => convertRateLimits(items, { exemptCrawlers: true, ...options }),
  'waf-packages': convertWafPackages,
};

export const OLD_LISTS = Object.keys(CONVERSIONS) as OldList[];

/** Takes an object or a list of them, or an answer of the old API with either under `result`. Throws `BadInput`. */
export function convert(kind: OldList, text: string, options: ConvertOptions = {}): Conversion {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInput(`the input is ${jsonFault(error)}`);
  }
  const input = new Given('', value);
  const isAnswer = input.isRecord() && Object.hasOwn(input.value, 'result');
  const source = isAnswer ? input.at('result') : input;
  if (source.isRecord()) return CONVERSIONS[kind]([source], options);
  if (!Array.isArray(source.value)) throw source.wrong('must be an object or a list of objects');
  return CONVERSIONS[kind](source.items(), options);
}

/**
 * Converts a single object. Programs, exported lists and data in code share this function, so that they agree on
 * periods, timeouts, patterns and differences.
 */
export function convertRule(kind: OldList, value: unknown, options: ConvertOptions = {}): RuleConversion {
  try {
    const items = [new Given('', value)];
    const { rules, differences } = CONVERSIONS[kind](items, options);
    const [rule] = rules;
    if (rule !== undefined) return { rule, differences, refused: null };
    return { rule: null, differences, refused: differences[0]?.message ?? 'it has no counterpart' };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { rule: null, differences: [], refused: error.message };
  }
}
