/** Calls of python-cloudflare up to version 2, whose chains are the paths of the API: `cf.zones.filters.get(zone)`. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { PythonCall } from './call.js';
import { bodyVariable } from './variables.js';

/** Null where it is none. */
export function chainCall(
  tree: SyntaxTree,
  node: SyntaxNode,
  collections: readonly string[],
): PythonCall | null {
  if (!/^[ \t]*(?:import|from) CloudFlare\b/m.test(tree.text)) return null;
  const [callee, list] = node.children;
  const chain = /^([\w.]+)\.zones\.([\w.]+)\.(get|post|put|patch|delete)$/.exec(
    callee === undefined ? '' : textOf(tree, callee),
  );
  if (chain === null || list?.type !== 'argument_list') return null;
  const [, client = '', members = '', method = ''] = chain;
  const collection = members.replaceAll('.', '/');
  if (!collections.includes(collection)) return null;
  const args = list.children.filter(({ isNamed }) => isNamed);
  const positional = args.filter(({ type }) => type !== 'keyword_argument');
  const named = (name: string) =>
    args.find((one) => one.type === 'keyword_argument' && textOf(tree, one).startsWith(`${name}=`)) ?? null;
  const [zone, id, ...others] = positional;
  if (zone === undefined || others.length > 0) return null;
  const body = named('data')?.children.at(-1) ?? null;
  const variable = body === null ? null : bodyVariable(tree, body);
  return {
    node,
    literal: node,
    variable: null,
    method: method.toUpperCase(),
    zone: textOf(tree, zone),
    collection,
    id: id === undefined ? null : textOf(tree, id),
    body: variable?.value ?? body,
    bodyVariable: variable,
    query: named('params'),
    search: '',
    returns: 'result',
    sender: {
      isAsync: false,
      isContext: false,
      ok: 'ok',
      status: 'status_code',
      type: 'requests.Response',
      own: null,
      givesNothing: false,
      isSilent: false,
    },
    again: (other, path, text) => chainText(client, other, path, text),
    way: client,
    names: [client.replace(/\..*$/, '')],
  };
}

/** `zones/{zone}/rulesets/{id}/rules` → `cf.zones.rulesets.rules.post(zone, id, data=…)` */
function chainText(client: string, method: string, path: string, body?: string): string {
  const members: string[] = [];
  const args: string[] = [];
  for (const step of path.split('/')) {
    const hole = /^\{(.*)\}$/.exec(step)?.[1];
    if (hole !== undefined) args.push(hole);
    else if (members.at(-1) === 'phases' && step !== 'entrypoint') args.push(`~${step}~`);
    else members.push(step);
  }
  if (body !== undefined) args.push(`data=${body}`);
  return `${client}.${members.join('.')}.${method.toLowerCase()}(${args.join(', ')})`;
}
