/** Words and here-documents of POSIX shells and Bash. Variables and substitutions are holes. */
import { balancedEnd, readEscape } from './escapes.js';
import { type HostText, HostTextBuilder } from './host-text.js';

/** A whole word: quoted and unquoted parts side by side, as in `'{"a":"'"$b"'"}'`. */
export function decodeShellWord(source: string): HostText | null {
  const builder = new HostTextBuilder();
  let at = 0;
  let unquoted = false;
  while (at < source.length) {
    const end: number | null = decodePart(source, at, builder, unquoted);
    if (end === null) return null;
    unquoted = !startsQuote(source, at);
    at = end;
  }
  return source === '' ? null : builder.build();
}

function startsQuote(source: string, at: number): boolean {
  return /^\$?["']/.test(source.slice(at, at + 2));
}

/** Decodes one part of a word and returns where it ends. */
function decodePart(
  source: string,
  at: number,
  builder: HostTextBuilder,
  sameRegion: boolean,
): number | null {
  const character = source.charAt(at);
  if (character === "'") {
    const close = source.indexOf("'", at + 1);
    builder.region((text) => text.replaceAll("'", "'\\''"));
    builder.run(source.slice(at + 1, Math.max(close, 0)), at + 1);
    return close < 0 ? null : close + 1;
  }
  if (character === '"') return doubleQuoted(source, at + 1, builder);
  if (source.startsWith("$'", at)) return ansiQuoted(source, at + 2, builder);
  if (source.startsWith('$"', at)) return doubleQuoted(source, at + 2, builder);
  if (!sameRegion) builder.region((text) => (/^[\w.:/@%+=,-]*$/.test(text) ? text : null));
  if (character === '$' || character === '`') return expansion(source, at, builder);
  if (/[\s;&|<>()]/.test(character)) return null;
  if (character !== '\\') {
    builder.run(character, at);
    return at + 1;
  }
  if (at + 1 >= source.length) return null;
  if (source.charAt(at + 1) !== '\n') builder.atom(source.charAt(at + 1), at, at + 2);
  return at + 2;
}

function encodeExpanding(text: string, quote: string): string {
  return text.replace(/[\\$`"]/g, (character) => (character === '"' ? quote : `\\${character}`));
}

function doubleQuoted(source: string, from: number, builder: HostTextBuilder): number | null {
  builder.region((text) => encodeExpanding(text, '\\"'));
  const end = expanding(source, from, source.length, builder, '"');
  return end === null || source.charAt(end) !== '"' ? null : end + 1;
}

/** Text in which `$`, `` ` `` and `\` are special, up to `until` or a closing quote. */
function expanding(
  source: string,
  from: number,
  until: number,
  builder: HostTextBuilder,
  quote: '"' | null,
): number | null {
  let at = from;
  while (at < until) {
    const character = source.charAt(at);
    if (character === quote) return at;
    if (character === '$' || character === '`') {
      const end = expansion(source, at, builder);
      if (end === null) return null;
      at = end;
    } else if (character === '\\' && isEscaped(source.charAt(at + 1), quote)) {
      if (source.charAt(at + 1) !== '\n') builder.atom(source.charAt(at + 1), at, at + 2);
      at += 2;
    } else {
      let end = at + 1;
      while (end < until && !/["$`\\]/.test(source.charAt(end))) end++;
      builder.run(source.slice(at, end), at);
      at = end;
    }
  }
  return quote === null ? at : null;
}

function isEscaped(character: string, quote: '"' | null): boolean {
  return character !== '' && (/[$`\\\n]/.test(character) || character === quote);
}

/** `$name`, `${...}`, `$(...)` or `` `...` ``; a dollar sign before anything else stands for itself. */
function expansion(source: string, at: number, builder: HostTextBuilder): number | null {
  const rest = source.slice(at, at + 200);
  const name = /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(rest);
  let end: number | null = at + 1;
  if (name !== null) end = at + name[0].length;
  else if (rest.startsWith('${')) end = balancedEnd(source, at + 2, '"\'');
  else if (rest.startsWith('$(')) end = parenthesesEnd(source, at + 2);
  else if (rest.startsWith('`')) end = source.indexOf('`', at + 1) + 1 || null;
  else {
    builder.run('$', at);
    return end;
  }
  if (end !== null) builder.hole(source.slice(at, end), at, end);
  return end;
}

function parenthesesEnd(source: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
    else if (character === "'" || character === '"') {
      const close = source.indexOf(character, at + 1);
      if (close < 0) return null;
      at = close;
    }
  }
  return null;
}

const ANSI: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** `$'...'`, where backslashes are escapes as in C. */
function ansiQuoted(source: string, from: number, builder: HostTextBuilder): number | null {
  builder.region((text) => text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n'));
  for (let at = from; at < source.length; ) {
    const character = source.charAt(at);
    if (character === "'") return at + 1;
    if (character !== '\\') {
      builder.run(character, at);
      at++;
      continue;
    }
    const letter = source.charAt(at + 1);
    const digits = { x: 2, u: 4, U: 8 }[letter];
    const simple = ANSI[letter];
    const decoded =
      digits !== undefined
        ? readEscape(source, at, digits)
        : simple === undefined
          ? null
          : { text: simple, end: at + 2 };
    if (decoded === null) return null;
    builder.atom(decoded.text, at, decoded.end);
    at = decoded.end;
  }
  return null;
}

export interface HereDocument {
  /** The word after `<<` was quoted: nothing is expanded. */
  readonly quoted: boolean;
  /** `<<-`: tabs at the start of lines are dropped. */
  readonly stripTabs: boolean;
}

/** The body of a here-document, without its last line. */
export function decodeShellHereDocument(body: string, document: HereDocument): HostText | null {
  const builder = new HostTextBuilder();
  builder.region((text) => (document.quoted ? text : encodeExpanding(text, '"')));
  for (let at = 0; at < body.length; ) {
    const newline = body.indexOf('\n', at);
    const end = newline < 0 ? body.length : newline + 1;
    const from = document.stripTabs ? at + (/^\t*/.exec(body.slice(at, end))?.[0].length ?? 0) : at;
    if (document.quoted) builder.run(body.slice(from, end), from);
    const reached = document.quoted ? end : expanding(body, from, end, builder, null);
    if (reached === null) return null;
    at = Math.max(end, reached);
  }
  return builder.build();
}
