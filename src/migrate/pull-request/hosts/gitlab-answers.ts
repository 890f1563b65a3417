/** What GitLab answers, in the words of a host: requests, and refusals. */
import { HostError, type HostedRequest, type RemoteProject } from './host.js';

export interface MergeRequest {
  readonly iid: number;
  readonly web_url: string;
  readonly state: string;
  readonly title: string;
  readonly description?: string | null;
  readonly source_branch: string;
  readonly source_project_id: number;
  readonly target_project_id: number;
  readonly sha?: string | null;
}

export class Refusal extends Error {
  readonly status: number;
  readonly detail: string;
  constructor(status: number, detail: string) {
    super(`HTTP ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

export function requestOf(request: MergeRequest): HostedRequest {
  return {
    number: request.iid,
    url: request.web_url,
    state: request.state === 'opened' ? 'open' : request.state === 'merged' ? 'merged' : 'closed',
    title: request.title,
    body: request.description ?? '',
    branch: request.source_branch,
    head: request.sha ?? null,
  };
}

export async function inWords<T>(what: string, place: RemoteProject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new HostError(`${what}: ${reasonOf(error, place)}`);
  }
}

function reasonOf({ status, detail }: Refusal, { project, host }: RemoteProject): string {
  const said = detail === '' ? '' : ` ("${detail}")`;
  switch (status) {
    case 401:
      return `${host} does not accept the token${said}. Set GITLAB_TOKEN to a valid one`;
    case 403:
      return `the token does not allow this${said}. It needs the role Developer and the scope api`;
    case 404:
      return `there is no ${project} on ${host} that the token can access${said}`;
    case 400:
    case 409:
    case 422:
      return `${host} rejected it${said}`;
    default:
      return `${host} answered with HTTP ${status}${said}. Run the command again; it continues where it stopped`;
  }
}
