import { describe, expect, it } from 'vitest';
import { type Host, hostOf } from '../../src/migrate/pull-request/index.js';
import type { StoredRequest } from './doubles.js';
import { githubServer, gitlabServer, type Server } from './servers.js';

const KINDS = {
  github: {
    serve: githubServer,
    host: 'github.example.com',
    project: 'acme/shop',
    environment: ({ url }: Server) => ({
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_API_URL: url,
      GITHUB_TOKEN: 'not-a-real-token',
    }),
  },
  gitlab: {
    serve: gitlabServer,
    host: 'gitlab.example.com',
    project: 'acme/edge/shop',
    environment: ({ url }: Server) => ({
      CI_SERVER_URL: 'https://gitlab.example.com',
      CI_API_V4_URL: `${url}/api/v4`,
      GITLAB_TOKEN: 'not-a-real-token',
    }),
  },
} as const;

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  const { serve, host, project, environment } = KINDS[kind];

  async function hostAt(server: Server, name: string): Promise<Host> {
    const signal = new AbortController().signal;
    const options = { environment: environment(server), signal, programNamed: () => undefined, cwd: '/' };
    const found = await hostOf({ kind, host, project: name }, options);
    if (found === null) throw new Error('there is a token');
    return found;
  }

  const request = (number: number, more: Partial<StoredRequest> = {}): StoredRequest => ({
    number,
    branch: `edge-sunset/${number}`,
    base: 'main',
    title: '',
    body: '',
    state: 'open',
    draft: false,
    comments: [],
    head: String(number).padStart(40, '0'),
    project,
    asked: [],
    ...more,
  });

  it('has requests in every state, of the repository and the prefix', async () => {
    const server = await serve();
    server.requests.push(
      request(1, { state: 'merged' }),
      request(2, { state: 'closed' }),
      request(3, { branch: 'other/3' }),
      request(4, { project: `${project}-2` }),
      request(5),
    );
    const found = await (await hostAt(server, project)).allRequests('edge-sunset/');
    expect(found.map(({ number, state }) => [number, state])).toEqual([
      [5, 'open'],
      [2, 'closed'],
      [1, 'merged'],
    ]);
  });

  it.each([
    ['success', 'passed'],
    ['failure', 'failed'],
    ['pending', 'pending'],
    [null, 'none'],
  ] as const)('has checks: %s', async (said, checks) => {
    const server = await serve();
    server.requests.push(request(1));
    server.checks = () => said;
    const found = await hostAt(server, project);
    const [one] = await found.allRequests('edge-sunset/');
    if (one === undefined) throw new Error('there is a request');
    expect(await found.checksOf(one)).toBe(checks);
  });

  it('is asked for each reviewer once, and never for the author', async () => {
    const server = await serve();
    server.requests.push(request(1, { asked: ['kim'] }));
    const found = await hostAt(server, project);
    expect(await found.askForReview(1, ['kim', 'Sam', 'edge-bot'])).toEqual(['Sam']);
    expect(await found.askForReview(1, ['kim', 'sam'])).toEqual([]);
    expect(server.requests[0]?.asked).toEqual(['kim', 'Sam']);
    expect(server.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  it.each(['acme', 'sam'])(
    'lists all repositories of %s that are worked on, the oldest first',
    async (owner) => {
      const server = await serve();
      const many = Array.from({ length: 150 }, (_, at) => ({
        project: `${owner}/r${at}`,
        archived: at === 3,
      }));
      server.projects = [...many, { project: `${owner}/forked`, fork: true }, { project: 'other/one' }];
      const listed = await (await hostAt(server, owner)).repositories();
      expect(listed.map((one) => one.project)).toEqual(
        many.filter(({ archived }) => !archived).map((one) => one.project),
      );
      expect(listed[0]?.url).toBe(`https://${host}/${owner}/r0.git`);
    },
  );
});

it('asks teams of GitHub, and tells of a user that GitLab does not know', async () => {
  const at = (kind: 'github' | 'gitlab', server: Server) =>
    hostOf(
      { kind, host: KINDS[kind].host, project: KINDS[kind].project },
      {
        environment: KINDS[kind].environment(server),
        signal: new AbortController().signal,
        programNamed: () => undefined,
        cwd: '/',
      },
    );
  const [github, gitlab] = [await githubServer(), await gitlabServer()];
  for (const [server, { project }] of [
    [github, KINDS.github],
    [gitlab, KINDS.gitlab],
  ] as const)
    server.requests.push({
      ...{ number: 1, branch: 'edge-sunset/dns', base: 'main', title: '', body: '', state: 'open' },
      ...{ draft: false, comments: [], project, asked: [] },
    });
  expect(await (await at('github', github))?.askForReview(1, ['acme/edge'])).toEqual(['acme/edge']);
  expect(github.requests[0]?.asked).toEqual(['acme/edge']);
  await expect((await at('gitlab', gitlab))?.askForReview(1, ['nobody'])).rejects.toThrow(
    'gitlab.example.com has no user nobody',
  );
});
