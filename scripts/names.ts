/**
 * `npm run names`: package.json names the owner, the address of the documentation and the version. This writes them into
 * every other file that repeats them. With `--check` it only says which files differ; where GitHub runs it, the owner must
 * be that of the repository as well.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENTATION, REPOSITORY } from '../src/documentation.js';
import { VERSION } from '../src/version.js';
import { namesOf, renamed } from './names/rename.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const wanted = namesOf(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const written = { documentation: DOCUMENTATION, repository: REPOSITORY, version: VERSION };

const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
const troubles: string[] = [];
for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const result = renamed(path, text, written, wanted);
  if (result === text) continue;
  troubles.push(`${path} differs from package.json: run npm run names`);
  if (isCheck) continue;
  writeFileSync(join(ROOT, path), result);
  process.stdout.write(`${path}\n`);
}

const { GITHUB_REPOSITORY: here } = process.env;
if (here !== undefined && wanted.repository !== `https://github.com/${here}`)
  troubles.push(`package.json names ${wanted.repository}, and this is https://github.com/${here}`);
if (isCheck && troubles.length > 0) {
  process.stderr.write(`${troubles.join('\n')}\n`);
  process.exitCode = 1;
}
