/**
 * Our own modules, compiled one by one: with a change in one of them, only this one is compiled, and only what imports
 * it is run again. All others stay as they are.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';

interface Loaded {
  exports: unknown;
}

type Load = (path: string) => unknown;

const REQUIRED = /\brequire\("(\.[^"]+\.js)"\)/g;

export function modules(): { readonly load: Load; readonly changed: (path: string, text: string) => Load } {
  const compiled = new Map<string, string>();
  const importers = new Map<string, Set<string>>();
  /** With all that it may ever import: what is imported late has to be the changed one, too. */
  const codeOf = (path: string): string => {
    const known = compiled.get(path);
    if (known !== undefined) return known;
    const code = compile(path, readFileSync(path, 'utf8'));
    compiled.set(path, code);
    for (const [, name = ''] of code.matchAll(REQUIRED)) {
      const file = fileOf(path, name);
      importers.set(file, (importers.get(file) ?? new Set()).add(path));
      codeOf(file);
    }
    return code;
  };
  const base = new Map<string, Loaded>();
  const load: Load = (path) => instance(path, base, codeOf);
  return {
    load,
    changed(path, text) {
      const again = new Set([path]);
      for (const file of again) for (const importer of importers.get(file) ?? []) again.add(importer);
      const own = new Map([...base].filter(([file]) => !again.has(file)));
      const code = compile(path, text);
      return (wanted) => instance(wanted, own, (file) => (file === path ? code : codeOf(file)));
    },
  };
}

function instance(path: string, loaded: Map<string, Loaded>, codeOf: (path: string) => string): unknown {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const module: Loaded = { exports: {} };
  loaded.set(path, module);
  const others = createRequire(path);
  const require = (name: string) =>
    name.startsWith('.') && name.endsWith('.js')
      ? instance(fileOf(path, name), loaded, codeOf)
      : others(name);
  new Function('module', 'exports', 'require', codeOf(path))(module, module.exports, require);
  return module.exports;
}

/** As it is when it runs where it stands. */
function compile(path: string, text: string): string {
  const placed = text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
  return transformSync(placed, {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
  }).code;
}

function fileOf(importer: string, name: string): string {
  return resolve(dirname(importer), name.replace(/\.js$/, '.ts'));
}
