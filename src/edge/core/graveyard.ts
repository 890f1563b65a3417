import type { Entry, Method } from '../../catalogue/types.js';
import type { Dates } from '../dates.js';
import { Refusal } from './http.js';
import { Router } from './router.js';

const READS: readonly string[] = ['GET'];

/** The dead endpoints of the catalogue: which entry a request falls under, and what its caller sees. */
export class Graveyard {
  readonly #router: Router;
  readonly #entryOf = new Map<string, Entry>();

  constructor(entries: readonly Entry[]) {
    const routes = entries.flatMap((entry) =>
      entry.endpoints.flatMap(({ methods, path }) =>
        methods.map((method: Method) => ({ entry, method, path })),
      ),
    );
    for (const { entry, method, path } of routes) this.#entryOf.set(`${method} ${path}`, entry);
    this.#router = new Router(
      routes.map(({ method, path }) => ({
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
    if (entry === null || !dates.dead(entry.id)) return;
    if (readsOutliveWrites && READS.includes(method)) return;
    const [symptom] = entry.symptoms;
    throw new Refusal(symptom?.status ?? 410, symptom?.code ?? 10410, symptom?.message ?? 'Gone');
  }
}
