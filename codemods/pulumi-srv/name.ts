/** The whole name of a service record, out of what its resource says of it. */

interface Said {
  /** `_sip._tls` */
  readonly labels: string;
  /** The name in `data`; null where there is none. */
  readonly inner: string | null;
  /** The name of the record. */
  readonly outer: string;
}

/**
 * `kept`: the name is whole. `labels`: the record is that of the zone itself, so the labels are all of it. `before`: the
 * labels go before the name. Else why it cannot be told: a record under another name would be a new one.
 */
export type WholeName =
  | { readonly is: 'kept' | 'labels' | 'before'; readonly isZoneAssumed: boolean }
  | { readonly problem: string };

export function wholeName({ labels, inner, outer }: Said): WholeName {
  const told = (is: 'kept' | 'labels' | 'before', isZoneAssumed = false) => ({ is, isZoneAssumed });
  const isOfZone = inner === null || inner === '@' || inner === '';
  if (outer === labels) {
    if (isOfZone) return told('kept');
    return isDomain(inner) ? told('kept', true) : DIFFERENT;
  }
  if (outer.startsWith(`${labels}.`)) {
    const rest = outer.slice(labels.length + 1);
    return isOfZone || isSameName(rest, inner) ? told('kept') : DIFFERENT;
  }
  if (outer.startsWith('_')) return DIFFERENT;
  if (outer === '@') {
    if (isOfZone) return told('labels');
    return isDomain(inner) ? told('labels', true) : DIFFERENT;
  }
  if (inner === null || inner === '')
    return outer.startsWith('$')
      ? { problem: 'whether the name has both labels already is not known' }
      : told('before');
  return isSameName(outer, inner) ? told('before') : DIFFERENT;
}

const DIFFERENT = { problem: 'the name of the record and the one in data differ' };

/** A name of two labels is that of a zone: no zone is called like a top-level domain. */
function isDomain(name: string): boolean {
  return /^[\w-]+\.[a-z]{2,}\.?$/i.test(name);
}

/** One of the two may be written with the domain of the zone behind it. */
function isSameName(left: string, right: string): boolean {
  return left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}
