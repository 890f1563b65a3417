/**
 * Every text file that a build derives and git does not hold: pages of the documentation, JSON Schemas, the preset of oxlint and
 * the jscodeshift transforms.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../build/bundle.js';
import { PAGE, proofPage } from '../prove/page.js';
import { entryPages } from './entries.js';
import { oxlintPreset, rulePages } from './rules.js';
import { schemas } from './schemas.js';
import { transforms } from './transforms.js';

/** Nothing else lies in these folders: other files with the ending are left over from an earlier build. */
const OWN_FOLDERS: readonly (readonly [folder: string, ending: string])[] = [
  ['docs/entries', '.md'],
  ['docs/rules', '.md'],
  ['codemods', '.cjs'],
];

/** By path below the root. */
export async function derivedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await entryPages()),
    ...(await rulePages()),
    ...oxlintPreset(),
    ...schemas(),
    ...transforms(),
    [PAGE, proofPage()],
  ]);
}

/** Writes them, and removes those of entries, rules and codemods that are gone. */
export async function writeDerivedFiles(): Promise<void> {
  const files = await derivedFiles();
  for (const [path, text] of files) {
    const file = join(ROOT, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [folder, ending] of OWN_FOLDERS)
    for (const name of readdirSync(join(ROOT, folder)))
      if (name.endsWith(ending) && !files.has(`${folder}/${name}`)) rmSync(join(ROOT, folder, name));
}
