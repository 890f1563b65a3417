/** GitHub and GitHub Enterprise Server, through octokit. */
import { Octokit } from '@octokit/core';
import { VERSION } from '../../../version.js';
import { type Host, HostError, type HostedRequest, type RemoteProject } from './host.js';
import type { Fetch } from './transport.js';

const PER_PAGE = 100;
const MOST_PAGES = 10;

interface PullRequest {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly title: string;
  readonly body: string | null;
  readonly head: {
    readonly ref: string;
    readonly sha?: string;
    readonly repo: { readonly full_name: string } | null;
  };
}

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
          state: 'all',
          sort: 'created',
          direction: 'desc',
          per_page: PER_PAGE,
        });
        return data.filter((pull) => isOwn(pull) && pull.head.ref === branch).map(requestOf);
      }),
    openRequests: (prefix) =>
      ask('the pull requests could not be listed', async () => {
        const found: HostedRequest[] = [];
        for (let page = 1; page <= MOST_PAGES; page++) {
          const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
            ...repository,
            state: 'open',
            per_page: PER_PAGE,
            page,
          });
          found.push(
            ...data.filter((pull) => isOwn(pull) && pull.head.ref.startsWith(prefix)).map(requestOf),
          );
          if (data.length < PER_PAGE) break;
        }
        return found;
      }),
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

function requestOf(pull: PullRequest): HostedRequest {
  const isMerged = pull.merged_at !== null && pull.merged_at !== undefined;
  return {
    number: pull.number,
    url: pull.html_url,
    state: isMerged ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    title: pull.title,
    body: pull.body ?? '',
    branch: pull.head.ref,
    head: pull.head.sha ?? null,
  };
}

async function inWords<T>(what: string, place: RemoteProject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error) || error instanceof HostError)
      throw errorBehind(error);
    const status = Number(error.status);
    // A failure of the transport comes wrapped.
    const cause = errorBehind(error);
    if (cause instanceof HostError || cause.name === 'Interrupted') throw cause;
    throw new HostError(`${what}: ${reasonOf(status, detailOf(error), place)}`);
  }
}

/** octokit wraps what its `fetch` throws. */
function errorBehind(error: unknown): Error {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof HostError || at.name === 'Interrupted') return at;
  return error instanceof Error ? error : new Error(String(error));
}

interface Refusal {
  readonly response?: {
    readonly data?: {
      readonly message?: unknown;
      readonly errors?: readonly { readonly message?: unknown }[];
    };
  };
}

function detailOf(error: Error & Refusal): string {
  const data = error.response?.data;
  const own = typeof data?.message === 'string' ? data.message : '';
  const errors = Array.isArray(data?.errors) ? data.errors : [];
  const more = errors.flatMap(({ message }) => (typeof message === 'string' ? [message] : []));
  return [own, ...more].filter((text) => text !== '').join(': ');
}

function reasonOf(status: number, detail: string, { project, host }: RemoteProject): string {
  const said = detail === '' ? '' : ` ("${detail}")`;
  switch (status) {
    case 401:
      return `${host} does not accept the token${said}. Set GITHUB_TOKEN to a valid one`;
    case 403:
      return `the token does not allow this${said}. It needs "contents: write" and "pull requests: write"; in GitHub Actions also allow Actions to create pull requests in the settings of the repository`;
    case 404:
      return `there is no ${project} on ${host} that the token can access${said}`;
    case 422:
      return `${host} rejected it${said}`;
    default:
      return `${host} answered with HTTP ${status}${said}. Run the command again; it continues where it stopped`;
  }
}
