/**
 * Compiled code that somebody else planted is not run. What is planted is real code of this version of Node that
 * writes a marker; a twin shows that it would run if it were the user's own.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/cli/start/cache-folder.js';
import { v8Settings } from '../../src/cli/start/v8-settings.js';
import { builtBin, runBin } from '../cli/bin.js';
import { DEAD_CALL, folderOf } from '../cli/command-line.js';

const bin = builtBin();
const nodeKeepsIt = typeof Reflect.get(module, 'enableCompileCache') === 'function';
const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

interface Planted {
  readonly home: string;
  readonly folder: string;
  /** The file that holds code of somebody else. */
  readonly file: string;
  readonly marker: string;
  readonly cwd: string;
}

const environmentAt = (home: string) => ({ HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home });

/** A folder of compiled code as a run leaves it, in which the code of one file is replaced. */
async function plant(home = folderOf({})): Promise<Planted> {
  const env = environmentAt(home);
  const folder = cacheFolder(process.platform, env) ?? '';
  const cwd = folderOf({ 'a.ts': DEAD_CALL });
  await runBin(bin(), ['scan', cwd], { cwd: folderOf({}), env });
  const name = readdirSync(folder).find((kept) => kept.startsWith('process@')) ?? '';
  const file = join(folder, name);
  const marker = join(folderOf({}), 'marker');
  const written = readFileSync(join(dirname(bin()), 'process.js'), 'utf8');
  const inside = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x');`;
  // V8 compares the length of the source only, and the settings under which it was compiled.
  const data = compile(module.wrap(inside.padEnd(written.length)), join(dirname(bin()), 'process.js'));
  writeFileSync(file, withCheck(data));
  return { home, folder, file, marker, cwd };
}

/** In a process of its own, for the settings hold for all that a process compiles. */
function compile(source: string, filename: string): Buffer {
  const program = `const { flags, source, filename } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    for (const flag of flags) require('node:v8').setFlagsFromString(flag);
    process.stdout.write(new (require('node:vm').Script)(source, { filename }).createCachedData());`;
  const input = JSON.stringify({ flags: v8Settings(), source, filename });
  return execFileSync(process.execPath, ['-e', program], { input });
}

/** As `src/cli/start/compiled-code.ts` guards against damage, which is no defence. */
function withCheck(data: Buffer): Buffer {
  let sum = data.length;
  for (let at = 0; at + 4 <= data.length; at += 256) sum = (Math.imul(sum, 31) + data.readInt32LE(at)) | 0;
  const check = Buffer.alloc(4);
  check.writeInt32LE(sum);
  return Buffer.concat([data, check]);
}

const scan = ({ home, cwd }: Planted, argv: readonly string[] = ['scan', '--format', 'json'], at = cwd) =>
  runBin(bin(), argv, { cwd: at, env: environmentAt(home) });

describe.skipIf(nodeKeepsIt || process.platform === 'win32')('planted code', () => {
  it('would run if it were the own of the user', async () => {
    const planted = await plant();
    await scan(planted);
    expect(existsSync(planted.marker)).toBe(true);
  });

  const behindLink = ({ folder }: Planted) => {
    renameSync(folder, `${folder}-elsewhere`);
    symlinkSync(`${folder}-elsewhere`, folder);
  };
  const ways: Record<string, (planted: Planted) => void> = {
    'in a file that others can write': ({ file }) => chmodSync(file, 0o666),
    'in a file with a second name': ({ file, home }) => linkSync(file, join(home, 'second')),
    'behind a link in place of the file': ({ file, home }) => {
      renameSync(file, join(home, 'moved'));
      symlinkSync(join(home, 'moved'), file);
    },
    'behind a link in place of the folder': behindLink,
    'in a folder that others can write': ({ folder }) => chmodSync(folder, 0o777),
    'in a file that the tree brings': ({ home }) => mkdirSync(join(home, '.git')),
  };
  it.each(Object.keys(ways))('%s is not run', async (way) => {
    const planted = await plant();
    ways[way]?.(planted);
    expect(await scan(planted)).toMatchObject({ code: 1, stderr: '' });
    expect(existsSync(planted.marker)).toBe(false);
  });

  it.runIf(isRoot).each(['file', 'folder'] as const)('in a %s of another user is not run', async (what) => {
    const planted = await plant();
    chownSync(planted[what], NOBODY, NOBODY);
    expect(await scan(planted)).toMatchObject({ code: 1, stderr: '' });
    expect(existsSync(planted.marker)).toBe(false);
  });

  it.each([
    ['in the current folder', (home: string) => [['scan'], home] as const],
    ['in a folder that is scanned', (home: string) => [['scan', home], folderOf({})] as const],
  ])('%s is not run', async (_, where) => {
    const planted = await plant();
    const [argv, at] = where(planted.home);
    await scan(planted, argv, at);
    expect(existsSync(planted.marker)).toBe(false);
  });
});

it.skipIf(nodeKeepsIt || process.platform === 'win32')(
  'a damaged or foreign file is replaced where the folder is the own',
  async () => {
    const planted = await plant();
    chmodSync(planted.file, 0o666);
    await scan(planted);
    expect(statSync(planted.file).mode & 0o777).toBe(0o600);
    expect(basename(planted.file)).toMatch(/^process@/);
  },
);

it.runIf(isRoot)('nothing is made in the home of another user', async () => {
  const home = folderOf({});
  chownSync(home, NOBODY, NOBODY);
  const cwd = folderOf({ 'a.ts': DEAD_CALL });
  expect(await runBin(bin(), ['scan'], { cwd, env: environmentAt(home) })).toMatchObject({ code: 1 });
  expect(readdirSync(home)).toEqual([]);
});

it('Node keeps nothing in the shared folder for temporary files, and uses only what nobody else can write', async () => {
  const home = folderOf({});
  const temporary = folderOf({});
  const env = { ...environmentAt(home), TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const cwd = folderOf({ 'a.ts': DEAD_CALL });
  const run = () => runBin(bin(), ['scan'], { cwd, env });
  expect(await run()).toMatchObject({ code: 1, stderr: '' });
  expect(readdirSync(temporary)).toEqual([]);
  const folder = join(cacheFolder(process.platform, env) ?? '', 'node');
  expect(existsSync(folder)).toBe(nodeKeepsIt);
  if (!nodeKeepsIt) return;
  expect(readdirSync(folder)).toHaveLength(1);
  if (process.platform === 'win32') return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  expect(await run()).toMatchObject({ code: 1, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});
