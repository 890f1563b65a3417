/**
 * What git would say of files of a work tree: their bytes are hashed here and compared with the index. Filters and line
 * endings are not applied, so a file that differs only by those counts as changed, but for line feeds that a checkout
 * turned into the line endings of Windows.
 */

import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { stagedPaths } from './changes.js';
import type { Environment } from './find-program.js';
import { FILE_TYPE_MASK, HASH_BYTES, type ObjectFormat, REGULAR_FILE, STATUS_BYTES } from './git-index.js';
import { type GitTree, gitTree, indexFile, readIndex } from './git-tree.js';
import { readRegularFile } from './regular-file.js';
import { findRepository } from './repository.js';

/**
 * `unchanged`: the bytes are those that the index and the last commit hold, or git found them so and the file was not
 * touched since; `staged`: the last commit does not hold what the index does; `hidden`: changed, and git is told
 * not to look; `untracked`: ignored or not.
 */
export type FileState = 'unchanged' | 'staged' | 'changed' | 'hidden' | 'conflict' | 'no file' | 'untracked';

const LARGEST_FILE = 512 * 1024 * 1024;

/**
 * The states of files given by their paths from `root`, with `/`. `undefined` outside a repository; `failure` where the
 * repository cannot be read. Flags such as "assume unchanged" are not believed.
 */
export function fileStates(
  root: string,
  paths: readonly string[],
  environment: Environment = process.env,
): ReadonlyMap<string, FileState> | { readonly failure: string } | undefined {
  const repository = findRepository(root);
  if (repository === undefined) return undefined;
  const tree = gitTree(repository, repository.top, environment);
  const above = path.relative(repository.top, realpathSync.native(root)).split(path.sep).join('/');
  const byName = new Map(paths.map((file) => [path.posix.join(above, file), file]));
  const writtenAt = indexWrittenAt(tree);
  const states = new Map<string, FileState>();
  const failure = readIndex(tree, (index) => {
    for (const file of paths) states.set(file, 'untracked');
    return (bytes, start, end, mode, stage, statusAt) => {
      const name = bytes.toString('utf8', start, end);
      const file = byName.get(name);
      if (file === undefined) return;
      const entry = { index, statusAt, writtenAt, format: repository.objectFormat };
      const isFile = (mode & FILE_TYPE_MASK) === REGULAR_FILE;
      states.set(
        file,
        stage !== 0 ? 'conflict' : isFile ? stateOf(path.join(repository.top, name), entry) : 'no file',
      );
    };
  });
  if (failure !== undefined) return { failure: `the git index cannot be used: ${failure}` };
  const staged = stagedPaths(tree);
  if ('failure' in staged) return staged;
  for (const [name, file] of byName) {
    const isHeld = states.get(file) === 'unchanged' || states.get(file) === 'changed';
    if (isHeld && staged.has(Buffer.from(name).toString('latin1'))) states.set(file, 'staged');
  }
  return states;
}

interface Entry {
  readonly index: Buffer;
  readonly statusAt: number;
  /** When the index was written, in milliseconds. */
  readonly writtenAt: number;
  readonly format: ObjectFormat;
}

function stateOf(file: string, { index, statusAt, writtenAt, format }: Entry): FileState {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status?.isFile() !== true) return 'no file';
  if (holds(file, objectAt(index, statusAt, format), format)) return 'unchanged';
  // What went through a filter differs from the object; git knows by its status whether it was touched.
  if (isNotCompared(index, statusAt + STATUS_BYTES + HASH_BYTES[format])) return 'hidden';
  return isAsNoted(status, index, statusAt, writtenAt) ? 'unchanged' : 'changed';
}

const ASSUME_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;

function isNotCompared(index: Buffer, flagsAt: number): boolean {
  const flags = index.readUInt16BE(flagsAt);
  if ((flags & ASSUME_UNCHANGED) !== 0) return true;
  return (flags & EXTENDED) !== 0 && (index.readUInt16BE(flagsAt + 2) & SKIP_WORKTREE) !== 0;
}

function indexWrittenAt(tree: GitTree): number {
  return statSync(indexFile(tree), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function objectAt(index: Buffer, statusAt: number, format: ObjectFormat): Buffer {
  const start = statusAt + STATUS_BYTES;
  return index.subarray(start, start + HASH_BYTES[format]);
}

/** Whether a file has the bytes of a blob, apart from line endings. */
function holds(file: string | Buffer, object: Buffer, format: ObjectFormat): boolean {
  const found = readRegularFile(file, LARGEST_FILE);
  if (found.kind !== 'read') return false;
  if (blobName(found.bytes, format).equals(object)) return true;
  if (!found.bytes.includes('\r\n')) return false;
  const converted = Buffer.from(found.bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return blobName(converted, format).equals(object);
}

function blobName(bytes: Buffer, format: ObjectFormat): Buffer {
  // Loaded here: most scans compare no file with the index.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest();
}

/** Tells of the paths of an index (latin1, from the root) whether the file may differ from what the index holds. */
export function changedInWorkTree(
  tree: GitTree,
): { readonly isChanged: (path: string) => boolean } | { readonly failure: string } {
  const entries = new Map<string, number>();
  let index: Buffer = Buffer.alloc(0);
  const failure = readIndex(tree, (bytes) => {
    index = bytes;
    entries.clear();
    return (from, start, end, _mode, stage, statusAt) => {
      // Of a path in conflict no version is that of the work tree.
      entries.set(from.toString('latin1', start, end), stage === 0 ? statusAt : 0);
    };
  });
  if (failure !== undefined) return { failure };
  const writtenAt = indexWrittenAt(tree);
  const { objectFormat } = tree.repository;
  return {
    isChanged(name) {
      const at = entries.get(name) ?? 0;
      if (at === 0) return true;
      const file = Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from(name, 'latin1')]);
      const status = lstatSync(file, { throwIfNoEntry: false });
      if (status === undefined) return false;
      if (isAsNoted(status, index, at, writtenAt)) return false;
      return !holds(file, objectAt(index, at, objectFormat), objectFormat);
    },
  };
}

/** Clocks of file systems tick a hundred times a second and more often. */
const CLOCK_MILLISECONDS = 20;

/** Less than the system tells apart, more than a number of milliseconds loses. */
const TICK_MILLISECONDS = 0.002;

/**
 * Whether the status is the one in the index. A file changed at the time at which the index was written may have been
 * changed after it was noted.
 */
function isAsNoted(status: Stats, index: Buffer, at: number, writtenAt: number): boolean {
  const timeAt = (offset: number) =>
    index.readUInt32BE(at + offset) * 1000 + index.readUInt32BE(at + offset + 4) / 1e6;
  const isTime = (offset: number, milliseconds: number) =>
    Math.abs(timeAt(offset) - milliseconds) < TICK_MILLISECONDS;
  return (
    isTime(0, status.ctimeMs) &&
    isTime(8, status.mtimeMs) &&
    index.readUInt32BE(at + 20) === status.ino % 2 ** 32 &&
    index.readUInt32BE(at + 36) === status.size % 2 ** 32 &&
    Math.max(status.mtimeMs, status.ctimeMs) + CLOCK_MILLISECONDS < writtenAt
  );
}
