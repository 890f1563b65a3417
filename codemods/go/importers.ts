/** Who else uses the types of a package of Go. */
import { folderOfImport, type GoPackage, moduleOf } from '../../src/grammar/index.js';
import type { Surroundings } from '../../src/migrate/index.js';

const MOST = 40;

/** Programs that cannot be seen may use a type of this name: no program of the module is in sight. */
export function isExported({ folder }: GoPackage, around: Surroundings, name: string): boolean {
  if (!/^[A-Z]/.test(name) || /(?:^|\/)internal(?:\/|$)/.test(folder)) return false;
  const files = around.filesEndingWith('.go') ?? [];
  return !files.some((path) => /^package main\b/m.test(around.file(path)?.text ?? ''));
}

/** Files of other packages that import this one; null where a test uses a struct, or where they are too many. */
export function importersOf(
  { folder }: GoPackage,
  around: Surroundings,
  names: RegExp,
): GoPackage['files'] | null {
  const files = around.filesEndingWith('.go');
  const inside = `${folder === '' ? '' : `${folder}/`}x.go`;
  const module = moduleOf(inside, (path) => around.file(path)?.text ?? null);
  if (files === null) return null;
  const isOwn = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder;
  const importers: GoPackage['files'][number][] = [];
  for (const path of files) {
    const text = around.file(path)?.text ?? '';
    const isImporter =
      module !== null &&
      [...text.matchAll(/"([\w./-]+)"/g)].some(([, one = '']) => folderOfImport(module, one) === folder);
    if (!isImporter && !isOwn(path)) continue;
    if (path.endsWith('_test.go')) {
      if (names.test(text)) return null;
    } else if (!isOwn(path)) {
      const tree = around.treeOf(path);
      if (tree === null || importers.length > MOST) return null;
      importers.push({ tree, path });
    }
  }
  return importers;
}
