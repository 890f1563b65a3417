import type { Program } from '../../reader.js';
import { type External, type Term, textTerm } from '../evaluate/domain/term.js';
import type { Node } from '../syntax/estree.js';
import { nameOf, unwrap } from '../syntax/nodes.js';
import { OWN_CLIENT } from './specs.js';

/** What the user says of calls whose functions nobody here can read. */

/** What a module exports as a client with its base, where the user says that it is one; else what it was. */
export function ownClient(program: Program, external: External): External {
  const { package: module, path, origin } = external;
  if (program.own === undefined || path.length > 1) return external;
  const name = path[0] ?? 'default';
  const client = program.own.clients.find(
    (one) =>
      one.module === module && one.export === name && one.member === undefined && one.parameter === undefined,
  );
  return client === undefined
    ? external
    : { kind: 'external', package: OWN_CLIENT, path: [], config: baseConfig(client.baseUrl), origin };
}

function baseConfig(url: string): Term {
  const value = textTerm(url);
  const base = { key: 'baseURL', keyOrigin: null, origin: null, value };
  return { kind: 'object', members: [base], open: true, origin: null };
}

/** The method that the user says a function sends with: `api.fetchJson`, also called as `this.api.fetchJson`. */
export function ownMethod(program: Program, callee: Node): string | null {
  if (program.own === undefined || program.own.methods.size === 0) return null;
  const name = nameOf(unwrap(callee));
  if (name === null) return null;
  for (let from = 0; from >= 0; from = name.indexOf('.', from) + 1 || -1) {
    const method = program.own.methods.get(name.slice(from));
    if (method !== undefined) return method;
  }
  return null;
}
