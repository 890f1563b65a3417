import { describe, expect, it } from 'vitest';
import { javascriptReader } from '../../../src/read/javascript/index.js';
import { accessing, naming } from '../../../src/read/javascript/modules/imported-by.js';
import { programOf, requests, rootsOf } from './support.js';

describe('a file that imports a class is asked for calls of a method', () => {
  it.each([
    'api.update(zone)',
    'api\n  // of the zone\n  .update(zone)',
    'api. /* the zone */ update(zone)',
    "api['update'](zone)",
  ])('where it may call it: %s', (text) => {
    expect(accessing('update').concerns(text)).toBe(true);
  });

  it.each([
    'class A {\n  /**\n   * Changes a zone.\n   */\n  update(zone) {}\n}',
    '/**\n * api.update(zone)\n */',
    'api.updateAll(zone)',
    'const update = 1; /* */ update;',
  ])('not where it cannot: %s', (text) => {
    expect(accessing('update').concerns(text)).toBe(false);
  });
});

describe('a file that imports a module is asked for uses of a name', () => {
  it.each([
    "import { User } from './user';",
    'users.User.list()',
    "export { User as default } from './user'",
  ])('where it names it: %s', (text) => {
    expect(naming('User').concerns(text)).toBe(true);
  });

  it.each(["import { UserAgent } from './user';", '// of a User\nimport * as users from "./user";'])(
    'not where it names another: %s',
    (text) => {
      expect(naming('User').concerns(text)).toBe(false);
    },
  );

  it('finds what it sends behind two barrels', () => {
    const files = {
      'path.ts': "export const path = '/zones/z/rate_limits';",
      'inner.ts': "export * from './path';",
      'outer.ts': "export { path as limits } from './inner';",
      'use.ts': "import { limits } from './outer';\nfetch('https://api.cloudflare.com/client/v4' + limits);",
    };
    const program = programOf(files);
    const file = program.file('path.ts');
    if (file === null) throw new Error('no file');
    const reading = javascriptReader.read(file, rootsOf(file.text, ['rate_limits']), program);
    expect(requests(reading)).toEqual(['GET https://api.cloudflare.com/client/v4/zones/z/rate_limits']);
  });
});

describe('a file in which nothing is left to start from', () => {
  it('is not parsed', () => {
    const file = { path: 'a.ts', text: 'const accounts = {{;', language: 'typescript' };
    const program = programOf({ 'a.ts': file.text });
    expect(javascriptReader.read(file, [], program)).toEqual({ usages: [], undetermined: [], tier: 'ast' });
    expect(javascriptReader.read(file, rootsOf(file.text, ['accounts']), program).degraded).toBeUndefined();
    expect(javascriptReader.read(file, 'all', program).degraded).toBeDefined();
  });

  it('is read for calls of an SDK whose method is only known at run time', () => {
    const text = "import Cloudflare from 'cloudflare';\nnew Cloudflare()[name].list();";
    const file = { path: 'a.ts', text, language: 'typescript' };
    const reading = javascriptReader.read(file, [], programOf({ 'a.ts': text }));
    expect(reading.undetermined).toHaveLength(1);
  });
});
