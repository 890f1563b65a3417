import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every file of the repository that git tracks or would track, with `/`. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return listed.split('\0').filter((path) => path !== '');
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Modules a source file imports, relative ones and packages alike, as written. */
export function importsOf(text: string): readonly string[] {
  return ts.preProcessFile(text, true, false).importedFiles.map((file) => file.fileName);
}
