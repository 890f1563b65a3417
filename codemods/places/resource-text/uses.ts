/** Where other files use what a file exports. */
import { posix } from 'node:path';
import type { Surroundings } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';

export const ENDINGS = ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs', '.tsx', '.jsx'];

/** Null where there are too many to look at. */
export function scriptsBeside(path: string, around: Surroundings): readonly string[] | null {
  const found = ENDINGS.map((ending) => around.filesEndingWith(ending));
  if (found.includes(null)) return null;
  return found.flatMap((files) => files ?? []).filter((one) => one !== path && !/\.d\.[cm]?ts$/.test(one));
}

/** Where another script uses a name that a file exports: `src/index.ts:3`; null where none does. */
export function useOfExport(
  path: string,
  name: string,
  around: Surroundings,
  named = new RegExp(`\\b${literally(name)}\\b`),
): string | null {
  return useInImporter(path, around, (text) => text.search(named));
}

/** The same for a use that `find` gives the place of, or -1. */
export function useInImporter(
  path: string,
  around: Surroundings,
  find: (text: string) => number,
): string | null {
  const scripts = scriptsBeside(path, around);
  if (scripts === null) return 'a script of so many that not all were looked at';
  const texts = scripts.map((script) => [script, around.file(script)?.text ?? ''] as const);
  const packages = [nameOfPackage(path, around)];
  const reached = [stemOf(path)];
  for (const target of reached) {
    for (const [script, text] of texts) {
      const isImporting = importsIn(text).some((source) => leadsTo(source, script, target, packages));
      if (!isImporting) continue;
      const use = find(text);
      if (use >= 0) return `${script}:${text.slice(0, use).split('\n').length}`;
      const stem = stemOf(script);
      if (/\bexport\s*\*/.test(text) && !reached.includes(stem)) reached.push(stem);
    }
  }
  return null;
}

function importsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\b(?:require|import)\()\s*(['"])([^'"\n]+)\1/g)].map(
    ([, , source = '']) => source,
  );
}

/** Aliases such as `@/rules/bots` are compared by how they end. */
function leadsTo(
  source: string,
  script: string,
  target: string,
  packages: readonly (string | null)[],
): boolean {
  if (source.startsWith('.')) return stemOf(posix.join(posix.dirname(script), source)) === target;
  if (packages.some((name) => name !== null && (source === name || source.startsWith(`${name}/`))))
    return true;
  const rest = stemOf(source.replace(/^[@~#]?[^/]*\//, ''));
  return rest !== '' && (target === rest || target.endsWith(`/${rest}`));
}

/** Without extension, and without `index`. */
function stemOf(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/(?:^|\/)(?:index)?$/, '');
}

function nameOfPackage(path: string, around: Surroundings): string | null {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = around.file(posix.join(folder, 'package.json'));
    if (manifest !== null) return /"name"\s*:\s*"([^"]+)"/.exec(manifest.text)?.[1] ?? null;
    if (folder === '.' || folder === '/') return null;
  }
}

/** The same for a module of Python. */
export function useOfModule(
  path: string,
  name: string,
  around: Surroundings,
  named = new RegExp(`\\b${literally(name)}\\b`),
): string | null {
  const stem =
    stemOf(path.replace(/(?:\/__init__)?\.py$/, ''))
      .split('/')
      .at(-1) ?? '';
  const others = around.filesEndingWith('.py') ?? around.siblings(path).filter((one) => one.endsWith('.py'));
  const imported = new RegExp(`^[ \\t]*(?:from|import)[ \\t][^\\n]*\\b${literally(stem)}\\b`, 'm');
  for (const other of others) {
    const text = other === path ? '' : (around.file(other)?.text ?? '');
    const use = imported.test(text) ? named.exec(text) : null;
    if (use !== null) return `${other}:${text.slice(0, use.index).split('\n').length}`;
  }
  return null;
}
