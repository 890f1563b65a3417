import { builtinCatalogue } from '../../catalogue/index.js';
import { documentationPage } from '../../documentation.js';

/** The page of an entry; null for entries of the user's own, which have none. */
export function documentationOf(entry: string): string | null {
  published ??= new Set(builtinCatalogue().entries.map(({ id }) => id));
  return published.has(entry) ? documentationPage(`entries/${entry}`) : null;
}

let published: ReadonlySet<string> | undefined;
