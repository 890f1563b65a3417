import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tellsChanges } from '../../src/scan/memory/index.js';
import { emptyFolder, git, write } from '../scan/walk/trees.js';
import { builtBin, runBin } from './bin.js';
import { DEAD_CALL } from './command-line.js';

const bin = builtBin('memory');
const FILES = 1000;
/** So long that the index of a thousand files is as large as that of a large tree. */
const LONG = 'x'.repeat(210);
/** What changed in the last seconds is not kept. */
const SETTLED_MILLISECONDS = 4500;

const believed = tellsChanges(tmpdir());

async function largeTree(): Promise<string> {
  const root = emptyFolder();
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, number) => [`part-${number % 20}/${LONG}-${number}.ts`, '// silent\n']),
  );
  git(root, 'init', '-q');
  write(root, { ...files, 'calls.ts': DEAD_CALL });
  git(root, 'add', '-A');
  await sleep(SETTLED_MILLISECONDS);
  return root;
}

describe('scans of a large tree', { timeout: 60_000 }, () => {
  it('read from the third on what changed, and all of it with --no-cache', async () => {
    const cwd = await largeTree();
    const home = emptyFolder();
    const env = { HOME: home, XDG_CACHE_HOME: home };
    const scan = (...more: string[]) =>
      runBin(bin(), ['scan', '--stats', '-f', 'json', ...more], { cwd, env });
    const first = await scan();
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('1001 files seen, 1001 read, 1 analysed');
    expect((await scan()).stdout).toBe(first.stdout);
    const third = await scan();
    expect(third.stdout).toBe(first.stdout);
    if (believed) expect(third.stderr).toContain('1001 read (1000 of them by an earlier scan), 1 analysed');
    const whole = await scan('--no-cache');
    expect(whole.stdout).toBe(first.stdout);
    expect(whole.stderr).toContain('1001 read, 1 analysed');

    appendFileSync(join(cwd, `part-1/${LONG}-1.ts`), DEAD_CALL);
    const later = await scan();
    expect(later.stdout).toBe((await scan('--no-cache')).stdout);
    expect(later.stdout).toContain(`${LONG}-1.ts`);

    const migration = ['migrate', '-f', 'json'];
    const planned = await runBin(bin(), migration, { cwd, env });
    expect(planned.stdout).toContain(`${LONG}-1.ts`);
    expect(await runBin(bin(), [...migration, '--no-cache'], { cwd, env })).toEqual(planned);
  });

  it('keep nothing where the user has no folder for it, or it cannot be written', async () => {
    const cwd = await largeTree();
    const none = await runBin(bin(), ['scan'], { cwd });
    expect(none).toMatchObject({ code: 1, stderr: '' });
    const home = emptyFolder();
    write(home, { cache: 'a file where a folder should be' });
    const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    for (let again = 0; again < 3; again++) expect(await runBin(bin(), ['scan'], { cwd, env })).toEqual(none);
    expect(readdirSync(home)).toEqual(['cache']);
    rmSync(join(home, 'cache'));
  });
});
