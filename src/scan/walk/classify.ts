/** Classes of folders and files by their names; the lists are in `classes.ts`. */

import {
  BINARY_EXTENSIONS,
  GENERATED_ENDINGS,
  GENERATED_FOLDERS,
  RECORD_EXTENSIONS,
  RECORD_NAMES,
  VENDORED_FOLDERS,
} from './classes.js';

export type FolderClass = 'vendored' | 'generated';
export type FileClass = 'generated' | 'binary' | 'record';

export function folderClass(name: string): FolderClass | undefined {
  if (VENDORED_FOLDERS.has(name)) return 'vendored';
  return GENERATED_FOLDERS.has(name) ? 'generated' : undefined;
}

export function fileClass(name: string): FileClass | undefined {
  const dot = name.lastIndexOf('.');
  // A dot at the beginning hides a file; it starts no extension.
  if (dot <= 0) return undefined;
  const extension = name.slice(dot + 1);
  if (BINARY_EXTENSIONS.has(extension) || BINARY_EXTENSIONS.has(extension.toLowerCase())) return 'binary';
  if (RECORD_EXTENSIONS.has(extension) || RECORD_NAMES.has(name)) return 'record';
  return isGeneratedName(name, dot) ? 'generated' : undefined;
}

/** Most extensions have no such ending, so most names are compared with none. */
const ENDINGS_BY_EXTENSION: ReadonlyMap<string, readonly string[]> = new Map(
  GENERATED_ENDINGS.map(extensionOf).map((extension) => [
    extension,
    GENERATED_ENDINGS.filter((ending) => extensionOf(ending) === extension),
  ]),
);

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function isGeneratedName(name: string, dot: number): boolean {
  const endings = ENDINGS_BY_EXTENSION.get(name.slice(dot + 1));
  return endings?.some((ending) => name.endsWith(ending)) === true;
}
