/** The tracked and the untracked files of a git work tree, below a folder of it. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, type Git, gitFor, indexOfCommit } from './git-command.js';
import { FILE_TYPE_MASK, REPOSITORY_LINK, readGitIndex, SYMBOLIC_LINK } from './git-index.js';
import type { LeftOut, WalkProblem } from './left-out.js';
import type { PathFilter } from './path-filter.js';
import { type PathList, PathListBuilder } from './path-list.js';
import type { Repository } from './repository.js';
import type { UntrackedFinder } from './untracked-finder.js';

export interface GitTree {
  readonly repository: Repository;
  /** `undefined` where none is installed. */
  readonly git: Git | undefined;
  /** The root's real path, and the components that lead to it from the top of the work tree. */
  readonly root: string;
  readonly above: readonly string[];
  readonly environment: Environment;
}

/** What one list is made with. The counts are its own: a list given up halfway must not count. */
export interface Sifting {
  readonly filter: PathFilter;
  readonly leftOut: LeftOut;
  readonly problems: WalkProblem[];
}

export interface Tracked {
  readonly list: PathList;
  readonly leftOut: LeftOut;
  /** Tracked files below the root, before any was left out. */
  readonly entries: number;
}

export function gitTree(repository: Repository, root: string, environment: Environment): GitTree {
  const above = path.relative(repository.top, root).split(path.sep);
  return {
    repository,
    git: gitFor(repository, environment),
    root,
    above: above[0] === '' ? [] : above,
    environment,
  };
}

/**
 * From the index, read here or by git; `undefined` with a problem told if neither can. The finder of untracked
 * files is shown every path of it.
 */
export function trackedFiles(
  tree: GitTree,
  sifting: () => Sifting,
  finder: UntrackedFinder | undefined,
): Tracked | undefined {
  const index = indexBytes(tree);
  const own = new Sieve(tree, sifting(), finder);
  if (index === undefined) return own.finish();
  const refusal = readGitIndex(index, tree.repository.objectFormat, (bytes, start, end, mode, stage) =>
    own.tracked(bytes, start, end, mode, stage, bytes === index),
  );
  if (refusal === undefined) return own.finish();
  finder?.giveUp();
  return trackedByGit(tree, sifting(), refusal);
}

export function indexFile({ environment, repository }: GitTree): string {
  return indexOfCommit(environment, repository) ?? path.join(repository.gitDir, 'index');
}

function indexBytes(tree: GitTree): Buffer | undefined {
  try {
    return readFileSync(indexFile(tree));
  } catch (error) {
    // Without an index nothing was ever added. One that cannot be read is refused below and left to git.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : Buffer.alloc(0);
  }
}

function trackedByGit(tree: GitTree, sifting: Sifting, refusal: string): Tracked | undefined {
  const result = tree.git?.run(['ls-files', '-z', '--stage', '--full-name'], tree.root);
  if (result?.status !== 0) {
    const said =
      result === undefined ? 'no git program was found' : result.stderr.trim() || 'git did not finish';
    sifting.problems.push({
      path: '',
      message:
        `The git index could not be used (${refusal}), nor asked through git (${said}). ` +
        'The folder was walked instead; ignored files that are tracked may be missing.',
      incomplete: false,
    });
    return undefined;
  }
  const sieve = new Sieve(tree, sifting);
  const output = result.stdout;
  for (const [start, end] of terminated(output)) {
    // "<mode> <object name> <stage>" and a tab before each path.
    const tab = output.indexOf(TAB, start);
    const mode = Number.parseInt(output.toString('latin1', start, start + 6), 8);
    sieve.tracked(output, tab + 1, end, mode, (output[tab - 1] ?? ZERO) - ZERO, true);
  }
  return sieve.finish();
}

const TAB = 0x09;
const ZERO = 0x30;
const SLASH = 0x2f;

/** Takes paths relative to the top of the work tree and keeps those below the root. */
class Sieve {
  readonly #builder = new PathListBuilder();
  readonly #prefix: Buffer;
  readonly #sifting: Sifting;
  readonly #finder: UntrackedFinder | undefined;
  #entries = 0;
  /** The last path in conflict, in latin1: it comes once for each side. */
  #last = '';

  constructor(tree: GitTree, sifting: Sifting, finder?: UntrackedFinder) {
    this.#finder = finder;
    this.#prefix = Buffer.from(tree.above.map((component) => `${component}/`).join(''));
    this.#sifting = sifting;
  }

  /** `stays`: the buffer is not written to again. */
  tracked(bytes: Buffer, start: number, end: number, mode: number, stage: number, stays: boolean): void {
    this.#finder?.see(bytes.toString('latin1', start, end), mode);
    const cut = this.#prefix.length;
    if (cut > 0 && !this.#isBelowRoot(bytes, start, end)) return;
    const from = start + cut;
    if (stage !== 0) {
      const path = bytes.toString('latin1', from, end);
      if (path === this.#last) return;
      this.#last = path;
    }
    this.#entries++;
    const { leftOut } = this.#sifting;
    const type = mode & FILE_TYPE_MASK;
    if (type === SYMBOLIC_LINK) leftOut.link.files++;
    else if (type === REPOSITORY_LINK) leftOut.repository.folders++;
    else if (this.#sifting.filter.accepts(bytes, from, end)) {
      if (stays) this.#builder.addRange(bytes, from, end);
      else this.#builder.addCopy(bytes, from, end);
    }
  }

  #isBelowRoot(bytes: Buffer, start: number, end: number): boolean {
    const prefix = this.#prefix;
    if (end - start < prefix.length) return false;
    for (let index = 0; index < prefix.length; index++)
      if (bytes[start + index] !== prefix[index]) return false;
    return true;
  }

  /** A path relative to the root; a folder stands for a repository of its own. */
  untracked(bytes: Buffer, start: number, end: number): void {
    if (bytes[end - 1] === SLASH) this.#sifting.leftOut.repository.folders++;
    else if (this.#sifting.filter.accepts(bytes, start, end)) {
      this.#builder.addRange(bytes, start, end);
    }
  }

  finish(): Tracked {
    const { leftOut, problems } = this.#sifting;
    if (leftOut.unsafe.files > 0) {
      problems.push({
        path: '',
        message: `The git index names ${leftOut.unsafe.files} paths that lead out of the tree; they were not read.`,
        incomplete: true,
      });
    }
    return { list: this.#builder.finish(), leftOut, entries: this.#entries };
  }
}

/** Ranges of a buffer between zero bytes. */
export function* terminated(output: Buffer): Generator<readonly [number, number]> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    if (end < 0) return;
    if (end > start) yield [start, end];
    start = end + 1;
  }
}

/** Whether the root itself lies in something git ignores; asked for only where nothing in it is tracked. */
export function isIgnoredRoot(tree: GitTree): boolean {
  if (tree.above.length === 0) return false;
  return tree.git?.run(['check-ignore', '-q', '--', '.'], tree.root).status === 0;
}

/** Starts git and gives the list once it is asked for; `undefined` if git failed, with a problem told. */
export function startUntracked(
  tree: GitTree,
  git: Git,
  sifting: Sifting,
): () => Promise<Tracked | undefined> {
  const ended = git.start(['ls-files', '-z', '--others', '--exclude-standard'], tree.root);
  return async () => {
    const { status, stdout, stderr } = await ended;
    if (status !== 0) {
      sifting.problems.push({
        path: '',
        message: `git could not list untracked files (${stderr.trim()}). The folder was walked instead.`,
        incomplete: false,
      });
      return undefined;
    }
    tellUnreadable(stderr, sifting.problems);
    return sifted(tree, stdout, sifting);
  };
}

/** What is scanned of untracked paths, sorted, with a zero byte behind each. */
export function sifted(tree: GitTree, output: Buffer, sifting: Sifting): Tracked {
  const sieve = new Sieve(tree, sifting);
  for (const [start, end] of terminated(output)) sieve.untracked(output, start, end);
  return sieve.finish();
}

/** git goes on where it cannot open a folder and only warns. */
function tellUnreadable(complaints: string, problems: WalkProblem[]): void {
  for (const [, folder, why] of complaints.matchAll(/^warning: could not open directory '(.*)': (.*)$/gm)) {
    problems.push({
      path: folder ?? '',
      message: `This folder could not be read: ${why ?? ''}`,
      incomplete: true,
    });
  }
}
