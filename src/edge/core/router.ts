import type { Dates } from '../dates.js';
import type { EdgeResponse, Reply } from './http.js';
import type { Json } from './json.js';
import type { Account, Zone } from './state.js';
import type { World } from './world.js';

/** What a handler is given: the parsed request and the world it acts on. */
export interface ApiCall {
  readonly world: World;
  readonly dates: Dates;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: Json | undefined;
  readonly form: Readonly<Record<string, string>> | undefined;
  readonly text: string | undefined;
  /** Value of a placeholder of the route; the router guarantees that it is there. */
  param(name: string): string;
  zone(): Zone;
  account(): Account;
}

export type Handler = (call: ApiCall) => Reply | EdgeResponse;

/** `GET /zones/{zone_id}/filters` to its handler. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly handle: Handler;
  /** The same call has a meaning of today too: it is answered after the end of its old one. */
  readonly outlives?: true;
}

interface Node {
  readonly literal: Map<string, Node>;
  placeholder: { readonly node: Node; readonly name: string } | null;
  readonly routes: Map<string, Route & { readonly names: readonly string[] }>;
}

export interface RouteMatch {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** A trie of the routes; a literal segment wins over a placeholder. */
export class Router {
  readonly #root = node();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** The route, `method` when the path exists with other methods only, or null. */
  match(method: string, path: string): RouteMatch | 'method' | null {
    const segments = path.split('/').filter((segment) => segment !== '');
    const found = this.#walk(this.#root, segments, 0, []);
    if (found === null) return null;
    const route = found.node.routes.get(method);
    if (route === undefined) return 'method';
    return { route, params: new Map(route.names.map((name, index) => [name, found.values[index] ?? ''])) };
  }

  #add(route: Route): void {
    let at = this.#root;
    const names: string[] = [];
    for (const segment of route.path.split('/').filter((part) => part !== '')) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        at.placeholder ??= { node: node(), name: segment };
        at = at.placeholder.node;
      } else {
        const next = at.literal.get(segment) ?? node();
        at.literal.set(segment, next);
        at = next;
      }
    }
    at.routes.set(route.method, { ...route, names });
  }

  /** Depth is bounded by the longest template: the trie is no deeper. */
  #walk(
    at: Node,
    segments: readonly string[],
    index: number,
    values: readonly string[],
  ): { node: Node; values: readonly string[] } | null {
    const segment = segments[index];
    if (segment === undefined) return at.routes.size > 0 ? { node: at, values } : null;
    const literal = at.literal.get(segment);
    const direct = literal === undefined ? null : this.#walk(literal, segments, index + 1, values);
    if (direct !== null) return direct;
    if (at.placeholder === null) return null;
    return this.#walk(at.placeholder.node, segments, index + 1, [...values, decoded(segment)]);
  }
}

/** A segment that is not well encoded stands for itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function node(): Node {
  return { literal: new Map(), placeholder: null, routes: new Map() };
}
