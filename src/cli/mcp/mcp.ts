import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';

const FLAGS = {
  'allow-write': { kind: 'switch', summary: 'allow tools that change files or run programs' },
  root: {
    kind: 'list',
    value: 'DIR',
    summary: 'folder that tools may read (default: the current one); may be repeated',
  },
} as const;

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'serve the commands to coding agents over stdio (MCP)',
  flags: FLAGS,
  help: `Serve scan, explain, brief, migrate and other commands to coding agents by the Model Context Protocol, on
standard input and output. Nothing is written and no program is run without --allow-write. Paths outside of the
roots are refused; roots that the client names narrow them further.

Usage: edge-sunset mcp [options]

${flagHelp(FLAGS)}

The server ends when its standard input is closed.
`,
  run: mcp,
};

async function mcp(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length > 0) throw new UsageError('mcp takes no path; --root names a folder.');
  const roots = (values.root.length === 0 ? ['.'] : values.root).map((root) => folderOf(root, io));
  const { serve } = await import('./server.js');
  await serve({ io, roots, mayWrite: values['allow-write'] });
  return EXIT.clean;
}

function folderOf(written: string, io: Io): string {
  try {
    const folder = realpathSync(resolve(io.cwd, written));
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Told below.
  }
  throw new UsageError(`--root ${JSON.stringify(written)} is no folder.`);
}
