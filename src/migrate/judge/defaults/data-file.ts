/** Files that give settings their values: manifests, configuration files, lists of environment variables. */
import { type ParseError, parse } from 'jsonc-parser';
import type { SourceFile } from '../../../read/index.js';
import { documentsIn } from '../../yaml-documents.js';

export interface DataFileValue {
  /** Names that lead to it, in lower case: `['cloudflare', 'baseurl']`. */
  readonly path: readonly string[];
  readonly value: string;
}

const NAME =
  /(?:\.(?:jsonc?|ya?ml|toml|ini|cfg|conf|properties|env|bru)|(?:^|\/)(?:\.env(?:\.[\w.-]+)?|Dockerfile))$/;

export function isDataFile(path: string): boolean {
  return NAME.test(path);
}

/** All texts of a file with the names that lead to them; null where its form is not understood. */
export function valuesIn({ path, text }: SourceFile): readonly DataFileValue[] | null {
  try {
    if (/\.jsonc?$/.test(path)) return valuesOf(jsonOf(text), []);
    if (!/\.ya?ml$/.test(path)) return linesOf(text);
    const documents = documentsIn(text);
    if (documents === null || documents.some(({ errors }) => errors.length > 0)) return null;
    return documents.flatMap((document) => valuesOf(document.toJS(), []));
  } catch {
    return null;
  }
}

function jsonOf(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new SyntaxError('no JSON');
  return value;
}

/** What names a setting in a list of them, and what its value is called. */
const NAMES = ['name', 'key', 'id'];
const VALUES = ['value', 'default', 'defaultValue', 'defaultvalue', 'default_value'];

function valuesOf(value: unknown, path: readonly string[]): readonly DataFileValue[] {
  if (typeof value === 'string') return [...pairIn(value, path), { path, value }];
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, path));
  if (typeof value !== 'object' || value === null) return [];
  const members = new Map<string, unknown>(Object.entries(value));
  const texts = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const text = members.get(key);
      return typeof text === 'string' ? [text] : [];
    });
  const [name] = texts(NAMES);
  return [
    ...texts(VALUES).map((text) => ({
      path: name === undefined ? path : [...path, ...partsOf(name)],
      value: text,
    })),
    ...[...members].flatMap(([key, inner]) => valuesOf(inner, [...path, ...partsOf(key)])),
  ];
}

/** `- NAME=value` in a list of environment variables. */
function pairIn(text: string, path: readonly string[]): readonly DataFileValue[] {
  const [, name, value] = /^([A-Z_]\w*)=(.*)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? [] : [{ path: [...path, ...partsOf(name)], value }];
}

/** Steps of a name that is written at once: `cloudflare.base-url`, `Cloudflare:BaseUrl`, `Cloudflare__BaseUrl`. */
export function partsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[.:]|__/)
    .filter(Boolean);
}

/** Lines of `NAME=value` in sections, as in TOML, INI, properties, `.env` and Dockerfile. */
function linesOf(text: string): readonly DataFileValue[] {
  const found: DataFileValue[] = [];
  let section: readonly string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^\s*\[{1,2}([^[\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) section = partsOf(heading);
    const [, name, written] = /^\s*(?:(?:export|ENV|ARG)\s+)?([\w.-]+)\s*[=:]\s*(\S.*)$/.exec(line) ?? [];
    if (name !== undefined && written !== undefined)
      found.push({ path: [...section, ...partsOf(name)], value: unquoted(written) });
  }
  return found;
}

function unquoted(written: string): string {
  const [, , quoted] = /^(["'])(.*?)\1/.exec(written) ?? [];
  const comment = written.search(/\s[#;]/);
  return quoted ?? (comment < 0 ? written : written.slice(0, comment));
}
