import type { Origin } from '../../../../value/index.js';
import type { Piece, Term } from './term.js';

/**
 * Whether two terms are the same, down to the places that they were written at: nothing can be told of one that is not
 * true of the other. Objects and lists are compared by identity, for their parts are evaluated when they are asked for.
 */
export function isSameValue(a: Term, b: Term | undefined): boolean {
  if (a === b) return true;
  if (b === undefined) return false;
  switch (a.kind) {
    case 'scalar':
      return b.kind === 'scalar' && Object.is(a.value, b.value) && isSamePlace(a.origin, b.origin);
    case 'text':
      return (
        b.kind === 'text' &&
        isSamePlace(a.origin, b.origin) &&
        a.pieces.length === b.pieces.length &&
        a.pieces.every((piece, index) => isSamePiece(piece, b.pieces[index]))
      );
    case 'unknown':
      return (
        b.kind === 'unknown' &&
        a.why === b.why &&
        a.name === b.name &&
        a.returns === b.returns &&
        a.free?.binding === b.free?.binding &&
        a.free?.frame === b.free?.frame &&
        isSamePlace(a.origin, b.origin)
      );
    case 'closure':
      return b.kind === 'closure' && a.node === b.node && a.at.env === b.at.env && a.self === b.self;
    case 'class':
      return b.kind === 'class' && a.node === b.node && a.at.env === b.at.env;
    case 'choice':
      return (
        b.kind === 'choice' &&
        isSamePlace(a.origin, b.origin) &&
        a.of.length === b.of.length &&
        a.of.every((option, index) => isSameValue(option, b.of[index]))
      );
    default:
      return false;
  }
}

function isSamePiece(a: Piece, b: Piece | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || !isSamePlace(a.origin, b.origin)) return false;
  if (a.kind === 'text') return b.kind === 'text' && a.text === b.text;
  return (
    b.kind === 'hole' &&
    a.name === b.name &&
    a.free?.binding === b.free?.binding &&
    a.free?.frame === b.free?.frame
  );
}

function isSamePlace(a: Origin | null, b: Origin | null): boolean {
  return a === b || (a !== null && b !== null && a.start === b.start && a.end === b.end && a.file === b.file);
}
