import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlannedFile, RootPlan } from '../../src/migrate/index.js';
import { forget, recover, undo } from '../../src/migrate/undo.js';
import type { Disk } from '../../src/migrate/write/disk.js';
import { decodeExactly } from '../../src/migrate/write/encoding.js';
import {
  batchesOf,
  Records,
  realDisk,
  stateFolderOf,
  takeLock,
  treeOf,
  writePlan,
} from '../../src/migrate/write/index.js';
import { folderOf, stateHome } from '../cli/command-line.js';
import { Killed, MemoryDisk } from './memory-disk.js';
import { planWith, projectOf, SAFE_CALL, SAFE_CALL_AFTER } from './project.js';

const STATE = '/state/p';
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

/** The tree of these tests on a disk. */
function placeOn(disk: Disk) {
  return { disk, tree: '/p', above: '', records: new Records(disk, STATE) };
}

function bytesOf(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text);
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
    const result = writePlan(await planOver(FILES), placeOn(disk));
    expect(result).toEqual({ files: FILES.map(({ path }) => path), failures: [] });
    expect(userFiles(disk)).toEqual(AFTER);
    expect(disk.list(STATE)).toEqual(['000001-000001.done']);
    expect(undo(placeOn(disk))).toMatchObject({ kind: 'restored', removed: ['lib/helper.js'] });
    expect(userFiles(disk)).toEqual(BEFORE);
    expect(undo(placeOn(disk))).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['the next run', recover],
    ['undo', undo],
  ])('killed at any point, is taken back as a whole by %s', async (_, next) => {
    const plan = await planOver(FILES);
    const whole = new MemoryDisk(BEFORE);
    writePlan(plan, placeOn(whole));
    for (let at = 0; at < whole.changes; at++) {
      const disk = new MemoryDisk(BEFORE);
      disk.left = at;
      // What comes after the kill never happens, so errors that the code would handle are of no interest.
      const stopped = () => writePlan(plan, placeOn(disk));
      try {
        expect(stopped().failures).toHaveLength(1);
      } catch (error) {
        expect(error).toBeInstanceOf(Killed);
      }
      const after = disk.restarted();
      next(placeOn(after));
      expect(userFiles(after)).toEqual(BEFORE);
      expect(after.list(STATE).filter((name) => !name.endsWith('.tmp'))).toEqual([]);
      expect(undo(placeOn(after))).toEqual({ kind: 'nothing' });
    }
  });

  it('killed while undoing, is whole or not at all as well', async () => {
    const plan = await planOver(FILES);
    const written = new MemoryDisk(BEFORE);
    writePlan(plan, placeOn(written));
    const whole = written.restarted();
    undo(placeOn(whole));
    for (let at = 0; at < whole.changes; at++) {
      const disk = written.restarted();
      disk.left = at;
      expect(() => undo(placeOn(disk))).toThrow('killed');
      const after = disk.restarted();
      recover(placeOn(after));
      expect([AFTER, BEFORE]).toContainEqual(userFiles(after));
      expect(undo(placeOn(after)).kind).not.toBe('edited');
      expect(userFiles(after)).toEqual(BEFORE);
    }
  });

  it('on a full disk changes nothing and says so, at whatever write it is full', async () => {
    const plan = await planOver(FILES);
    const whole = new MemoryDisk(BEFORE);
    whole.failure = 'full';
    writePlan(plan, placeOn(whole));
    let failed = 0;
    for (let at = 0; at < whole.changes; at++) {
      const disk = new MemoryDisk(BEFORE);
      disk.failure = 'full';
      disk.left = at;
      const { failures } = writePlan(plan, placeOn(disk));
      const left = userFiles(disk);
      const after = disk.restarted();
      recover(placeOn(after));
      const state = userFiles(after);
      expect(failures).toHaveLength(1);
      expect(failures[0]?.detail).toContain('no space left');
      if (failures[0]?.reason === 'failed') {
        failed++;
        expect(left).toEqual(BEFORE);
      }
      expect(state).toEqual(BEFORE);
      expect(undo(placeOn(after)).kind).not.toBe('edited');
      expect(userFiles(after)).toEqual(BEFORE);
    }
    expect(failed).toBeGreaterThan(3);
  });

  it('with a file that cannot be replaced leaves all old, and undo has nothing to do', async () => {
    for (const { path } of FILES) {
      const disk = new MemoryDisk(BEFORE);
      disk.stuck.add(`/p/${path}`);
      const { files, failures } = writePlan(await planOver(FILES), placeOn(disk));
      expect(files).toEqual([]);
      expect(failures).toMatchObject([{ path, reason: 'failed' }]);
      expect(failures[0]?.detail).toContain('EBUSY');
      expect(userFiles(disk)).toEqual(BEFORE);
      expect(undo(placeOn(disk))).toEqual({ kind: 'nothing' });
    }
  });

  it('with a file that cannot be taken back leaves all new, and a later undo works', async () => {
    const disk = new MemoryDisk(BEFORE);
    writePlan(await planOver(FILES), placeOn(disk));
    for (const { path } of FILES) {
      const refusing = disk.restarted();
      refusing.stuck.add(`/p/${path}`);
      expect(() => undo(placeOn(refusing))).toThrow('EBUSY');
      expect(userFiles(refusing)).toEqual(AFTER);
      refusing.stuck.clear();
      expect(undo(placeOn(refusing)).kind).toBe('restored');
      expect(userFiles(refusing)).toEqual(BEFORE);
    }
  });

  it('writes one record for many clusters, and each alone where they cannot go together', async () => {
    const many = Array.from({ length: 150 }, (_, index) => fileOf(`f${index}.js`, 'old\n', 'new\n', [index]));
    const files = Object.fromEntries(many.map(({ path }) => [`/p/${path}`, 'old\n']));
    const disk = new MemoryDisk(files);
    disk.stuck.add('/p/f7.js');
    const { failures } = writePlan(await planOver(many), placeOn(disk));
    expect(failures.map(({ path }) => path)).toEqual(['f7.js']);
    expect(disk.list(STATE)).toHaveLength(100);
    expect(undo(placeOn(disk))).toMatchObject({ kind: 'restored', removed: [] });
    expect(userFiles(disk)).toEqual(files);
  });

  it('that was interrupted keeps what a person edited since, and names it', async () => {
    const plan = await planOver(FILES);
    const disk = new MemoryDisk(BEFORE);
    const { disk: _, ...place } = placeOn(disk);
    place.records.open(
      plan.files.map(({ path, before, after }) => ({ path, before: bytesOf(before), after: bytesOf(after) })),
    );
    disk.files.set('/p/a.js', { bytes: Buffer.from('mine\n'), mode: 0o644 });
    disk.files.set('/p/lib/helper.js', { bytes: Buffer.from('help\n'), mode: 0o644 });
    for (const next of [recover, undo]) {
      expect(next(placeOn(disk))).toEqual({ kind: 'edited', paths: ['a.js'] });
      expect(disk.text('/p/a.js')).toBe('mine\n');
      expect(disk.text('/p/lib/helper.js')).toBe('help\n');
    }
    expect(forget(placeOn(disk)).kind).toBe('restored');
    expect(recover(placeOn(disk))).toEqual({ kind: 'nothing' });
    expect(disk.text('/p/a.js')).toBe('mine\n');
  });

  it('refuses a file that was changed since the plan, and with it its cluster alone', async () => {
    const disk = new MemoryDisk({ ...BEFORE, '/p/lib/b.js': 'mine\n', '/p/c.js': 'old c\n' });
    const plan = await planOver([...FILES, fileOf('c.js', 'old c\n', 'new c\n', [2])]);
    const { files, failures } = writePlan(plan, placeOn(disk));
    expect(files).toEqual(['c.js']);
    expect(failures).toMatchObject([{ path: 'lib/b.js', reason: 'changed', clusters: [1] }]);
    expect(userFiles(disk)).toEqual({ ...BEFORE, '/p/lib/b.js': 'mine\n', '/p/c.js': 'new c\n' });
  });

  it('does not write over a file that appeared where a new one is to be', async () => {
    const disk = new MemoryDisk({ ...BEFORE, '/p/lib/helper.js': 'mine\n' });
    const { failures } = writePlan(await planOver(FILES), placeOn(disk));
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

  function lockedBy({ folder }: { readonly folder: string }, content: string): string {
    const state = stateFolderOf(treeOf(folder, { EDGE_SUNSET_STATE: stateHome() }));
    writeFileSync(join(state, 'lock'), content);
    return join(state, 'lock');
  }

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

  it('two runs do not write at the same time', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const lock = lockedBy(project, `${process.pid}\n`);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(code).toBe(2);
    expect(stderr).toContain(`process ${process.pid}`);
    expect(stderr).toContain(lock);
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL);
    expect((await project.run('migrate')).code).toBe(1);
  });

  it.each([
    ['of a process that ended', '999999999\n'],
    ['that is empty', ''],
    ['that names process 0', '0\n'],
    ['that names no process', 'abc'],
  ])('a lock %s is no hindrance', async (_, content) => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const lock = lockedBy(project, content);
    expect((await project.run('migrate', '--write')).code).toBe(0);
    expect(readdirSync(dirname(lock))).toEqual(['000001-000001.done']);
  });

  it('a full disk leaves no lock', () => {
    const disk = new MemoryDisk({});
    disk.failure = 'full';
    disk.left = 0;
    expect(() => takeLock(disk, join(STATE, 'lock'))).toThrow('no space left');
    expect([...disk.files.keys()]).toEqual([]);
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
    realDisk.create(join(folder, 'b.txt'), Buffer.from('b'));
    expect(() => realDisk.create(join(folder, 'b.txt'), Buffer.from('c'))).toThrow();
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
    expect(stderr).toContain('not valid text');
    expect(project.bytes('a.mjs')).toEqual(bytes);
  });
});
