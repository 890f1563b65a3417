/** Methods of lists. */

import { unwrap } from '../../syntax/nodes.js';
import { firstOf } from '../domain/cuts.js';
import { type ArrayTerm, choose, concat, known, type Term, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { promiseMethod } from './promise-methods.js';

export const MAX_ITEMS = 512;

export function arrayMethod(
  engine: Engine,
  self: ArrayTerm,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [first, second] = args;
  const items = firstOf(self.items, MAX_ITEMS, 'items of a list');
  switch (method) {
    case 'join': {
      const separator = first === undefined ? ',' : known(first);
      const parts = items.flatMap((item, index): Term[] =>
        index === 0
          ? [item]
          : [
              {
                kind: 'text',
                pieces: separator ? [{ kind: 'text', text: separator, origin: null }] : [],
                origin: null,
              },
              item,
            ],
      );
      return separator === null ? unknown('join', self.origin) : concat(parts, self.origin);
    }
    case 'map':
    case 'flatMap': {
      if (first === undefined) return null;
      const mapped = items.map((item, index) => engine.invoke(first, null, [item, number(index)], site));
      const flat =
        method === 'map' ? mapped : mapped.flatMap((item) => (item.kind === 'array' ? item.items : [item]));
      return { kind: 'array', items: flat, open: self.open, origin: self.origin };
    }
    case 'filter':
    case 'sort':
    case 'reverse':
    case 'toSorted':
    case 'toReversed':
    case 'slice':
      return self;
    case 'flat':
      return { ...self, items: items.flatMap((item) => (item.kind === 'array' ? item.items : [item])) };
    case 'concat':
      return {
        kind: 'array',
        items: [...items, ...args.flatMap((arg) => (arg.kind === 'array' ? arg.items : [arg]))],
        open: self.open || args.some((arg) => arg.kind !== 'array' && arg.kind !== 'object'),
        origin: self.origin,
      };
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return items.length === 0 ? unknown('element', self.origin) : choose(items);
    case 'entries':
      return {
        ...self,
        items: items.map(
          (item, index): Term => ({ kind: 'array', items: [number(index), item], open: false, origin: null }),
        ),
      };
    case 'values':
      return self;
    case 'reduce': {
      if (first === undefined || second === undefined || items.length > 64)
        return unknown('reduce', self.origin);
      return items.reduce(
        (sum, item, index) => engine.invoke(first, null, [sum, item, number(index)], site),
        second,
      );
    }
    case 'then':
      return promiseMethod(engine, self, method, args, site);
    case 'includes':
    case 'indexOf':
    case 'some':
    case 'every':
    case 'forEach':
    case 'push':
    case 'unshift':
    case 'keys':
      return unknown('method of a list', self.origin, method);
    default:
      return null;
  }
}

/** What a callback spells out for each item of a list nobody knows: `zones.map((zone) => `/zones/${zone}`)`. */
export function madeOfEach(
  engine: Engine,
  self: Term & { kind: 'unknown' | 'external' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [callback] = args;
  if ((method !== 'map' && method !== 'flatMap') || callback?.kind !== 'closure') return null;
  const { body } = callback.node;
  if (body === null || !SPELLED_OUT.has(unwrap(body).type)) return null;
  const item = engine.invoke(callback, null, [unknown('item', self.origin), unknown('index')], site);
  const items = method === 'flatMap' && item.kind === 'array' ? item.items : [item];
  return { kind: 'array', items, open: true, origin: self.origin };
}

const SPELLED_OUT = new Set(['TemplateLiteral', 'BinaryExpression', 'ArrayExpression', 'ObjectExpression']);

export function number(value: number): Term {
  return { kind: 'scalar', value, origin: null };
}

export function list(items: readonly Term[], open: boolean): Term {
  return { kind: 'array', items, open, origin: null };
}
