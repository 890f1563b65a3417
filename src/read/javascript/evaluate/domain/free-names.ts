/** Names of a term that have no value because nobody has said which run of their frame is meant. */
import type { Free, Term } from './term.js';

/** The free names of a term, as far as a reader of its text would ask for them. */
export function freeNames(term: Term, into: Free[] = [], depth = 0): Free[] {
  if (depth > 6) return into;
  switch (term.kind) {
    case 'unknown':
      addFree(term.free, into);
      break;
    case 'text':
      for (let index = 0; index < term.pieces.length; index++) {
        const piece = term.pieces[index];
        if (piece?.kind === 'hole') addFree(piece.free, into);
      }
      break;
    case 'url':
      freeNames(term.href, into, depth + 1);
      break;
    case 'choice':
      namesOfEach(term.of, term.of.length, into, depth + 1);
      break;
    case 'array':
      namesOfEach(term.items, 32, into, depth + 1);
      break;
    case 'object':
      for (let index = 0; index < term.members.length && index < 64; index++) {
        const member = term.members[index];
        if (member !== undefined) freeNames(member.value, into, depth + 1);
      }
      break;
    default:
      break;
  }
  return into;
}

function namesOfEach(terms: readonly Term[], most: number, into: Free[], depth: number): void {
  for (let index = 0; index < terms.length && index < most; index++) {
    const term = terms[index];
    if (term !== undefined) freeNames(term, into, depth);
  }
}

function addFree(free: Free | undefined, into: Free[]): void {
  if (free === undefined) return;
  for (let index = 0; index < into.length; index++) if (into[index]?.binding === free.binding) return;
  into.push(free);
}
