/** Service records in languages other than JavaScript: maps, and JSON in texts. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, leafAt, type SyntaxNode } from '../../src/grammar/index.js';
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
import { fieldAt, goesElsewhere, pairValue, startOfLine, withoutFields } from '../languages/index.js';
import { editsHere, inPlace, marker } from '../places/index.js';
import { composedName, SPOT } from './composed-name.js';
import { recordValues } from './outer-name.js';

const ELSEWHERE = 'it is sent to another server';
const PARTS = ['service', 'proto', 'name'] as const;
const UNCLEAR = 'whether the name outside has both labels already cannot be told';
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
  return wholeName(
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

/** In languages where every part can be put into a text, and in JSON, where parts stand side by side. */
function wholeName(
  site: Site,
  around: Surroundings,
  record: ObjectValue,
  data: ObjectValue,
  outer: Site['finding']['at'] | null,
  base: string | null,
  written: string | null,
): readonly Edit[] | string {
  // A record without a name outside is named by its data.
  if (base === null && (outer !== null || propertyOf(data, 'name') === undefined)) return UNCLEAR;
  const isSame = written === base && written?.includes('{?}') === false;
  if (outer !== null && !isSame) return 'the name outside and the one in data differ';
  if (base === '' || base === '@') return 'the base name is the zone itself, whose name is not known here';
  const tree = around.treeOf(site.file.path);
  if (tree?.language === 'shell') {
    const word = closest(leafAt(tree, site.finding.at.start, site.finding.at.end), JSON_WORDS);
    return nameInJson(site, word, outer);
  }
  if (site.file.language === 'json') return nameInJson(site, record.origin, outer);
  const request = requestAt(site.file, site.finding.at.start);
  if (request !== null) return nameInJson(site, request, outer);
  const place = outer === null ? null : valueWritten(around, outer);
  if (outer !== null && place === null) return UNCLEAR;
  return composedName(around, data, outer, place) ?? UNCLEAR;
}

/** The value of a pair, or of an argument with a name. */
function valueWritten(around: Surroundings, key: Origin): SyntaxNode | null {
  const field = fieldAt(around, key);
  if (field !== null) return pairValue(field.pair);
  const tree = around.treeOf(key.file);
  const { parent } = tree === null ? { parent: null } : leafAt(tree, key.start, key.end);
  // In Ruby, the arguments of a call may be the pairs of a hash.
  const pair = /^(?:keyword_argument|pair)$/.test(parent?.type ?? '') ? parent : parent?.parent;
  return /^(?:keyword_argument|pair)$/.test(pair?.type ?? '') ? (pair?.children.at(-1) ?? null) : null;
}

/** The parts as they are written in JSON of a command: plain, or variables that the shell puts in. */
function nameInJson(
  { file }: Site,
  word: { readonly start: number; readonly end: number } | null,
  outer: Origin | null,
): readonly Edit[] | string {
  if (word === null) return SPOT;
  const source = file.text.slice(word.start, word.end);
  const quote = /\\"data\\"/.test(source) ? '\\"' : '"';
  const data = new RegExp(
    `${literally(quote)}data${literally(quote)}\\s*:\\s*\\{((?:[^{}$]|\\$(?!\\{)|\\$\\{\\w+\\})*)\\}`,
  ).exec(source);
  const parts = PARTS.map((part) => valueIn(data?.[1] ?? '', quote, part));
  if (data === null || data.index !== source.lastIndexOf(`${quote}data${quote}`) || parts.includes(null))
    return SPOT;
  const whole = parts.join('.');
  if (outer !== null) {
    const at = file.text.indexOf(':', outer.end);
    const value = valueIn(file.text.slice(outer.start - quote.length, word.end), quote, 'name');
    const start = value === null ? -1 : file.text.indexOf(value, at);
    return value === null || start < 0 || outer.start < word.start
      ? SPOT
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
