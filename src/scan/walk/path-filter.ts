/**
 * Decides for each path whether it is scanned, and counts what is not. Paths come in sorted order as bytes, so
 * what holds for a folder is worked out once, when its first file comes.
 */

import { fileClass, folderClass } from './classify.js';
import { IgnoreRules } from './ignore-rules.js';
import type { LeftOut, LeftOutReason } from './left-out.js';
import { nameStart } from './path-list.js';

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
  /** Left empty where no rule would ask for them. */
  readonly components: readonly string[];
  /** Bytes of its path with the slash at the end. */
  readonly length: number;
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
  readonly #root: Folder;
  /** The folders that lead to that of the last path, from below the root on. */
  readonly #folders: Folder[] = [];
  #folderBytes: Uint8Array = new Uint8Array(1024);

  constructor(options: FilterOptions, ignoreFiles: readonly PlacedRules[], leftOut: LeftOut) {
    this.#leftOut = leftOut;
    this.#all = options.all;
    const excluding = IgnoreRules.ofPatterns(options.exclude);
    this.#ignoring = [...ignoreFiles, { above: [], rules: excluding }].filter(({ rules }) => !rules.isEmpty);
    this.#including = options.include.length === 0 ? undefined : IgnoreRules.ofPatterns(options.include);
    this.#hasRules = this.#ignoring.length > 0 || this.#including !== undefined;
    this.#root = { components: [], length: 0, reason: undefined, included: this.#including === undefined };
  }

  /** Whether the file `bytes[start, end)` is scanned. */
  accepts(bytes: Buffer, start: number, end: number): boolean {
    const name = nameStart(bytes, start, end);
    const folder = this.#folderOf(bytes, start, name);
    const reason = folder.reason ?? this.#fileReason(folder, bytes.toString('latin1', name, end));
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

  /** The folder `bytes[start, end)`; the end is behind its slash. */
  #folderOf(bytes: Buffer, start: number, end: number): Folder {
    const length = end - start;
    const shared = this.#sharedWithLast(bytes, start, length);
    let folder = this.#last();
    if (shared === length && folder.length === length) return folder;
    // Folders that this path has in common with the last one stay.
    while (folder.length > shared) {
      this.#folders.pop();
      folder = this.#last();
    }
    this.#remember(bytes, start, length, shared);
    for (let at = folder.length; at < length; at = folder.length) {
      const slash = bytes.indexOf(SLASH, start + at);
      folder = this.#folderIn(folder, bytes.toString('latin1', start + at, slash), slash + 1 - start);
      this.#folders.push(folder);
    }
    return folder;
  }

  #last(): Folder {
    return this.#folders[this.#folders.length - 1] ?? this.#root;
  }

  #folderIn(above: Folder, name: string, length: number): Folder {
    const components = this.#hasRules ? [...above.components, name] : NO_COMPONENTS;
    return {
      components,
      length,
      reason: above.reason ?? this.#folderReason(name, components),
      included: above.included || this.#including?.verdict(components, true) === 'ignored',
    };
  }

  #sharedWithLast(bytes: Buffer, start: number, length: number): number {
    const most = Math.min(length, this.#last().length);
    let shared = 0;
    while (shared < most && bytes[start + shared] === this.#folderBytes[shared]) shared++;
    return shared;
  }

  #remember(bytes: Buffer, start: number, length: number, shared: number): void {
    if (length > this.#folderBytes.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(this.#folderBytes);
      this.#folderBytes = larger;
    }
    for (let index = shared; index < length; index++) this.#folderBytes[index] = bytes[start + index] ?? 0;
  }
}

const SLASH = 0x2f;
const NO_COMPONENTS: readonly string[] = [];
