/** What Terraform has to be told, so that it forgets the old resources instead of destroying them. */
import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/index.js';
import { attributeText, type HclFile, moduleFiles } from './hcl.js';
import { indented } from './hcl-layout.js';

/** A `removed` block for each address. */
export function removedBlocks(addresses: readonly string[]): readonly (readonly string[])[] {
  return addresses.map((address) => [
    'removed {',
    ...indented([`from = ${address}`, 'lifecycle {', ...indented(['destroy = false']), '}']),
    '}',
  ]);
}

/** A module mostly stands two or three folders below what runs it. */
const MAX_ABOVE = 4;

/**
 * Whether `removed` blocks can be written: Terraform and OpenTofu know them since 1.7, and older ones refuse the whole
 * module. A version that the project pins or a block that is there decide; else the oldest version that the constraint
 * of the nearest folder lets in. Without any of these the version of today is taken.
 */
export function knowsRemoved(path: string, around: Surroundings): boolean {
  return knowsRemovedAt(path, around) ?? true;
}

/** The same, or null where nothing says it. */
export function knowsRemovedAt(path: string, around: Surroundings): boolean | null {
  let asked: boolean | null = null;
  let folder = posix.dirname(path);
  for (let above = 0; above <= MAX_ABOVE; above++) {
    const files = moduleFiles(posix.join(folder, 'main.tf'), around);
    if (files.some(({ blocks }) => blocks.some(({ type }) => type === 'removed'))) return true;
    const pinned = pinnedIn(folder, around);
    if (pinned !== null) return isNewEnough(pinned);
    asked ??= files.map(constraintIn).find((one) => one !== null) ?? null;
    if (folder === '.') break;
    folder = posix.dirname(folder);
  }
  return asked;
}

/** Version managers and the lines of theirs that name a version. */
const VERSION_FILES: Readonly<Record<string, RegExp>> = {
  '.terraform-version': /^()\s*v?([\d.]+)/m,
  '.opentofu-version': /^()\s*v?([\d.]+)/m,
  '.tool-versions': /^(terraform|opentofu)\s+v?([\d.]+)/m,
};

function pinnedIn(folder: string, around: Surroundings): string | null {
  for (const [name, pattern] of Object.entries(VERSION_FILES)) {
    const found = pattern.exec(around.file(posix.join(folder, name))?.text ?? '')?.[2];
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the constraint of a file asks for a version that is new enough; null where it has none. */
function constraintIn(file: HclFile): boolean | null {
  const inJson = /"required_version"\s*:\s*("[^"]*")/.exec(file.path.endsWith('.json') ? file.text : '')?.[1];
  const asked =
    inJson ??
    file.blocks
      .filter(({ type }) => type === 'terraform')
      .flatMap((block) => attributeText(file, block, 'required_version') ?? [])[0];
  return asked === undefined ? null : asked.replaceAll('"', '').split(',').some(isNewEnough);
}

/** A lower bound or a version: `>= 1.7`, `~> 1.9.0`, `1.10.2`. */
function isNewEnough(constraint: string): boolean {
  const [, major, minor = 0] = /^\s*(?:~>|>=|>|=)?\s*v?(\d+)(?:\.(\d+))?/.exec(constraint) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 7);
}
