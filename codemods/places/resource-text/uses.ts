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
  const reached = [path];
  for (const one of reached) {
    const target = stemOf(one);
    for (const [script, text] of texts) {
      if (!mayImport(text, one, packages)) continue;
      const isImporting = importsIn(text).some((source) => leadsTo(source, script, target, packages));
      if (!isImporting) continue;
      const use = find(text);
      if (use >= 0) return `${script}:${text.slice(0, use).split('\n').length}`;
      if (/\bexport\s*\*/.test(text) && !reached.includes(script)) reached.push(script);
    }
  }
  return null;
}

const IMPORTED = /(?:\bfrom|\b(?:require|import)\()\s*(['"])([^'"\n]+)\1/g;

function importsIn(text: string): readonly string[] {
  return [...text.matchAll(IMPORTED)].map(([, , source = '']) => source);
}

/** Whether other scripts import a file, and all of them take names from it: none has the module as a whole. */
export function isImportedByNames(path: string, around: Surroundings): boolean {
  const scripts = scriptsBeside(path, around) ?? [];
  const packages = [nameOfPackage(path, around)];
  const target = stemOf(path);
  const imports = scripts.flatMap((script) => {
    const text = around.file(script)?.text ?? '';
    const all = mayImport(text, path, packages) ? [...text.matchAll(IMPORTED)] : [];
    return all.flatMap(({ index, 2: source = '' }) =>
      leadsTo(source, script, target, packages) ? [text.slice(Math.max(0, index - 80), index)] : [],
    );
  });
  return imports.length > 0 && imports.every((before) => BY_NAMES.test(before));
}

/** `import { a } `, `const { a } = `, up to `from` or `require(` */
const BY_NAMES = /\}\s*(?:=\s*(?:await\s*)?)?$/;

/** Most texts hold no name that an import of the file ends with: those are not looked through. */
function mayImport(text: string, path: string, packages: readonly (string | null)[]): boolean {
  const name = posix.basename(stemOf(path));
  return (
    name === '' ||
    text.includes(name) ||
    packages.some((one) => one !== null && (text.includes(`'${one}`) || text.includes(`"${one}`))) ||
    (/(?:^|\/)index\.\w+$/.test(path) && /['"]\.[./]*['"]/.test(text))
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
  return /"name"\s*:\s*"([^"]+)"/.exec(ownManifest(path, around) ?? '')?.[1] ?? null;
}

/** What only packages for others have, and what every package may begin with. */
export const FOR_OTHERS = /"(?:exports|module|types|typings|publishConfig|files|bin)"\s*:/;

/** The `package.json` of the package that a file is in. */
export function ownManifest(path: string, around: Surroundings): string | null {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = around.file(posix.join(folder, 'package.json'));
    if (manifest !== null) return manifest.text;
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
