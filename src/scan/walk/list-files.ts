/** Lists the files of a root: those of a tree, those of a change, or one that was named. */

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Changes, changesSince, stagedFiles } from './changes.js';
import { standardExcludes } from './exclude-files.js';
import { changedInWorkTree } from './file-states.js';
import type { Environment } from './find-program.js';
import { type GitTree, gitTree, readIndex } from './git-tree.js';
import { GITIGNORE, isIgnored, nearer, outerChain, readIgnoreFile } from './ignore-chain.js';
import { addLeftOut, type LeftOut, nothingLeftOut, type WalkProblem } from './left-out.js';
import { type FilterOptions, PathFilter, type PlacedRules } from './path-filter.js';
import { merged, type PathList, PathListBuilder } from './path-list.js';
import { findRepository } from './repository.js';
import { type TreeWalk, TreeWalker, UnsortedIndex, type WalkedTree } from './tree-walk.js';

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
  /** Lists that share no path, each sorted by its bytes. */
  readonly parts: readonly PathList[];
  /** What is to be read in place of files of the tree, by path (latin1): what is staged of them. */
  readonly contents?: ReadonlyMap<string, Buffer>;
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
    return new Listing(folder, options, environment).list();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return { failure: `${root} could not be listed: ${error.message}. Check the path and its permissions.` };
  }
}

/** A file that is named is scanned, whatever it is called. */
function singleFile(file: string): FileList {
  const parts = [listOf([inLatin1(path.basename(file))])];
  return { root: path.dirname(file), source: 'file', parts, leftOut: nothingLeftOut(), problems: [] };
}

/** One listing: what it leaves out and what goes wrong on the way. */
class Listing {
  readonly #root: string;
  readonly #options: ListOptions;
  readonly #environment: Environment;
  readonly #leftOut = nothingLeftOut();
  readonly #problems: WalkProblem[] = [];

  constructor(root: string, options: ListOptions, environment: Environment) {
    this.#root = root;
    this.#options = options;
    this.#environment = environment;
  }

  list(): FileList | ListFailure {
    const repository = findRepository(this.#root);
    const changes = this.#changes();
    if (repository === undefined) {
      if (changes !== undefined)
        return {
          failure: `${changeOption(changes)} needs a git repository, and ${this.#root} is not in one.`,
        };
      return this.#walked('walk', this.#walk(undefined, []));
    }
    const tree = gitTree(repository, realpathSync.native(this.#root), this.#environment);
    if (changes !== undefined)
      return 'staged' in changes ? this.#staged(tree) : this.#since(tree, changes.since);
    if (!this.#options.gitignore) return this.#walked('walk', this.#walk(tree, []));
    const found = this.#gitTree(tree);
    return this.#walked(found.source, found);
  }

  #changes(): Changes | undefined {
    if (this.#options.staged) return { staged: true };
    return this.#options.since === null ? undefined : { since: this.#options.since };
  }

  #walked(source: FileList['source'], { tracked, untracked }: WalkedTree): FileList {
    const parts = this.#options.trackedOnly && source === 'git' ? [tracked] : [tracked, untracked];
    return this.#result(source, parts);
  }

  #result(source: FileList['source'], parts: readonly PathList[]): FileList {
    const { files } = this.#leftOut.unsafe;
    if (files > 0) {
      this.#problems.push({
        path: '',
        message: `The git index names ${files} paths outside of the tree; they were not read.`,
        incomplete: true,
      });
    }
    return { root: this.#root, source, parts, leftOut: this.#leftOut, problems: this.#problems };
  }

  /** What is tracked and what is not, by the index; by a walk alone where the index cannot be used. */
  #gitTree(tree: GitTree): WalkedTree & { readonly source: 'git' | 'walk' } {
    const above = tree.above.map(inLatin1);
    const excludes = standardExcludes(tree.repository, this.#environment, this.#problems);
    const placed = [
      ...excludes.map((rules) => ({ above, rules })),
      ...rulesAbove(tree.root, tree.above, GITIGNORE, this.#problems).filter(({ above }) => above.length > 0),
    ];
    const ours = ourIgnoreFiles(this.#root, tree.above, this.#problems);
    let walk = this.#newWalk(tree, placed, ours);
    let walker: TreeWalker | undefined;
    const refusal = refusalOf(() =>
      readIndex(tree, (index) => {
        walk = this.#newWalk(tree, placed, ours);
        const begun = new TreeWalker(walk);
        walker = begun;
        return (bytes, start, end, mode) => begun.see(bytes, start, end, mode, bytes === index);
      }),
    );
    if (refusal !== undefined) {
      this.#problems.push({
        path: '',
        message:
          `The git index could not be used: ${refusal}. The folder was walked instead; ` +
          'tracked files that an ignore file excludes may be missing.',
        incomplete: true,
      });
      return { ...this.#walk(tree, placed, ours), source: 'walk' };
    }
    const found = (walker ?? new TreeWalker(walk)).finish();
    if (found.entries === 0 && isIgnoredRoot(tree, excludes))
      return { ...this.#walk(tree, [], ours), source: 'walk' };
    this.#adopt(walk);
    return { ...found, source: 'git' };
  }

  #walk(
    tree: GitTree | undefined,
    rules: readonly PlacedRules[],
    ours = ourIgnoreFiles(this.#root, tree?.above ?? [], this.#problems),
  ): WalkedTree {
    const walk = { ...this.#newWalk(tree, rules, ours), untracked: true };
    const found = new TreeWalker(walk).finish();
    this.#adopt(walk);
    return found;
  }

  /** What is left out and what goes wrong counts only for a walk that is used. */
  #newWalk(tree: GitTree | undefined, rules: readonly PlacedRules[], ours: readonly PlacedRules[]): TreeWalk {
    const leftOut = nothingLeftOut();
    return {
      root: tree?.root ?? this.#root,
      filter: () => new PathFilter(this.#options, ours, leftOut),
      untracked: !this.#options.trackedOnly,
      gitignore: this.#options.gitignore,
      repositories: tree === undefined ? 'entered' : 'left out',
      rules,
      leftOut,
      problems: [],
    };
  }

  #adopt({ leftOut, problems }: TreeWalk): void {
    addLeftOut(this.#leftOut, leftOut);
    for (const problem of problems) this.#problems.push(problem);
  }

  #since(tree: GitTree, since: string): FileList | ListFailure {
    const changes = changesSince(tree, since);
    if ('failure' in changes) return changes;
    const workTree = changedInWorkTree(tree);
    if ('failure' in workTree)
      return { failure: `--since ${since}: the git index could not be used: ${workTree.failure}.` };
    if (changes.notice !== undefined)
      this.#problems.push({ path: '', message: changes.notice, incomplete: false });
    const { tracked, untracked } = this.#gitTree(tree);
    const changed = kept(tracked, (file) => {
      const name = file.toString('latin1');
      return changes.inIndex.has(name) || workTree.isChanged(name);
    });
    return this.#result('git', this.#options.trackedOnly ? [changed] : [changed, untracked]);
  }

  #staged(tree: GitTree): FileList | ListFailure {
    const filter = new PathFilter(
      this.#options,
      ourIgnoreFiles(this.#root, tree.above, this.#problems),
      this.#leftOut,
    );
    const staged = stagedFiles(tree, (file) => filter.accepts(file, 0, file.length));
    if ('failure' in staged) return staged;
    for (const problem of staged.problems) this.#problems.push(problem);
    const { contents } = staged;
    return { ...this.#result('git', [listOf([...contents.keys()].sort())]), contents };
  }
}

/** Why an index cannot be used: an unsorted one is met only on the way. */
function refusalOf(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnsortedIndex) return 'its paths are not sorted';
    throw error;
  }
}

function changeOption(changes: Changes): string {
  return 'since' in changes ? `--since ${changes.since}` : '--staged';
}

/** Our own ignore file at the root and, inside a work tree, in the folders above it, the farthest first. */
function ourIgnoreFiles(
  root: string,
  above: readonly string[],
  problems: WalkProblem[],
): readonly PlacedRules[] {
  return rulesAbove(root, above, IGNORE_FILE, problems);
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
    const rules = readIgnoreFile(path.join(folder, name), name, problems);
    if (rules !== undefined) found.unshift({ above: above.slice(above.length - up).map(inLatin1), rules });
    folder = path.dirname(folder);
  }
  return found;
}

/** Whether the root lies in something git ignores; asked for only where nothing in it is tracked. */
function isIgnoredRoot(
  { above, repository }: GitTree,
  excludes: ReturnType<typeof standardExcludes>,
): boolean {
  let chain = outerChain(excludes.map((rules) => ({ above: [], rules })));
  const components = above.map(inLatin1);
  for (let depth = 0; depth < above.length; depth++) {
    const file = path.join(repository.top, ...above.slice(0, depth), GITIGNORE);
    const rules = readIgnoreFile(file, GITIGNORE, []);
    if (rules !== undefined) chain = nearer(rules, depth, chain);
    if (isIgnored(chain, components.slice(0, depth + 1), true)) return true;
  }
  return false;
}

function inLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Paths in latin1. */
function listOf(paths: readonly string[]): PathList {
  const builder = new PathListBuilder();
  for (const name of paths) {
    const bytes = Buffer.from(name, 'latin1');
    builder.addCopy(bytes, 0, bytes.length);
  }
  return builder.finish();
}

function kept(list: PathList, wanted: (file: Buffer) => boolean): PathList {
  const builder = new PathListBuilder();
  for (const cursor = list.cursor(); cursor.next(); ) {
    const file = cursor.relative();
    if (wanted(file)) builder.addCopy(file, 0, file.length);
  }
  return builder.finish();
}

/** All parts of a listing as one sorted list. */
export function allFiles(list: FileList): PathList {
  const [first] = list.parts;
  return list.parts.length === 1 && first !== undefined ? first : merged(list.parts);
}
