/**
 * What git ignores by files outside the tree: `info/exclude` of the repository, and the file that `core.excludesFile`
 * of the user or the system names. What the configuration of the repository itself says of such a file is not obeyed.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Environment, findGit } from './find-program.js';
import { readIgnoreFile } from './ignore-chain.js';
import type { IgnoreRules } from './ignore-rules.js';
import type { WalkProblem } from './left-out.js';
import { readRegularFile } from './regular-file.js';
import type { Repository } from './repository.js';

/** From the farthest to the nearest. */
export function standardExcludes(
  { commonDir, top }: Repository,
  environment: Environment,
  problems: WalkProblem[],
): readonly IgnoreRules[] {
  const config = path.join(commonDir, 'config');
  if (/^[ \t]*excludesfile/im.test(textOf(config)))
    problems.push({
      path: '',
      message:
        'The repository sets core.excludesFile. That file was not used; copy its lines to .git/info/exclude.',
      incomplete: false,
    });
  const exclude = path.join(commonDir, 'info', 'exclude');
  const files = [userExcludes(environment, top), exclude].filter((file) => file !== undefined);
  return files
    .map((file) =>
      readIgnoreFile(file, file === exclude ? '.git/info/exclude' : file, problems, { follow: true }),
    )
    .filter((rules) => rules !== undefined);
}

/** The file of the user, or of the system. */
function userExcludes(environment: Environment, top: string): string | undefined {
  const { HOME: home = '' } = environment;
  const user = environment.XDG_CONFIG_HOME || (home === '' ? '' : path.join(home, '.config'));
  const own = user === '' ? '' : path.join(user, 'git');
  const program = findGit(environment, top);
  let named = own === '' ? undefined : path.join(own, 'ignore');
  for (const file of [...systemFiles(program), inFolder(own, 'config'), inFolder(home, '.gitconfig')]) {
    const found = excludesFileIn(textOf(file), home);
    // Only git reads included files, quotes and escapes.
    if (found === 'unclear') return askGit(program, environment) ?? named;
    named = found ?? named;
  }
  return named;
}

function inFolder(folder: string, name: string): string | undefined {
  return folder === '' ? undefined : path.join(folder, name);
}

/** Where git's settings for all users are: of a git of the system, and beside one installed elsewhere. */
function systemFiles(program: string | undefined): readonly string[] {
  const common = '/etc/gitconfig';
  if (program === undefined) return [common];
  return [common, path.join(path.dirname(path.dirname(program)), 'etc', 'gitconfig')];
}

const SECTION_OR_KEY = /^[ \t]*(?:\[([^\]\r\n]*)\]|(excludesfile)[ \t]*=[ \t]*(~?\/[\w.@/+-]*)[ \t]*\r?$)/gim;

/** The value of `core.excludesFile`, if it is set. */
function excludesFileIn(text: string, home: string): string | undefined {
  if (/\[\s*include/i.test(text)) return 'unclear';
  let section = '';
  let value: string | undefined;
  let left = text.match(/excludesfile/gi)?.length ?? 0;
  for (const [, header, key, file = ''] of text.matchAll(SECTION_OR_KEY)) {
    section = header ?? section;
    if (key === undefined) continue;
    left--;
    if (section.toLowerCase() !== 'core' || (file.startsWith('~') && home === '')) return 'unclear';
    value = file.startsWith('~') ? path.join(home, file.slice(1)) : file;
  }
  // Quoted, escaped, commented out, or behind its section on the same line.
  return left === 0 ? value : 'unclear';
}

const ASK_MILLISECONDS = 5_000;

/** The settings of the user and the system are theirs; no repository is in sight of this, in a folder made for it. */
function askGit(program: string | undefined, environment: Environment): string | undefined {
  if (program === undefined) return undefined;
  const env = Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^GIT_(?!CONFIG_(?:NOSYSTEM|GLOBAL|SYSTEM)$)/i.test(name),
    ),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'edge-sunset-git-'));
  try {
    const { status, stdout } = process
      .getBuiltinModule('node:child_process')
      .spawnSync(program, ['config', '--type=path', '--get', 'core.excludesFile'], {
        cwd: folder,
        env: { ...env, GIT_DIR: path.join(folder, 'no-repository') },
        encoding: 'utf8',
        timeout: ASK_MILLISECONDS,
        windowsHide: true,
      });
    const found = status === 0 ? stdout.trim() : '';
    return path.isAbsolute(found) ? found : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LARGEST = 1024 * 1024;

/** In latin1; empty where there is no such file. */
function textOf(file: string | undefined): string {
  const found = file === undefined ? undefined : readRegularFile(file, LARGEST, { follow: true });
  return found?.kind === 'read' ? found.bytes.toString('latin1') : '';
}
