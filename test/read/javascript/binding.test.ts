import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { loadBinding, PARSER_VERSION, packageFor } from '../../../src/read/javascript/parse/binding.js';

const PARSER = 'oxc-parser/src-js/bindings';
const own = packageFor(process.platform, process.arch) ?? 'none for this system';

/** Loads from a table, and tells what was asked for. */
function loader(modules: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const load = (name: string): unknown => {
    asked.push(name);
    if (!(name in modules)) throw new Error(`Cannot find module '${name}'`);
    return modules[name];
  };
  return { asked, load: load as NodeJS.Require };
}

describe('the native parser', () => {
  it('is of the version that is depended on', () => {
    const { dependencies } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { dependencies: Record<string, string> };
    expect(dependencies['oxc-parser']).toBe(PARSER_VERSION);
    const load = createRequire(import.meta.url);
    expect(load('oxc-parser/package.json').version).toBe(PARSER_VERSION);
    expect(loadBinding(load)?.parseSync('a.js', 'a', {}).errors).toEqual([]);
  });

  it('has a package for each of the usual systems', () => {
    expect(packageFor('linux', 'x64')).toBe('@oxc-parser/binding-linux-x64-gnu');
    expect(packageFor('darwin', 'arm64')).toBe('@oxc-parser/binding-darwin-arm64');
    expect(packageFor('win32', 'x64')).toBe('@oxc-parser/binding-win32-x64-msvc');
    expect(packageFor('linux', 's390x')).toBeUndefined();
    expect(packageFor('freebsd', 'x64')).toBeUndefined();
  });

  it.runIf(own.startsWith('@'))('is taken from its own package', () => {
    const binding = { parseSync: () => null };
    const { asked, load } = loader({
      [`${own}/package.json`]: { version: PARSER_VERSION },
      [own]: binding,
      [PARSER]: { other: true },
    });
    expect(loadBinding(load, {})).toBe(binding);
    expect(asked).not.toContain(PARSER);
  });

  it.each([
    ['is missing', {}],
    ['is of another version', { [`${own}/package.json`]: { version: '0.1.0' }, [own]: {} }],
    ['cannot be loaded here', { [`${own}/package.json`]: { version: PARSER_VERSION } }],
  ])('is looked for by the parser where that %s', (_, modules) => {
    const fallback = { parseSync: () => null };
    expect(loadBinding(loader({ ...modules, [PARSER]: fallback }).load, {})).toBe(fallback);
    expect(loadBinding(loader(modules).load, {})).toBeNull();
  });

  it('is the one that the user names', () => {
    const fallback = { parseSync: () => null };
    const modules = { [`${own}/package.json`]: { version: PARSER_VERSION }, [own]: {}, [PARSER]: fallback };
    expect(loadBinding(loader(modules).load, { NAPI_RS_NATIVE_LIBRARY_PATH: '/x.node' })).toBe(fallback);
  });
});
