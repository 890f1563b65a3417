/**
 * Works out how the built-in triggers are laid out for the prefilter and writes it to
 * `src/scan/generated/layout.ts`; with `--check` it only says whether that is up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtinCatalogue } from '../src/catalogue/index.js';
import { keyOf, layoutText, scanTriggers } from '../src/scan/candidates/triggers.js';

const TARGET = fileURLToPath(new URL('../src/scan/generated/layout.ts', import.meta.url));

const wanted = scanTriggers(builtinCatalogue());
const text = `// Written by scripts/layout-build.ts from the triggers of the catalogue; do not edit.

export const LAYOUT_KEY = ${keyOf(wanted)};

export const LAYOUT =
  ${JSON.stringify(layoutText(wanted))};
`;
const before = existsSync(TARGET) ? readFileSync(TARGET, 'utf8').replaceAll('\r\n', '\n') : '';
if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
else if (before !== text) {
  process.stderr.write('src/scan/generated/layout.ts is out of date: run npm run build:layout\n');
  process.exitCode = 1;
}
