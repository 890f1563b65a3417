/** The two trees of a verification: folders as they are, or a commit in a folder of its own. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { visible } from '../../report/index.js';
import {
  allFiles,
  findRepository,
  isSafeName,
  listFiles,
  openPrivateGit,
  readRegularFile,
} from '../../scan/walk/index.js';

export interface CheckedOut {
  /** Absolute. */
  readonly root: string;
  readonly close: () => void;
}

export type CheckOut =
  | { readonly ok: true; readonly tree: CheckedOut }
  | { readonly ok: false; readonly problem: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** What git puts between names that may hold any other character. */
const NUL = String.fromCharCode(0);

/** A commit of the repository around a folder, as files in a temporary folder. */
export function checkOut(reference: string, folder: string, environment: Environment): CheckOut {
  const repository = findRepository(folder);
  if (repository === undefined)
    return { ok: false, problem: 'this is no git repository: name a folder with --before' };
  const git = openPrivateGit(repository, environment);
  if ('failure' in git) return { ok: false, problem: git.failure };
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-before-')));
  const close = () => rmSync(root, { recursive: true, force: true });
  let isDone = false;
  try {
    const listed = git.run(['ls-tree', '-r', '-l', '-z', '--full-tree', '--end-of-options', reference]);
    if (listed.status !== 0)
      return { ok: false, problem: `git knows no commit ${JSON.stringify(reference)}` };
    const blobs = listed.stdout.toString('latin1').split(NUL).flatMap(blobIn);
    for (const some of inBatches(blobs)) {
      const read = git.run(['cat-file', '--batch'], some.map(({ object }) => `${object}\n`).join(''));
      const contents = contentsIn(read.stdout);
      for (const { path, mode } of some) {
        const bytes = contents.next().value;
        // git was ended: the file is larger than any that is read.
        if (read.status === null && some.length === 1) continue;
        const problem =
          bytes instanceof Buffer ? written(root, path, mode, bytes) : read.status === null ? SLOW : ABSENT;
        if (problem !== null)
          return { ok: false, problem: `${visible(JSON.stringify(shown(path)))} of the commit ${problem}` };
      }
    }
    isDone = true;
    return { ok: true, tree: { root, close } };
  } finally {
    git.close();
    if (!isDone) close();
  }
}

interface Blob {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  /** Its characters are its bytes. */
  readonly path: string;
}

/** A row of `ls-tree -l`. Links and submodules are left out: nothing of them is read. */
function blobIn(row: string): readonly Blob[] {
  const [, mode = '', object, size = '', path = ''] =
    /^(100\d+) blob ([0-9a-f]+) {1,8}(\S+)\t([\s\S]+)$/.exec(row) ?? [];
  const isSafe = (name: string) => isSafeName(name, process.platform === 'win32');
  if (object === undefined || !shown(path).split('/').every(isSafe)) return [];
  // What is not in the repository has no size.
  return [{ mode, object, size: Number(size) || 0, path }];
}

/** A process for each file would take longer than all else. */
const BATCH_BYTES = 64 * 1024 * 1024;

function* inBatches(blobs: readonly Blob[]): Generator<readonly Blob[]> {
  let [batch, bytes]: [Blob[], number] = [[], 0];
  for (const blob of blobs) {
    if (batch.length > 0 && bytes + blob.size > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(blob);
    bytes += blob.size;
  }
  if (batch.length > 0) yield batch;
}

const NEW_LINE = 10;

/** What `cat-file --batch` prints, object by object; null for one that is not in the repository. */
function* contentsIn(printed: Buffer): Generator<Buffer | null, undefined> {
  for (let at = 0; at < printed.length; ) {
    const head = printed.indexOf(NEW_LINE, at);
    if (head < 0) return;
    const [, kind, size = ''] = printed.toString('latin1', at, head).split(' ');
    at = head + 1;
    if (kind !== 'blob') {
      yield null;
      continue;
    }
    const end = at + Number(size);
    // Its end is missing where git was ended.
    if (end >= printed.length) return;
    yield printed.subarray(at, end);
    at = end + 1;
  }
}

const SLOW = 'could not be read, for git took too long: name a folder with --before';
const ABSENT =
  'is not in the repository: a partial clone does not hold all files. Use a full clone, or name a folder with --before';

/** Faults of a name, not of the disk: names that are too long, or a file and a folder of one name. */
const OF_NAMES: ReadonlySet<string> = new Set(['EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ENOTDIR']);

/** Why a file of a commit cannot be written; null if it was. */
function written(root: string, path: string, mode: string, bytes: Buffer): string | null {
  try {
    mkdirSync(inTree(root, posix.dirname(path)), { recursive: true });
    writeFileSync(inTree(root, path), bytes, { mode: mode.endsWith('755') ? 0o755 : 0o644 });
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!OF_NAMES.has(code)) throw error;
    return `cannot be written as a file (${code})`;
  }
}

/** Programs need what is installed beside them, which no commit holds. */
export function lendDependencies(from: string, to: string): void {
  for (const name of ['node_modules', '.venv', 'vendor']) {
    const source = join(from, name);
    if (existsSync(source) && statSync(source).isDirectory() && !existsSync(join(to, name)))
      symlinkSync(source, join(to, name));
  }
}

export interface ChangedFile {
  readonly path: string;
  /** Null for a file that is new, or gone. */
  readonly before: string | null;
  readonly after: string | null;
}

const LARGEST = 8 * 1024 * 1024;

/** Files whose bytes differ, in the order of the bytes of their paths. */
export function changedFiles(
  before: string,
  after: string,
  environment: Environment,
): readonly ChangedFile[] {
  const paths = new Set([...filesOf(before, environment), ...filesOf(after, environment)]);
  return [...paths].sort().flatMap((path) => {
    const [left, right] = [bytesOf(inTree(before, path)), bytesOf(inTree(after, path))];
    if (left !== null && right !== null && left.equals(right)) return [];
    const [old, now] = [textOf(left), textOf(right)];
    return old === now ? [] : [{ path: shown(path), before: old, after: now }];
  });
}

/** A path whose characters are its bytes, as text. */
function shown(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The same in a folder: as bytes where it is no UTF-8, for as text it would lead elsewhere. */
function inTree(root: string, bytes: string): string | Buffer {
  const text = shown(bytes);
  return text.includes('\ufffd')
    ? Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes, 'latin1')])
    : join(root, ...text.split('/'));
}

/** Characters of the paths are their bytes. */
function filesOf(root: string, environment: Environment): readonly string[] {
  const list = listFiles(root, undefined, environment);
  if ('failure' in list) return [];
  const paths: string[] = [];
  for (const cursor = allFiles(list).cursor(); cursor.next(); )
    paths.push(cursor.relative().toString('latin1'));
  return paths;
}

function bytesOf(file: string | Buffer): Buffer | null {
  const read = readRegularFile(file, LARGEST);
  return read.kind === 'read' ? read.bytes : null;
}

function textOf(bytes: Buffer | null): string | null {
  return bytes?.toString('utf8') ?? null;
}
