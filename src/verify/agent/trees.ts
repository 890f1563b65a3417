/**
 * Folders that agents work in: copies of the user's tree outside of it, each a git repository of its own, so that
 * nothing an agent does to `.git` reaches the user's repository. What a run that was killed left behind goes with the
 * next run.
 */
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeExactly, fileIn, type Git, openTemporary } from '../../migrate/index.js';
import { allFiles, isSafeName, listFiles, readRegularFile } from '../../scan/walk/index.js';
import { changedFiles } from '../check/trees.js';

const LARGEST_FILE = 2 ** 29;

type Environment = Readonly<Record<string, string | undefined>>;

/** A folder for all copies of a run. */
export function openWorkshop(): { readonly folder: string; readonly close: () => void } {
  const folder = openTemporary('agent', removeTree);
  return { folder, close: () => removeTree(folder) };
}

/** Also if something took the right to write away from its folders. */
export function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    allowWriting(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function allowWriting(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) allowWriting(join(folder, entry.name));
}

/** Copies the files that a scan of a tree would look at: tracked ones, and untracked ones that are not ignored. */
export function copyListed(from: string, to: string, environment: Environment): void {
  const list = listFiles(from, undefined, environment);
  if ('failure' in list) throw new Error(list.failure);
  for (const path of allFiles(list)) {
    // A name that is not UTF-8 comes to nothing here: no unit stands in such a file.
    const source = join(from, path);
    if (lstatSync(source, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Without links: the only ones in a copy lead to packages that were installed in the user's tree. */
export function copyTree(from: string, to: string): string {
  const filter = (path: string) => !lstatSync(path).isSymbolicLink();
  cpSync(from, to, { recursive: true, filter, mode: constants.COPYFILE_FICLONE });
  return to;
}

/** Links at the top of a copy, which a run of its program needed. */
export function removeLinks(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isSymbolicLink()) rmSync(join(folder, entry.name));
}

/** Makes all files of a folder the newest commit of a repository in it. */
export async function commitTree(git: Git, folder: string): Promise<void> {
  const cwd = folder;
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined)
    await git.text(['init', '--quiet', '--template=', '--initial-branch=main'], { cwd });
  await git.text(['add', '--all', '--force'], { cwd });
  const author = ['-c', 'user.name=edge-sunset', '-c', 'user.email=edge-sunset@example.com'];
  await git.text([...author, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message=Before'], {
    cwd,
  });
}

/** A file that an agent changed or made. */
export interface AgentFile {
  readonly path: string;
  /** Null for a new file. */
  readonly before: Buffer | null;
  readonly after: Buffer;
}

export function writeFiles(folder: string, files: readonly AgentFile[]): void {
  for (const { path, after } of files) writeFileSync(fileIn(folder, path), after);
}

/** Whether a tree holds what the files were changed from. */
export function fits(folder: string, files: readonly AgentFile[]): boolean {
  return files.every(({ path, before }) => {
    const now = bytesOf(folder, path);
    return now === null || before === null ? now === before : now.equals(before);
  });
}

export interface Collected {
  readonly files: readonly AgentFile[];
  /** What cannot be taken, a line each. */
  readonly refused: readonly string[];
}

export interface CollectOptions {
  readonly environment: Environment;
  /** Why a file must not be changed; null if it may. */
  readonly objection: (path: string) => string | null;
}

const MOST_FILES = 200;
const IGNORE_FILE = '.edgesunsetignore';

/**
 * What an agent changed in its copy of a tree. Its `.git` is thrown away first, so that it decides nothing. New files
 * that are hidden, ignored, or part of an installation are not looked at.
 */
export function collect(
  before: string,
  after: string,
  { environment, objection }: CollectOptions,
): Collected {
  if (lstatSync(after, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { files: [], refused: ['the folder itself was removed or replaced'] };
  // Nor does a list that would keep its other files out of sight.
  if (bytesOf(before, IGNORE_FILE) === null)
    rmSync(join(after, IGNORE_FILE), { recursive: true, force: true });
  removeTree(join(after, '.git'));
  copyTree(join(before, '.git'), join(after, '.git'));
  const files: AgentFile[] = [];
  const refused: string[] = [];
  for (const { path } of changedFiles(before, after, environment)) {
    const old = bytesOf(before, path);
    if (old === null && (isByTheWay(path) || !path.split('/').every((name) => isSafeName(name, true))))
      continue;
    const now = bytesOf(after, path);
    const problem =
      objection(path) ??
      (now === null
        ? 'it is gone or no regular file any more; leave it where it is'
        : decodeExactly(now) === null
          ? 'it is no text'
          : null);
    if (problem !== null) refused.push(`${path}: ${problem}`);
    else if (now !== null) files.push({ path, before: old, after: now });
  }
  if (files.length > MOST_FILES)
    refused.push(`${files.length} files are changed; at most ${MOST_FILES} may be`);
  return { files, refused };
}

/** What tools leave beside the files that they work on. */
function isByTheWay(path: string): boolean {
  return path
    .split('/')
    .some((name) => name.startsWith('.') || name === 'node_modules' || name === '__pycache__');
}

/** Null if there is no regular file, or a link on the way to it. */
export function bytesOf(folder: string, path: string): Buffer | null {
  let at = folder;
  for (const name of path.split('/').slice(0, -1)) {
    at = join(at, name);
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  }
  const found = readRegularFile(join(folder, path), LARGEST_FILE);
  return found.kind === 'read' ? found.bytes : null;
}
