/** What is asked of GitHub when many repositories are worked on. */
import type { Octokit } from '@octokit/core';
import { inWords } from './github-answers.js';
import type { Checks, HostedRepository, HostOverview, RemoteProject } from './host.js';

const PER_PAGE = 100;

type Overview = Omit<HostOverview, 'allRequests'>;

export function githubOverview(octokit: Octokit, place: RemoteProject): Overview {
  const [owner = '', repo = ''] = place.project.split('/');
  const repository = { owner, repo };
  const ask = <T>(what: string, work: () => Promise<T>): Promise<T> => inWords(what, place, work);
  return {
    checksOf: ({ head, number }) =>
      ask(`the checks of #${number} could not be read`, async () => {
        if (head === null) return 'none';
        const at = { ...repository, ref: head, per_page: PER_PAGE };
        const runs = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', at);
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/status', at);
        return worstOf([
          ...runs.data.check_runs.map(({ conclusion }) => ofConclusion(conclusion)),
          ...data.statuses.map(({ state }) => ofStatus(state)),
        ]);
      }),
    askForReview: (number, names) =>
      ask(`nobody could be asked to review #${number}`, async () => {
        const at = { ...repository, pull_number: number };
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', at);
        const reviews = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
          ...at,
          per_page: PER_PAGE,
        });
        // GitHub refuses the author, and takes a reviewer off the list who has answered.
        const known = new Set(
          [
            data.user?.login,
            ...(data.requested_reviewers ?? []).map(({ login }) => login),
            ...(data.requested_teams ?? []).map(({ slug }) => `${owner}/${slug}`),
            ...reviews.data.map(({ user }) => user?.login),
          ].map((name) => name?.toLowerCase()),
        );
        const asked = names.filter((name) => !known.has(name.toLowerCase()));
        if (asked.length === 0) return [];
        await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
          ...at,
          reviewers: asked.filter((name) => !name.includes('/')),
          team_reviewers: asked.flatMap((name) => name.split('/')[1] ?? []),
        });
        return asked;
      }),
    repositories: () =>
      ask(`the repositories of ${owner} could not be listed`, () => repositoriesOf(octokit, owner)),
  };
}

async function repositoriesOf(octokit: Octokit, owner: string): Promise<readonly HostedRepository[]> {
  const { data: account } = await octokit.request('GET /users/{username}', { username: owner });
  const found: HostedRepository[] = [];
  for (let page = 1; ; page++) {
    const order = { sort: 'created', direction: 'asc', per_page: PER_PAGE, page } as const;
    const { data } =
      account.type === 'Organization'
        ? await octokit.request('GET /orgs/{org}/repos', { org: owner, ...order })
        : await octokit.request('GET /users/{username}/repos', { username: owner, ...order });
    for (const { full_name: project, clone_url: url, archived, fork } of data)
      if (archived !== true && !fork) found.push({ project, url: url ?? '' });
    if (data.length < PER_PAGE) return found;
  }
}

/** One that fails counts more than one that is awaited, and that more than one that passes. */
export function worstOf(checks: readonly Checks[]): Checks {
  return (['failed', 'pending', 'passed'] as const).find((one) => checks.includes(one)) ?? 'none';
}

/** A conclusion is missing as long as a run goes on. */
function ofConclusion(conclusion: string | null): Checks {
  if (conclusion === null) return 'pending';
  return ['success', 'neutral', 'skipped'].includes(conclusion) ? 'passed' : 'failed';
}

function ofStatus(state: string): Checks {
  return state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed';
}
