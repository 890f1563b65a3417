import type { Profile } from '../../../catalogue/index.js';
import type { SourceFile } from '../../reader.js';
import { vendorWord } from './evidence.js';
import { mayHoldExpression } from './expressions.js';

/**
 * What usages are made of, looked for in a text that nobody has taken apart: `addressOf` asks for the host, the base path or
 * a scope, SDKs and records ask for the name of the vendor, expressions for their fields.
 */
export function holdsSign(file: SourceFile, profiles: readonly Profile[]): boolean {
  return namesVendor(file, profiles) || holdsScopeOrHost(file, profiles) || mayHoldExpression(file.text);
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
/** `%szones` and `\nzones` begin with the scope. */
const BEGINS = /[%\\]/;
/** A scope goes on as a path, or its text ends. What is a name or a word of a sentence goes on otherwise. */
const GOES_ON_OTHERWISE = /[\w\s.,:;()[\]<>!?=+*&|^~@-]/;

function isWritten(text: string, scope: string, listed: boolean): boolean {
  for (let at = text.indexOf(scope); at >= 0; at = text.indexOf(scope, at + 1)) {
    const before = text.charAt(at - 1);
    if (WORD.test(before) && !BEGINS.test(text.charAt(at - 2))) continue;
    const after = text.charAt(at + scope.length);
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
