/** The scripts around a file that declare rules. */
import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { ENDINGS, scriptsBeside } from '../places/resource-text/uses.js';

const NAMES_RESOURCE = /\b(?:Filter|FirewallRule|RateLimit|Ruleset|WafPackage)\b/;
const naming = new WeakMap<SourceFile, boolean>();

/** Other scripts that may declare rules; those of the same folder where there are too many. */
export function scriptsWithRules(path: string, around: Surroundings): readonly string[] {
  const scripts = scriptsBeside(path, around) ?? around.siblings(path).filter((one) => one !== path);
  return scripts.filter((one) => ENDINGS.includes(posix.extname(one)) && namesRules(around.file(one)));
}

export function namesRules(file: SourceFile | null): boolean {
  if (file === null) return false;
  const known = naming.get(file) ?? NAMES_RESOURCE.test(file.text);
  naming.set(file, known);
  return known;
}

const PROJECTS = ['Pulumi.yaml', 'cdktf.json', 'package.json'];

/** The folder of the project that a file belongs to. */
export function projectOf(path: string, around: Surroundings): string {
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder))
    if (PROJECTS.some((name) => around.file(posix.join(folder, name)) !== null)) return `${folder}/`;
  return '';
}
