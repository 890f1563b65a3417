/**
 * Hides what is likely a secret in a line of source, one `*` for each character, so that columns stay: what looks like a
 * token or a password, and the value of anything whose name says that it is secret. Everything else can be read.
 */

import { maskSecrets } from './shapes.js';
import type { Inside } from './texts.js';
import { isKnown, looksLikePassword, namesSecret } from './words.js';

export interface Quoted {
  /** Whether words outside of quotes are code: names and operators, no values. */
  readonly isCode: boolean;
  /** The line begins in the middle of a text, or of a key, that began above. */
  readonly inside: Inside | undefined;
}

export function maskSource(line: string, quoted: Quoted): string {
  if (quoted.inside === 'key') return line.replace(/\S/g, '*');
  const shown = line.slice(0, LONGEST_LINE);
  const masked = maskSecrets(hideSpans(shown, [...secretSpans(shown, quoted)]));
  return masked + '*'.repeat(line.length - shown.length);
}

/** Lines that nobody wrote by hand are not quoted to their end. */
const LONGEST_LINE = 4_000;

/** Whether the words of a language outside of quotes are code. */
export function isCode(language: string): boolean {
  return !VALUE_LANGUAGES.has(language);
}

const VALUE_LANGUAGES: ReadonlySet<string> = new Set(
  `shell batch dockerfile makefile just http bruno yaml dotenv toml ini markdown prose csv css graphql text powershell`
    .split(' ')
    .concat(''),
);

interface Span {
  readonly start: number;
  readonly end: number;
}

function* secretSpans(line: string, { isCode, inside }: Quoted): Generator<Span> {
  const alone = inside === undefined ? null : loneWord(line);
  if (alone !== null) yield alone;
  for (const span of wordsOf(line, { start: 0, end: line.length }))
    if (looksLikePassword(line.slice(span.start, span.end)) && !(isCode && isIdentifier(line, span)))
      yield span;
  for (const text of textsOf(line, isCode && inside === undefined)) {
    if (isLookedUp(line, text)) continue;
    const isSecret = isSecretPlace(line.slice(0, text.start), isCode);
    for (const span of wordsOf(line, text)) {
      const word = line.slice(span.start, span.end);
      if (!isName(word) && (isSecret || isSecretPlace(line.slice(0, span.start), isCode))) yield span;
    }
  }
}

function isIdentifier(line: string, { start, end }: Span): boolean {
  return /^[\w$.]+$/.test(line.slice(start, end)) && !/["'`]/.test(line.charAt(start - 1));
}

function* wordsOf(line: string, { start, end }: Span): Generator<Span> {
  for (const { 0: word, index } of line.slice(start, end).matchAll(WORD))
    if (!/^[$%{#]/.test(word)) yield { start: start + index, end: start + index + word.length };
}

/** What a template fills in, or characters between blanks, quotes and brackets. */
const WORD =
  /\$\{[^{}]*\}|\{\{[^{}]*\}\}|#\{[^{}]*\}|\$\([^()\s]*\)|\{\$?[\w.[\]]{0,60}\}|\$\w+|%[sdvq]|[^\s"'`<>()[\]{},;|&?=:$\\]+/g;

/** The name of a variable or a header, a scheme of authorization, or signs. */
function isName(word: string): boolean {
  return /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][a-z]+(?:-[A-Z][a-z]+)+|Authorization|Bearer|Basic|Token|[^A-Za-z0-9]+|\d{1,5})$/.test(
    word,
  );
}

/** The texts of a line that may hold values: all of it, or, in code, what stands in quotes and comments. */
function* textsOf(line: string, isCode: boolean): Generator<Span> {
  if (!isCode) {
    yield { start: 0, end: line.length };
    return;
  }
  let at = 0;
  while (at < line.length) {
    OPENING.lastIndex = at;
    const found = OPENING.exec(line);
    if (found === null) return;
    const start = found.index + found[0].length;
    const end = found[0].length === 1 ? closingOf(line, start, found[0]) : line.length;
    yield { start, end };
    at = end + 1;
  }
}

/** A quote, or what begins a comment. */
const OPENING = /["'`]|(?<=^|\s)(?:\/\/|\/\*|#|--|<!--)\s/g;

function closingOf(line: string, start: number, quote: string): number {
  let end = start;
  while (end < line.length && line[end] !== quote) end += line[end] === '\\' ? 2 : 1;
  return Math.min(end, line.length);
}

/** `env['NAME']`, `getenv("NAME")`: the name of what is looked up, not its value. */
function isLookedUp(line: string, { start, end }: Span): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(line.slice(start, end)) && /[([]\s*["'`]$/.test(line.slice(0, start));
}

/** What may stand between a name and its value: signs, a type, calls that turn the value into another. */
const between = (operators: string) =>
  new RegExp(
    `["'\`\\])}]{0,3}\\s{0,4}(?::\\s{0,3}[&\\w<>[\\]|.? ]{1,30}?\\s{0,2})?(?:${operators})\\s{0,4}(?:(?:new\\s+)?[\\w.:&[\\]!]{1,40}\\(\\s{0,2})?["'\`]?(?:(?:Bearer|Basic|Token)\\s+)?[fbruFBRU@$]{0,2}$`,
  );
const BETWEEN_IN_CODE = between('=>|:=|\\?\\?=?|\\|\\|=?|={1,3}|:|\\(|\\bor\\b|\\?:');
const BETWEEN_IN_VALUES = between('=|:');
const NAME = /[A-Za-z_$@][\w$.-]{0,60}$/;
const LOOK_BACK = 120;

/** Whether what follows is the value of something whose name says that it is secret. */
function isSecretPlace(before: string, isCode: boolean): boolean {
  const near = before.slice(-LOOK_BACK);
  const found = (isCode ? BETWEEN_IN_CODE : BETWEEN_IN_VALUES).exec(near);
  if (found !== null && namesSecret(NAME.exec(near.slice(0, found.index))?.[0] ?? '')) return true;
  const [, name = ''] = /["'`]([\w-]{2,40})["'`]\s{0,2}\)?,\s{0,4}[fbru@$]{0,2}["'`]?$/.exec(near) ?? [];
  return namesSecret(name) || SECRET_OPTION.test(near);
}

const SECRET_OPTION =
  /(?:^|\s|["'])(?:-u|-U|-b|--user|--proxy-user|--cookie|--oauth2-bearer|--(?:[\w-]*-)?(?:password|pass|token|secret|api-?key|key)|ConvertTo-SecureString)(?:["'],)?(?:\s+|=)["'`]?[fbru@$]?$/;

/** The only word of a line in the middle of a text, if it has letters and digits. */
function loneWord(line: string): Span | null {
  const [, before = '', word] = /^(\s*)([\w+/=.-]{6,})["'`);,]*\s*$/.exec(line) ?? [];
  if (word === undefined || !/[A-Za-z]/.test(word) || !/\d/.test(word) || isKnown(word)) return null;
  return { start: before.length, end: before.length + word.length };
}

function hideSpans(line: string, spans: readonly Span[]): string {
  let masked = line;
  for (const { start, end } of spans)
    masked = masked.slice(0, start) + '*'.repeat(end - start) + masked.slice(end);
  return masked;
}
