import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersOutside } from '../../src/cli/search-path.js';

/** The editor that `migrate -i` opens is a program of the user, not one that the tree brings along. */
describe('the search path for the editor', () => {
  const tree = resolve('/home/user/shop');
  const bin = resolve('/usr/bin');
  const searched = (...folders: string[]) => foldersOutside(tree, folders.join(delimiter)).split(delimiter);

  it('has no folder of the tree and no node_modules', () => {
    const planted = [
      tree,
      join(tree, 'tools'),
      join(tree, 'node_modules', '.bin'),
      resolve('/node_modules/.bin'),
    ];
    expect(searched(...planted, bin)).toEqual([bin]);
  });

  it('has no relative folder, for it would be one of the tree', () => {
    expect(searched('', '.', 'tools', bin)).toEqual([bin]);
  });

  it('keeps the folders of the user, in their order', () => {
    const own = [resolve('/home/user/bin'), `${tree}-tools`, bin];
    expect(searched(...own)).toEqual(own);
  });
});
