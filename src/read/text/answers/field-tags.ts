import { isPunctuation } from '../lexing/code.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { snakeCase } from '../values/pieces.js';

/**
 * Names of fields on the wire. Go's types state them behind the field, ``Chain []Link `json:"error_chain"` ``, also
 * behind the brace of a type written in place; where several types of a file name a field differently, none is sure.
 */
const TAG = /\bjson:"([\w-]+)/;

const known = new WeakMap<Unit, ReadonlyMap<string, string | null>>();

/** The name on the wire of a field as the code calls it. */
export function wireName(unit: Unit, field: string): string {
  if (unit.code.syntax.pascalFields !== true) return field;
  let tags = known.get(unit);
  if (tags === undefined) {
    tags = tagsOf(unit);
    known.set(unit, tags);
  }
  return tags.get(field) ?? snakeCase(field);
}

function tagsOf({ code }: Unit): ReadonlyMap<string, string | null> {
  const { tokens } = code;
  const found = new Map<string, string | null>();
  for (let at = 1; at < tokens.length; at++) {
    const text = literalText(tokens[at]);
    const tag = text === null ? undefined : TAG.exec(text)?.[1];
    const field = tag === undefined ? null : fieldBefore(code, at);
    if (tag === undefined || field === null) continue;
    const before = found.get(field);
    found.set(field, before === undefined || before === tag ? tag : null);
  }
  return found;
}

/** The first name of the line that the type before a token begins in. */
function fieldBefore({ tokens, partner, leads }: Unit['code'], tag: number): string | null {
  let at = tag - 1;
  if (isPunctuation(tokens[at], '}')) at = partner[at] ?? -1;
  for (let guard = 0; at >= 0 && guard < 24; at--, guard++) {
    const token = tokens[at];
    if (leads[at] === 1) return token?.kind === 'word' ? token.text : null;
  }
  return null;
}
