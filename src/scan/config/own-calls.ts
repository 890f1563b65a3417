/**
 * Clients and functions of a user's own, as a configuration names them: what a package exports as a client of
 * the API, and the methods of functions that nobody else could tell. Config files and the settings of the
 * ESLint plugin are read by the same shapes.
 */
import type { Catalogue, Profile } from '../../catalogue/index.js';
import {
  list,
  optional,
  type Read,
  record,
  required,
  type Shape,
  text,
} from '../../catalogue/schema/index.js';
import type { OwnCalls } from '../../read/index.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export const clientsShape = list(
  record('a client', {
    module: required(
      text({
        what: 'the package as in an import, or a file of the scanned folder: ./src/client.ts',
        parse: (name) =>
          /^(?:\.\.)?\//.test(name)
            ? {
                wrong: `${JSON.stringify(name)} is not a file of the scanned folder`,
                remedy: 'write a package such as "@acme/http", or a file such as "./src/client.ts"',
              }
            : { value: name },
      }),
      'add the module as in an import, such as "@acme/http"',
    ),
    export: required(
      text<string>({ what: 'the name that the module exports, or default' }),
      'add the name that the module exports, or "default"',
    ),
    member: optional(text<string>({ what: 'the member of an exported class that is the client' })),
    parameter: optional(text<string>({ what: 'the parameter of what is exported that is the client' })),
    baseUrl: optional(
      text({
        what: 'the base URL of the client',
        parse: (url) =>
          isAddress(url)
            ? { value: url }
            : {
                wrong: `${JSON.stringify(url)} is not a URL`,
                remedy: 'write a full URL such as https://proxy.example.com/client/v4',
              },
      }),
    ),
  }),
);

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const CALLEE = '^[A-Za-z_$#][\\w$]*(?:\\.[A-Za-z_$#][\\w$]*)*$';

export const methodsShape: Shape<ReadonlyMap<string, string>> = {
  json: {
    type: 'object',
    description: 'the HTTP method of a function, by the name at its calls: api.fetchJson',
    propertyNames: { pattern: CALLEE },
    additionalProperties: { enum: METHODS },
  },
  read(node, key, report) {
    if (node.kind !== 'map') {
      report.add(
        node.at,
        key,
        'expected function names with their HTTP methods',
        'write { "api.fetchJson": "GET" }',
      );
      return undefined;
    }
    const methods = new Map<string, string>();
    for (const { key: name, keyAt, value } of node.entries) {
      const place = `${key}[${JSON.stringify(name)}]`;
      const method = METHODS.find((one) => value.kind === 'scalar' && value.value === one);
      if (!new RegExp(CALLEE).test(name)) {
        report.add(
          keyAt,
          place,
          'this is not a function name',
          'write the name as at its calls, such as api.fetchJson',
        );
      } else if (method === undefined) {
        report.add(value.at, place, 'expected an HTTP method', `write one of ${METHODS.join(', ')}`);
      } else methods.set(name, method);
    }
    return methods.size === node.entries.length ? methods : undefined;
  },
};

export interface OwnSettings {
  readonly clients?: Read<typeof clientsShape>;
  readonly methods?: ReadonlyMap<string, string>;
}

/** A client without an address speaks to the API itself. */
export function ownCalls(
  { clients = [], methods = new Map() }: OwnSettings,
  profiles: readonly Profile[],
): OwnCalls {
  const [profile] = profiles;
  const [host = ''] = profile?.hosts ?? [];
  const api = `https://${host}${profile?.basePath ?? ''}`;
  return { clients: clients.map((client) => ({ ...client, baseUrl: client.baseUrl ?? api })), methods };
}

/** The hosts that clients send to, which stand for the API. */
export function hostsOfClients({ clients = [] }: OwnSettings): readonly string[] {
  return clients.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [new URL(baseUrl).hostname]));
}

/** The catalogue with more hosts that stand for the API. */
export function withHosts(catalogue: Catalogue, hosts: readonly string[]): Catalogue {
  if (hosts.length === 0) return catalogue;
  const profiles = catalogue.profiles.map((profile) => ({
    ...profile,
    hosts: [...profile.hosts, ...hosts],
    get sdk() {
      return profile.sdk;
    },
  }));
  return { ...catalogue, profiles };
}
