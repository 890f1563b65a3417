/** The arguments of a call as they are written, under whatever names. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Site } from '../../src/migrate/index.js';
import { type Call, keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { alternatives } from '../../src/value/index.js';
import { httpUsages } from '../places/requests.js';
import { usesOf } from '../places/trees.js';
import { constantOf } from './path-pieces.js';
import { isQuery } from './slots.js';

/** The argument that holds what is sent, as the reader found it. */
export function sentArgument(site: Site, call: Call): Node | null {
  const { script, file } = site;
  const sent = httpUsages(site)
    .filter((usage) => usage.site.start === call.range[0])
    .flatMap(({ body }) => alternatives(body).flatMap(({ origin }) => origin ?? []))
    .filter((origin) => origin.file === file.path);
  const holds = ({ range: [start, end] }: Node) =>
    sent.some((origin) => start <= origin.start && origin.end <= end);
  const found = call.arguments.filter((argument) => {
    const constant = argument.type === 'Identifier' && script !== null ? constantOf(script, argument) : null;
    return holds(argument) || (constant !== null && holds(constant.init));
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** An argument as it is written: the options of a request may have a name that nothing else uses. */
export function writtenArgument(
  script: Script,
  argument: Node,
): { readonly node: Node; readonly statement: Node | null } {
  const constant = argument.type === 'Identifier' ? constantOf(script, argument) : null;
  const statement = constant?.declarator.parent;
  const isOwn = constant !== null && usesOf(script, constant.id)?.length === 1;
  if (!isOwn || !isOptions(constant.init)) return { node: argument, statement: null };
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1)
    return { node: argument, statement: null };
  return { node: constant.init, statement };
}

const OPTIONS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'body', 'json', 'params']);

function isOptions(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.some(
      (one) => one.type === 'Property' && OPTIONS.has(keyName(one.key, one.computed) ?? ''),
    )
  );
}

/** `{ params: { page, per_page: 50 } }` */
export function asksOnly(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.every((one) => one.type === 'Property' && isQuery(one, 'GET'))
  );
}
