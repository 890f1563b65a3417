/**
 * The page of first contacts: one table, one row for each repository that was looked at for the first time. A row is
 * only ever added; the cells for the verdict and for a later score are written once, when they are still empty.
 */

export interface Score {
  readonly sites: number;
  readonly rewritten: number;
  readonly markers: number;
}

export interface Contact extends Score {
  /** A UTC day. */
  readonly date: string;
  readonly repo: string;
  readonly commit: string;
  /** Sites and rewritten ones, by kind of file. */
  readonly kinds: ReadonlyMap<string, { readonly sites: number; readonly rewritten: number }>;
  /** Sites by grade of evidence. */
  readonly evidence: ReadonlyMap<string, number>;
  /** Why sites stay, the most common first. */
  readonly reasons: readonly { readonly reason: string; readonly sites: number }[];
}

export const VERDICTS = ['merge', 'remarks', 'refuse', 'harm', 'nothing'] as const;
export type Verdict = (typeof VERDICTS)[number];

const HEAD = [
  'Date',
  'Repository',
  'Commit',
  'Kind: rewritten of sites',
  'Sites',
  'Rewritten',
  'Markers',
  'Evidence',
  'What stays',
  'Verdict',
  'Later',
];
const [REPOSITORY, KINDS, VERDICT, LATER] = [1, 3, 9, 10];
const NONE = '–';
/** Figures are about the newest of them. */
const NEWEST = 40;

/** The page with a row more; an error where the repository has one. */
export function withContact(page: string, contact: Contact): string {
  const rows = rowsIn(page);
  if (rowOf(rows, contact.repo) !== undefined)
    throw new Error(`${contact.repo} has a row already: a first contact happens once (--later adds a score)`);
  const stays = contact.reasons.map(({ reason, sites }) => `${sites} × ${reason}`).join('; ');
  const cells = [
    contact.date,
    contact.repo,
    contact.commit.slice(0, 10),
    [...contact.kinds].map(([kind, one]) => `${kind} ${one.rewritten}/${one.sites}`).join(', '),
    contact.sites,
    contact.rewritten,
    contact.markers,
    [...contact.evidence].map(([grade, sites]) => `${grade} ${sites}`).join(', '),
    stays,
    contact.rewritten === 0 ? 'nothing' : '',
    '',
  ];
  return pageOf([...rows, cells.map((cell) => (cell === '' ? NONE : cellOf(String(cell))))]);
}

/** The page with what a reader of the diff says of it. */
export function withVerdict(page: string, repo: string, verdict: Verdict, remark: string): string {
  const text = remark === '' ? verdict : `${verdict}: ${remark}`;
  return withCell(page, repo, VERDICT, text);
}

/** The page with a score that the repository has later. */
export function withLater(page: string, repo: string, date: string, score: Score): string {
  return withCell(page, repo, LATER, `${date}: ${score.rewritten}/${score.sites}`);
}

function withCell(page: string, repo: string, column: number, text: string): string {
  const rows = rowsIn(page);
  const row = rowOf(rows, repo);
  if (row === undefined) throw new Error(`${repo} has no row yet`);
  if (row[column] !== NONE)
    throw new Error(`${repo} has '${row[column]}' there: what was written once does not change`);
  return pageOf(
    rows.map((one) => (one === row ? row.map((cell, at) => (at === column ? cellOf(text) : cell)) : one)),
  );
}

type Row = readonly string[];

function rowOf(rows: readonly Row[], repo: string): Row | undefined {
  return rows.find((row) => row[REPOSITORY]?.toLowerCase() === repo.toLowerCase());
}

function rowsIn(page: string): readonly Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| \d{4}-\d\d-\d\d \| /.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
}

function cellOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '¦').trim();
}

function pageOf(rows: readonly Row[]): string {
  return `${[
    '# First contact',
    '',
    'What `migrate --level review` did to public repositories when it met them for the first time, before any change was',
    'made because of them. Written by `npm run first-contact`; a row never changes. The verdict is that of a reader of the',
    'diff, as the maintainer who receives it: merge, remarks, refuse, harm; `nothing` where nothing was rewritten. A later',
    'score stands in the last column.',
    '',
    ...sharesOf(rows),
    '',
    `| ${HEAD.join(' | ')} |`,
    `|${HEAD.map((name) => (/^(?:Sites|Rewritten|Markers)$/.test(name) ? '--:|' : '---|')).join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')}\n`;
}

/** Shares of the newest rows that have sites, at first contact. */
function sharesOf(rows: readonly Row[]): readonly string[] {
  const newest = rows.filter((row) => row[KINDS] !== NONE).slice(-NEWEST);
  const sums = new Map<string, { sites: number; rewritten: number }>();
  for (const row of newest)
    for (const [, kind = '', rewritten, sites] of (row[KINDS] ?? '').matchAll(/([\w ]+?) (\d+)\/(\d+)/g)) {
      const name = kind.trim();
      const sum = sums.get(name) ?? { sites: 0, rewritten: 0 };
      sums.set(name, { sites: sum.sites + Number(sites), rewritten: sum.rewritten + Number(rewritten) });
    }
  const verdicts = VERDICTS.map((verdict) => {
    const count = newest.filter((row) => row[VERDICT]?.split(':')[0] === verdict).length;
    return `${verdict} ${count}`;
  });
  return [
    `Of ${rows.length} repositories, the newest ${newest.length} with sites, at first contact:`,
    '',
    '| Kind | Sites | Rewritten | Share |',
    '|---|--:|--:|--:|',
    ...[...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, { sites, rewritten }]) => {
        return `| ${kind} | ${sites} | ${rewritten} | ${Math.round((100 * rewritten) / sites)} % |`;
      }),
    '',
    `Verdicts: ${verdicts.join(', ')}.`,
  ];
}
