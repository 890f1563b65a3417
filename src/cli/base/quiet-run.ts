/** Runs a command for a caller that is no terminal: the server of coding agents, and the library. */
import type { Command, Io } from './command.js';

export interface QuietRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nobody is asked, nothing is coloured, and interrupts are the caller's business. Throws what the command throws. */
export async function runQuietly(
  command: Command,
  argv: readonly string[],
  io: Io,
  stdin = '',
): Promise<QuietRun> {
  const said = { stdout: '', stderr: '' };
  const { ask: _ask, edit: _edit, ...rest } = io;
  const own: Io = {
    ...rest,
    env: { ...io.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    isTerminal: { stdout: false, stderr: false },
    stdout: (text) => {
      said.stdout += text;
    },
    stderr: (text) => {
      said.stderr += text;
    },
    stdin: async () => new TextEncoder().encode(stdin),
    readingOnly: (work) => work(),
  };
  return { code: await command.run(argv, own), ...said };
}
