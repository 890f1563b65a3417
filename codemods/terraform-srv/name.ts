/**
 * The name of a record with its labels for service and protocol; null where it cannot be told. `inner` is the name that
 * stands beside them, which decided where it was another one.
 */
export function wholeName(labels: string, inner: string | null, outer: string): string | null {
  // `_sip._tls` alone names the record of the zone itself.
  if (outer === labels) return inner === null || isZone(inner) ? outer : null;
  if (outer.startsWith(`${labels}.`)) {
    const isSame = inner === null || isAny(inner) || isSameName(outer.slice(labels.length + 1), inner);
    return isSame ? outer : null;
  }
  if (outer.startsWith('_') || (inner !== null && !isSameName(outer, inner))) return null;
  return outer === '@' ? labels : `${labels}.${outer}`;
}

/** One of the two may be written with the domain of the zone behind it. */
function isSameName(outer: string, inner: string): boolean {
  return outer === inner || inner.startsWith(`${outer}.`) || outer.startsWith(`${inner}.`);
}

/** What is computed as a whole is taken for the same. */
function isAny(inner: string): boolean {
  return inner === '@' || /^\$\{[^{}]*\}$/.test(inner);
}

/** A domain as it is registered, such as `example.com` and `example.co.uk`. */
function isZone(inner: string): boolean {
  return isAny(inner) || /^[\w-]+(?:\.(?:ac|co|com|edu|gov|net|org))?\.[a-z]+$/.test(inner);
}
