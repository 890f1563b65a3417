/** Files that a command writes because the command line names them: a link that the tree brings leads none of them away. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';

/** A tree, a file outside of it, and links of the tree that lead out. */
function hostileTree() {
  const above = folderOf({ 'tree/a.mjs': DEAD_CALL, 'tree/sub/b.mjs': '', 'outside/kept.json': 'alive\n' });
  const [tree, outside] = [join(above, 'tree'), join(above, 'outside')];
  symlinkSync(outside, join(tree, 'reports'));
  symlinkSync(join(outside, 'kept.json'), join(tree, 'report.json'));
  symlinkSync(join(outside, 'new.json'), join(tree, 'missing.json'));
  // As a device would be: what is not a regular file is written to, not replaced.
  symlinkSync('/dev/full', join(tree, 'device.json'));
  return { above, tree, outside };
}

const WRITERS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['scan --output', (file) => ['scan', '--output', `json=${file}`]],
  ['edge --save-state', (file) => ['edge', '--save-state', file]],
  ['rehearse --record', (file) => ['rehearse', '--record', file, '--', 'node', 'none.cjs']],
];

describe.each(WRITERS)('%s', (_, command) => {
  it.each(['reports/new.json', 'reports/kept.json', 'report.json', 'missing.json', 'device.json'])(
    'writes nothing through the link %s of the tree',
    async (file) => {
      const { tree, outside } = hostileTree();
      const { code, stderr } = await edgeSunset(command(file), { cwd: tree });
      expect([code, stderr]).toEqual([2, expect.stringContaining('is a link, which is not followed')]);
      expect(readdirSync(outside)).toEqual(['kept.json']);
      expect(readFileSync(join(outside, 'kept.json'), 'utf8')).toBe('alive\n');
      expect(lstatSync(join(tree, file.replace(/\/.*/, ''))).isSymbolicLink()).toBe(true);
    },
  );
});

describe.runIf(process.platform === 'linux')('a pipe of the tree', () => {
  it.each(WRITERS.slice(0, 1))('that nobody reads does not keep %s waiting', async (_, command) => {
    const { tree } = hostileTree();
    execFileSync('mkfifo', [join(tree, 'pipe.json')]);
    const { code, stderr } = await edgeSunset(command('pipe.json'), { cwd: tree });
    expect([code, stderr]).toEqual([2, expect.stringContaining('a pipe that no program reads')]);
  });

  it('that a program reads gets the report', async () => {
    const { tree } = hostileTree();
    execFileSync('mkfifo', [join(tree, 'pipe.json')]);
    const reader = spawn('cat', ['pipe.json'], { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] });
    const text = reader.stdout.setEncoding('utf8').toArray();
    await new Promise((done) => setTimeout(done, 500));
    await edgeSunset(['scan', '--output', 'json=pipe.json'], { cwd: tree });
    expect((await text).join('')).toContain('"findings"');
  });
});

describe('scan --output', () => {
  it('knows the tree also from a folder in it, and from elsewhere', async () => {
    const { above, tree, outside } = hostileTree();
    const git = join(folderOf({ 'repository/.git/HEAD': '' }), 'repository');
    symlinkSync(outside, join(git, 'reports'));
    const runs = [
      [git, join(git, 'reports/new.json')],
      [above, join(git, 'reports/new.json')],
      [above, 'tree/reports/new.json'],
    ] as const;
    for (const [cwd, file] of runs)
      expect((await edgeSunset(['scan', tree, '--output', `json=${file}`], { cwd })).code).toBe(2);
    expect(readdirSync(outside)).toEqual(['kept.json']);
  });

  it('follows links of the user outside of the tree, and writes to folders of the tree', async () => {
    const { above, tree, outside } = hostileTree();
    symlinkSync(outside, join(above, 'mine'));
    for (const file of [join(above, 'mine/new.json'), 'sub/new.json'])
      expect((await edgeSunset(['scan', '--output', `json=${file}`], { cwd: tree })).code).toBe(1);
    expect(existsSync(join(outside, 'new.json'))).toBe(true);
    expect(existsSync(join(tree, 'sub/new.json'))).toBe(true);
  });
});

describe('files that are named', () => {
  it.each([
    ['convert', 'firewall-rules', 'secret.txt'],
    ['expr', 'eval', 'ssl', '--context', 'secret.txt'],
    ['edge', '--state', 'secret.txt'],
    ['edge', '--faults', 'secret.txt'],
    ['compare', '--before', '.', '--after', '.', '--exempt', 'secret.txt', '--', 'node', 'none.cjs'],
    ['scan', '--catalogue', 'secret.txt'],
    ['scan', '--config', 'secret.txt'],
  ])('are not quoted where they are no such file: %s %s', async (...argv) => {
    const above = folderOf({ 'secret.txt': 'do-not-print', 'tree/a.mjs': DEAD_CALL });
    symlinkSync('../secret.txt', join(above, 'tree/secret.txt'));
    const { code, stdout, stderr } = await edgeSunset(argv, { cwd: join(above, 'tree') });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('secret.txt');
    expect(stderr).not.toContain('do-not');
  });
});
