/** Fields and actions of the retired rules as the rules of today name them, by the tables of `convert`. */
import { FIREWALL_RULE, type FieldMapping, mappedFields, RATE_LIMIT } from '../../convert/index.js';

const FIELDS: readonly FieldMapping[] = [FIREWALL_RULE, RATE_LIMIT].flatMap(mappedFields);

export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Old fields that have another name now, by the last part of it. */
export const RENAMED: ReadonlyMap<string, FieldMapping> = new Map(
  FIELDS.flatMap((field) => (lastOf(field.old) === lastOf(field.now) ? [] : [[lastOf(field.old), field]])),
);

/** Old flags that say the opposite of what they have become. */
export const NEGATED: readonly string[] = [
  ...new Set(FIELDS.filter(({ isNegated }) => isNegated === true).map(({ old }) => lastOf(old))),
];

/** Old fields by their paths that stand elsewhere now and say the same; the longest first. A URL is no expression. */
export const MOVED: readonly FieldMapping[] = FIELDS.filter(
  ({ old, now, isNegated }) => old !== now && isNegated !== true && !old.endsWith('.url'),
).sort((one, other) => other.old.length - one.old.length);

/** Actions and modes that have another name now. */
export const RENAMED_ACTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FIREWALL_RULE.meanings.action ?? {}).map(
    ([old, { action }]) => [old, String(action)] as const,
  ),
  // Where a person has chosen what is skipped.
  ['bypass', 'skip'],
  ...FIELDS.flatMap(({ values = {} }) => Object.entries(values).map(([now, old]) => [old, now] as const)),
]);
