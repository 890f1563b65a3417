import { isPunctuation, isWord, split } from '../../lexing/code.js';
import { literalText } from '../../lexing/tokens.js';
import type { Unit } from '../../requests/unit.js';
import { type DescribedField, type DescribedType, MAX_FIELDS } from './described.js';

/** Structs that derive `Deserialize`: serde refuses an object that lacks a field, unless the field says otherwise. */

const MAX_HEAD = 16;

export function rustTypes(unit: Unit): readonly DescribedType[] {
  const { code, file } = unit;
  const { tokens, partner } = code;
  const types: DescribedType[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at + 1];
    if (!isWord(tokens[at], 'struct') || name?.kind !== 'word') continue;
    let open = at + 2;
    while (open < at + MAX_HEAD && !isPunctuation(tokens[open], '{') && !isPunctuation(tokens[open], ';'))
      open++;
    const close = partner[open] ?? -1;
    if (!isPunctuation(tokens[open], '{') || close < 0) continue;
    const attributes = attributesBefore(file.text, tokens[at]?.start ?? 0);
    if (!/\bDeserialize\b/.test(attributes)) continue;
    const lenient = /\bserde\s{0,9}\([^)]{0,300}\bdefault\b/.test(attributes);
    types.push({
      name: name.text,
      start: name.start,
      end: tokens[close]?.end ?? name.end,
      isDecoded: true,
      fields: split(code, open)
        .slice(0, MAX_FIELDS)
        .flatMap((part) => fieldIn(unit, part, lenient) ?? []),
    });
  }
  return types;
}

/** The attributes of an item: what stands between the item before and its first word. */
function attributesBefore(text: string, start: number): string {
  const from = Math.max(text.lastIndexOf('}', start - 1), text.lastIndexOf(';', start - 1));
  return text.slice(Math.max(from + 1, start - 2_000), start);
}

function fieldIn(
  { code, file }: Unit,
  { start, end }: { readonly start: number; readonly end: number },
  lenient: boolean,
): DescribedField | null {
  const { tokens, partner } = code;
  let at = start;
  let attributes = '';
  let renamed: { wire: string; start: number; end: number } | null = null;
  while (isPunctuation(tokens[at], '#') && isPunctuation(tokens[at + 1], '[')) {
    const close = partner[at + 1] ?? at + 1;
    attributes += file.text.slice(tokens[at]?.start ?? 0, tokens[close]?.end ?? 0);
    for (let inner = at; inner < close; inner++) {
      const wire = literalText(tokens[inner]);
      const token = tokens[inner];
      const isRename =
        isWord(tokens[inner - 2], 'rename') ||
        (isWord(tokens[inner - 2], 'deserialize') && isWord(tokens[inner - 4], 'rename'));
      if (isRename && wire !== null && token !== undefined)
        renamed = { wire, start: token.start + 1, end: token.end - 1 };
    }
    at = close + 1;
  }
  if (isWord(tokens[at], 'pub')) at++;
  if (isPunctuation(tokens[at], '(')) at = (partner[at] ?? at) + 1;
  const name = tokens[at];
  if (name?.kind !== 'word' || !isPunctuation(tokens[at + 1], ':')) return null;
  const type = file.text.slice(tokens[at + 1]?.end ?? 0, tokens[end - 1]?.end ?? 0).trim();
  const optional =
    lenient ||
    /^(?:std::option::)?Option\s*</.test(type) ||
    /\b(?:default|skip|skip_deserializing|flatten)\b/.test(attributes);
  return {
    ...(renamed ?? { wire: name.text.replace(/^r#/, ''), start: name.start, end: name.end }),
    type,
    isRequired: !optional,
  };
}
