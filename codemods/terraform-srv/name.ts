/**
 * The name of a record with its labels for service and protocol; null where it cannot be told. `inner` is the name that
 * stands beside them.
 */
export function wholeName(labels: string, inner: string | null, outer: string): string | null {
  // `_sip._tls` alone names the record of the zone itself.
  if (outer === labels || outer.startsWith(`${labels}.`)) return outer;
  if (outer.startsWith('_') || (inner !== null && !isSameName(outer, inner))) return null;
  return outer === '@' ? labels : `${labels}.${outer}`;
}

/** One of the two may be written with the domain of the zone behind it. */
function isSameName(outer: string, inner: string): boolean {
  return outer === inner || inner.startsWith(`${outer}.`) || outer.startsWith(`${inner}.`);
}
