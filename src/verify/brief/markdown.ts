/** A brief as Markdown, within a number of tokens. */
import { plainLines, visible, visibleLines } from '../../report/index.js';
import type { Brief, BriefCode, BriefRequest } from './brief.js';
import { tokensOf } from './tokens.js';

/** At most so many tokens for a unit of up to five sites. */
export const MOST_TOKENS = 1500;

/** How much of each part is told; what is left out is said, and `--full` tells it. */
interface Amount {
  readonly sites: number;
  readonly codeLines: number;
  readonly sent: number;
  readonly bodies: number;
  readonly bodyLength: number;
  readonly reads: number;
  readonly fields: number;
}

const ALL: Amount = {
  sites: 999,
  codeLines: 999,
  sent: 99,
  bodies: 99,
  bodyLength: 5000,
  reads: 99,
  fields: 99,
};

/** From the most to the least: the first that fits is taken. Requests and pitfalls are never left out. */
const AMOUNTS: readonly Amount[] = [
  { sites: 12, codeLines: 60, sent: 10, bodies: 6, bodyLength: 1200, reads: 12, fields: 12 },
  { sites: 10, codeLines: 40, sent: 8, bodies: 4, bodyLength: 800, reads: 10, fields: 12 },
  { sites: 8, codeLines: 26, sent: 6, bodies: 3, bodyLength: 600, reads: 8, fields: 10 },
  { sites: 6, codeLines: 14, sent: 5, bodies: 2, bodyLength: 450, reads: 6, fields: 8 },
  { sites: 5, codeLines: 8, sent: 4, bodies: 1, bodyLength: 350, reads: 5, fields: 6 },
  { sites: 5, codeLines: 0, sent: 3, bodies: 1, bodyLength: 300, reads: 4, fields: 4 },
];

/** `shown`: the path of a file of the root as the user writes it. */
export function briefMarkdown(brief: Brief, shown: (path: string) => string, isFull = false): string {
  const safe = allVisible(brief);
  const shownSafe = (path: string) => visible(shown(path));
  if (isFull) return plainLines(written(safe, shownSafe, ALL));
  let text = '';
  for (const amount of AMOUNTS) {
    text = plainLines(written(safe, shownSafe, amount));
    if (tokensOf(text) <= MOST_TOKENS) return text;
  }
  return text;
}

/** No name or text of the tree ends its line, or has characters that a terminal obeys. */
function allVisible<T>(value: T, key = ''): T {
  if (typeof value === 'string') {
    if (key === 'lines') return value.split('\t').map(visible).join('\t') as T;
    return (key === 'bodies' ? visibleLines(value) : visible(value)) as T;
  }
  if (Array.isArray(value)) return value.map((one) => allVisible(one, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allVisible(one, name)])) as T;
}

function written(brief: Brief, shown: (path: string) => string, amount: Amount): string {
  const near = nearNames(brief, shown);
  const sections = [
    `# ${brief.id}: ${brief.entries.join(', ')}`,
    [...brief.task, migrateLine(brief)].filter((one) => one !== '').join('\n'),
    section('Sites', siteLines(brief, shown, amount)),
    `Evidence: ${brief.evidence.grade}; ${brief.evidence.why}.`,
    section('Code', codeLines(brief.code, shown, amount.codeLines)),
    section('Sent today', sentLines(brief, near, amount)),
    section(
      'Read from the answer',
      cut(
        brief.reads.map(({ at, old, now }) => `- \`${old}\`: ${now}; ${placesShown(at, near)}`),
        amount.reads,
      ),
    ),
    section(
      'Ids',
      cut(
        brief.ids.map((one) => `- ${one}`),
        amount.reads,
      ),
    ),
    section(
      'Errors',
      brief.errors.map((one) => `- ${one}`),
    ),
    section(
      brief.requests.some(({ method }) => method !== null) ? 'New requests' : 'Instead',
      brief.requests.flatMap((one, index) => requestLines(one, amount, brief.requests.slice(0, index))),
    ),
    section(
      'Fields',
      cut(
        brief.fields.map((one) => `- ${one}`),
        amount.fields,
      ),
    ),
    section(
      'Watch out',
      brief.pitfalls.map(({ text }) => `- ${text}`),
    ),
    section(
      'Decide',
      brief.decisions.flatMap(({ name, question, options }) => [
        `- \`${name}\`: ${question}`,
        ...options.map(({ value, means }) => `  - \`${value}\`: ${means}`),
      ]),
    ),
    section('Check', [`\`${brief.verify}\``]),
  ];
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`;
}

/** Further down, a file whose path was told is named by its last part, where no other ends so. */
function nearNames({ sites, code }: Brief, shown: (path: string) => string): (path: string) => string {
  const paths = [...new Set([...sites, ...code].map(({ path }) => path))];
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return (path) =>
    paths.includes(path) && paths.filter((one) => last(one) === last(path)).length === 1
      ? last(path)
      : shown(path);
}

function migrateLine({ migrate: { outcome, level, differences } }: Brief): string {
  if (outcome === 'marks') return '';
  const command = level === 'safe' ? 'migrate --write' : 'migrate --write --level review';
  const named = differences.length === 0 ? '' : ` Differences: ${differences.join('; ')}.`;
  return `\`edge-sunset ${command}\` writes this; below is what it rests on.${named}`;
}

function siteLines(
  { sites, entries }: Brief,
  shown: (path: string) => string,
  amount: Amount,
): readonly string[] {
  const rows: string[] = [];
  const told = new Set<string>();
  for (const { path, line, entry, what, context, reason, action } of sites.slice(0, amount.sites)) {
    const about = [...(entries.length === 1 ? [] : [entry]), ...(context === 'code' ? [] : [context])];
    const row = `- ${shown(path)}:${line} ${what}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
    if (!told.has(row)) rows.push(row);
    told.add(row);
    const why = reason === null ? null : `  Not rewritten: ${reason}.${action === null ? '' : ` ${action}`}`;
    if (why !== null && !told.has(why)) rows.push(why);
    if (why !== null) told.add(why);
  }
  if (sites.length > amount.sites) rows.push(`- and ${sites.length - amount.sites} more: --full`);
  return rows;
}

function codeLines(
  code: readonly BriefCode[],
  shown: (path: string) => string,
  most: number,
): readonly string[] {
  if (most === 0) return [];
  const rows: string[] = [];
  let left = most;
  for (const { path, from, lines, isSender } of code) {
    if (left <= 0) break;
    const some = lines.slice(0, left);
    left -= some.length;
    const fence = some.some((line) => line.includes('```')) ? '~~~~' : '```';
    rows.push(`${shown(path)}:${from}${isSender ? ' (sends)' : ''}`, fence, ...dedented(some), fence);
    if (some.length < lines.length) rows.push(`${lines.length - some.length} more lines`);
  }
  return rows;
}

/** Without the indentation that all lines share. */
function dedented(lines: readonly string[]): readonly string[] {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const depth = Math.min(...depths, 40);
  return lines.map((line) => line.slice(depth));
}

/** Only what the list of sites does not tell. */
function sentLines(
  { sends, sites }: Brief,
  shown: (path: string) => string,
  amount: Amount,
): readonly string[] {
  const told = new Map<string, string[]>();
  for (const { path, line, request, body } of sends) {
    const place = `${shown(path)}:${line}`;
    const isTold = sites.some((one) => one.path === path && one.line === line && one.what.endsWith(request));
    if (body === null && isTold) continue;
    const key = `\`${request}\`${body === null ? '' : ` \`${short(body, amount.bodyLength)}\``}`;
    told.set(key, [...(told.get(key) ?? []), place]);
  }
  return cut(
    [...told].map(([request, places]) => `- ${places.join(', ')} ${request}`),
    amount.sent,
  );
}

function requestLines(
  { method, path, does, bodies, notes, sdk }: BriefRequest,
  amount: Amount,
  before: readonly BriefRequest[],
): readonly string[] {
  const changed = notes.join('; ');
  const isTold = before.some((one) => one.notes.join('; ') === changed);
  const head = method === null ? `- ${does}` : `- \`${method} ${path}\`: ${does}`;
  return [
    head,
    ...(sdk === null ? [] : [`  SDK: \`${sdk}\``]),
    ...cut(
      bodies.map((body) =>
        body.includes('\n') ? `  \`\`\`\n${body}\n  \`\`\`` : `  \`${short(body, amount.bodyLength)}\``,
      ),
      amount.bodies,
    ),
    ...(notes.length === 0 ? [] : [`  Changed: ${isTold ? 'as above' : changed}`]),
  ];
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n${lines.join('\n')}`;
}

function cut(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `- and ${lines.length - most} more: --full`];
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const MOST_PLACES = 4;

function placesShown(at: readonly string[], shown: (path: string) => string): string {
  const some = at.slice(0, MOST_PLACES).map((one) => {
    const colon = one.lastIndexOf(':');
    return `${shown(one.slice(0, colon))}${one.slice(colon)}`;
  });
  return `${some.join(', ')}${at.length > MOST_PLACES ? ', …' : ''}`;
}
