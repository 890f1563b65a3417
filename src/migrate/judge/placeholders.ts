/**
 * Addresses in data that begin with a variable: `{{base}}/zones/…` in a file of requests, `{{ _.base_url }}/zones/…`
 * of Insomnia, `{{ cf_api }}/zones/…` in a playbook. The variable is the vendor's where every value that is written
 * for it is.
 */
import type { HttpUsage, SourceFile } from '../../read/index.js';
import { literally } from '../../value/index.js';
import type { WrittenDefaults } from './defaults/index.js';

const DATA: ReadonlySet<string> = new Set(['bruno', 'http', 'json', 'yaml']);
const PLACEHOLDER = /^["']?(?:https:\/\/)?\{\{[ \t]*(?:_\.)?([A-Za-z_][\w-]*)[ \t]*\}\}(?=\/)/;

export function isPlaceholderOfVendor(
  { url }: HttpUsage,
  { language, path, text }: SourceFile,
  defaults: WrittenDefaults,
): boolean {
  const { origin } = url;
  if (!DATA.has(language) || origin === null || origin.file !== path) return false;
  const name = PLACEHOLDER.exec(text.slice(origin.start, origin.end))?.[1];
  if (name === undefined) return false;
  const own = language === 'http' ? valuesAt(text, name) : [];
  if (own.length === 0) return defaults.isVendorNamed(name, path);
  return own.every((value) =>
    defaults.hosts.some((host) => new RegExp(`^(?:https://)?${literally(host)}(?=[/:]|$)`, 'i').test(value)),
  );
}

/** `@base = https://…` */
function valuesAt(text: string, name: string): readonly string[] {
  const given = new RegExp(`^[ \\t]*@${literally(name)}[ \\t]*=[ \\t]*(\\S*)`, 'gm');
  return [...text.matchAll(given)].map(([, value = '']) => value);
}
