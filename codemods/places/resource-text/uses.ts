/** Where other files use what a file exports. */
import { posix } from 'node:path';
import type { Surroundings } from '../../../src/migrate/index.js';
import type { SourceFile } from '../../../src/read/index.js';
import { literally } from '../../../src/value/index.js';
import { oncePerFile } from '../script-files.js';

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
  const files = scripts.flatMap((script) => around.file(script) ?? []);
  const packages = [nameOfPackage(path, around)];
  const reached = [path];
  for (const one of reached) {
    const target = stemOf(one);
    for (const file of files) {
      if (!importsIn(file, around).some((source) => leadsTo(source, target, packages))) continue;
      const { path: script, text } = file;
      const use = find(text);
      if (use >= 0) return `${script}:${text.slice(0, use).split('\n').length}`;
      if (/\bexport\s*\*/.test(text) && !reached.includes(script)) reached.push(script);
    }
  }
  return null;
}

/** Whether other scripts import a file, and all of them take names from it: none has the module as a whole. */
export function isImportedByNames(path: string, around: Surroundings): boolean {
  const packages = [nameOfPackage(path, around)];
  const target = stemOf(path);
  const imports = (scriptsBeside(path, around) ?? []).flatMap((script) => {
    const file = around.file(script);
    return file === null ? [] : importsIn(file, around).filter((source) => leadsTo(source, target, packages));
  });
  return imports.length > 0 && imports.every(({ isByNames }) => isByNames);
}

interface Import {
  /** As it is written. */
  readonly source: string;
  /** The path from the root where it is relative; else what it ends with. Without extension. */
  readonly stem: string;
  readonly isRelative: boolean;
  readonly isByNames: boolean;
}

const IMPORTED = /(?:\bfrom|\b(?:require|import)\()\s*(['"])([^'"\n]+)\1/g;
/** `import { a } `, `const { a } = `, up to `from` or `require(` */
const BY_NAMES = /\}\s*(?:=\s*(?:await\s*)?)?$/;

const importsIn = oncePerFile((file): readonly Import[] =>
  [...file.text.matchAll(IMPORTED)].map((match) => importOf(match, file)),
);

function importOf({ index, 2: source = '' }: RegExpExecArray, { path, text }: SourceFile): Import {
  const isRelative = source.startsWith('.');
  const place = isRelative ? posix.join(posix.dirname(path), source) : source.replace(/^[@~#]?[^/]*\//, '');
  const isByNames = BY_NAMES.test(text.slice(Math.max(0, index - 80), index));
  return { source, stem: stemOf(place), isRelative, isByNames };
}

/** Aliases such as `@/rules/bots` are compared by how they end. */
function leadsTo(
  { source, stem, isRelative }: Import,
  target: string,
  packages: readonly (string | null)[],
): boolean {
  if (isRelative) return stem === target;
  if (packages.some((name) => name !== null && (source === name || source.startsWith(`${name}/`))))
    return true;
  return stem !== '' && (target === stem || target.endsWith(`/${stem}`));
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
