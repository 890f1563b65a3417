/**
 * Reads the paths out of a git index, versions 2, 3 and 4, with SHA-1 or SHA-256 names. What the file says
 * of sizes and times is not read here, only where it stands: git itself does not always keep them.
 *
 * Layout: "DIRC", version and number of entries, four bytes each. An entry is ten numbers of the file's status
 * (the seventh is the mode), the object name, two bytes of flags (stage, length of the path), two more if the
 * flags say so, and the path. Versions 2 and 3 end the path with one to eight zero bytes, so that entries
 * begin on multiples of eight; version 4 gives how many bytes to drop from the path before, then what to add.
 * Extensions follow, each a name of four letters and a length; a name in lower case must be understood to read
 * the file rightly. Then a checksum over all, which git does not check when it reads and neither do we; what
 * does not add up is refused as a whole.
 */

export const HASH_BYTES = { sha1: 20, sha256: 32 } as const;
export type ObjectFormat = keyof typeof HASH_BYTES;

/**
 * Told of every entry: the path is `bytes[start, end)`, of version 4 in a buffer that the next entry overwrites.
 * `stage` is 0 but for a path in conflict, which comes up to three times. The numbers of its status begin in the
 * index at `statusAt`, and its object name `STATUS_BYTES` later; 0 where an entry does not come from the file itself.
 */
export type EntryVisitor = (
  bytes: Buffer,
  start: number,
  end: number,
  mode: number,
  stage: number,
  statusAt: number,
) => void;

/** `undefined` if all was read; otherwise why not. */
export type UnreadableReason = string | undefined;

/** Why an index was not read. `leftToGit`: it may be one that git understands. */
export interface IndexRefusal {
  readonly why: string;
  readonly leftToGit: boolean;
}

export const FILE_TYPE_MASK = 0o170000;
export const REGULAR_FILE = 0o100000;
export const REPOSITORY_LINK = 0o160000;

const SIGNATURE = 0x44495243;
const HEADER_BYTES = 12;
const MODE_AT = 24;
export const STATUS_BYTES = 40;
const EXTENDED_FLAG = 0x4000;
const LENGTH_MASK = 0x0fff;

export function readGitIndex(
  index: Buffer,
  format: ObjectFormat,
  visit: EntryVisitor,
): IndexRefusal | undefined {
  const hashBytes = HASH_BYTES[format];
  if (index.length < HEADER_BYTES + hashBytes || index.readUInt32BE(0) !== SIGNATURE)
    return { why: 'it is not a git index', leftToGit: false };
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return { why: `its version is ${version}`, leftToGit: true };
  const entries = { index, count: index.readUInt32BE(8), hashBytes, end: index.length - hashBytes };
  const end = version === 4 ? readCompressed(entries, visit) : readPadded(entries, version, visit);
  if (end === undefined) return { why: 'its entries are damaged', leftToGit: true };
  const why = unknownExtension(index, end, entries.end);
  return why === undefined ? undefined : { why, leftToGit: true };
}

interface Entries {
  readonly index: Buffer;
  readonly count: number;
  readonly hashBytes: number;
  /** Where the checksum begins. */
  readonly end: number;
}

/** Versions 2 and 3. Gives where the entries end, `undefined` if they do not add up. */
function readPadded(
  { index, count, hashBytes, end }: Entries,
  version: number,
  visit: EntryVisitor,
): number | undefined {
  const flagsAt = STATUS_BYTES + hashBytes;
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry++) {
    if (at + flagsAt + 2 > end) return undefined;
    const flags = ((index[at + flagsAt] ?? 0) << 8) | (index[at + flagsAt + 1] ?? 0);
    if ((flags & EXTENDED_FLAG) !== 0 && version < 3) return undefined;
    const pathAt = at + flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4);
    const pathEnd = pathEndAt(index, pathAt, flags & LENGTH_MASK);
    if (pathEnd === undefined || pathEnd >= end) return undefined;
    visit(index, pathAt, pathEnd, modeAt(index, at), stageOf(flags), at);
    at += (pathEnd - at + 8) & ~7;
  }
  return at;
}

/** The length in the flags is exact up to its greatest value, which means "that or longer". */
function pathEndAt(index: Buffer, pathAt: number, length: number): number | undefined {
  const end = length === LENGTH_MASK ? index.indexOf(0, pathAt + length) : pathAt + length;
  return end > pathAt && index[end] === 0 ? end : undefined;
}

function readCompressed({ index, count, hashBytes, end }: Entries, visit: EntryVisitor): number | undefined {
  const flagsAt = STATUS_BYTES + hashBytes;
  let path = Buffer.alloc(4096);
  let length = 0;
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry++) {
    if (at + flagsAt + 2 > end) return undefined;
    const entryAt = at;
    const flags = ((index[at + flagsAt] ?? 0) << 8) | (index[at + flagsAt + 1] ?? 0);
    at += flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4);
    let dropped = 0;
    for (let more = true, first = true; more; first = false) {
      if (at >= end || dropped > length) return undefined;
      const byte = index[at++] ?? 0;
      // Each further group counts one more, so that no number can be written in two ways.
      dropped = (first ? 0 : (dropped + 1) * 128) + (byte & 0x7f);
      more = byte >= 0x80;
    }
    const added = index.indexOf(0, at);
    if (dropped > length || added < 0 || added >= end) return undefined;
    const kept = length - dropped;
    length = kept + added - at;
    if (length === 0) return undefined;
    if (length > path.length) path = Buffer.concat([path], length * 2);
    index.copy(path, kept, at, added);
    visit(path, 0, length, modeAt(index, entryAt), stageOf(flags), entryAt);
    at = added + 1;
  }
  return at;
}

function stageOf(flags: number): number {
  return (flags >> 12) & 3;
}

function modeAt(index: Buffer, entryAt: number): number {
  return ((index[entryAt + MODE_AT + 2] ?? 0) << 8) | (index[entryAt + MODE_AT + 3] ?? 0);
}

/** Any extension that must be understood is left to git: split index (`link`), sparse index (`sdir`), new ones. */
function unknownExtension(index: Buffer, start: number, end: number): UnreadableReason {
  let at = start;
  while (at < end) {
    if (at + 8 > end) return 'its extensions are damaged';
    const first = index[at] ?? 0;
    if (first < 0x41 || first > 0x5a)
      return `it has the extension ${JSON.stringify(index.toString('latin1', at, at + 4))}`;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end ? undefined : 'its extensions are damaged';
}

export interface IndexEntry {
  readonly mode: number;
  /** In hexadecimal digits. */
  readonly object: string;
  readonly stage: number;
  readonly path: Buffer;
}

/** An index of version 2 whose entries say nothing of the status of files. */
export function writeGitIndex(entries: readonly IndexEntry[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(SIGNATURE, 0);
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(entries.length, 8);
  const hashBytes = (entries[0]?.object.length ?? 2 * HASH_BYTES.sha1) / 2;
  const written = entries.map(({ mode, object, stage, path }) => {
    const pathAt = STATUS_BYTES + hashBytes + 2;
    const entry = Buffer.alloc((pathAt + path.length + 8) & ~7);
    entry.writeUInt32BE(mode, MODE_AT);
    entry.write(object, STATUS_BYTES, 'hex');
    entry.writeUInt16BE((stage << 12) | Math.min(path.length, LENGTH_MASK), pathAt - 2);
    path.copy(entry, pathAt);
    return entry;
  });
  return Buffer.concat([header, ...written, Buffer.alloc(hashBytes)]);
}
