import type { Entry } from '../../catalogue/index.js';
import type { Dates } from '../dates.js';
import { ApiError } from './http.js';
import { Router } from './router.js';

/** The endpoints of the catalogue: which entry a request falls under, and what its caller sees. */
export class Graveyard {
  readonly #router: Router;
  readonly #entryOf = new Map<string, Entry>();

  /** `outlives` tells of methods that have a live meaning too whether the emulated API knows that meaning. */
  constructor(entries: readonly Entry[], outlives: (method: string, path: string) => boolean) {
    const routes = entries.flatMap((entry) =>
      entry.endpoints.flatMap(({ methods, possible = [], path }) =>
        [...methods, ...possible.filter((method) => !outlives(method, path))].map((method) => ({
          entry,
          method,
          path,
        })),
      ),
    );
    for (const { entry, method, path } of routes) this.#entryOf.set(`${method} ${path}`, entry);
    this.#router = new Router(
      [...routes, ...livingBeside(entries, routes)].map(({ method, path }) => ({
        method,
        path,
        handle: () => {
          throw new Error('the graveyard is only asked, never called');
        },
      })),
    );
  }

  /** The entry whose endpoint this is, whatever the date. */
  entry(method: string, path: string): Entry | null {
    const found = this.#router.match(method, path);
    if (found === null || found === 'method') return null;
    return this.#entryOf.get(`${found.route.method} ${found.route.path}`) ?? null;
  }

  /** Refuses a call that is dead on the day; reads may outlive writes. */
  check(method: string, path: string, dates: Dates, readsOutliveWrites: boolean): void {
    const entry = this.entry(method, path);
    if (entry === null || !dates.ended(entry.id)) return;
    const last = entry.symptoms.find(({ from }) => from !== undefined && dates.reached(from));
    if (last === undefined && readsOutliveWrites && method === 'GET') return;
    const symptom = last ?? entry.symptoms[0];
    throw new ApiError(symptom?.status ?? 410, symptom?.code ?? 10410, symptom?.message ?? 'Gone', {
      ended: entry.id,
    });
  }
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Paths that live, where a placeholder of a dead one would match them. */
function livingBeside(entries: readonly Entry[], dead: readonly Endpoint[]): readonly Endpoint[] {
  const taken = new Set(dead.map(keyOf));
  return entries
    .flatMap(({ lookAlikes }) => lookAlikes)
    .flatMap((path) => METHODS.map((method) => ({ method, path })))
    .filter((endpoint) => {
      const key = keyOf(endpoint);
      const isNew = !taken.has(key);
      taken.add(key);
      return isNew;
    });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
}
