/**
 * Finds the untracked files of a work tree without git, while its index is read.
 *
 * Tracked paths come in the order of the index, so a folder is complete when a path outside it comes. Each
 * folder of the index is listed once, when its first path comes, and every name the index has is crossed out.
 * What is left over in a folder, most often nothing, is untracked: only for that are ignore files read and rules
 * asked. git goes through the same folders, but looks up and judges every name in them.
 *
 * The answer is git's or none: where anything is met that is not plain (a repository inside the tree, a folder
 * or an ignore file that cannot be read) or there is much to judge, the finder gives up, and git is asked.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { FILE_TYPE_MASK, REPOSITORY_LINK } from './git-index.js';
import { type Chain, GITIGNORE, isIgnored, nearer, readIgnoreFile } from './ignore-chain.js';
import type { WalkProblem } from './left-out.js';

/** A folder that is compared with the index. All texts are latin1, one character per byte. */
interface Folder {
  /** Its path with a slash at the end; empty for the root. */
  readonly text: string;
  readonly entries: readonly Dirent[];
  /** Which of the entries the index has. */
  readonly crossed: Uint8Array;
  count: number;
  /** The index has names in nearly the same order: where the next is looked for first. */
  next: number;
  /** Made when that was in vain. */
  byName: ReadonlyMap<string, number> | undefined;
}

/** What decides over the names in a folder: the rules in force there, or that it is ignored itself. */
type Rules = { readonly chain: Chain | undefined } | 'ignored';

const GIT_FOLDER = '.git';
const NO_ENTRIES: readonly Dirent[] = [];

/** Names that are judged here: git judges more of them faster. */
const MOST_JUDGED = 5000;

/** Thrown where only git knows. */
class NotPlain extends Error {}

export class UntrackedFinder {
  readonly #root: string;
  readonly #outer: Rules;
  readonly #most: number;
  /** The folders that lead to that of the last path, from the root on. */
  readonly #open: Folder[] = [];
  /** Of the open folders, as far as they were asked for. */
  readonly #rules: Rules[] = [];
  readonly #found: string[] = [];
  #judged = 0;
  #gaveUp = false;

  /** `outer`: rules from outside the tree; `most`: how many names are judged. */
  constructor(root: string, outer: Chain | undefined, most = MOST_JUDGED) {
    this.#root = root.endsWith('/') ? root : `${root}/`;
    this.#outer = { chain: outer };
    this.#most = most;
  }

  /** Takes the next path of the index. */
  see(path: string, mode: number): void {
    if (this.#gaveUp) return;
    try {
      const cut = path.lastIndexOf('/') + 1;
      const folder = this.#folderOf(path, cut);
      if (folder.entries.length === 0) return;
      const name = path.slice(cut);
      const at = indexOf(folder, name);
      // git may take the rules of a file that is not there from the index.
      if (at < 0 && name === GITIGNORE) throw new NotPlain();
      // A folder where the index has a file is not the index's. Of a repository the name alone counts.
      if (at >= 0 && ((mode & FILE_TYPE_MASK) === REPOSITORY_LINK || !isFolder(folder, at)))
        cross(folder, at);
    } catch (error) {
      this.#giveUpOn(error);
    }
  }

  giveUp(): void {
    this.#gaveUp = true;
  }

  /** All untracked files that no rule ignores, sorted, with a zero byte behind each; `undefined` where only git knows. */
  finish(): Buffer | undefined {
    try {
      if (this.#open.length === 0 && !this.#gaveUp) this.#enter('', this.#list(''));
      while (this.#open.length > 0 && !this.#gaveUp) this.#leave();
    } catch (error) {
      this.#giveUpOn(error);
    }
    if (this.#gaveUp) return undefined;
    return Buffer.from(
      this.#found
        .sort()
        .map((path) => `${path}\0`)
        .join(''),
      'latin1',
    );
  }

  #giveUpOn(error: unknown): void {
    if (!(error instanceof NotPlain)) throw error;
    this.#gaveUp = true;
  }

  /** The folder of a path whose name begins at `cut`. Folders that it has in common with the last one stay. */
  #folderOf(path: string, cut: number): Folder {
    let folder = this.#last();
    if (folder.text.length === cut && path.startsWith(folder.text)) return folder;
    for (; !path.startsWith(folder.text); folder = this.#last()) this.#leave();
    while (folder.text.length < cut) {
      const start = folder.text.length;
      const slash = path.indexOf('/', start);
      folder = this.#enterFrom(folder, path.slice(start, slash), path.slice(0, slash + 1));
    }
    return folder;
  }

  #last(): Folder {
    return this.#open[this.#open.length - 1] ?? this.#enter('', this.#list(''));
  }

  #enterFrom(above: Folder, name: string, text: string): Folder {
    const at = indexOf(above, name);
    // What stands there may also be a link, or nothing: then no folder of the index is there.
    if (at < 0 || !isFolder(above, at)) return this.#enter(text, NO_ENTRIES);
    // An index in another order than git's.
    if (above.crossed[at] === 1) throw new NotPlain();
    cross(above, at);
    return this.#enter(text, this.#list(text));
  }

  #enter(text: string, entries: readonly Dirent[]): Folder {
    const crossed = new Uint8Array(entries.length);
    const folder = { text, entries, crossed, count: 0, next: 0, byName: undefined };
    this.#open.push(folder);
    return folder;
  }

  /** Closes the innermost folder. */
  #leave(): void {
    const folder = this.#last();
    if (folder.count < folder.entries.length) this.#judgeRest(folder);
    this.#open.pop();
    this.#rules.length = Math.min(this.#rules.length, this.#open.length);
  }

  #judgeRest({ text, entries, crossed }: Folder): void {
    const rest = entries.filter(({ name }, at) => crossed[at] === 0 && name !== GIT_FOLDER);
    const rules = rest.length === 0 ? 'ignored' : this.#rulesAt(this.#open.length - 1);
    if (rules === 'ignored') return;
    const whole: Judged[] = [{ text, entries: rest, chain: rules.chain }];
    for (let next = whole.pop(); next !== undefined; next = whole.pop()) this.#judge(next, whole);
  }

  /** Of an untracked folder all is untracked. */
  #judge({ text, entries, chain }: Judged, whole: Judged[]): void {
    this.#judged += entries.length;
    if (this.#judged > this.#most) throw new NotPlain();
    const components = componentsOf(text);
    for (const entry of entries) {
      const isFolder = entry.isDirectory();
      // Pipes, sockets and devices are nothing to git.
      if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue;
      const path = text + entry.name;
      if (isIgnored(chain, [...components, entry.name], isFolder)) continue;
      if (isFolder) whole.push(this.#wholeFolder(`${path}/`, chain));
      else this.#found.push(path);
    }
  }

  #wholeFolder(text: string, above: Chain | undefined): Judged {
    const entries = this.#list(text);
    // A repository of its own, if it is one.
    if (entries.some(({ name }) => name === GIT_FOLDER)) throw new NotPlain();
    return { text, entries, chain: this.#withOwn(text, entries, above) };
  }

  /** The rules in an open folder, and on the way those of the folders above it. */
  #rulesAt(depth: number): Rules {
    const known = this.#rules[depth];
    if (known !== undefined) return known;
    const above = depth === 0 ? this.#outer : this.#rulesAt(depth - 1);
    const { text, entries } = this.#open[depth] ?? this.#last();
    const components = componentsOf(text);
    const isOut = above === 'ignored' || (depth > 0 && isIgnored(above.chain, components, true));
    const rules = isOut ? 'ignored' : { chain: this.#withOwn(text, entries, above.chain) };
    this.#rules[depth] = rules;
    return rules;
  }

  #withOwn(text: string, entries: readonly Dirent[], above: Chain | undefined): Chain | undefined {
    const own = entries.find(({ name }) => name === GITIGNORE);
    if (own === undefined) return above;
    const problems: WalkProblem[] = [];
    const rules = readIgnoreFile(this.#systemPath(text + GITIGNORE), GITIGNORE, problems);
    if (rules === undefined || problems.length > 0) throw new NotPlain();
    return nearer(rules, componentsOf(text).length, above);
  }

  #list(text: string): readonly Dirent[] {
    try {
      return readdirSync(this.#systemPath(text), { withFileTypes: true, encoding: 'latin1' });
    } catch {
      throw new NotPlain();
    }
  }

  #systemPath(text: string): string | Buffer {
    return ASCII.test(text)
      ? this.#root + text
      : Buffer.concat([Buffer.from(this.#root), Buffer.from(text, 'latin1')]);
  }
}

interface Judged {
  readonly text: string;
  readonly entries: readonly Dirent[];
  readonly chain: Chain | undefined;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Where an entry stands in a folder, below zero if it has none of that name. */
function indexOf(folder: Folder, name: string): number {
  const { entries, next } = folder;
  if (entries[next]?.name === name) return next;
  folder.byName ??= new Map(entries.map((entry, at) => [entry.name, at]));
  return folder.byName.get(name) ?? -1;
}

function isFolder({ entries }: Folder, at: number): boolean {
  return entries[at]?.isDirectory() === true;
}

function cross(folder: Folder, at: number): void {
  folder.next = at + 1;
  if (folder.crossed[at] === 1) return;
  folder.crossed[at] = 1;
  folder.count++;
}

function componentsOf(text: string): readonly string[] {
  return text.split('/').slice(0, -1);
}
