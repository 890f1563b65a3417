/** `migrate` leaves files alone that have uncommitted changes: with git, whatever it writes can be taken back. */
import { cleannessOf } from '../../migrate/index.js';
import { visible } from '../../report/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';

export interface TouchedFiles {
  readonly root: string;
  readonly files: readonly { readonly path: string; readonly before: string | null }[];
}

export function refuseDirty(roots: readonly TouchedFiles[], io: Pick<Io, 'env'>): void {
  const dirty = roots.flatMap(({ root, files }) => {
    const known = files.filter(({ before }) => before !== null).map(({ path }) => path);
    const cleanness = cleannessOf(root, [...new Set(known)], io.env);
    if (cleanness.kind === 'known') return cleanness.dirty;
    throw new UsageError(
      `uncommitted changes could not be checked, and nothing was written: ${visible(cleanness.why)}. --allow-dirty skips this check.`,
    );
  });
  if (dirty.length === 0) return;
  const names = dirty.map(({ path, why }) => `  ${visible(path)} (${why})`).join('\n');
  throw new UsageError(
    `these files have uncommitted changes, and nothing was written:\n${names}\nCommit them, or use --allow-dirty.`,
  );
}
