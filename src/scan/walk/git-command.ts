/**
 * Runs git on a repository that may be hostile. What such a repository could use to run a program is switched
 * off: the file system monitor, hooks, filters, external diffs, any transport. The repository and its work
 * tree are named outright, so neither the environment nor `core.worktree` points git elsewhere; naming them is
 * also what git asks for where a repository belongs to another user. The settings of the user and the system
 * stay: they say which files are ignored, and they are not the repository's.
 */

import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path, { type PlatformPath } from 'node:path';
import type { Repository } from './repository.js';

export type Environment = Readonly<Record<string, string | undefined>>;

const SWITCHED_OFF: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting]);

const MAX_OUTPUT = 1024 * 1024 * 1024;
const TIME_LIMIT_MILLISECONDS = 120_000;

/** Settings for one run, which win over those of every file. */
type Variables = readonly (readonly [string, string])[];

export interface Git {
  /** Its full path. */
  readonly program: string;
  /** Runs to the end. `status` is null where git could not be started or took too long. */
  run(args: readonly string[], folder: string, settings?: Variables, input?: string): GitResult;
  /** Starts and does not wait. */
  start(args: readonly string[], folder: string, settings?: Variables): Promise<GitResult>;
}

export interface GitResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** `undefined` where no git is installed. */
export function gitFor(repository: Repository, environment: Environment): Git | undefined {
  const program = findProgram('git', environment, process.platform, isExecutable);
  if (program === undefined) return undefined;
  const env = gitEnvironment(environment, repository);
  const place = [...SWITCHED_OFF, `--git-dir=${repository.gitDir}`, `--work-tree=${repository.top}`];
  return {
    program,
    run(args, folder, settings = [], input = '') {
      const result = processes().spawnSync(program, [...place, ...args], {
        cwd: folder,
        env: { ...env, ...asVariables(settings) },
        input,
        stdio: ['pipe', 'pipe', 'pipe'],
        maxBuffer: MAX_OUTPUT,
        timeout: TIME_LIMIT_MILLISECONDS,
        windowsHide: true,
      });
      return {
        status: result.status,
        stdout: result.stdout ?? Buffer.alloc(0),
        stderr: String(result.stderr ?? ''),
      };
    },
    start: (args, folder, settings = []) =>
      ended(
        processes().spawn(program, [...place, ...args], {
          cwd: folder,
          env: { ...env, ...asVariables(settings) },
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: TIME_LIMIT_MILLISECONDS,
          windowsHide: true,
        }),
      ),
  };
}

async function ended(child: ChildProcess): Promise<GitResult> {
  const said: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => said.push(part));
  child.stderr?.on('data', (part: Buffer) => complaints.push(part));
  return new Promise((resolve) => {
    const end = (status: number | null, why: string) =>
      resolve({ status, stdout: Buffer.concat(said), stderr: String(Buffer.concat(complaints)) || why });
    child.on('error', (error) => end(null, error.message));
    child.on('close', (status, signal) =>
      end(status, status === 0 ? '' : `git ended with ${status ?? signal}`),
    );
  });
}

/** Loaded when it is first needed: that takes longer than scanning a small tree. */
function processes(): typeof import('node:child_process') {
  return process.getBuiltinModule('node:child_process');
}

/** Settings given by variables may have any name, also one with an equals sign, and win over every file. */
function asVariables(settings: Variables): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  settings.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}

/** The environment without git's own variables, but for the index a commit in progress is made from. */
function gitEnvironment(environment: Environment, repository: Repository): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.toUpperCase().startsWith('GIT_')) kept[name] = value;
  }
  const index = indexOfCommit(environment, repository);
  return {
    ...kept,
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}

/** `git commit -a` and `git commit <path>` run hooks with an index of their own inside the git directory. */
export function indexOfCommit(environment: Environment, repository: Repository): string | undefined {
  const given = environment.GIT_INDEX_FILE;
  if (given === undefined || given === '') return undefined;
  const file = path.resolve(repository.top, given);
  return path.dirname(file) === path.resolve(repository.gitDir) ? file : undefined;
}

/**
 * The program's full path. Looked up here because systems also search the current folder, which is the tree
 * being scanned: only absolute folders of the search path count.
 */
export function findProgram(
  name: string,
  environment: Environment,
  platform: NodeJS.Platform,
  exists: (file: string) => boolean,
): string | undefined {
  const windows = platform === 'win32';
  const system: PlatformPath = windows ? path.win32 : path.posix;
  const searched = Object.entries(environment).find(
    ([key]) => (windows ? key.toUpperCase() : key) === 'PATH',
  )?.[1];
  for (const folder of (searched ?? '').split(system.delimiter)) {
    if (!system.isAbsolute(folder)) continue;
    const file = system.join(folder, windows ? `${name}.exe` : name);
    if (exists(file)) return file;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
