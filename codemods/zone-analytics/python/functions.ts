/** The functions that ask GraphQL for figures of a zone, and give them the form of the former dashboard. */
import { BY_NAME, FIGURES, fieldLines } from '../fields.js';
import type { AskedParts } from './asked.js';

export const NAMES = {
  query: 'zone_analytics_query',
  read: 'zone_analytics',
  figures: 'zone_traffic',
} as const;

/** How times are said: all in minutes that are written where it is asked, or as the program finds them. */
export type Period = 'hours' | 'days' | 'any';

export interface Writing {
  readonly period: Period;
  /** What the client gives back: the answer, or its `data`. */
  readonly gives: 'answer' | 'data';
  /** The client raises an error for those in the answer. */
  readonly refuses: boolean;
  readonly isTyped: boolean;
  readonly hasDocstrings: boolean;
  readonly quote: string;
  /** Before `datetime` and its like. */
  readonly prefix: string;
}

const LONGEST = 100;

export function functionTexts(asked: AskedParts, writing: Writing): readonly string[] {
  const { isTyped, hasDocstrings, quote, prefix } = writing;
  const functions = [queryFunction(asked, writing), ...figuresFunction(asked), readFunction(asked, writing)];
  return functions.map(({ name, parameters, says, lines, type }) => {
    const written = parameters.map(([one, annotation, given]) => {
      const typed = isTyped ? `${one}: ${annotation}` : one;
      return given === undefined ? typed : isTyped ? `${typed} = ~${given}~` : `${typed}=${given}`;
    });
    const head = `def ${name}(${written.join(', ')})${isTyped ? ` -> ${type}` : ''}:`;
    const body = [...(hasDocstrings ? [`"""${says}"""`] : []), ...lines].map((line) =>
      line === '' ? '' : `    ${line}`,
    );
    return [...(hasDocstrings ? [] : [`# ${says}`]), head, ...body]
      .join('\n')
      .replaceAll('~', quote)
      .replace(/\b(?:datetime|timedelta|timezone)(?=[.(])/g, (one) => `${prefix}${one}`);
  });
}

interface PythonFunction {
  readonly name: string;
  /** Name, type and default. */
  readonly parameters: readonly (readonly [string, string, string?])[];
  readonly says: string;
  readonly lines: readonly string[];
  readonly type: 'dict';
}

function queryFunction(asked: AskedParts, { period }: Writing): PythonFunction {
  const query = queryLines(asked, period);
  const variables = (text: string) => [
    `variables = {~zone~: zone_id, ~since~: since${text}, ~until~: until${text}}`,
    'return {~query~: query, ~variables~: variables}',
  ];
  if (period !== 'any')
    return {
      name: NAMES.query,
      parameters: [
        ['zone_id', 'str'],
        ['minutes', 'int'],
      ],
      says: 'Asks for the traffic of a zone in the last minutes.',
      type: 'dict',
      lines: [
        ...query,
        'until = datetime.now(timezone.utc)',
        'since = until - timedelta(minutes=minutes)',
        ...variables(period === 'hours' ? '.isoformat()' : '.date().isoformat()'),
      ],
    };
  return {
    name: NAMES.query,
    parameters: [
      ['zone_id', 'str'],
      ['since', 'str', '-10080'],
      ['until', 'str', '0'],
    ],
    says: 'Asks for the traffic of a zone. Times are dates, or minutes before now.',
    type: 'dict',
    lines: [
      'now = datetime.now(timezone.utc)',
      'since, until = (',
      '    now - timedelta(minutes=abs(int(moment)))',
      '    if str(moment).lstrip(~-~).isdigit()',
      '    else datetime.fromisoformat(str(moment).replace(~Z~, ~+00:00~)).astimezone(timezone.utc)',
      '    for moment in (since or -10080, until or 0)',
      ')',
      'groups, time, kind = ~httpRequests1hGroups~, ~datetime~, ~Time~',
      'if now - since > timedelta(days=3):  # groups by the hour go back no further',
      '    groups, time, kind = ~httpRequests1dGroups~, ~date~, ~Date~',
      '    since += timedelta(days=1, microseconds=-1)  # days that begin in the period',
      '    since, until = since.date(), until.date()',
      ...query,
      ...variables('.isoformat()'),
    ],
  };
}

function queryLines({ totals, timeseries }: AskedParts, period: Period): readonly string[] {
  const [groups, time, type] = {
    hours: ['httpRequests1hGroups', 'datetime', 'Time'],
    days: ['httpRequests1dGroups', 'date', 'Date'],
    any: ['%(groups)s', '%(time)s', '%(kind)s'],
  }[period] as [string, string, string];
  const filter = `filter: { ${time}_${period === 'days' ? 'gt' : 'geq'}: $since, ${time}_leq: $until }`;
  const own = new Set(withoutPeriod([...totals]));
  const lines = (figures: readonly string[]) => asLines(fieldsOf(new Set(withoutPeriod(figures)), time));
  const both = lines([...own, ...timeseries]);
  // Both parts have the same long list of fields.
  const isShared = period === 'any' && [[...own], [...timeseries]].every((one) => lines(one).length > 2);
  const part = (name: string, figures: ReadonlySet<string>, head: string) => {
    const times = new Set(['since', 'until'].filter((one) => figures.has(one)));
    const fields = isShared
      ? [...asLines(fieldsOf(times, time)), '  %(fields)s']
      : asLines(fieldsOf(figures, time));
    return figures.size === 0 ? [] : [`${name}: ${groups}(${head}, ${filter}) {`, ...fields, '}'];
  };
  const inner = [
    ...part('totals', own, 'limit: 1'),
    ...part('timeseries', timeseries, `limit: 1000, orderBy: [${time}_ASC]`),
  ];
  const fields = both.map((line, index) => `${index === 0 ? '' : '        '}${line.slice(2)}`).join('\n');
  const filled = `~groups~: groups, ~time~: time, ~kind~: kind${isShared ? ', ~fields~: fields' : ''}`;
  return [
    ...(isShared ? `fields = """${fields}"""`.split('\n') : []),
    'query = """',
    `query ($zone: String!, $since: ${type}!, $until: ${type}!) {`,
    '  viewer {',
    '    zones(filter: { zoneTag: $zone }) {',
    ...inner.map((line) => `      ${line}`),
    '    }',
    '  }',
    `}"""${period === 'any' ? ` % {${filled}}` : ''}`,
  ];
}

/** `sum.requests`, `dimensions.since: datetime` */
function fieldsOf(figures: ReadonlySet<string>, time: string): ReadonlySet<string> {
  const fields = new Set<string>();
  if (figures.has('since') || figures.has('until')) fields.add(`dimensions.since: ${time}`);
  for (const name of figures) {
    for (const field of FIGURES[name] ?? []) if (field !== undefined) fields.add(field);
    const [list, key, value] = BY_NAME[name] ?? [];
    if (list !== undefined) fields.add(`sum.${list}.${key}`).add(`sum.${list}.${value}`);
  }
  return fields;
}

/** Long lines with one list each. */
function asLines(fields: ReadonlySet<string>): readonly string[] {
  return fieldLines(fields).flatMap((line) => {
    if (line.length < LONGEST - 20) return [line];
    const [, head = '', inner = ''] = /^\s*(\w+) \{ (.*) \}$/.exec(line) ?? [];
    const lists = [...inner.matchAll(/\w+ \{[^}]*\}/g)].map(([list]) => list);
    const plain = inner
      .replaceAll(/\w+ \{[^}]*\}/g, '')
      .replaceAll(/ +/g, ' ')
      .trim();
    return [`  ${head} {`, ...[plain, ...lists].map((one) => `    ${one}`), '  }'];
  });
}

/** Figures of a group, where there are several groups. */
function figuresFunction({ totals, timeseries }: AskedParts): readonly PythonFunction[] {
  const figures = withoutPeriod([...totals, ...timeseries]);
  if (timeseries.size === 0 || figures.length === 0) return [];
  return [
    {
      name: NAMES.figures,
      parameters: [['group', 'dict']],
      says: 'Returns the figures of an hour or more; without traffic there are none.',
      type: 'dict',
      lines: [...partsOf(figures), ...assigned('return ', figuresTree(figures))],
    },
  ];
}

function readFunction({ totals, timeseries }: AskedParts, writing: Writing): PythonFunction {
  const { gives, refuses } = writing;
  const figures = withoutPeriod([...totals, ...timeseries]);
  const isApart = timeseries.size > 0 && figures.length > 0;
  const result: string[] = [];
  const lines: string[] = [];
  const [since, until] = ['since', 'until'].map((name) => totals.has(name)) as [boolean, boolean];
  const own = withoutPeriod([...totals]);
  lines.push(...seriesLines(timeseries, isApart, writing));
  const isInline = !timeseries.has('since') && !timeseries.has('until');
  if (own.length > 0) {
    const group = 'zone[~totals~][0] if zone[~totals~] else {}';
    if (isApart) lines.push(`totals = ${NAMES.figures}(${group})`);
    else
      lines.push(
        `group = ${group}  # without traffic there is none`,
        ...partsOf(own),
        ...assigned('totals = ', figuresTree(own)),
      );
  }
  if (own.length === 0 && (since || until)) lines.push('totals = {}');
  if (since) lines.push('totals[~since~] = timeseries[0][~since~] if timeseries else None');
  if (until) lines.push('totals[~until~] = timeseries[-1][~until~] if timeseries else None');
  if (totals.size > 0) result.push('~totals~: totals');
  if (timeseries.size > 0)
    result.push(
      isInline
        ? `~timeseries~: [${NAMES.figures}(group) for group in zone[~timeseries~]]`
        : '~timeseries~: timeseries',
    );
  const [name, data] = gives === 'answer' ? ['answer', 'answer[~data~]'] : ['data', 'data'];
  return {
    name: NAMES.read,
    parameters: [[name, 'dict']],
    says: 'Returns the traffic of a zone, as the dashboard had it.',
    type: 'dict',
    lines: [
      ...(refuses
        ? []
        : [
            `if ${name}.get(~errors~):  # they come with status 200`,
            `    raise RuntimeError(${name}[~errors~][0][~message~])`,
          ]),
      `zone = ${data}[~viewer~][~zones~][0]`,
      ...lines,
      `return {${result.join(', ')}}`,
    ],
  };
}

/** The list of groups with the time of each. */
function seriesLines(
  timeseries: ReadonlySet<string>,
  isApart: boolean,
  { period }: Writing,
): readonly string[] {
  if (!timeseries.has('since') && !timeseries.has('until')) return [];
  const figures = isApart && withoutPeriod([...timeseries]).length > 0 ? `, **${NAMES.figures}(group)` : '';
  const start = 'group[~dimensions~][~since~]';
  if (period === 'hours' && !timeseries.has('until'))
    return [`timeseries = [{~since~: ${start}${figures}} for group in zone[~timeseries~]]`];
  const step = {
    hours: 'timedelta(hours=1)',
    days: 'timedelta(days=1)',
    any: '(timedelta(hours=1) if ~T~ in start else timedelta(days=1))',
  }[period];
  const times = ['since', 'until'].filter((name) => timeseries.has(name));
  const written = times.map((name) => `~${name}~: ${name}.strftime(form)`);
  return [
    'form = ~%Y-%m-%dT%H:%M:%SZ~',
    'timeseries = []',
    'for group in zone[~timeseries~]:',
    `    start = ${start}`,
    '    since = datetime.fromisoformat(start.replace(~Z~, ~+00:00~))',
    ...(times.includes('until') ? [`    until = since + ${step}`] : []),
    `    timeseries.append({${written.join(', ')}${figures}})`,
  ];
}

function withoutPeriod(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== 'since' && name !== 'until');
}

/** `sums` and `uniques` of a group, as far as they are needed. */
function partsOf(figures: readonly string[]): readonly string[] {
  const isUnique = (name: string) => FIGURES[name]?.[0].startsWith('uniq.') === true;
  return [
    ...(figures.every(isUnique) ? [] : ['sums = group.get(~sum~, {})']),
    ...(figures.some(isUnique) ? ['uniques = group.get(~uniq~, {})'] : []),
  ];
}

type Tree = Map<string, Tree | string>;

function figuresTree(figures: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const name of figures) {
    const steps = name.split('.');
    const leaf = steps.pop() ?? '';
    let holder = tree;
    for (const step of steps) {
      const inner = holder.get(step);
      const next: Tree = inner instanceof Map ? inner : new Map();
      holder.set(step, next);
      holder = next;
    }
    holder.set(leaf, figureText(name));
  }
  return tree;
}

function figureText(name: string): string {
  const [whole, part] = FIGURES[name] ?? [];
  const read = (field: string) =>
    `${field.startsWith('uniq.') ? 'uniques' : 'sums'}.get(~${field.replace(/^\w+\./, '')}~, 0)`;
  if (whole !== undefined) return part === undefined ? read(whole) : `${read(whole)} - ${read(part)}`;
  const [list = '', key = '', value = ''] = BY_NAME[name] ?? [];
  const named = key === 'edgeResponseStatus' ? `str(one[~${key}~])` : `one[~${key}~]`;
  return `{${named}: one[~${value}~] for one in sums.get(~${list}~, [])}`;
}

/** `totals = {…}` on one line, or with a line for each key. */
function assigned(before: string, tree: Tree): readonly string[] {
  return `${before}${dictText(tree, before.length + 4)}`.split('\n');
}

function dictText(tree: Tree, column: number, indent = ''): string {
  const inline = (one: Tree): string =>
    `{${[...one].map(([key, value]) => `~${key}~: ${typeof value === 'string' ? value : inline(value)}`).join(', ')}}`;
  const line = inline(tree);
  if (column + line.length <= LONGEST) return line;
  const inner = `${indent}    `;
  const items = [...tree].map(([key, value]) => {
    const head = `${inner}~${key}~: `;
    return `${head}${typeof value === 'string' ? value : dictText(value, head.length + 4, inner)},`;
  });
  return `{\n${items.join('\n')}\n${indent}}`;
}
