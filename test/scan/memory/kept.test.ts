import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keep, kept } from '../../../src/scan/memory/kept.js';
import { KeySet } from '../../../src/scan/memory/key-set.js';
import { emptyFolder } from '../walk/trees.js';

function sample(foldersInVain = false) {
  const keys = KeySet.empty();
  keys.add(1, 2);
  return { keys, foldersInVain };
}

function place(folder = emptyFolder()) {
  return { folder: join(folder, 'made/on/demand'), build: '1.0.0 5' };
}

describe('what is kept of a tree', () => {
  it.each([true, false])('comes back for the same tree, build and search (folders in vain: %s)', (inVain) => {
    const where = place();
    keep(sample(inVain), '/tree', where, 'a\nb');
    const back = kept('/tree', where, 'a\nb');
    expect(back?.keys.has(1, 2)).toBe(true);
    expect(back?.keys.count).toBe(1);
    expect(back?.foldersInVain).toBe(inVain);
  });

  it('is nothing for any other', () => {
    const where = place();
    keep(sample(), '/tree', where, 'a\nb');
    expect(kept('/tree2', where, 'a\nb')).toBeUndefined();
    expect(kept('/tree', where, 'a\nc')).toBeUndefined();
    expect(kept('/tree', where, 'a\nb\nc')).toBeUndefined();
    expect(kept('/tree', { ...where, build: '1.0.0 6' }, 'a\nb')).toBeUndefined();
    expect(kept('/tree', { ...where, folder: '/nonexistent' }, 'a\nb')).toBeUndefined();
  });

  it('is nothing once the file is damaged', () => {
    const where = place();
    keep(sample(), '/tree', where, 'a');
    const [name = ''] = readdirSync(where.folder);
    const file = join(where.folder, name);
    const whole = readFileSync(file);
    for (const length of [0, 3, 16, 40, whole.length - 8, whole.length - 3]) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      expect(kept('/tree', where, 'a')).toBeUndefined();
    }
    writeFileSync(file, Buffer.alloc(whole.length, 0xff));
    expect(kept('/tree', where, 'a')).toBeUndefined();
    writeFileSync(file, Buffer.concat([whole.subarray(0, 48), Buffer.alloc(whole.length - 48, 0xff)]));
    expect(kept('/tree', where, 'a')).toBeUndefined();
  });

  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a pipe that nobody writes to', (file: string) => execFileSync('mkfifo', [file])],
  ])('is nothing where %s stands in its place', (_, make) => {
    const where = place();
    keep(sample(), '/tree', where, 'a');
    const file = join(where.folder, readdirSync(where.folder)[0] ?? '');
    rmSync(file);
    make(file);
    expect(kept('/tree', where, 'a')).toBeUndefined();
    keep(sample(), '/tree', where, 'a');
    expect(readdirSync(where.folder)).toHaveLength(1);
  });

  it('is kept for each search', () => {
    const where = place();
    for (const searched of ['a', 'b']) keep(sample(searched === 'b'), '/tree', where, searched);
    expect(kept('/tree', where, 'a')?.foldersInVain).toBe(false);
    expect(kept('/tree', where, 'b')?.foldersInVain).toBe(true);
  });

  it('is given up without a word where nothing can be written', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'made'), 'a file where a folder should be');
    const where = place(folder);
    expect(() => keep(sample(), '/tree', where, 'a')).not.toThrow();
    expect(kept('/tree', where, 'a')).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['made']);
  });

  it('is bounded: what was written longest ago goes', () => {
    const where = place();
    keep(sample(), '/first', where, 'a');
    const [first = ''] = readdirSync(where.folder);
    utimesSync(join(where.folder, first), 1, 1);
    for (let tree = 0; tree < 64; tree++) keep(sample(), `/tree-${tree}`, where, 'a');
    expect(readdirSync(where.folder)).toHaveLength(64);
    expect(kept('/first', where, 'a')).toBeUndefined();
    expect(kept('/tree-0', where, 'a')?.keys.count).toBe(1);
  });
});
