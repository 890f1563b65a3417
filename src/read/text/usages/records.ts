import { posix } from 'node:path';
import {
  knownText,
  literally,
  type ObjectValue,
  type Origin,
  type Property,
  propertyOf,
  text as textOf,
  unknown,
  type Value,
} from '../../../value/index.js';
import type { RecordUsage, ResponseRead } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation, skip, split } from '../lexing/code.js';
import { bareName, functionAround } from '../lexing/scopes.js';
import { literalText, plainText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { snakeCase } from '../values/pieces.js';
import { SELF } from '../words/vocabulary.js';

/**
 * SRV records that a file of a vendor's client describes: by a literal, field by field, or with a builder.
 * They are told by what only they have together: priority, weight, port and target.
 */
const COLLECTION = '/zones/{zone_id}/dns_records';
const MARK = 'weight';
/** Files beside one that are asked what they use it for. */
const MAX_FILES = 80;
const TELLING = ['priority', 'weight', 'port', 'target'];
/** Fields that only the data of such a record had. */
const NAMING = ['service', 'proto'];
const ADDING =
  /^(?:append|put|add|set|insert|with|addproperty|put_new|store|merge|field|property|param|attribute|addfield|setproperty|additem|setvalue)$/i;

export function recordUsages(unit: Unit): RecordUsage[] {
  if (!unit.evidence.vendor) return [];
  const usages: RecordUsage[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < unit.code.tokens.length; at++) {
    if (!isMark(unit, at)) continue;
    const found = literalRecord(unit, at) ?? assignedRecord(unit, at) ?? builtRecord(unit, at);
    const key = found === null || found.origin === null ? '' : `${found.origin.start}`;
    if (found === null || seen.has(key)) continue;
    seen.add(key);
    usages.push(usageOf(unit, found));
  }
  return [...usages, ...errorReads(unit)];
}

function isMark(unit: Unit, at: number): boolean {
  const token = unit.code.tokens[at];
  if (token?.kind === 'word') return token.text.toLowerCase() === MARK;
  return token?.kind === 'string' && literalText(token) === MARK;
}

function isRecord(keys: readonly string[]): boolean {
  return TELLING.filter((key) => keys.includes(key)).length >= 3;
}

function usageOf(unit: Unit, body: ObjectValue): RecordUsage {
  const site = body.origin ?? { file: unit.file.path, start: 0, end: 0 };
  return {
    kind: 'record',
    site,
    evidence: unit.evidence.all,
    context: unit.context,
    path: COLLECTION,
    body,
    reads: [],
  };
}

/** The record around its data: with the type that its owner states, else with the one the data tells. */
function recordOf(data: ObjectValue, owner: Value | null): ObjectValue | null {
  if (owner?.kind === 'object') {
    const type = propertyOf(owner, 'type');
    const stated = type === undefined ? null : knownText(type.value);
    if (stated !== null && stated.toUpperCase() !== 'SRV') return null;
    if (stated !== null && propertyOf(owner, 'data') !== undefined) return owner;
  }
  const type: Property = { key: 'type', keyOrigin: null, value: textOf('SRV', null), origin: null };
  return {
    kind: 'object',
    properties: [type, { key: 'data', keyOrigin: null, value: data, origin: data.origin }],
    open: true,
    origin: data.origin,
  };
}

/** `{"priority": 1, "weight": 5, …}` in the notation of any language. */
function literalRecord(unit: Unit, at: number): ObjectValue | null {
  const { code } = unit;
  const open = code.enclosing[at] ?? -1;
  const token = code.tokens[open];
  if (
    token?.kind !== 'punctuation' ||
    !split(code, open, [',', ';', '\n']).some((part) => part.start <= at && at <= part.start + 2)
  )
    return null;
  const next = code.tokens[at + 1];
  if (
    next?.kind !== 'punctuation' &&
    !(next?.kind === 'word' && code.syntax.pairs?.includes(next.text) === true)
  )
    return null;
  const value = unit.evaluator.collectionAt(open);
  if (value.kind !== 'object' || !isRecord(value.properties.map((property) => property.key.toLowerCase())))
    return null;
  // `weight=dict(type="int")` declares an option of the program.
  if (value.properties.some(({ key, value: one }) => key.toLowerCase() === MARK && one.kind === 'object'))
    return null;
  const owner = ownerOf(unit, open);
  const data = lowered(value);
  // `{Name, Priority, Weight, Port, Target}` may be anybody's notion of a record.
  const hasNames = NAMING.some((key) => propertyOf(data, key) !== undefined);
  if (owner === null && !isNamedData(unit, open) && (!hasNames || isTakenApart(unit))) return null;
  return recordOf(data, owner);
}

const READ_PART = /[\w)\]](?:\.|\[["']|\.get\(["'])(?:service|proto)\b/;
const SENT_WHOLE =
  /\bdata["']?\]?\s{0,3}(?:[:=]|=>)\s{0,3}(?:\*\*|dict\()?([A-Za-z_$][\w.]{0,40})\s{0,3}[,})\n]/g;

/** Rows of a table of the program, out of which it makes its records. */
function isTakenApart({ file: { text } }: Unit): boolean {
  const isMadeHere = (name: string) => new RegExp(`\\b${literally(name)} = (?:\\{|dict\\()`).test(text);
  return READ_PART.test(text) && [...text.matchAll(SENT_WHOLE)].every(([, name = '']) => isMadeHere(name));
}

/** `data = {…}` */
function isNamedData({ code }: Unit, open: number): boolean {
  for (let at = open - 1; at >= 0 && at > open - 6; at--) {
    const token = code.tokens[at];
    if (token === undefined || token.kind === 'newline' || isPunctuation(token, ';')) return false;
    if (token.kind === 'word' && /data/i.test(token.text)) return true;
  }
  return false;
}

/** Keys as the wire format has them. */
function lowered(value: ObjectValue): ObjectValue {
  return {
    ...value,
    properties: value.properties.map((property) => ({ ...property, key: property.key.toLowerCase() })),
  };
}

/** The collection of which the data is the value of `data`. */
function ownerOf(unit: Unit, open: number): Value | null {
  const outer = unit.code.enclosing[open] ?? -1;
  const token = unit.code.tokens[outer];
  if (token?.kind !== 'punctuation') return null;
  const part = split(unit.code, outer).find((one) => one.start < open && open < one.end);
  if (part === undefined) return null;
  const key = unit.code.tokens[part.start];
  const name = key?.kind === 'word' ? snakeCase(key.text) : literalText(key);
  return name === 'data' || name === ':data' ? unit.evaluator.collectionAt(outer) : null;
}

interface Field {
  readonly key: string;
  readonly keyOrigin: Origin;
  readonly value: number;
  readonly at: number;
}

function objectOf(unit: Unit, fields: readonly Field[]): ObjectValue | null {
  if (!isRecord(fields.map((field) => field.key))) return null;
  const properties = fields.map(
    (field): Property => ({
      key: field.key,
      keyOrigin: field.keyOrigin,
      value: unit.evaluator.at(field.value).value,
      origin: field.keyOrigin,
    }),
  );
  const first = fields.reduce((one, other) => (one.keyOrigin.start <= other.keyOrigin.start ? one : other));
  const last = fields.reduce((one, other) => (one.keyOrigin.end >= other.keyOrigin.end ? one : other));
  const origin = { file: unit.file.path, start: first.keyOrigin.start, end: last.keyOrigin.end };
  return recordOf({ kind: 'object', properties, open: true, origin }, null);
}

/**
 * `record.Data.Weight = …` and `data["weight"] = …`, with their neighbours on the same object. What an object keeps
 * of its own (`self.weight = …`) says nothing of what is sent.
 */
function assignedRecord(unit: Unit, at: number): ObjectValue | null {
  const owner = assignedField(unit, at);
  if (owner === null || SELF.has(owner.owner.replace(/^\$/, ''))) return null;
  const scope = functionAround(unit.scopes, at);
  const from = Math.max(scope?.start ?? 0, at - 400);
  const to = Math.min(scope?.end ?? unit.code.tokens.length, at + 400);
  const fields: Field[] = [];
  for (let index = from; index < to; index++) {
    const other = assignedField(unit, index);
    if (other !== null && other.owner === owner.owner && sameBlock(unit, index, at)) fields.push(other.field);
  }
  return objectOf(unit, fields);
}

/** Two statements of one branch. */
function sameBlock(unit: Unit, one: number, other: number): boolean {
  const { code } = unit;
  if ((code.enclosing[one] ?? -1) !== (code.enclosing[other] ?? -1) && code.syntax.bodies === 'braces')
    return false;
  const [from, to] = one < other ? [one, other] : [other, one];
  for (let at = from; at < to; at++) {
    const token = code.tokens[at];
    if (token?.kind === 'word' && /^(?:case|default|when|elif|elsif|else)$/.test(token.text)) return false;
  }
  return true;
}

function assignedField(unit: Unit, at: number): { readonly owner: string; readonly field: Field } | null {
  const { tokens, syntax } = unit.code;
  const token = tokens[at];
  const mark = tokens[at - 1];
  if (mark?.kind !== 'punctuation') return null;
  let equals = at + 1;
  let key: string | null = null;
  let keyOrigin: Origin | null = null;
  if (token?.kind === 'word' && syntax.access.includes(mark.text)) {
    key = snakeCase(token.text).toLowerCase();
    keyOrigin = { file: unit.file.path, start: token.start, end: token.end };
  } else if (token?.kind === 'string' && mark.text === '[' && isPunctuation(tokens[at + 1], ']')) {
    key = literalText(token);
    keyOrigin = { file: unit.file.path, start: token.start + 1, end: token.end - 1 };
    equals = at + 2;
  }
  if (key === null || keyOrigin === null || !isPunctuation(tokens[equals], '=')) return null;
  const owner = ownerText(unit, at - 1);
  return owner === null ? null : { owner, field: { key, keyOrigin, value: equals + 1, at } };
}

/** The text of the chain that ends before a token. */
function ownerText(unit: Unit, end: number): string | null {
  const { tokens, syntax } = unit.code;
  let start = end - 1;
  if (tokens[start]?.kind !== 'word') return null;
  while (start > 1) {
    const mark = tokens[start - 1];
    if (
      mark?.kind !== 'punctuation' ||
      !syntax.access.includes(mark.text) ||
      tokens[start - 2]?.kind !== 'word'
    )
      break;
    start -= 2;
  }
  return unit.file.text.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0);
}

/** `.append("weight", …)` in a chain, or one statement after the other on the same object. */
function builtRecord(unit: Unit, at: number): ObjectValue | null {
  const { tokens, enclosing } = unit.code;
  const open = enclosing[at] ?? -1;
  if (tokens[at]?.kind !== 'string' || open !== at - 1 || !isPunctuation(tokens[open], '(')) return null;
  const method = calleeOf(unit.code, open).at(-1) ?? '';
  if (!ADDING.test(method)) return null;
  const scope = functionAround(unit.scopes, at);
  const from = Math.max(scope?.start ?? 0, at - 200, 0);
  const to = Math.min(scope?.end ?? tokens.length, at + 200);
  const fields: Field[] = [];
  for (let index = from; index < to; index++) {
    const token = tokens[index];
    if (token?.kind !== 'word' || token.text !== method || !isPunctuation(tokens[index + 1], '(')) continue;
    const name = tokens[index + 2];
    const key = literalText(name);
    if (name === undefined || key === null || !isPunctuation(tokens[index + 3], ',')) continue;
    if (skip(unit.code, index + 1) <= index + 4) continue;
    fields.push({
      key,
      keyOrigin: { file: unit.file.path, start: name.start + 1, end: name.end - 1 },
      value: index + 4,
      at: index,
    });
  }
  return objectOf(unit, fields);
}

/**
 * Members of error objects that the vendor's client reads by name: `error["error_chain"]`. The answers are those of
 * records only where the client, or who uses it, has to do with records at all.
 */
function errorReads(unit: Unit): RecordUsage[] {
  const { tokens } = unit.code;
  const usages: RecordUsage[] = [];
  let ofRecords: boolean | null = null;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const key = literalText(token);
    if (token === undefined || key === null || !/^[a-z][a-z_]{3,40}$/.test(key) || !key.startsWith('error_'))
      continue;
    const owner = readOwner(unit, at);
    if (owner === null || !/^(?:e|err|errs?|errors?|error_?\w*|ex|cf_?err\w*)$/i.test(bareName(owner)))
      continue;
    ofRecords ??= isAboutRecords(unit);
    if (!ofRecords) return [];
    const origin = { file: unit.file.path, start: token.start + 1, end: token.end - 1 };
    const read: ResponseRead = { at: `errors[].${key}`, origin, by: 'read' };
    usages.push({
      kind: 'record',
      site: origin,
      evidence: unit.evidence.all,
      context: unit.context,
      path: COLLECTION,
      body: unknown('a response'),
      reads: [read],
    });
  }
  return usages;
}

const RECORDS = /\bdns_?records?\b|\bdns\.records?\b/i;

/** The file names the records of the API or no part of it, as a client for all of it, or one that names them uses it. */
function isAboutRecords({ file, program, profiles, code }: Unit): boolean {
  if (RECORDS.test(file.text)) return true;
  const scopes = profiles.flatMap((profile) => profile.scopes.map((scope) => `${scope}/`));
  const namesOthers = code.tokens.some(
    (token) => token.kind === 'string' && scopes.some((scope) => plainText(token).includes(scope)),
  );
  if (!namesOthers) return true;
  const stem = posix.basename(file.path).replace(/\..*$/s, '');
  const named = new RegExp(`\\b${stem.split(/\W/).map(literally).join('.')}\\b`);
  const ending = posix.extname(file.path);
  const around = [...program.importers(file.path), ...(program.siblings?.(file.path) ?? [])];
  return around
    .filter((path) => path !== file.path && posix.extname(path) === ending)
    .slice(0, MAX_FILES)
    .some((path) => {
      const text = program.file(path)?.text ?? '';
      return RECORDS.test(text) && named.test(text);
    });
}

/** The object a literal key is looked up in: `x["key"]`, `x.get("key")`, `"key" in x`. */
function readOwner(unit: Unit, at: number): string | null {
  const { tokens } = unit.code;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (next?.kind === 'word' && next.text === 'in') {
    const owner = tokens[at + 2];
    return owner?.kind === 'word' ? owner.text : null;
  }
  if (before?.kind !== 'punctuation' || (before.text !== '[' && before.text !== '(')) return null;
  if (isPunctuation(tokens[at + 2], '=')) return null;
  const names = before.text === '(' ? calleeOf(unit.code, at - 1) : null;
  if (names !== null)
    return /^(?:get|fetch|dig|has|has_key|containsKey|optString|getString|pop)\??$/i.test(names.at(-1) ?? '')
      ? (names.at(-2) ?? null)
      : null;
  const owner = tokens[at - 2];
  return owner?.kind === 'word' ? owner.text : null;
}
