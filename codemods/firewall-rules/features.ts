/**
 * What the calls of a program ask of the helper, as far as they tell: methods and paths, what stands in bodies,
 * how the client is called. The helper is written with that and no more; what a call leaves open asks for all that
 * could be. The words are those that mark the lines of `helper/`.
 */
import type { Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import type { HttpUsage, Usage } from '../../src/read/usage.js';
import {
  alternatives,
  knownText,
  type ObjectValue,
  propertyOf,
  shapeOf,
  type Value,
} from '../../src/value/index.js';

/** A call asks for these: one of them by its id, or all of a collection. */
const CALLS = {
  rules: {
    one: { GET: 'get', PUT: 'replace', PATCH: 'move', DELETE: 'delete' },
    all: { GET: 'list', POST: 'create', PUT: 'replace-all', PATCH: 'move-all', DELETE: 'delete-all' },
  },
  filters: {
    one: { GET: 'filters-get', POST: 'filters-check', PUT: 'filters-change', DELETE: 'filters-delete' },
    all: {
      GET: 'filters-list',
      POST: 'filters-create',
      PUT: 'filters-change-all',
      DELETE: 'filters-delete-all',
    },
  },
} as const;

type Collection = keyof typeof CALLS;

/** Methods of the vendor's SDK by what they call. */
const SDK_CALLS: Readonly<Record<string, string>> = {
  list: 'list',
  get: 'get',
  create: 'create',
  update: 'replace',
  edit: 'move',
  delete: 'delete',
};

const FILTER_MEMORY = ['filters', 'paused'];
const BY_ID = ['write', 'by-id'];

/** What a feature cannot do without. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  list: ['rules', 'order'],
  get: ['rules', 'order'],
  create: ['rules', 'write'],
  replace: ['rules', 'order', 'skip', 'ref', 'redefine', ...BY_ID, ...FILTER_MEMORY],
  'replace-all': ['replace', 'undo'],
  move: ['rules', 'order', ...BY_ID],
  'move-all': ['move', 'undo'],
  delete: ['rules', 'write'],
  'delete-all': ['rules', 'write'],
  many: ['undo'],
  skip: ['order'],
  'filter-id': FILTER_MEMORY,
  'filter-fields': FILTER_MEMORY,
  'filters-list': ['filters-api'],
  'filters-get': ['filters-api'],
  'filters-create': ['filters-api', 'write', 'filter-fields'],
  'filters-check': ['filters-api', 'write'],
  'filters-change': ['filters-api', 'filter-fields', ...BY_ID],
  'filters-change-all': ['filters-change', 'undo'],
  'filters-delete': ['filters-api', 'write'],
  'filters-delete-all': ['filters-delete'],
  'filters-api': FILTER_MEMORY,
};

/** The features, and all that these need. */
export function completed(asked: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const pending = [...asked];
  // A filter outlives its rule, so its expression cannot be used once more.
  if (asked.includes('create') && asked.some((one) => one.startsWith('delete')))
    pending.push(...FILTER_MEMORY);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    pending.push(...(NEEDS[one] ?? []));
  }
  return [...found];
}

const ANY_RULE = ['many', 'order', 'paused', 'skip', 'ref', 'filter-id', 'filter-fields'];
const ANY_FETCH = ['request', 'length'];

export function featuresAskedBy(usages: readonly Usage[], around: Surroundings): readonly string[] {
  return [
    ...new Set(usages.flatMap((usage) => (usage.kind === 'sdk' ? ofSdk(usage) : ofHttp(usage, around)))),
  ];
}

function ofSdk({ chain }: Extract<Usage, { kind: 'sdk' }>): readonly string[] {
  const collection = chain[0]?.name === 'filters' ? 'filters' : 'rules';
  const call = SDK_CALLS[chain.at(-1)?.name ?? ''];
  // The SDK sends the length of each body, and asks for pages.
  const always = ['length', 'query'];
  if (collection === 'filters' || call === undefined) return [...always, ...callsOf(collection), ...ANY_RULE];
  return [...always, call, ...(call === 'create' ? ANY_RULE : [])];
}

function callsOf(collection: Collection): readonly string[] {
  return Object.values(CALLS[collection]).flatMap((calls) => Object.values(calls));
}

function ofHttp(usage: Usage, around: Surroundings): readonly string[] {
  const everything = [...callsOf('rules'), ...callsOf('filters'), ...ANY_RULE, ...ANY_FETCH, 'query'];
  if (usage.kind !== 'http') return everything;
  const targets = alternatives(usage.url).map(targetOf);
  const methods = alternatives(usage.method).map((method) => knownText(method)?.toUpperCase());
  const isFetch = usage.sender?.client === 'fetch';
  const called = targets.flatMap((target) => methods.map((method) => calledBy(target, method)));
  if (called.includes(null)) return everything;
  const calls = called.flatMap((some) => some ?? []);
  return [
    ...calls,
    ...(calls.includes('create') ? ofRules(usage.body) : []),
    ...(isFetch && targets.every((target) => target?.hasQuery === false) && !isPutTogether(usage, around)
      ? []
      : ['query']),
    ...(isFetch ? ofFetch(usage, around) : ANY_FETCH),
  ];
}

/** A URL that is an object may get its query later, where nothing is seen of it. */
function isPutTogether({ site, sender }: HttpUsage, around: Surroundings): boolean {
  const files = new Set([site.file, sender?.at.file ?? site.file]);
  return [...files].some((file) => /\bURL\(|[sS]earchParams/.test(around.file(file)?.text ?? ''));
}

interface Target {
  readonly collection: Collection;
  readonly which: 'one' | 'all';
  readonly hasQuery: boolean;
}

/** What a URL ends in; null where its end is not known. */
function targetOf(url: Value): Target | null {
  if (url.kind !== 'text') return null;
  const found = /\/(firewall\/rules|filters)(\/[^?]+)?\/?(\?.*)?$/.exec(shapeOf(url.pieces));
  if (found === null) return null;
  const [, path, rest, query] = found;
  return {
    collection: path === 'filters' ? 'filters' : 'rules',
    which: rest === undefined ? 'all' : 'one',
    hasQuery: query !== undefined,
  };
}

function calledBy(target: Target | null, method: string | undefined): readonly string[] | null {
  if (target === null || method === undefined) return null;
  const calls: Readonly<Record<string, string>> = CALLS[target.collection][target.which];
  const call = calls[method];
  return call === undefined ? [] : [call];
}

/** What is sent to make rules. */
function ofRules(body: Value): readonly string[] {
  return alternatives(body).flatMap((list) => {
    if (list.kind !== 'array' || list.open) return ANY_RULE;
    return [...(list.items.length === 1 ? [] : ['many']), ...list.items.flatMap(ofRule)];
  });
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  action: [],
  description: [],
  filter: [],
  paused: ['paused'],
  priority: ['order'],
  products: ['skip'],
  ref: ['ref'],
};

function ofRule(rule: Value): readonly string[] {
  return alternatives(rule).flatMap((one) => {
    if (one.kind !== 'object' || one.open) return ANY_RULE;
    const keys = new Set(one.properties.map(({ key }) => key));
    return [...keys].flatMap((key) => FIELDS[key] ?? []).concat(ofAction(one), ofFilter(one));
  });
}

function ofAction(rule: ObjectValue): readonly string[] {
  const action = propertyOf(rule, 'action')?.value;
  if (action === undefined) return ['skip'];
  return alternatives(action).flatMap((one) => {
    const known = knownText(one);
    if (known === null || known === 'allow' || known === 'bypass') return ['skip'];
    return known === 'block' ? [] : ['order'];
  });
}

function ofFilter(rule: ObjectValue): readonly string[] {
  const filter = propertyOf(rule, 'filter')?.value;
  if (filter === undefined) return ['filter-id', 'filter-fields'];
  return alternatives(filter).flatMap((one) => {
    if (one.kind !== 'object' || one.open) return ['filter-id', 'filter-fields'];
    const others = one.properties.filter(({ key }) => key !== 'expression');
    return others.map(({ key }) => (key === 'id' ? 'filter-id' : 'filter-fields'));
  });
}

/** How `fetch` is called: with a text rather than a request, and with headers of which all names are known. */
function ofFetch({ sender, headers }: HttpUsage, around: Surroundings): readonly string[] {
  const hasOwnLength = alternatives(headers).some(
    (one) =>
      !(one.kind === 'scalar' && one.value === undefined) &&
      (one.kind !== 'object' || one.open || one.properties.some(({ key }) => /^content-length$/i.test(key))),
  );
  return [
    ...(sender !== undefined && isCalledWithText(sender.at, around) ? [] : ['request']),
    ...(hasOwnLength ? ['length'] : []),
  ];
}

function isCalledWithText(
  { file, start, end }: { readonly file: string; readonly start: number; readonly end: number },
  around: Surroundings,
): boolean {
  const script = around.scriptAt(file, start);
  const call =
    script === null
      ? undefined
      : around.nodesAround(script, start, end).findLast(({ type }) => type === 'CallExpression');
  return call?.type === 'CallExpression' && call.arguments[0] !== undefined && isText(call.arguments[0]);
}

function isText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  return (
    node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))
  );
}
