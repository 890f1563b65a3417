import { posix } from 'node:path';
import type { Program, SourceFile } from '../reader.js';
import { type Configuration, parseConfiguration } from './parse.js';
import { References } from './references.js';
import { referencesOf } from './values.js';

/** Parsed files, and the names that the files of a folder define for each other. */

const parsed = new WeakMap<SourceFile, Configuration>();

export function configurationOf(file: SourceFile): Configuration {
  let configuration = parsed.get(file);
  if (configuration === undefined) {
    configuration = parseConfiguration(file.path, file.text);
    parsed.set(file, configuration);
  }
  return configuration;
}

const MAX_FILES = 40;

/** The files of the module in a folder. */
export function moduleFilesIn(folder: string, program: Program): readonly SourceFile[] {
  const paths = program.siblings?.(posix.join(folder, 'main.tf')) ?? [];
  return paths
    .filter((path) => /\.(?:tf|tofu)$/.test(path))
    .slice(0, MAX_FILES)
    .flatMap((path) => program.file(path) ?? []);
}

/** Locals and defaults of the module: all files of a folder are one. */
export function referencesAround(file: SourceFile, program: Program): References {
  const own = referencesOf(configurationOf(file).body);
  for (const sibling of moduleFilesIn(posix.dirname(file.path), program)) {
    if (sibling.path === file.path || !/\b(?:locals|variable)\b/.test(sibling.text)) continue;
    for (const [name, value] of referencesOf(configurationOf(sibling).body)) {
      if (!own.has(name)) own.set(name, value);
    }
  }
  return new References(own);
}
