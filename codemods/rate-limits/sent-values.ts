/** What `convert` says of the limits that a call is known to send, where they are put together from data. */
import type { Difference, Surroundings } from '../../src/migrate/index.js';
import type { Value } from '../../src/value/index.js';
import { limitRule } from './limit-rule.js';
import { mergedDifferences } from './merged-differences.js';

export interface SentLimits {
  /** Nothing of what is sent is unknown. */
  readonly isWhole: boolean;
  /** Periods and timeouts that have to change. */
  readonly rounded: string | null;
  readonly differences: readonly Difference[];
}

/** Differences of the limits that need one, by the line of the data; or why one of them cannot become a rule. */
export function sentLimits(
  values: readonly Value[],
  around: Surroundings,
): SentLimits | { readonly why: string } {
  const found: Difference[] = [];
  let isWhole = values.length > 0;
  for (const value of values) {
    // A client that others use as well sends nothing, or a text, on other ways through it.
    const plain = value.kind === 'object' ? plainOf(value) : undefined;
    if (plain === undefined) {
      isWhole = false;
      continue;
    }
    const limit = limitRule(plain, new Map());
    const at = placeOfData(value, around);
    if ('why' in limit) return { why: `${at}: ${limit.why}` };
    found.push(...limit.differences.map((one) => ({ ...one, what: `${at}: ${one.what}` })));
  }
  const differences = mergedDifferences(found);
  const rounded = differences.find(({ name }) => name === 'nearest-period')?.what ?? null;
  return { isWhole, rounded, differences };
}

/** The values of a whole limit; undefined where a part is not known. */
export function plainOf(value: Value): unknown {
  switch (value.kind) {
    case 'scalar':
      return value.value;
    case 'text': {
      const texts = value.pieces.map((piece) => (piece.kind === 'text' ? piece.text : null));
      return texts.includes(null) ? undefined : texts.join('');
    }
    case 'array': {
      const items = value.items.map(plainOf);
      return value.open || items.includes(undefined) ? undefined : items;
    }
    case 'object': {
      // Methods of the SDK take it beside the limit.
      const own = value.properties.filter(({ key }) => key !== 'zone_id');
      const entries = own.map(({ key, value: one }): [string, unknown] => [key, plainOf(one)]);
      const isWhole = entries.every(([, one]) => one !== undefined);
      return value.open || !isWhole ? undefined : Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}

/** The line of the data: what the address of a limit, or else its number, is written in. */
function placeOfData(value: Value, around: Surroundings): string {
  const url = memberAt(value, 'match.request.url');
  const pieces = url?.kind === 'text' ? url.pieces : [];
  const origins = [...pieces.map(({ origin }) => origin).toReversed(), memberAt(value, 'threshold')?.origin];
  const origin = origins.find((one) => one !== null && one !== undefined) ?? value.origin;
  if (!origin) return 'one of its limits';
  const line = (around.file(origin.file)?.text ?? '').slice(0, origin.start).split('\n').length;
  return `line ${line} of ${origin.file}`;
}

/** The value of a field of a field. */
export function memberAt(value: Value, path: string): Value | undefined {
  return path
    .split('.')
    .reduce<Value | undefined>(
      (holder, name) =>
        holder?.kind === 'object' ? holder.properties.findLast(({ key }) => key === name)?.value : undefined,
      value,
    );
}
