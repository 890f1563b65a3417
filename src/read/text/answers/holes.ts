import { bareName } from '../lexing/scopes.js';
import type { StringToken } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { wireName } from './field-tags.js';

/** A key of a tied name that the hole of a text reads: `f"{record['zone_id']}"`. */
export interface HoleRead {
  readonly path: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly way: 'index' | 'member';
  /** The text behind the read, inside of the hole. */
  readonly rest: string;
}

const NAME = /(?<![\w.>])\$?[A-Za-z_]\w*/g;
const STEP =
  /^\s*(?:\[\s*(?:'([\w-]+)'|"([\w-]+)"|(\d+))\s*\]|(?:\?\.|\.|\?->|->)([A-Za-z_]\w*)(?!\w*\s*\())/;
const MAX_STEPS = 8;

/** What the holes of a text read of the names that stand for parts of an answer. */
export function holeReads(
  unit: Unit,
  token: StringToken,
  pathOf: (name: string) => string | undefined,
): readonly HoleRead[] {
  return token.parts.flatMap((part) => {
    if (part.kind !== 'hole') return [];
    const text = unit.file.text.slice(part.start, part.end);
    return [...text.matchAll(NAME)].flatMap((match) => {
      const path = pathOf(bareName(match[0]));
      return path === undefined
        ? []
        : stepsBehind(unit, text, part.start, match.index + match[0].length, path);
    });
  });
}

function stepsBehind(unit: Unit, text: string, offset: number, from: number, begin: string): HoleRead[] {
  const reads: HoleRead[] = [];
  let at = from;
  let path = begin;
  for (let guard = 0; guard < MAX_STEPS; guard++) {
    const step = STEP.exec(text.slice(at));
    if (step === null) break;
    const [whole, single, double, number, member] = step;
    at += whole.length;
    if (number !== undefined) {
      path = `${path}[]`;
      continue;
    }
    const key = single ?? double ?? wireName(unit, member ?? '');
    const written = single ?? double ?? member ?? '';
    const end =
      offset + at - (member === undefined ? whole.length - whole.lastIndexOf(written) - written.length : 0);
    path = path === '' ? key : `${path}.${key}`;
    reads.push({
      path,
      key,
      start: end - written.length,
      end,
      way: member === undefined ? 'index' : 'member',
      rest: text.slice(at, at + 24),
    });
  }
  return reads;
}
