/**
 * Decides for each path whether it is scanned, and counts what is not. Paths come in sorted order, so what holds for
 * a folder is worked out once, when its first file comes. They come as bytes; text is made of
 * those that a second look is taken at (latin1, one character per byte, as the rules are).
 */

import { fileClass, folderClass } from './classify.js';
import { IgnoreRules } from './ignore-rules.js';
import type { LeftOut, LeftOutReason } from './left-out.js';
import { isPlainPath } from './plain-path.js';
import { isSafeName } from './safe-path.js';

export interface FilterOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Also what is vendored or generated. */
  readonly all: boolean;
}

/** Rules of an ignore file above the root or at it. */
export interface PlacedRules {
  /** The components that lead from the folder of the rules to the root. */
  readonly above: readonly string[];
  readonly rules: IgnoreRules;
}

interface Folder {
  /** Its path with the slash at the end. */
  readonly text: string;
  /** Left empty where no rule would ask for them. */
  readonly components: readonly string[];
  /** `undefined` where its files are looked at one by one. */
  readonly reason: LeftOutReason | undefined;
  /** Whether `--include` takes everything in it. */
  readonly included: boolean;
}

export class PathFilter {
  readonly #leftOut: LeftOut;
  readonly #all: boolean;
  readonly #ignoring: readonly PlacedRules[];
  readonly #including: IgnoreRules | undefined;
  readonly #hasRules: boolean;
  /** Whether a path with plain names is scanned, whatever folder it is in. */
  readonly #namesDecide: boolean;
  readonly #root: Folder;
  /** The folders that lead to that of the last path, from below the root on. */
  readonly #folders: Folder[] = [];
  readonly #windows: boolean;

  constructor(
    options: FilterOptions,
    ignoreFiles: readonly PlacedRules[],
    leftOut: LeftOut,
    windows = process.platform === 'win32',
  ) {
    this.#leftOut = leftOut;
    this.#windows = windows;
    this.#all = options.all;
    const excluding = IgnoreRules.ofPatterns(options.exclude);
    this.#ignoring = [...ignoreFiles, { above: [], rules: excluding }].filter(({ rules }) => !rules.isEmpty);
    this.#including = options.include.length === 0 ? undefined : IgnoreRules.ofPatterns(options.include);
    this.#hasRules = this.#ignoring.length > 0 || this.#including !== undefined;
    this.#namesDecide = !this.#hasRules && !windows;
    this.#root = { text: '', components: [], reason: undefined, included: this.#including === undefined };
  }

  /** Whether the file with the path `bytes[start, end)` is scanned. */
  accepts(bytes: Buffer, start: number, end: number): boolean {
    if (this.#namesDecide && isPlainPath(bytes, start, end)) return true;
    const path = bytes.toString('latin1', start, end);
    const cut = path.lastIndexOf('/') + 1;
    const folder = this.#folderOf(path, cut);
    const reason = folder.reason ?? this.#fileReason(folder, path.slice(cut));
    if (reason === undefined) return true;
    this.#leftOut[reason].files++;
    return false;
  }

  /** Whether a walk enters a folder. */
  enters(components: readonly string[]): boolean {
    const reason = this.#folderReason(components[components.length - 1] ?? '', components);
    if (reason === undefined) return true;
    this.#leftOut[reason].folders++;
    return false;
  }

  #fileReason(folder: Folder, name: string): LeftOutReason | undefined {
    if (!isSafeName(name, this.#windows)) return 'unsafe';
    const found = fileClass(name);
    if (found !== undefined && !(found === 'generated' && this.#all)) return found;
    if (!this.#hasRules) return undefined;
    const components = [...folder.components, name];
    if (this.#isIgnored(components, false)) return 'ignored';
    return folder.included || this.#including?.verdict(components, false) === 'ignored'
      ? undefined
      : 'ignored';
  }

  #folderReason(name: string, components: readonly string[]): LeftOutReason | undefined {
    if (!isSafeName(name, this.#windows)) return 'unsafe';
    if (!this.#all) {
      const found = folderClass(name);
      if (found !== undefined) return found;
    }
    if (this.#ignoring.length === 0) return undefined;
    return this.#isIgnored(components, true) ? 'ignored' : undefined;
  }

  /** The rules of the nearest folder decide first. */
  #isIgnored(components: readonly string[], isFolder: boolean): boolean {
    for (let index = this.#ignoring.length - 1; index >= 0; index--) {
      const placed = this.#ignoring[index];
      const verdict = placed?.rules.verdict([...placed.above, ...components], isFolder);
      if (verdict !== undefined) return verdict === 'ignored';
    }
    return false;
  }

  /** The folder of a path whose name begins at `cut`. */
  #folderOf(path: string, cut: number): Folder {
    let folder = this.#last();
    if (folder.text.length === cut && path.startsWith(folder.text)) return folder;
    // Folders that this path has in common with the last one stay.
    while (!path.startsWith(folder.text)) {
      this.#folders.pop();
      folder = this.#last();
    }
    while (folder.text.length < cut) {
      const start = folder.text.length;
      const slash = path.indexOf('/', start);
      folder = this.#folderIn(folder, path.slice(start, slash), path.slice(0, slash + 1));
      this.#folders.push(folder);
    }
    return folder;
  }

  #last(): Folder {
    return this.#folders[this.#folders.length - 1] ?? this.#root;
  }

  #folderIn(above: Folder, name: string, text: string): Folder {
    const components = this.#hasRules ? [...above.components, name] : NO_COMPONENTS;
    return {
      text,
      components,
      reason: above.reason ?? this.#folderReason(name, components),
      included: above.included || this.#including?.verdict(components, true) === 'ignored',
    };
  }
}

const NO_COMPONENTS: readonly string[] = [];
