import { describe, expect, it } from 'vitest';
import { ACTION, bundleAction } from '../../scripts/build/action.js';
import { ROOT } from '../../scripts/build/bundle.js';
import { textOf } from './sources.js';

describe('the file of the GitHub Action', () => {
  it('is what its sources give: npm run action:build', async () => {
    // Compared as a whole, and not shown: it has six million characters.
    expect(textOf(ACTION) === (await bundleAction(ROOT))).toBe(true);
  });

  it('loads nothing that is not part of Node', () => {
    const { builtinModules } = process.getBuiltinModule('node:module');
    const named = [...textOf(ACTION).matchAll(/\brequire\("([\w@:./-]+)"\)/g)].map(([, name = '']) => name);
    const others = named.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')));
    expect(new Set(others)).toEqual(new Set());
  });
});
