/**
 * Keeps compiled code between runs, which is a tenth of the time of a short scan. Node does that itself from 22.8
 * on; for Node 20 this does it for the files of the command line. Both do so in a folder of the user's own. V8 refuses what
 * another version of it, or of a file of another length, has left; the rest is told by the name of what is kept.
 */
import { statSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { VERSION } from '../../version.js';
import { cacheFolder, type Environment } from './cache-folder.js';
import { discard, isPrivate, keepFile, namesIn, ownFolder, readOwnFile } from './kept-file.js';

/** Of the files in `parts`. What is kept is run, so it is taken from nobody but this user. */
export function keepCompiledCode(parts: string, environment: Environment = process.env): void {
  // Set by users for Node's own way of keeping it.
  if (environment.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const named = cacheFolder(process.platform, environment);
  const folder = named === null ? null : ownFolder(named, ['.', ...process.argv.slice(2)]);
  if (folder === null) return;
  const enable: unknown = Reflect.get(module, 'enableCompileCache');
  if (typeof enable !== 'function') {
    keepOurselves(parts, folder);
    return;
  }
  // Without a folder Node would use one that all users share.
  const ofNode = ownFolder(join(folder, 'node'), []);
  if (ofNode !== null && isPrivate(ofNode)) Reflect.apply(enable, module, [ofNode]);
}

/** What Node 20 calls to compile a CommonJS file. */
interface Compiler {
  _compile(this: NodeJS.Module, content: string, filename: string): unknown;
}

function isCompiler(value: unknown): value is Compiler {
  return typeof value === 'object' && value !== null && '_compile' in value;
}

interface Compiled {
  readonly script: Script;
  readonly keptAt: string;
}

/** The one file that imports modules: compiled by hand it could not. */
const IMPORTER = 'import.js';

function keepOurselves(parts: string, folder: string): void {
  const compiler: unknown = Reflect.get(module, 'prototype');
  if (!isCompiler(compiler)) return;
  const compileOthers = compiler._compile;
  const fresh: Compiled[] = [];
  compiler._compile = function (content, filename) {
    if (dirname(filename) !== parts || basename(filename) === IMPORTER)
      return compileOthers.call(this, content, filename);
    const keptAt = join(folder, nameOf(filename));
    const cachedData = kept(keptAt);
    const script = new Script(module.wrap(content), {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ script, keptAt });
    const run: unknown = script.runInThisContext();
    if (typeof run !== 'function') return compileOthers.call(this, content, filename);
    const require = module.createRequire(filename);
    return Reflect.apply(run, this.exports, [this.exports, require, this, filename, dirname(filename)]);
  };
  process.once('exit', () => {
    for (const compiled of fresh) keep(folder, compiled);
  });
}

const RUNTIME = `${process.version}-${process.arch}`;

/** Ends with what V8 depends on, so that what is kept for another one is left alone. */
function nameOf(filename: string): string {
  const { size, mtimeMs } = statSync(filename);
  return `${basename(filename, '.js')}@${VERSION}-${size}-${Math.floor(mtimeMs)}-${RUNTIME}`;
}

/** V8 trusts what it is given but for its head: what a crash of the system left half written is sorted out here. */
function kept(path: string): Buffer | undefined {
  const bytes = readOwnFile(path);
  if (bytes === null || bytes.length <= CHECK_BYTES) return undefined;
  const data = bytes.subarray(0, -CHECK_BYTES);
  return bytes.readInt32LE(data.length) === check(data) ? data : undefined;
}

const CHECK_BYTES = 4;
/** Many times in each page of a disk. */
const SAMPLE_BYTES = 256;

function check(data: Buffer): number {
  let sum = data.length;
  for (let at = 0; at + 4 <= data.length; at += SAMPLE_BYTES)
    sum = (Math.imul(sum, 31) + data.readInt32LE(at)) | 0;
  return sum;
}

function withCheck(data: Buffer): Buffer {
  const sum = Buffer.alloc(CHECK_BYTES);
  sum.writeInt32LE(check(data));
  return Buffer.concat([data, sum]);
}

/** In place of what was kept of an earlier version. Where nothing can be kept, the next run compiles again. */
function keep(folder: string, { script, keptAt }: Compiled): void {
  if (!keepFile(keptAt, withCheck(script.createCachedData()))) return;
  const own = basename(keptAt);
  const part = own.replace(/@.*$/s, '@');
  for (const name of namesIn(folder)) {
    if (name !== own && name.startsWith(part) && name.endsWith(RUNTIME)) discard(join(folder, name));
  }
}
