/** The GitHub Action. Everything it is told comes from the environment; what it says goes to the workflow. */
import { visibleLines } from '../../report/index.js';
import { isUsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { runIo, runProcess } from '../run/process.js';
import { commentMode } from './comment.js';
import { readInputs } from './inputs.js';
import { migrateMode } from './migrate.js';
import { scanMode } from './scan.js';
import { data } from './workflow.js';

const argv = process.argv.slice(2);

// A hook of pre-commit runs a command with the same file; a runner hands over no arguments.
void (argv.length > 0 ? runProcess(argv) : runIo(action));

async function action(io: Io): Promise<number> {
  const workspace = { ...io, cwd: io.env.GITHUB_WORKSPACE ?? io.cwd };
  try {
    const inputs = readInputs(io.env);
    switch (inputs.mode) {
      case 'scan':
        return await scanMode(inputs, workspace);
      case 'migrate':
        return await migrateMode(inputs, workspace);
      case 'comment':
        return await commentMode(inputs, workspace);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOurs = !isUsageError(error) && !(error instanceof Error && error.name === 'GitError');
    io.stdout(
      `::error title=edge-sunset::${data(visibleLines(isOurs ? `internal error: ${message}` : message))}\n`,
    );
    return EXIT.usage;
  }
}
