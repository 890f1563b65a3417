import { compare, declaredVersions, type Version, versionRange } from './versions.js';

/**
 * Where a version that a project pins stands to a range of versions of the catalogue.
 *
 * What gets installed is the newest that a requirement allows: of `~> 3.0` some 3.x. One without an upper end, such
 * as the `>= 2.0` of a module, leaves it to others.
 */
export type Standing = 'within' | 'open' | 'above' | 'below' | 'unknown';

export function standingOf(range: string, pinned: string): Standing {
  const wanted = declaredVersions(pinned.replace(/!=\s*v?[\d.]+[\w.-]*/g, ''));
  if (wanted === undefined) return 'unknown';
  const { low, high } = versionRange(range);
  const newest = lastBefore(wanted.high);
  if (compare(low, newest) > 0) return 'below';
  const isOpen = newest[0] === ENDLESS && compare(wanted.low, high) <= 0;
  if (isOpen && high[0] !== ENDLESS) return 'open';
  return compare(newest, high) <= 0 || agrees(newest, high) ? 'within' : 'above';
}

/** `< 5.0` ends with the last of 4. */
function lastBefore(version: Version): Version {
  const [major = 0, minor = 0, patch = 0] = version;
  if (patch >= 0) return version;
  return minor > 0 ? [major, minor - 1, ENDLESS] : [major - 1, ENDLESS, ENDLESS];
}

const ENDLESS = Number.POSITIVE_INFINITY;

/** The newest of an open requirement such as 3.x is the one a range ends with, if it is of 3.x too. */
function agrees(newest: Version, end: Version): boolean {
  const fixed = newest.indexOf(ENDLESS);
  return fixed > 0 && newest.slice(0, fixed).every((number, index) => number === end[index]);
}
