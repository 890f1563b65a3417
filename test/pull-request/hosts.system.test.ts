import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { SAFE_CALL } from '../migrate/project.js';
import { atHost, type Clone, cloneOf, gitIn, temporaryFolder } from './clone.js';
import { githubServer, gitlabServer, type Server } from './servers.js';

const FILES = { 'package.json': '{"type":"module"}\n', 'scripts.js': SAFE_CALL };
const BRANCH = 'edge-sunset/page-shield';
/** Not a token; never to be seen anywhere. */
const TOKEN = 'not-a-real-token-0123456789';
const LONG_WAIT = { status: 403, body: { message: 'You have exceeded a secondary rate limit' } };

interface Kind {
  readonly serve: () => Promise<Server>;
  readonly address: string;
  readonly environment: (server: Server) => Readonly<Record<string, string>>;
  /** Paths of the API. */
  readonly repository: string;
  readonly requests: string;
}

const KINDS: Readonly<Record<'github' | 'gitlab', Kind>> = {
  github: {
    serve: githubServer,
    address: 'https://github.example.com/owner/shop.git',
    environment: ({ url }) => ({
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_API_URL: url,
      GITHUB_TOKEN: TOKEN,
    }),
    repository: '/repos/owner/shop',
    requests: '/repos/owner/shop/pulls',
  },
  gitlab: {
    serve: gitlabServer,
    address: 'git@gitlab.example.com:group/team/shop.git',
    environment: ({ url }) => ({
      CI_SERVER_URL: 'https://gitlab.example.com',
      CI_API_V4_URL: `${url}/api/v4`,
      GITLAB_TOKEN: TOKEN,
    }),
    repository: '/api/v4/projects/group/team/shop',
    requests: '/api/v4/projects/group/team/shop/merge_requests',
  },
};

interface Scene {
  readonly clone: Clone;
  readonly server: Server;
  readonly kind: Kind;
  /** Everything a person commits to the branch, or to one of that name. */
  commitTo(branch: string, base: string): void;
}

interface Case {
  readonly what: string;
  readonly arrange: (scene: Scene) => void | Promise<void>;
  readonly argv?: readonly string[];
  readonly code: number;
  readonly says: RegExp;
  /** What is left behind: whether the branch is pushed, and the states of the requests. */
  readonly pushed: boolean;
  readonly states: readonly string[];
  /** What a run without the fault comes to; null where the fault stays. */
  readonly afterwards: readonly string[] | null;
}

/** As a run before made it. */
const made = async ({ clone, server, kind }: Scene) => {
  const done = await clone.run(['pr', '--push'], kind.environment(server));
  expect(done).toMatchObject({ code: 0, stderr: '' });
};

const CASES: readonly Case[] = [
  {
    what: 'nothing goes wrong',
    arrange: () => {},
    code: 0,
    says: /^created {2}edge-sunset\/page-shield {2}https:\/\/git(?:hub|lab)\.example\.com\/\S+\/1\n$/,
    pushed: true,
    states: ['open'],
    afterwards: ['open'],
  },
  {
    what: 'there is no such remote',
    arrange: () => {},
    argv: ['--remote', 'upstream'],
    code: 2,
    says: /there is no remote named "upstream"\. It has origin; --remote chooses one\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the token is not valid',
    arrange: ({ server }) => {
      server.fault = () => ({ status: 401, body: { message: 'Bad credentials' } });
    },
    code: 2,
    says: /does not accept the token \("Bad credentials"\)\. Set GIT(?:HUB|LAB)_TOKEN to a valid one\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the token cannot access the repository',
    arrange: ({ server, kind }) => {
      server.fault = ({ path }) => (path === kind.repository ? { status: 404 } : null);
    },
    code: 2,
    says: /there is no \S+\/shop on \S+ that the token can access\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the token cannot write',
    arrange: ({ server }) => {
      server.mayPush = false;
    },
    code: 2,
    says: /the token cannot write to \S+\/shop\. It needs /,
    pushed: false,
    states: [],
    afterwards: null,
  },
  {
    what: 'the repository is archived',
    arrange: ({ server }) => {
      server.archived = true;
    },
    code: 2,
    says: /\/shop is archived\.\n$/,
    pushed: false,
    states: [],
    afterwards: null,
  },
  {
    what: 'the repository has moved',
    arrange: ({ server }) => {
      server.fault = () => ({ status: 301, headers: { location: 'https://elsewhere.example.com/' } });
    },
    code: 2,
    says: /the repository has moved\. Change the URL of the remote\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the token may push and not open requests',
    arrange: ({ server, kind }) => {
      server.fault = ({ method, path }) =>
        method === 'POST' && path === kind.requests
          ? { status: 403, body: { message: 'Resource not accessible by integration' } }
          : null;
    },
    code: 2,
    says: /the token does not allow this \("Resource not accessible by integration"\).*\. The branch is pushed; the next run opens the (?:pull|merge) request\n$/s,
    pushed: true,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'a branch of that name is not ours',
    arrange: ({ commitTo }) => commitTo(BRANCH, 'main'),
    code: 2,
    says: /a branch of this name exists that edge-sunset did not create\. It was not changed; use another --prefix\n$/,
    pushed: true,
    states: [],
    afterwards: null,
  },
  {
    what: 'somebody committed to the branch',
    arrange: async (scene) => {
      await made(scene);
      scene.commitTo(BRANCH, BRANCH);
    },
    code: 0,
    says: /^left alone {2}edge-sunset\/page-shield {2}https:\S+\/1: somebody else committed to it, so it was not changed\. Delete the branch to have it recreated\n$/,
    pushed: true,
    states: ['open'],
    afterwards: ['open'],
  },
  {
    what: 'somebody committed to the branch, and the request was merged and the branch kept',
    arrange: async (scene) => {
      await made(scene);
      scene.commitTo(BRANCH, BRANCH);
      const [request] = scene.server.requests;
      if (request !== undefined) {
        request.state = 'merged';
        request.head = scene.clone.remoteGit('rev-parse', BRANCH);
      }
    },
    code: 0,
    says: /^updated {2}edge-sunset\/page-shield {2}https:\S+\/2\n$/,
    pushed: true,
    states: ['merged', 'open'],
    afterwards: ['merged', 'open'],
  },
  {
    what: 'the request was closed before',
    arrange: async (scene) => {
      await made(scene);
      const [request] = scene.server.requests;
      if (request !== undefined) request.state = 'closed';
      scene.clone.remoteGit('branch', '-D', BRANCH);
    },
    code: 0,
    says: /^left alone .* was closed without a merge, and stays closed\. Reopen it to continue\n$/,
    pushed: false,
    states: ['closed'],
    afterwards: ['closed'],
  },
  {
    what: 'the request was merged, and there is more to do since',
    arrange: async (scene) => {
      await made(scene);
      const [request] = scene.server.requests;
      if (request !== undefined) request.state = 'merged';
    },
    code: 0,
    says: /^updated {2}edge-sunset\/page-shield {2}https:\S+\/2\n$/,
    pushed: true,
    states: ['merged', 'open'],
    afterwards: ['merged', 'open'],
  },
  {
    what: 'the host asks to wait for a second',
    arrange: ({ server, kind }) => {
      server.fault = ({ method, path, count }) =>
        method === 'POST' && path === kind.requests && count === 1
          ? { ...LONG_WAIT, headers: { 'retry-after': '1' } }
          : null;
    },
    code: 0,
    says: /^created /,
    pushed: true,
    states: ['open'],
    afterwards: ['open'],
  },
  {
    what: 'the host asks to wait for an hour',
    arrange: ({ server, kind }) => {
      server.fault = ({ method, path }) =>
        method === 'POST' && path === kind.requests
          ? { ...LONG_WAIT, headers: { 'retry-after': '3600' } }
          : null;
    },
    code: 2,
    says: /limits the rate of requests and asks to wait 3600 seconds\. Run the command again then; it continues where it stopped\. The branch is pushed/,
    pushed: true,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the host limits the rate and does not say for how long',
    arrange: ({ server, kind }) => {
      server.fault = ({ method, path }) => (method === 'POST' && path === kind.requests ? LONG_WAIT : null);
    },
    code: 2,
    says: /limits the rate of requests\. Run the command again in some minutes; it continues where it stopped\. The branch is pushed/,
    pushed: true,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the host fails once',
    arrange: ({ server, kind }) => {
      server.fault = ({ path, count }) => (path === kind.repository && count === 1 ? { status: 502 } : null);
    },
    code: 0,
    says: /^created /,
    pushed: true,
    states: ['open'],
    afterwards: ['open'],
  },
  {
    what: 'the host fails and goes on failing',
    arrange: ({ server }) => {
      server.fault = () => ({ status: 502 });
    },
    code: 2,
    says: /answered with HTTP 502\. Run the command again; it continues where it stopped\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the host fails while it opens the request',
    arrange: ({ server }) => {
      server.fault = ({ method }) => (method === 'POST' ? { status: 502 } : null);
    },
    code: 2,
    says: /could not be opened: \S+ answered with HTTP 502\..* The branch is pushed/s,
    pushed: true,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the network is cut before anything',
    arrange: ({ server }) => {
      server.fault = () => 'cut';
    },
    code: 2,
    says: /127\.0\.0\.1:\d+ could not be reached \(\w+\)\.\n$/,
    pushed: false,
    states: [],
    afterwards: ['open'],
  },
  {
    what: 'the network is cut when the request is open',
    arrange: ({ server }) => {
      server.fault = ({ method }) => (method === 'POST' ? 'cut after' : null);
    },
    code: 2,
    says: /127\.0\.0\.1:\d+ could not be reached .* The branch is pushed/,
    pushed: true,
    states: ['open'],
    afterwards: ['open'],
  },
  {
    what: 'the remote protects the branch',
    arrange: ({ clone }) => refusePushes(clone),
    code: 2,
    says: /the remote does not allow this push .*Nothing was changed there:\n(?:.*\n)*.*protected branch/,
    pushed: false,
    states: [],
    afterwards: null,
  },
  {
    what: 'the remote cannot be reached',
    arrange: ({ clone, kind }) => {
      clone.git('config', '--unset', `url.${clone.remote}.insteadOf`);
      clone.git('config', 'url./nonexistent/gone.git.insteadOf', kind.address);
    },
    code: 2,
    says: /the branch main could not be fetched from origin, and nothing was changed:\n/,
    pushed: false,
    states: [],
    afterwards: null,
  },
  {
    what: 'nothing is left to do',
    arrange: async (scene) => {
      await made(scene);
      scene.clone.write('scripts.js', '');
      scene.clone.git('commit', '--quiet', '--all', '--message', 'Remove it');
      scene.clone.git('push', '--quiet');
    },
    code: 0,
    says: /^closed {2}edge-sunset\/page-shield {2}https:\S+\/1: nothing is left to do for it\n$/,
    pushed: true,
    states: ['closed'],
    afterwards: ['closed'],
  },
];

function refusePushes({ remote }: Clone): void {
  const hook = join(remote, 'hooks', 'pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "protected branch hook declined" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
}

async function sceneOf(kind: Kind): Promise<Scene> {
  const clone = cloneOf(FILES);
  atHost(clone, kind.address);
  const server = await kind.serve();
  return {
    clone,
    server,
    kind,
    commitTo: (branch, base) => {
      const folder = temporaryFolder();
      gitIn(folder, 'clone', '--quiet', '--branch', base, clone.remote, '.');
      gitIn(
        folder,
        '-c',
        'user.name=Kim',
        '-c',
        'user.email=kim@example.com',
        'commit',
        '--quiet',
        '--allow-empty',
        '-m',
        'Mine',
      );
      gitIn(folder, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
    },
  };
}

/** What a run must leave as it was. */
function stateOf({ folder, git }: Clone): readonly string[] {
  return [
    folder,
    git('status', '--porcelain'),
    git('worktree', 'list'),
    git('branch', '--list'),
    git('stash', 'list'),
  ];
}

describe.each(['github', 'gitlab'] as const)('%s', (name) => {
  const kind = KINDS[name];

  it.each(CASES.map((one) => [one.what, one] as const))('%s', async (_, one) => {
    const scene = await sceneOf(kind);
    const { clone, server } = scene;
    await one.arrange(scene);
    const before = stateOf(clone);
    const run = (argv: readonly string[] = []) =>
      clone.run(['pr', '--push', ...argv], kind.environment(server));
    const outcome = await run(one.argv);
    expect(outcome.code, outcome.stderr).toBe(one.code);
    expect(outcome.code === 0 ? outcome.stdout : outcome.stderr).toMatch(one.says);
    expect(outcome.stdout + outcome.stderr).not.toContain(TOKEN);
    expect(stateOf(clone)).toEqual(before);
    expect(clone.branches().includes(BRANCH)).toBe(one.pushed);
    expect(server.requests.map(({ state }) => state)).toEqual(one.states);
    const comments = server.requests.flatMap((request) => request.comments);
    expect(comments).toHaveLength(one.what === 'nothing is left to do' ? 1 : 0);
    if (one.afterwards === null) return;
    server.fault = () => null;
    const again = await run();
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(server.requests.map(({ state }) => state)).toEqual(one.afterwards);
    if (one.what !== 'nothing goes wrong') return;
    const writes = server.calls.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${kind.requests}`]);
  });

  it('is asked with the token of the environment, and opens what was described', async () => {
    const { clone, server } = await sceneOf(kind);
    await clone.run(['pr', '--push', '--draft', '--title', 'fix: '], kind.environment(server));
    const [request] = server.requests;
    expect(request).toMatchObject({ branch: BRANCH, base: 'main', draft: true });
    expect(request?.title).toMatch(/^(?:Draft: )?fix: Replace retired API calls: /);
    expect(request?.body).toContain('`scripts.js:1`');
    expect(new Set(server.calls.map(({ token }) => token))).toEqual(
      new Set([name === 'github' ? `token ${TOKEN}` : TOKEN]),
    );
    expect(server.calls.length).toBeLessThan(6);
  });

  it('closes what has nothing left to do, as long as it is chosen by the same options', async () => {
    const { clone, server } = await sceneOf(kind);
    const run = (...argv: readonly string[]) =>
      clone.run(['pr', '--push', ...argv], kind.environment(server));
    await run('--only', 'script-monitor', '--skip', 'minify');
    clone.write('scripts.js', '');
    clone.git('commit', '--quiet', '--all', '--message', 'Remove it');
    clone.git('push', '--quiet');
    expect((await run('--only', 'minify')).stdout).toBe('Nothing to put on a branch.\n');
    expect(server.requests).toMatchObject([{ state: 'open' }]);
    expect((await run('--skip', 'minify', '--only', 'script-monitor')).stdout).toMatch(/^closed /);
    expect(server.requests).toMatchObject([{ state: 'closed' }]);
  });

  it('says that requests stay in a fork', async () => {
    const { clone, server } = await sceneOf(kind);
    server.parent = 'first/shop';
    const outcome = await clone.run(['pr', '--push'], kind.environment(server));
    expect(outcome.stderr).toMatch(
      /^edge-sunset pr: origin is a fork of first\/shop\. Requests are opened in the fork;/,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('says which command ended well on the branch, as long as the branch is that', async () => {
    const { clone, server } = await sceneOf(kind);
    const run = (...argv: readonly string[]) =>
      clone.run(['pr', '--push', ...argv], kind.environment(server));
    const isVerified = () => server.requests[0]?.body.includes('`true # tests` succeeded on this branch.');
    await run();
    expect(isVerified()).toBe(false);
    expect((await run('--verify', 'true # tests')).stdout).toMatch(/^updated /);
    expect(isVerified()).toBe(true);
    expect((await run()).stdout).toMatch(/^up to date /);
    expect(isVerified()).toBe(true);
    clone.write('more.js', SAFE_CALL);
    clone.git('add', '.');
    clone.git('commit', '--quiet', '--message', 'More');
    clone.git('push', '--quiet');
    expect((await run()).stdout).toMatch(/^updated /);
    expect(isVerified()).toBe(false);
  });

  it('keeps what people did to a description', async () => {
    const { clone, server } = await sceneOf(kind);
    const run = () => clone.run(['pr', '--push'], kind.environment(server));
    await run();
    const [request] = server.requests;
    if (request === undefined) throw new Error('no request was opened');
    clone.write('more.js', SAFE_CALL);
    clone.git('add', '.');
    clone.git('commit', '--quiet', '--message', 'More');
    clone.git('push', '--quiet');
    expect((await run()).stdout).toMatch(/^updated /);
    expect(request.body).toContain('`more.js:1`');
    request.body = request.body.replace('This replaces', 'Dear all, this replaces');
    const edited = request.body;
    clone.write('third.js', SAFE_CALL);
    clone.git('add', '.');
    clone.git('commit', '--quiet', '--message', 'Third');
    clone.git('push', '--quiet');
    expect((await run()).stdout).toMatch(/^updated /);
    expect(request.body).toBe(edited);
  });
});

/** A tool that asks the server as `gh api` and `glab api` do, logged in by itself. */
const TOOL = `#!/usr/bin/env node
const [, , ...argv] = process.argv;
const option = (name) => argv[argv.indexOf(name) + 1];
const input = argv.includes('--input') ? require('node:fs').readFileSync(0, 'utf8') : undefined;
const leaked = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN'].filter((name) => process.env[name]);
if (argv[0] === 'auth') process.exit(process.env.TOOL_BASE ? 0 : 1);
if (argv[0] !== 'api' || leaked.length > 0) process.exit(9);
fetch(process.env.TOOL_BASE + '/' + argv.at(argv.includes('--input') ? -5 : -1), {
  method: option('--method'),
  headers: { authorization: 'token of the tool', 'private-token': 'token of the tool' },
  body: input,
}).then(async (response) => {
  const head = [...response.headers].map(([name, value]) => name + ': ' + value + '\\r\\n').join('');
  process.stdout.write('HTTP/2.0 ' + response.status + ' \\n' + head + '\\r\\n' + (await response.text()));
  process.exitCode = response.ok ? 0 : 1;
});
`;

describe.each(['github', 'gitlab'] as const)('%s, through its command line tool', (name) => {
  const program = name === 'github' ? 'gh' : 'glab';
  const withoutToken = (server: Server) => {
    const { GITHUB_TOKEN: _, GITLAB_TOKEN: __, ...rest } = KINDS[name].environment(server);
    return rest;
  };

  it('opens a request, and tells of refusals', async () => {
    const { clone, server } = await sceneOf(KINDS[name]);
    const bin = temporaryFolder();
    writeFileSync(join(bin, program), TOOL, { mode: 0o755 });
    const environment = {
      ...withoutToken(server),
      PATH: `${bin}:${process.env.PATH}`,
      TOOL_BASE: name === 'github' ? server.url : `${server.url}/api/v4`,
    };
    server.fault = ({ method }) => (method === 'POST' ? { status: 403, body: { message: 'No' } } : null);
    const refused = await clone.run(['pr', '--push'], environment);
    expect(refused.stderr).toMatch(/the token does not allow this \("No"\)/);
    server.fault = () => null;
    expect(await clone.run(['pr', '--push'], environment)).toMatchObject({ code: 0, stderr: '' });
    expect(server.requests).toMatchObject([{ branch: BRANCH, state: 'open' }]);
    expect(new Set(server.calls.map(({ token }) => token))).toEqual(new Set(['token of the tool']));
  });

  it('leaves the request to the user where nobody is logged in', async () => {
    const { clone, server } = await sceneOf(KINDS[name]);
    const bin = temporaryFolder();
    writeFileSync(join(bin, program), TOOL, { mode: 0o755 });
    const environment = { ...withoutToken(server), PATH: `${bin}:${process.env.PATH}` };
    const outcome = await clone.run(['pr', '--push'], environment);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(
      /^created {2}edge-sunset\/page-shield {2}https:\S+\/(?:compare|merge_requests\/new)\S+\n$/,
    );
    expect(outcome.stderr).toContain(`${program} is not logged in there`);
    expect(server.calls).toEqual([]);
  });

  it('does not use one that lies in the tree', async () => {
    const { clone, server } = await sceneOf(KINDS[name]);
    clone.write(`bin/${program}`, TOOL);
    chmodSync(join(clone.folder, 'bin', program), 0o755);
    const searchPath = `${join(clone.folder, 'bin')}:${process.env.PATH}`;
    const outcome = await clone.run(['pr', '--push'], { ...withoutToken(server), PATH: searchPath });
    expect(outcome.code).toBe(0);
    expect(server.calls).toEqual([]);
  });
});

describe('a host that is not known', () => {
  it('gets the branch, and no token', async () => {
    const { clone, server } = await sceneOf(KINDS.github);
    const { GITHUB_API_URL = '' } = KINDS.github.environment(server);
    const outcome = await clone.run(['pr', '--push'], { GITHUB_TOKEN: TOKEN, GITHUB_API_URL });
    expect(outcome).toMatchObject({ code: 0, stdout: `created  ${BRANCH}\n` });
    expect(server.calls).toEqual([]);
  });

  it('is opened by hand where there is neither a token nor a tool', async () => {
    const { clone, server } = await sceneOf(KINDS.github);
    const { GITHUB_TOKEN: _, ...environment } = KINDS.github.environment(server);
    const outcome = await clone.run(['pr', '--push'], environment);
    expect(outcome.stdout).toBe(
      `created  ${BRANCH}  https://github.example.com/owner/shop/compare/main...${BRANCH}?expand=1\n`,
    );
    expect(outcome.stderr).toMatch(
      /no token for github\.example\.com \(GITHUB_TOKEN\), and gh is not logged in there: branches are pushed/,
    );
  });
});
