/** What GitHub answers, in the words of a host: requests, and refusals. */
import { HostError, type HostedRequest, type RemoteProject } from './host.js';

export interface PullRequest {
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

export function requestOf(pull: PullRequest): HostedRequest {
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

export async function inWords<T>(what: string, place: RemoteProject, work: () => Promise<T>): Promise<T> {
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
