/**
 * git on the user's own clone. Everywhere else the repository is data and git gets a copy of it; a pull request needs
 * what only the clone knows: who the author is, how commits are signed, which hooks hold, how a push logs in. So this is
 * the one place where git reads the configuration of the repository, as it does for `git commit` and `git push`.
 *
 * Hooks run for a commit and for a push, nowhere else. Settings that start programs and are of no use here are off.
 */
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { Hooks, RUN } from './hooks.js';

export interface GitResult {
  /** Null where git could not be started or was ended. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  /** Lets the hooks of the user run. */
  readonly hooks?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** git refused something. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly stderr: string;
  constructor(what: string, { stderr }: GitResult) {
    super(`git ${what} failed`);
    this.stderr = withoutCredentials(stderr).trim();
  }
}

/** The user or the system asked for the end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** What git puts between rows that may hold any other character. */
export const NUL = String.fromCharCode(0);

const TIME_LIMIT_MILLISECONDS = 15 * 60_000;

/** What is asked of the configuration, in one process. */
const ASKED =
  '^(hook\\..*\\.event|remote\\..*\\.(url|uploadpack|promisor)|extensions\\.partialclone|url\\..*\\.insteadof)$';

/** No monitor of files, no upkeep in the background, no submodules, no repositories hidden in the tree. */
const SETTINGS = [
  'core.fsmonitor=false',
  // Said to do nothing: an empty one would run the repository that it is asked for.
  'core.alternateRefsCommand=:',
  'core.sparseCheckout=false',
  'advice.detachedHead=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
];

/** They would lead git to another repository than the one that was asked for. */
const REDIRECTING = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_EXTERNAL_DIFF',
]);

/** Ways to other repositories; none of them starts a program of the configuration. */
const PROTOCOLS = 'file:git:http:https:ssh';

/** What the configuration may name in their place is not run. */
const REMOTE_PROGRAMS: Readonly<Record<string, string>> = {
  clone: '--upload-pack=git-upload-pack',
  push: '--receive-pack=git-receive-pack',
  fetch: '--upload-pack=git-upload-pack',
  'ls-remote': '--upload-pack=git-upload-pack',
};

/** Tokens of the hosts are for the hosts: no hook and no command of the tree gets them. */
export const TOKENS = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'INPUT_TOKEN'];

type Environment = Readonly<Record<string, string | undefined>>;

export class Git {
  readonly #program: string;
  readonly #top: string;
  readonly #env: Environment;
  readonly #signal: AbortSignal;
  #asked: Promise<Settings> | null = null;

  constructor(program: string, top: string, environment: Environment, signal: AbortSignal) {
    this.#program = program;
    this.#top = top;
    this.#signal = signal;
    this.#env = environmentFor(environment);
  }

  /** Runs git and gives what it said; throws only when the run is interrupted. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const cwd = options.cwd ?? this.#top;
    const hooks = options.hooks === true ? await this.#hooks(cwd) : null;
    try {
      return await this.#start(args, cwd, hooks?.folder ?? '/dev/null', options);
    } finally {
      hooks?.remove();
    }
  }

  async #start(args: readonly string[], cwd: string, hooks: string, options: GitOptions): Promise<GitResult> {
    const [command = '', ...rest] = args;
    const program = REMOTE_PROGRAMS[command];
    const hookSettings = namedHooks(await this.settings());
    const disabled = disabledHooks(hookSettings, options.hooks === true && program === undefined);
    const settings = [...SETTINGS, `core.hooksPath=${hooks}`].flatMap((setting) => ['-c', setting]);
    const all = ['--no-pager', ...settings, command, ...(program === undefined ? [] : [program]), ...rest];
    // A push, fetch or listing may log in with them.
    const env = program === undefined ? without(this.#env, TOKENS) : this.#env;
    return runProgram(this.#program, all, {
      cwd,
      env: { ...withSettings(env, disabled), ...options.env },
      input: options.input ?? '',
      signal: this.#signal,
    });
  }

  /** The hooks and remotes that the configuration names, and whether the clone is partial. */
  settings(): Promise<Settings> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<Settings> {
    const { stdout } = await this.#plain(['config', '--null', '--get-regexp', ASKED], this.#top);
    const found = new Map<string, string[]>();
    for (const row of stdout.split(NUL)) {
      const end = row.indexOf('\n');
      if (end >= 0) append(found, row.slice(0, end), row.slice(end + 1));
      // A key without a value.
      else if (row !== '') append(found, row, '');
    }
    return found;
  }

  /** Without what is set for all else: for questions about the configuration. */
  #plain(args: readonly string[], cwd: string): Promise<GitResult> {
    const env = without(this.#env, TOKENS);
    return runProgram(this.#program, args, { cwd, env, input: '', signal: this.#signal });
  }

  async #hooks(cwd: string): Promise<Hooks> {
    const result = await this.#plain(['rev-parse', '--git-dir', '--git-path', 'hooks'], cwd);
    if (result.status !== 0) throw new GitError('rev-parse', result);
    const [own = '', hooks = ''] = result.stdout.split('\n').map((line) => resolve(cwd, line));
    return new Hooks(own, hooks, TOKENS);
  }

  /** What git printed, without the last line break. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const result = await this.run(args, options);
    if (result.status !== 0) throw new GitError(args[0] ?? '', result);
    return result.stdout.replace(/\n$/, '');
  }

  /** The same; null where git says no. */
  async maybe(args: readonly string[], options: GitOptions = {}): Promise<string | null> {
    const result = await this.run(args, options);
    return result.status === 0 ? result.stdout.replace(/\n$/, '') : null;
  }

  /** Fetches a commit that is not there. A clone with its whole history keeps it: `--depth` would cut it off. */
  async fetchCommit(remote: string, commit: string, depth: number): Promise<void> {
    if ((await this.run(['cat-file', '-e', `${commit}^{commit}`])).status === 0) return;
    const isShallow = (await this.text(['rev-parse', '--is-shallow-repository'])) === 'true';
    await this.text([
      ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'],
      ...(isShallow ? [`--depth=${depth}`] : []),
      ...[remote, commit],
    ]);
  }
}

/** Values by the key as git prints it, the strongest last. */
export type Settings = ReadonlyMap<string, readonly string[]>;

function append(found: Map<string, string[]>, key: string, value: string): void {
  const values = found.get(key);
  if (values === undefined) found.set(key, [value]);
  else values.push(value);
}

function namedHooks(settings: Settings): readonly HookSetting[] {
  return [...settings].flatMap(([key, values]) => {
    const [, name] = /^(hook\..*)\.event$/s.exec(key) ?? [];
    return name === undefined ? [] : values.map((event) => ({ name, event }));
  });
}

/** A hook that is a setting, which git knows since 2.54. */
interface HookSetting {
  /** `hook.lint` */
  readonly name: string;
  readonly event: string;
}

/** `core.hooksPath` does not reach them. With `hooks` those stay that are for the commit alone. */
function disabledHooks(
  all: readonly HookSetting[],
  hooks: boolean,
): readonly (readonly [key: string, value: string])[] {
  const others = all.filter(({ event }) => !hooks || !RUN.includes(event));
  return [...new Set(others.map(({ name }) => name))].map((name) => [`${name}.enabled`, 'false']);
}

/** After all that files say; names with any characters in them. */
function withSettings(
  environment: Environment,
  settings: readonly (readonly [key: string, value: string])[],
): Environment {
  const first = Number(environment.GIT_CONFIG_COUNT ?? 0);
  const rows = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  if (rows.length === 0) return environment;
  return { ...environment, ...Object.fromEntries(rows), GIT_CONFIG_COUNT: `${first + settings.length}` };
}

function environmentFor(environment: Environment): Environment {
  return {
    ...without(environment, [...REDIRECTING]),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: environment.GIT_ALLOW_PROTOCOL ?? PROTOCOLS,
    // Before what the configuration names; only this takes it away.
    GIT_PROXY_COMMAND: environment.GIT_PROXY_COMMAND ?? '',
    GIT_TERMINAL_PROMPT: environment.GIT_TERMINAL_PROMPT ?? '0',
    // Large files are not needed to change source text.
    GIT_LFS_SKIP_SMUDGE: '1',
  };
}

export function without(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

interface Start {
  readonly cwd: string;
  readonly env: Environment;
  readonly input: string | Uint8Array;
  readonly signal: AbortSignal;
  readonly shell?: boolean;
}

/** Runs a program to its end. An interrupt is handed on to it, and then told as `Interrupted`. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input, signal, shell = false }: Start,
): Promise<GitResult> {
  if (signal.aborted) throw new Interrupted();
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child: ChildProcess = spawn(program, args, { cwd, env: { ...env }, shell, windowsHide: true });
  const end = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MILLISECONDS);
  try {
    const result = await new Promise<GitResult>((resolve) => {
      const output: Buffer[] = [];
      const errors: Buffer[] = [];
      child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
      child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
      child.stdin?.on('error', () => {});
      child.on('error', (error) => resolve({ status: null, stdout: '', stderr: error.message }));
      // Whatever a hook has started may hold the pipes open: after an interrupt nobody waits for it.
      child.on('exit', (status) => {
        if (signal.aborted) resolve({ status, stdout: '', stderr: '' });
      });
      child.on('close', (status) =>
        resolve({
          status,
          stdout: Buffer.concat(output).toString('utf8'),
          stderr: Buffer.concat(errors).toString('utf8'),
        }),
      );
      child.stdin?.end(input);
    });
    if (signal.aborted) throw new Interrupted();
    return result;
  } finally {
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Addresses without the name and password in them. */
export function withoutCredentials(text: string): string {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1');
}
