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
  #folder: Folder;
  #folderBytes: Uint8Array = new Uint8Array(1024);
  #folderLength = 0;

  constructor(options: FilterOptions, ignoreFiles: readonly PlacedRules[], leftOut: LeftOut) {
    this.#leftOut = leftOut;
    this.#all = options.all;
    const excluding = IgnoreRules.ofPatterns(options.exclude);
    this.#ignoring = [...ignoreFiles, { above: [], rules: excluding }].filter(({ rules }) => !rules.isEmpty);
    this.#including = options.include.length === 0 ? undefined : IgnoreRules.ofPatterns(options.include);
    this.#folder = { components: [], reason: undefined, included: this.#including === undefined };
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
    const above: Folder = { components: components.slice(0, -1), reason: undefined, included: true };
    const reason = this.#folderReason(above, components[components.length - 1] ?? '');
    if (reason === undefined) return true;
    this.#leftOut[reason].folders++;
    return false;
  }

  #fileReason(folder: Folder, name: string): LeftOutReason | undefined {
    const found = fileClass(name);
    if (found !== undefined && !(found === 'generated' && this.#all)) return found;
    if (this.#ignoring.length === 0 && folder.included) return undefined;
    const components = [...folder.components, name];
    if (this.#isIgnored(components, false)) return 'ignored';
    return folder.included || this.#including?.verdict(components, false) === 'ignored'
      ? undefined
      : 'ignored';
  }

  #folderReason(above: Folder, name: string): LeftOutReason | undefined {
    if (!this.#all) {
      const found = folderClass(name);
      if (found !== undefined) return found;
    }
    if (this.#ignoring.length === 0) return undefined;
    return this.#isIgnored([...above.components, name], true) ? 'ignored' : undefined;
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

  #folderOf(bytes: Buffer, start: number, end: number): Folder {
    const length = end - start;
    if (this.#isCurrent(bytes, start, length)) return this.#folder;
    if (length > this.#folderBytes.length) this.#folderBytes = new Uint8Array(length * 2);
    for (let index = 0; index < length; index++) this.#folderBytes[index] = bytes[start + index] ?? 0;
    this.#folderLength = length;
    const components = length === 0 ? [] : bytes.toString('latin1', start, end - 1).split('/');
    this.#folder = this.#folderAt(components);
    return this.#folder;
  }

  #folderAt(components: readonly string[]): Folder {
    let folder: Folder = { components: [], reason: undefined, included: this.#including === undefined };
    for (const [depth, name] of components.entries()) {
      const own = components.slice(0, depth + 1);
      const included = folder.included || this.#including?.verdict(own, true) === 'ignored';
      const reason = folder.reason ?? this.#folderReason(folder, name);
      folder = { components: own, reason, included };
    }
    return folder;
  }

  #isCurrent(bytes: Buffer, start: number, length: number): boolean {
    if (length !== this.#folderLength) return false;
    for (let index = length - 1; index >= 0; index--) {
      if (bytes[start + index] !== this.#folderBytes[index]) return false;
    }
    return true;
  }
}
