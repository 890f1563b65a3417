/** Whether the ESLint plugin reports the findings of a file, so that no editor shows them twice. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularFile } from '../../scan/index.js';

const CONFIGURATIONS = [
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`),
  ...['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((ending) => `.eslintrc${ending}`),
];
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const LARGEST = 1024 * 1024;

/** The nearest configuration above a file decides, as it does for ESLint. Nothing of it is run. */
export function isLeftToEslint(folder: string, path: string): boolean {
  if (!SCRIPT.test(path)) return false;
  for (let at = dirname(path); ; at = dirname(at)) {
    const file = CONFIGURATIONS.map((name) => join(folder, at, name)).find((name) => existsSync(name));
    if (file !== undefined) return namesPlugin(file);
    if (at === '.') return false;
  }
}

function namesPlugin(file: string): boolean {
  const found = readRegularFile(file, LARGEST);
  return found.kind === 'read' && found.bytes.includes('edge-sunset');
}
