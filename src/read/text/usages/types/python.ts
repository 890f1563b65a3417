import { literally } from '../../../../value/index.js';
import { isPunctuation, isWord } from '../../lexing/code.js';
import { literalText } from '../../lexing/tokens.js';
import type { Unit } from '../../requests/unit.js';
import { type DescribedField, type DescribedType, MAX_FIELDS } from './described.js';

/** Models, data classes and typed dictionaries: what has no default has to be there. */

const MODEL = /(?:^|[\s,.])(?:\w*Model|Struct|NamedTuple|Schema)(?=\s*[,)=]|$)/;
const DATA_CLASS = /@(?:\w+\.)?(?:dataclass|define|frozen|attrs|attr\.s|s)\b/;
const OPTIONAL = /^(?:typing\.)?(?:Optional|NotRequired|ClassVar)\b|\|\s*None\b|^None\s*\|/;

export function pythonTypes(unit: Unit): readonly DescribedType[] {
  const { code, file } = unit;
  const { tokens, partner } = code;
  const types: DescribedType[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at + 1];
    if (!isWord(tokens[at], 'class') || code.leads[at] !== 1 || name?.kind !== 'word') continue;
    const open = isPunctuation(tokens[at + 2], '(') ? at + 2 : -1;
    const colon = open < 0 ? at + 2 : (partner[open] ?? open) + 1;
    if (!isPunctuation(tokens[colon], ':')) continue;
    const bases = open < 0 ? '' : file.text.slice(tokens[open]?.end ?? 0, tokens[colon - 1]?.start ?? 0);
    const end = bodyEnd(unit, at, colon + 1);
    const isTyped = /\bTypedDict\b/.test(bases);
    const isModel =
      MODEL.test(bases) || (isDataClass(file.text, tokens[at]?.start ?? 0) && isFilled(file.text, name.text));
    if (!isTyped && !isModel) continue;
    const lenient = isTyped && /\btotal\s*=\s*False\b/.test(bases);
    types.push({
      name: name.text,
      start: name.start,
      end: tokens[end - 1]?.end ?? name.end,
      isDecoded: isModel,
      fields: fieldsIn(unit, colon + 1, end, lenient),
    });
  }
  return types;
}

/** The line before a class decorates it. */
function isDataClass(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  return DATA_CLASS.test(before.slice(before.lastIndexOf('\n\n') + 1));
}

/** An answer is spread into its arguments. */
function isFilled(text: string, name: string): boolean {
  return new RegExp(`\\b(?:${literally(name)}|cls)\\(\\s*\\*\\*|\\bfrom_dict\\(`).test(text);
}

function bodyEnd({ code }: Unit, head: number, from: number): number {
  const indent = code.indent[head] ?? 0;
  let at = from;
  while (at < code.tokens.length && !(code.leads[at] === 1 && (code.indent[at] ?? 0) <= indent)) at++;
  return at;
}

function fieldsIn(unit: Unit, from: number, end: number, lenient: boolean): DescribedField[] {
  const { code } = unit;
  const { tokens } = code;
  const first = Array.from({ length: end - from }, (_, index) => from + index).find(
    (at) => code.leads[at] === 1,
  );
  const indent = first === undefined ? 0 : (code.indent[first] ?? 0);
  const fields: DescribedField[] = [];
  for (let at = from; at < end && fields.length < MAX_FIELDS; at++) {
    const name = tokens[at];
    if (code.leads[at] !== 1 || code.indent[at] !== indent || name?.kind !== 'word') continue;
    if (isPunctuation(tokens[at + 1], ':')) fields.push(fieldAt(unit, at, end, lenient));
  }
  return fields;
}

function fieldAt({ code, file }: Unit, at: number, end: number, lenient: boolean): DescribedField {
  const { tokens, enclosing } = code;
  let last = at + 2;
  let equals = -1;
  let alias: { wire: string; start: number; end: number } | null = null;
  for (; last < end && !(code.leads[last] === 1 && enclosing[last] === enclosing[at]); last++) {
    const token = tokens[last];
    if (equals < 0 && isPunctuation(token, '=') && enclosing[last] === enclosing[at]) equals = last;
    const wire = literalText(token);
    if (wire !== null && token !== undefined && /^(?:validation_)?alias$/.test(wordAt(tokens[last - 2])))
      alias = { wire, start: token.start + 1, end: token.end - 1 };
  }
  const stop = equals < 0 ? last : equals;
  const type = file.text.slice(tokens[at + 1]?.end ?? 0, tokens[stop - 1]?.end ?? 0).trim();
  const value =
    equals < 0 ? '' : file.text.slice(tokens[equals]?.end ?? 0, tokens[last - 1]?.end ?? 0).trim();
  // `Field(...)` demands the field, `Field(alias=…)` does as well; a default stands first or is named.
  const fieldCall = /^(?:\w+\.)?[Ff]ield\(/.test(value);
  const hasDefault = fieldCall
    ? /\bdefault(?:_factory)?\s*=/.test(value) || !/^(?:\w+\.)?[Ff]ield\(\s*(?:\.\.\.|\w+\s*=|\))/.test(value)
    : value !== '' && value !== '...';
  const name = tokens[at];
  return {
    ...(alias ?? { wire: wordAt(name), start: name?.start ?? 0, end: name?.end ?? 0 }),
    type,
    isRequired: !lenient && !hasDefault && !OPTIONAL.test(type),
  };
}

function wordAt(token: Unit['code']['tokens'][number] | undefined): string {
  return token?.kind === 'word' ? token.text : '';
}
