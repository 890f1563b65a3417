import type { Endpoint, Method } from '../model/types.js';

/**
 * What a method does at a path of the catalogue.
 *
 * - `dead`: named as ended.
 * - `possible`: ended, but the path has a live meaning too.
 * - `live`: works.
 * - `gone`: not named, at a path whose every named method is dead: with the resource, this went too.
 * - `unlisted`: not named, at a path where something is alive: nothing can be said.
 */
export type EndpointStatus = 'dead' | 'possible' | 'live' | 'gone' | 'unlisted';

const METHODS: ReadonlySet<string> = new Set<Method>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** `method` in upper case, or null when it cannot be told. */
export function verdictOf(endpoint: Endpoint, method: string | null): EndpointStatus {
  const possible = endpoint.possible ?? [];
  const live = endpoint.live ?? [];
  const mixed = possible.length > 0 || live.length > 0;
  if (method === null) {
    if (!mixed) return 'dead';
    return endpoint.methods.length > 0 || possible.length > 0 ? 'possible' : 'live';
  }
  // Servers answer HEAD where they answer GET.
  const asked = method === 'HEAD' ? 'GET' : method;
  if (has(endpoint.methods, asked)) return 'dead';
  if (has(possible, asked)) return 'possible';
  if (has(live, asked)) return 'live';
  if (!METHODS.has(asked)) return 'unlisted';
  return mixed ? 'unlisted' : 'gone';
}

function has(methods: readonly Method[], method: string): boolean {
  return (methods as readonly string[]).includes(method);
}
