import type { Disk, PathStatus } from '../../src/migrate/write/disk.js';

/** Thrown where the process is to have ended. */
export class Killed extends Error {}

/** No room is left. */
export class Full extends Error {
  readonly code = 'ENOSPC';
}

/** A disk in memory. From the n-th change on it fails, for good if the process was killed. */
export class MemoryDisk implements Disk {
  readonly files = new Map<string, { bytes: Buffer; mode: number }>();
  /** Files that no rename replaces and nothing removes, as if something was mounted over them. */
  readonly stuck = new Set<string>();
  /** Changes left until it fails. */
  left = Number.POSITIVE_INFINITY;
  /** Whether a failing write leaves half of its bytes behind. */
  failure: 'killed' | 'full' = 'killed';
  changes = 0;

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files))
      this.files.set(path, { bytes: Buffer.from(text), mode: 0o644 });
  }

  /** The same disk after a new start. */
  restarted(): MemoryDisk {
    const disk = new MemoryDisk({});
    for (const [path, file] of this.files) disk.files.set(path, { ...file });
    for (const path of this.stuck) disk.stuck.add(path);
    return disk;
  }

  text(path: string): string | null {
    return this.files.get(path)?.bytes.toString() ?? null;
  }

  openFolder(tree: string, names: readonly string[]) {
    const path = [tree, ...names].join('/');
    return this.status(path)?.kind === 'folder' ? { path, close: () => {} } : null;
  }

  read(path: string): Buffer | null {
    return this.files.get(path)?.bytes ?? null;
  }

  status(path: string): PathStatus | null {
    const file = this.files.get(path);
    const isFolder = [...this.files.keys()].some((name) => name.startsWith(`${path}/`));
    if (file === undefined && !isFolder) return null;
    return { kind: file ? 'file' : 'folder', mode: file?.mode ?? 0o755, uid: 0, gid: 0, links: 1 };
  }

  create(path: string, bytes: Buffer, like?: { readonly mode: number }): void {
    if (this.files.has(path)) throw new Error(`${path} exists`);
    const mode = like?.mode ?? 0o644;
    // A process that ended leaves half a file; one that goes on takes it away.
    this.#spend(() => {
      if (this.failure === 'killed')
        this.files.set(path, { bytes: bytes.subarray(0, bytes.length / 2), mode });
    });
    this.files.set(path, { bytes, mode });
  }

  link(from: string, to: string): void {
    if (this.files.has(to)) throw new Error(`${to} exists`);
    this.#spend();
    const file = this.files.get(from);
    if (file !== undefined) this.files.set(to, file);
  }

  rename(from: string, to: string): void {
    this.#refuseStuck(to);
    this.#spend();
    const file = this.files.get(from);
    if (file === undefined) throw new Error(`${from} is missing`);
    this.files.delete(from);
    this.files.set(to, file);
  }

  remove(path: string): void {
    if (!this.files.has(path)) return;
    this.#refuseStuck(path);
    // A full disk has room for less.
    if (this.failure === 'killed') this.#spend();
    this.files.delete(path);
  }

  list(folder: string): readonly string[] {
    return [...this.files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1))
      .filter((name) => !name.includes('/'))
      .sort();
  }

  #refuseStuck(path: string): void {
    if (this.stuck.has(path))
      throw Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
  }

  #spend(leaveHalf: () => void = () => {}): void {
    this.changes++;
    if (this.left > 0) {
      this.left--;
      return;
    }
    leaveHalf();
    if (this.failure === 'full') throw new Full('ENOSPC: no space left on device, write');
    throw new Killed('killed');
  }
}
