/** GitHub and GitHub Enterprise Server, through octokit. */
import { Octokit } from '@octokit/core';
import { VERSION } from '../../../version.js';
import { inWords, type PullRequest, requestOf } from './github-answers.js';
import { githubOverview } from './github-overview.js';
import { type Host, HostError, type HostedRequest, type RemoteProject } from './host.js';
import type { Fetch } from './transport.js';

const PER_PAGE = 100;
const MOST_PAGES = 10;
const NEWEST_FIRST = { sort: 'created', direction: 'desc', per_page: PER_PAGE } as const;

export function githubHost(place: RemoteProject, api: string, token: string | null, fetch: Fetch): Host {
  const [owner = '', repo = ''] = place.project.split('/');
  const octokit = new Octokit({
    baseUrl: api,
    userAgent: `edge-sunset/${VERSION}`,
    ...(token === null ? {} : { auth: token }),
    request: { fetch },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  const repository = { owner, repo };
  const ask = <T>(what: string, work: () => Promise<T>): Promise<T> => inWords(what, place, work);
  const isOwn = ({ head }: PullRequest) =>
    head.repo === null || head.repo.full_name.toLowerCase() === place.project.toLowerCase();
  const requestsIn = (state: 'open' | 'all', prefix: string) =>
    ask('the pull requests could not be listed', async () => {
      const found: HostedRequest[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
          ...repository,
          ...NEWEST_FIRST,
          state,
          page,
        });
        found.push(...data.filter((pull) => isOwn(pull) && pull.head.ref.startsWith(prefix)).map(requestOf));
        if (data.length < PER_PAGE) break;
      }
      return found;
    });
  return {
    noun: 'pull request',
    access: () =>
      ask('the repository could not be read', async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}', repository);
        if (data.archived === true) throw new HostError(`${place.project} is archived`);
        if (data.permissions?.push === false)
          throw new HostError(
            `the token cannot write to ${place.project}. It needs "contents: write" and "pull requests: write"`,
          );
        return { defaultBranch: data.default_branch, parent: data.parent?.full_name ?? null };
      }),
    requestsFrom: (branch) =>
      ask('the pull requests could not be listed', async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
          ...repository,
          head: `${owner}:${branch}`,
          ...NEWEST_FIRST,
          state: 'all',
        });
        return data.filter((pull) => isOwn(pull) && pull.head.ref === branch).map(requestOf);
      }),
    openRequests: (prefix) => requestsIn('open', prefix),
    allRequests: (prefix) => requestsIn('all', prefix),
    ...githubOverview(octokit, place),
    open: ({ branch, base, title, body, draft }) =>
      ask('the pull request could not be opened', async () => {
        const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
          ...repository,
          head: branch,
          base,
          title,
          body,
          draft,
        });
        return requestOf(data);
      }),
    update: (number, body) =>
      ask(`pull request #${number} could not be changed`, async () => {
        await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
          ...repository,
          pull_number: number,
          body,
        });
      }),
    comment: (number, text) =>
      ask(`no comment could be written to #${number}`, async () => {
        await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...repository,
          issue_number: number,
          body: text,
        });
      }),
    close: (number, body) =>
      ask(`pull request #${number} could not be closed`, async () => {
        await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
          ...repository,
          pull_number: number,
          state: 'closed',
          body,
        });
      }),
  };
}
