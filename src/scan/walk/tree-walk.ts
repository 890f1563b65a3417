/**
 * Lists the files of a tree: those that the index of its repository names, and the untracked ones that no ignore file
 * takes. Of a tree without a repository all files are untracked.
 *
 * Tracked paths come in the order of the index, so a folder is complete when a path outside it comes. A folder is read
 * when its first path comes, and every name the index has is taken out. What is left over in the end, most often
 * nothing, is untracked: only for that are ignore files read and rules asked.
 *
 * No link is followed: a tracked path counts only if what leads to it are folders, and if a file stands there.
 */

import { readdirSync } from 'node:fs';
import { FolderEntries } from './folder-entries.js';
import { FILE_TYPE_MASK, REPOSITORY_LINK } from './git-index.js';
import { type Chain, GITIGNORE, isIgnored, nearer, outerChain, readIgnoreFile } from './ignore-chain.js';
import type { LeftOut, WalkProblem } from './left-out.js';
import type { PathFilter, PlacedRules } from './path-filter.js';
import { type PathList, PathListBuilder } from './path-list.js';

export interface TreeWalk {
  /** Its real path. */
  readonly root: string;
  /** Makes the filter of a list: each list has its own. */
  readonly filter: () => PathFilter;
  /** Whether untracked files are listed as well. */
  readonly untracked: boolean;
  /** Whether `.gitignore` files count. */
  readonly gitignore: boolean;
  /** Whether untracked folders that are repositories of their own are left out, as in a repository. */
  readonly repositories: 'entered' | 'left out';
  /** Rules from above the root, such as `.git/info/exclude`; the last is the nearest. */
  readonly rules: readonly PlacedRules[];
  readonly leftOut: LeftOut;
  readonly problems: WalkProblem[];
}

export interface WalkedTree {
  /** Both sorted by their bytes; they share no path. */
  readonly tracked: PathList;
  readonly untracked: PathList;
  /** Paths of the index, whether something stands there or not. */
  readonly entries: number;
}

/** A folder with paths of the index. */
interface Folder {
  /** Its path with a slash at the end; empty for the root. */
  readonly text: string;
  /** What stands in it and was not met in the index; `undefined` where no folder stands. */
  readonly entries: FolderEntries | undefined;
  readonly hasIgnoreFile: boolean;
  /** Names that are repositories of their own by the index. */
  readonly repositories: string[];
}

/** An untracked folder. */
interface Visit {
  readonly text: string;
  readonly components: readonly string[];
  readonly rules: Chain | undefined;
}

type Rules = { readonly chain: Chain | undefined } | 'ignored';

const GIT_FOLDER = '.git';

/** Thrown for an index whose paths are not sorted. */
export class UnsortedIndex extends Error {}

export class TreeWalker {
  readonly #walk: TreeWalk;
  readonly #root: string;
  readonly #outer: Chain | undefined;
  readonly #tracked = new PathListBuilder();
  readonly #trackedFilter: PathFilter;
  readonly #untracked: Buffer[] = [];
  readonly #untrackedFilter: PathFilter;
  /** The folders that lead to that of the last path, from the root on. */
  readonly #open: Folder[] = [];
  /** Of the open folders, as far as they were asked for. */
  readonly #rules: Rules[] = [];
  #last = '';
  #entries = 0;

  constructor(walk: TreeWalk) {
    this.#walk = walk;
    // The system finds a folder sooner by a path from the one the process is in.
    this.#root = walk.root === process.cwd() ? './' : walk.root.endsWith('/') ? walk.root : `${walk.root}/`;
    this.#outer = outerChain(walk.rules);
    this.#trackedFilter = walk.filter();
    this.#untrackedFilter = walk.filter();
    this.#open.push(this.#folder('', this.#list('')));
  }

  /** Takes the next path of the index, `bytes[start, end)`. `stays`: the buffer is not written to again. */
  see(bytes: Buffer, start: number, end: number, mode: number, stays: boolean): void {
    const path = bytes.toString('latin1', start, end);
    if (path <= this.#last) {
      // A path in conflict comes once for each side.
      if (path === this.#last) return;
      throw new UnsortedIndex();
    }
    this.#last = path;
    this.#entries++;
    const cut = path.lastIndexOf('/') + 1;
    const folder = this.#folderOf(path, cut);
    const name = path.slice(cut);
    const entry = folder.entries?.get(name);
    if ((mode & FILE_TYPE_MASK) === REPOSITORY_LINK) folder.repositories.push(name);
    else if (entry?.isDirectory() !== true) {
      if (entry !== undefined) folder.entries?.take(name);
      const isLink = entry?.isSymbolicLink() === true;
      if (isLink) this.#walk.leftOut.link.files++;
      // Asked for what is not there, too: it counts paths that lead out of the tree.
      else if (this.#trackedFilter.accepts(bytes, start, end) && entry?.isFile() === true) {
        if (stays) this.#tracked.addRange(bytes, start, end);
        else this.#tracked.addCopy(bytes, start, end);
      }
    }
  }

  finish(): WalkedTree {
    while (this.#open.length > 0) this.#leave();
    const sorted = this.#untracked.sort(Buffer.compare);
    const untracked = new PathListBuilder();
    for (const path of sorted) untracked.addCopy(path, 0, path.length);
    return { tracked: this.#tracked.finish(), untracked: untracked.finish(), entries: this.#entries };
  }

  /** The folder of a path whose name begins at `cut`. Folders that it has in common with the last one stay. */
  #folderOf(path: string, cut: number): Folder {
    let folder = this.#innermost();
    if (folder.text.length === cut && path.startsWith(folder.text)) return folder;
    for (; !path.startsWith(folder.text); folder = this.#innermost()) this.#leave();
    while (folder.text.length < cut) {
      const start = folder.text.length;
      const slash = path.indexOf('/', start);
      folder = this.#enter(folder, path.slice(start, slash), path.slice(0, slash + 1));
    }
    return folder;
  }

  #innermost(): Folder {
    const folder = this.#open[this.#open.length - 1];
    if (folder === undefined) throw new Error('the walk was closed before it was finished');
    return folder;
  }

  #enter(above: Folder, name: string, text: string): Folder {
    // What stands there may also be a link, or nothing: then no folder of the index is there.
    const isFolder = above.entries?.get(name)?.isDirectory() === true;
    if (isFolder) above.entries?.take(name);
    const folder = this.#folder(text, isFolder ? this.#list(text) : undefined);
    this.#open.push(folder);
    return folder;
  }

  #folder(text: string, entries: FolderEntries | undefined): Folder {
    if (entries?.has(GIT_FOLDER) === true) entries.take(GIT_FOLDER);
    return { text, entries, hasIgnoreFile: entries?.has(GITIGNORE) === true, repositories: [] };
  }

  /** Closes the innermost folder: what is left over in it is untracked. */
  #leave(): void {
    const { entries, repositories, text } = this.#innermost();
    for (const name of repositories)
      if (entries?.get(name)?.isDirectory() === true) {
        entries.take(name);
        this.#walk.leftOut.repository.folders++;
      }
    if (this.#walk.untracked && entries !== undefined && entries.size > 0) {
      const rules = this.#rulesAt(this.#open.length - 1);
      if (rules !== 'ignored')
        this.#visitAll({ text, components: componentsOf(text), rules: rules.chain }, entries);
    }
    this.#open.pop();
    this.#rules.length = Math.min(this.#rules.length, this.#open.length);
  }

  /** Goes through untracked folders from a stack of our own, so that depth costs no call stack. */
  #visitAll(first: Visit, entries: FolderEntries): void {
    const open: Visit[] = [];
    this.#visit(first, entries, open);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const inside = this.#list(next.text) ?? new FolderEntries([]);
      if (inside.take(GIT_FOLDER) && this.#walk.repositories === 'left out') {
        this.#walk.leftOut.repository.folders++;
        continue;
      }
      this.#visit({ ...next, rules: this.#withOwn(next, inside.has(GITIGNORE)) }, inside, open);
    }
  }

  #visit({ text, components, rules }: Visit, entries: FolderEntries, open: Visit[]): void {
    const { leftOut } = this.#walk;
    for (const entry of entries.left()) {
      const { name } = entry;
      const isFolder = entry.isDirectory();
      if (entry.isSymbolicLink()) leftOut.link.files++;
      // Pipes, sockets and devices are no source text.
      if (!isFolder && !entry.isFile()) continue;
      const inside = [...components, name];
      if (isIgnored(rules, inside, isFolder)) {
        if (isFolder) leftOut.ignored.folders++;
        else leftOut.ignored.files++;
      } else if (isFolder) {
        if (this.#untrackedFilter.enters(inside))
          open.push({ text: `${text}${name}/`, components: inside, rules });
      } else {
        const path = Buffer.from(text + name, 'latin1');
        if (this.#untrackedFilter.accepts(path, 0, path.length)) this.#untracked.push(path);
      }
    }
  }

  /** The rules in an open folder, and on the way those of the folders above it. */
  #rulesAt(depth: number): Rules {
    const known = this.#rules[depth];
    if (known !== undefined) return known;
    const above = depth === 0 ? { chain: this.#outer } : this.#rulesAt(depth - 1);
    const { text, hasIgnoreFile } = this.#open[depth] ?? this.#innermost();
    const components = componentsOf(text);
    const isOut = above === 'ignored' || (depth > 0 && isIgnored(above.chain, components, true));
    const rules = isOut
      ? 'ignored'
      : { chain: this.#withOwn({ text, components, rules: above.chain }, hasIgnoreFile) };
    this.#rules[depth] = rules;
    return rules;
  }

  #withOwn({ text, components, rules }: Visit, hasIgnoreFile: boolean): Chain | undefined {
    if (!this.#walk.gitignore || !hasIgnoreFile) return rules;
    const shown = Buffer.from(text, 'latin1').toString('utf8') + GITIGNORE;
    const own = readIgnoreFile(this.#systemPath(text + GITIGNORE), shown, this.#walk.problems);
    return own === undefined ? rules : nearer(own, components.length, rules);
  }

  /** `undefined` where it cannot be read, which is told. */
  #list(text: string): FolderEntries | undefined {
    try {
      // Names and texts are latin1, one character per byte.
      const options = { withFileTypes: true, encoding: 'latin1' } as const;
      return new FolderEntries(readdirSync(this.#systemPath(text), options));
    } catch (error) {
      const path = Buffer.from(text, 'latin1').toString('utf8');
      const why = error instanceof Error ? error.message : String(error);
      this.#walk.problems.push({ path, message: `This folder could not be read: ${why}`, incomplete: true });
      return undefined;
    }
  }

  #systemPath(text: string): string | Buffer {
    return ASCII.test(text)
      ? this.#root + text
      : Buffer.concat([Buffer.from(this.#root), Buffer.from(text, 'latin1')]);
  }
}

const ASCII = /^[\x20-\x7e]*$/;

function componentsOf(text: string): readonly string[] {
  return text.split('/').slice(0, -1);
}
