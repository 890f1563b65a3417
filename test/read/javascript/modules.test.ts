import { describe, expect, it } from 'vitest';
import { Resolver } from '../../../src/read/javascript/modules/resolver.js';
import { type Files, read, requests } from './support.js';

/** With and without what the folders hold, which only spares questions. */
function resolve(files: Files, from: string, source: string): string | null {
  const read = (path: string) => files[path] ?? null;
  const found = new Resolver(read, undefined).resolve(from, source);
  expect(new Resolver(read, undefined, mayHoldIn(files)).resolve(from, source)).toBe(found);
  return found;
}

function mayHoldIn(files: Files): (folder: string, stem: string) => boolean {
  return (folder, stem) => {
    const begin = folder === '' ? stem : `${folder}/${stem}`;
    return Object.keys(files).some(
      (path) => path.startsWith(begin) && /^(?:[./]|$)/.test(path.slice(begin.length)),
    );
  };
}

it('an import that leads nowhere asks for no file where the folder holds nothing of its name', () => {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    return null;
  };
  expect(new Resolver(read, undefined, () => false).resolve('src/a.ts', './b.js')).toBeNull();
  expect(asked).toEqual([]);
  expect(new Resolver(read, undefined, () => true).resolve('src/a.ts', './b.js')).toBeNull();
  expect(asked).toContain('src/b.ts');
});

describe('from an import to its file', () => {
  const json = (value: unknown) => JSON.stringify(value);
  const cases: readonly [string, Files, string, string, string | null][] = [
    ['with an extension', { 'b.js': '' }, 'a.js', './b.js', 'b.js'],
    ['without one', { 'b.tsx': '' }, 'a.ts', './b', 'b.tsx'],
    ['output meaning its source', { 'b.ts': '' }, 'a.ts', './b.js', 'b.ts'],
    ['a folder', { 'lib/index.mjs': '' }, 'a.js', './lib', 'lib/index.mjs'],
    [
      'a folder with a manifest',
      { 'lib/package.json': json({ main: './m' }), 'lib/m.cjs': '' },
      'a.js',
      './lib',
      'lib/m.cjs',
    ],
    ['upwards', { 'b.ts': '' }, 'x/y/a.ts', '../../b', 'b.ts'],
    ['out of the program', { 'b.ts': '' }, 'a.ts', '../b', null],
    [
      'paths',
      {
        'tsconfig.json': '{ // c\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], }, }, }',
        'lib/b.ts': '',
      },
      'src/a.ts',
      '@lib/b',
      'lib/b.ts',
    ],
    [
      'paths without a star',
      { 'tsconfig.json': json({ compilerOptions: { paths: { api: ['./lib/b.ts'] } } }), 'lib/b.ts': '' },
      'a.ts',
      'api',
      'lib/b.ts',
    ],
    [
      'paths of a parent',
      {
        'p/tsconfig.json': json({ extends: '../base' }),
        'base.json': json({ compilerOptions: { baseUrl: '.', paths: { '~/*': ['src/*'] } } }),
        'src/b.ts': '',
      },
      'p/a.ts',
      '~/b',
      'src/b.ts',
    ],
    [
      'baseUrl',
      { 'jsconfig.json': json({ compilerOptions: { baseUrl: 'src' } }), 'src/lib/b.js': '' },
      'src/a.js',
      'lib/b',
      'src/lib/b.js',
    ],
    ['the usual sign for the sources', { 'src/lib/b.ts': '' }, 'src/x/a.ts', '@/lib/b', 'src/lib/b.ts'],
    [
      'imports of the manifest',
      { 'package.json': json({ imports: { '#lib/*': { default: './lib/*.js' } } }), 'lib/b.js': '' },
      'src/a.js',
      '#lib/b',
      'lib/b.js',
    ],
    [
      'a package of the workspace',
      {
        'package.json': json({ workspaces: ['packages/*'] }),
        'packages/b/package.json': json({ name: '@x/b', exports: { '.': { import: './dist/index.js' } } }),
        'packages/b/src/index.ts': '',
      },
      'packages/a/a.ts',
      '@x/b',
      'packages/b/src/index.ts',
    ],
    [
      'a part of one',
      {
        'package.json': '{}',
        'packages/b/package.json': json({ name: 'b', exports: { './*': './src/*.ts' } }),
        'packages/b/src/c.ts': '',
      },
      'packages/a/a.ts',
      'b/c',
      'packages/b/src/c.ts',
    ],
    [
      'an installed package',
      { 'package.json': '{}', 'node_modules/axios/index.js': '' },
      'a.ts',
      'axios',
      null,
    ],
    ['a broken manifest', { 'package.json': '{', 'b.ts': '' }, 'a.ts', './b', 'b.ts'],
  ];
  it.each(cases)('%s', (_, files, from, source, expected) => {
    expect(resolve(files, from, source)).toBe(expected);
  });
});

const USE = `(zone) => fetch(url(zone));`;
const URL_OF = 'const url = (zone) => `https://h/zones/${zone}/rate_limits`;';

describe('across modules', () => {
  const expected = ['GET https://h/zones/{zone}/rate_limits'];
  const cases: readonly [string, Files][] = [
    ['named', { 'a.js': `import { url } from './b.js'; export default ${USE}`, 'b.js': `export ${URL_OF}` }],
    [
      'renamed',
      {
        'a.js': `import { url } from './b.js'; export default ${USE}`,
        'b.js': `${URL_OF} export { url as other }; export { other as url } from './c.js';`,
        'c.js': `${URL_OF} export { url as other };`,
      },
    ],
    [
      'default',
      { 'a.js': `import url from './b.js'; export default ${USE}`, 'b.js': `${URL_OF} export default url;` },
    ],
    [
      'namespace',
      {
        'a.js': `import * as b from './b.js'; export default (zone) => fetch(b.url(zone));`,
        'b.js': `export ${URL_OF}`,
      },
    ],
    [
      'barrel',
      {
        'a.js': `import { url } from './c.js'; export default ${USE}`,
        'b.js': `export ${URL_OF}`,
        'c.js': `export * from './b.js';`,
      },
    ],
    [
      'namespace of a barrel',
      {
        'a.js': `import { b } from './c.js'; export default (zone) => fetch(b.url(zone));`,
        'b.js': `export ${URL_OF}`,
        'c.js': `export * as b from './b.js';`,
      },
    ],
    [
      'module.exports',
      {
        'a.js': `const { url } = require('./b'); module.exports = ${USE}`,
        'b.js': `${URL_OF} module.exports = { url };`,
      },
    ],
    [
      'exports',
      {
        'a.js': `const b = require('./b'); module.exports = (zone) => fetch(b.url(zone));`,
        'b.js': `exports.url = (zone) => \`https://h/zones/\${zone}/rate_limits\`;`,
      },
    ],
    [
      'CommonJS by import',
      {
        'a.js': `import b from './b.cjs'; export default (zone) => fetch(b.url(zone));`,
        'b.cjs': `${URL_OF} module.exports = { url };`,
      },
    ],
    [
      'import on demand',
      {
        'a.js': `export default async (zone) => { const { url } = await import('./b.js'); return fetch(url(zone)); }`,
        'b.js': `export ${URL_OF}`,
      },
    ],
    [
      'import equals',
      {
        'a.ts': `import b = require('./b'); export default (zone: string) => fetch(b.url(zone));`,
        'b.ts': `${URL_OF} export = { url };`,
      },
    ],
  ];
  it.each(cases)('%s', (_, files) => {
    const path = 'a.ts' in files ? 'a.ts' : 'a.js';
    expect(requests(read(files, path))).toEqual(expect.arrayContaining(expected));
    // The same from where the text stands.
    const home =
      'b.cjs' in files
        ? 'b.cjs'
        : 'b.ts' in files
          ? 'b.ts'
          : 'c.js' in files && files['c.js']?.includes('rate_limits')
            ? 'c.js'
            : 'b.js';
    expect(requests(read(files, home, ['rate_limits']))).toEqual(expected);
  });

  it('leaves a name alone that means something else there', () => {
    const files = {
      'a.js': `import { url } from './b.js'; export default ${USE}`,
      'b.js': `export const url = (zone) => '/other';\nconst hidden = '/rate_limits';`,
    };
    expect(requests(read(files, 'b.js', ['rate_limits']))).toEqual([]);
  });
});
