/**
 * Finds the untracked files of a work tree without git, while its index is read.
 *
 * Tracked paths come in the order of the index, so a folder is complete when a path outside it comes. Then it is
 * listed, and every name the index has is crossed out. What is left over in a folder, most often nothing, is
 * untracked: only for that are ignore files read and rules asked. git goes through the same folders, but looks up and
 * judges every name in them.
 *
 * The answer is git's or none: where anything is met that is not plain (a repository inside the tree, a folder
 * or an ignore file that cannot be read) or there is much to judge, the finder gives up, and git is asked.
 */

import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { FILE_TYPE_MASK, REPOSITORY_LINK } from './git-index.js';
import { type Chain, GITIGNORE, isIgnored, nearer, readIgnoreFile } from './ignore-chain.js';
import type { WalkProblem } from './left-out.js';

/** A folder that is compared with the index. All texts are latin1, one character per byte. */
interface Folder {
  /** Its path with a slash at the end; empty for the root. */
  readonly text: string;
  /** `undefined` where no folder stands there, or only one that a link leads to. */
  readonly status: Stats | undefined;
  /** What the index has in it, as it comes: names of folders with a slash behind, of repositories with two. */
  readonly names: string[];
}

/** What decides over the names in a folder: the rules in force there, or that it is ignored itself. */
type Rules = { readonly chain: Chain | undefined } | 'ignored';

const GIT_FOLDER = '.git';

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
    // The system finds a folder sooner by a path from the one the process is in.
    this.#root = root === process.cwd() ? './' : root.endsWith('/') ? root : `${root}/`;
    this.#outer = { chain: outer };
    this.#most = most;
  }

  /** Takes the next path of the index. */
  see(path: string, mode: number): void {
    if (this.#gaveUp) return;
    try {
      const cut = path.lastIndexOf('/') + 1;
      const name = path.slice(cut);
      const isRepository = (mode & FILE_TYPE_MASK) === REPOSITORY_LINK;
      this.#folderOf(path, cut).names.push(isRepository ? `${name}//` : name);
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
      if (this.#open.length === 0 && !this.#gaveUp) this.#enterRoot();
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
    return this.#open[this.#open.length - 1] ?? this.#enterRoot();
  }

  #enterRoot(): Folder {
    return this.#enter('', this.#folderStatus(''));
  }

  #enterFrom(above: Folder, name: string, text: string): Folder {
    // What stands there may also be a link, or nothing: then no folder of the index is there.
    const status = above.status === undefined ? undefined : this.#folderStatus(text);
    if (status !== undefined) above.names.push(`${name}/`);
    return this.#enter(text, status);
  }

  #enter(text: string, status: Stats | undefined): Folder {
    const folder = { text, status, names: [] };
    this.#open.push(folder);
    return folder;
  }

  /** Closes the innermost folder. */
  #leave(): void {
    const folder = this.#last();
    if (folder.status !== undefined) this.#judgeRest(folder, this.#leftOver(folder));
    this.#open.pop();
    this.#rules.length = Math.min(this.#rules.length, this.#open.length);
  }

  /** What stands in a folder beside what the index has in it. */
  #leftOver({ text, names }: Folder): readonly Dirent[] {
    const left = new Map(this.#list(text).map((entry) => [entry.name, entry]));
    left.delete(GIT_FOLDER);
    for (const marked of names) {
      const name = marked.endsWith('/') ? marked.slice(0, marked.indexOf('/')) : marked;
      const entry = left.get(name);
      // git may take the rules of a file that is not there from the index.
      if (entry === undefined && name === GITIGNORE) throw new NotPlain();
      // An index in another order than git's has one folder twice.
      if (entry === undefined && marked.endsWith('/') && !marked.endsWith('//')) throw new NotPlain();
      // A folder where the index has a file is not the index's. Of a repository the name alone counts.
      if (marked !== name || entry?.isDirectory() !== true) left.delete(name);
    }
    return [...left.values()];
  }

  #judgeRest({ text }: Folder, entries: readonly Dirent[]): void {
    if (entries.length === 0) return;
    const rules = this.#rulesAt(this.#open.length - 1);
    if (rules === 'ignored') return;
    const whole: Judged[] = [{ text, entries, chain: rules.chain }];
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
    return { text, entries, chain: this.#withOwn(text, above) };
  }

  /** The rules in an open folder, and on the way those of the folders above it. */
  #rulesAt(depth: number): Rules {
    const known = this.#rules[depth];
    if (known !== undefined) return known;
    const above = depth === 0 ? this.#outer : this.#rulesAt(depth - 1);
    const { text } = this.#open[depth] ?? this.#last();
    const components = componentsOf(text);
    const isOut = above === 'ignored' || (depth > 0 && isIgnored(above.chain, components, true));
    const rules = isOut ? 'ignored' : { chain: this.#withOwn(text, above.chain) };
    this.#rules[depth] = rules;
    return rules;
  }

  #withOwn(text: string, above: Chain | undefined): Chain | undefined {
    const problems: WalkProblem[] = [];
    const rules = readIgnoreFile(this.#systemPath(text + GITIGNORE), GITIGNORE, problems);
    if (problems.length > 0) throw new NotPlain();
    return rules === undefined ? above : nearer(rules, componentsOf(text).length, above);
  }

  /** `undefined` where no folder stands. */
  #folderStatus(text: string): Stats | undefined {
    try {
      // The root may be a link; a slash behind a name would follow one.
      const status = lstatSync(this.#systemPath(text.slice(0, -1)), { throwIfNoEntry: false });
      return status?.isDirectory() === true ? status : undefined;
    } catch {
      throw new NotPlain();
    }
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

function componentsOf(text: string): readonly string[] {
  return text.split('/').slice(0, -1);
}
