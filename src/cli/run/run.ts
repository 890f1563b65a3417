import { tmpdir } from 'node:os';
import { nearest } from '../../catalogue/index.js';
import { visibleLines } from '../../report/index.js';
import { VERSION } from '../../version.js';
import { isUsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { COMMANDS } from './commands.js';
import { helpText } from './help.js';

/** Runs one command line and returns its exit code; nothing here touches the process. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    io.stderr(helpText());
    return EXIT.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') return help(rest, io);
  if (name === '--version' || name === '-v' || name === '-V' || name === 'version') {
    io.stdout(`${VERSION}\n`);
    return EXIT.clean;
  }
  const row = COMMANDS.find((candidate) => candidate.name === name);
  if (row === undefined) return unknownCommand(name, io);
  const command = await row.load();
  if (asksForHelp(rest)) {
    io.stdout(command.help);
    return EXIT.clean;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (isUsageError(error)) {
      io.stderr(visibleLines(`edge-sunset ${name}: ${error.message}\n`));
      return EXIT.usage;
    }
    io.stderr(refusal(name, error, io) ?? internalError(name, error, io));
    return EXIT.usage;
  }
}

async function help(rest: readonly string[], io: Io): Promise<number> {
  const [name] = rest;
  if (name === undefined) {
    io.stdout(helpText());
    return EXIT.clean;
  }
  const row = COMMANDS.find((candidate) => candidate.name === name);
  if (row === undefined) return unknownCommand(name, io);
  io.stdout((await row.load()).help);
  return EXIT.clean;
}

/** What stands behind `--` belongs to another program. */
function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  return (end < 0 ? rest : rest.slice(0, end)).some((argument) => argument === '--help' || argument === '-h');
}

function unknownCommand(name: string, io: Io): number {
  const near = nearest(
    name,
    COMMANDS.map((row) => row.name),
  );
  const what = name.startsWith('-') ? 'option' : 'command';
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  io.stderr(
    `edge-sunset: unknown ${what} ${JSON.stringify(name)}.${hint}\n` +
      `'edge-sunset --help' lists the commands.\n`,
  );
  return EXIT.usage;
}

/** What a system says that has no room or no right for what is needed, which is no bug. */
const REFUSALS = new Set(['EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS']);

/** Also where the folder for temporary files cannot be used. */
function refusal(name: string, error: unknown, io: Io): string | null {
  if (io.env.EDGE_SUNSET_DEBUG !== undefined || !(error instanceof Error)) return null;
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  if (!REFUSALS.has(code) && !path.startsWith(tmpdir())) return null;
  return (
    `edge-sunset ${name}: the system refused what is needed: ${visibleLines(error.message)}\n` +
    `Make room for files and for temporary files (TMPDIR), or raise the limit, and run it again.\n`
  );
}

/** A bug of ours: say so in one line; the stack only for somebody who asks for it. */
function internalError(name: string, error: unknown, io: Io): string {
  const message = error instanceof Error ? error.message : String(error);
  const stack = io.env.EDGE_SUNSET_DEBUG !== undefined && error instanceof Error ? `${error.stack}\n` : '';
  return (
    `edge-sunset ${name}: internal error: ${visibleLines(message)}\n${stack}` +
    `This is a bug in edge-sunset, not in your code. EDGE_SUNSET_DEBUG=1 prints the stack trace.\n`
  );
}
