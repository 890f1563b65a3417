/**
 * The same in languages that have no grammar here, such as C#: a path that is handed to a function of its file which
 * puts the base URL before it, or to the only client of the file, which was given the base URL here or where it is
 * registered.
 */
import type { Program } from '../../read/index.js';
import { literally, type Origin } from '../../value/index.js';
import type { WrittenDefaults } from './defaults/index.js';
import { hostWritten, isRegistered } from './registered-clients.js';

const MOST_CHARACTERS = 500_000;
const REQUEST =
  /(?<![\w.])([\w.]{1,200})[?!]?\.(?:(?:Get|Post|Put|Patch|Delete|Send)(?:AsJson|FromJson|String|Stream|ByteArray)?Async|Send)(?:<[^<>()]{0,200}>)?\s{0,20}\(/g;

export function isSentByText(
  { file: path, start }: Origin,
  defaults: WrittenDefaults,
  program: Program,
): boolean {
  const { hosts } = defaults;
  const file = program.file(path);
  if (file?.language !== 'csharp' || file.text.length > MOST_CHARACTERS) return false;
  const { text } = file;
  const bases = basesIn(text, hosts);
  const called = calledAround(text, start);
  return (
    called !== null &&
    (isOwnFunction(text, called, bases) ||
      (isOnlyClient(text, called) &&
        (isGivenBase(text, (value) => bases.has(value) || isVendor(value, hosts)) ||
          isRegistered(text, program, defaults))))
  );
}

/** Names that are given the vendor's address, and nothing else. */
function basesIn(text: string, hosts: readonly string[]): ReadonlySet<string> {
  const given = new Map<string, boolean>();
  for (const [, name = '', value = ''] of text.matchAll(
    /(?<![\w.])(?:this\.)?(\w+)\s*(?:=>|=(?![=>])|\{\s*get;[^}]{0,200}\}\s*=)\s*([^;\n]+)/g,
  ))
    given.set(name, (given.get(name) ?? true) && isVendor(value, hosts));
  return new Set([...given].flatMap(([name, isBase]) => (isBase ? [name] : [])));
}

function isVendor(value: string, hosts: readonly string[]): boolean {
  const host = hostWritten(value);
  return host !== undefined && hosts.includes(host);
}

/** `client.PostAsync` of the call around an offset; functions that only make a text or an address are passed over. */
function calledAround(text: string, offset: number): string | null {
  let depth = 0;
  for (let at = offset - 1; at >= 0 && offset - at < 2000; at--) {
    const character = text.charAt(at);
    if (character === ')') depth++;
    if (character === ';' && depth === 0) return null;
    if (character !== '(' || depth-- > 0) continue;
    depth = 0;
    const called = /(\bnew\s{1,20})?(?<![\w.])([\w.]{1,200})(?:<[^<>()]{0,200}>)?[?!]?\s{0,20}$/.exec(
      text.slice(Math.max(0, at - 200), at),
    );
    if (called === null || called[2] === undefined) return null;
    const isMade = called[1] !== undefined || /^(?:[sS]tring\.Format|Uri)$/.test(called[2]);
    if (!isMade) return called[2];
    if (/^HttpRequestMessage$/.test(called[2])) return REQUEST_MESSAGE;
  }
  return null;
}

const REQUEST_MESSAGE = 'HttpRequestMessage';

/** The function has the base URL right before one of its parameters. */
function isOwnFunction(text: string, called: string, bases: ReadonlySet<string>): boolean {
  const name = /^(?:this\.)?(\w+)$/.exec(called)?.[1];
  if (name === undefined) return false;
  const heads = [
    ...text.matchAll(
      new RegExp(`[\\w>\\]?]\\s+${literally(name)}(?:<\\w+>)?\\s*\\(([^()]*)\\)\\s*(?:\\{|=>)`, 'g'),
    ),
  ];
  const [head, ...others] = heads;
  if (head === undefined || others.length > 0) return false;
  const body = bodyAt(text, head.index + head[0].length, head[0].endsWith('{'));
  const parameters = (head[1] ?? '')
    .split(',')
    .flatMap((one) => /(?<!\w)\w+$/.exec((one.split('=')[0] ?? '').trim())?.[0] ?? []);
  return parameters.some((parameter) =>
    [...bases].some((base) =>
      new RegExp(
        `\\b${literally(base)}(?:\\.TrimEnd\\([^()]*\\))?(?:\\s*\\+\\s*(?:"/"\\s*\\+\\s*)?|\\}/?\\{)${literally(parameter)}\\b`,
      ).test(body),
    ),
  );
}

function bodyAt(text: string, start: number, isBlock: boolean): string {
  if (!isBlock) return text.slice(start, text.indexOf(';', start));
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    if (character === '}' && --depth === 0) return text.slice(start, at);
  }
  return '';
}

/** Every base address that is set in the file is the vendor's. */
function isGivenBase(text: string, isBase: (value: string) => boolean): boolean {
  const set = [
    ...text.matchAll(/\bBaseAddress\s{0,20}=\s{0,20}new(?:\s{1,20}Uri)?\s{0,20}\(([^()\n]{1,300})\)/g),
  ];
  return set.length > 0 && set.every(([, value = '']) => isBase(value.trim()));
}

/** All requests of the file go through one client. */
function isOnlyClient(text: string, called: string): boolean {
  const senders = new Set(
    [...text.matchAll(REQUEST)].map(([, receiver = '']) => receiver.replace(/^this\./, '')),
  );
  const receiver = called === REQUEST_MESSAGE ? null : called.replace(/^this\./, '').replace(/\.\w+$/, '');
  return senders.size === 1 && (receiver === null || senders.has(receiver));
}
