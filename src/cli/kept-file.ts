import { mkdirSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that can be made again: whole or not at all, for the user alone. `false` where it cannot be written,
 * which nobody needs to know.
 */
export function keepFile(file: string, bytes: Uint8Array): boolean {
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(aside, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(aside, file);
    return true;
  } catch {
    discard(aside);
    return false;
  }
}

export function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It is not there.
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
