/** Calls of analytics endpoints as queries of GraphQL: one request, sent by the same client to another path. */
import { hasComment, removeItem, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { alternatives, literally, type Value } from '../../src/value/index.js';
import { givesOf, parsedBy } from '../direct/given-back.js';
import { constantOf, type PathPiece, piecesOf } from '../direct/path-pieces.js';
import { sendingCallsOf } from '../direct/sending.js';
import { appliedTo } from './apply.js';
import { endsInSemicolons, indentAt, lineEndOf, unitOf } from './indent.js';
import { httpUsages } from './requests.js';
import { statementOf } from './statements.js';
import { isPlain, type ObjectNode, propertyNamed, usesOf } from './trees.js';

/** A call that reads analytics, taken apart. */
export interface AnalyticsCall {
  /** The expression that stands for the answer. */
  readonly node: Node;
  readonly call: NodeOf<'CallExpression'>;
  readonly statement: Node;
  /** The text of the expression that names the zone. */
  readonly zone: string;
  /** The query of the address, by name: texts, and what stands for the rest. */
  readonly query: ReadonlyMap<string, readonly PathPiece[]>;
  /** The edit that leads the request to `/graphql`. */
  readonly address: Edit;
  readonly sends: Sends;
}

type Sends = 'fetch' | 'axios';

export const THROWS =
  'its client refuses answers without success, and those of GraphQL have none: it needs a request of its own';

/** The call of a site, or why it cannot become a query. */
export function analyticsCallOf(site: Site, around: Surroundings): AnalyticsCall | string {
  const { script, file } = site;
  const sending = sendingCallsOf(site, around);
  if (typeof sending === 'string') return sending;
  const [only, ...others] = sending;
  if (script === null || only === undefined || others.length > 0)
    return 'several calls send what is written here';
  const { call } = only;
  const outer = parsedBy(call);
  const gives = givesOf(site, around, call, outer);
  if (typeof gives === 'string') return gives;
  if (gives.gives === 'result' || (gives.refuses && gives.gives === 'envelope')) return THROWS;
  const isDirect = site.finding.usages.every(
    ({ sender }) =>
      sender === undefined || (sender.at.file === file.path && sender.at.start === call.range[0]),
  );
  if (!isDirect && gives.gives === 'envelope') return THROWS;
  const sends = isDirect ? sendsOf(gives.client, call) : null;
  if (sends === null) return 'its client is not known to send what a query needs';
  const [address] = call.arguments;
  const held = address?.type === 'Identifier' ? constantOf(script, address) : null;
  const isOwn = held !== null && usesOf(script, held.id)?.length === 1;
  const written = address === undefined ? null : held === null ? address : isOwn ? held.init : null;
  const pieces = written === null ? null : piecesOf(script, written);
  if (written === null || pieces === null) return 'its path is put together in a way that cannot be edited';
  const at = pieces.findIndex((piece) => piece.kind === 'text' && /\/?zones\/$/.test(piece.text));
  const [path, zone, ...rest] = pieces.slice(at);
  if (path?.kind !== 'text' || path.start < 0 || zone?.kind !== 'expression')
    return 'its path is put together in a way that cannot be edited';
  const inAddress = queryOf(rest);
  const apart = sends === 'axios' ? paramsOf(call.arguments[1]) : new Map<string, readonly PathPiece[]>();
  const query = inAddress === null || apart === null ? null : new Map([...inAddress, ...apart]);
  const statement = statementOf(held === null ? call : held.declarator);
  if (query === null) return 'what it asks for is put together at run time';
  if (statement === null) return 'no statement stands around it to put the query before';
  const cut = file.text.lastIndexOf('zones/', path.end);
  const [start, end] = written.range;
  const before = file.text.slice(start, cut);
  return {
    node: outer ?? call,
    call,
    statement,
    zone: file.text.slice(...zone.node.range),
    query,
    address: { start, end, text: addressOf(before) },
    sends,
  };
}

/** `'https://…/client/v4/graphql'` of what stood before the zone. */
function addressOf(before: string): string {
  const quote = /[`'"](?=[^`'"]*$)/.exec(before)?.[0] ?? "'";
  const isTemplate = quote === '`' && before.includes('${');
  const closing = quote === '`' && !isTemplate ? "'" : quote;
  return `${quote === '`' && !isTemplate ? before.replace('`', "'") : before}graphql${closing}`;
}

/** Clients whose requests with a body are sent like those without: got and ky repeat only the latter. */
function sendsOf(client: string, { callee }: NodeOf<'CallExpression'>): Sends | null {
  if (client === 'fetch' || client === 'node-fetch' || client === 'undici')
    return callee.type === 'Identifier' ? 'fetch' : null;
  const isGet = callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'get';
  return client === 'axios' && isGet ? 'axios' : null;
}

/** `?since=-1440&until=${until}` by names; null where the path goes on, or names are not written. */
export function queryOf(pieces: readonly PathPiece[]): ReadonlyMap<string, readonly PathPiece[]> | null {
  const [first, ...others] = pieces;
  if (first?.kind !== 'text') return null;
  const mark = first.text.indexOf('?');
  const found = new Map<string, PathPiece[]>();
  if (mark < 0) return others.some((piece) => piece.kind !== 'text' || piece.text !== '') ? null : found;
  let value: PathPiece[] | null = null;
  for (const piece of [{ ...first, text: first.text.slice(mark + 1) }, ...others]) {
    if (piece.kind === 'expression') {
      if (value === null) return null;
      value.push(piece);
      continue;
    }
    const [rest = '', ...pairs] = piece.text.split('&');
    const named = piece.start === first.start && value === null ? [rest, ...pairs] : pairs;
    if (named === pairs && rest !== '') {
      if (value === null) return null;
      value.push({ ...piece, text: rest });
    }
    for (const pair of named) {
      const equals = pair.indexOf('=');
      if (equals < 0) {
        if (pair !== '') return null;
        continue;
      }
      value = [];
      if (equals < pair.length - 1) value.push({ ...piece, text: pair.slice(equals + 1) });
      found.set(pair.slice(0, equals), value);
    }
  }
  return found;
}

/** What the new request is given. */
interface Query {
  readonly text: string;
  /** Names and expressions. */
  readonly variables: readonly (readonly [string, string])[];
}

/** The edits that send a query in the place of the call; null where its options cannot be edited. */
export function queryEdits(site: Site, { call, statement, address, sends }: AnalyticsCall, query: Query) {
  const { text } = site.file;
  const names = ['query', 'variables'].map((name) => freeName(text, name));
  const [queryName = '', variablesName = ''] = names;
  const [end, indent] = [endsInSemicolons(text) ? ';' : '', indentAt(text, statement.range[0])];
  const newline = lineEndOf(text) + indent;
  const lines = query.text.replaceAll('\n', newline);
  const variables = query.variables.map(([name, value]) => (name === value ? name : `${name}: ${value}`));
  const line = `{ ${variables.join(', ')} }`;
  const object =
    line.length + indent.length < 80 ? line : `{${newline}  ${variables.join(`,${newline}  `)},${newline}}`;
  const declared = `const ${queryName} = \`${lines}\`${end}${newline}const ${variablesName} = ${object}${end}${newline}`;
  const body = `{ ${['query', 'variables'].map((key, at) => (names[at] === key ? key : `${key}: ${names[at]}`)).join(', ')} }`;
  const sent = sendEdits(site, call, sends, body);
  if (sent === null) return null;
  return [{ start: statement.range[0], end: statement.range[0], text: declared }, address, ...sent];
}

function sendEdits(
  site: Site,
  { callee, arguments: [address, options, ...others] }: NodeOf<'CallExpression'>,
  sends: Sends,
  body: string,
): readonly Edit[] | null {
  const {
    script,
    file: { text },
  } = site;
  if (script === null || address === undefined || others.length > 0) return null;
  if (sends === 'axios') {
    if (options !== undefined && !isWithout(options, ['method', 'data'])) return null;
    const verb = verbEdit(callee);
    const at = address.range[1];
    if (options === undefined || isOnlyParams(options))
      return verb === null ? null : [verb, { start: at, end: options?.range[1] ?? at, text: `, ${body}` }];
    const params = withoutParams(script, options);
    return verb === null || params === null
      ? null
      : [verb, { start: at, end: at, text: `, ${body}` }, ...params];
  }
  const shared = options === undefined ? null : sharedOptions(script, options);
  if (options !== undefined && shared !== null) {
    const headers = jsonHeader(site, shared);
    if (headers === null || propertyNamed(shared, 'body') !== null) return null;
    const name = text.slice(...options.range);
    const said = headers.length === 0 ? [] : [`headers: { ...${name}.headers, ${JSON_TYPE} }`];
    const all = [`...${name}`, "method: 'POST'", ...said, `body: JSON.stringify(${body})`];
    return [{ start: options.range[0], end: options.range[1], text: objectText(text, options, all) }];
  }
  const object = options === undefined ? null : unwrap(options);
  if (object?.type !== 'ObjectExpression' || !isWithout(object, ['body'])) return null;
  const headers = jsonHeader(site, object);
  const [start, end] = object.range;
  if (headers === null || hasComment(script, start, end, object)) return null;
  const kept = object.properties
    .filter((property) => property !== propertyNamed(object, 'method'))
    .map(({ range: [from, to] }) => {
      const own = headers.filter((edit) => from <= edit.start && edit.end <= to);
      return appliedTo(text.slice(from, to), from, own);
    });
  const all = ["method: 'POST'", ...kept, `body: JSON.stringify(${body})`];
  return [{ start, end, text: objectText(text, object, all) }];
}

/** In the place of an expression: on one line if that has one, and if it fits. */
function objectText(text: string, { range: [start, end] }: Node, properties: readonly string[]): string {
  const newline = lineEndOf(text) + indentAt(text, start);
  const line = `{ ${properties.join(', ')} }`;
  const isBroken = /[\r\n]/.test(text.slice(start, end)) || columnOf(text, start) + line.length > LONGEST;
  if (!isBroken) return line;
  return `{${properties.map((one) => `${newline}${unitOf(text)}${one},`).join('')}${newline}}`;
}

/** Options of several calls, which a constant holds. */
function sharedOptions(script: Script, options: Node): ObjectNode | null {
  const constant = options.type === 'Identifier' ? constantOf(script, options) : null;
  return constant?.init.type === 'ObjectExpression' && isPlain(constant.init) ? constant.init : null;
}

function isOnlyParams(options: Node): boolean {
  const object = unwrap(options);
  return (
    object.type === 'ObjectExpression' &&
    object.properties.length === 1 &&
    propertyNamed(object, 'params') !== null
  );
}

/** `params: { since: -1440 }`, which the query has now. */
function withoutParams(script: Script, options: Node): readonly Edit[] | null {
  const object = unwrap(options);
  const params = object.type === 'ObjectExpression' ? propertyNamed(object, 'params') : null;
  if (params === null || object.type !== 'ObjectExpression') return [];
  const edit = removeItem(script, object, object.properties, params, [params]);
  return edit === null ? null : [edit];
}

/** Parameters of the address that axios is given apart from it; null where they are not all written there. */
function paramsOf(options: Node | undefined): ReadonlyMap<string, readonly PathPiece[]> | null {
  const object = options === undefined ? null : unwrap(options);
  const params = object?.type === 'ObjectExpression' ? propertyNamed(object, 'params') : null;
  if (params === null) return new Map();
  const given = unwrap(params.value);
  if (given.type !== 'ObjectExpression' || !isPlain(given)) return null;
  const found = new Map<string, readonly PathPiece[]>();
  for (const property of given.properties) {
    if (property.type !== 'Property') return null;
    const node = unwrap(property.value);
    const text = signedText(node);
    const piece: PathPiece =
      text === null ? { kind: 'expression', node } : { kind: 'text', text, start: -1, end: -1 };
    found.set(keyName(property.key, property.computed) ?? '', [piece]);
  }
  return found;
}

/** `-1440`, `'-1440'`, `true` */
function signedText(node: Node): string | null {
  if (node.type === 'Literal') return String(node.value);
  const isMinus =
    node.type === 'UnaryExpression' && node.operator === '-' && node.argument.type === 'Literal';
  return isMinus ? `-${String((node.argument as NodeOf<'Literal'>).value)}` : null;
}

const LONGEST = 100;

function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1);
}

/** `axios.get(` becomes `axios.post(`. */
function verbEdit(callee: Node): Edit | null {
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  const [start, end] = callee.property.range;
  return { start, end, text: 'post' };
}

/** An object that is written out, and has none of these. */
function isWithout(options: Node, names: readonly string[]): boolean {
  const object = unwrap(options);
  if (object.type !== 'ObjectExpression' || !isPlain(object)) return false;
  return names.every((name) => propertyNamed(object, name) === null);
}

const JSON_TYPE = "'Content-Type': 'application/json'";

/** The header that says what is sent, unless it is there; null where that cannot be told. */
function jsonHeader(site: Site, options: ObjectNode): readonly Edit[] | null {
  const headers = propertyNamed(options, 'headers');
  const { text } = site.file;
  const known = httpUsages(site).flatMap((usage) => alternatives(usage.headers));
  const isSaid = (value: Value) =>
    value.kind === 'object' && value.properties.some(({ key }) => key.toLowerCase() === 'content-type');
  if (known.length > 0 && known.every(isSaid)) return [];
  if (headers === null || /\bnew Headers\b|:\s*Headers\b/.test(text)) return null;
  const value = unwrap(headers.value);
  if (value.type === 'ObjectExpression') {
    const last = value.properties.at(-1);
    if (last === undefined) return null;
    const isBroken = /[\r\n]/.test(text.slice(value.range[0], value.properties[0]?.range[0]));
    const gap = isBroken ? lineEndOf(text) + indentAt(text, last.range[0]) : ' ';
    return [{ start: last.range[1], end: last.range[1], text: `,${gap}${JSON_TYPE}` }];
  }
  const [start, end] = headers.value.range;
  const spread = `{ ...${text.slice(start, end)}, ${JSON_TYPE} }`;
  return [{ start, end, text: headers.shorthand ? `headers: ${spread}` : spread }];
}

function freeName(text: string, name: string): string {
  const isTaken = (one: string) => new RegExp(`\\b${literally(one)}\\b`).test(text);
  const other = `analytics${name[0]?.toUpperCase()}${name.slice(1)}`;
  return isTaken(name) ? (isTaken(other) ? `${other}2` : other) : name;
}
