import { isMainThread, type MessagePort, Worker, workerData } from 'node:worker_threads';
import { CODEMODS } from '../../../codemods/index.js';
import type { Host } from '../../lsp/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { dayOf, planForEditor } from '../scan/settings.js';

const FLAGS = {
  stdio: { kind: 'switch', summary: 'use standard input and output; the only way there is' },
  // The client library of VS Code gives it.
  clientProcessId: { kind: 'value', value: 'PID', summary: 'end when this process does' },
  now: SCAN_FLAGS.now,
} as const;

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'serve editors over stdio (language server)',
  flags: FLAGS,
  help: `Serve editors by the Language Server Protocol, on standard input and output: problems, hovers, rewrites and
suppressions in every language that scan reads. No file of a project is written and no program is run; edits are
made by the editor. docs/editors.md says how to set up editors.

Usage: edge-sunset lsp [options]

${flagHelp(FLAGS)}

The server ends when its standard input is closed.
`,
  run: lsp,
};

/** Of memory for the thread that analyses, which is started anew when it needs more. */
const MOST_MEGABYTES = 1024;

async function lsp(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length > 0) throw new UsageError('lsp takes no path; the editor names its folders.');
  const scan = parseArguments([], SCAN_FLAGS).values;
  const today = () => dayOf({ ...scan, now: values.now }, io);
  today();
  const { serveAnalysis, serveEditor } = await import('../../lsp/index.js');
  if (!isMainThread) {
    const host: Host = {
      codemods: CODEMODS,
      today,
      planOf: (folder, settings) => planForEditor(folder, settings, io),
    };
    serveAnalysis(workerData.port, host);
  } else serveEditor(process.stdin, process.stdout, (port) => startThread(argv, port));
  // Editor and server agree on the end, which ends the process.
  await new Promise(() => undefined);
  return EXIT.clean;
}

/** The same command line once more; in a thread it analyses. */
function startThread(argv: readonly string[], port: MessagePort) {
  const worker = new Worker(process.argv[1] ?? '', {
    argv: ['lsp', ...argv],
    workerData: { port },
    transferList: [port],
    // Standard output belongs to the protocol.
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  worker.on('error', (error) => process.stderr.write(`edge-sunset lsp: ${error.message}\n`));
  return {
    onEnd: (listener: () => void) => void worker.once('exit', listener),
    stop: () => void worker.terminate(),
  };
}
