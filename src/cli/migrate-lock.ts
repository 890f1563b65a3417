import { realDisk, takeLock } from '../migrate/index.js';
import { UsageError } from './arguments.js';

/** Does what changes files, unless another run is at it. */
export function locked<T>(stateFolder: string, command: string, change: () => T): T {
  const lock = takeLock(realDisk, stateFolder);
  if (lock.kind === 'taken') {
    throw new UsageError(
      `another run is changing files here (process ${lock.by}). Run ${command} again when it has ended; if there is none, remove ${lock.file}.`,
    );
  }
  try {
    return change();
  } finally {
    lock.release();
  }
}
