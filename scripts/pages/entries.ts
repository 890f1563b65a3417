import { catalogueTable, entryMarkdown, errorTable, owaspPage } from '../../src/catalogue/describe/index.js';
import { builtinCatalogue, builtinSamples } from '../../src/catalogue/index.js';

/** The pages about entries of the catalogue, by path. */
export async function entryPages(): Promise<ReadonlyMap<string, string>> {
  const { entries, profiles } = builtinCatalogue();
  const samples = new Map((await builtinSamples()).map((sample) => [sample.id, sample]));
  const pages = new Map<string, string>();
  for (const entry of entries) {
    const profile = profiles.find(({ id }) => id === entry.profile);
    if (profile === undefined) throw new Error(`the profile of ${entry.id} is missing`);
    pages.set(`docs/entries/${entry.id}.md`, entryMarkdown(entry, profile, samples.get(entry.id)));
  }
  pages.set(
    'docs/catalogue.md',
    `# Catalogue

All known deprecations, newest end of life first. Each entry has a page; \`edge-sunset explain <entry>\` prints the
same information. The pages are generated from the YAML files in \`src/catalogue\`.

${catalogueTable(entries, (id) => `entries/${id}.md`)}
`,
  );
  pages.set(
    'docs/errors.md',
    `# Errors

Errors that callers of a retired API get, by code and status. \`edge-sunset explain 10020\` finds the entry by a code, a
status or a message.

${errorTable(entries, (id) => `entries/${id}.md`)}
`,
  );
  pages.set('docs/owasp.md', owaspPage());
  return pages;
}
