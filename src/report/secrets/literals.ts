import { isId, isIdHolder, isKnown, isRandom, isTelltale, namesSecret, SHORTEST_RANDOM } from './words.js';

/**
 * What of the content of a string literal may be read. All of it is hidden but for what is known to be harmless:
 * paths, addresses, names of headers and variables, methods, words of the catalogue, and the holes of a template.
 */

/** Holes of templates and the placeholders of formats: code or names, no values. */
const HOLE =
  /\$\{[^{}]*\}|\{\{[^{}]*\}\}|#\{[^{}]*\}|\$\([^()]*\)|\\\([^()]*\)|\{[\w.!:[\]'" -]{0,60}\}|\{\$[\w[\]'"> -]{1,60}\}|\$\w+|%\([^()]*\)[sd]|%[sdvq@]|<[A-Za-z_][\w -]{0,40}>/g;

/** The content with `*` for what is hidden; as long as it was. */
export function maskLiteral(content: string): string {
  let masked = '';
  let at = 0;
  for (const hole of content.matchAll(HOLE)) {
    if (isInnerLiteral(hole[0]) || isPartOfWord(hole[0])) continue;
    masked += maskChunks(content.slice(at, hole.index), at > 0, true) + hole[0];
    at = hole.index + hole[0].length;
  }
  return masked + maskChunks(content.slice(at), at > 0, false);
}

/** A text inside a hole may be a secret as any other. */
function isInnerLiteral(hole: string): boolean {
  return /["'`]/.test(hole) && !/^\{?\$?[\w.]*\[["'][\w-]{1,24}["']\]\}?$/.test(hole);
}

/** `Pa$sword`: many a password has the sign. What is called a variable has a name that anybody may read. */
function isPartOfWord(hole: string): boolean {
  return /^\$\w{3}/.test(hole) && !isHarmlessName(hole.slice(1)) && !namesSecret(hole.slice(1));
}

/** Everything hidden but what only separates. */
export function maskAll(content: string): string {
  return content.replace(/[^\s]/g, '*');
}

function maskChunks(text: string, follows: boolean, isFollowed: boolean): string {
  const chunks = text.split(/(\s+)/);
  return chunks
    .map((chunk, index) => {
      const isPart = (follows && index === 0) || (isFollowed && index === chunks.length - 1);
      return chunk.trim() === '' ? chunk : maskChunk(chunk, isPart);
    })
    .join('');
}

/** One word of a literal; `isPart` where it goes on in a hole. */
function maskChunk(chunk: string, isPart: boolean): string {
  // `\"text\"`, and a call that begins in a hole: `${join(`.
  const [before = ''] = /^(?:[("'[{<]|\\{1,3}["'])*(?:\$\{[\w.]{1,40}\()?/.exec(chunk) ?? [];
  const rest = chunk.slice(before.length);
  const [after = ''] = /(?<![)"'\]}>,;:.\\])[)"'\]}>,;:.\\]+$/.exec(rest) ?? [];
  return before + maskWord(rest.slice(0, rest.length - after.length), isPart) + after;
}

/** The same words stand in many lines. */
export function maskWord(word: string, isPart = false): string {
  const key = isPart ? ` ${word}` : word;
  let masked = known.get(key);
  if (masked === undefined) {
    masked = maskNewWord(word, isPart);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, masked);
  }
  return masked;
}

/** A word holds no blank, so that one in front sets parts apart. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

function maskNewWord(word: string, isPart: boolean): string {
  if (word === '' || isHarmlessName(word)) return word;
  const address = /^([a-z][a-z0-9+.-]{1,9}:\/\/)([^/?#]*)(.*)$/is.exec(word);
  if (address !== null) {
    const [, scheme = '', host = '', rest = ''] = address;
    return scheme + maskAuthority(host) + maskPath(rest);
  }
  if (/^(?:\.{0,2}|~|@[\w-]+)\//.test(word)) return maskPath(word);
  if (isPart && word.startsWith('?')) return maskPath(word);
  if (isHost(word)) return word;
  if (word.includes('/') || word.includes('?')) {
    const masked = maskPath(word);
    return masked === word ? word : maskAll(word);
  }
  return isPunctuated(word) ? word : maskAll(word);
}

function maskAuthority(authority: string): string {
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const user = at < 0 ? '' : `${maskAll(authority.slice(0, at))}@`;
  return user + (host === '' || isHost(host) || isHarmlessName(host) ? host : maskAll(host));
}

function isHost(text: string): boolean {
  const name = text.replace(/^(?:_[a-z][a-z-]{0,14}\.){1,2}|^\*\.?(?=\w)/, '');
  // `_sip._tls.phones`, a record of a zone.
  if (text.startsWith('_') && /^[a-z]{1,15}(?:\.[a-z]{1,15})*$/.test(name)) return true;
  const [, ending] = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]\w{1,11})(?::\d{1,5})?$/i.exec(name) ?? [];
  if (ending === undefined || !(ending.length === 2 || ENDINGS.has(ending.toLowerCase())))
    return isAddress(text);
  return text.split('.').every((label) => label.length < SHORTEST_RANDOM || !isRandom(label));
}

/** Of hosts and of files; those of countries have two letters. */
const ENDINGS: ReadonlySet<string> = new Set(
  `com org net edu gov int mil info biz dev app cloud online site tech xyz shop blog page pages test example invalid
  localhost local internal lan corp home arpa mjs cjs jsx tsx mts cts json jsonc json5 yaml yml toml tfvars bash php
  java html css csv xml sql log conf ini env lock txt vue svelte`.split(/\s+/),
);

function isAddress(text: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?::\d{1,5})?$/.test(text);
}

/** A path with its query and fragment. */
function maskPath(text: string): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  const segments = path.split('/');
  const shown = segments.map((segment, index) => maskSegment(segment, segments[index - 1] ?? ''));
  const pairs = query.replace(/([^?&=]+)(=?)([^&]*)/g, (_, name: string, equals: string, value: string) => {
    if (equals === '') return isHarmlessName(name) || isPlainSegment(name) ? name : maskAll(name);
    const isHidden = namesSecret(name) || !isHarmlessName(value);
    return name + equals + (isHidden ? maskAll(value) : value);
  });
  return shown.join('/') + pairs + (isHarmlessName(fragment.slice(1)) ? fragment : maskAll(fragment));
}

function maskSegment(segment: string, before: string): string {
  const name = segment.replace(/\*$/, '');
  if (name === '' || isPlainSegment(name) || isHarmlessName(name) || isHost(segment)) return segment;
  // An id follows what it is the id of.
  if (isId(segment) && isIdHolder(before)) return segment;
  return maskAll(segment);
}

/** What the lookahead takes is not given back: the ending may look like a part of it. */
const NAMED = /^@?(?=([A-Za-z]+(?:[-_.][A-Za-z]+)*))\1[-_.]?\d{0,3}(?:\.[A-Za-z]{1,8}\d?)*$/;

/** `rules`, `my-app`, `index.ts`, `:id`, `v4`; what has digits in its middle may be a token. */
function isPlainSegment(segment: string): boolean {
  if (/^(?::?[A-Za-z_]\w*|\{\w+\}|[.*]+|~|@[\w-]+)$/.test(segment) && segment.length < SHORTEST_RANDOM)
    return !/\d(?!\d{0,3}$)/.test(segment);
  const isNamed = NAMED.test(segment);
  return isNamed && (segment.length < SHORTEST_RANDOM || !isRandom(segment));
}

const HEADER = /^(?:[A-Z]{1,4}|[A-Z][a-z]{1,15})(?:-(?:[A-Z]{2,4}|[A-Z][a-z]{1,15}))+$/;
const VARIABLE = /^[A-Z]{1,15}(?:_[A-Z]{1,15})+$/;

/** Known words, names of headers and of variables of the environment, short numbers, an unknown `*`. */
export function isHarmlessName(text: string): boolean {
  if (text === '' || /^[*._-]+$/.test(text)) return true;
  if (/^\d{1,5}(?:\.\d{1,3})?%?$/.test(text)) return true;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return true;
  if (/^_[a-z][a-z-]{0,14}$/.test(text)) return true;
  if (!/^[A-Za-z@][\w@.:/+-]*$/.test(text)) return false;
  return HEADER.test(text) || VARIABLE.test(text) || isKnown(text) || isIdentifier(text);
}

/** `rocket_loader`: the name of a setting or a field, all of words that can be spoken. */
function isIdentifier(text: string): boolean {
  const isOfWords = /^[a-z]{2,15}(?:_[a-z]{2,15}){1,4}$/.test(text);
  const canBeSpoken = () => text.split('_').every((part) => /[aeiouy]/.test(part) || isKnown(part));
  return isOfWords && !namesSecret(text) && !isTelltale(text) && canBeSpoken() && !isRandom(text);
}

/** Known words with signs between them: `eq`, `success:true`, `a,b`, `http.request.uri`. */
function isPunctuated(text: string): boolean {
  if (!/[A-Za-z0-9]/.test(text))
    return !/[^\s.,;:=()[\]{}<>|&+*/\\!?$%^~#@'"`-]/.test(text) && text.length <= 4;
  return text.split(/[.,;:=()[\]{}<>|&+*'"`_-]+/).every((part) => part === '' || isHarmlessName(part));
}
