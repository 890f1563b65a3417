import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlannedFile, RootPlan } from '../../src/migrate/index.js';
import { undo } from '../../src/migrate/undo.js';
import { decodeExactly } from '../../src/migrate/write/encoding.js';
import { batchesOf, Recorder, realDisk, recover, writePlan } from '../../src/migrate/write/index.js';
import { folderOf } from '../cli/command-line.js';
import { Killed, MemoryDisk } from './memory-disk.js';
import { planWith, projectOf, SAFE_CALL, SAFE_CALL_AFTER } from './project.js';

const STATE = '/p/.git/edge-sunset';
const BEFORE = { '/p/a.js': 'old a\n', '/p/lib/b.js': 'old b\n' };
const NEW: Readonly<Record<string, string>> = {
  'a.js': 'new a\n',
  'lib/b.js': 'new b\n',
  'lib/helper.js': 'help\n',
};

function fileOf(
  path: string,
  before: string | null,
  after: string,
  clusters: readonly number[] = [1],
): PlannedFile {
  return { path, before, after, edits: [], clusters };
}

/** One cluster over two files and a new one. */
async function planOver(files: readonly PlannedFile[]): Promise<RootPlan> {
  return { ...(await planWith({}, [])), root: '/p', files };
}

const FILES = [
  fileOf('a.js', 'old a\n', 'new a\n'),
  fileOf('lib/b.js', 'old b\n', 'new b\n'),
  fileOf('lib/helper.js', null, 'help\n'),
];

/** Everything but what is ours. */
function userFiles(disk: MemoryDisk): Record<string, string> {
  return Object.fromEntries(
    [...disk.files]
      .filter(([path]) => !path.startsWith(STATE))
      .map(([path, { bytes }]) => [path, bytes.toString()]),
  );
}

const AFTER = Object.fromEntries(Object.entries(NEW).map(([path, text]) => [`/p/${path}`, text]));

describe('writing a cluster', () => {
  it('changes all files, and undo brings all back', async () => {
    const disk = new MemoryDisk(BEFORE);
    const result = writePlan(await planOver(FILES), disk, STATE, new Recorder(disk, STATE));
    expect(result).toEqual({ files: FILES.map(({ path }) => path), failures: [] });
    expect(userFiles(disk)).toEqual(AFTER);
    expect(disk.list(`${STATE}/journal`)).toEqual([]);
    expect(undo(disk, STATE)).toMatchObject({ kind: 'undone', removed: ['/p/lib/helper.js'] });
    expect(userFiles(disk)).toEqual(BEFORE);
    expect(undo(disk, STATE)).toEqual({ kind: 'nothing' });
  });

  it('killed at any point, is whole or not at all after the next run', async () => {
    const plan = await planOver(FILES);
    const whole = new MemoryDisk(BEFORE);
    writePlan(plan, whole, STATE, new Recorder(whole, STATE));
    const outcomes = new Set<string>();
    for (let at = 0; at < whole.changes; at++) {
      const disk = new MemoryDisk(BEFORE);
      disk.left = at;
      // What comes after the kill never happens, so errors that the code would handle are of no interest.
      const stopped = () => writePlan(plan, disk, STATE, new Recorder(disk, STATE));
      try {
        expect(stopped().failures).toHaveLength(1);
      } catch (error) {
        expect(error).toBeInstanceOf(Killed);
      }
      const after = disk.restarted();
      recover(after, STATE);
      const state = userFiles(after);
      const isWhole = JSON.stringify(state) === JSON.stringify(userFiles(whole));
      outcomes.add(isWhole ? 'all' : 'none');
      if (!isWhole) expect(state).toEqual(BEFORE);
      expect(after.list(`${STATE}/journal`)).toEqual([]);
      // Whatever was left, undo leads back, or has nothing to do.
      expect(undo(after, STATE).kind).not.toBe('edited');
      expect(userFiles(after)).toEqual(BEFORE);
    }
    expect(outcomes).toEqual(new Set(['all', 'none']));
  });

  it('killed while undoing, is whole or not at all as well', async () => {
    const plan = await planOver(FILES);
    const written = new MemoryDisk(BEFORE);
    writePlan(plan, written, STATE, new Recorder(written, STATE));
    const whole = written.restarted();
    undo(whole, STATE);
    for (let at = 0; at < whole.changes; at++) {
      const disk = written.restarted();
      disk.left = at;
      expect(() => undo(disk, STATE)).toThrow('killed');
      const after = disk.restarted();
      recover(after, STATE);
      expect([AFTER, BEFORE]).toContainEqual(userFiles(after));
      expect(undo(after, STATE).kind).not.toBe('edited');
      expect(userFiles(after)).toEqual(BEFORE);
    }
  });

  it('on a full disk changes nothing and says so, at whatever write it is full', async () => {
    const plan = await planOver(FILES);
    const whole = new MemoryDisk(BEFORE);
    whole.failure = 'full';
    writePlan(plan, whole, STATE, new Recorder(whole, STATE));
    let failed = 0;
    for (let at = 0; at < whole.changes; at++) {
      const disk = new MemoryDisk(BEFORE);
      disk.failure = 'full';
      disk.left = at;
      const { failures } = writePlan(plan, disk, STATE, new Recorder(disk, STATE));
      const after = disk.restarted();
      recover(after, STATE);
      const state = userFiles(after);
      expect(failures).toHaveLength(1);
      expect(failures[0]?.detail).toContain('no space left');
      if (failures[0]?.reason === 'failed') {
        failed++;
        expect(state).toEqual(BEFORE);
      } else expect(state).toEqual(AFTER);
      expect(undo(after, STATE).kind).not.toBe('edited');
      expect(userFiles(after)).toEqual(BEFORE);
    }
    expect(failed).toBeGreaterThan(3);
  });

  it('refuses a file that was changed since the plan, and with it its cluster alone', async () => {
    const disk = new MemoryDisk({ ...BEFORE, '/p/lib/b.js': 'mine\n', '/p/c.js': 'old c\n' });
    const plan = await planOver([...FILES, fileOf('c.js', 'old c\n', 'new c\n', [2])]);
    const { files, failures } = writePlan(plan, disk, STATE, new Recorder(disk, STATE));
    expect(files).toEqual(['c.js']);
    expect(failures).toMatchObject([{ path: 'lib/b.js', reason: 'changed', clusters: [1] }]);
    expect(userFiles(disk)).toEqual({ ...BEFORE, '/p/lib/b.js': 'mine\n', '/p/c.js': 'new c\n' });
  });

  it('does not write over a file that appeared where a new one is to be', async () => {
    const disk = new MemoryDisk({ ...BEFORE, '/p/lib/helper.js': 'mine\n' });
    const { failures } = writePlan(await planOver(FILES), disk, STATE, new Recorder(disk, STATE));
    expect(failures).toMatchObject([{ path: 'lib/helper.js', reason: 'changed' }]);
    expect(userFiles(disk)).toEqual({ ...BEFORE, '/p/lib/helper.js': 'mine\n' });
  });

  it('puts clusters that meet in a file together', () => {
    const batches = batchesOf([
      fileOf('a', '', 'x', [1]),
      fileOf('b', '', 'x', [2]),
      fileOf('c', '', 'x', [1, 2]),
      fileOf('d', '', 'x', [3]),
      fileOf('e', '', 'x', []),
    ]);
    expect(batches.map((files) => files.map(({ path }) => path))).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
  });
});

describe('on the real disk', () => {
  const ZONE = 'const zone = process.env.ZONE;\n';

  it('a read-only file is left alone, and the run ends with 4', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL, 'b.mjs': ZONE + SAFE_CALL });
    chmodSync(join(project.folder, 'a.mjs'), 0o444);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(code).toBe(4);
    expect(stderr).toContain('a.mjs was not written: it is read-only');
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL);
    expect(project.read('b.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
  });

  it.skipIf(process.platform === 'win32')('the mode of a file stays', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    chmodSync(join(project.folder, 'a.mjs'), 0o755);
    await project.run('migrate', '--write');
    expect(statSync(join(project.folder, 'a.mjs')).mode & 0o777).toBe(0o755);
    await project.run('undo');
    expect(statSync(join(project.folder, 'a.mjs')).mode & 0o777).toBe(0o755);
  });

  it('an earlier run that was stopped is finished first', async () => {
    const project = projectOf({
      'a.mjs': ZONE + SAFE_CALL,
      '.a.mjs.edge-sunset-1.tmp': ZONE + SAFE_CALL_AFTER,
    });
    const step = {
      path: join(project.folder, 'a.mjs'),
      temporary: join(project.folder, '.a.mjs.edge-sunset-1.tmp'),
      after: '',
    };
    realDisk.makeFolder(join(project.folder, '.edge-sunset/journal'));
    writeFileSync(
      join(project.folder, '.edge-sunset/journal/1.json'),
      JSON.stringify({ state: 'commit', steps: [step] }),
    );
    const { code, stderr } = await project.run('migrate');
    expect(code).toBe(0);
    expect(stderr).toContain('finished what an earlier run was stopped in: 1 file');
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
    expect(readdirSync(project.folder).sort()).toEqual(['.edge-sunset', 'a.mjs']);
  });

  it('two runs do not write at the same time', async () => {
    const files = { 'a.mjs': ZONE + SAFE_CALL, '.edge-sunset/lock': `${process.pid}\n` };
    const project = projectOf(files);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(code).toBe(2);
    expect(stderr).toContain(`process ${process.pid}`);
    expect(project.read('a.mjs')).toBe(files['a.mjs']);
    expect((await project.run('migrate')).code).toBe(1);
  });

  it('the lock of a run that is gone is no hindrance', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL, '.edge-sunset/lock': '999999999\n' });
    expect((await project.run('migrate', '--write')).code).toBe(0);
    expect(project.has('.edge-sunset/lock')).toBe(false);
  });

  it('undo does not write over a read-only file', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    await project.run('migrate', '--write');
    chmodSync(join(project.folder, 'a.mjs'), 0o444);
    const { code, stderr } = await project.run('undo');
    expect(code).toBe(2);
    expect(stderr).toContain('is read-only');
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
  });

  it('nothing is left beside the files', async () => {
    const folder = folderOf({ 'a.txt': 'a' });
    realDisk.create(join(folder, 'b.txt'), Buffer.from('b'), 0o600);
    expect(() => realDisk.create(join(folder, 'b.txt'), Buffer.from('c'), 0o600)).toThrow();
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('b');
    expect(realDisk.read(join(folder, 'c.txt'))).toBeNull();
    expect(realDisk.list(join(folder, 'nowhere'))).toEqual([]);
  });
});

describe('the bytes of a text', () => {
  it.each([
    ['plain', Buffer.from('a ü\r\n')],
    ['a byte order mark', Buffer.from('\ufeffa\n')],
    ['UTF-16, little end first', Buffer.from('\ufeffa\n', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffa\n', 'utf16le').swap16()],
    ['nothing', Buffer.alloc(0)],
  ])('with %s come back as they were', (_, bytes) => {
    const encoded = decodeExactly(bytes);
    expect(encoded?.text.startsWith('\ufeff')).toBe(false);
    expect(encoded?.encode(encoded.text)).toEqual(bytes);
  });

  it.each([
    ['no UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['half a character', Buffer.from([0x61, 0xc3])],
    ['an odd byte of UTF-16', Buffer.from([0xff, 0xfe, 0x61])],
  ])('that are %s are refused', (_, bytes) => {
    expect(decodeExactly(bytes)).toBeNull();
  });

  it('that would not come back are never written', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`// \xff\n`, 'latin1'),
      Buffer.from(`const zone = 'z';\n${SAFE_CALL}`),
    ]);
    const project = projectOf({ 'a.mjs': bytes });
    const { code, stderr } = await project.run('migrate', '--write');
    expect(code).toBe(4);
    expect(stderr).toContain('no valid text');
    expect(project.bytes('a.mjs')).toEqual(bytes);
  });
});
