/**
 * Requests that tell expressions apart: for each field that is compared, the values at, beside and without what it is
 * compared with.
 */
import type { ContextValue } from '../evaluate/index.js';
import { THREAT_SCORE } from '../scheme/data.js';
import { canonicalName, fieldType } from '../scheme/scheme.js';
import type { ConditionNode, LiteralNode, OperandNode, RightNode } from '../syntax/ast.js';
import { eachOperandOf } from '../syntax/ast.js';

/** Values by field, or by field and key of a map: `http.request.headers` and `x-a`. */
export interface Slot {
  readonly field: string;
  readonly key: string | null;
  readonly values: readonly ContextValue[];
}

const HOST = 'http.host';
const PATH = 'http.request.uri.path';
const QUERY = 'http.request.uri.query';
/** They follow from other fields of the same request. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'http.request.uri': [PATH, QUERY],
  'http.request.full_uri': [HOST, PATH, QUERY, 'ssl'],
  'http.request.uri.path.extension': [PATH],
};
/** More values of one field would not tell more. */
const MOST_VALUES = 40;

/** What a request has that nobody asks for anything in particular. */
export const PLAIN: Readonly<Record<string, ContextValue>> = {
  [HOST]: 'www.example.com',
  [PATH]: '/',
  [QUERY]: '',
  'http.request.method': 'GET',
  'http.user_agent': 'probe',
  'http.referer': '',
  'http.cookie': '',
  'http.response.code': 200,
  'ip.src': '192.0.2.1',
  'ip.src.country': 'NL',
  'ip.src.asnum': 64496,
  'cf.client.bot': false,
  ssl: true,
};

export function slotsOf(roots: readonly ConditionNode[]): readonly Slot[] {
  const found = new Map<string, { field: string; key: string | null; values: Map<string, ContextValue> }>();
  const add = (field: string, key: string | null, values: readonly ContextValue[]) => {
    // The score of every request is 0 by now.
    if (field === THREAT_SCORE) return;
    const id = `${field}\0${key ?? ''}`;
    const slot = found.get(id) ?? { field, key, values: new Map() };
    found.set(id, slot);
    for (const value of values.flatMap((one) => possible(field, one)))
      if (slot.values.size < MOST_VALUES) slot.values.set(JSON.stringify(value), value);
  };
  for (const root of roots)
    eachTest(root, (operand, literals, list) => {
      for (const { field, key } of namesIn(operand)) {
        for (const base of ADDRESSES[field] ?? [field]) add(base, key, plainValues(base, key));
        for (const literal of literals)
          for (const [base, values] of valuesFor(field, literal)) add(base, key, values);
        if (list !== null) add(field, key, itemsOf(list));
      }
    });
  return [...found.values()].map(({ field, key, values }) => ({ field, key, values: [...values.values()] }));
}

/** What a request can have there: hosts are names in lower case, and paths begin with a slash. */
function possible(field: string, value: ContextValue): readonly ContextValue[] {
  if (typeof value !== 'string') return [value];
  if (field === HOST) return /[/?#*\s]/.test(value) ? [] : [value.toLowerCase()];
  if (field !== PATH) return [value];
  // A host with its path, of a pattern for both, stands in no path that anybody means.
  const [first = '', ...others] = value.split('/');
  if (/[?#]/.test(value) || (others.length > 0 && first.includes('.'))) return [];
  return [value.startsWith('/') ? value : `/${value}`];
}

/** A whole request from values of slots; what follows from them is computed. */
export function requestFrom(
  chosen: readonly (readonly [Slot, ContextValue])[],
): Readonly<Record<string, ContextValue>> {
  const fields: Record<string, ContextValue> = { ...PLAIN, [THREAT_SCORE]: 0 };
  for (const [{ field, key }, value] of chosen) {
    if (key === null) fields[field] = value;
    else if (value !== '') fields[field] = { ...asMap(fields[field]), [key]: [value] };
    else fields[field] ??= {};
  }
  const path = String(fields[PATH]);
  const query = String(fields[QUERY]);
  const uri = query === '' ? path : `${path}?${query}`;
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  return {
    ...fields,
    'http.request.uri': uri,
    'http.request.full_uri': `${fields.ssl === false ? 'http' : 'https'}://${String(fields[HOST])}${uri}`,
    'http.request.uri.path.extension': extension.toLowerCase(),
  };
}

/** What a list is taken to hold: an item of each kind that no other list has. */
export function itemsOf(list: string): readonly (string | number)[] {
  let sum = 0;
  for (const character of list) sum = (sum * 31 + character.charCodeAt(0)) % 65_536;
  return [`198.18.${sum >> 8}.${sum & 255}`, 4_200_000_000 + sum, `${list}.list.example.com`];
}

/** Lists of the account, as far as conditions name them. */
export function listsOf(
  roots: readonly ConditionNode[],
): Readonly<Record<string, readonly (string | number)[]>> {
  const names = new Set<string>();
  for (const root of roots)
    eachTest(root, (_operand, _literals, list) => {
      if (list !== null) names.add(list);
    });
  return Object.fromEntries([...names].map((name) => [name, itemsOf(name)]));
}

function asMap(value: ContextValue | undefined): Record<string, ContextValue> {
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, ContextValue>) : {};
}

type Tell = (operand: OperandNode, literals: readonly LiteralNode[], list: string | null) => void;

function eachTest(node: ConditionNode, tell: Tell): void {
  switch (node.type) {
    case 'logical':
      for (const operand of node.operands) eachTest(operand, tell);
      return;
    case 'not':
      eachTest(node.operand, tell);
      return;
    case 'group':
      eachTest(node.inner, tell);
      return;
    case 'test':
      told(node.operand, [], null, tell);
      return;
    case 'comparison':
      told(node.left, literalsOf(node.right), node.right.type === 'list' ? node.right.name : null, tell);
      return;
    case 'constant':
      return;
  }
}

/** Conditions inside of calls are tests of their own: `any(http.request.headers["a"][*] eq "b")`. */
function told(operand: OperandNode, literals: readonly LiteralNode[], list: string | null, tell: Tell): void {
  const inside: LiteralNode[] = [];
  eachOperandOf(operand, (each) => {
    if (each.type !== 'call') return;
    for (const argument of each.arguments) {
      if (argument.type === 'condition') eachTest(argument.condition, tell);
      else if (argument.type !== 'value') inside.push(argument);
    }
  });
  tell(operand, [...literals, ...inside], list);
}

function literalsOf(right: RightNode): readonly LiteralNode[] {
  return right.type === 'set' ? right.items : right.type === 'list' ? [] : [right];
}

function namesIn(operand: OperandNode): readonly { readonly field: string; readonly key: string | null }[] {
  const names: { field: string; key: string | null }[] = [];
  eachOperandOf(operand, (each) => {
    if (each.type !== 'field' || each.name === null) return;
    const index = each.indexes.find(({ type }) => type === 'key');
    const key = index?.type === 'key' ? index.value : null;
    names.push({ field: canonicalName(each.name), key });
  });
  return names;
}

function plainValues(field: string, key: string | null): readonly ContextValue[] {
  if (key !== null) return ['', 'other'];
  const plain = PLAIN[field];
  switch (fieldType(field)) {
    case 'Boolean':
      return [true, false];
    case 'Integer':
      return [plain ?? 0];
    case 'IP':
      return [plain ?? '192.0.2.1'];
    case 'String':
      return [plain ?? '', 'other'];
    default:
      return [];
  }
}

/** Values for a field, or for those that it follows from. */
function valuesFor(field: string, literal: LiteralNode): readonly (readonly [string, ContextValue[]])[] {
  const values = witnesses(literal);
  const texts = values.filter((value) => typeof value === 'string');
  if (ADDRESSES[field] === undefined && field !== HOST && field !== PATH && field !== QUERY)
    return [[field, [...values]]];
  const parts = texts.map(addressParts);
  const known = (part: keyof ReturnType<typeof addressParts>) =>
    parts.flatMap((address) => address[part] ?? []);
  if (field === 'http.request.uri.path.extension') return [[PATH, texts.map((text) => `/a.${text}`)]];
  return [
    [HOST, [...(field === HOST ? texts : []), ...known('host')]],
    [PATH, [...(field === PATH ? texts : []), ...known('path')]],
    [QUERY, [...(field === QUERY ? texts : []), ...known('query')]],
  ];
}

/** `https://a.example.com/b?c`, also without a scheme, or the path alone. */
function addressParts(text: string): { host?: string; path?: string; query?: string } {
  const [, host = '', path = '', query] = /^(?:https?:\/\/)?([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  return {
    ...(host === '' ? {} : { host }),
    ...(path === '' ? {} : { path }),
    ...(query === undefined ? {} : { query }),
  };
}

/** Values at, and beside, what a literal names. */
function witnesses(literal: LiteralNode): readonly ContextValue[] {
  switch (literal.type) {
    case 'string': {
      const { value } = literal;
      if (value === null) return [];
      const whole = literal.form === 'regex' ? unescaped(value) : value;
      const bare = whole.replaceAll('*', '');
      return [
        value,
        whole,
        whole.replaceAll('*', 'any'),
        bare,
        `${bare}x`,
        `${bare}/more`,
        `x${bare}`,
        swapCase(bare),
      ];
    }
    case 'integer':
      return [Number(literal.value) - 1, Number(literal.value), Number(literal.value) + 1];
    case 'ip':
      return [literal.text];
    case 'cidr':
      return edgesOf(literal.text);
    case 'range': {
      if (literal.of === 'ip') return [literal.from, literal.to];
      const [from, to] = [Number(literal.from), Number(literal.to)];
      return [from - 1, from, to, to + 1];
    }
    case 'boolean':
      return [literal.value];
    case 'bytes':
    case 'hole':
      return [];
  }
}

/** The first and the last address of a network, and those beside them. */
function edgesOf(network: string): readonly string[] {
  const [text = '', length = ''] = network.split('/');
  const octets = text.split('.').map(Number);
  if (octets.length !== 4 || octets.some(Number.isNaN)) return [text];
  const address = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const size = 2 ** (32 - Number(length));
  const first = address - (address % size);
  return [first, first + size - 1, first + size, first - 1]
    .filter((one) => one >= 0 && one < 2 ** 32)
    .map((one) => [24, 16, 8, 0].map((shift) => Math.floor(one / 2 ** shift) % 256).join('.'));
}

/** A text that a simple pattern matches: `^/api/v\d+\.json$` gives `/api/v1.json`. */
function unescaped(pattern: string): string {
  return pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\\d/g, '1')
    .replace(/\\w/g, 'a')
    .replace(/\\(.)/g, '$1')
    .replace(/\(([^()|]*)(?:\|[^()]*)?\)/g, '$1')
    .replace(/\.[*+?]/g, 'a')
    .replace(/[*+?]/g, '');
}

function swapCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}
