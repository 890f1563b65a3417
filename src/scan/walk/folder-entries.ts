/**
 * What stands in a folder, to be taken out name by name. The index of a repository and the system name files in nearly
 * the same order, so most names are the next one; a table of names is made where one is not.
 */

import type { Dirent } from 'node:fs';

export class FolderEntries {
  readonly #listed: readonly Dirent[];
  /** Before it, all are taken. */
  #next = 0;
  #byName: Map<string, Dirent> | undefined;

  constructor(listed: readonly Dirent[]) {
    this.#listed = listed;
  }

  /** How many were not taken. */
  get size(): number {
    return this.#byName?.size ?? this.#listed.length - this.#next;
  }

  get(name: string): Dirent | undefined {
    const next = this.#listed[this.#next];
    if (this.#byName === undefined && next?.name === name) return next;
    return this.#table().get(name);
  }

  /** Takes a name out; whether it stood there. */
  take(name: string): boolean {
    if (this.#byName === undefined && this.#listed[this.#next]?.name === name) {
      this.#next++;
      return true;
    }
    return this.#table().delete(name);
  }

  has(name: string): boolean {
    return (
      this.#byName?.has(name) ?? this.#listed.some((entry, at) => at >= this.#next && entry.name === name)
    );
  }

  /** What was not taken. */
  left(): Iterable<Dirent> {
    return this.#byName?.values() ?? this.#listed.slice(this.#next);
  }

  #table(): Map<string, Dirent> {
    this.#byName ??= new Map(this.#listed.slice(this.#next).map((entry) => [entry.name, entry]));
    return this.#byName;
  }
}
