/**
 * The parts of the language's own library that programs build requests with. A method that is not listed is
 * unknown, never guessed.
 */

import { collectionMethod } from '../builtins/collection-methods.js';
import { callGlobal, globalMethod } from '../builtins/global-functions.js';
import { arrayMethod, madeOfEach } from '../builtins/list-methods.js';
import { promiseMethod, responseMethod } from '../builtins/promise-methods.js';
import { textMethod } from '../builtins/text-methods.js';
import { asText, choose, memberNamed, type Term, unknown } from '../domain/term.js';
import { urlPart } from '../domain/urls.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { moduleMethod } from '../packages/module-functions.js';

/** A call of a method on a receiver the language itself defines; null if the receiver has its own say. */
export function callMethod(
  engine: Engine,
  self: Term,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  switch (self.kind) {
    case 'text':
      return textMethod(self, method, args, engine, site);
    case 'array':
      return arrayMethod(engine, self, method, args, site);
    case 'object':
      if (self.as !== undefined) return collectionMethod(engine, self, method, args, site);
      if (memberNamed(self, method) !== undefined) return null;
      return (
        promiseMethod(engine, self, method, args, site) ??
        (method === 'toString' ? unknown('text of an object') : null)
      );
    case 'url':
      if (method === 'toString' || method === 'toJSON') return self.href;
      return urlPart(self, method);
    case 'scalar':
      return method === 'toString' ? asText(self) : null;
    case 'choice': {
      const texts = self.of.every(
        (option) => option.kind === 'text' || option.kind === 'array' || option.kind === 'url',
      );
      if (!texts) return null;
      return choose(
        self.of.map((option) => callMethod(engine, option, method, args, site) ?? unknown('method')),
      );
    }
    case 'response':
      return responseMethod(engine, self, method, args, site);
    case 'unknown':
      if (/^(?:toString|trim|toLowerCase|toUpperCase|valueOf|replace|replaceAll)$/.test(method)) return self;
      return madeOfEach(engine, self, method, args, site) ?? promiseMethod(engine, self, method, args, site);
    case 'external':
      return self.package === 'global'
        ? (globalMethod(engine, self.path, method, args, site) ??
            madeOfEach(engine, self, method, args, site))
        : moduleMethod(self.package, method, args);
    default:
      return null;
  }
}

export function callNative(_engine: Engine, name: string, args: readonly Term[], _site: Site | null): Term {
  return callGlobal(name, args) ?? unknown('native', null);
}
