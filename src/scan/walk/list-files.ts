/** Puts the sources of paths together: the git index, git's untracked files, a walk of our own, a change. */

import { lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Changes, changedFiles } from './changes.js';
import { standardExcludes } from './exclude-files.js';
import type { Environment } from './git-command.js';
import {
  type GitTree,
  gitTree,
  indexFile,
  isIgnoredRoot,
  type Sifting,
  sifted,
  startUntracked,
  trackedFiles,
} from './git-list.js';
import { addLeftOut, type LeftOut, nothingLeftOut, type WalkProblem } from './left-out.js';
import { type FilterOptions, PathFilter, type PlacedRules } from './path-filter.js';
import { merged, type PathList, PathListBuilder, without } from './path-list.js';
import { findRepository } from './repository.js';
import { placedRules, walkTree } from './tree-walk.js';
import { UntrackedFinder } from './untracked-finder.js';

const IGNORE_FILE = '.edgesunsetignore';

export interface ListOptions extends FilterOptions {
  readonly gitignore: boolean;
  readonly trackedOnly: boolean;
  /** Commit the changes are counted from, or null. */
  readonly since: string | null;
  readonly staged: boolean;
}

export const DEFAULT_LIST_OPTIONS: ListOptions = {
  include: [],
  exclude: [],
  all: false,
  gitignore: true,
  trackedOnly: false,
  since: null,
  staged: false,
};

export interface FileList {
  /** Absolute; of a root that is a file, the folder it lies in. */
  readonly root: string;
  readonly source: 'git' | 'walk' | 'file';
  /** Lists that share no path, each sorted by its bytes; the second is ready when git has found it. */
  parts(): AsyncGenerator<PathList>;
  /** What is to be read in place of files of the tree, by path (latin1): what is staged of them. */
  readonly contents?: ReadonlyMap<string, Buffer>;
  /** Complete once all parts are taken. */
  readonly leftOut: LeftOut;
  readonly problems: readonly WalkProblem[];
}

/** The root or an option cannot be used: what and why, and what to do. */
export interface ListFailure {
  readonly failure: string;
}

export function listFiles(
  root: string,
  options: ListOptions = DEFAULT_LIST_OPTIONS,
  environment: Environment = process.env,
): FileList | ListFailure {
  const folder = path.resolve(root);
  try {
    const status = statSync(folder, { throwIfNoEntry: false });
    if (status === undefined) return { failure: `${root} does not exist. Check the path.` };
    if (status.isFile()) return singleFile(folder);
    if (!status.isDirectory()) return { failure: `${root} is neither a file nor a folder.` };
    return new Listing(folder, options, environment).start();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return { failure: `${root} could not be listed: ${error.message}. Check the path and its permissions.` };
  }
}

/** A file that is named is scanned, whatever it is called. */
function singleFile(file: string): FileList {
  const name = Buffer.from(path.basename(file));
  const builder = new PathListBuilder();
  builder.addRange(name, 0, name.length);
  return {
    root: path.dirname(file),
    source: 'file',
    parts: async function* () {
      yield builder.finish();
    },
    leftOut: nothingLeftOut(),
    problems: [],
  };
}

class Listing {
  readonly #root: string;
  readonly #options: ListOptions;
  readonly #environment: Environment;
  readonly #leftOut = nothingLeftOut();
  readonly #problems: WalkProblem[] = [];
  #placed: readonly PlacedRules[] | undefined;

  constructor(root: string, options: ListOptions, environment: Environment) {
    this.#root = root;
    this.#options = options;
    this.#environment = environment;
  }

  start(): FileList | ListFailure {
    const repository = findRepository(this.#root);
    const changes = this.#changes();
    if (repository === undefined) {
      if (changes === undefined) return this.#list('walk', () => this.#walkParts([], undefined));
      return { failure: `${changeOption(changes)} needs a git repository, and ${this.#root} is in none.` };
    }
    const tree = gitTree(repository, realpathSync.native(this.#root), this.#environment);
    if (changes !== undefined) return this.#changeList(tree, changes);
    if (!this.#options.gitignore) return this.#list('walk', () => this.#walkParts([], tree));
    return this.#gitList(tree);
  }

  #changes(): Changes | undefined {
    if (this.#options.staged) return { staged: true };
    return this.#options.since === null ? undefined : { since: this.#options.since };
  }

  #list(source: 'git' | 'walk', parts: () => AsyncGenerator<PathList>): FileList {
    return { root: this.#root, source, parts, leftOut: this.#leftOut, problems: this.#problems };
  }

  #gitList(tree: GitTree): FileList {
    const { trackedOnly } = this.#options;
    const finder = trackedOnly ? undefined : finderIn(tree);
    // Where git has to be asked it is started first, and works while the index is read and its files are scanned.
    const early = trackedOnly || finder !== undefined ? undefined : this.#startUntracked(tree);
    const tracked = trackedFiles(tree, () => this.#sifting(tree), finder);
    const found = finder?.finish();
    const ignored = tracked?.entries === 0 && isIgnoredRoot(tree);
    if (tracked === undefined || ignored) {
      return this.#list('walk', () =>
        this.#walkParts(ignored ? [] : gitExcludes(tree, this.#problems), tree),
      );
    }
    addLeftOut(this.#leftOut, tracked.leftOut);
    const { list } = tracked;
    const untracked = finder === undefined ? early : this.#untracked(tree, found);
    const rest = async () =>
      (await untracked?.()) ?? without(this.#walk(gitExcludes(tree, this.#problems), tree), list);
    return this.#list('git', async function* () {
      yield list;
      if (!trackedOnly) yield rest();
    });
  }

  /** From what was found here, or from git where that was not possible. */
  #untracked(tree: GitTree, found: Buffer | undefined): (() => Promise<PathList | undefined>) | undefined {
    if (found === undefined) return this.#startUntracked(tree);
    return async () => {
      const { list, leftOut } = sifted(tree, found, this.#sifting(tree));
      addLeftOut(this.#leftOut, leftOut);
      return list;
    };
  }

  /** `undefined`, or a promise of it, where git cannot tell. */
  #startUntracked(tree: GitTree): (() => Promise<PathList | undefined>) | undefined {
    if (tree.git === undefined) return undefined;
    const found = startUntracked(tree, tree.git, this.#sifting(tree));
    return async () => {
      const untracked = await found();
      if (untracked !== undefined) addLeftOut(this.#leftOut, untracked.leftOut);
      return untracked?.list;
    };
  }

  #changeList(tree: GitTree, changes: Changes): FileList | ListFailure {
    const changed = changedFiles(tree, changes);
    if ('failure' in changed) return changed;
    if (changed.notice !== undefined)
      this.#problems.push({ path: '', message: changed.notice, incomplete: false });
    const untracked =
      'since' in changes && !this.#options.trackedOnly ? this.#startUntracked(tree) : undefined;
    const { filter, leftOut } = this.#sifting(tree);
    const builder = new PathListBuilder();
    const cursor = changed.list.cursor();
    while (cursor.next()) {
      const file = cursor.relative();
      const path = file.toString('latin1');
      if (
        (changed.contents?.has(path) === true || this.#isRegular(file)) &&
        filter.accepts(file, 0, file.length)
      )
        builder.addCopy(file, 0, file.length);
    }
    addLeftOut(this.#leftOut, leftOut);
    const list = builder.finish();
    const files = this.#list('git', async function* () {
      yield list;
      const rest = await untracked?.();
      if (rest !== undefined) yield without(rest, list);
    });
    return changed.contents === undefined ? files : { ...files, contents: changed.contents };
  }

  /** A changed path may be a link or a submodule; the lists of changes do not say so. */
  #isRegular(file: Buffer): boolean {
    const full = Buffer.concat([Buffer.from(`${this.#root}/`), file]);
    const status = lstatSync(full, { throwIfNoEntry: false });
    if (status === undefined || status.isFile()) return status !== undefined;
    if (status.isSymbolicLink()) this.#leftOut.link.files++;
    else if (status.isDirectory()) this.#leftOut.repository.folders++;
    return false;
  }

  async *#walkParts(rules: readonly PlacedRules[], tree: GitTree | undefined): AsyncGenerator<PathList> {
    yield this.#walk(rules, tree);
  }

  #walk(rules: readonly PlacedRules[], tree: GitTree | undefined): PathList {
    const { gitignore } = this.#options;
    const sifting = this.#sifting(tree);
    const list = walkTree({ ...sifting, root: this.#root, gitignore, rules });
    addLeftOut(this.#leftOut, sifting.leftOut);
    return list;
  }

  #sifting(tree: GitTree | undefined): Sifting {
    const leftOut = nothingLeftOut();
    const filter = new PathFilter(this.#options, this.#ignoreFiles(tree), leftOut);
    return { filter, leftOut, problems: this.#problems };
  }

  /** Our own ignore file at the root and, inside a work tree, in the folders above it, the farthest first. */
  #ignoreFiles(tree: GitTree | undefined): readonly PlacedRules[] {
    this.#placed ??= rulesAbove(this.#root, tree?.above ?? [], IGNORE_FILE, this.#problems);
    return this.#placed;
  }
}

/** Bytes of the index of some two thousand files. */
const SMALL_INDEX = 256 * 1024;

function isLarge(tree: GitTree): boolean {
  return (statSync(indexFile(tree), { throwIfNoEntry: false })?.size ?? 0) > SMALL_INDEX;
}

/**
 * `undefined` where git finds what is untracked: below the top of a tree, by its settings, and in large trees. There git is done before the files are read, on another core.
 */
function finderIn(tree: GitTree): UntrackedFinder | undefined {
  const { above, environment, git, repository } = tree;
  if (above.length > 0 || process.platform === 'win32') return undefined;
  if (isLarge(tree)) return undefined;
  const excludes = standardExcludes(repository, environment, git?.program);
  return excludes === undefined ? undefined : new UntrackedFinder(repository.top, excludes.chain);
}

function changeOption(changes: Changes): string {
  return 'since' in changes ? `--since ${changes.since}` : '--staged';
}

/** Ignore files in the root and in the folders that lead to it. */
function rulesAbove(
  root: string,
  above: readonly string[],
  name: string,
  problems: WalkProblem[],
): readonly PlacedRules[] {
  const found: PlacedRules[] = [];
  let folder = root;
  for (let up = 0; up <= above.length; up++) {
    const components = above.slice(above.length - up).map(inLatin1);
    const rules = placedRules(folder, name, components, problems);
    if (rules !== undefined) found.unshift(rules);
    folder = path.dirname(folder);
  }
  return found;
}

/** What git would ignore by files outside the root, for a walk that stands in for git. */
function gitExcludes(tree: GitTree, problems: WalkProblem[]): readonly PlacedRules[] {
  const above = tree.above.map(inLatin1);
  const exclude = placedRules(path.join(tree.repository.commonDir, 'info'), 'exclude', above, problems);
  const nearer = rulesAbove(tree.root, tree.above, '.gitignore', problems).filter(
    (placed) => placed.above.length > 0,
  );
  return exclude === undefined ? nearer : [exclude, ...nearer];
}

function inLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** All parts of a listing as one sorted list, for callers that need no early start. */
export async function allFiles(list: FileList): Promise<PathList> {
  const parts: PathList[] = [];
  for await (const part of list.parts()) parts.push(part);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : merged(parts);
}
