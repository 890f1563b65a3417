/** What Terraform has to be told, so that it forgets the old resources instead of destroying them. */
import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/model.js';
import { attributeText, moduleFiles } from './hcl.js';
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

/** Whether the version of Terraform that the project asks for can be one that knows `removed` blocks: 1.7. */
export function knowsRemoved(path: string, around: Surroundings): boolean {
  let folder = posix.dirname(path);
  for (let above = 0; above <= MAX_ABOVE; above++) {
    for (const file of moduleFiles(posix.join(folder, 'main.tf'), around)) {
      for (const block of file.blocks) {
        const asked = block.type === 'terraform' ? attributeText(file, block, 'required_version') : null;
        if (asked !== null) return allowsRemoved(asked);
      }
    }
    if (folder === '.') break;
    folder = posix.dirname(folder);
  }
  return true;
}

/** Constraints that end below 1.7: `~> 1.5.0`, `< 1.6`, `= 1.3.9`, `~> 0.14`. */
export function allowsRemoved(constraints: string): boolean {
  return constraints
    .replaceAll('"', '')
    .split(',')
    .every((constraint) => {
      const [, operator = '', major = '', minor = '', patch] =
        /^\s*(~>|<=|<|=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*$/.exec(constraint) ?? [];
      if (major === '') return true;
      const isNew = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 7);
      if (operator === '~>') return isNew || (patch === undefined && Number(major) >= 1);
      if (operator === '<') return Number(major) > 1 || (Number(major) === 1 && Number(minor) > 7);
      return isNew || (minor === '' && Number(major) >= 1);
    });
}
