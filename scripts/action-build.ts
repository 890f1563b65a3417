/**
 * Writes the file that runs as GitHub Action. With `--check` it compares instead: whether the file that is there, such as
 * that of a release, is what these sources give, byte for byte.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION, bundleAction, writeAction } from './build/action.js';
import { ROOT } from './build/bundle.js';

if (!process.argv.includes('--check')) await writeAction(ROOT);
else {
  const file = join(ROOT, ACTION);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== (await bundleAction(ROOT))) {
    process.stderr.write(`${ACTION} is not what these sources give\n`);
    process.exitCode = 1;
  }
}
