import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  builtinCatalogue,
  type Catalogue,
  loadCatalogueFile,
  mergeCatalogues,
  type NamedPart,
  problemText,
} from '../../catalogue/index.js';
import { UsageError } from './arguments.js';

const LARGEST = 500_000;

/** The built-in catalogue with files of the user's own. Throws a `UsageError` that names every fault. */
export async function catalogueWith(files: readonly string[], cwd: string): Promise<Catalogue> {
  if (files.length === 0) return builtinCatalogue();
  const parts: NamedPart[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const loaded = await loadCatalogueFile(file, readCatalogue(file, cwd));
    if (loaded.ok) parts.push({ file, part: loaded.part });
    else problems.push(...loaded.problems.map(problemText));
  }
  if (problems.length > 0) throw catalogueError(problems);
  const merged = mergeCatalogues(builtinCatalogue(), parts);
  if (!merged.ok) throw catalogueError(merged.problems.map(problemText));
  return merged.catalogue;
}

export function readCatalogue(file: string, cwd: string): string {
  try {
    const stat = statSync(resolve(cwd, file));
    if (!stat.isFile()) throw new UsageError(`the catalogue ${JSON.stringify(file)} is not a file.`);
    if (stat.size > LARGEST)
      throw new UsageError(`the catalogue ${JSON.stringify(file)} is larger than 500 kB.`);
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(
      code === 'ENOENT'
        ? `the catalogue ${JSON.stringify(file)} does not exist.`
        : `the catalogue ${JSON.stringify(file)} cannot be read (${code}).`,
    );
  }
}

function catalogueError(problems: readonly string[]): UsageError {
  return new UsageError(
    `the catalogue has ${problems.length === 1 ? 'an error' : 'errors'}:\n${problems.join('\n')}`,
  );
}
