import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from 'node:path';
import { type CatalogueProblem, problemText } from '../../catalogue/index.js';
import {
  type Located,
  type ProblemCollector,
  readJson,
  readYaml,
  type Shape,
} from '../../catalogue/schema/index.js';
import { findRepository, readRegularFile } from '../walk/index.js';
import { type Config, configShape } from './shape.js';

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

export type FoundConfig =
  /** `file`: null where there is none. `notices`: what somebody may take for a config file, and which is not read. */
  | { readonly ok: true; readonly file: string | null; readonly notices: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const NAMES = ['json', 'jsonc', 'yaml', 'yml'].map((extension) => `edge-sunset.config.${extension}`);
const MANIFEST = 'package.json';
/** The key of a manifest that holds the configuration. */
const KEY = 'edge-sunset';
/** Names that people know from other tools, and those that differ from ours by little. */
const UNREAD =
  /^(?:edge-?sunset\.config(?:\.\w+)?|edge-?sunset\.(?:ya?ml|toml|jsonc|json5)|\.edge-?sunset(?:rc)?(?:\.\w+)?)$/i;
/** How the key of a manifest is misspelled. */
const OTHER_KEY = 'edgeSunset';
const LARGEST = 256 * 1024;

/**
 * The config file of a root: in the root itself or the nearest folder above, up to the top of its git
 * repository. Outside a repository only the root is looked at, so that a stray file in a home folder never
 * changes a result.
 */
export function findConfig(root: string): FoundConfig {
  const notices: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const names = namesIn(folder);
    const keys = names.has(MANIFEST) ? keysOf(join(folder, MANIFEST)) : [];
    const found = [...NAMES.filter((name) => names.has(name)), ...(keys.includes(KEY) ? [MANIFEST] : [])];
    for (const name of names)
      if (UNREAD.test(name) && !NAMES.includes(name)) notices.push(`${join(folder, name)}: ${NOT_READ}`);
    if (keys.includes(OTHER_KEY)) {
      const manifest = join(folder, MANIFEST);
      notices.push(
        `${manifest}: the key ${JSON.stringify(OTHER_KEY)} is not read; name it ${JSON.stringify(KEY)}.`,
      );
    }
    const problems = [
      ...(found.length > 1 ? [`${folder}: there are ${found.join(' and ')}; keep one of them.`] : []),
      ...found.filter((name) => names.isLink(name)).map((name) => `${join(folder, name)}: ${LINK}`),
    ];
    if (problems.length > 0) return { ok: false, problems };
    const [name] = found;
    if (name !== undefined) return { ok: true, file: join(folder, name), notices };
    if (names.has('.git') || !insideRepository(folder)) return { ok: true, file: null, notices };
  }
}

const NOT_READ = `this is not read; write the settings to ${NAMES[0]}.`;
const LINK =
  'this is a link, which is not followed; copy the file, name it with --config, or use --no-config.';

interface FolderNames extends ReadonlySet<string> {
  isLink(name: string): boolean;
}

function namesIn(folder: string): FolderNames {
  const links = new Set<string>();
  const names = new Set<string>();
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      names.add(entry.name);
      if (entry.isSymbolicLink()) links.add(entry.name);
    }
  } catch {
    // What cannot be listed is told when it is scanned.
  }
  return Object.assign(names, { isLink: (name: string) => links.has(name) });
}

function keysOf(file: string): readonly string[] {
  const found = readRegularFile(file, LARGEST);
  if (found.kind !== 'read') return [];
  try {
    const manifest: unknown = JSON.parse(found.bytes.toString('utf8'));
    if (typeof manifest !== 'object' || manifest === null) return [];
    return Object.keys(manifest);
  } catch {
    // Whoever reads a manifest as such tells of its faults.
    return [];
  }
}

function insideRepository(folder: string): boolean {
  for (let above = folder; dirname(above) !== above; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return true;
  }
  return false;
}

/** Reads a config file; `shown` is how messages name it. Every fault is named at once. */
export async function readConfig(file: string, shown: string): Promise<ConfigResult> {
  const content = textOf(file, shown);
  if (!content.ok) return content;
  if (content.text.trim() === '') return { ok: true, config: {} };
  const read = await readText(file, shown, content.text, configShape);
  return read.ok ? { ok: true, config: read.value } : read;
}

export type ShapedResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a file that a person wrote, in YAML or JSON. Every fault is named at once. */
export async function readShaped<T>(file: string, shown: string, shape: Shape<T>): Promise<ShapedResult<T>> {
  const content = textOf(file, shown);
  return content.ok ? readText(file, shown, content.text, shape) : content;
}

async function readText<T>(
  file: string,
  shown: string,
  text: string,
  shape: Shape<T>,
): Promise<ShapedResult<T>> {
  const problems: CatalogueProblem[] = [];
  const report = {
    add: (
      at: { readonly line: number; readonly column: number },
      key: string,
      message: string,
      remedy: string,
    ) => {
      problems.push({ file: shown, ...at, key, message, remedy });
    },
  };
  const tree = text.trim() === '' ? NOTHING : await treeOf(file, text, report);
  const value = tree === undefined ? undefined : shape.read(tree, '', report);
  if (value === undefined || problems.length > 0) {
    return { ok: false, problems: problems.map(problemText) };
  }
  return { ok: true, value };
}

const NOTHING: Located = { kind: 'scalar', value: null, at: { line: 1, column: 1 } };

async function treeOf(file: string, text: string, report: ProblemCollector): Promise<Located | undefined> {
  const extension = extname(file).toLowerCase();
  if (extension !== '.json' && extension !== '.jsonc') return readYaml(text, report);
  const tree = await readJson(text, report, { comments: extension === '.jsonc' });
  if (basename(file) !== MANIFEST || tree?.kind !== 'map') return tree;
  const own = tree.entries.find(({ key }) => key === KEY);
  if (own === undefined)
    report.add(tree.at, KEY, 'the manifest has no such key', `write the settings to ${NAMES[0]}`);
  return own?.value;
}

type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly string[] };

function textOf(file: string, shown: string): TextResult {
  const wrong = (message: string): TextResult => ({ ok: false, problems: [`${shown}: ${message}`] });
  // Of the files that are found rather than named, links were refused before.
  const found = readRegularFile(file, LARGEST, { follow: true });
  if (found.kind === 'missing') return wrong('there is no such file.');
  if (found.kind === 'refused') return wrong(`${found.why}; name a JSON or YAML file of at most 256 kB.`);
  if (isUtf16(found.bytes)) return wrong('this is UTF-16; save it as UTF-8.');
  return { ok: true, text: found.bytes.toString('utf8') };
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0 || bytes[0] === 0xff || bytes[0] === 0xfe);
}

/**
 * The absolute path of a file that a config names: relative to the folder of the config, inside the repository or that
 * folder, and reached without links. `wrong` says what is not so.
 */
export function pathInConfig(
  folder: string,
  named: string,
  isNew = false,
): { readonly file: string } | { readonly wrong: string } {
  const wrong = (why: string) => ({ wrong: `the path ${JSON.stringify(named)} ${why}` });
  if (isAbsolute(named) || /^[\\/]/.test(named))
    return wrong('is not relative to the folder of the configuration');
  const base = realpathSync.native(folder);
  const top = findRepository(base)?.top ?? base;
  const file = resolve(base, named);
  if (!file.startsWith(top.endsWith(sep) ? top : top + sep)) return wrong('leads out of the repository');
  try {
    const known = isNew && !existsSync(file) ? dirname(file) : file;
    if (realpathSync.native(known) !== known) return wrong('leads through a link, which is not followed');
  } catch {
    return wrong('does not exist');
  }
  return { file };
}
