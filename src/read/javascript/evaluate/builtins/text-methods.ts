/** Methods of texts: what is cut, joined and replaced keeps the place it was written at. */

import { searchFor } from '../../../../expression/index.js';
import { mapPiece, slicePiece } from '../../../../value/index.js';
import { firstOf } from '../domain/cuts.js';
import { concat, known, type Piece, type Term, type Text, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { MAX_ITEMS } from './list-methods.js';

/** A change of case keeps every character where it is. */
function mapText(text: Text, change: (content: string) => string): Text {
  return {
    ...text,
    pieces: text.pieces.map((piece) => (piece.kind === 'text' ? mapPiece(piece, change(piece.text)) : piece)),
  };
}

export function textMethod(
  self: Text,
  method: string,
  args: readonly Term[],
  engine: Engine,
  site: Site,
): Term | null {
  const [first, second] = args;
  switch (method) {
    case 'toString':
    case 'valueOf':
    case 'normalize':
      return self;
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
      return trimmed(self, method);
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return mapText(self, (content) => content.toLowerCase());
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return mapText(self, (content) => content.toUpperCase());
    case 'concat':
      return concat([self, ...args], self.origin);
    case 'replace':
    case 'replaceAll':
      return first === undefined || second === undefined ? self : replaced(engine, self, first, second, site);
    case 'split': {
      const whole = known(self);
      const separator = first === undefined ? null : known(first);
      const [piece] = self.pieces;
      if (whole === null || separator === null || separator === '' || piece?.kind !== 'text')
        return unknown('split', self.origin);
      if (self.pieces.length > 1) return unknown('split', self.origin);
      const items: Term[] = [];
      let at = 0;
      for (const part of whole.split(separator)) {
        items.push({
          kind: 'text',
          pieces: part === '' ? [] : [slicePiece(piece, at, at + part.length)],
          origin: self.origin,
        });
        at += part.length + separator.length;
      }
      return {
        kind: 'array',
        items: firstOf(items, MAX_ITEMS, 'items of a list'),
        open: items.length > MAX_ITEMS,
        origin: self.origin,
      };
    }
    case 'slice':
    case 'substring':
      return sliced(self, first, second);
    case 'then':
      return null;
    default:
      return unknown('method of a text', self.origin, method);
  }
}

/** A part of a text, where the cut falls into its first and last known pieces. */
function sliced(self: Text, first: Term | undefined, second: Term | undefined): Term {
  const index = (term: Term | undefined): number | null | undefined =>
    term === undefined
      ? undefined
      : term.kind === 'scalar' && typeof term.value === 'number'
        ? term.value
        : null;
  const from = index(first) ?? 0;
  const to = index(second);
  const head = self.pieces[0];
  if (index(first) === null || to === null || from < 0) return unknown('part of a text', self.origin);
  if (self.pieces.length === 1 && head?.kind === 'text') {
    const end =
      to === undefined ? head.text.length : to < 0 ? head.text.length + to : Math.min(to, head.text.length);
    return { ...self, pieces: from < end ? [slicePiece(head, from, end)] : [] };
  }
  const kept = to === undefined || to < 0 ? withoutStart(self.pieces, from) : null;
  const pieces = kept === null ? null : withoutEnd(kept, to === undefined ? 0 : -to);
  return pieces === null
    ? unknown('part of a text', self.origin)
    : { ...self, pieces: pieces.filter(notEmpty) };
}

/** Pieces without some characters at their beginning; null if those are not known. */
function withoutStart(pieces: readonly Piece[], count: number): readonly Piece[] | null {
  const [head, ...others] = pieces;
  if (count === 0) return pieces;
  return head?.kind !== 'text' || head.text.length < count
    ? null
    : [slicePiece(head, count, head.text.length), ...others];
}

function withoutEnd(pieces: readonly Piece[], count: number): readonly Piece[] | null {
  const last = pieces[pieces.length - 1];
  if (count === 0) return pieces;
  return last?.kind !== 'text' || last.text.length < count
    ? null
    : [...pieces.slice(0, -1), slicePiece(last, 0, last.text.length - count)];
}

function trimmed(self: Text, method: string): Text {
  const pieces: Piece[] = [...self.pieces];
  const first = pieces[0];
  if (method !== 'trimEnd' && first?.kind === 'text') {
    pieces[0] = slicePiece(first, first.text.length - first.text.trimStart().length, first.text.length);
  }
  const last = pieces[pieces.length - 1];
  if (method !== 'trimStart' && last?.kind === 'text') {
    pieces[pieces.length - 1] = slicePiece(last, 0, last.text.trimEnd().length);
  }
  return { ...self, pieces };
}

/** `replace` of a literal placeholder, by a value or by a function of it. */
function replaced(engine: Engine, self: Text, wanted: Term, by: Term, site: Site): Term {
  const literal = known(wanted);
  const value =
    by.kind === 'closure'
      ? unknown('replaced', site.at.module ? engine.origin(site.node, site.at.module) : null)
      : by;
  if (literal === null || literal === '') return replacedByPattern(engine, self, value, site);
  for (let index = 0; index < self.pieces.length; index++) {
    const piece = self.pieces[index];
    if (piece?.kind !== 'text') continue;
    const at = piece.text.indexOf(literal);
    if (at < 0) continue;
    const before: Text = {
      ...self,
      pieces: [...self.pieces.slice(0, index), slicePiece(piece, 0, at)].filter(notEmpty),
    };
    const after: Text = {
      ...self,
      pieces: [
        slicePiece(piece, at + literal.length, piece.text.length),
        ...self.pieces.slice(index + 1),
      ].filter(notEmpty),
    };
    return concat([before, value, after], self.origin);
  }
  return self;
}

/** Offsets of the search are those of bytes. */
const ASCII = /^[\0-\x7f]*$/;

/** A regular expression: its matches are not worked out, but `{name}` and `:name` are what such code replaces. */
function replacedByPattern(engine: Engine, self: Text, value: Term, site: Site): Term {
  const node = site.node.type === 'CallExpression' ? site.node.arguments[0] : undefined;
  const source = node?.type === 'Literal' ? node.raw : undefined;
  const match = source === undefined ? null : /^\/(.*)\/([a-z]*)$/.exec(source);
  if (match === null) return unknown('replace', self.origin);
  const search = searchFor(match[1] ?? '', match[2] ?? '');
  if (search === null || !engine.spend(1)) return unknown('replace', self.origin);
  const parts: Term[] = [];
  const body = match[1] ?? '';
  const everywhere = (match[2] ?? '').includes('g');
  let replacedOnce = false;
  for (const [index, piece] of self.pieces.entries()) {
    const outOfPlace =
      (body.startsWith('^') && index > 0) || (/(?<!\\)\$$/.test(body) && index < self.pieces.length - 1);
    if (piece.kind === 'hole' || piece.text.length > 400 || outOfPlace || (replacedOnce && !everywhere)) {
      parts.push({ ...self, pieces: [piece] });
      continue;
    }
    if (!ASCII.test(piece.text)) return unknown('replace', self.origin);
    let at = 0;
    let from = 0;
    for (let found = search(piece.text, 0); found !== null; found = search(piece.text, from)) {
      if (!engine.spend(1)) return unknown('replace', self.origin);
      from = Math.max(found.end, found.start + 1);
      if (found.end > found.start) {
        parts.push({ ...self, pieces: [slicePiece(piece, at, found.start)].filter(notEmpty) }, value);
        at = found.end;
        replacedOnce = true;
        if (!everywhere) break;
      }
      if (from > piece.text.length) break;
    }
    parts.push({ ...self, pieces: [slicePiece(piece, at, piece.text.length)].filter(notEmpty) });
  }
  return concat(parts, self.origin);
}

export function notEmpty(piece: Piece): boolean {
  return piece.kind === 'hole' || piece.text !== '';
}
