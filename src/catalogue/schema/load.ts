import type { CataloguePart } from './file.js';
import type { CatalogueProblem, Located, Position, ProblemCollector } from './located.js';

export type Loaded =
  | {
      readonly ok: true;
      readonly part: CataloguePart;
      /** Where each entry and profile is named, for problems that only show when files meet. */
      readonly places: ReadonlyMap<string, Position>;
    }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] };

/**
 * Reads one catalogue file; every fault of it is named at once. The schema is loaded here and not before:
 * most runs know only the built-in catalogue, which was checked when it was compiled.
 */
export async function loadCatalogueFile(file: string, text: string): Promise<Loaded> {
  const { catalogueFile, partOf } = await import('./file.js');
  const { readYaml } = await import('./yaml.js');
  const problems: CatalogueProblem[] = [];
  const report: ProblemCollector = {
    add: (at, key, message, remedy) => problems.push({ file, ...at, key, message, remedy }),
  };
  const tree = await readYaml(text, report);
  const content = tree === undefined ? undefined : catalogueFile.read(tree, '', report);
  const places = new Map<string, Position>();
  if (tree !== undefined) collectPlaces(tree, places, report);
  if (content === undefined || problems.length > 0) {
    return { ok: false, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
  }
  return { ok: true, part: partOf(content), places };
}

/** `entries:rate-limits` */
export function placeKey(list: 'entries' | 'profiles', id: string): string {
  return `${list}:${id}`;
}

function collectPlaces(tree: Located, places: Map<string, Position>, report: ProblemCollector): void {
  if (tree.kind !== 'map') return;
  for (const list of ['entries', 'profiles'] as const) {
    const items = tree.entries.find((entry) => entry.key === list)?.value;
    if (items?.kind !== 'list') continue;
    for (const [index, item] of items.items.entries()) {
      const id = item.kind === 'map' ? item.entries.find((entry) => entry.key === 'id')?.value : undefined;
      if (id?.kind !== 'scalar' || typeof id.value !== 'string') continue;
      const before = places.get(placeKey(list, id.value));
      if (before === undefined) places.set(placeKey(list, id.value), id.at);
      else {
        report.add(
          id.at,
          `${list}[${index}].id`,
          `the id "${id.value}" is used twice in this file, first in line ${before.line}`,
          'give each its own id',
        );
      }
    }
  }
}
