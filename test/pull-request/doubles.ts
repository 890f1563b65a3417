/** Servers on loopback that answer as the REST APIs of GitHub and GitLab do, as far as `pr` and `campaign` ask them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredRequest {
  number: number;
  branch: string;
  base: string;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  draft: boolean;
  comments: string[];
  /** The commit at its end. */
  head?: string;
  project: string;
  /** Who was asked for a review, in order; nobody is removed from it. */
  asked: string[];
}

/** What the host tells of a repository in a list. */
export interface StoredProject {
  readonly project: string;
  readonly archived?: boolean;
  readonly fork?: boolean;
}

/** What a fault may do instead of, or after, the answer. */
export type Fault = (call: {
  readonly method: string;
  readonly path: string;
  readonly count: number;
}) =>
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'cut after'
  | 'hang'
  | 'hang after'
  | null;

export interface Server {
  readonly url: string;
  readonly requests: StoredRequest[];
  /** Method, path and token of every call. */
  readonly calls: { readonly method: string; readonly path: string; readonly token: string }[];
  fault: Fault;
  mayPush: boolean;
  archived: boolean;
  /** What it was forked from. */
  parent: string | null;
  /** Those of the list, the oldest first. */
  projects: StoredProject[];
  /** The commit of a branch, where somebody holds the repositories. */
  tip: (project: string, branch: string) => string | undefined;
  /** What the checks of a request say. */
  checks: (request: StoredRequest) => 'success' | 'failure' | 'pending' | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (method: string, url: URL, body: Record<string, unknown>, server: Server) => Answer;

export interface Started {
  readonly server: Server;
  close(): void;
}

export const startGithub = () => start(github, ({ authorization = '' }) => authorization);
export const startGitlab = () => start(gitlab, (headers) => String(headers['private-token'] ?? ''));

async function start(
  handler: Handler,
  tokenOf: (headers: IncomingMessage['headers']) => string,
): Promise<Started> {
  const counts = new Map<string, number>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = decodeURIComponent(url.pathname);
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    server.calls.push({ method, path, token: tokenOf(request.headers) });
    const fault = server.fault({ method, path, count });
    if (fault === 'hang') return;
    if (fault === 'cut') return void request.socket.destroy();
    const text = Buffer.concat(chunks).toString('utf8');
    const reply =
      fault !== null && typeof fault !== 'string'
        ? { status: fault.status, body: fault.body ?? {}, headers: fault.headers ?? {} }
        : handler(method, url, text === '' ? {} : JSON.parse(text), server);
    if (fault === 'hang after') return;
    if (fault === 'cut after') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    calls: [],
    fault: () => null,
    mayPush: true,
    archived: false,
    parent: null,
    projects: [],
    tip: () => undefined,
    checks: () => null,
  };
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { server, close };
}

const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

const PER_PAGE = 100;

const github: Handler = (method, url, body, server) => {
  const list = listed(url, server);
  const [, owner = ''] = /^\/(?:orgs|users)\/([^/]+)/.exec(url.pathname) ?? [];
  if (/^\/users\/[^/]+$/.test(url.pathname))
    return { status: 200, body: { login: owner, type: owner === 'sam' ? 'User' : 'Organization' } };
  if (/^\/(?:orgs|users)\/[^/]+\/repos$/.test(url.pathname)) {
    const own = list.filter(({ project }) => project.startsWith(`${owner}/`));
    return { status: 200, body: own.map(githubRepository) };
  }
  const [, project = '', path = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
  if (project === '') return NOT_FOUND;
  const requests = server.requests.filter((one) => one.project === project);
  if (method === 'GET' && path === '') {
    const permissions = { push: server.mayPush, pull: true };
    const parent = server.parent === null ? {} : { fork: true, parent: { full_name: server.parent } };
    return {
      status: 200,
      body: { default_branch: 'main', archived: server.archived, permissions, ...parent },
    };
  }
  if (method === 'GET' && path === '/pulls') {
    const [state, head] = [url.searchParams.get('state'), url.searchParams.get('head')];
    const [owner] = project.split('/');
    const found = requests.filter(
      (one) =>
        (state === 'all' || one.state === 'open') && (head === null || head === `${owner}:${one.branch}`),
    );
    return { status: 200, body: found.toReversed().map((one) => githubRequest(one, server)) };
  }
  if (method === 'POST' && path === '/pulls') {
    if (requests.some((one) => one.branch === body.head && one.state === 'open'))
      return {
        status: 422,
        body: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] },
      };
    const { head, base, title, body: text, draft } = body;
    const made = stored(server, { project, branch: String(head), base, title, text, draft: draft === true });
    return { status: 201, body: githubRequest(made, server) };
  }
  const [, ref, what] = /^\/commits\/([^/]+)\/(check-runs|status)$/.exec(path) ?? [];
  if (what !== undefined) {
    const request = requests.find((one) => headOf(one, server) === ref);
    const said = request === undefined ? null : server.checks(request);
    const conclusion = said === 'pending' ? null : said;
    const status = said === 'pending' ? 'in_progress' : 'completed';
    if (what === 'status') return { status: 200, body: { state: 'pending', total_count: 0, statuses: [] } };
    return { status: 200, body: { check_runs: said === null ? [] : [{ name: 'test', status, conclusion }] } };
  }
  const [, kind, number, part = ''] = /^\/(pulls|issues)\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
  const one = requests.find((request) => request.number === Number(number));
  if (one === undefined) return NOT_FOUND;
  if (part === 'reviews') return { status: 200, body: [] };
  if (part === 'requested_reviewers') {
    const [owner] = project.split('/');
    const teams = (body.team_reviewers as string[]).map((team) => `${owner}/${team}`);
    one.asked.push(...(body.reviewers as string[]), ...teams);
    return { status: 201, body: githubRequest(one, server) };
  }
  if (method === 'POST' && kind === 'issues') {
    one.comments.push(String(body.body));
    return { status: 201, body: {} };
  }
  if (method === 'GET') return { status: 200, body: githubRequest(one, server) };
  if (method !== 'PATCH') return NOT_FOUND;
  if (typeof body.body === 'string') one.body = body.body;
  if (body.state === 'closed') one.state = 'closed';
  return { status: 200, body: githubRequest(one, server) };
};

function githubRepository({ project, archived = false, fork = false }: StoredProject) {
  return { full_name: project, clone_url: `https://github.example.com/${project}.git`, archived, fork };
}

function githubRequest(one: StoredRequest, server: Server) {
  const isTeam = (name: string) => name.includes('/');
  return {
    number: one.number,
    html_url: `https://github.example.com/${one.project}/pull/${one.number}`,
    state: one.state === 'open' ? 'open' : 'closed',
    merged_at: one.state === 'merged' ? '2026-11-01T00:00:00Z' : null,
    title: one.title,
    body: one.body,
    head: { ref: one.branch, sha: headOf(one, server), repo: { full_name: one.project } },
    user: { login: 'edge-bot' },
    requested_reviewers: one.asked.filter((name) => !isTeam(name)).map((login) => ({ login })),
    requested_teams: one.asked.filter(isTeam).map((name) => ({ slug: name.split('/')[1] })),
  };
}

const NO_PROJECT: Answer = { status: 404, body: { message: '404 Project Not Found' } };

const gitlab: Handler = (method, url, body, server) => {
  const way = decodeURIComponent(url.pathname).replace(/^\/api\/v4/, '');
  const [, group] = /^\/groups\/(.+)\/projects$/.exec(way) ?? [];
  const [, user] = /^\/users\/([^/]+)\/projects$/.exec(way) ?? [];
  if (group !== undefined || user !== undefined) {
    if (group === 'sam') return { status: 404, body: { message: '404 Group Not Found' } };
    const own = listed(url, server).filter(({ project }) => project.startsWith(`${group ?? user}/`));
    const next = own.length < PER_PAGE ? {} : { link: `<${nextPage(url)}>; rel="next"` };
    return { status: 200, body: own.map(gitlabProject), headers: next };
  }
  if (way === '/users') {
    const username = url.searchParams.get('username') ?? '';
    return { status: 200, body: username === 'nobody' ? [] : [{ id: idOf(username), username }] };
  }
  const [, project = '', path = ''] = /^\/projects\/(.+?)(\/merge_requests.*)?$/.exec(way) ?? [];
  if (!project.includes('/')) return NO_PROJECT;
  const requests = server.requests.filter((one) => one.project === project);
  if (method === 'GET' && path === '') {
    const access = { access_level: server.mayPush ? 30 : 20 };
    const permissions = { project_access: access, group_access: null };
    const parent =
      server.parent === null ? {} : { forked_from_project: { path_with_namespace: server.parent } };
    return {
      status: 200,
      body: { default_branch: 'main', archived: server.archived, permissions, ...parent },
    };
  }
  if (method === 'GET' && path === '/merge_requests') {
    const [state, branch] = [url.searchParams.get('state'), url.searchParams.get('source_branch')];
    const found = requests.filter(
      (one) => (state === 'all' || one.state === 'open') && (branch === null || branch === one.branch),
    );
    return { status: 200, body: found.toReversed().map((one) => gitlabRequest(one, server)) };
  }
  if (method === 'POST' && path === '/merge_requests') {
    const { source_branch: branch, target_branch: base, title, description: text } = body;
    if (requests.some((one) => one.branch === branch && one.state === 'open'))
      return { status: 409, body: { message: ['Another open merge request already exists'] } };
    const draft = String(title).startsWith('Draft: ');
    const made = stored(server, { project, branch: String(branch), base, title, text, draft });
    return { status: 201, body: gitlabRequest(made, server) };
  }
  const [, number, notes] = /^\/merge_requests\/(\d+)(\/notes)?$/.exec(path) ?? [];
  const one = requests.find((request) => request.number === Number(number));
  if (one === undefined) return { status: 404, body: { message: '404 Not found' } };
  if (method === 'POST' && notes !== undefined) {
    one.comments.push(String(body.body));
    return { status: 201, body: { id: 1 } };
  }
  if (method === 'GET') return { status: 200, body: gitlabRequest(one, server) };
  if (method !== 'PUT') return { status: 405, body: { error: 'method not allowed' } };
  if (typeof body.description === 'string') one.body = body.description;
  if (body.state_event === 'close') one.state = 'closed';
  if (Array.isArray(body.reviewer_ids)) one.asked = body.reviewer_ids.map(nameOf);
  return { status: 200, body: gitlabRequest(one, server) };
};

function gitlabProject({ project, archived = false, fork = false }: StoredProject) {
  const parent = fork ? { forked_from_project: { path_with_namespace: 'first/one' } } : {};
  const url = `https://gitlab.example.com/${project}.git`;
  return { path_with_namespace: project, http_url_to_repo: url, archived, empty_repo: false, ...parent };
}

function gitlabRequest(one: StoredRequest, server: Server) {
  const said = server.checks(one);
  const status = said === 'failure' ? 'failed' : said === 'pending' ? 'running' : said;
  return {
    iid: one.number,
    web_url: `https://gitlab.example.com/${one.project}/-/merge_requests/${one.number}`,
    state: one.state === 'open' ? 'opened' : one.state,
    title: one.title,
    description: one.body,
    source_branch: one.branch,
    sha: headOf(one, server),
    source_project_id: 1,
    target_project_id: 1,
    author: { id: idOf('edge-bot'), username: 'edge-bot' },
    reviewers: one.asked.map((username) => ({ id: idOf(username), username })),
    head_pipeline: status === null ? null : { status },
  };
}

/** The letters of a name, as a number. */
const idOf = (name: string) => Number.parseInt(Buffer.from(name).toString('hex'), 16);
const nameOf = (id: number) => Buffer.from(id.toString(16), 'hex').toString('utf8');

function headOf({ head, project, branch }: StoredRequest, server: Server): string | undefined {
  return head ?? server.tip(project, branch);
}

/** One page of the list. */
function listed(url: URL, { projects }: Server): readonly StoredProject[] {
  const page = Number(url.searchParams.get('page') ?? '1');
  return projects.slice((page - 1) * PER_PAGE, page * PER_PAGE);
}

function nextPage(url: URL): string {
  const next = new URL(url);
  next.searchParams.set('page', String(Number(url.searchParams.get('page') ?? '1') + 1));
  return String(next);
}

interface New {
  readonly project: string;
  readonly branch: string;
  readonly base: unknown;
  readonly title: unknown;
  readonly text: unknown;
  readonly draft: boolean;
}

function stored({ requests }: Server, { project, branch, base, title, text, draft }: New): StoredRequest {
  const made: StoredRequest = {
    number: requests.length + 1,
    branch,
    base: String(base),
    title: String(title),
    body: String(text),
    state: 'open',
    draft,
    comments: [],
    project,
    asked: [],
  };
  requests.push(made);
  return made;
}
