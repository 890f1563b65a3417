import { relative } from 'node:path';
import {
  ReadOnly,
  realDisk,
  recover,
  stateFolderOf,
  type UndoResult,
  Unfinished,
  undo,
} from '../migrate/index.js';
import { visible } from '../report/index.js';
import { targetsOf } from '../scan/index.js';
import { parseArguments, UsageError } from './arguments.js';
import type { Command, Io } from './command.js';
import { EXIT } from './exit-code.js';
import { locked } from './migrate-lock.js';

export const undoCommand: Command = {
  name: 'undo',
  summary: 'take back what migrate --write changed last',
  help: `Take back what the last 'migrate --write' changed here, byte for byte. Run again, it takes back the run before.

Usage: edge-sunset undo [folder]

Files that were edited since are named, and nothing is changed.

Exit codes:
  0  taken back
  1  there is nothing to take back
  2  files were edited since; nothing was changed
`,
  run: runUndo,
};

/** What a disk may refuse is no bug of ours. */
function undone(folder: string): UndoResult {
  try {
    return undo(realDisk, folder);
  } catch (error) {
    if (error instanceof Unfinished)
      throw new UsageError(`it could not be finished (${error.message}); run undo again.`);
    if (error instanceof ReadOnly || (error instanceof Error && 'code' in error))
      throw new UsageError(`nothing was changed: ${visible(error.message)}.`);
    throw error;
  }
}

async function runUndo(argv: readonly string[], io: Io): Promise<number> {
  const { positionals } = parseArguments(argv, {});
  if (positionals.length > 1) throw new UsageError(`undo takes one folder, not ${positionals.length}.`);
  const targets = targetsOf(positionals.length === 0 ? ['.'] : positionals, io.cwd);
  if (!targets.ok) throw new UsageError(`the path ${JSON.stringify(targets.missing)} does not exist.`);
  const [target] = targets.targets;
  if (target === undefined) return EXIT.usage;
  const folder = stateFolderOf(target.root);
  const result = locked(folder, 'undo', () => {
    recover(realDisk, folder);
    return undone(folder);
  });
  const shown = (path: string) => `  ${visible(relative(io.cwd, path) || path)}\n`;
  switch (result.kind) {
    case 'nothing':
      io.stderr('edge-sunset undo: there is nothing to take back here.\n');
      return EXIT.findings;
    case 'edited':
      throw new UsageError(
        `these files were edited since the migration, and nothing was changed:\n${result.paths.map(shown).join('')}Bring them back to what the migration wrote, or take the changes back with git.`,
      );
    case 'undone':
      io.stdout(`Restored:\n${result.restored.map(shown).join('')}`);
      if (result.removed.length > 0) io.stdout(`Removed:\n${result.removed.map(shown).join('')}`);
      return EXIT.clean;
  }
}
