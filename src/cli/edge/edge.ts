import { serveEdge } from '../../edge/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { checkWritable, EDGE_FLAGS, edgeFrom, write } from './options.js';

const FLAGS = {
  port: { kind: 'value', value: 'NUMBER', summary: 'port on 127.0.0.1; 0 (default) selects a free one' },
  ...EDGE_FLAGS,
  'save-state': { kind: 'value', value: 'FILE', summary: 'write the final state to this file' },
} as const;

export const edge: Command = {
  name: 'edge',
  summary: 'serve an emulated API with an adjustable clock on loopback',
  flags: FLAGS,
  help: `Serve an emulated API with state, validation and a clock. Set the base URL of a program to it and see what works
on any day. It only listens on 127.0.0.1, only answers requests for loopback names, rejects web pages of
other origins, and ends on SIGINT or SIGTERM.

Usage: edge-sunset edge [options]

  edge-sunset edge --now 2024-06-01          the API of that day
  GET  /__edge/state                         print the state
  POST /__edge/clock  {"now":"2026-11-21"}   set the day

When it is ready it prints one line of JSON: {"baseUrl":"http://127.0.0.1:PORT/client/v4"}

${flagHelp(FLAGS)}
`,
  run: runEdge,
};

async function runEdge(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length > 0)
    throw new UsageError(`edge takes no arguments, not ${JSON.stringify(positionals[0])}.`);
  const port = Number(values.port ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}.`);
  const emulated = await edgeFrom(values, io);
  const file = values['save-state'];
  if (file !== undefined) checkWritable('--save-state', file, io.cwd);
  const interruption = io.interruption();
  let server: Awaited<ReturnType<typeof serveEdge>>;
  try {
    server = await serveEdge(emulated, port);
  } catch (error) {
    throw new UsageError(
      `port ${port} cannot be listened on (${error instanceof Error ? error.message : String(error)}). --port 0 selects a free one.`,
    );
  }
  io.stdout(`${JSON.stringify({ baseUrl: server.baseUrl })}\n`);
  await aborted(interruption);
  await server.close();
  if (file !== undefined) write('--save-state', file, io.cwd, emulated.state);
  return EXIT.clean;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
