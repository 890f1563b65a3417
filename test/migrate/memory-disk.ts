import type { Disk } from '../../src/migrate/write/disk.js';

/** Thrown where the process is to have ended. */
export class Killed extends Error {}

/** No room is left. */
export class Full extends Error {
  readonly code = 'ENOSPC';
}

/** A disk in memory. From the n-th change on it fails, for good if the process was killed. */
export class MemoryDisk implements Disk {
  readonly files = new Map<string, { bytes: Buffer; mode: number }>();
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
    return disk;
  }

  text(path: string): string | null {
    return this.files.get(path)?.bytes.toString() ?? null;
  }

  read(path: string): Buffer | null {
    return this.files.get(path)?.bytes ?? null;
  }

  mode(path: string): number | null {
    return this.files.get(path)?.mode ?? null;
  }

  create(path: string, bytes: Buffer, mode: number): void {
    if (this.files.has(path)) throw new Error(`${path} exists`);
    this.#spend(() => this.files.set(path, { bytes: bytes.subarray(0, bytes.length / 2), mode }));
    this.files.set(path, { bytes, mode });
  }

  rename(from: string, to: string): void {
    this.#spend();
    const file = this.files.get(from);
    if (file === undefined) throw new Error(`${from} is missing`);
    this.files.delete(from);
    this.files.set(to, file);
  }

  remove(path: string): void {
    if (!this.files.has(path)) return;
    // A full disk has room for less.
    if (this.failure === 'killed') this.#spend();
    this.files.delete(path);
  }

  makeFolder(): void {}

  list(folder: string): readonly string[] {
    return [...this.files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1))
      .filter((name) => !name.includes('/'))
      .sort();
  }

  #spend(leaveHalf: () => void = () => {}): void {
    this.changes++;
    if (this.left > 0) {
      this.left--;
      return;
    }
    leaveHalf();
    if (this.failure === 'full') throw new Full('no space left on device');
    throw new Killed('killed');
  }
}
