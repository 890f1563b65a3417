/** The tables that the formats for people share: what is in a column, and in which order. */
import { plural, thousands } from '../text/summary.js';
import { daysBetween, endText } from '../words/days.js';
import type { Fleet, FleetFinding, FleetGroup, Levels, Trend } from './model.js';

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** A cell for each column. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** How many rows are not in it. */
  readonly more: number;
}

interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
}

const LEVELS: readonly Column[] = ['safe', 'review', 'by hand'].map((name) => ({ name, isNumber: true }));
const number = (name: string): Column => ({ name, isNumber: true });

/** `most`: rows of the table of repositories; 0 means all. Other tables are short by themselves. */
export function tablesOf(fleet: Fleet, most: number): readonly Table[] {
  return [
    decisions(fleet),
    entries(fleet),
    owners(fleet, most),
    repositories(fleet, most),
    failed(fleet),
  ].filter(({ rows }) => rows.length > 0);
}

function decisions({ decisions: rows }: Fleet): Table {
  return {
    title: 'Waiting for a decision',
    columns: [{ name: 'decision' }, number('units'), number('repositories'), { name: 'question' }],
    rows: rows.map(({ name, units, repositories, question, options }) => [
      name,
      units,
      repositories,
      options.length === 0 ? question : `${question} (${options.join(', ')})`,
    ]),
    more: 0,
  };
}

function entries({ entries: rows, now }: Fleet): Table {
  return {
    title: 'Entries',
    columns: [{ name: 'entry' }, number('calls'), number('repositories'), ...LEVELS, { name: 'end of life' }],
    rows: rows.map((row) => [...group(row), endOf(row.endOfLife, now)]),
    more: 0,
  };
}

function owners({ owners: rows }: Fleet, most: number): Table {
  const shown = most === 0 ? rows : rows.slice(0, most);
  return {
    title: 'Owners',
    columns: [{ name: 'owner' }, number('calls'), number('repositories'), ...LEVELS],
    rows: shown.map((row) => group({ ...row, name: row.name === '' ? 'nobody' : row.name })),
    more: rows.length - shown.length,
  };
}

function repositories({ repositories: all, trend }: Fleet, most: number): Table {
  const rows = all.filter((row) => row.calls > 0 || (row.trend?.gone ?? 0) > 0 || row.requests.length > 0);
  const shown = most === 0 ? rows : rows.slice(0, most);
  const compared = trend === null ? [] : [number('new'), number('gone')];
  const isAsked = rows.some(({ requests }) => requests.length > 0);
  return {
    title: 'Repositories',
    columns: [
      ...[{ name: 'repository' }, number('calls'), ...LEVELS, ...compared, { name: 'blocked by' }],
      ...(isAsked ? [{ name: 'requests' }] : []),
      { name: 'owners' },
    ],
    rows: shown.map((row) => [
      ...[row.name, row.calls, ...levelCells(row.levels), ...(trend === null ? [] : trendCells(row.trend))],
      row.decisions.join(', '),
      ...(isAsked ? [row.requests.map(({ url, branch }) => url ?? branch).join(' ')] : []),
      row.owners.join(' '),
    ]),
    more: rows.length - shown.length,
  };
}

function failed({ repositories: all }: Fleet): Table {
  const rows = all.filter(({ error }) => error !== null);
  return {
    title: 'Could not be worked on',
    columns: [{ name: 'repository' }, { name: 'why' }],
    rows: rows.map(({ name, error }) => [name, error ?? '']),
    more: 0,
  };
}

function group({ name, calls, repositories: count, levels }: FleetGroup): readonly (string | number)[] {
  return [name, calls, count, ...levelCells(levels)];
}

function levelCells({ safe, review, manual }: Levels): readonly number[] {
  return [safe, review, manual];
}

function trendCells(trend: Trend | null): readonly (string | number)[] {
  return trend === null ? ['', ''] : [trend.added, trend.gone];
}

/** When it ended, or will. */
export function endOf(endOfLife: string | null, now: string): string {
  if (endOfLife === null) return '';
  return `${endText(daysBetween(endOfLife, now), {})} (${endOfLife})`;
}

/** `12 calls of retired APIs in 3 of 40 repositories`. */
export function fleetHeadline({ calls, repositories: all }: Fleet): string {
  const some = all.filter((one) => one.calls > 0).length;
  const of = `${thousands(all.length)} ${all.length === 1 ? 'repository' : 'repositories'}`;
  if (calls === 0) return `No calls of retired APIs in ${of}`;
  const what = calls === 1 ? '1 call' : `${thousands(calls)} calls`;
  return `${what} of retired APIs in ${some === all.length ? of : `${thousands(some)} of ${of}`}`;
}

/** Sentences under the headline: effort, decisions, trend, and what was not seen. */
export function fleetRemarks(fleet: Fleet): readonly string[] {
  const { levels, units, blockedUnits, trend, calls } = fleet;
  const effort = [
    ...some(levels.safe, 'rewritten safely'),
    ...some(levels.review, 'rewritten, to be reviewed'),
    ...some(levels.manual, 'by hand'),
  ];
  const inUnits = units === null || units === 0 ? '' : `, in ${plural(units, 'unit')}`;
  return [
    ...(calls === 0 ? [] : [`${effort.join(', ')}${inUnits}`]),
    ...some(blockedUnits, `${blockedUnits === 1 ? 'unit waits' : 'units wait'} for a decision`),
    ...(trend === null
      ? []
      : [`since ${trend.since}: ${thousands(trend.added)} new, ${thousands(trend.gone)} gone`]),
    ...unseenRemarks(fleet),
  ];
}

/** What the sums do not hold. */
export function unseenRemarks({ repositories: all, notes }: Fleet): readonly string[] {
  const undetermined = all.reduce((sum, one) => sum + one.undetermined, 0);
  const skipped = all.reduce((sum, one) => sum + one.skipped, 0);
  const errors = all.filter(({ error }) => error !== null).length;
  return [
    ...some(undetermined, `${undetermined === 1 ? 'call' : 'calls'} could not be determined`),
    ...some(skipped, `${skipped === 1 ? 'file was' : 'files were'} not fully read`),
    ...some(errors, `${errors === 1 ? 'repository' : 'repositories'} could not be worked on`),
    ...notes,
  ];
}

function some(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${thousands(count)} ${what}`];
}

/** What a call is, in a few words. */
export function callOf({ method, endpoint, entry }: FleetFinding): string {
  return [method, endpoint].filter((one) => one !== null).join(' ') || entry;
}
