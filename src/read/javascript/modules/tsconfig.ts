import { directoryOf, joinPath } from './paths.js';

/** What a tsconfig says of the meaning of import paths. */
export interface Aliases {
  readonly baseUrl: string | null;
  /** Directory that the targets of `paths` are relative to. */
  readonly base: string;
  readonly paths: readonly PathAlias[];
}

export interface PathAlias {
  readonly prefix: string;
  readonly suffix: string;
  readonly exact: boolean;
  readonly targets: readonly string[];
}

const MAX_EXTENDS = 5;

/** Null if the file is not there or says nothing of paths. */
export function readAliases(read: (path: string) => string | null, path: string, depth = 0): Aliases | null {
  const text = read(path);
  if (text === null) return null;
  const config = parseLoosely(text);
  if (config === null) return null;
  const directory = directoryOf(path);
  const options = record(config.compilerOptions) ?? {};
  const inherited = depth < MAX_EXTENDS ? readInherited(read, directory, config.extends, depth) : null;
  const baseUrl =
    typeof options.baseUrl === 'string' ? joinPath(directory, options.baseUrl) : (inherited?.baseUrl ?? null);
  const paths = record(options.paths);
  if (paths === null) {
    if (baseUrl === null && inherited === null) return null;
    return { baseUrl, base: inherited?.base ?? baseUrl ?? directory, paths: inherited?.paths ?? [] };
  }
  return {
    baseUrl,
    base: baseUrl ?? directory,
    paths: Object.entries(paths).map(([key, value]) => aliasOf(key, value)),
  };
}

function aliasOf(key: string, value: unknown): PathAlias {
  const star = key.indexOf('*');
  const targets = Array.isArray(value)
    ? value.filter((target): target is string => typeof target === 'string')
    : [];
  return star < 0
    ? { prefix: key, suffix: '', exact: true, targets }
    : { prefix: key.slice(0, star), suffix: key.slice(star + 1), exact: false, targets };
}

function readInherited(
  read: (path: string) => string | null,
  directory: string,
  parent: unknown,
  depth: number,
): Aliases | null {
  for (const name of Array.isArray(parent) ? [...parent].reverse() : [parent]) {
    if (typeof name !== 'string' || !name.startsWith('.')) continue;
    const path = joinPath(directory, name);
    if (path === null) continue;
    const found = readAliases(read, path, depth + 1) ?? readAliases(read, `${path}.json`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** JSON with comments and trailing commas. */
function parseLoosely(text: string): Record<string, unknown> | null {
  const plain = text
    .replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(\*\/|$)/g, (match, end?: string) =>
      match.startsWith('"') || end === '' ? match : '',
    )
    .replace(/"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])/g, (match) => (match.startsWith('"') ? match : ''));
  try {
    return record(JSON.parse(plain));
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
