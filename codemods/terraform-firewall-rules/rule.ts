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
  return neverHolds(literalOf(filter.text('expression') ?? '')?.text ?? null);
}

interface Literal {
  readonly text: string;
  /** Another text in the same quotes, or between the same marks. */
  readonly write: (text: string) => string;
}

/** A text without interpolation; null for anything else. */
function literalOf(written: string): Literal | null {
  const quoted = /^"((?:[^"\\$%]|[$%](?!\{)|\\["\\])*)"$/.exec(written)?.[1];
  if (quoted !== undefined)
    return {
      text: quoted.replace(/\\(["\\])/g, '$1'),
      write: (text) => `"${text.replace(/["\\]/g, '\\$&')}"`,
    };
  const [, opening, body, closing] =
    /^(<<-?\w+[ \t]*\n)((?:[^$%]|[$%](?!\{))*?)(\n[ \t]*\w+)$/.exec(written) ?? [];
  return body === undefined ? null : { text: body, write: (text) => `${opening}${text}${closing}` };
}

/** The score is always 0, so comparisons with it can be folded away where the whole condition is in sight. */
function withoutThreatScore(written: string, address: string): string {
  const literal = literalOf(written);
  const folded = foldedScore(literal?.text ?? null, address);
  return literal?.write(folded) ?? written;
}

/** `enabled` says the opposite of `paused`, of the rule or of its filter. */
function enabledOf({ file, block, filter }: OldRule): string | null {
  return enabledBy([attributeText(file, block, 'paused'), filter.text('paused')].flatMap((one) => one ?? []));
}
