import { segmentsOf } from '../model/template.js';
import { scan } from './scan.js';
import { DECODED, LITERAL, Segments } from './segments.js';
import type { Template } from './template.js';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Segments of a template, from `first` to before `end`. */
interface SegmentRange {
  readonly first: number;
  readonly end: number;
}

const segments = new Segments();

/**
 * The part of a path that carries the meaning of a match: what a person would edit. That is the mark of the
 * endpoint, or everything from the first literal behind the scope to the last one.
 */
export function markOf(
  path: string,
  match: { readonly template: Template; readonly first: number; readonly anchor: string },
  mark?: string,
): TextRange | null {
  const { template } = match;
  const range = (mark === undefined ? null : markedRange(template, mark)) ?? literalRange(template);
  // Of a tail the scope is missing.
  const shift = match.first - (match.anchor === 'tail' ? template.scopeLength : 0);
  scan(path, segments);
  const start = segments.starts[range.first + shift];
  const end = segments.ends[range.end - 1 + shift];
  const beyond = range.end - 1 + shift >= segments.count || range.first + shift < 0;
  return start === undefined || end === undefined || beyond ? null : { start, end };
}

/** The literal text that stands where the id of a scope is due, or null for a placeholder. */
export function scopeIdOf(
  path: string,
  match: { readonly template: Template; readonly first: number; readonly anchor: string },
): string | null {
  if (match.template.scopeLength < 2 || match.anchor === 'tail') return null;
  scan(path, segments);
  const index = match.first + 1;
  const kind = segments.kinds[index];
  return kind === LITERAL || kind === DECODED ? segments.literal(index) : null;
}

function markedRange(template: Template, mark: string): SegmentRange | null {
  const wanted = segmentsOf(mark);
  for (let first = template.segments.length - wanted.length; first >= 0; first--) {
    if (wanted.every((text, offset) => template.segments[first + offset] === text)) {
      return { first, end: first + wanted.length };
    }
  }
  return null;
}

function literalRange(template: Template): SegmentRange {
  const { segments: parts, scopeLength } = template;
  const last = parts.findLastIndex((segment) => segment !== null);
  // `/organizations/{id}` has nothing behind its scope, `/user/billing/profile` no scope but a root.
  if (last < scopeLength) return { first: 0, end: 1 };
  const from = scopeLength > 0 ? scopeLength : Math.min(1, last);
  const first = parts.findIndex((segment, index) => index >= from && segment !== null);
  return { first, end: last + 1 };
}

/** The query string of a URL or path, without its question mark. */
export function queryRange(path: string): TextRange | null {
  scan(path, segments);
  return segments.queryStart < 0 ? null : { start: segments.queryStart, end: segments.queryEnd };
}
