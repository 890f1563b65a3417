/**
 * `npm run schedule:refresh -- <file>`: compares the vendor's published schedule with the catalogue and prints
 * what changed. It edits nothing. Exit codes: 0 they agree, 1 they differ, 2 the file cannot be read.
 */
import { readFileSync } from 'node:fs';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { compareSchedules, differencesText } from './schedule/compare.js';
import { readPublished } from './schedule/published.js';

function fail(message: string): never {
  process.stderr.write(`schedule:refresh: ${message}\n`);
  process.exit(2);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0)
  fail('name one file: npm run schedule:refresh -- api-deprecations.yaml');
const published = await readPublished(read(file));
if (!published.ok) fail(`${file} is not a published schedule: ${published.problem}`);
const text = differencesText(compareSchedules(published.items, builtinCatalogue()));
process.stdout.write(text);
process.exitCode = /^(changed|undated|new|gone) /m.test(text) ? 1 : 0;
