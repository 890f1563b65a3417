/**
 * Keeps what a scan learned, a file for each tree and search: sixteen bytes of head, the identity of what was searched
 * for and by which build, then the keys as they lie in memory. Whatever does not fit is as good as nothing kept, and where
 * nothing can be written the next scan reads every file.
 */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Hash } from './hash.js';
import { discard, keepFile, namesIn } from './kept-file.js';
import { KeySet } from './key-set.js';
import type { Kept } from './tree-memory.js';

/** Where scans keep what they learn, and the build that learns it. */
export interface MemoryPlace {
  readonly folder: string;
  readonly build: string;
}

const SIGNATURE = 0x4d455345;
const HEAD_BYTES = 16;
const NUMBER_BYTES = 4;
const PLACE_BYTES = 8;

/** Files that are kept. */
const MOST_FILES = 64;

/** Far more than is ever written. */
const MOST_BYTES = 512 * 1024 * 1024;

/** `searched`: all that is searched for, exactly. */
export function kept(tree: string, { folder, build }: MemoryPlace, searched: string): Kept | undefined {
  try {
    const file = fileOf(tree, folder, searched);
    const status = statSync(file, { throwIfNoEntry: false });
    // Reading a pipe would wait.
    if (status?.isFile() !== true || status.size > MOST_BYTES) return undefined;
    return read(readFileSync(file), identityOf(build, searched));
  } catch {
    return undefined;
  }
}

export function keep(what: Kept, tree: string, { folder, build }: MemoryPlace, searched: string): void {
  if (keepFile(fileOf(tree, folder, searched), written(what, identityOf(build, searched))))
    dropOldest(folder);
}

/** One for each search, so that scans for different things do not take turns to forget. */
function fileOf(tree: string, folder: string, searched: string): string {
  const hash = new Hash();
  hash.text(tree);
  hash.text(searched);
  hash.finish();
  return join(
    folder,
    [hash.first, hash.second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
  );
}

/** Padded, so that the numbers behind it lie as the machine wants them. */
function identityOf(build: string, searched: string): Buffer {
  const identity = Buffer.from(`${build}\n${searched}`);
  return Buffer.concat([identity, Buffer.alloc(-identity.length & (PLACE_BYTES - 1))]);
}

function read(bytes: Buffer, identity: Buffer): Kept | undefined {
  const start = HEAD_BYTES + identity.length;
  const fits =
    bytes.length > start &&
    (bytes.length - start) % PLACE_BYTES === 0 &&
    bytes.readUInt32LE(0) === SIGNATURE &&
    bytes.readUInt32LE(4) === identity.length &&
    bytes.subarray(HEAD_BYTES, start).equals(identity);
  if (!fits) return undefined;
  const places = new Int32Array((bytes.length - start) / NUMBER_BYTES);
  new Uint8Array(places.buffer).set(bytes.subarray(start));
  const keys = KeySet.from(places, bytes.readUInt32LE(8));
  return keys && { keys, foldersInVain: bytes.readUInt32LE(12) === 1 };
}

function written({ keys, foldersInVain }: Kept, identity: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(SIGNATURE, 0);
  head.writeUInt32LE(identity.length, 4);
  head.writeUInt32LE(keys.count, 8);
  head.writeUInt32LE(foldersInVain ? 1 : 0, 12);
  const { buffer, byteOffset, byteLength } = keys.places();
  return Buffer.concat([head, identity, Buffer.from(buffer, byteOffset, byteLength)]);
}

/** What was written longest ago goes first. */
function dropOldest(folder: string): void {
  const names = namesIn(folder);
  if (names.length <= MOST_FILES) return;
  const files = names.map((name) => join(folder, name));
  const writtenAt = new Map(
    files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
  files.sort((a, b) => (writtenAt.get(a) ?? 0) - (writtenAt.get(b) ?? 0));
  for (const file of files.slice(0, -MOST_FILES)) discard(file);
}
