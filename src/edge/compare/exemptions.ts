import { isList, isObject, type Json, parseJson } from '../core/json.js';
import type { Change, RunDifference } from './difference.js';

/** A difference that is known, wanted and explained. */
export interface Exemption {
  readonly name: string;
  /** Why it is right that the runs differ here. */
  readonly reason: string;
  readonly kind: RunDifference['kind'];
  /** Only what was removed, added, moved or changed; without it any difference. */
  readonly change?: Change;
  /** Place of the difference; `*` stands for any text. */
  readonly where: string;
  /** The line of output, or the value, before or after; `*` stands for any text. */
  readonly text?: string;
}

export interface Exempted {
  readonly exemption: Exemption;
  readonly differences: readonly RunDifference[];
}

/** Splits differences into those an exemption covers and the rest, and names the exemptions that cover none. */
export function applyExemptions(
  found: readonly RunDifference[],
  exemptions: readonly Exemption[],
): {
  readonly open: readonly RunDifference[];
  readonly exempted: readonly Exempted[];
  readonly unused: readonly Exemption[];
} {
  const covered = exemptions.map((exemption) => ({
    exemption,
    differences: found.filter((difference) => covers(exemption, difference)),
  }));
  return {
    open: found.filter((difference) => !exemptions.some((exemption) => covers(exemption, difference))),
    exempted: covered.filter(({ differences }) => differences.length > 0),
    unused: covered.filter(({ differences }) => differences.length === 0).map(({ exemption }) => exemption),
  };
}

function covers(exemption: Exemption, difference: RunDifference): boolean {
  if (exemption.kind !== difference.kind) return false;
  if (exemption.change !== undefined && exemption.change !== difference.change) return false;
  const { text } = exemption;
  const says = (value: Json | undefined) =>
    matchesWildcard(text ?? '*', typeof value === 'string' ? value : JSON.stringify(value ?? null));
  if (text !== undefined && !says(difference.before) && !says(difference.after)) return false;
  return matchesWildcard(exemption.where, difference.where);
}

/** Each part at the first place behind the one before it: linear, whatever a file asks for. */
function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return first === text;
  let at = first.length;
  if (!text.startsWith(first)) return false;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const CHANGES: readonly Change[] = ['changed', 'added', 'removed', 'moved'];
const KINDS: readonly RunDifference['kind'][] = ['state', 'effect', 'stdout', 'stderr', 'exit'];

export type ExemptionFile =
  | { readonly ok: true; readonly exemptions: readonly Exemption[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a JSON array of exemptions. */
export function readExemptions(text: string): ExemptionFile {
  const read = parseJson(text);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const parsed = read.value;
  if (!isList(parsed)) return { ok: false, problems: ['it must be an array of exemptions'] };
  const problems: string[] = [];
  const exemptions = parsed.flatMap((item, index): Exemption[] => {
    const { name, reason, kind, where, change, text, ...others } = isObject(item) ? item : {};
    const known = KINDS.find((candidate) => candidate === kind);
    if (!filled(name) || !filled(reason) || !filled(where) || known === undefined) {
      problems.push(
        `item ${index + 1} needs "name", "reason" and "where" (strings) and "kind" (one of ${KINDS.join(', ')})`,
      );
      return [];
    }
    for (const key of Object.keys(others)) problems.push(`item ${index + 1}: "${key}" is not known`);
    const only = CHANGES.find((candidate) => candidate === change);
    if (change !== undefined && only === undefined)
      problems.push(`item ${index + 1}: "change" must be one of ${CHANGES.join(', ')}`);
    if (text !== undefined && typeof text !== 'string')
      problems.push(`item ${index + 1}: "text" must be a string`);
    return [
      {
        name,
        reason,
        kind: known,
        where,
        ...(only === undefined ? {} : { change: only }),
        ...(typeof text === 'string' ? { text } : {}),
      },
    ];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, exemptions };
}

function filled(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
