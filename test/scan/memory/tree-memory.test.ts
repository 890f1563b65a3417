import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeySet } from '../../../src/scan/memory/key-set.js';
import { TreeMemory } from '../../../src/scan/memory/tree-memory.js';
import { emptyFolder } from '../walk/trees.js';

const NOTHING = { keys: KeySet.empty(), foldersInVain: false };
const NOW = 2_000_000_000_000;

/** The ten numbers of a status as an index has them. */
function statuses(...entries: readonly (readonly number[])[]): Buffer {
  const index = Buffer.alloc(40 * entries.length);
  for (const [row, numbers] of entries.entries())
    for (const [at, number] of numbers.entries()) index.writeUInt32BE(number, 40 * row + 4 * at);
  return index;
}

/** One of a file that changed long ago, told apart by its number. */
function status(number: number, changed = 1_000_000_000): readonly number[] {
  return [changed, 5, 900_000_000, 7, 66, number, 33_188, 0, 0, 12];
}

/** A memory in which so many files were noted, as the next scan gets it. */
function rememberedOf(index: Buffer, count: number): TreeMemory {
  const memory = new TreeMemory(NOTHING, NOW);
  for (let row = 0; row < count; row++) memory.noteFile(index, 40 * row);
  return new TreeMemory(memory.toKeep() ?? NOTHING, NOW);
}

describe('files without a trigger', () => {
  const index = statuses(...Array.from({ length: 600 }, (_, number) => status(number)));

  it('are known to the next scan while the index says the same of them', () => {
    const memory = rememberedOf(index, 600);
    expect(memory.isFirst).toBe(false);
    expect(memory.knowsFile(index, 40 * 599)).toBe(true);
    expect(memory.knowsFile(statuses(status(600)), 0)).toBe(false);
  });

  it.each([
    ['the time of the last change', 0],
    ['its nanoseconds', 1],
    ['the time of the last write', 2],
    ['its nanoseconds', 3],
    ['the number of the file', 5],
    ['the size', 9],
  ])('are not where it says otherwise of %s', (_, at) => {
    const memory = rememberedOf(index, 600);
    const other = status(1).map((number, place) => (place === at ? number + 100_000 : number));
    expect(memory.knowsFile(statuses(status(1)), 0)).toBe(true);
    expect(memory.knowsFile(statuses(other), 0)).toBe(false);
  });

  it('are not noted if they changed just now, later than now, or at a time nobody knows', () => {
    const seconds = NOW / 1000;
    const times = [seconds - 5, seconds - 3, seconds, seconds + 100, 0];
    const some = statuses(
      ...times.map((time, number) => status(1000 + number, time)),
      ...Array.from({ length: 600 }, (__, number) => status(number)),
    );
    const memory = rememberedOf(some, 605);
    expect(times.map((__, row) => memory.knowsFile(some, 40 * row))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('folders with nothing but tracked names', () => {
  it('are known while neither the folder nor the names changed', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'a'), '');
    const before = statSync(folder);
    const first = new TreeMemory(NOTHING, Date.now() + 10_000);
    const filler = statuses(...Array.from({ length: 600 }, (_, number) => status(number)));
    for (let row = 0; row < 600; row++) first.noteFile(filler, 40 * row);
    first.noteFolder(before, ['a', 'b/']);
    const memory = new TreeMemory(first.toKeep() ?? NOTHING, NOW);
    expect(memory.knowsFolder(statSync(folder), ['a', 'b/'])).toBe(true);
    for (const names of [['a'], ['a', 'b'], ['a', 'b/', 'c'], ['b/', 'a'], ['ab/']])
      expect(memory.knowsFolder(before, names)).toBe(false);
    rmSync(join(folder, 'a'));
    mkdirSync(join(folder, 'a'));
    expect(memory.knowsFolder(statSync(folder), ['a', 'b/'])).toBe(false);
  });

  it('are not noted if they changed just now', () => {
    const folder = emptyFolder();
    const first = new TreeMemory(NOTHING, Date.now());
    const filler = statuses(...Array.from({ length: 600 }, (_, number) => status(number)));
    for (let row = 0; row < 600; row++) first.noteFile(filler, 40 * row);
    first.noteFolder(statSync(folder), []);
    const memory = new TreeMemory(first.toKeep() ?? NOTHING, NOW);
    expect(memory.knowsFile(filler, 0)).toBe(true);
    expect(memory.knowsFolder(statSync(folder), [])).toBe(false);
  });
});

describe('what is kept', () => {
  const many = statuses(...Array.from({ length: 4000 }, (_, number) => status(number)));

  it('is at first only that there was a scan', () => {
    const first = new TreeMemory(undefined, NOW);
    expect(first.isFirst).toBe(true);
    const next = new TreeMemory(first.toKeep(), NOW);
    expect(next.isFirst).toBe(false);
    expect(next.toKeep()).toBeUndefined();
  });

  it('is left alone where little is new', () => {
    const first = new TreeMemory(NOTHING, NOW);
    for (let row = 0; row < 499; row++) first.noteFile(many, 40 * row);
    expect(first.toKeep()).toBeUndefined();
    first.noteFile(many, 40 * 499);
    expect(first.toKeep()?.keys.count).toBe(500);
  });

  it('is written anew if looking through the folders was in vain', () => {
    const memory = rememberedOf(many, 600);
    memory.foldersInVain = true;
    expect(memory.toKeep()?.foldersInVain).toBe(true);
    expect(memory.toKeep()?.keys.count).toBe(600);
  });

  it('holds what earlier scans learned, until most of that is gone', () => {
    const memory = rememberedOf(many, 1500);
    for (let row = 0; row < 1000; row++) memory.knowsFile(many, 40 * row);
    for (let row = 2000; row < 2600; row++) memory.noteFile(many, 40 * row);
    expect(memory.toKeep()?.keys.count).toBe(2100);
    const elsewhere = rememberedOf(many, 1500);
    for (let row = 2000; row < 2600; row++) elsewhere.noteFile(many, 40 * row);
    expect(elsewhere.toKeep()?.keys.count).toBe(600);
  });
});
