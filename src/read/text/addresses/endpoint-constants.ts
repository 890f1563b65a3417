import { hole, knownText, type TextValue, textPiece, unknown } from '../../../value/index.js';
import type { HttpUsage } from '../../usage.js';
import type { Unit } from '../requests/unit.js';

/**
 * Types that hold nothing but the segments of an API's paths: `Base = "zones"` beside `Rules = "a/b"`. The
 * program puts them together elsewhere, `{Base}/{id}/{Rules}`, where no text is left to be found; so every
 * such constant is taken for the address it is made for.
 */
const SEGMENTS = /^\/?[a-z][a-z_]*(?:\/(?:[a-z][a-z_]*|[{:<][\w:]+[}>]?))*\/?$/;

export function constantUsages(unit: Unit): HttpUsage[] {
  if (!unit.evidence.vendor) return [];
  const groups = new Map<number, TextValue[]>();
  for (const assignments of unit.scopes.assignments.values()) {
    const [only] = assignments;
    if (only === undefined || assignments.length !== 1) continue;
    const block = unit.code.enclosing[only.at] ?? -1;
    if (block < 0 || (unit.scopes.owner[only.at] ?? -1) >= 0) continue;
    const { value } = unit.evaluator.at(only.value);
    const content = knownText(value);
    if (value.kind !== 'text' || content === null || !SEGMENTS.test(content)) continue;
    const group = groups.get(block);
    if (group === undefined) groups.set(block, [value]);
    else group.push(value);
  }
  return [...groups.values()].flatMap((group) => usagesOf(unit, group));
}

function usagesOf(unit: Unit, group: readonly TextValue[]): HttpUsage[] {
  const scopes = new Set(unit.profiles.flatMap((profile) => profile.scopes));
  const isScope = (value: TextValue): boolean => scopes.has((knownText(value) ?? '').replaceAll('/', ''));
  const base = group.find(isScope);
  if (base === undefined) return [];
  return group.flatMap((value): HttpUsage[] => {
    if (value.origin === null || isScope(value)) return [];
    return [
      {
        kind: 'http',
        site: value.origin,
        evidence: unit.evidence.all,
        context: unit.context,
        method: unknown('a constant'),
        url: {
          kind: 'text',
          pieces: [
            ...base.pieces,
            textPiece('/', null),
            hole(null, 'id'),
            textPiece('/', null),
            ...value.pieces,
          ],
          origin: value.origin,
        },
        body: unknown('a constant'),
        headers: unknown('a constant'),
        reads: [],
      },
    ];
  });
}
