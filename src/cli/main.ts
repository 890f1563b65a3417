#!/usr/bin/env node
// The thin end: `--version` and `--help` are answered before anything else is loaded.
import { VERSION } from '../version.js';
import { helpText } from './help.js';

const argv = process.argv.slice(2);
const first = argv[0];

if (argv.length === 1 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else if (argv.length === 1 && (first === '--help' || first === '-h')) {
  process.stdout.write(helpText());
} else {
  const { runProcess } = await import('./process.js');
  await runProcess(argv);
}
