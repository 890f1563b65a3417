/** Service records in languages other than JavaScript: maps, and JSON in texts. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import {
  type Difference,
  requestAt,
  type Site,
  type Surroundings,
  type Verdict,
} from '../../src/migrate/index.js';
import {
  alternatives,
  literally,
  type ObjectValue,
  type Origin,
  propertyOf,
  type Value,
} from '../../src/value/index.js';
import { keyOf, pairNamed, pairValue, startOfLine } from '../languages/elements.js';
import { goesElsewhere } from '../languages/elsewhere.js';
import { fieldAt, type WrittenField, withoutFields } from '../languages/fields.js';
import { editsHere, inPlace, marker, quoteOf } from '../places/index.js';
import { nameInGo } from './go-name.js';
import { recordValues } from './outer-name.js';

const ELSEWHERE = 'it is sent to another server';
const PARTS = ['service', 'proto', 'name'] as const;
const LABELS = /^(_[^.]+)\.(_[^.]+)\./;

export function sentOutside(site: Site, around: Surroundings, steps: string): Verdict | null {
  if (site.finding.kind !== 'field' || site.finding.by !== undefined) return null;
  if (goesElsewhere(site, around)) return marker(ELSEWHERE, steps);
  // Where the record was not seen around its data, it stands where the data does.
  const all = recordValues(site);
  const seen = all.filter((one) => one.origin?.start !== propertyOf(one, 'data')?.value.origin?.start);
  // The arguments of a call may have no place of their own as a whole.
  const startOf = (one: ObjectValue) => propertyOf(one, 'data')?.keyOrigin?.start ?? one.origin?.start ?? -1;
  const records = new Map((seen.length > 0 ? seen : all).map((one) => [startOf(one), one]));
  const [record, ...others] = records.values();
  const data = record === undefined ? undefined : propertyOf(record, 'data')?.value;
  if (record === undefined || others.length > 0 || data?.kind !== 'object')
    return marker('the record that is sent with these fields cannot be followed', steps);
  const fields = PARTS.flatMap((part) => propertyOf(data, part) ?? []);
  const places = fields.flatMap(({ keyOrigin }) => keyOrigin ?? []);
  if (places.length < fields.length || places.some(({ file }) => file !== site.file.path))
    return marker('the fields are not written one by one here', steps);
  const removed = withoutFields(around, places);
  if (removed === null) return marker('the fields cannot be taken out without touching others', steps);
  const name = nameEdit(site, around, record, data);
  if (typeof name === 'string') return marker(name, steps);
  const reads = readEdits(site);
  if (reads === null) return marker('fields of its data are read here in a way that cannot be edited', steps);
  return inPlace({
    level: 'review',
    reason:
      name.length === 0
        ? 'the name outside has both labels already; what else looks at the record cannot be seen here'
        : 'the name is put together from its parts; what else looks at the record cannot be seen here',
    edits: editsHere(site, [...name, ...removed, ...reads]),
    differences: reads.length > 0 ? [LABELS_READ] : [],
  });
}

const LABELS_READ: Difference = {
  name: 'labels-of-name',
  what: 'service and protocol of records are read from their names, whose first two labels they are',
};

/** `record["data"]["service"]`: answers have no such field any more. Null where one is read in another way. */
function readEdits({ file }: Site): readonly Edit[] | null {
  if (!/^(?:python|ruby)$/.test(file.language)) return [];
  const inOtherWays = /\b(?:data|\[["']data["']\])\.(?:get|dig|fetch)\(["'](?:service|proto)["']/;
  if (inOtherWays.test(file.text)) return null;
  const read = /\[(["'])data\1\]\[(["'])(service|proto)\2\](?!\s*=[^=])/g;
  return [...file.text.matchAll(read)].map(({ index, 0: { length }, 1: quote = '"', 3: part }) => ({
    start: index,
    end: index + length,
    text: `[${quote}name${quote}].split(${quote}.${quote})[${part === 'service' ? 0 : 1}]`,
  }));
}

/** The edits that make the name outside whole, none if it is; or why there are none. */
function nameEdit(
  site: Site,
  around: Surroundings,
  record: ObjectValue,
  data: ObjectValue,
): readonly Edit[] | string {
  const outer = propertyOf(record, 'name');
  const [service, proto, base] = PARTS.map((part) => propertyOf(data, part)?.value);
  if (service === undefined || proto === undefined)
    return 'service or protocol is missing, and the name outside may not say it';
  const written = outer === undefined ? null : patternOf(outer.value);
  const labels = [service, proto].map(patternOf);
  if (written !== null) {
    const prefix = `${labels[0]}.${labels[1]}.`;
    if (written.startsWith(prefix)) {
      const rest = base === undefined ? null : patternOf(base);
      return rest === null || rest === '@' || written === prefix + rest
        ? []
        : 'the name outside and the one in data differ';
    }
    if (LABELS.test(written)) return 'the name outside and the one in data differ';
  }
  return composedName(
    site,
    around,
    record,
    data,
    outer?.keyOrigin ?? null,
    base === undefined ? null : patternOf(base),
    written,
  );
}

/** What a value looks like: its text, with the names of what is put into it. */
function patternOf(value: Value): string | null {
  const [only, ...others] = alternatives(value);
  if (only?.kind !== 'text' || others.length > 0) return null;
  return only.pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : `{${(piece.name ?? '?').replace(/^\$/, '')}}`))
    .join('');
}

/** In Python and Go, where every part can be put into a text, and in JSON, where parts stand side by side. */
function composedName(
  site: Site,
  around: Surroundings,
  record: ObjectValue,
  data: ObjectValue,
  outer: Site['finding']['at'] | null,
  base: string | null,
  written: string | null,
): readonly Edit[] | string {
  const UNCLEAR = 'whether the name outside has both labels already cannot be told';
  if (base === null || (outer !== null && written !== base))
    return base === null ? UNCLEAR : 'the name outside and the one in data differ';
  if (base === '' || base === '@') return 'the base name is the zone itself, whose name is not known here';
  const tree = around.treeOf(site.file.path);
  if (tree?.language === 'shell') {
    const word = closest(leafAt(tree, site.finding.at.start, site.finding.at.end), JSON_WORDS);
    return nameInJson(site, word, outer);
  }
  if (site.file.language === 'json') return nameInJson(site, record.origin, outer);
  const request = requestAt(site.file, site.finding.at.start);
  if (request !== null) return nameInJson(site, request, outer);
  if (tree?.language === 'go') return nameInGo(around, data, outer) ?? UNCLEAR;
  const field = fieldAt(around, site.finding.at);
  const place = outer === null ? null : valueWritten(around, outer);
  if (field?.tree.language === 'php') return nameInPhp(field, outer, place) ?? UNCLEAR;
  if (field?.tree.language !== 'python' || (outer !== null && place === null)) return UNCLEAR;
  const values = PARTS.flatMap((part) => {
    const pair = pairNamed(field.tree, field.map, part);
    return (pair === null ? null : pairValue(pair)) ?? [];
  });
  const parts = values.map((value) => partOf(field.tree, value));
  if (parts.length < PARTS.length || parts.includes(null))
    return 'a part of the name is worked out on the spot';
  const whole = parts.join('.');
  const quote = quoteFor(textOf(field.tree, values[0] ?? field.map), whole);
  const text = `${/[{}]/.test(whole) ? 'f' : ''}${quote}${whole}${quote}`;
  return place === null ? nameBefore(field, text) : [{ start: place.start, end: place.end, text }];
}

const PHP_PART = /^(?:\$\w+(?:->\w+|\[(?:\d+|\$\w+|'\w+'|"\w+")\])*|(["'])[\w.-]+\1)$/;

/** Variables and plain texts, put together with dots. */
function nameInPhp(field: WrittenField, outer: Origin | null, place: SyntaxNode | null) {
  const parts = PARTS.flatMap((part) => {
    const pair = pairNamed(field.tree, field.map, part);
    const value = pair === null ? null : pairValue(pair);
    return value === null ? [] : [textOf(field.tree, value)];
  });
  if (parts.length < PARTS.length || !parts.every((part) => PHP_PART.test(part))) return null;
  const quote = quoteOf(field.tree.text);
  const text = parts.join(` . ${quote}.${quote} . `).replaceAll(/(["']) \. (["'])/g, '');
  if (outer === null) return nameBefore(field, text, ' =>');
  return place === null ? null : [{ start: place.start, end: place.end, text }];
}

/** The value of a pair, or of an argument with a name. */
function valueWritten(around: Surroundings, key: Origin): SyntaxNode | null {
  const field = fieldAt(around, key);
  if (field !== null) return pairValue(field.pair);
  const tree = around.treeOf(key.file);
  const { parent } = tree === null ? { parent: null } : leafAt(tree, key.start, key.end);
  return parent?.type === 'keyword_argument' ? (parent.children.at(-1) ?? null) : null;
}

function quoteFor(example: string, text: string): string {
  const own = example.includes("'") ? "'" : '"';
  return text.includes(own) ? (own === '"' ? "'" : '"') : own;
}

/** A record without a name gets one, above its data. */
function nameBefore({ tree, map }: WrittenField, text: string, sign = ':'): readonly Edit[] | string {
  const data = map.parent;
  if (data === null || keyOf(tree, data) !== 'data')
    return 'the record is put together in more than one place';
  const quote = textOf(tree, data).charAt(0);
  const line = startOfLine(tree.text, data.start);
  const indent = tree.text.slice(line, data.start);
  const gap = indent.trim() === '' ? `\n${indent}` : ' ';
  return [{ start: data.start, end: data.start, text: `${quote}name${quote}${sign} ${text},${gap}` }];
}

/** The parts as they are written in JSON of a command: plain, or variables that the shell puts in. */
function nameInJson(
  { file }: Site,
  word: { readonly start: number; readonly end: number } | null,
  outer: Origin | null,
): readonly Edit[] | string {
  const UNCLEAR = 'a part of the name is worked out on the spot';
  if (word === null) return UNCLEAR;
  const source = file.text.slice(word.start, word.end);
  const quote = /\\"data\\"/.test(source) ? '\\"' : '"';
  const data = new RegExp(
    `${literally(quote)}data${literally(quote)}\\s*:\\s*\\{((?:[^{}$]|\\$(?!\\{)|\\$\\{\\w+\\})*)\\}`,
  ).exec(source);
  const parts = PARTS.map((part) => valueIn(data?.[1] ?? '', quote, part));
  if (data === null || data.index !== source.lastIndexOf(`${quote}data${quote}`) || parts.includes(null))
    return UNCLEAR;
  const whole = parts.join('.');
  if (outer !== null) {
    const at = file.text.indexOf(':', outer.end);
    const value = valueIn(file.text.slice(outer.start - quote.length, word.end), quote, 'name');
    const start = value === null ? -1 : file.text.indexOf(value, at);
    return value === null || start < 0 || outer.start < word.start
      ? UNCLEAR
      : [{ start, end: start + value.length, text: whole }];
  }
  const at = word.start + data.index;
  const space = /:\s/.test(data[0]) ? ' ' : '';
  const indent = file.text.slice(startOfLine(file.text, at), at);
  const gap = indent.trim() === '' ? `\n${indent}` : space;
  return [{ start: at, end: at, text: `${quote}name${quote}:${space}${quote}${whole}${quote},${gap}` }];
}

const JSON_WORDS: ReadonlySet<string> = new Set(['raw_string', 'string', 'heredoc_body']);

/** The text of a member, without quotes; null where something else than plain text and variables stands in it. */
function valueIn(source: string, quote: string, name: string): string | null {
  const found = new RegExp(
    `${literally(quote)}${literally(name)}${literally(quote)}\\s*:\\s*${literally(quote)}((?:[\\w.-]|\\$\\w+|\\$\\{\\w+\\}|'"\\$\\{?\\w+\\}?"')+)${literally(quote)}`,
  ).exec(source);
  return found?.[1] ?? null;
}

/** What stands for a value inside a formatted string; null where it would need quotes of its own. */
function partOf(tree: SyntaxTree, value: SyntaxNode): string | null {
  const text = textOf(tree, value);
  if (
    value.type === 'binary_operator' &&
    /^[^"']*["'][^"']*["']\s*\+\s*[\w.]+$|^[\w.]+\s*\+\s*["'][^"']*["']$/.test(text)
  ) {
    const sides = value.children.filter(({ isNamed }) => isNamed).map((side) => partOf(tree, side));
    return sides.includes(null) ? null : sides.join('');
  }
  if (value.type === 'identifier' || /^[A-Za-z_][\w.]*$/.test(text)) return `{${text}}`;
  const [, prefix = '', inner = ''] =
    /^([fF]?)(?:"([^"'\\]*)"|'([^"'\\]*)')$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  const isPlain = value.type === 'string' && /^["'fF]/.test(text) && !(prefix === '' && /[{}]/.test(inner));
  return isPlain ? inner : null;
}
