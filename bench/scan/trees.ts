/**
 * Makes the trees the benchmark runs on, the same on every machine: packages with folders of source files in a
 * git repository, ignore files at several levels, an ignored folder with installed packages, some untracked files.
 * Among the source files are some that a scan never opens, as many as large repositories have (`unopened.ts`).
 *
 * Sizes of source files follow a logarithmic normal distribution with the median (533 bytes) and the 90th percentile
 * (6.7 kB) found over 69,000 files of eighteen public repositories; that gives their 99th percentile and mean as well.
 *
 * A program that walks pays for each folder and for each pattern of an ignore file, so there are two shapes. In the
 * one two thirds of the files lie in a folder of their own, as test fixtures do: 1.4 files for each folder, fewer than
 * in any of 24 whole repositories with more than 2,000 files (2.5 and more, half of them more than 4.4). In the other
 * there are 5.7, as over 376,000 files of 540 public repositories; the ignore file at the root has 52 patterns,
 * and for a thousand files there are two more with 20, as in the 98 of them with more than 500 files.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callingFile, extension, fileName, type Random, seeded, text } from './texts.js';
import { BINARIES, binaryFile, RECORDS, recordFile, type UnopenedFile } from './unopened.js';

export interface TreePlan {
  readonly name: string;
  readonly files: number;
  /** Share of files that call the API; they stand together in packages of their own. */
  readonly calling: number;
  readonly seed: number;
  /** Folders and ignore files as most repositories have them; without it nearly each file has a folder of its own. */
  readonly fullFolders?: boolean;
}

const SOURCES = { median: 533, ninetieth: 6700 };
/** Standard deviations from the median to the 90th percentile of a normal distribution. */
const TO_NINETIETH = 1.2816;
const LARGEST = 1_500_000;
const PER_PACKAGE = 350;
const PER_FOLDER = 9;
const PER_FULL_FOLDER = 6.4;
const UNTRACKED_SHARE = 0.003;
const IGNORED_SHARE = 0.1;

const ROOT_IGNORED: readonly string[] = (
  'node_modules/ dist/ *.log .env* !.env.example /coverage **/*.tmp .DS_Store Thumbs.db *.swp *.swo *~ .idea/ ' +
  '.vscode/* !.vscode/settings.json *.iml /build /out target/ *.class *.jar *.war __pycache__/ *.py[cod] *.so ' +
  '.venv/ venv/ *.egg-info/ .pytest_cache/ .mypy_cache/ .tox/ htmlcov/ .coverage .coverage.* .nyc_output ' +
  '.eslintcache .stylelintcache .cache/ .parcel-cache .next/ .nuxt/ .turbo .vercel *.tsbuildinfo npm-debug.log* ' +
  'yarn-error.log* .yarn/cache .pnp.* *.pem terraform.tfstate* .terraform/ /tmp/'
).split(' ');

const PACKAGE_IGNORED: readonly string[] = (
  'build/ *.generated local-* /lib *.d.ts.map .env.local *.bak *.orig test-results/ playwright-report/ ' +
  'storybook-static/ /types *.cpuprofile report.[0-9]*.json .rpt2_cache/ *.tgz .npm secrets.* /docs/api *.pid'
).split(' ');

function lines(patterns: readonly string[]): string {
  return `${patterns.join('\n')}\n`;
}

/** The folder of a tree below `home`; made if it is not there, and anew when this program changes. */
export function tree(plan: TreePlan, home: string): string {
  const root = join(home, `${plan.name}-${recipe()}`);
  if (existsSync(join(root, '.git/complete'))) return root;
  const random = seeded(plan.seed);
  writeAll(root, plan, random);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'gc.auto=0', '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'tree');
  for (let index = 0; index < plan.files * UNTRACKED_SHARE; index++) {
    write(root, `packages/part-${index % 7}/new-${index}.ts`, text(random, 'ts', size(random, SOURCES)));
  }
  writeFileSync(join(root, '.git/complete'), '');
  return root;
}

function recipe(): string {
  const hash = createHash('sha256');
  for (const name of ['trees.ts', 'texts.ts', 'unopened.ts'])
    hash.update(readFileSync(new URL(name, import.meta.url)));
  return hash.digest('hex').slice(0, 8);
}

function writeAll(root: string, plan: TreePlan, random: Random): void {
  const full = plan.fullFolders === true;
  write(root, '.gitignore', lines(full ? ROOT_IGNORED : ROOT_IGNORED.slice(0, 7)));
  write(root, 'package.json', '{ "name": "example", "private": true }\n');
  const calling = Math.round(plan.files * plan.calling);
  const packages = Math.max(1, Math.round((plan.files - calling) / PER_PACKAGE));
  for (let index = 0; index < packages; index++) {
    write(root, `packages/part-${index}/package.json`, `{ "name": "part-${index}" }\n`);
    const ignored = full ? PACKAGE_IGNORED : PACKAGE_IGNORED.slice(0, 3);
    if ((index % 3 === 0) !== full) write(root, `packages/part-${index}/.gitignore`, lines(ignored));
  }
  for (let index = 0; index < plan.files - calling; index++) {
    const language = extension(random);
    const inPackage = Math.floor(index / packages);
    // Drawn for either shape, so that both have the same files.
    const own = folderOf(random, inPackage);
    const below = full ? fullFolderOf(inPackage) : own;
    const path = `packages/part-${index % packages}/src/${below}/${fileName(random)}-${index}`;
    const file = unopened(random) ?? {
      ending: `.${language}`,
      content: text(random, language, size(random, SOURCES)),
    };
    write(root, `${path}${file.ending}`, file.content);
  }
  for (let index = 0; index < calling; index++) {
    if (index % 20 === 0)
      write(root, `services/edge-${Math.floor(index / 20)}/package.json`, '{ "name": "edge" }\n');
    const file = callingFile(random, size(random, SOURCES));
    const path = `services/edge-${Math.floor(index / 20)}/src/${fileName(random)}-${index}.${file.language}`;
    write(root, path, file.text);
  }
  for (let index = 0; index < plan.files * IGNORED_SHARE; index++) {
    write(
      root,
      `node_modules/lib-${index % 50}/lib/file-${index}.js`,
      text(random, 'js', size(random, SOURCES)),
    );
  }
}

function folderOf(random: Random, index: number): string {
  const folder = Math.floor(index / PER_FOLDER);
  return folder % 3 === 0
    ? `module-${folder}`
    : `module-${folder % 5}/${fileName(random).split('-')[0]}-${folder}`;
}

/** A third of the folders lies less deep than the others. */
function fullFolderOf(index: number): string {
  const folder = Math.floor(index / PER_FULL_FOLDER);
  return folder % 3 === 0 ? `module-${folder}` : `module-${folder % 5}/${fileName(seeded(folder))}`;
}

function unopened(random: Random): UnopenedFile | undefined {
  const kind = random();
  if (kind < BINARIES.share) return binaryFile(random, size(random, BINARIES));
  return kind < BINARIES.share + RECORDS.share ? recordFile(random, size(random, RECORDS)) : undefined;
}

interface Sizes {
  readonly median: number;
  readonly ninetieth: number;
}

function size(random: Random, { median, ninetieth }: Sizes): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const deviation = Math.log(ninetieth / median) / TO_NINETIETH;
  return Math.min(LARGEST, Math.round(median * Math.exp(deviation * normal)));
}

function write(root: string, path: string, content: string | Buffer): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
