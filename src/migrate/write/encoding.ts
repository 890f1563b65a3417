/** A file's text with what turns a changed text back into bytes of the same kind: byte order mark and encoding. */

export interface Encoded {
  readonly text: string;
  encode(text: string): Buffer;
}

/** Null where the bytes are no text in their encoding: such a file could not be put back as it was. */
export function decodeExactly(bytes: Buffer): Encoded | null {
  const kind = kindOf(bytes);
  const text = kind.decode(bytes.subarray(kind.mark.length));
  const encode = (changed: string) => Buffer.concat([kind.mark, kind.encode(changed)]);
  return encode(text).equals(bytes) ? { text, encode } : null;
}

interface Kind {
  readonly mark: Buffer;
  decode(bytes: Buffer): string;
  encode(text: string): Buffer;
}

function kindOf(bytes: Buffer): Kind {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { mark: Buffer.from([0xff, 0xfe]), decode: (rest) => rest.toString('utf16le'), encode: utf16 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return {
      mark: Buffer.from([0xfe, 0xff]),
      decode: (rest) => swapped(rest).toString('utf16le'),
      encode: (text) => swapped(utf16(text)),
    };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return {
    mark: hasMark ? Buffer.from([0xef, 0xbb, 0xbf]) : Buffer.alloc(0),
    decode: (rest) => rest.toString('utf8'),
    encode: (text) => Buffer.from(text, 'utf8'),
  };
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

/** An odd byte at the end stays as it is; the comparison with the original finds it. */
function swapped(bytes: Buffer): Buffer {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return Buffer.concat([even.swap16(), bytes.subarray(even.length)]);
}
