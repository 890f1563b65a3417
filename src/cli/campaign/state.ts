/** What is known of each repository of a campaign, and what comes next. Pure: hosts and journal are read elsewhere. */
import type { Checks, HostedRequest } from '../../migrate/pull-request/index.js';
import type { Limits } from './file.js';
import type { Repository } from './repositories.js';

export interface RequestState extends Pick<HostedRequest, 'number' | 'url' | 'state' | 'title' | 'branch'> {
  /** Null for one that is not open. */
  readonly checks: Checks | null;
}

export type State = 'waiting' | 'open' | 'merged' | 'closed' | 'nothing' | 'failed' | 'not-verified';

export interface Row {
  readonly repository: Repository;
  readonly state: State;
  readonly requests: readonly RequestState[];
  /** Whether the host told of its requests. */
  readonly isKnown: boolean;
  /** Whether `pr` has something to do here, as far as can be told without running it. */
  readonly isDue: boolean;
  readonly detail: string | null;
  /** Calls that no branch rewrites. */
  readonly manual: number;
  readonly exit: number;
}

export interface Pause {
  readonly reason: 'open' | 'failing' | 'wave';
  readonly text: string;
  readonly repositories: readonly string[];
}

export interface Next {
  /** Repositories with branches that are brought up to date. */
  readonly updates: readonly Row[];
  /** Repositories that get their first branches. */
  readonly begins: readonly Row[];
  /** Why no other repository is begun. */
  readonly pauses: readonly Pause[];
}

/** What a write would do now. */
export function nextOf(rows: readonly Row[], limits: Limits): Next {
  const updates = rows.filter((row) => row.isDue && isBegun(row));
  const waiting = rows.filter((row) => row.isDue && !isBegun(row));
  const [wave = 0] = rows
    .filter((row) => !isSettled(row))
    .map((row) => row.repository.wave)
    .sort((a, b) => a - b);
  const ready = waiting.filter(({ repository }) => repository.wave === wave);
  const open = rows.filter((row) => openIn(row).length > 0);
  // Where the host told nothing there may be a request.
  const unknown = rows.filter(({ isKnown }) => !isKnown);
  const room = limits.open - open.reduce((sum, row) => sum + openIn(row).length, unknown.length);
  const failing = rows.filter((row) => failuresIn(row) > 0);
  const failures = failing.reduce((sum, row) => sum + failuresIn(row), 0);
  const pauses: Pause[] = [];
  if (waiting.length === 0) return { updates, begins: [], pauses };
  if (failures > limits.failing)
    pauses.push({
      reason: 'failing',
      text: `${counted(failures, 'request')} with failing checks (limits.failing: ${limits.failing})`,
      repositories: namesOf(failing),
    });
  if (room <= 0)
    pauses.push({
      reason: 'open',
      text: `${counted(limits.open - room, 'request')} open${unknown.length > 0 ? ' or not known' : ''} (limits.open: ${limits.open})`,
      repositories: namesOf([...open, ...unknown]),
    });
  if (ready.length === 0)
    pauses.push({
      reason: 'wave',
      text: `wave ${wave + 1} begins when wave ${wave} is merged or closed`,
      repositories: namesOf(rows.filter((row) => row.repository.wave === wave && !isSettled(row))),
    });
  return { updates, begins: pauses.length > 0 ? [] : ready.slice(0, room), pauses };
}

/** Whether nothing is left to do here, for anybody. */
export function isSettled({ state }: Row): boolean {
  return state === 'merged' || state === 'closed' || state === 'nothing';
}

export function openIn({ requests }: Row): readonly RequestState[] {
  return requests.filter(({ state }) => state === 'open');
}

function isBegun({ requests, state }: Row): boolean {
  return requests.length > 0 || state === 'not-verified';
}

/** A branch whose own check failed before it was pushed counts as a request whose checks fail. */
function failuresIn(row: Row): number {
  const failed = row.requests.filter(({ checks }) => checks === 'failed').length;
  return row.state === 'not-verified' ? Math.max(1, failed) : failed;
}

function namesOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ repository }) => repository.name);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
