import type { Origin } from '../../../../value/index.js';
import { memberNamed, type Term } from './term.js';

/** The elements of a list, a set or the entries of a map, one by one; null if they are not known so. */
export function elementsOf(term: Term): readonly Term[] | null {
  switch (term.kind) {
    case 'array':
      return term.items;
    case 'object':
      if (term.as === 'set') return term.members.map((member) => member.value);
      return term.as === 'map' ? entriesOf(term) : null;
    case 'choice': {
      const lists = term.of.map((option) => elementsOf(option));
      return lists.every((list) => list !== null) ? lists.flat() : null;
    }
    default:
      return null;
  }
}

/** `[key, value]` pairs of an object whose keys are written out. */
export function entriesOf(term: Term): readonly Term[] | null {
  if (term.kind !== 'object') return null;
  return term.members
    .filter((member) => memberNamed(term, member.key) === member)
    .map(
      (member): Term => ({
        kind: 'array',
        items: [keyTerm(member.key, member.keyOrigin), member.value],
        open: false,
        origin: member.origin,
      }),
    );
}

/** A key as a text that knows where it was written. */
export function keyTerm(key: string, origin: Origin | null): Term {
  const whole = origin !== null && origin.end - origin.start === key.length ? origin : null;
  return { kind: 'text', pieces: key === '' ? [] : [{ kind: 'text', text: key, origin: whole }], origin };
}
