/**
 * Addresses in data that begin with a variable: `{{base}}/zones/…` in a file of requests, `{{ _.base_url }}/zones/…`
 * of Insomnia, `{{ cf_api }}/zones/…` in a playbook; and in recipes of make, `$(API)/zones/…`. The variable is the
 * vendor's where every value that is written for it is.
 */
import type { HttpUsage, SourceFile } from '../../read/index.js';
import { literally } from '../../value/index.js';
import type { WrittenDefaults } from './defaults/index.js';

const DATA: ReadonlySet<string> = new Set(['bruno', 'http', 'json', 'yaml']);
/** Of make. */
const VARIABLE = /^["']?\$[({](\w+)[)}](?=\/)/;
const PLACEHOLDER = /^["']?(?:https:\/\/)?\{\{[ \t]*(?:_\.)?([A-Za-z_][\w-]*)[ \t]*\}\}(?=\/)/;

export function isPlaceholderOfVendor(
  { url }: HttpUsage,
  { language, path, text }: SourceFile,
  defaults: WrittenDefaults,
): boolean {
  const { origin } = url;
  if (origin === null || origin.file !== path) return false;
  const written = text.slice(origin.start, origin.end);
  const isRecipe = language === 'makefile';
  const form = isRecipe ? VARIABLE : DATA.has(language) ? PLACEHOLDER : null;
  const name = form?.exec(written)?.[1];
  if (name === undefined) return false;
  const own = isRecipe ? assigned(text, name) : language === 'http' ? valuesAt(text, name) : [];
  if (own.length === 0) return !isRecipe && defaults.isVendorNamed(name, path);
  return own.every((value) =>
    defaults.hosts.some((host) => new RegExp(`^(?:https://)?${literally(host)}(?=[/:]|$)`, 'i').test(value)),
  );
}

/** `@base = https://…` */
function valuesAt(text: string, name: string): readonly string[] {
  const given = new RegExp(`^[ \\t]*@${literally(name)}[ \\t]*=[ \\t]*(\\S*)`, 'gm');
  return [...text.matchAll(given)].map(([, value = '']) => value);
}

/** `API := https://…`, `export API ?= https://…` */
function assigned(text: string, name: string): readonly string[] {
  const given = new RegExp(
    `^(?:[^\\s#:]+[ \\t]*:[ \\t]*)?(?:(?:export|override)[ \\t]+)*${literally(name)}[ \\t]*[:?+!]{0,3}=[ \\t]*(\\S*)`,
    'gm',
  );
  return [...text.matchAll(given)].map(([, value = '']) => value);
}
