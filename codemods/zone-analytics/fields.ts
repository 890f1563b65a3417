/** What the dashboard answered, and where the same stands in groups of GraphQL. */
import { type Node, nameOf } from '../../src/read/javascript/syntax/index.js';
import { SAME, zoneQuery } from '../places/analytics.js';
import { type NewRead, wholeChain } from '../places/new-reads.js';

/** Fields of a query, by the part of the answer that they are read in. */
export interface Asked {
  /** In groups by hour, else by day. */
  readonly isByHour: boolean;
  /** The period begins at a moment before now: the day of that moment is no whole day of it. */
  readonly isFromNow: boolean;
  readonly totals: Set<string>;
  readonly timeseries: Set<string>;
}

/** Figures by their old names: the fields of a group that they are made of. One is less the other. */
export const FIGURES: Readonly<Record<string, readonly [string, string?]>> = {
  'requests.all': ['sum.requests'],
  'requests.cached': ['sum.cachedRequests'],
  'requests.uncached': ['sum.requests', 'sum.cachedRequests'],
  'requests.ssl.encrypted': ['sum.encryptedRequests'],
  'requests.ssl.unencrypted': ['sum.requests', 'sum.encryptedRequests'],
  'bandwidth.all': ['sum.bytes'],
  'bandwidth.cached': ['sum.cachedBytes'],
  'bandwidth.uncached': ['sum.bytes', 'sum.cachedBytes'],
  'bandwidth.ssl.encrypted': ['sum.encryptedBytes'],
  'bandwidth.ssl.unencrypted': ['sum.bytes', 'sum.encryptedBytes'],
  'threats.all': ['sum.threats'],
  'pageviews.all': ['sum.pageViews'],
  'uniques.all': ['uniq.uniques'],
};

/** Figures by a name: the list of a group, and the names of its items that hold the name and the figure. */
export const BY_NAME: Readonly<Record<string, readonly [string, string, string]>> = {
  'requests.http_status': ['responseStatusMap', 'edgeResponseStatus', 'requests'],
  'requests.content_type': ['contentTypeMap', 'edgeResponseContentTypeName', 'requests'],
  'requests.country': ['countryMap', 'clientCountryName', 'requests'],
  'requests.ip_class': ['ipClassMap', 'ipType', 'requests'],
  'requests.ssl_protocol': ['clientSSLMap', 'clientSSLProtocol', 'requests'],
  'bandwidth.content_type': ['contentTypeMap', 'edgeResponseContentTypeName', 'bytes'],
  'bandwidth.country': ['countryMap', 'clientCountryName', 'bytes'],
  'threats.country': ['countryMap', 'clientCountryName', 'threats'],
};

const GROUPS: ReadonlySet<string> = new Set(
  [...Object.keys(FIGURES), ...Object.keys(BY_NAME)].flatMap((name) => {
    const steps = name.split('.').slice(0, -1);
    return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  }),
);

/** What is read in the place of each step behind `result`; what is asked for is noted. */
export function readFor(
  [part, ...inner]: readonly string[],
  { isByHour, totals, timeseries }: Asked,
): NewRead | null {
  if (part === 'totals') return inner.length === 0 ? TOTALS : figure(inner, totals, true);
  if (part !== 'timeseries') return null;
  const [, ...names] = inner;
  if (names.length === 0) return SAME;
  if (names.length > 1 || names[0] !== 'since') return figure(names, timeseries, false);
  const time = isByHour ? 'datetime' : 'date';
  timeseries.add(`dimensions.${time}`);
  return {
    member: `.dimensions.${time}`,
    pattern: (target) => `dimensions: { ${time}: ${target} }`,
    isLeaf: true,
  };
}

const TOTALS: NewRead = { member: '.totals[0]', pattern: (target) => `totals: [${target}]` };

function figure(names: readonly string[], asked: Set<string>, isOne: boolean): NewRead | null {
  const name = names.join('.');
  if (GROUPS.has(name)) return { member: '' };
  const [whole, part] = FIGURES[name] ?? [];
  if (whole !== undefined) {
    asked.add(whole);
    if (part !== undefined) asked.add(part);
    const read = (object: string, field: string, isOptional: boolean) => {
      if (!isOne) return `${object}.${field}`;
      return `${object}?.${isOptional ? field.replace('.', '?.') : field} ?? 0`;
    };
    if (part === undefined && !isOne) return { member: `.${whole}`, isLeaf: true };
    return {
      expression(object, isOptional) {
        const [minuend, subtrahend] = [whole, part].map((field) => field && read(object, field, isOptional));
        if (subtrahend === undefined) return minuend ?? '';
        return isOne ? `(${minuend}) - (${subtrahend})` : `${minuend} - ${subtrahend}`;
      },
      around(object, figure) {
        const { parent } = wholeChain(figure);
        return part === undefined && isOne && isOrZero(parent)
          ? { node: parent, text: read(object, whole, isOptionalRead(figure)) }
          : null;
      },
      isLeaf: true,
    };
  }
  const [list, key, value] = BY_NAME[name] ?? [];
  if (list === undefined || key === undefined || value === undefined) return null;
  asked.add(`sum.${list}.${key}`);
  asked.add(`sum.${list}.${value}`);
  const itemsOf = (object: string, isOptional: boolean) =>
    isOne ? `(${object}?.sum${isOptional ? '?' : ''}.${list} ?? [])` : `${object}.sum.${list}`;
  const pairs = (object: string, isOptional: boolean) =>
    `${itemsOf(object, isOptional)}.map((item) => [item.${key}, item.${value}])`;
  return {
    expression: (object, isOptional) => `Object.fromEntries(${pairs(object, isOptional)})`,
    around(object, read) {
      const { parent } = read;
      if (parent?.type === 'CallExpression' && nameOf(parent.callee) === 'Object.entries')
        return { node: parent, text: pairs(object, isOptionalRead(read)) };
      if (parent?.type !== 'MemberExpression' || parent.property.type !== 'Literal') return null;
      // Figures by a status have a number for a name.
      const named = key === 'edgeResponseStatus' ? Number(parent.property.value) : parent.property.value;
      const wanted = typeof named === 'string' ? quoted(named) : String(named);
      const found = `${object}${isOne ? '?' : ''}.sum.${list}.find((item) => item.${key} === ${wanted})`;
      return { node: parent, text: `${found}?.${value}` };
    },
    isLeaf: true,
  };
}

function isOptionalRead(node: Node): boolean {
  return node.type === 'MemberExpression' && node.optional === true;
}

/** `figure || 0`, which is what is written for a period without traffic anyway. */
function isOrZero(node: Node | undefined): node is Node {
  return (
    node?.type === 'LogicalExpression' &&
    node.operator !== '&&' &&
    node.right.type === 'Literal' &&
    node.right.value === 0 &&
    node.parent?.type !== 'LogicalExpression'
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** The query for all that is read. */
export function askFor({ isByHour, isFromNow, totals, timeseries }: Asked): string | null {
  if (totals.size + timeseries.size === 0) return null;
  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];
  const filter = `filter: { ${time}_${isFromNow && !isByHour ? 'gt' : 'geq'}: $since, ${time}_${isByHour ? 'lt' : 'leq'}: $until }`;
  const group = (asked: ReadonlySet<string>, name: string, order: string) =>
    asked.size === 0 ? [] : [`${name}: ${groups}(${order}, ${filter}) {`, ...fieldLines(asked), '}'];
  return zoneQuery(isByHour ? 'Time' : 'Date', [
    ...group(totals, 'totals', 'limit: 1'),
    ...group(timeseries, 'timeseries', `limit: 1000, orderBy: [${time}_ASC]`),
  ]);
}

/** `sum { requests countryMap { clientCountryName requests } }` */
export function fieldLines(asked: ReadonlySet<string>): readonly string[] {
  const tree = new Map<string, string[]>();
  for (const path of asked) {
    const [head = '', ...rest] = path.split('.');
    tree.set(head, [...(tree.get(head) ?? []), rest.join('.')]);
  }
  return [...tree].map(([head, paths]) => `  ${head} { ${nested(paths).join(' ')} }`);
}

function nested(paths: readonly string[]): readonly string[] {
  const lists = new Map<string, string[]>();
  for (const path of paths) {
    const [head = '', leaf] = path.split('.');
    lists.set(head, [...(lists.get(head) ?? []), ...(leaf === undefined ? [] : [leaf])]);
  }
  return [...lists].map(([head, leaves]) => (leaves.length === 0 ? head : `${head} { ${leaves.join(' ')} }`));
}
