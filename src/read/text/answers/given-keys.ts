import { calleeOf } from '../lexing/calls.js';
import { type Code, isPunctuation, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';

/** Keys of a part of an answer that the program gives a value of its own. */

/** Methods that put values into the table they are called on. */
const PUTTING = /^(?:update|setdefault|put|putIfAbsent|insert|store|merge!|update!|Add|TryAdd)$/;
/** Functions that make a table of several. */
const MERGING = /^(?:dict|array_merge|array_replace|Map)$/;

/** `record[…] = `, and only if there is none: `record[…] ??=` */
export function isAssignedAt({ tokens }: Code, at: number): boolean {
  const mark = tokens[at];
  const isOr = isPunctuation(mark, '??') || isPunctuation(mark, '||');
  return isPunctuation(isOr ? tokens[at + 1] : mark, '=');
}

/** `record.update(zone_id=zone)`, `record.setdefault("zone_id", zone)` */
export function keysPutBy(code: Code, method: string, open: number): readonly string[] {
  if (!PUTTING.test(method)) return [];
  const first = literalText(code.tokens[split(code, open)[0]?.start ?? -1]);
  return first === null ? keysIn(code, open) : [first];
}

/** What stands beside a name that is spread or merged: `{**record, "zone_id": zone}`. */
export function keysBeside({ code, file }: Unit, at: number): readonly string[] {
  const { tokens, enclosing } = code;
  const open = enclosing[at] ?? -1;
  const start = tokens[at]?.start ?? 0;
  const isSpread = /(?:\*\*|\.\.\.)\s*$/.test(file.text.slice(Math.max(0, start - 8), start));
  const isMerged =
    isPunctuation(tokens[open], '(') && MERGING.test(bareName(calleeOf(code, open).at(-1) ?? ''));
  return isSpread || isMerged ? keysIn(code, open) : [];
}

/** `zone_id=…`, `"zone_id": …`, `'zone_id' => …`, also in a table among them. */
function keysIn(code: Code, open: number, depth = 0): readonly string[] {
  const { tokens } = code;
  return split(code, open).flatMap(({ start }) => {
    const first = tokens[start];
    const mark = tokens[start + 1];
    if (depth === 0 && (isPunctuation(first, '{') || isPunctuation(first, '[')))
      return keysIn(code, start, 1);
    const key = first?.kind === 'word' ? first.text : literalText(first);
    const isGiven = mark?.kind === 'punctuation' && ['=', ':', '=>'].includes(mark.text);
    return key !== null && isGiven ? [key] : [];
  });
}
