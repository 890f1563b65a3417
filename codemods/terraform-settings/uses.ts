/** What else needs a key of a map that goes: types of variables, names in code and tests, other resources. */

import { posix } from 'node:path';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import type { ResourceUsage } from '../../src/read/index.js';
import { type Block, calledFolder } from '../../src/read/terraform/index.js';
import { literally } from '../../src/value/index.js';
import { attributeNamed, attributeText, type HclFile, moduleFiles } from '../places/hcl.js';
import { type Entry, entriesOf } from '../places/hcl-entries.js';

/** Resources of modules in other folders that get what is written here. */
export function calledFrom({ file, finding }: Site): readonly ResourceUsage[] {
  return finding.usages.filter(
    (usage): usage is ResourceUsage => usage.kind === 'resource' && usage.site.file !== file.path,
  );
}

/** Files of the modules that get the map; of all modules, where other files of Terragrunt include this one. */
function receivers(site: Site, around: Surroundings): readonly HclFile[] {
  const { path } = site.file;
  const called = [path, ...calledFrom(site).map(({ site: { file } }) => file)];
  const isIncluded = path.endsWith('.hcl') && posix.basename(path) !== 'terragrunt.hcl';
  const all = isIncluded ? (around.filesEndingWith('.tf') ?? []) : [];
  const files = [...called, ...all].flatMap((one) => moduleFiles(one, around));
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** A file of the module, or a test of it, that asks for the key by its name. */
export function usesOfKey(site: Site, key: string, around: Surroundings): string | null {
  const pattern = new RegExp(
    `(?:local|var|each\\.value)\\.[\\w.]*\\.${literally(key)}\\b(?!\\s*=[^=])|[[(,]\\s*"${literally(key)}"\\s*[\\]),]`,
  );
  const withDefault = new RegExp(`\\blookup\\([^()"]*,\\s*"${literally(key)}"\\s*,`, 'g');
  const files = receivers(site, around);
  const folders = [...new Set(files.map(({ path }) => posix.dirname(path)))];
  const tests = folders
    .flatMap((folder) => [folder, posix.join(folder, 'tests')])
    .flatMap((folder) => around.siblings(posix.join(folder, 'main.tf')))
    .filter((path) => /\.tf(?:test|mock)\.hcl$/.test(path))
    .flatMap((path) => around.file(path) ?? []);
  const found = [...files, ...tests].find(({ text }) => pattern.test(text.replace(withDefault, '')));
  return found?.path ?? null;
}

/** A file with a variable whose type has the key, and not as an optional one. */
export function typeWithKey(site: Site, key: string, around: Surroundings): string | null {
  const pattern = new RegExp(`[{,\\n]\\s*"?${literally(key)}"?\\s*[=:](?!\\s*optional\\()`);
  const asks = (file: HclFile): boolean =>
    file.blocks.some(
      (block) => block.type === 'variable' && pattern.test(attributeText(file, block, 'type') ?? ''),
    );
  return receivers(site, around).find(asks)?.path ?? null;
}

/** Where a resource of another vendor, or a module that nothing is known of, gets the map with the key. */
export function otherReceiver(site: Site, file: HclFile, around: Surroundings): string | null {
  const held = heldAt(file, site.finding.at.start);
  if (held === null) return null;
  const rest = held.inner.filter(({ origin }) => !holds(origin, site.finding.at.start));
  const apart = new Set(rest.map(({ name }) => name));
  return receiverOf((text) => names(text, held.address, apart), receivers(site, around), around);
}

/** Whether a text names the map, or the part of it with the key. */
function names(text: string, address: string, apart: ReadonlySet<string> = new Set()): boolean {
  const places = text.matchAll(
    new RegExp(`\\b${literally(address)}\\b(?:\\.([\\w-]+)|\\["([^"]*)"\\])?`, 'g'),
  );
  return [...places].some(([, dotted, quoted = dotted]) => quoted === undefined || !apart.has(quoted));
}

/** Modules that call modules. */
const MAX_DEPTH = 4;

function receiverOf(
  isNamed: (text: string) => boolean,
  files: readonly HclFile[],
  around: Surroundings,
  depth = 0,
): string | null {
  for (const file of files) {
    const gets = ({ origin }: Entry | Block): boolean => isNamed(file.text.slice(origin.start, origin.end));
    for (const block of file.blocks.filter(gets)) {
      const line = `${file.path}:${file.text.slice(0, block.origin.start).split('\n').length}`;
      if (block.type === 'resource' && block.labels[0]?.text.startsWith('cloudflare_') === false) return line;
      if (block.type !== 'module') continue;
      const source = attributeNamed(block, 'source')?.value;
      const folder = source === undefined ? null : calledFolder(source, file.path);
      if (folder === null || depth === MAX_DEPTH) return line;
      const inside = moduleFiles(posix.join(folder, 'main.tf'), around);
      for (const { name } of entriesOf(block.body).filter(gets)) {
        const found = receiverOf((text) => names(text, `var.${name}`), inside, around, depth + 1);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** The map at an offset, by the name under which modules know it: `local.settings`, `var.settings`. */
function heldAt(file: HclFile, offset: number): { address: string; inner: readonly Entry[] } | null {
  const at = (entries: readonly Entry[]): Entry | undefined =>
    entries.find(({ origin }) => holds(origin, offset));
  const block = file.blocks.find(({ origin }) => holds(origin, offset));
  const entry = at(entriesOf(block?.body ?? { attributes: file.attributes, blocks: [] }));
  if (entry === undefined) return null;
  if (block?.type === 'locals') return { address: `local.${entry.name}`, inner: entry.inner };
  if (block?.type === 'variable')
    return { address: `var.${block.labels[0]?.text ?? ''}`, inner: entry.inner };
  const isInputs = block === undefined && file.path.endsWith('.hcl');
  const held = isInputs ? at(entry.inner) : entry;
  const isGiven = block === undefined || block.type === 'module';
  return held === undefined || !isGiven ? null : { address: `var.${held.name}`, inner: held.inner };
}

function holds({ start, end }: { readonly start: number; readonly end: number }, offset: number): boolean {
  return start <= offset && offset < end;
}
