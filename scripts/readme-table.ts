/**
 * Writes the table of entries between two marks of the README, from the catalogue. With `--check` it only says whether the table
 * is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogueTable } from '../src/catalogue/describe/index.js';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { documentationPage } from '../src/documentation.js';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const TABLE = /(<!-- catalogue:begin -->\n)[\s\S]*?(<!-- catalogue:end -->)/;

const published = builtinCatalogue().entries.filter(({ schedule }) => schedule === 'spec');
const table = catalogueTable(published, (id) => documentationPage(`entries/${id}`));
const before = readFileSync(README, 'utf8');
const after = before.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
if (after !== before) {
  if (process.argv.includes('--check')) {
    process.stderr.write('README.md is out of date: run npm run readme:table\n');
    process.exitCode = 1;
  } else writeFileSync(README, after);
}
