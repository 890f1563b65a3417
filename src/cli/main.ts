#!/usr/bin/env node
// The thin end: `--version` and `--help` are answered before anything else is loaded.
import module from 'node:module';
import { VERSION } from '../version.js';
import { helpText } from './help.js';

const argv = process.argv.slice(2);
const first = argv[0];

if (argv.length === 1 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else if (argv.length === 1 && (first === '--help' || first === '-h')) {
  process.stdout.write(helpText());
} else {
  enableCompileCache();
  void start();
}

async function start(): Promise<void> {
  const { runProcess } = await import('./process.js');
  await runProcess(argv);
}

/** Compiled code is kept between runs where Node knows how to (22.8 and later). */
function enableCompileCache(): void {
  const enable: unknown = Reflect.get(module, 'enableCompileCache');
  if (typeof enable === 'function') Reflect.apply(enable, module, []);
}
