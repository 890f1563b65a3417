import type { Profile } from '../../../catalogue/index.js';
import type { SourceFile } from '../../reader.js';
import { evidenceOf, vendorWord } from './evidence.js';
import { mayHoldExpression } from './expressions.js';

/**
 * What usages are made of, looked for in a text that nobody has taken apart: `addressOf` asks for the host, the base path or
 * a scope, SDKs and records ask for the name of the vendor, expressions for their fields.
 */
export function holdsSign(file: SourceFile, profiles: readonly Profile[]): boolean {
  return namesVendor(file, profiles) || holdsScopeOrHost(file, profiles) || mayHoldExpression(file.text);
}

/** What else a program that names the vendor may be read for: its records, names of errors, paths of the user. */
const OF_VENDOR = /weight|error_|user\//i;

/** The same for code, in which the name of the vendor alone is a word. `ecosystem`: what its packages are imported from. */
export function holdsSignOfCode(
  file: SourceFile,
  profiles: readonly Profile[],
  ecosystem: string | null,
): boolean {
  return (
    holdsScopeOrHost(file, profiles) ||
    mayHoldExpression(file.text) ||
    (namesVendor(file, profiles) &&
      (OF_VENDOR.test(file.text) || evidenceOf(file, profiles, ecosystem).packages.length > 0))
  );
}

const holding = new WeakMap<SourceFile, boolean>();

/** Whether a part of an address that belongs to the API may stand in the file. Files of a folder ask each other. */
export function holdsScopeOrHost(file: SourceFile, profiles: readonly Profile[]): boolean {
  let holds = holding.get(file);
  if (holds === undefined) {
    const { text } = file;
    const listed = LIST_OF_WORDS.test(text) || DATA.has(file.language);
    holds = profiles.some(
      ({ hosts, basePath, scopes }) =>
        hosts.some((host) => text.includes(host)) ||
        (basePath !== '' && text.includes(basePath)) ||
        scopes.some((scope) => isWritten(text, scope, listed)),
    );
    holding.set(file, holds);
  }
  return holds;
}

/** Its texts have no quotes. */
const DATA: ReadonlySet<string> = new Set(['yaml']);
/** `%w[zones filters]`, `qw(zones filters)`: neither have these. */
const LIST_OF_WORDS = /%[wWiI][^\w\s]|\bqw\b/;
const WORD = /[\w-]/;
const BLANK = /\s/;
/** As it is, escaped, or encoded. */
const SLASH = /[/\\%]/;
/** `%szones` and `\nzones` begin with the scope. */
const BEGINS = /[%\\]/;
/** A scope goes on as a path, or its text ends. What is a name or a word of a sentence goes on otherwise. */
const GOES_ON_OTHERWISE = /[\w\s.,:;()[\]<>!?=+*&|^~@-]/;

function isWritten(text: string, scope: string, listed: boolean): boolean {
  for (let at = text.indexOf(scope); at >= 0; at = text.indexOf(scope, at + 1)) {
    const before = text.charAt(at - 1);
    if (WORD.test(before) && !BEGINS.test(text.charAt(at - 2))) continue;
    const after = text.charAt(at + scope.length);
    // In the text of a message a word goes before it.
    if (BLANK.test(before) && !listed && !SLASH.test(after)) continue;
    if (listed || before === ':' || (after !== '' && !GOES_ON_OTHERWISE.test(after))) return true;
  }
  return false;
}

const names = new WeakMap<readonly Profile[], readonly string[]>();

function namesVendor({ path, text }: SourceFile, profiles: readonly Profile[]): boolean {
  const wanted = names.get(profiles) ?? namesOf(profiles);
  names.set(profiles, wanted);
  const lower = `${path}\n${text}`.toLowerCase();
  return wanted.some((name) => lower.includes(name));
}

/** In lower case, without those that hold another. */
function namesOf(profiles: readonly Profile[]): readonly string[] {
  const all = profiles.flatMap(({ hosts, authHeaders, environment, packages }) => [
    ...hosts.map(vendorWord),
    ...authHeaders,
    ...environment,
    ...packages.map((name) => name.slice(name.indexOf(':') + 1)),
    ...packages.map((name) => name.slice(name.indexOf(':') + 1).replaceAll('-', '_')),
  ]);
  const once = [...new Set(all.map((name) => name.toLowerCase()))];
  return once.filter((name) => !once.some((other) => other !== name && name.includes(other)));
}
