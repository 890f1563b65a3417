/** One old rule with its filter as a rule of a ruleset. */
import { THREAT_SCORE } from '../../src/expression/index.js';
import { attributeText } from '../places/hcl.js';
import type { HclItem } from '../places/hcl-layout.js';
import { actionItems, foldedScore, neverHolds, withNewFields } from '../places/rulesets/firewall.js';
import { enabledBy, notEmpty, type ProviderMajor, textOf } from '../places/rulesets/resources.js';
import type { OldRule } from './resources.js';

/** Attributes of the rule in the order in which people write them. */
export function ruleItems(rule: OldRule, provider: ProviderMajor): readonly HclItem[] {
  const enabled = enabledOf(rule);
  const description = textOf(rule, 'description') ?? notEmpty(rule.filter.text('description'));
  return [
    ...(description === null ? [] : [{ name: 'description', value: description }]),
    { name: 'expression', value: expressionOf(rule) },
    ...actionItems(rule.action, rule.address, provider),
    ...(enabled === null ? [] : [{ name: 'enabled', value: enabled }]),
  ].sort((left, right) => Number(!('value' in left)) - Number(!('value' in right)));
}

/** The condition is carried as it is written, but for fields that have new names or are retired. */
function expressionOf({ filter, address }: OldRule): string {
  const written = withNewFields(filter.text('expression') ?? '""');
  return written.includes(THREAT_SCORE)
    ? withoutThreatScore(written, filter.resource?.address ?? address)
    : written;
}

export function usesThreatScore({ filter }: OldRule): boolean {
  return (filter.text('expression') ?? '').includes(THREAT_SCORE);
}

export function isLeftOut({ filter }: OldRule): boolean {
  return neverHolds(unquoted(filter.text('expression') ?? ''));
}

/** A text without interpolation; null for anything else. */
function unquoted(written: string): string | null {
  const inner = /^"((?:[^"\\$%]|\\["\\])*)"$/.exec(written)?.[1];
  return inner?.replace(/\\(["\\])/g, '$1') ?? null;
}

/** The score is always 0, so comparisons with it can be folded away where the whole condition is in sight. */
function withoutThreatScore(written: string, address: string): string {
  const folded = foldedScore(unquoted(written), address);
  return `"${folded.replace(/["\\]/g, '\\$&')}"`;
}

/** `enabled` says the opposite of `paused`, of the rule or of its filter. */
function enabledOf({ file, block, filter }: OldRule): string | null {
  return enabledBy([attributeText(file, block, 'paused'), filter.text('paused')].flatMap((one) => one ?? []));
}
