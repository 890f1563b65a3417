/** What follows a promise, and a response that is worked on like a list. */

import { type Term, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';

export function promiseMethod(
  engine: Engine,
  self: Term,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  const [callback] = args;
  if (callback === undefined) return null;
  if (method === 'then') return engine.invoke(callback, null, [self], site);
  return method === 'catch' || method === 'finally' ? self : null;
}

export function responseMethod(
  engine: Engine,
  self: Term & { kind: 'response' },
  method: string,
  args: readonly Term[],
  site: Site,
): Term {
  const [callback] = args;
  const element: Term = { ...self, path: [...self.path, '[]'] };
  switch (method) {
    case 'then':
      return callback === undefined ? self : engine.invoke(callback, null, [self], site);
    case 'catch':
    case 'finally':
    case 'filter':
    case 'sort':
    case 'slice':
    case 'reverse':
      return self;
    case 'map':
      return callback === undefined
        ? unknown('map')
        : {
            kind: 'array',
            items: [engine.invoke(callback, null, [element], site)],
            open: true,
            origin: null,
          };
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return element;
    default:
      return { ...self, path: [...self.path, `${method}()`] };
  }
}
