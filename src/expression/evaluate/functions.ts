/**
 * The functions of the language over run-time values. A missing argument makes the result missing, and so does
 * an argument a function cannot work with.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { compileRegex } from '../regex/match.js';
import { addressBits, formatAddress, maskAddress } from '../syntax/ip.js';
import { lowerAscii, parseWildcard, wildcardCaptures } from '../syntax/wildcard.js';
import { fromBytes, isAddressValue, isArrayValue, type RuntimeValue, toBytes } from './values.js';

export type RuntimeFunction = (args: readonly RuntimeValue[]) => RuntimeValue | undefined;

export const RUNTIME_FUNCTIONS: Readonly<Record<string, RuntimeFunction>> = {
  any: ([items]) =>
    items !== undefined && isArrayValue(items) ? items.some((item) => item === true) : false,
  all: ([items]) =>
    items !== undefined && isArrayValue(items) ? items.every((item) => item === true) : false,
  cidr: ([address, v4, v6]) => mask(address, v4, v6),
  cidr6: ([address, v6]) => mask(address, 32n, v6),
  concat,
  decode_base64: ([text]) => (typeof text === 'string' ? decodeBase64(text) : undefined),
  ends_with: ([text, end]) => withTexts(text, end, (a, b) => a.endsWith(b)),
  is_timed_hmac_valid_v0: isTimedHmacValid,
  join: ([items, separator]) =>
    items !== undefined && isArrayValue(items) && typeof separator === 'string'
      ? items.filter((item) => typeof item === 'string').join(separator)
      : undefined,
  len: ([value]) =>
    typeof value === 'string' || (value !== undefined && isArrayValue(value))
      ? BigInt((value as string | readonly RuntimeValue[]).length)
      : undefined,
  lookup_json_integer: ([json, ...path]) => {
    const found = lookup(json, path);
    return typeof found === 'number' && Number.isSafeInteger(found) ? BigInt(found) : undefined;
  },
  lookup_json_string: ([json, ...path]) => {
    const found = lookup(json, path);
    return typeof found === 'string' ? toBytes(found) : undefined;
  },
  lower: ([text]) => (typeof text === 'string' ? lowerAscii(text) : undefined),
  regex_replace: ([text, pattern, replacement]) =>
    typeof text === 'string' && typeof pattern === 'string' && typeof replacement === 'string'
      ? regexReplace(text, pattern, replacement)
      : undefined,
  remove_bytes: ([text, bytes]) =>
    withTexts(text, bytes, (a, b) => [...a].filter((character) => !b.includes(character)).join('')),
  remove_query_args: ([query, ...names]) =>
    typeof query === 'string'
      ? query
          .split('&')
          .filter((argument) => !names.includes(argument.split('=', 1)[0] ?? ''))
          .join('&')
      : undefined,
  split: ([text, separator, limit]) => split(text, separator, limit),
  starts_with: ([text, start]) => withTexts(text, start, (a, b) => a.startsWith(b)),
  substring: ([text, start, end]) => substring(text, start, end),
  to_string: ([value]) => (value === undefined ? undefined : asText(value)),
  upper: ([text]) =>
    typeof text === 'string' ? text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : undefined,
  url_decode: ([text, options]) =>
    typeof text === 'string' ? urlDecode(text, typeof options === 'string' ? options : '') : undefined,
  uuidv4: ([seed]) => (typeof seed === 'string' ? uuid(seed) : undefined),
  wildcard_replace: ([text, pattern, replacement, flags]) =>
    typeof text === 'string' && typeof pattern === 'string' && typeof replacement === 'string'
      ? wildcardReplace(text, pattern, replacement, flags === 's')
      : undefined,
};

function withTexts<T extends RuntimeValue>(
  a: RuntimeValue | undefined,
  b: RuntimeValue | undefined,
  use: (a: string, b: string) => T,
): T | undefined {
  return typeof a === 'string' && typeof b === 'string' ? use(a, b) : undefined;
}

function asText(value: RuntimeValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return isAddressValue(value) ? formatAddress(value) : undefined;
}

function mask(
  address: RuntimeValue | undefined,
  v4: RuntimeValue | undefined,
  v6: RuntimeValue | undefined,
): RuntimeValue | undefined {
  if (address === undefined || !isAddressValue(address)) return undefined;
  const bits = address.family === 4 ? v4 : v6;
  if (typeof bits !== 'bigint' || bits < 0n || bits > BigInt(addressBits(address.family))) return undefined;
  return maskAddress(address, Number(bits));
}

function concat(args: readonly RuntimeValue[]): RuntimeValue | undefined {
  const first = args[0];
  if (first !== undefined && isArrayValue(first))
    return args.flatMap((arg) => (isArrayValue(arg) ? arg : [arg]));
  const texts = args.map(asText);
  return texts.includes(undefined) ? undefined : texts.join('');
}

function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64').toString('latin1');
}

/** Timestamp and code at the end of a signed message; the code takes at most 44 bytes, each written %XX. */
const SIGNATURE = /([0-9]{10})-([A-Za-z0-9+/=%_-]{43,132})$/;
const MAX_SIGNATURE = 143;

/** Message, separator, timestamp, `-`, and the code over message and timestamp in base 64. */
function isTimedHmacValid(args: readonly RuntimeValue[]): RuntimeValue | undefined {
  const [key, message, ttl, now, separator = 0n, flags = ''] = args;
  if (typeof key !== 'string' || typeof message !== 'string') return undefined;
  if (typeof ttl !== 'bigint' || typeof now !== 'bigint' || typeof separator !== 'bigint') return undefined;
  const match = SIGNATURE.exec(message.slice(-MAX_SIGNATURE));
  if (match === null) return false;
  const [signature, timestamp = '', code = ''] = match;
  const head = message.slice(0, message.length - signature.length);
  const body = head.slice(0, Math.max(0, head.length - Number(separator)));
  const issued = BigInt(timestamp);
  if (now < issued || now > issued + ttl) return false;
  const expected = createHmac('sha256', Buffer.from(key, 'latin1'))
    .update(body + timestamp, 'latin1')
    .digest();
  const given = flags === 's' ? Buffer.from(code, 'base64url') : Buffer.from(urlDecode(code, ''), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function lookup(json: RuntimeValue | undefined, path: readonly RuntimeValue[]): unknown {
  if (typeof json !== 'string') return undefined;
  let at: unknown;
  try {
    at = JSON.parse(fromBytes(json));
  } catch {
    return undefined;
  }
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    const key = typeof step === 'bigint' ? Number(step) : typeof step === 'string' ? fromBytes(step) : '';
    if (Array.isArray(at) !== (typeof key === 'number') || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** `${1}` to `${8}` are the groups, `$$` is a dollar sign. */
function fillIn(replacement: string, groups: readonly string[]): string {
  return replacement.replace(/\$\$|\$\{([1-8])\}/g, (sign, group: string | undefined) =>
    group === undefined ? '$' : (groups[Number(group) - 1] ?? (sign === '$$' ? '$' : '')),
  );
}

/** Only the first match is replaced. */
function regexReplace(text: string, pattern: string, replacement: string): string | undefined {
  const compiled = compileRegex(fromBytes(pattern));
  if (!compiled.ok) return undefined;
  const match = compiled.regex.find(text);
  if (match === null) return text;
  const [start = 0, end = 0, ...slots] = match.slots;
  const groups: string[] = [];
  for (let slot = 0; slot < slots.length; slot += 2) {
    groups.push((slots[slot] ?? -1) < 0 ? '' : text.slice(slots[slot], slots[slot + 1]));
  }
  return text.slice(0, start) + fillIn(replacement, groups) + text.slice(end);
}

function wildcardReplace(
  text: string,
  pattern: string,
  replacement: string,
  strict: boolean,
): string | undefined {
  const wildcard = parseWildcard(pattern);
  if (!wildcard.ok) return undefined;
  const captures = wildcardCaptures(wildcard.parts, text, strict);
  return captures === null ? text : fillIn(replacement, captures);
}

function split(
  text: RuntimeValue | undefined,
  separator: RuntimeValue | undefined,
  limit: RuntimeValue | undefined,
): RuntimeValue | undefined {
  if (typeof text !== 'string' || typeof separator !== 'string' || typeof limit !== 'bigint')
    return undefined;
  if (separator === '') return undefined;
  const parts = text.split(separator);
  const count = Number(limit);
  return parts.length <= count
    ? parts
    : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

function substring(
  text: RuntimeValue | undefined,
  start: RuntimeValue | undefined,
  end: RuntimeValue | undefined,
): RuntimeValue | undefined {
  if (typeof text !== 'string' || typeof start !== 'bigint') return undefined;
  if (end !== undefined && typeof end !== 'bigint') return undefined;
  return text.slice(Number(start), end === undefined ? undefined : Number(end));
}

/** Options: `r` decodes until nothing changes, `u` also reads `%uXXXX`. */
function urlDecode(text: string, options: string): string {
  const signs = options.includes('u') ? /\+|%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})/ : /\+|%([0-9a-fA-F]{2})/;
  if (!options.includes('r')) return text.replace(new RegExp(signs, 'g'), decodeSign);
  // Signs never overlap, so they can be decoded in any order: each as soon as its last character is there.
  const ending = new RegExp(`(?:${signs.source})$`);
  const decoded: string[] = [];
  for (const character of text) {
    const pending = [character];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      decoded.push(next);
      const sign = ending.exec(decoded.slice(-6).join(''))?.[0];
      if (sign === undefined) continue;
      decoded.length -= sign.length;
      for (const one of [...decodeSign(sign)].reverse()) pending.push(one);
    }
  }
  return decoded.join('');
}

function decodeSign(sign: string): string {
  if (sign === '+') return ' ';
  const wide = sign.startsWith('%u');
  const decoded = String.fromCharCode(Number.parseInt(sign.slice(wide ? 2 : 1), 16));
  return wide ? toBytes(decoded) : decoded;
}

/** The same seed gives the same identifier. */
function uuid(seed: string): string {
  const bytes = createHash('sha256').update(seed, 'latin1').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
