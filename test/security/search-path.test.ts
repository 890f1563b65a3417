import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersOutside } from '../../src/cli/base/search-path.js';
import { folderOf } from '../cli/command-line.js';

/** The editor that `migrate -i` opens is a program of the user, not one that the tree brings along. */
describe('the search path for the editor', () => {
  const tree = resolve('/home/user/shop');
  const bin = resolve('/usr/bin');
  const searched = (current: string, ...folders: string[]) =>
    foldersOutside(current, folders.join(delimiter)).split(delimiter);

  it('has no folder of the tree and no node_modules', () => {
    const planted = [
      tree,
      join(tree, 'tools'),
      join(tree, 'node_modules', '.bin'),
      resolve('/node_modules/.bin'),
    ];
    expect(searched(tree, ...planted, bin)).toEqual([bin]);
  });

  it('has no folder of the repository above the current folder, and no link into it', () => {
    const above = folderOf({ 'shop/.git/HEAD': '', 'shop/tools/vi': '', 'shop/app/a.js': '' });
    const shop = join(above, 'shop');
    symlinkSync(join(shop, 'tools'), join(above, 'link'), 'junction');
    mkdirSync(join(above, 'shop-tools'));
    const own = join(above, 'shop-tools');
    expect(searched(join(shop, 'app'), join(shop, 'tools'), join(above, 'link'), own)).toEqual([own]);
  });

  it('has no relative folder, for it would be one of the tree', () => {
    expect(searched(tree, '', '.', 'tools', bin)).toEqual([bin]);
  });

  it('keeps the folders of the user, in their order', () => {
    const own = [resolve('/home/user/bin'), `${tree}-tools`, bin];
    expect(searched(tree, ...own)).toEqual(own);
  });
});
