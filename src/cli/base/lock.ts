import { basename } from 'node:path';
import { visible } from '../../report/index.js';
import { UsageError } from './arguments.js';

/** Lets no other run write to a file meanwhile. `what` names it in messages; gives what ends it. */
export async function heldLock(file: string, what: string): Promise<() => void> {
  const { realDisk, takeLock } = await import('../../migrate/write/index.js');
  const lockFile = `${file}.lock`;
  try {
    const lock = takeLock(realDisk, lockFile);
    if (lock.kind === 'held') return lock.release;
    throw new UsageError(
      `${what}: another run writes to this file (process ${lock.by}). Wait until it has ended; if there is no such process, remove ${visible(basename(lockFile))} beside it.`,
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${what}: no file can be made beside it (${code}).`);
  }
}
