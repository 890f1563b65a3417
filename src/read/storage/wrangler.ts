import { createRequire } from 'node:module';
import { alternatives, knownText, type Origin, propertyOf, type Value } from '../../value/index.js';
import { flatFile } from '../flat.js';
import { scanDocuments } from '../json/scan.js';
import type { Program, SourceFile } from '../reader.js';
import { tomlText } from './toml-places.js';

/** What a wrangler file says of buckets, and since when the runtime behaves how. */

export interface Placed {
  readonly text: string;
  readonly at: Origin;
}

export interface WorkerEnvironment {
  /** Null for the top of the file. */
  readonly name: string | null;
  readonly date: Placed | null;
  readonly flags: readonly Placed[];
  readonly bindings: readonly Placed[];
}

export interface WranglerConfig {
  readonly file: SourceFile;
  /** The script that the worker begins with, as written. */
  readonly main: string | null;
  /** With what each inherits: dates and flags, but no bindings. */
  readonly environments: readonly WorkerEnvironment[];
}

const NAMES = ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'];

export function isWranglerFile(path: string): boolean {
  return NAMES.includes(path.slice(path.lastIndexOf('/') + 1));
}

const load = createRequire(import.meta.url);
interface TomlParser {
  readonly parse: (text: string) => unknown;
}
let toml: TomlParser | undefined;

/** The configuration in a file; null if it cannot be parsed. */
export function wranglerConfig(file: SourceFile): WranglerConfig | null {
  const root = file.path.endsWith('.toml')
    ? tomlRoot(file)
    : scanDocuments(flatFile(file.path, file.text))[0];
  if (root?.kind !== 'object') return null;
  const top = environmentOf(null, root, null);
  const named = propertyOf(root, 'env')?.value;
  const others =
    named?.kind === 'object'
      ? named.properties.flatMap(({ key, value }) =>
          value.kind === 'object' ? [environmentOf(key, value, top)] : [],
        )
      : [];
  return { file, main: textAt(root, 'main')?.text ?? null, environments: [top, ...others] };
}

function tomlRoot(file: SourceFile): Value | null {
  try {
    toml ??= load('smol-toml') as TomlParser;
    return tomlText(file, toml.parse(file.text));
  } catch {
    // A file that wrangler refuses too declares nothing, and without the parser none does.
    return null;
  }
}

type ObjectValue = Extract<Value, { kind: 'object' }>;

function environmentOf(
  name: string | null,
  value: ObjectValue,
  top: WorkerEnvironment | null,
): WorkerEnvironment {
  const flags = propertyOf(value, 'compatibility_flags')?.value;
  const buckets = propertyOf(value, 'r2_buckets')?.value;
  return {
    name,
    date: textAt(value, 'compatibility_date') ?? top?.date ?? null,
    flags: flags === undefined ? (top?.flags ?? []) : itemsOf(flags).flatMap((item) => placed(item) ?? []),
    bindings: (buckets === undefined ? [] : itemsOf(buckets)).flatMap((bucket) =>
      bucket.kind === 'object' ? (textAt(bucket, 'binding') ?? []) : [],
    ),
  };
}

function itemsOf(value: Value): readonly Value[] {
  return value.kind === 'array' ? value.items.flatMap(alternatives) : [];
}

function textAt(value: ObjectValue, key: string): Placed | null {
  const found = propertyOf(value, key)?.value;
  return found === undefined ? null : placed(found);
}

function placed(value: Value): Placed | null {
  const text = knownText(value);
  return text === null || value.origin === null ? null : { text, at: value.origin };
}

const known = new WeakMap<Program, Map<string, WranglerConfig | null>>();

/** The configuration in the folder of a file or the nearest above it. */
export function wranglerFor(path: string, program: Program): WranglerConfig | null {
  let byFolder = known.get(program);
  if (byFolder === undefined) {
    byFolder = new Map();
    known.set(program, byFolder);
  }
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const before = byFolder.get(folder);
  if (before !== undefined) return before;
  const prefix = folder === '' ? '' : `${folder}/`;
  let found: WranglerConfig | null = null;
  for (const name of NAMES) {
    const file = program.file(`${prefix}${name}`);
    if (file !== null) found ??= wranglerConfig(file);
  }
  if (found === null && folder !== '') found = wranglerFor(folder, program);
  byFolder.set(folder, found);
  return found;
}

/** Since this day `list` honours `include` by itself, according to the runtime and to the API reference. */
export const INCLUDE_DAY = '2022-08-04';
/** The same according to the release notes. */
const INCLUDE_DAY_OF_NOTES = '2022-07-14';
export const INCLUDE_FLAG = 'r2_list_honor_include';

/** Whether listings honour `include` in an environment; null where nothing says so. */
export function honoursInclude({ date, flags }: WorkerEnvironment): 'yes' | 'no' | 'between' | null {
  if (flags.some(({ text }) => text === INCLUDE_FLAG)) return 'yes';
  if (date === null) return null;
  if (date.text >= INCLUDE_DAY) return 'yes';
  return date.text >= INCLUDE_DAY_OF_NOTES ? 'between' : 'no';
}
