/** What the literals of the language stand for. */
import { fail } from './errors.js';
import { networkAddress, parseAddress, parseNetwork } from './ip.js';

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

const MAX_HASHES = 255;

/** The text between the quotes of a raw string token; fails for more than 255 hashes. */
export function rawContent(text: string, start: number, end: number): string {
  const open = text.indexOf('"', start);
  const hashes = open - start - 1;
  if (hashes > MAX_HASHES) fail('limit', start, end, `a raw string takes at most ${MAX_HASHES} #`);
  return text.slice(open + 1, end - 1 - hashes);
}

/**
 * A quoted string outside regular expressions knows four escapes: `\"`, `\\`, `\xHH` and `\OOO`. `plain` turns
 * the text between them into what the caller wants, so that a byte and the character of its code stay apart.
 */
export function decodeQuoted(
  text: string,
  start: number,
  end: number,
  plain: (part: string) => string = (part) => part,
): string {
  const body = text.slice(start + 1, end - 1);
  let value = '';
  let from = 0;
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', from)) {
    value += plain(body.slice(from, at));
    const rest = body.slice(at + 1, at + 4);
    const hex = /^x([0-9a-fA-F]{2})/.exec(rest);
    const octal = /^[0-3][0-7]{2}/.exec(rest);
    if (rest.startsWith('"') || rest.startsWith('\\')) {
      value += rest.charAt(0);
      from = at + 2;
    } else if (hex !== null) {
      value += String.fromCharCode(Number.parseInt(hex[1] ?? '', 16));
      from = at + 4;
    } else if (octal !== null) {
      value += String.fromCharCode(Number.parseInt(octal[0], 8));
      from = at + 4;
    } else {
      const place = start + 1 + at;
      fail('syntax', place, Math.min(place + 2, end - 1), 'unknown escape in a string', {
        expected: '\\", \\\\, \\xHH or \\OOO',
        hint: 'a line break may stand in the string as it is; other bytes are written \\xHH',
      });
    }
  }
  return value + plain(body.slice(from));
}

/** In a quoted regular expression only `\"` outside a class loses its backslash. */
export function decodeRegexLiteral(text: string, start: number, end: number): string {
  let value = '';
  let inClass = false;
  for (let at = start + 1; at < end - 1; at++) {
    const character = text.charAt(at);
    if (character === '\\') {
      const next = text.charAt(at + 1);
      value += next === '"' && !inClass ? '"' : character + next;
      at++;
      continue;
    }
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    value += character;
  }
  return value;
}

const INTEGER = /^-?(?:0x[0-9a-fA-F]+|[0-9]+)$/;

export function looksLikeInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** `10`, `-10`, `0x1f`, and with a leading zero octal. Offsets are for messages only. */
export function parseInteger(text: string, start: number, end: number): bigint {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const octal = digits.length > 1 && digits.startsWith('0') && !digits.startsWith('0x');
  if (octal && /[89]/.test(digits)) {
    fail('literal', start, end, 'a leading zero makes the number octal, and 8 and 9 are no octal digits', {
      hint: `write ${digits.replace(/^0+(?=.)/, '')}`,
    });
  }
  if (digits.length > 70) fail('literal', start, end, 'the number does not fit in 64 bits');
  const magnitude = BigInt(octal ? `0o${digits}` : digits);
  const value = negative ? -magnitude : magnitude;
  if (value < MIN_INTEGER || value > MAX_INTEGER) {
    fail('literal', start, end, 'the number does not fit in 64 bits');
  }
  return value;
}

const BYTES = /^[0-9a-fA-F]{2}(?:[:.-][0-9a-fA-F]{2})+$/;

export function looksLikeBytes(text: string): boolean {
  return BYTES.test(text);
}

/** The bytes of `2f:61:64` as characters of these codes. */
export function decodeBytes(text: string): string {
  return text
    .split(/[:.-]/)
    .map((pair) => String.fromCharCode(Number.parseInt(pair, 16)))
    .join('');
}

/** Fails where `address/length` is no network. */
export function checkNetwork(text: string, start: number, end: number): void {
  const network = parseNetwork(text);
  if (network === null)
    fail('literal', start, end, 'not a valid address range', { expected: 'address/length' });
  if (networkAddress(network).value !== network.address.value) {
    fail('literal', start, end, 'the address has bits set beyond the prefix length', {
      hint: 'a range is written with its first address, such as 192.0.2.0/24',
    });
  }
}

/** Fails where `from..to` is no range; tells whether it is one of integers or of addresses. */
export function checkRange(from: string, to: string, start: number, end: number): 'integer' | 'ip' {
  if (looksLikeInteger(from) && looksLikeInteger(to)) {
    if (parseInteger(from, start, end) > parseInteger(to, start, end)) {
      fail('literal', start, end, 'the range ends before it starts', { hint: `write ${to}..${from}` });
    }
    return 'integer';
  }
  const first = parseAddress(from);
  const last = parseAddress(to);
  if (first === null || last === null) {
    fail('literal', start, end, 'not a valid range', { expected: 'two integers or two addresses' });
  }
  if (first.family !== last.family) fail('literal', start, end, 'the range mixes IPv4 and IPv6');
  if (first.value > last.value) {
    fail('literal', start, end, 'the range ends before it starts', { hint: `write ${to}..${from}` });
  }
  return 'ip';
}
