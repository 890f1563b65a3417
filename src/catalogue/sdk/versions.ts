/** Versions of SDKs: what a manifest asks for, and which methods of a table that means. */

/**
 * Of the methods of one name those that a version means. Where several are declared (`^3.0.0`), the newest that has
 * one of the methods is what gets installed; a version that is not known means all of them.
 */
export function methodsIn<T extends { readonly versions: readonly string[] }>(
  methods: readonly T[],
  declared: string | null,
): readonly T[] {
  const wanted = declared === null ? undefined : declaredVersions(declared);
  if (wanted === undefined) return methods;
  const newest = methods.map(({ versions }) => newestIn(versions, wanted));
  const top = newest.reduce((a, b) => (a === null || (b !== null && compare(b, a) > 0) ? b : a), null);
  if (top === null) return [];
  return methods.filter((_, index) => {
    const own = newest[index] ?? null;
    return own !== null && compare(own, top) === 0;
  });
}

export type Version = readonly number[];

export interface Versions {
  readonly low: Version;
  readonly high: Version;
}

const OLDEST: Version = [0, 0, 0];
const NEWEST: Version = [Number.POSITIVE_INFINITY];

/** The newest version that is both in one of the ranges (`3.0.0..3.5.0`, `4.0.0..`, `3.1.0`) and wanted. */
function newestIn(ranges: readonly string[], wanted: Versions): Version | null {
  let newest: Version | null = null;
  for (const range of ranges) {
    const { low, high: last } = versionRange(range);
    const high = compare(last, wanted.high) < 0 ? last : wanted.high;
    const fits = compare(low, high) <= 0 && compare(wanted.low, high) <= 0;
    if (fits && (newest === null || compare(high, newest) > 0)) newest = high;
  }
  return newest;
}

/** `3.0.0..3.5.0`, `4.0.0..`, `3.1.0`, as the catalogue writes them. */
export function versionRange(range: string): Versions {
  const [from = '', to] = range.split('..');
  const low = numbersOf(from) ?? OLDEST;
  const high = to === undefined ? low : to === '' ? NEWEST : (numbersOf(to) ?? NEWEST);
  return { low, high };
}

const COMPARISON = /(?:(\^|~>|~=|~|>=|<=|>|<|={1,3})\s*)?v?(\d+(?:\.\d+)*)[^\s,]*/g;

/**
 * The versions that a manifest asks for: `^4.2`, `v0.116.0`, `>=3.1.0 <4`, `~=4.1`, `3.x`, `^3 || ^4` (the last
 * counts). Nothing for `latest`, `*`, and addresses.
 */
export function declaredVersions(declared: string): Versions | undefined {
  const text = (declared.split('||').at(-1) ?? '').replace(/^\s*npm:.*@(?=[^@]*$)/, '');
  if (/[/:]/.test(text)) return undefined;
  let low = OLDEST;
  let high = NEWEST;
  const comparisons = [...text.matchAll(COMPARISON)];
  for (const [, sign = '', digits = ''] of comparisons) {
    const version = digits.split('.').map(Number);
    if (!sign.startsWith('<')) low = version;
    if (sign === '<') high = [...padded(version, 0).slice(0, 2), (version[2] ?? 0) - 1];
    else if (!sign.startsWith('>'))
      high = padded(version.slice(0, fixedParts(sign, version)), Number.POSITIVE_INFINITY);
  }
  return comparisons.length === 0 ? undefined : { low, high };
}

/** How many numbers of a version may not change. */
function fixedParts(sign: string, version: Version): number {
  if (sign === '^') return version[0] === 0 ? 2 : 1;
  if (sign === '~') return 2;
  if (sign === '~=' || sign === '~>') return Math.max(1, version.length - 1);
  return version.length;
}

function padded(version: Version, rest: number): Version {
  return [0, 1, 2].map((index) => version[index] ?? rest);
}

function numbersOf(version: string): Version | undefined {
  const found = /\d+(\.\d+)*/.exec(version);
  return found === null ? undefined : found[0].split('.').map(Number);
}

export function compare(a: Version, b: Version): number {
  for (let index = 0; index < 3; index++) {
    const [one, other] = [a[index] ?? 0, b[index] ?? 0];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Orders `3.5.0` before `3.10.0`. */
export function compareVersions(a: string, b: string): number {
  return compare(numbersOf(a) ?? [], numbersOf(b) ?? []);
}
