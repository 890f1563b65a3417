import type { Difference } from '../../src/migrate/index.js';
import { SAME_ASSUMED, ZONE_ASSUMED } from '../places/srv-records.js';

interface WholeName {
  readonly name: string;
  /** What is taken for granted. */
  readonly assumed: readonly Difference[];
}

/**
 * The name of a record with its labels for service and protocol; null where it cannot be told. `inner` is the name that
 * stands beside them, which decided where it was another one.
 */
export function wholeName(
  service: string,
  proto: string,
  inner: string | null,
  outer: string,
): WholeName | null {
  // The API wants labels with an underscore.
  if (![service, proto].every((label) => /^(?:_|\$\{)/.test(label))) return null;
  const labels = `${service}.${proto}`;
  // `_sip._tls` alone names the record of the zone itself.
  if (outer === labels) {
    if (inner === null || inner === '@') return { name: outer, assumed: [] };
    return isZone(inner) ? { name: outer, assumed: [ZONE_ASSUMED] } : null;
  }
  if (outer.startsWith(`${labels}.`)) {
    const isSame = inner === null || inner === '@' || isSameName(outer.slice(labels.length + 1), inner);
    if (isSame) return { name: outer, assumed: [] };
    return isComputed(inner) ? { name: outer, assumed: [SAME_ASSUMED] } : null;
  }
  if (outer.startsWith('_') || (inner !== null && !isSameName(outer, inner))) return null;
  return { name: outer === '@' ? labels : `${labels}.${outer}`, assumed: [] };
}

/** What is taken for granted of a name that holds the labels already; null where the record had another one. */
export function assumedOf(inner: string | null): readonly Difference[] | null {
  if (inner === null || inner === '@') return [];
  if (isComputed(inner)) return [SAME_ASSUMED];
  return isZone(inner) ? [ZONE_ASSUMED] : null;
}

/** One of the two may be written with the domain of the zone behind it. */
function isSameName(outer: string, inner: string): boolean {
  return outer === inner || inner.startsWith(`${outer}.`) || outer.startsWith(`${inner}.`);
}

/** Whether nothing of it is written out. */
export function isComputed(name: string): boolean {
  return /^\$\{[^{}]*\}$/.test(name);
}

/** A domain as it is registered, such as `example.com` and `example.co.uk`, or what is computed as a whole. */
function isZone(inner: string): boolean {
  return isComputed(inner) || /^[\w-]+(?:\.(?:ac|co|com|edu|gov|net|org))?\.[a-z]+$/.test(inner);
}
