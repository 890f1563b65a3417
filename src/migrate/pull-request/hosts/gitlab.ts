/** GitLab, gitlab.com or an instance of one's own, through gitbeaker. */
import { MergeRequestNotes, MergeRequests, Projects } from '@gitbeaker/core';
import { createRequesterFn } from '@gitbeaker/requester-utils';
import { VERSION } from '../../../version.js';
import { inWords, type MergeRequest, Refusal, requestOf } from './gitlab-answers.js';
import { gitlabOverview } from './gitlab-overview.js';
import { type Host, HostError, type RemoteProject } from './host.js';
import type { Fetch } from './transport.js';

const PER_PAGE = 100;
/** Developer: the lowest role that pushes branches. */
const DEVELOPER = 30;

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

/** gitbeaker's way to send requests, over our own `fetch`. */
function requesterOf(fetch: Fetch) {
  return createRequesterFn(
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
}

export function gitlabHost(place: RemoteProject, api: string, token: string | null, fetch: Fetch): Host {
  const options = { host: api, token: token ?? '', requesterFn: requesterOf(fetch) };
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
  const requestsIn = (state: 'opened' | 'all', prefix: string) =>
    ask('the merge requests could not be listed', async () => {
      const found = await listed({ state });
      return found.filter((one) => isOwn(one) && one.source_branch.startsWith(prefix)).map(requestOf);
    });
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
    openRequests: (prefix) => requestsIn('opened', prefix),
    allRequests: (prefix) => requestsIn('all', prefix),
    ...gitlabOverview(options, requests, place),
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
