/**
 * Makes the command line one file that needs no Node: Node's own single executable. `npm run executable` writes
 * `.tmp/executable/edge-sunset` for the system it runs on; the release does so on each system.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleExecutable } from './build/action.js';
import { ROOT } from './build/bundle.js';
import { writeGrammars } from './build/grammars.js';

const FOLDER = join(ROOT, '.tmp/executable');
const GRAMMARS = join(FOLDER, 'grammars');
const NAME = process.platform === 'win32' ? 'edge-sunset.exe' : 'edge-sunset';
/** Where Node looks for the program in itself. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
writeGrammars(GRAMMARS);
writeFileSync(join(FOLDER, 'main.cjs'), await bundleExecutable(ROOT));
const assets = readdirSync(GRAMMARS).filter((name) => /\.(?:br|js)$/.test(name));
writeFileSync(
  join(FOLDER, 'sea.json'),
  JSON.stringify({
    main: 'main.cjs',
    output: 'program.blob',
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries(assets.map((name) => [name, join('grammars', name)])),
  }),
);
const run = (program: string, ...argv: string[]) =>
  execFileSync(program, argv, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
run(process.execPath, '--experimental-sea-config', 'sea.json');
copyFileSync(process.execPath, join(FOLDER, NAME));
chmodSync(join(FOLDER, NAME), 0o755);
// A signature is of the bytes: macOS starts nothing whose signature does not fit.
if (process.platform === 'darwin') run('codesign', '--remove-signature', NAME);
const postject = join(ROOT, 'node_modules/postject/dist/cli.js');
const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
run(process.execPath, postject, NAME, 'NODE_SEA_BLOB', 'program.blob', '--sentinel-fuse', FUSE, ...segment);
if (process.platform === 'darwin') run('codesign', '--sign', '-', NAME);
for (const name of ['main.cjs', 'sea.json', 'program.blob']) rmSync(join(FOLDER, name));
process.stdout.write(`${join(FOLDER, NAME)}\n`);
