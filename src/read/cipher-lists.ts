import { literally, type Origin } from '../value/index.js';
import { familyOf } from './languages.js';
import type { SourceFile } from './reader.js';
import { contextOf } from './text/plain/evidence.js';
import type { CipherUsage } from './usage.js';

/**
 * Names of cipher suites in what a program hands to its TLS library. Names alone prove nothing: tables of all suites, and
 * documentation, list them as well.
 */

/** Options, functions and directives that take a list of suites. */
const OPTION =
  /(?:^|[^A-Za-z])(?:[A-Za-z0-9_-]*[_-])?(?:ciphers?|cipher_?(?:list|suites?)|tls-cipher|SSLCipherSuite|setCiphers|enabledCipherSuites)$/i;
/** From the option to the name: a sign, an opening bracket, other names of a list, words behind the directive. */
const BETWEEN =
  /['"]?[ \t]*(?:=>|[:=(]|[ \t])\s*(?:(?:new\s+)?(?:\[\])?\w*(?:\[\])?\s*[[({]\s*)?(?:["'`]?[\w+!@-]+["'`]?\s*,\s*)*["'`]?$/;
const NAME = /[\w-]/;
const FAR = 400;

export function cipherUsages(file: SourceFile, names: readonly string[]): CipherUsage[] {
  const { path, text } = file;
  const sought = names.filter((name) => text.includes(name));
  const { kind } = familyOf(file.language);
  if (sought.length === 0 || kind === 'prose' || file.language === 'markdown') return [];
  const pattern = new RegExp(sought.map(literally).join('|'), 'g');
  return [...text.matchAll(pattern)].flatMap(({ 0: name, index }) => {
    const end = index + name.length;
    if (NAME.test(text.charAt(index - 1)) || NAME.test(text.charAt(end))) return [];
    if (isCommented(text, index) || !(isInList(text, index, end) || isOfOption(text, index))) return [];
    const site: Origin = { file: path, start: index, end };
    return [{ kind: 'cipher', name, site, evidence: [], context: contextOf(path) }];
  });
}

/** `A:B:!C`, as OpenSSL writes lists. */
function isInList(text: string, start: number, end: number): boolean {
  return (
    /[\w!+]:[!+-]?$/.test(text.slice(start - 3, start)) || /^:[!+@-]?[A-Za-z]/.test(text.slice(end, end + 3))
  );
}

function isOfOption(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - FAR), start);
  const between = BETWEEN.exec(before);
  return between !== null && OPTION.test(before.slice(0, between.index));
}

function isCommented(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:#|\/\/|\/?\*|--\s|;)/.test(line);
}
