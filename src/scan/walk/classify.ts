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
  let byExtension = known.get(extension);
  if (byExtension === undefined) {
    byExtension = extensionClass(extension);
    // Names of files may be anything: what is kept stays bounded.
    if (known.size < MOST_EXTENSIONS) known.set(extension, byExtension);
  }
  if (byExtension !== 'other') return byExtension;
  if (RECORD_NAMES.has(name)) return 'record';
  return isGeneratedName(name, extension) ? 'generated' : undefined;
}

const MOST_EXTENSIONS = 1000;
const known = new Map<string, FileClass | 'other'>();

function extensionClass(extension: string): FileClass | 'other' {
  if (BINARY_EXTENSIONS.has(extension.toLowerCase())) return 'binary';
  return RECORD_EXTENSIONS.has(extension) ? 'record' : 'other';
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

function isGeneratedName(name: string, extension: string): boolean {
  const endings = ENDINGS_BY_EXTENSION.get(extension);
  return endings?.some((ending) => name.endsWith(ending)) === true;
}
