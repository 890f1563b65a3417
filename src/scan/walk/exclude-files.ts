/**
 * What git ignores by files outside the tree: `info/exclude` of the repository, and the file that
 * `core.excludesFile` names. The configuration is read here only as far as that takes; where it says anything
 * that is not plain, the answer is left to git.
 */

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './git-command.js';
import { type Chain, outerChain } from './ignore-chain.js';
import { IgnoreRules } from './ignore-rules.js';
import type { Repository } from './repository.js';

/** `undefined` where only git knows. `program` is git, if there is one: it has settings of its own beside it. */
export function standardExcludes(
  { commonDir }: Repository,
  environment: Environment,
  program: string | undefined,
): { readonly chain: Chain | undefined } | undefined {
  try {
    const { HOME: home = '' } = environment;
    const user = environment.XDG_CONFIG_HOME || (home === '' ? '' : path.join(home, '.config'));
    const own = user === '' ? '' : path.join(user, 'git');
    let named = own === '' ? undefined : path.join(own, 'ignore');
    const outside = [...systemFiles(program), inFolder(own, 'config'), inFolder(home, '.gitconfig')];
    for (const file of outside) named = excludesFileIn(textOf(file), home) ?? named;
    const inside = textOf(path.join(commonDir, 'config'));
    // A repository's own choice of such a file is rare, and not to be trusted more than git does.
    if (excludesFileIn(inside, home) !== undefined) return undefined;
    const placed = [named, path.join(commonDir, 'info', 'exclude')].map((file) => ({
      above: [],
      rules: new IgnoreRules(textOf(file)),
    }));
    return { chain: outerChain(placed.filter(({ rules }) => !rules.isEmpty)) };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Thrown where only git knows. */
class NotPlain extends Error {}

function inFolder(folder: string, name: string): string | undefined {
  return folder === '' ? undefined : path.join(folder, name);
}

/** Where git's settings for all users are: of a git of the system, and beside one installed elsewhere. */
function systemFiles(program: string | undefined): readonly string[] {
  const common = '/etc/gitconfig';
  if (program === undefined) return [common];
  return [common, path.join(path.dirname(path.dirname(program)), 'etc', 'gitconfig')];
}

/** Further configuration, and settings that say which names are the same. */
const NOT_PLAIN = /\[\s*include|ignorecase|precomposeunicode|worktreeconfig/i;
const SECTION_OR_KEY = /^[ \t]*(?:\[([^\]\n]*)\]|(excludesfile)[ \t]*=[ \t]*(~?\/[\w.@/+-]*)[ \t]*\r?$)/gim;

/** The value of `core.excludesFile`, if it is set. */
function excludesFileIn(text: string, home: string): string | undefined {
  if (NOT_PLAIN.test(text)) throw new NotPlain();
  if (!/excludesfile/i.test(text)) return undefined;
  let section = '';
  let value: string | undefined;
  let left = text.match(/excludesfile/gi)?.length ?? 0;
  for (const [, header, key, file = ''] of text.matchAll(SECTION_OR_KEY)) {
    section = header ?? section;
    if (key === undefined) continue;
    left--;
    if (section.toLowerCase() !== 'core' || (file.startsWith('~') && home === '')) throw new NotPlain();
    value = file.startsWith('~') ? path.join(home, file.slice(1)) : file;
  }
  // Quoted, escaped, commented out, or behind its section on the same line.
  if (left !== 0) throw new NotPlain();
  return value;
}

const LARGEST = 1024 * 1024;

/** In latin1; empty where there is no such file. */
function textOf(file: string | undefined): string {
  if (file === undefined) return '';
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    if (status === undefined) return '';
    if (status.isFile() && status.size <= LARGEST) return readFileSync(file, 'latin1');
  } catch {
    // As what is no file.
  }
  throw new NotPlain();
}
