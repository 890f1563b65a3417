import { alternatives, knownText, type Value } from '../../../value/index.js';
import type { HttpUsage } from '../../usage.js';

/**
 * One usage for each written text, method and body.
 *
 * The same text is often met several times: in a constant, where the constant is used, in the function that
 * sends it. An unknown method yields to a known one and a missing body to one that is seen; the address and
 * the evidence are those that say most.
 */
export function preferred(usages: readonly HttpUsage[]): readonly HttpUsage[] {
  const sent = new Set(usages.filter((usage) => usage.method.kind !== 'unknown').map(placeOf));
  const groups = new Map<string, HttpUsage[]>();
  for (const usage of usages) {
    if (usage.method.kind === 'unknown' && sent.has(placeOf(usage))) continue;
    const key = `${placeOf(usage)} ${methodKey(usage.method)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [usage]);
    else group.push(usage);
  }
  return [...groups.values()].flatMap(merged);
}

function merged(group: readonly HttpUsage[]): readonly HttpUsage[] {
  const [first] = group;
  if (first === undefined || group.length === 1) return group;
  const proven = group.find((usage) => usage.evidence.some((one) => one.kind === 'host')) ?? first;
  const bodies = new Map(
    group.flatMap((usage) =>
      usage.body.kind === 'unknown' ? [] : [[writtenAt(usage.body), usage.body] as const],
    ),
  );
  const distinct = bodies.size === 0 ? [first.body] : [...bodies.values()];
  return distinct.map((body) => ({ ...proven, body }));
}

function methodKey(method: Value): string {
  return alternatives(method)
    .map((one) => knownText(one) ?? '?')
    .join('|');
}

/** Where the last words of an address stand. */
function placeOf(usage: HttpUsage): string {
  const pieces = usage.url.kind === 'text' ? usage.url.pieces : [];
  const last = pieces.filter((piece) => piece.kind === 'text' && /\w/.test(piece.text)).at(-1)?.origin;
  return last === undefined || last === null
    ? `${usage.site.file}#${usage.site.start}`
    : `${last.file}:${last.end}`;
}

/** Parts of a body that are looked at. */
const MAX_PARTS = 200;

/** Where a value and its parts are written: a body of one place has other parts for each call of its function. */
function writtenAt(value: Value): string {
  const places: string[] = [];
  const visit = (one: Value): void => {
    if (places.length > MAX_PARTS) return;
    places.push(`${one.origin?.file ?? ''}:${one.origin?.start ?? -1}`);
    if (one.kind === 'object') for (const property of one.properties) visit(property.value);
    else if (one.kind === 'array') for (const item of one.items) visit(item);
    else if (one.kind === 'choice') for (const part of one.of) visit(part);
  };
  visit(value);
  return places.join(' ');
}
