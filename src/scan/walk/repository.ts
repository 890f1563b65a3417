/** Finds the git repository a folder belongs to, without running git and without believing its configuration. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ObjectFormat } from './git-index.js';
import { readRegularFile } from './regular-file.js';

export interface Repository {
  /** The folder the tracked paths are relative to; its real path. */
  readonly top: string;
  /** Holds `index` and `HEAD`; of a linked worktree or a submodule it lies elsewhere. */
  readonly gitDir: string;
  /** Holds `config` and `info/exclude`; another folder than `gitDir` for linked worktrees only. */
  readonly commonDir: string;
  readonly objectFormat: ObjectFormat;
}

const GIT_FILE_LIMIT = 64 * 1024;
const GITDIR = 'gitdir: ';

export function findRepository(folder: string): Repository | undefined {
  let at = realpathSync.native(folder);
  for (;;) {
    const gitDir = gitDirOf(at);
    if (gitDir !== undefined) return repositoryAt(at, gitDir);
    const above = dirname(at);
    if (above === at) return undefined;
    at = above;
  }
}

/** The git directory of a folder that is the top of a work tree. */
function gitDirOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const candidate = status.isDirectory() ? path : status.isFile() ? pointedTo(path, folder) : undefined;
  return candidate !== undefined && isFile(join(candidate, 'HEAD')) ? candidate : undefined;
}

/** A worktree or submodule has a file instead: `gitdir: <path>`. */
function pointedTo(file: string, folder: string): string | undefined {
  const text = smallFile(file);
  if (text?.startsWith(GITDIR) !== true) return undefined;
  const target = text.slice(GITDIR.length).replace(/(?<![\r\n])[\r\n]+$/, '');
  return target === '' ? undefined : resolve(folder, target);
}

function repositoryAt(top: string, gitDir: string): Repository {
  const common = smallFile(join(gitDir, 'commondir'))?.trim();
  const commonDir = common === undefined ? gitDir : resolve(gitDir, common);
  const config = smallFile(join(commonDir, 'config')) ?? '';
  return { top, gitDir, commonDir, objectFormat: objectFormatOf(config) };
}

/** Only this one setting is needed; if it is misread, the index does not add up and is refused. */
function objectFormatOf(config: string): ObjectFormat {
  return /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256"?[ \t]*\r?$/im.test(config) ? 'sha256' : 'sha1';
}

function smallFile(path: string): string | undefined {
  const found = readRegularFile(path, GIT_FILE_LIMIT, { follow: true });
  return found.kind === 'read' ? found.bytes.toString('utf8') : undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
