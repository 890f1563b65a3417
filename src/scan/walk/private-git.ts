/**
 * Runs git without running it on the repository. A repository can make git start programs in many ways: filters, hooks,
 * a file system monitor, external diffs, transports, included configuration. So git is given a git directory of our own
 * in a temporary folder: an empty configuration, copies of `HEAD`, the references and the index, an empty work tree. Of
 * the repository it reads the objects alone, which are data. No setting of the user or the system is read either.
 *
 * For the same reason it does not matter to whom the repository belongs: nothing of it is obeyed.
 */

import {
  type Dirent,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Environment, findGit } from './find-program.js';
import { readRegularFile } from './regular-file.js';
import type { Repository } from './repository.js';

export interface PrivateGitResult {
  /** Null where git could not be started or took too long. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface PrivateGit {
  run(args: readonly string[], input?: string): PrivateGitResult;
  /** Gives git a copy of an index; why not, if that cannot be. */
  useIndex(file: string): string | undefined;
  close(): void;
}

const MOST_OUTPUT = 512 * 1024 * 1024;
const TIME_LIMIT_MILLISECONDS = 20_000;
/** Of address space, where a shell can limit it: objects may claim any size. */
const MOST_KILOBYTES = 2 * 1024 * 1024;
const LARGEST_REFERENCE = 64 * 1024;
const LARGEST_PACKED = 128 * 1024 * 1024;
export const LARGEST_INDEX = 256 * 1024 * 1024;
const MOST_FILES = 500_000;

/** Windows of packs small enough for the limit of memory; large blobs are streamed. */
const SETTINGS = `[core]
	repositoryFormatVersion = 1
	bare = false
	quotePath = false
	packedGitWindowSize = 64m
	packedGitLimit = 512m
	deltaBaseCacheLimit = 32m
	bigFileThreshold = 16m
`;

/** Why git cannot be used, if it cannot. */
class Refused extends Error {}

export function openPrivateGit(
  repository: Repository,
  environment: Environment,
): PrivateGit | { readonly failure: string } {
  const program = findGit(environment, repository.top);
  if (program === undefined)
    return { failure: 'no git program was found on the search path outside the repository and node_modules' };
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-git-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const objects = join(repository.commonDir, 'objects');
    checkObjects(objects);
    fill(folder, repository);
    return new CopiedGit(program, folder, environmentFor(folder, objects, environment), close);
  } catch (error) {
    close();
    if (error instanceof Refused) return { failure: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return { failure: `the repository could not be copied: ${why}` };
  }
}

class CopiedGit implements PrivateGit {
  readonly #program: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly close: () => void;

  constructor(program: string, folder: string, env: Record<string, string>, close: () => void) {
    this.#program = program;
    this.#folder = folder;
    this.#env = env;
    this.close = close;
  }

  run(args: readonly string[], input = ''): PrivateGitResult {
    const [program, ...rest] = limited([this.#program, '--no-pager', ...args]);
    const result = process.getBuiltinModule('node:child_process').spawnSync(program, rest, {
      cwd: join(this.#folder, 'work'),
      env: this.#env,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: MOST_OUTPUT,
      timeout: TIME_LIMIT_MILLISECONDS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const why = result.error === undefined ? '' : result.error.message;
    return {
      status: result.status,
      stdout: result.stdout ?? Buffer.alloc(0),
      stderr: String(result.stderr ?? '') || why,
    };
  }

  useIndex(file: string): string | undefined {
    const own = join(this.#folder, 'index');
    const { why } = copyRegular(file, own, LARGEST_INDEX);
    if (why !== undefined) return why;
    // A split index keeps most of its entries in a file beside it.
    for (const { name } of listed(dirname(file)))
      if (/^sharedindex\.[0-9a-f]+$/.test(name))
        copyRegular(join(dirname(file), name), join(this.#folder, name), LARGEST_INDEX);
    return undefined;
  }
}

/** With a limit of memory, where there is a shell to set one. */
function limited(command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command;
  if (process.platform !== 'linux') return [program, ...args];
  return ['/bin/sh', '-c', `ulimit -v ${MOST_KILOBYTES} 2>/dev/null; exec "$0" "$@"`, program, ...args];
}

function environmentFor(folder: string, objects: string, environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.toUpperCase().startsWith('GIT_')) kept[name] = value;
  }
  return {
    ...kept,
    // Older versions of git know no variable for the user's settings.
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    GIT_DIR: folder,
    GIT_WORK_TREE: join(folder, 'work'),
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  };
}

function fill(folder: string, { gitDir, commonDir, objectFormat }: Repository): void {
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'refs'));
  const copied = { files: 0 };
  for (const from of new Set([commonDir, gitDir])) copyReferences(from, folder, copied);
  const extensions = [
    ...(objectFormat === 'sha256' ? ['objectFormat = sha256'] : []),
    ...(statSync(join(commonDir, 'reftable'), { throwIfNoEntry: false }) ? ['refStorage = reftable'] : []),
  ];
  const section =
    extensions.length === 0 ? '' : `[extensions]\n${extensions.map((line) => `\t${line}\n`).join('')}`;
  writeFileSync(join(folder, 'config'), SETTINGS + section);
  if (!copyHead(join(gitDir, 'HEAD'), join(folder, 'HEAD'))) throw new Refused('its HEAD cannot be used');
}

function copyReferences(from: string, to: string, copied: { files: number }): void {
  for (const name of ['packed-refs', 'shallow', 'FETCH_HEAD', 'ORIG_HEAD', 'MERGE_HEAD'])
    tellRefusal(name, copyRegular(join(from, name), join(to, name), LARGEST_PACKED));
  for (const name of ['refs', 'reftable']) copyFolder(join(from, name), join(to, name), copied);
}

function copyFolder(from: string, to: string, copied: { files: number }): void {
  for (const entry of listed(from)) {
    if (++copied.files > MOST_FILES) throw new Refused(`it has more than ${MOST_FILES} references`);
    mkdirSync(to, { recursive: true });
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, copied);
    else tellRefusal(entry.name, copyRegular(source, target, LARGEST_REFERENCE));
  }
}

/** A branch, or a commit; long ago a link to the file of the branch. */
function copyHead(from: string, to: string): boolean {
  const found = readRegularFile(from, LARGEST_REFERENCE);
  const text = found.kind === 'read' ? found.bytes.toString('latin1') : `ref: ${linkTarget(from)}\n`;
  if (!/^(?:ref: *refs\/[^\0\n]*[^\0\s]|[0-9a-f]{40,64})\s*$/.test(text)) return false;
  writeFileSync(to, text, 'latin1');
  return true;
}

function linkTarget(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

interface Copied {
  readonly why?: string;
}

/** What is not there need not be copied, and neither is what is a link. */
function copyRegular(from: string, to: string, limit: number): Copied {
  const found = readRegularFile(from, limit);
  if (found.kind === 'read') writeFileSync(to, found.bytes);
  return found.kind === 'refused' ? found : {};
}

function tellRefusal(name: string, { why }: Copied): void {
  if (why !== undefined) throw new Refused(`its ${name} was not copied: ${why}`);
}

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Opening a pipe among the objects would make git wait. */
function checkObjects(folder: string, depth = 0): void {
  if (depth > 5) throw new Refused('its objects are in too many other repositories');
  checkFolder(folder, 0, { files: 0 });
  const found = readRegularFile(join(folder, 'info', 'alternates'), LARGEST_REFERENCE);
  if (found.kind !== 'read') return;
  for (const line of found.bytes.toString('utf8').split('\n')) {
    // git undoes quotes; nobody needs them.
    if (line === '' || line.startsWith('#') || line.startsWith('"')) continue;
    checkObjects(resolve(folder, line), depth + 1);
  }
}

function checkFolder(folder: string, depth: number, seen: { files: number }): void {
  for (const entry of listed(folder)) {
    const path = join(folder, entry.name);
    const status = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (++seen.files > MOST_FILES * 4) throw new Refused('it has too many objects');
    if (status?.isDirectory() === true && depth < 3) checkFolder(path, depth + 1, seen);
    else if (status?.isFile() !== true)
      throw new Refused(`its object file ${entry.name} is not a regular file`);
  }
}
