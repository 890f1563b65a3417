/** Which library of HTTP requests a callee belongs to: a function of it, or a method of a client that it made. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';

export interface Library {
  /** How a response says that it is a success. */
  readonly ok: string;
  /** The class of its responses. */
  readonly type: string;
  readonly isAsync: boolean;
  /** Its response is there within a block. */
  readonly isContext: boolean;
}

export const VERBS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Client extends Library {
  readonly module: string;
  readonly made: readonly string[];
  /** Its functions send requests, too: `requests.get`. */
  readonly sends: boolean;
}

const REQUESTS = { module: 'requests', ok: 'ok', type: 'requests.Response', isContext: false };
const HTTPX = { module: 'httpx', ok: 'is_success', type: 'httpx.Response', isContext: false };
const CLIENTS: readonly Client[] = [
  { ...REQUESTS, made: ['Session', 'session', 'sessions.Session'], isAsync: false, sends: true },
  {
    module: 'aiohttp',
    made: ['ClientSession'],
    ok: 'ok',
    type: 'aiohttp.ClientResponse',
    isAsync: true,
    isContext: true,
    sends: false,
  },
  { ...HTTPX, made: ['Client'], isAsync: false, sends: true },
  { ...HTTPX, made: ['AsyncClient'], isAsync: true, sends: false },
];

/** A function of requests, httpx or aiohttp, or of a client that it made or that is called one. */
export function libraryOf(tree: SyntaxTree, callee: string): Library | null {
  const [, object, name = ''] = /^(.*)\.(\w+)$/s.exec(callee) ?? [];
  if (object === undefined || (!VERBS.has(name) && name !== 'request')) return null;
  const imported = CLIENTS.filter(({ module }) => isImported(tree, module));
  const libraries = new Set(imported.map(({ module }) => module));
  const found = imported.find((client) => {
    const others = [...libraries].filter((one) => one !== client.module && one !== 'httpx');
    const isSession = client.module !== 'httpx' && /(?:^|[._])session$/i.test(object) && others.length === 0;
    return isSession || (client.sends && object === client.module) || isMade(tree, object, client);
  });
  return found ?? null;
}

function isImported({ text }: SyntaxTree, module: string): boolean {
  return new RegExp(`^[ \\t]*(?:import ${literally(module)}|from ${literally(module)} import)\\b`, 'm').test(
    text,
  );
}

/** It is assigned a client, opened as one by `with`, or declared to be one. */
function isMade(tree: SyntaxTree, object: string, client: Client): boolean {
  const makers = makersOf(tree, client);
  return holdersIn(tree).some(
    ({ name, callee, type }) =>
      name === object && (isOf(callee, client) || isOf(type, client) || makers.includes(callee ?? '')),
  );
}

function isOf(name: string | null, { module, made }: Client): boolean {
  const [last = ''] = made;
  return name !== null && (name === last || made.some((one) => name === `${module}.${one}`));
}

interface Holder {
  readonly name: string;
  /** What makes its value. */
  readonly callee: string | null;
  /** Its declared type. */
  readonly type: string | null;
}

const holders = new WeakMap<SyntaxTree, readonly Holder[]>();

/** What the names of a file are given, and what they are declared to be. */
function holdersIn(tree: SyntaxTree): readonly Holder[] {
  const known = holders.get(tree);
  if (known !== undefined) return known;
  const found = walk(tree.root).flatMap((node): Holder[] => {
    const [first] = node.children;
    if (first === undefined) return [];
    const type = node.children.find(({ field }) => field === 'type');
    const declared = type === undefined ? null : textOf(tree, type).replaceAll(/["']/g, '');
    if (node.type === 'assignment')
      return [{ name: textOf(tree, first), callee: calleeOf(tree, node.children.at(-1)), type: declared }];
    if (/^typed_(?:default_)?parameter$/.test(node.type))
      return [{ name: textOf(tree, first), callee: null, type: declared }];
    const target = node.children.find((one) => one.type === 'as_pattern_target');
    return node.type === 'as_pattern' && target !== undefined
      ? [{ name: textOf(tree, target), callee: calleeOf(tree, first), type: null }]
      : [];
  });
  holders.set(tree, found);
  return found;
}

function calleeOf(tree: SyntaxTree, value: SyntaxNode | undefined): string | null {
  const [callee] = value?.type === 'call' ? value.children : [];
  return callee === undefined ? null : textOf(tree, callee);
}

/** Functions of the file that return such a client. */
function makersOf(tree: SyntaxTree, client: Client): readonly string[] {
  return walk(tree.root).flatMap((node) => {
    const name = node.children.find(({ field }) => field === 'name');
    if (node.type !== 'function_definition' || name === undefined || textOf(tree, node).startsWith('async'))
      return [];
    const returned = walk(node).flatMap((one) =>
      one.type === 'return_statement' ? [one.children.filter(({ isNamed }) => isNamed)] : [],
    );
    const isClient = (value: SyntaxNode | undefined) =>
      isOf(calleeOf(tree, value), client) ||
      (value?.type === 'identifier' && isGivenIn(tree, node, textOf(tree, value), client));
    const isMaker = returned.length > 0 && returned.every(([value]) => isClient(value));
    return isMaker ? [textOf(tree, name)] : [];
  });
}

/** Every assignment of the function to the name makes such a client. */
function isGivenIn(tree: SyntaxTree, scope: SyntaxNode, name: string, client: Client): boolean {
  const given = walk(scope).filter(
    (one) =>
      one.type === 'assignment' && one.children[0] !== undefined && textOf(tree, one.children[0]) === name,
  );
  return given.length > 0 && given.every((one) => isOf(calleeOf(tree, one.children.at(-1)), client));
}
