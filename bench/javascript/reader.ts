/** The other side: the reader over the same files, from their triggers, with whatever they import. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { RootFinder } from '../../src/analysis/roots.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { javascriptReader } from '../../src/read/javascript/index.js';
import type { Program, SourceFile } from '../../src/read/reader.js';

const [list = '', root = '', importerList = '', opened = ''] = process.argv.slice(2);
const importers = new Map<string, string[]>(
  JSON.parse(readFileSync(importerList, 'utf8')) as [string, string[]][],
);
const files = new Map<string, SourceFile | null>();
const catalogue = builtinCatalogue();
const finder = new RootFinder(catalogue);

function file(path: string): SourceFile | null {
  let found = files.get(path);
  if (found === undefined) {
    const absolute = join(root, path);
    found =
      existsSync(absolute) && statSync(absolute).isFile()
        ? { path, text: readFileSync(absolute, 'utf8'), language: 'typescript' }
        : null;
    files.set(path, found);
  }
  return found;
}

const program: Program = {
  profiles: catalogue.profiles,
  file,
  importers: (path) => importers.get(path) ?? [],
};
let usages = 0;
for (const absolute of readFileSync(list, 'utf8').split('\n')) {
  if (absolute === '') continue;
  const source = file(relative(root, absolute).replaceAll('\\', '/'));
  if (source !== null)
    usages += javascriptReader.read(source, finder.find(source.text), program).usages.length;
}
const scripts = [...files.values()].flatMap((one) =>
  one !== null && /\.[cm]?[jt]sx?$/.test(one.path) ? [join(root, one.path)] : [],
);
writeFileSync(opened, scripts.join('\n'));
process.stdout.write(`${usages} usages\n`);
