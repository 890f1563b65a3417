import type { Program, SourceFile } from '../../read/index.js';

/** A program of which some files read otherwise, or exist only here. */
export class Overlay implements Program {
  readonly profiles: Program['profiles'];
  readonly packages: Program['packages'];
  readonly own: Program['own'];
  readonly #below: Program;
  readonly #files: ReadonlyMap<string, SourceFile>;

  constructor(below: Program, files: ReadonlyMap<string, SourceFile>) {
    this.profiles = below.profiles;
    this.packages = below.packages;
    this.own = below.own;
    this.#below = below;
    this.#files = files;
  }

  file(path: string): SourceFile | null {
    return this.#files.get(path) ?? this.#below.file(path);
  }

  importers(path: string): readonly string[] {
    return this.#below.importers(path);
  }

  showing(path: string): readonly string[] {
    return this.#below.showing?.(path) ?? [];
  }

  /** Files that exist only here may stand anywhere. */
  mayHold(): boolean {
    return true;
  }

  folders(folder: string): readonly string[] {
    return this.#below.folders?.(folder) ?? [];
  }

  siblings(path: string): readonly string[] {
    return this.#below.siblings?.(path) ?? [];
  }

  filesEndingWith(ending: string): readonly string[] | null {
    return this.#below.filesEndingWith?.(ending) ?? null;
  }
}
