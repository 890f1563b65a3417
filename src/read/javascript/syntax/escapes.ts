/**
 * Offsets of the characters of a string literal. A literal without a backslash maps one to one; with escapes
 * each character of the value is traced to the first character of its escape.
 */

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

export interface Decoded {
  readonly text: string;
  /** One offset per character and one for the end, present only if escapes shift them. */
  readonly offsets?: readonly number[];
}

/** `raw` is the source between the quotes and `start` its offset. */
export function decodeEscapes(raw: string, start: number): Decoded {
  if (!raw.includes('\\') && !raw.includes('\r')) return { text: raw };
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  while (at < raw.length) {
    const [content, length] = raw[at] === '\\' ? escapeAt(raw, at) : lineEnd(raw, at);
    for (let unit = 0; unit < content.length; unit++) offsets.push(start + at);
    text += content;
    at += length;
  }
  offsets.push(start + raw.length);
  return { text, offsets };
}

/** A carriage return in a template counts as a line feed. */
function lineEnd(raw: string, at: number): [string, number] {
  const character = raw.charAt(at);
  if (character !== '\r') return [character, 1];
  return ['\n', raw[at + 1] === '\n' ? 2 : 1];
}

function escapeAt(raw: string, at: number): [string, number] {
  const next = raw.charAt(at + 1);
  if (next === 'x') return codePoint(raw.slice(at + 2, at + 4), 4);
  if (next === 'u' && raw[at + 2] === '{') {
    const close = raw.indexOf('}', at);
    return codePoint(raw.slice(at + 3, close), close - at + 1);
  }
  if (next === 'u') return codePoint(raw.slice(at + 2, at + 6), 6);
  if (next === '\r') return ['', raw[at + 2] === '\n' ? 3 : 2];
  if (next === '\n' || next === '\u2028' || next === '\u2029') return ['', 2];
  return [SIMPLE[next] ?? next, 2];
}

function codePoint(digits: string, length: number): [string, number] {
  const code = Number.parseInt(digits, 16);
  return [Number.isNaN(code) || code > 0x10ffff ? '' : String.fromCodePoint(code), length];
}
