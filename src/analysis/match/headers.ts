/** Headers that must not stand together on one request. */
import type { Entry, HeaderCheck, Profile } from '../../catalogue/index.js';
import { alternatives, type ObjectValue, type Origin, type Value } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import type { Hit } from './report.js';

export function* headerHits(
  headers: Value,
  entry: Entry,
  check: HeaderCheck,
  method: string | null,
  confidence: Confidence,
): Generator<Hit> {
  for (const one of alternatives(headers)) {
    if (one.kind !== 'object') continue;
    const places = check.together.map((name) => headerOf(one, name));
    if (places.some((place) => place === undefined)) continue;
    yield { entry, kind: 'header', at: places.at(-1) ?? null, method, endpoint: null, confidence };
  }
}

/** A header that only this vendor reads proves by itself whose call it is. */
export function provesVendor(check: HeaderCheck, profile: Profile): boolean {
  const own = profile.authHeaders.map((name) => name.toLowerCase());
  return check.together.some((name) => own.includes(name.toLowerCase()));
}

function headerOf(headers: ObjectValue, name: string): Origin | null | undefined {
  const wanted = name.toLowerCase();
  const found = headers.properties.findLast(({ key }) => key.toLowerCase() === wanted);
  if (found === undefined || (found.value.kind === 'scalar' && found.value.value == null)) return undefined;
  return found.keyOrigin;
}
