/** Just enough of DER to write a certificate: tag, length, content. */
const SEQUENCE = 0x30;
const SET = 0x31;

export function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export function sequence(...contents: readonly Buffer[]): Buffer {
  return tlv(SEQUENCE, ...contents);
}

export function set(...contents: readonly Buffer[]): Buffer {
  return tlv(SET, ...contents);
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A whole number that is not negative, as big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  const [top = 0] = bytes;
  return tlv(0x02, top > 0x7f ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function bitString(content: Buffer, unusedBits = 0): Buffer {
  return tlv(0x03, Buffer.from([unusedBits]), content);
}

export function octetString(content: Buffer): Buffer {
  return tlv(0x04, content);
}

export function boolean(value: boolean): Buffer {
  return tlv(0x01, Buffer.from([value ? 0xff : 0]));
}

export function utf8(text: string): Buffer {
  return tlv(0x0c, Buffer.from(text, 'utf8'));
}

/** The form that certificates must use for years before 2050: two digits of the year, no fractions. */
export function utcTime(moment: Date): Buffer {
  const text = moment.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${text}Z`, 'ascii'));
}

/** `[n]` around its content. */
export function context(number: number, constructed: boolean, ...contents: readonly Buffer[]): Buffer {
  return tlv((constructed ? 0xa0 : 0x80) | number, ...contents);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
