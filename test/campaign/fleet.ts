/** Bare remotes behind a double of a code host, for tests and for `bench/campaign.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Server, type StoredRequest, startGithub, startGitlab } from '../pull-request/doubles.js';

type Files = Readonly<Record<string, string>>;

export type Kind = 'github' | 'gitlab';

export interface Fleet {
  /** Where the campaign file is. */
  readonly folder: string;
  readonly server: Server;
  readonly env: Readonly<Record<string, string>>;
  /** git in the bare remote of a project. */
  git(project: string, ...args: readonly string[]): string;
  /** Somebody commits to a branch of a remote. */
  commit(project: string, branch: string, files: Files): void;
  /** As a person does on the page of the request: the base moves, and the branch goes. */
  merge(request: StoredRequest): void;
  /** Requests as `project branch state`. */
  requests(): readonly string[];
  write(name: string, text: string): void;
  close(): void;
}

/** Not a token; never to be seen anywhere. */
export const TOKEN = 'not-a-real-token-0123456789';

export async function startFleet(kind: Kind, projects: Readonly<Record<string, Files>>): Promise<Fleet> {
  const top = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-fleet-')));
  const [remotes, folder] = [join(top, 'remotes'), join(top, 'campaign')];
  mkdirSync(folder);
  const gitEnvironment = {
    PATH: process.env.PATH ?? '',
    HOME: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Sam Example',
    GIT_AUTHOR_EMAIL: 'sam@example.com',
    GIT_COMMITTER_NAME: 'Sam Example',
    GIT_COMMITTER_EMAIL: 'sam@example.com',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${remotes}/.insteadOf`,
    GIT_CONFIG_VALUE_0: `https://${kind}.example.com/`,
  };
  const remoteOf = (project: string) => join(remotes, `${project}.git`);
  const git = (project: string, ...args: readonly string[]) => run(remoteOf(project), gitEnvironment, args);
  const commit = (project: string, branch: string, files: Files) => {
    const text = importText(branch, files, git(project, 'for-each-ref', `refs/heads/${branch}`) !== '');
    execFileSync('git', ['fast-import', '--quiet', '--force'], {
      cwd: remoteOf(project),
      env: gitEnvironment,
      input: text,
    });
  };
  for (const [project, files] of Object.entries(projects)) {
    mkdirSync(remoteOf(project), { recursive: true });
    git(project, 'init', '--quiet', '--bare', '--initial-branch=main');
    if (Object.keys(files).length > 0) commit(project, 'main', files);
  }
  const { server, close } = await (kind === 'github' ? startGithub() : startGitlab());
  server.projects = Object.keys(projects).map((project) => ({ project }));
  server.tip = (project, branch) =>
    git(project, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`) || undefined;
  return {
    folder,
    server,
    env: { ...gitEnvironment, ...hostEnvironment(kind, server), EDGE_SUNSET_STATE: join(top, 'state') },
    git,
    commit,
    merge: (request) => {
      const { project, branch } = request;
      request.head = git(project, 'rev-parse', branch);
      const tree = git(project, 'merge-tree', '--write-tree', 'main', branch);
      const parents = ['-p', 'main', '-p', branch];
      const merged = git(project, 'commit-tree', tree, ...parents, '-m', `Merge ${branch}`);
      git(project, 'update-ref', 'refs/heads/main', merged);
      git(project, 'branch', '--quiet', '-D', branch);
      request.state = 'merged';
    },
    requests: () => server.requests.map(({ project, branch, state }) => `${project} ${branch} ${state}`),
    write: (name, text) => writeFileSync(join(folder, name), text),
    close: () => {
      close();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function hostEnvironment(kind: Kind, { url }: Server): Readonly<Record<string, string>> {
  return kind === 'github'
    ? { GITHUB_SERVER_URL: 'https://github.example.com', GITHUB_API_URL: url, GITHUB_TOKEN: TOKEN }
    : { CI_SERVER_URL: 'https://gitlab.example.com', CI_API_V4_URL: `${url}/api/v4`, GITLAB_TOKEN: TOKEN };
}

function run(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** One commit that adds files, in one process. An empty text takes a file away. */
function importText(branch: string, files: Files, isThere: boolean): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const changes = Object.entries(files).map(([path, text]) =>
    text === '' ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`,
  );
  const from = isThere ? `from refs/heads/${branch}^0\n` : '';
  const who = 'Sam Example <sam@example.com> 1700000000 +0000';
  return `commit refs/heads/${branch}\ncommitter ${who}\n${data('Change')}${from}${changes.join('')}\n`;
}
