import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly path: string;
  readonly entry: Dirent;
}

/** What lies below a folder, nearest first and no more than so much; links and `skipped` folders are not entered. */
export function* entriesBelow(folder: string, most: number, skipped: ReadonlySet<string>): Generator<Entry> {
  let looked = 0;
  const folders = [folder];
  for (const at of folders) {
    for (const entry of entriesIn(at)) {
      if (++looked > most) return;
      if (!entry.isDirectory()) yield { path: join(at, entry.name), entry };
      else if (!skipped.has(entry.name)) folders.push(join(at, entry.name));
    }
  }
}

export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
