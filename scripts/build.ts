/** Builds `dist/`: the bundles, and the declarations unless `--no-types` is given. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ROOT } from './build/bundle.js';
import { dropUnreachable } from './build/declarations.js';

// Built aside and then exchanged, so that a program that is running keeps its files until the last moment.
const aside = `.tmp/dist-${process.pid}`;
await bundle(aside);
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
renameSync(join(ROOT, aside), join(ROOT, 'dist'));
if (!process.argv.includes('--no-types')) {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  dropUnreachable(join(ROOT, 'dist/types'), [
    'src/index.d.ts',
    'src/expression/index.d.ts',
    'rules/index.d.ts',
  ]);
}
