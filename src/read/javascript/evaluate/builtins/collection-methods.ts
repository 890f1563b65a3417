/** Methods of maps and sets, and what they are made of. */

import { elementsOf, entriesOf, keyTerm } from '../domain/collections.js';
import { lazyMember } from '../domain/lazy.js';
import { choose, known, memberNamed, type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { list } from './list-methods.js';
import { promiseMethod } from './promise-methods.js';

export function collectionMethod(
  engine: Engine,
  self: Term & { kind: 'object' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const key = args[0] === undefined ? null : known(args[0]);
  switch (method) {
    case 'get': {
      if (key === null)
        return choose([...self.members.map((member) => member.value), unknown('not in the map')]);
      return memberNamed(self, key)?.value ?? (self.open ? unknown('member') : UNDEFINED);
    }
    case 'set':
    case 'append':
    case 'add':
      return self;
    case 'entries':
      return list(entriesOf(self) ?? [], self.open);
    case 'keys':
      return list(
        self.members.map((member) =>
          self.as === 'set' ? member.value : keyTerm(member.key, member.keyOrigin),
        ),
        self.open,
      );
    case 'values':
      return list(
        self.members.map((member) => member.value),
        self.open,
      );
    case 'toString':
      return unknown('query', self.origin, 'params');
    default:
      return (
        promiseMethod(engine, self, method, args, site) ??
        unknown('method of a collection', self.origin, method)
      );
  }
}

export function fromEntries(term: Term, as: 'map' | null): Term {
  const items = elementsOf(term);
  let open = items === null;
  const members = (items ?? []).flatMap((item) => {
    const [key = UNDEFINED, value = UNDEFINED] = item.kind === 'array' ? item.items : [];
    const name = item.kind === 'array' ? known(key) : null;
    // A key that is not known may be any.
    if (item.kind !== 'array' || name === null) {
      open = true;
      return [];
    }
    const origin = key.kind === 'text' && key.pieces[0]?.kind === 'text' ? key.pieces[0].origin : null;
    return [lazyMember(name, origin, item.origin, () => value)];
  });
  const origin = 'origin' in term ? term.origin : null;
  return as === null
    ? { kind: 'object', members, open, origin }
    : { kind: 'object', members, open, origin, as };
}
