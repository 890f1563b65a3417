/** GitLab, gitlab.com or an instance of one's own, through gitbeaker. */
import { MergeRequestNotes, MergeRequests, Projects } from '@gitbeaker/core';
import { createRequesterFn } from '@gitbeaker/requester-utils';
import { VERSION } from '../../../version.js';
import { type Host, HostError, type HostedRequest, type RemoteProject } from './host.js';
import type { Fetch } from './transport.js';

const PER_PAGE = 100;
/** Developer: the lowest role that pushes branches. */
const DEVELOPER = 30;

interface MergeRequest {
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

interface Project {
  readonly default_branch?: string | null;
  readonly archived?: boolean;
  readonly forked_from_project?: { readonly path_with_namespace: string } | null;
  readonly permissions?: {
    readonly project_access?: { readonly access_level: number } | null;
    readonly group_access?: { readonly access_level: number } | null;
  };
}

/** As gitbeaker hands them on. */
interface RequestOptions {
  readonly prefixUrl?: string;
  readonly searchParams?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

class Refusal extends Error {
  readonly status: number;
  readonly detail: string;
  constructor(status: number, detail: string) {
    super(`HTTP ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

export function gitlabHost(place: RemoteProject, api: string, token: string | null, fetch: Fetch): Host {
  const requesterFn = createRequesterFn(
    async (_, options) => options,
    async (endpoint, options = {}) => {
      const { prefixUrl = '', searchParams, method = 'GET', headers, body } = options as RequestOptions;
      const query = searchParams === undefined || searchParams === '' ? '' : `?${searchParams}`;
      const url = `${prefixUrl.replace(/(?<!\/)\/+$/, '')}/${endpoint}${query}`;
      const response = await fetch(url, {
        method,
        headers: { ...headers, 'user-agent': `edge-sunset/${VERSION}` },
        ...(typeof body === 'string' ? { body } : {}),
      });
      const answer = parsed(await response.text());
      if (!response.ok) throw new Refusal(response.status, detailOf(answer));
      return {
        body: answer as never,
        headers: Object.fromEntries(response.headers),
        status: response.status,
      };
    },
  );
  const options = { host: api, token: token ?? '', requesterFn };
  const projects = new Projects(options);
  const requests = new MergeRequests(options);
  const notes = new MergeRequestNotes(options);
  const id = place.project;
  const ask = <T>(what: string, work: () => Promise<T>): Promise<T> => inWords(what, place, work);
  const listed = async (filter: object): Promise<readonly MergeRequest[]> =>
    (await requests.all({
      projectId: id,
      orderBy: 'created_at',
      sort: 'desc',
      perPage: PER_PAGE,
      maxPages: 10,
      ...filter,
    })) as unknown as readonly MergeRequest[];
  const isOwn = (request: MergeRequest) => request.source_project_id === request.target_project_id;
  return {
    noun: 'merge request',
    access: () =>
      ask('the project could not be read', async () => {
        const project = (await projects.show(id)) as unknown as Project;
        if (project.archived === true) throw new HostError(`${id} is archived`);
        const { project_access: own, group_access: group } = project.permissions ?? {};
        const level = Math.max(own?.access_level ?? 0, group?.access_level ?? 0);
        if (project.permissions !== undefined && level > 0 && level < DEVELOPER)
          throw new HostError(
            `the token cannot write to ${id}. It needs the role Developer and the scope api`,
          );
        const parent = project.forked_from_project?.path_with_namespace ?? null;
        return { defaultBranch: project.default_branch ?? 'main', parent };
      }),
    requestsFrom: (branch) =>
      ask('the merge requests could not be listed', async () => {
        const found = await listed({ sourceBranch: branch, state: 'all' });
        return found.filter((one) => isOwn(one) && one.source_branch === branch).map(requestOf);
      }),
    openRequests: (prefix) =>
      ask('the merge requests could not be listed', async () => {
        const found = await listed({ state: 'opened' });
        return found.filter((one) => isOwn(one) && one.source_branch.startsWith(prefix)).map(requestOf);
      }),
    open: ({ branch, base, title, body, draft }) =>
      ask('the merge request could not be opened', async () =>
        requestOf(
          (await requests.create(id, branch, base, draft ? `Draft: ${title}` : title, {
            description: body,
          })) as unknown as MergeRequest,
        ),
      ),
    update: (number, body) =>
      ask(`merge request !${number} could not be changed`, async () => {
        await requests.edit(id, number, { description: body });
      }),
    comment: (number, text) =>
      ask(`no comment could be written to !${number}`, async () => {
        await notes.create(id, number, text);
      }),
    close: (number, body) =>
      ask(`merge request !${number} could not be closed`, async () => {
        await requests.edit(id, number, { stateEvent: 'close', description: body });
      }),
  };
}

function requestOf(request: MergeRequest): HostedRequest {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function detailOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const { message, error } = answer as { readonly message?: unknown; readonly error?: unknown };
  const said = message ?? error ?? '';
  return typeof said === 'string' ? said : Array.isArray(said) ? said.join('; ') : JSON.stringify(said);
}

async function inWords<T>(what: string, place: RemoteProject, work: () => Promise<T>): Promise<T> {
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
