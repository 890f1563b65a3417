/**
 * Writes what the documentation says of entries from the catalogue: a page for each under `docs/entries`, the
 * tables in `docs/catalogue.md` and `docs/errors.md`, the procedures in `docs/owasp.md`, and the table between two marks of the
 * README. With `--check` it only says whether they are up to date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueTable, entryMarkdown, errorTable, owaspPage } from '../src/catalogue/describe/index.js';
import { builtinCatalogue, builtinSamples } from '../src/catalogue/index.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = 'docs/entries';
const README_TABLE = /(<!-- catalogue:begin -->\n)[\s\S]*?(<!-- catalogue:end -->)/;

const catalogue = builtinCatalogue();
const samples = new Map((await builtinSamples()).map((sample) => [sample.id, sample]));
const outputs = new Map<string, string>();
for (const entry of catalogue.entries) {
  const profile = catalogue.profiles.find((candidate) => candidate.id === entry.profile);
  if (profile === undefined) throw new Error(`the profile of ${entry.id} is missing`);
  outputs.set(`${PAGES}/${entry.id}.md`, entryMarkdown(entry, profile, samples.get(entry.id)));
}
outputs.set(
  'docs/catalogue.md',
  `# Catalogue

All known deprecations, newest end of life first. Each entry has a page; \`edge-sunset explain <entry>\` prints the
same information. The pages are generated from the YAML files in \`src/catalogue\`.

${catalogueTable(catalogue.entries, (id) => `entries/${id}.md`)}
`,
);
outputs.set(
  'docs/errors.md',
  `# Errors

Errors that callers of a retired API get, by code and status. \`edge-sunset explain 10020\` finds the entry by a code, a
status or a message.

${errorTable(catalogue.entries, (id) => `entries/${id}.md`)}
`,
);
outputs.set('docs/owasp.md', owaspPage());
const readme = path.join(ROOT, 'README.md');
if (existsSync(readme)) {
  const text = readFileSync(readme, 'utf8');
  const published = catalogue.entries.filter((entry) => entry.schedule === 'spec');
  const table = catalogueTable(published, (id) => `${PAGES}/${id}.md`);
  outputs.set(
    'README.md',
    text.replace(README_TABLE, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`),
  );
}

const check = process.argv.includes('--check');
let stale = 0;
mkdirSync(path.join(ROOT, PAGES), { recursive: true });
for (const [file, content] of outputs) {
  const place = path.join(ROOT, file);
  if (existsSync(place) && readFileSync(place, 'utf8') === content) continue;
  stale++;
  if (check) process.stderr.write(`${file} is out of date: run npm run catalogue:docs\n`);
  else writeFileSync(place, content);
}
for (const name of readdirSync(path.join(ROOT, PAGES))) {
  if (outputs.has(`${PAGES}/${name}`)) continue;
  stale++;
  if (check) process.stderr.write(`${PAGES}/${name} belongs to no entry: run npm run catalogue:docs\n`);
  else rmSync(path.join(ROOT, PAGES, name));
}
if (!check) process.stdout.write(`${outputs.size} documents, ${stale} changed\n`);
process.exitCode = check && stale > 0 ? 1 : 0;
