/** The state of a campaign, for people and for programs. */
import { jsonLine, type Paint, visible } from '../../report/index.js';
import { counted, type Next, openIn, type Row, type State } from './state.js';

const WORDS: Readonly<Record<State, string>> = {
  waiting: 'waiting',
  open: 'open',
  merged: 'merged',
  closed: 'closed',
  nothing: 'nothing to do',
  failed: 'failed',
  'not-verified': 'not verified',
};
const WIDTH = Math.max(...Object.values(WORDS).map(({ length }) => length)) + 2;
const CHECKS = {
  passed: 'checks pass',
  failed: 'checks fail',
  pending: 'checks run',
  none: 'no checks',
} as const;
/** Of repositories of which there is nothing to tell but their names. */
const MOST_NAMES = 5;

export function campaignText(rows: readonly Row[], next: Next, paint: Paint): string {
  const waves = [...new Set(rows.map(({ repository }) => repository.wave))].sort((a, b) => a - b);
  const blocks = waves.map((wave) => {
    const own = rows.filter(({ repository }) => repository.wave === wave);
    return [...(waves.length === 1 ? [] : [paint.bold(`Wave ${wave}`)]), ...linesOf(own)].join('\n');
  });
  return `${[...blocks, summaryLine(rows), ...nextLines(next)].join('\n')}\n`;
}

function linesOf(rows: readonly Row[]): readonly string[] {
  const isQuiet = ({ state, manual }: Row) => (state === 'waiting' || state === 'nothing') && manual === 0;
  const told = rows.filter((row) => !isQuiet(row));
  const quiet = (['nothing', 'waiting'] as const).flatMap((state) => {
    const own = rows.filter((row) => isQuiet(row) && row.state === state);
    return own.length === 0 ? [] : [line(state, namesOf(own.map(({ repository }) => repository.name)))];
  });
  return [...told.flatMap(rowLines), ...quiet];
}

function rowLines({ repository, state, requests, detail, manual }: Row): readonly string[] {
  const notes = [
    ...(detail === null ? [] : [visible(detail)]),
    ...(manual === 0 ? [] : [`${counted(manual, 'call')} to rewrite by hand`]),
  ];
  const more = requests.map(
    ({ url, checks, state: own }) => `  ${visible(url)}  ${checks === null ? own : CHECKS[checks]}`,
  );
  const indent = ' '.repeat(WIDTH + 2);
  return [
    line(state, visible(repository.name) + notes.map((note) => `: ${note}`).join('')),
    ...more.map((text) => `${indent}${text}`),
  ];
}

function line(state: State, text: string): string {
  return `  ${WORDS[state].padEnd(WIDTH)}${text}`;
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(visible).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

function summaryLine(rows: readonly Row[]): string {
  const { repositories, requests } = summaryOf(rows);
  const states = Object.entries(repositories).map(([state, count]) => `${count} ${WORDS[state as State]}`);
  const failing = requests.failing === 0 ? '' : `, ${requests.failing} with failing checks`;
  return `\n${states.join(', ')}; ${counted(requests.open, 'open request')}${failing}`;
}

function nextLines({ updates, begins, pauses }: Next): readonly string[] {
  const names = (rows: readonly Row[]) => namesOf(rows.map(({ repository }) => repository.name));
  return [
    ...pauses.map(({ text, repositories }) => `Paused: ${text}: ${namesOf(repositories)}`),
    ...(updates.length === 0 ? [] : [`Next: update ${names(updates)}`]),
    ...(begins.length === 0 ? [] : [`Next: begin ${names(begins)}`]),
    ...(updates.length + begins.length === 0 ? [] : ['--write does it.']),
  ];
}

function summaryOf(rows: readonly Row[]) {
  const repositories: Partial<Record<State, number>> = {};
  for (const state of Object.keys(WORDS) as State[]) {
    const count = rows.filter((row) => row.state === state).length;
    if (count > 0) repositories[state] = count;
  }
  const open = rows.flatMap(openIn);
  const failing = open.filter(({ checks }) => checks === 'failed').length;
  return { repositories, requests: { open: open.length, failing } };
}

export function campaignJson(rows: readonly Row[], { updates, begins, pauses }: Next): string {
  const names = (some: readonly Row[]) => some.map(({ repository }) => repository.name);
  const report = {
    schemaVersion: 1,
    repositories: rows.map(({ repository, state, requests, detail, manual }) => ({
      ...{ repository: repository.name, wave: repository.wave, state, requests, detail, manual },
    })),
    paused: pauses,
    next: { update: names(updates), begin: names(begins) },
    summary: summaryOf(rows),
  };
  return `${jsonLine(report, 1)}\n`;
}
