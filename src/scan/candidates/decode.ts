/** Turns the bytes of a file into text; what is no text is said to be binary. */

import { unmarkedUtf16 } from '../../analysis/prefilter/index.js';

export type Decoded = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'binary' };

/** As far as git looks for a NUL before it calls a file binary. */
const BINARY_PROBE = 8000;

export function decode(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return text('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return text('utf-16be', bytes);
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked !== undefined) return text(unmarked, bytes);
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) return { kind: 'binary' };
  return text('utf-8', bytes);
}

/** Bytes that are wrong in the encoding become U+FFFD; a byte order mark is no part of the text. */
function text(encoding: string, bytes: Uint8Array): Decoded {
  return { kind: 'text', text: new TextDecoder(encoding).decode(bytes) };
}
