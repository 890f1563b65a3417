/** `node:fs` in memory: the files that the page hands over, and nothing else. */

const FOLDER = 0o040755;
const FILE = 0o100644;
const FILES = new Map();
const OPEN = new Map();
let lastDescriptor = 2;

export const constants = {
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_DIRECTORY: 65536,
  R_OK: 4,
  W_OK: 2,
  F_OK: 0,
};

/** Makes these the only files; folders follow from their paths. */
export function setFiles(files) {
  FILES.clear();
  for (const [path, text] of files) writeFileSync(path, text);
}

function failure(code, path) {
  return Object.assign(new Error(`${code}: ${path}`), { code, path, syscall: 'open' });
}

/** The whole path, without `.` and `..`. */
function nameOf(path) {
  const text = path instanceof URL ? path.pathname : path.toString();
  const parts = [];
  for (const part of (text.startsWith('/') ? text : `${process.cwd()}/${text}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function isFolder(name) {
  return name === '/' || [...FILES.keys()].some((path) => path.startsWith(`${name}/`));
}

function bytesAt(path) {
  const name = nameOf(path);
  const bytes = FILES.get(name);
  if (bytes === undefined) throw failure(isFolder(name) ? 'EISDIR' : 'ENOENT', name);
  return bytes;
}

function statusOf(name, options) {
  const bytes = FILES.get(name);
  if (bytes === undefined && !isFolder(name)) {
    if (options?.throwIfNoEntry === false) return undefined;
    throw failure('ENOENT', name);
  }
  const number = options?.bigint === true ? BigInt : Number;
  return {
    size: number(bytes?.length ?? 0),
    mode: number(bytes === undefined ? FOLDER : FILE),
    dev: number(1),
    ino: number(1 + [...FILES.keys()].indexOf(name)),
    uid: number(0),
    gid: number(0),
    nlink: number(1),
    mtimeMs: number(0),
    ctimeMs: number(0),
    mtimeNs: 0n,
    ctimeNs: 0n,
    isFile: () => bytes !== undefined,
    isDirectory: () => bytes === undefined,
    isSymbolicLink: () => false,
  };
}

export const existsSync = (path) => FILES.has(nameOf(path)) || isFolder(nameOf(path));
export const statSync = (path, options) => statusOf(nameOf(path), options);
/** There are no links. */
export const lstatSync = (path, options) => statusOf(nameOf(path), options);

export function accessSync(path) {
  statSync(path);
}

export function realpathSync(path, options) {
  statSync(path);
  return options?.encoding === 'buffer' ? Buffer.from(nameOf(path)) : nameOf(path);
}
realpathSync.native = realpathSync;

export function readlinkSync(path) {
  throw failure('EINVAL', nameOf(path));
}

export function readFileSync(path, options) {
  const bytes = typeof path === 'number' ? opened(path).bytes : bytesAt(path);
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const copy = Buffer.from(bytes);
  return encoding === undefined || encoding === null ? copy : copy.toString(encoding);
}

export function readdirSync(path, options) {
  const folder = nameOf(path);
  if (!isFolder(folder)) throw failure(FILES.has(folder) ? 'ENOTDIR' : 'ENOENT', folder);
  const below = folder === '/' ? '/' : `${folder}/`;
  const names = new Set(
    [...FILES.keys()]
      .filter((name) => name.startsWith(below))
      .map((name) => name.slice(below.length).split('/')[0]),
  );
  const sorted = [...names].sort();
  if (options?.withFileTypes !== true) return sorted;
  return sorted.map((name) =>
    Object.assign(statusOf(below + name), { name, parentPath: folder, path: folder }),
  );
}

function opened(descriptor) {
  const file = OPEN.get(descriptor);
  if (file === undefined) throw failure('EBADF', String(descriptor));
  return file;
}

export function openSync(path) {
  const name = nameOf(path);
  const bytes = FILES.get(name);
  if (bytes === undefined && !isFolder(name)) throw failure('ENOENT', name);
  lastDescriptor++;
  OPEN.set(lastDescriptor, { name, bytes, at: 0 });
  return lastDescriptor;
}

export function readSync(descriptor, into, offset = 0, length = into.length - offset, position = null) {
  const file = opened(descriptor);
  if (file.bytes === undefined) throw failure('EISDIR', file.name);
  const from = position ?? file.at;
  const piece = file.bytes.subarray(Number(from), Number(from) + length);
  into.set(piece, offset);
  if (position === null) file.at += piece.length;
  return piece.length;
}

export const fstatSync = (descriptor, options) => statusOf(opened(descriptor).name, options);
export const closeSync = (descriptor) => void OPEN.delete(descriptor);

export function writeFileSync(path, text) {
  FILES.set(nameOf(path), typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text));
}

export const mkdirSync = () => undefined;
export const mkdtempSync = (prefix) => `${prefix}0`;

export function rmSync(path) {
  FILES.delete(nameOf(path));
}

/** Only what writes to a disk needs these, which the page does not offer. */
function refuse() {
  throw failure('EROFS', 'the playground');
}
export const [
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  createReadStream,
  createWriteStream,
  fchmodSync,
  fchownSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  opendirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  watch,
  writeSync,
] = Array(18).fill(refuse);

export const promises = {
  readFile: async (path, options) => readFileSync(path, options),
  writeFile: async (path, text) => writeFileSync(path, text),
  mkdtemp: async (prefix) => mkdtempSync(prefix),
  rm: async (path) => rmSync(path),
};

export default {
  constants,
  existsSync,
  statSync,
  lstatSync,
  accessSync,
  realpathSync,
  readlinkSync,
  readFileSync,
  readdirSync,
  openSync,
  readSync,
  fstatSync,
  closeSync,
  writeFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  promises,
};
