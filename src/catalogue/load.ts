import { type CataloguePart, catalogueFile, partOf } from './schema/file.js';
import type { CatalogueProblem, Located, Report } from './schema/located.js';
import { readYaml } from './schema/yaml.js';

export type Loaded =
  | { readonly ok: true; readonly part: CataloguePart }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] };

/** Reads one catalogue file; every fault of it is named at once. */
export async function loadCatalogueFile(file: string, text: string): Promise<Loaded> {
  const problems: CatalogueProblem[] = [];
  const report: Report = {
    add: (at, key, message, remedy) => problems.push({ file, ...at, key, message, remedy }),
  };
  const tree = await readYaml(text, report);
  const content = tree === undefined ? undefined : catalogueFile.read(tree, '', report);
  if (tree !== undefined) reportDuplicates(tree, report);
  if (content === undefined || problems.length > 0) {
    return { ok: false, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
  }
  return { ok: true, part: partOf(content) };
}

function reportDuplicates(tree: Located, report: Report): void {
  for (const listName of ['entries', 'profiles']) {
    const first = new Map<string, number>();
    const items =
      tree.kind === 'map' ? tree.entries.find((entry) => entry.key === listName)?.value : undefined;
    if (items?.kind !== 'list') continue;
    for (const [index, item] of items.items.entries()) {
      const id = item.kind === 'map' ? item.entries.find((entry) => entry.key === 'id')?.value : undefined;
      if (id?.kind !== 'scalar' || typeof id.value !== 'string') continue;
      const before = first.get(id.value);
      if (before === undefined) first.set(id.value, id.at.line);
      else {
        report.add(
          id.at,
          `${listName}[${index}].id`,
          `the id "${id.value}" is used twice in this file, first in line ${before}`,
          'give each its own id',
        );
      }
    }
  }
}
