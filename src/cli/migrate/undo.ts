import { forget, hasState, type UndoResult, undo } from '../../migrate/index.js';
import { targetsOf } from '../../scan/index.js';
import { type Flags, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { inWords, shown, treesOf, withLock } from './state.js';

const UNDO_FLAGS = {
  forget: {
    kind: 'switch',
    summary: 'keep all files as they are and delete the record of the last run',
  },
} as const satisfies Flags;

export const undoCommand: Command = {
  name: 'undo',
  summary: 'revert the last migrate --write',
  flags: UNDO_FLAGS,
  help: `Revert the last 'migrate --write' in this folder, byte for byte. Run it again to revert the run before.

Usage: edge-sunset undo [options] [folder]

${flagHelp(UNDO_FLAGS)}

If a file was edited since, it is named and nothing is changed. An interrupted run is reverted first.

The records are stored in your state folder by the path of the work tree: in $XDG_STATE_HOME/edge-sunset or
~/.local/state/edge-sunset, on macOS ~/Library/Application Support/edge-sunset, on Windows
%LOCALAPPDATA%\\edge-sunset\\state. EDGE_SUNSET_STATE sets another folder.

Exit codes:
  0  reverted
  1  there is nothing to revert
  2  files were edited since or cannot be replaced; nothing was changed
`,
  run: runUndo,
};

async function runUndo(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, UNDO_FLAGS);
  if (positionals.length > 1) throw new UsageError(`undo takes one folder, not ${positionals.length}.`);
  const targets = targetsOf(positionals.length === 0 ? ['.'] : positionals, io.cwd);
  if (!targets.ok) throw new UsageError(`${targets.problem}.`);
  const [tree] = treesOf(
    targets.targets.map(({ root }) => root),
    io,
  );
  if (tree === undefined) return EXIT.usage;
  const work = values.forget ? forget : undo;
  const result: UndoResult = hasState(tree)
    ? withLock(tree, 'undo', (locked) => inWords(() => work(locked)))
    : { kind: 'nothing' };
  const list = (paths: readonly string[]) => shown(paths, tree.root, io);
  switch (result.kind) {
    case 'nothing':
      io.stderr('edge-sunset undo: there is nothing to revert here.\n');
      return EXIT.findings;
    case 'edited':
      throw new UsageError(
        `these files were edited since the migration, and nothing was changed:\n${list(result.paths)}Restore the content that the migration wrote, or revert the changes with git. 'edge-sunset undo --forget' keeps all files as they are.`,
      );
    case 'restored': {
      const { restored, removed } = result;
      if (values.forget)
        io.stderr('edge-sunset undo: deleted the record of the last run; its files are unchanged.\n');
      if (restored.length > 0) io.stdout(`Restored:\n${list(restored)}`);
      if (removed.length > 0) io.stdout(`Removed:\n${list(removed)}`);
      return EXIT.clean;
    }
  }
}
