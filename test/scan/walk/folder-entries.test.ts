import type { Dirent } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FolderEntries } from '../../../src/scan/walk/folder-entries.js';

const entries = (...names: string[]) => new FolderEntries(names.map((name) => ({ name }) as Dirent));
const left = (folder: FolderEntries) => [...folder.left()].map(({ name }) => name);

describe('entries of a folder', () => {
  it.each([
    ['in order', ['a', 'b']],
    ['out of order', ['c', 'a', 'b']],
    ['from the middle', ['b']],
    ['that do not stand there, among others', ['a', 'x', 'b']],
  ])('are taken %s', (_, taken) => {
    const names = ['a', 'b', 'c', 'd'];
    const folder = entries(...names);
    for (const name of taken) {
      const stands = names.includes(name);
      expect(folder.get(name)?.name).toBe(stands ? name : undefined);
      expect(folder.has(name)).toBe(stands);
      expect(folder.take(name)).toBe(stands);
    }
    const rest = names.filter((name) => !taken.includes(name));
    expect(left(folder)).toEqual(rest);
    expect(folder.size).toBe(rest.length);
  });

  it('stay where they are only looked at', () => {
    const folder = entries('a', 'b');
    expect(folder.get('a')?.name).toBe('a');
    expect(folder.get('b')?.name).toBe('b');
    expect(left(folder)).toEqual(['a', 'b']);
  });

  it('are gone once taken', () => {
    const folder = entries('a', 'b', 'c');
    folder.take('a');
    expect(folder.get('a')).toBeUndefined();
    expect(folder.has('a')).toBe(false);
    expect(folder.take('a')).toBe(false);
    expect(left(folder)).toEqual(['b', 'c']);
  });
});
