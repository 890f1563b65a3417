#!/usr/bin/env node
// The thin end: `--version` and `--help` are answered before anything else is loaded.
import { writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../version.js';
import { helpText } from './run/help.js';
import { v8Settings } from './start/v8-settings.js';

const STDOUT = 1;
/** Scans and plans. Those that share a file share the settings, or each would refuse what the other has left compiled. */
const WITH_SETTINGS = ['scan', 'migrate', 'pr', 'campaign', 'verify'];
const argv = process.argv.slice(2);
const first = argv[0];

if (argv.length === 1 && (first === '--version' || first === '-V')) {
  say(`${VERSION}\n`);
} else if (argv.length === 1 && (first === '--help' || first === '-h')) {
  process.stdout.write(helpText());
} else {
  // First: what was compiled under other settings is refused.
  if (first !== undefined && WITH_SETTINGS.includes(first)) {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    for (const flag of v8Settings()) setFlagsFromString(flag);
  }
  void start();
}

/** The stream for it loads the modules of sockets and terminals, which takes as long as all the rest. */
function say(line: string): void {
  try {
    writeSync(STDOUT, line);
  } catch {
    // A pipe that is full, or closed.
    process.stdout.write(line);
  }
}

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('./start/compiled-code.js');
  keepCompiledCode(dirname(here()));
  const { runProcess } = await import('./run/process.js');
  await runProcess(argv);
}

/** The path of this file; in the bundle it stands in the place of the address. */
function here(): string {
  // Written out, for the bundler looks for these very words.
  const url = import.meta.url;
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
