import { placeholderEnd } from './notation.js';
import { DECODED, MIXED, OPEN_LITERAL, PLACEHOLDER, type Segments, segmentHash } from './segments.js';

/**
 * Decides what a segment is that holds a character which may begin a placeholder or an escape, and adds it.
 *
 * Text at the one end or the other of the whole path says more than in the middle: `${base}zones` is a base
 * that ends in `/` and the segment `zones`, and `rules${query}` is the segment `rules` with a query to come.
 */
export function classify(into: Segments, start: number, end: number, last: boolean): void {
  if (end <= start) return;
  const { text } = into;
  let firstHole = -1;
  let holesEnd = -1;
  let onlyHoles = true;
  let holesAtEnd = false;
  for (let at = start; at < end; ) {
    // A colon names a parameter only where a segment begins.
    const colonInside = at > start && text.charCodeAt(at) === 58;
    const next = colonInside ? -1 : placeholderEnd(text, at, end);
    if (next < 0) {
      onlyHoles = false;
      holesAtEnd = false;
      at++;
      continue;
    }
    if (firstHole < 0) {
      firstHole = at;
      holesAtEnd = true;
    } else if (holesEnd !== at) {
      // Text stands between two placeholders.
      holesAtEnd = false;
    }
    holesEnd = next;
    at = next;
  }
  if (firstHole < 0) addDecoded(into, start, end);
  else if (onlyHoles) into.add(start, end, PLACEHOLDER, 0);
  else if (into.count === 0 && !into.rooted && firstHole === start && into.host === null) {
    splitBase(into, start, end, last);
  } else if (last && holesAtEnd && holesEnd === end) {
    const known = decode(text.slice(start, firstHole));
    into.add(start, firstHole, OPEN_LITERAL, segmentHash(known), known);
  } else into.add(start, end, MIXED, 0);
}

/** `${base}zones`: one placeholder, then a segment. */
function splitBase(into: Segments, start: number, end: number, last: boolean): void {
  const { text } = into;
  let at = start;
  for (let next = at; next >= 0 && at < end; ) {
    next = placeholderEnd(text, at, end);
    if (next >= 0) at = next;
  }
  into.add(start, at, PLACEHOLDER, 0);
  classifyRest(into, at, end, last);
}

function classifyRest(into: Segments, start: number, end: number, last: boolean): void {
  const { text } = into;
  for (let at = start; at < end; at++) {
    if (placeholderEnd(text, at, end) >= 0) {
      classify(into, start, end, last);
      return;
    }
  }
  addDecoded(into, start, end);
}

function addDecoded(into: Segments, start: number, end: number): void {
  const known = decode(into.text.slice(start, end));
  if (known === '') return;
  // An escaped placeholder, `%7Bzone_id%7D`, is one all the same.
  if (known.startsWith('{') && placeholderEnd(known, 0, known.length) === known.length) {
    into.add(start, end, PLACEHOLDER, 0);
  } else into.add(start, end, DECODED, segmentHash(known), known);
}

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

/** Undoes percent-encoding, and the backslash before a slash that JSON and regular expressions write. */
function decode(written: string): string {
  const plain = written.endsWith('\\') ? written.slice(0, -1) : written;
  if (!plain.includes('%')) return plain;
  return plain.replace(ESCAPES, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // No UTF-8: it stays as it is written.
      return escapes;
    }
  });
}
