/** The package of OWASP rules of a zone as a rule that executes the managed ruleset which took its place. */
import { BadInput, convertPackage, type RuleFields, type RuleValue } from '../../../src/convert/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import type { HclItem } from '../hcl-layout.js';
import { type ProviderMajor, Refusal } from './resources.js';

export const OTHER_IDS = 'the managed rulesets have other ids for groups and rules';
export const SEVERAL_PACKAGES = 'the zone has several packages; only that of OWASP has a sensitivity';

export interface ConvertedPackage {
  readonly items: (provider: ProviderMajor) => readonly HclItem[];
  readonly differences: readonly Difference[];
}

const SENSITIVITY: Difference = {
  name: 'sensitivity-is-overrides',
  what: 'the sensitivity becomes a score threshold and paranoia levels, as the upgrade of the vendor chose them; other rules of the package have no counterpart',
};

/** `literal` gives an attribute that is written out, or the default. Throws a `Refusal`. */
export function convertedPackage(
  address: string,
  literal: (name: string, fallback: string) => string,
): ConvertedPackage {
  try {
    const { rule, differences } = convertPackage({
      name: 'OWASP',
      detection_mode: 'anomaly',
      sensitivity: literal('sensitivity', 'high'),
      action_mode: literal('action_mode', 'challenge'),
    });
    const changed = differences
      .filter(({ lost }) => !lost)
      .map(({ message }) => ({ name: 'package-converted', what: `${address}: ${message}` }));
    return { items: (provider) => itemsOf(rule, provider), differences: [SENSITIVITY, ...changed] };
  } catch (error) {
    if (error instanceof BadInput) throw new Refusal(`${address}: ${error.message}`);
    throw error;
  }
}

/** Values first, then what is a block or an object. */
function itemsOf(fields: RuleFields, provider: ProviderMajor): readonly HclItem[] {
  return Object.entries(fields)
    .flatMap(([name, value]): readonly HclItem[] => {
      if (Array.isArray(value)) return listItems(name, value as readonly RuleFields[], provider);
      if (typeof value !== 'object') return [{ name, value: JSON.stringify(value) }];
      const inner = itemsOf(value as RuleFields, provider);
      return [provider === 5 ? { name, object: inner } : { name, block: inner }];
    })
    .sort((left, right) => Number(!('value' in left)) - Number(!('value' in right)));
}

function listItems(name: string, values: readonly RuleValue[], provider: ProviderMajor): readonly HclItem[] {
  const inner = values.map((value) => itemsOf(value as RuleFields, provider));
  return provider === 5
    ? [{ name, list: inner.map((object) => ({ comments: [], object })) }]
    : inner.map((block) => ({ name, block }));
}
