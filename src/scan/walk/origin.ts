/** Which repository a folder belongs to, as other machines know it; read from its files, without running git. */
import { join, relative, sep } from 'node:path';
import { readRegularFile } from './regular-file.js';
import { findRepository } from './repository.js';

export interface Origin {
  /** Host and path of the remote `origin`, such as `code.example.com/shop/api`. */
  readonly name?: string;
  /** What is checked out. */
  readonly commit?: string;
  /** The folder in the repository, if it is not the top. */
  readonly folder?: string;
}

const LARGEST_CONFIG = 64 * 1024;
const LARGEST_REFS = 16 * 1024 * 1024;

/** Null for a folder that is in no repository, or does not exist. */
export function originOf(folder: string): Origin | null {
  const repository = repositoryOf(folder);
  if (repository === undefined) return null;
  const { top, gitDir, commonDir } = repository;
  const name = nameIn(smallFile(join(commonDir, 'config'), LARGEST_CONFIG) ?? '');
  const commit = commitOf(gitDir, commonDir);
  const inside = relative(top, folder).split(sep).join('/');
  return {
    ...(name === null ? {} : { name }),
    ...(commit === null ? {} : { commit }),
    ...(inside === '' || inside.startsWith('..') ? {} : { folder: inside }),
  };
}

function repositoryOf(folder: string) {
  try {
    return findRepository(folder);
  } catch {
    return undefined;
  }
}

/** The address of `origin` in a configuration of git. */
function nameIn(config: string): string | null {
  let isOrigin = false;
  for (const line of config.split(/\r?\n/)) {
    const text = line.trim();
    if (text.startsWith('[')) isOrigin = /^\[\s*remote\s+"origin"\s*\]/i.test(text);
    const [, url] = (isOrigin ? /^url\s*=\s*(\S+)$/i.exec(text) : null) ?? [];
    if (url !== undefined) return repositoryName(url.replaceAll('"', ''));
  }
  return null;
}

/** `https://user:secret@host/path.git` and `git@host:path` without all that does not tell repositories apart. */
export function repositoryName(url: string): string | null {
  const [, webHost, webPath] = /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/]+)\/(.+)$/i.exec(url) ?? [];
  const [, host, path] = /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(url) ?? [];
  const [at, way] = webHost === undefined ? [host, path] : [webHost, webPath];
  if (at === undefined || way === undefined) return null;
  const [plain = ''] = way.split(/[?#]/, 1);
  const bare = plain
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  const server = at.toLowerCase().replace(webHost === undefined ? '' : /:(?:22|80|443)$/, '');
  return bare === '' ? null : `${server}/${bare}`;
}

function commitOf(gitDir: string, commonDir: string): string | null {
  const head = smallFile(join(gitDir, 'HEAD'), 1024)?.trim() ?? '';
  const [, ref] = /^ref: (refs\/[\w./@+-]+)$/.exec(head) ?? [];
  if (ref === undefined) return hashIn(head);
  if (ref.includes('..')) return null;
  const loose = smallFile(join(commonDir, ref), 1024);
  if (loose !== undefined) return hashIn(loose.trim());
  const packed = smallFile(join(commonDir, 'packed-refs'), LARGEST_REFS) ?? '';
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`));
  return hashIn(line?.split(' ')[0] ?? '');
}

function hashIn(text: string): string | null {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : null;
}

function smallFile(path: string, limit: number): string | undefined {
  const found = readRegularFile(path, limit, { follow: true });
  return found.kind === 'read' ? found.bytes.toString('utf8') : undefined;
}
