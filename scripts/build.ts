/** Builds `dist/`: the bundles, and the declarations unless `--no-types` is given. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ROOT } from './build/bundle.js';

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundle('dist');
if (!process.argv.includes('--no-types')) {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
}
