/** What the hosts and the journal say of a repository. */
import type { Git } from '../../migrate/index.js';
import { type Checks, HostError, type HostedRequest } from '../../migrate/pull-request/index.js';
import { sha256, visible } from '../../report/index.js';
import { EXIT } from '../base/exit-code.js';
import type { Campaign } from './file.js';
import type { Journal, Visit } from './journal.js';
import type { HostAt, Repository } from './repositories.js';
import type { RequestState, Row, State } from './state.js';

export interface Context {
  readonly campaign: Campaign;
  /** Digest of what the campaign asks for. */
  readonly options: string;
  readonly hostAt: HostAt;
  readonly journal: Journal;
  readonly git: Git;
  /** Repositories that this run has visited. */
  readonly visited: ReadonlySet<string>;
}

const AT_A_TIME = 8;

export async function lookAtAll(
  repositories: readonly Repository[],
  context: Context,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const left = repositories.entries();
  const work = async () => {
    for (const [index, repository] of left) rows[index] = await lookAt(repository, context);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return rows;
}

export async function lookAt(repository: Repository, context: Context): Promise<Row> {
  const visit = context.journal.visitOf(repository.name);
  const told = visit?.options === context.options ? visit : null;
  try {
    const host = await context.hostAt(repository.place);
    const requests: RequestState[] = [];
    for (const request of await host.allRequests(context.campaign.prefix))
      requests.push(stateOf(request, request.state === 'open' ? await host.checksOf(request) : null));
    return {
      repository,
      state: stateBy(requests, told),
      requests,
      isKnown: true,
      isDue: await isDue(repository, requests, told, context),
      detail: told?.detail ?? null,
      manual: told?.manual ?? 0,
      exit: told?.exit ?? 0,
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // Nothing is done where nothing is known.
    const detail = visible(error.message);
    const nothing = { requests: [], isKnown: false, isDue: false, manual: 0, exit: EXIT.usage };
    return { repository, state: 'failed', detail, ...nothing };
  }
}

function stateOf(request: HostedRequest, checks: Checks | null): RequestState {
  const { number, url, state, title, branch } = request;
  return { number, url, state, title, branch, checks };
}

function stateBy(requests: readonly RequestState[], told: Visit | null): State {
  if (told !== null && told.result !== 'done') return told.result;
  for (const state of ['open', 'merged', 'closed'] as const)
    if (requests.some((request) => request.state === state)) return state;
  return told === null ? 'waiting' : 'nothing';
}

async function isDue(
  { name, url }: Repository,
  requests: readonly RequestState[],
  told: Visit | null,
  { campaign, git, visited }: Context,
): Promise<boolean> {
  if (visited.has(name)) return false;
  if (told === null || told.result !== 'done') return true;
  if (!requests.some(({ state }) => state === 'open')) return false;
  const tips = await tipsOf(git, url, campaign.prefix);
  return placeOf(tips.base, tips) !== told.at;
}

export interface Tips {
  /** Null where there is no commit, or the repository could not be reached. */
  readonly base: string | null;
  readonly branches: readonly string[];
  readonly problem: string | null;
}

/** The default branch and our branches, where they are pushed to. */
export async function tipsOf(git: Git, url: string, prefix: string): Promise<Tips> {
  const listed = await git.run(['ls-remote', '--quiet', '--', url, 'HEAD', `refs/heads/${prefix}*`]);
  if (listed.status !== 0) return { base: null, branches: [], problem: listed.stderr.trim() };
  const rows = listed.stdout.split('\n').filter((line) => line !== '');
  const head = rows.find((line) => line.endsWith('\tHEAD'));
  const branches = rows.filter((line) => line.includes(`\trefs/heads/${prefix}`)).sort();
  return { base: head?.split('\t')[0] ?? null, branches, problem: null };
}

/** What `pr` left behind: on which base, with which branches. */
export function placeOf(base: string | null, { branches }: Tips): string {
  return sha256(JSON.stringify([base, branches])).slice(0, 16);
}
