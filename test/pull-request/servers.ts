/** Servers on loopback that answer as the REST APIs of GitHub and GitLab do, as far as `pr` asks them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

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
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (method: string, url: URL, body: Record<string, unknown>, server: Server) => Answer;

export const githubServer = () => serve(github, ({ authorization = '' }) => authorization);
export const gitlabServer = () => serve(gitlab, (headers) => String(headers['private-token'] ?? ''));

async function serve(
  handler: Handler,
  tokenOf: (headers: IncomingMessage['headers']) => string,
): Promise<Server> {
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
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const server: Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    calls: [],
    fault: () => null,
    mayPush: true,
    archived: false,
    parent: null,
  };
  return server;
}

const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

/** `owner/shop`. */
const github: Handler = (method, url, body, server) => {
  const path = url.pathname.replace(/^\/repos\/owner\/shop/, '');
  if (path === url.pathname) return NOT_FOUND;
  const shown = (one: StoredRequest) => ({
    number: one.number,
    html_url: `https://github.example.com/owner/shop/pull/${one.number}`,
    state: one.state === 'open' ? 'open' : 'closed',
    merged_at: one.state === 'merged' ? '2026-11-01T00:00:00Z' : null,
    title: one.title,
    body: one.body,
    head: { ref: one.branch, sha: one.head, repo: { full_name: 'owner/shop' } },
  });
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
    const found = server.requests.filter(
      (one) => (state === 'all' || one.state === 'open') && (head === null || head === `owner:${one.branch}`),
    );
    return { status: 200, body: found.toReversed().map(shown) };
  }
  if (method === 'POST' && path === '/pulls') {
    if (server.requests.some((one) => one.branch === body.head && one.state === 'open'))
      return {
        status: 422,
        body: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] },
      };
    const made = stored(server, String(body.head), body.base, body.title, body.body, body.draft === true);
    return { status: 201, body: shown(made) };
  }
  const [, kind, number] = /^\/(pulls|issues)\/(\d+)(?:\/comments)?$/.exec(path) ?? [];
  const one = server.requests.find((request) => request.number === Number(number));
  if (one === undefined) return NOT_FOUND;
  if (method === 'POST' && kind === 'issues') {
    one.comments.push(String(body.body));
    return { status: 201, body: {} };
  }
  if (method !== 'PATCH') return NOT_FOUND;
  if (typeof body.body === 'string') one.body = body.body;
  if (body.state === 'closed') one.state = 'closed';
  return { status: 200, body: shown(one) };
};

/** `group/team/shop`. */
const gitlab: Handler = (method, url, body, server) => {
  const path = decodeURIComponent(url.pathname).replace(/^\/api\/v4\/projects\/group\/team\/shop/, '');
  if (path === decodeURIComponent(url.pathname))
    return { status: 404, body: { message: '404 Project Not Found' } };
  const shown = (one: StoredRequest) => ({
    iid: one.number,
    web_url: `https://gitlab.example.com/group/team/shop/-/merge_requests/${one.number}`,
    state: one.state === 'open' ? 'opened' : one.state,
    title: one.title,
    description: one.body,
    source_branch: one.branch,
    sha: one.head,
    source_project_id: 1,
    target_project_id: 1,
  });
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
    const found = server.requests.filter(
      (one) => (state === 'all' || one.state === 'open') && (branch === null || branch === one.branch),
    );
    return { status: 200, body: found.toReversed().map(shown) };
  }
  if (method === 'POST' && path === '/merge_requests') {
    const { source_branch: branch, target_branch: base, title, description } = body;
    if (server.requests.some((one) => one.branch === branch && one.state === 'open'))
      return { status: 409, body: { message: ['Another open merge request already exists'] } };
    const isDraft = String(title).startsWith('Draft: ');
    return { status: 201, body: shown(stored(server, String(branch), base, title, description, isDraft)) };
  }
  const [, number, notes] = /^\/merge_requests\/(\d+)(\/notes)?$/.exec(path) ?? [];
  const one = server.requests.find((request) => request.number === Number(number));
  if (one === undefined) return { status: 404, body: { message: '404 Not found' } };
  if (method === 'POST' && notes !== undefined) {
    one.comments.push(String(body.body));
    return { status: 201, body: { id: 1 } };
  }
  if (method !== 'PUT') return { status: 405, body: { error: 'method not allowed' } };
  if (typeof body.description === 'string') one.body = body.description;
  if (body.state_event === 'close') one.state = 'closed';
  return { status: 200, body: shown(one) };
};

function stored(
  { requests }: Server,
  branch: string,
  base: unknown,
  title: unknown,
  body: unknown,
  draft: boolean,
): StoredRequest {
  const made: StoredRequest = {
    number: requests.length + 1,
    branch,
    base: String(base),
    title: String(title),
    body: String(body),
    state: 'open',
    draft,
    comments: [],
  };
  requests.push(made);
  return made;
}
