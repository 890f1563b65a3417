/** Writes the file that runs as GitHub Action; with `--check` it only says whether that is up to date. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ACTION, bundleAction } from './build/action.js';
import { ROOT } from './build/bundle.js';

const file = join(ROOT, ACTION);
const wanted = await bundleAction(ROOT);
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
  // The hooks of pre-commit run it as a program.
  chmodSync(file, 0o755);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  process.stderr.write(`${ACTION} is out of date: run npm run action:build\n`);
  process.exitCode = 1;
}
