/**
 * Builds everything that the package, the action and the documentation site need and git does not hold: `dist/`, the
 * type declarations (left out with `--no-types`), the GitHub Action, and the derived pages, schemas and transforms
 * (`scripts/pages`; with `--pages` only these). With `--playground` only the playground of the site.
 */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAction } from './build/action.js';
import { bundle, ROOT } from './build/bundle.js';
import { dropUnreachable } from './build/declarations.js';
import { writePlayground } from './build/playground.js';
import { writeDerivedFiles } from './pages/index.js';

const asked = process.argv.slice(2);
if (asked.includes('--playground')) {
  await writePlayground(join(ROOT, '.tmp/site/playground'));
  process.exit();
}
if (!asked.includes('--pages')) {
  // Built aside and then exchanged, so that a program that is running keeps its files until the last moment.
  const aside = `.tmp/dist-${process.pid}`;
  await bundle(aside);
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  renameSync(join(ROOT, aside), join(ROOT, 'dist'));
  if (!asked.includes('--no-types')) writeTypes();
  await writeAction(ROOT);
}
await writeDerivedFiles();

function writeTypes(): void {
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  dropUnreachable(join(ROOT, 'dist/types'), [
    'src/index.d.ts',
    'src/expression/index.d.ts',
    'rules/index.d.ts',
  ]);
}
