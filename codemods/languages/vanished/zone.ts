/** The name under which a program has the id of the zone whose records it reads. */
import {
  closest,
  isInside,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import type { Usage } from '../../../src/read/index.js';
import type { Value } from '../../../src/value/index.js';

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'function_declaration',
  'method_declaration',
  'method',
  'singleton_method',
  'function_item',
]);
const CALLS: ReadonlySet<string> = new Set([
  'call',
  'call_expression',
  'function_call_expression',
  'member_call_expression',
]);
const LOOPS: ReadonlySet<string> = new Set([
  'for_statement',
  'for_in_clause',
  'list_comprehension',
  'foreach_statement',
  'while_statement',
  'do_block',
  'block_parameters',
]);
const GIVES = /assignment|declaration|for_|foreach|range_clause|named_expression/;
const NAMES: ReadonlySet<string> = new Set(['identifier', 'variable_name']);

/** Null where it has no name there, or the name may mean another zone by then. */
export function askedZone(
  tree: SyntaxTree,
  file: string,
  usages: readonly Usage[],
  read: SyntaxNode,
): string | null {
  const names = usages
    .filter((usage) => usage.kind !== 'http' || !isPattern(usage.url))
    .map((usage) => {
      const written = zoneWritten(tree, file, usage);
      return written === null ? null : nameAtRead(tree, written, read);
    });
  const [name] = names;
  return name !== undefined && names.every((one) => one === name) ? name : null;
}

/** The variable that stands for the zone in the path of a request, or among the arguments of a call. */
function zoneWritten(tree: SyntaxTree, file: string, usage: Usage): SyntaxNode | null {
  if (usage.kind === 'http') {
    const origin = zoneHole(usage.url)?.origin;
    return origin?.file === file ? variable(leafAt(tree, origin.start, origin.end)) : null;
  }
  if (usage.kind !== 'sdk' || usage.site.file !== file) return null;
  const call = closest(leafAt(tree, usage.site.start, usage.site.end), CALLS);
  const given =
    call?.children.find(({ field }) => field === 'arguments')?.children.filter(({ isNamed }) => isNamed) ??
    [];
  if (tree.language !== 'go') return variable(given[0]);
  const identifier = given.find((one) => /\bZoneIdentifier\(/.test(textOf(tree, one)));
  return variable(identifier?.children.find(({ field }) => field === 'arguments')?.children[1]);
}

/** A text that is filled in later: `zones/{zone}/dns_records`. */
function isPattern(url: Value): boolean {
  return (
    url.kind === 'text' &&
    url.pieces.some((piece) => piece.kind === 'text' && /\bzones\/[{%:<][^/]*\/dns_records/.test(piece.text))
  );
}

/** What stands for the zone in the path. */
function zoneHole(url: Value) {
  if (url.kind !== 'text') return undefined;
  const at = url.pieces.findIndex((piece) => piece.kind === 'text' && piece.text.endsWith('zones/'));
  const [hole, rest] = url.pieces.slice(at + 1);
  const isThere = at >= 0 && rest?.kind === 'text' && /^\/dns_records\b/.test(rest.text);
  return isThere && hole?.kind === 'hole' ? hole : undefined;
}

/** An argument that is a name, or the name itself: in PHP it has a mark in front. */
function variable(node: SyntaxNode | undefined): SyntaxNode | null {
  let inner = node;
  while (inner !== undefined && !NAMES.has(inner.type)) {
    if (inner.type === 'name' && inner.parent?.type === 'variable_name') inner = inner.parent;
    else {
      const named: readonly SyntaxNode[] = inner.children.filter(({ isNamed }) => isNamed);
      if (named.length !== 1 || !/^(?:argument|interpolation)$/.test(inner.type)) return null;
      inner = named[0];
    }
  }
  const { parent } = inner ?? {};
  const isMember =
    parent !== null && parent !== undefined && /attribute|selector|member_access/.test(parent.type);
  return inner === undefined || isMember ? null : inner;
}

/** The name that the zone has where a field is read: the same one, or what the function around gave for it. */
function nameAtRead(tree: SyntaxTree, zone: SyntaxNode, read: SyntaxNode): string | null {
  const asking = closest(zone, FUNCTIONS);
  const reading = closest(read, FUNCTIONS);
  if (asking === reading) return isSameThere(tree, zone, read) ? textOf(tree, zone) : null;
  const given =
    asking === null || reading === null ? null : givenIn(tree, asking, textOf(tree, zone), reading);
  return given !== null && isSameThere(tree, given, read) ? textOf(tree, given) : null;
}

/** Behind the request, in all loops that give the name a value, and with no other value in between. */
function isSameThere(tree: SyntaxTree, zone: SyntaxNode, read: SyntaxNode): boolean {
  if (read.start < zone.end) return false;
  const name = textOf(tree, zone);
  const within = closest(zone, FUNCTIONS) ?? tree.root;
  const gives = walk(within).filter((node) => isGivenAt(tree, node, name));
  if (gives.some(({ start }) => start > zone.end && start < read.start)) return false;
  for (let loop = closest(zone, LOOPS); loop !== null; loop = closest(loop.parent, LOOPS)) {
    const holder = loop;
    if (isInside(holder, within) && !isInside(read, holder) && gives.some((node) => isInside(node, holder)))
      return false;
  }
  return true;
}

/** A name that is on the left side of an assignment, or that a loop gives items. */
function isGivenAt(tree: SyntaxTree, node: SyntaxNode, name: string): boolean {
  if (!NAMES.has(node.type) || textOf(tree, node) !== name) return false;
  let inner: SyntaxNode = node;
  while (inner.parent !== null && /_list$|^pair$|tuple/.test(inner.parent.type)) inner = inner.parent;
  const { parent, field } = inner;
  if (parent === null) return false;
  if (parent.type === 'foreach_statement') return parent.children.indexOf(inner) > 2;
  return GIVES.test(parent.type) && (field === 'left' || field === 'name' || field === 'pattern');
}

/** What one function gives the other for a parameter, where it calls it once. */
function givenIn(
  tree: SyntaxTree,
  called: SyntaxNode,
  parameter: string,
  caller: SyntaxNode,
): SyntaxNode | null {
  const name = called.children.find(({ field }) => field === 'name');
  const list = called.children.find(({ field }) => field === 'parameters');
  const parameters = (list?.children ?? []).filter(({ isNamed }) => isNamed).map((one) => nameOf(tree, one));
  const own = /^(?:self|cls)$/.test(parameters[0] ?? '') ? parameters.slice(1) : parameters;
  const place = own.indexOf(parameter);
  const isKept = !walk(called).some((node) => isGivenAt(tree, node, parameter));
  if (name === undefined || place < 0 || !isKept) return null;
  const calls = walk(caller).filter(
    (node) => CALLS.has(node.type) && calledName(tree, node) === textOf(tree, name),
  );
  const [only, ...others] = calls;
  if (only === undefined || others.length > 0) return null;
  const given = only.children
    .find(({ field }) => field === 'arguments')
    ?.children.filter(({ isNamed }) => isNamed);
  return variable(given?.[place]);
}

/** The name of a parameter, without its type and its default. */
function nameOf(tree: SyntaxTree, parameter: SyntaxNode): string {
  const name = walk(parameter).find(({ type }) => NAMES.has(type));
  return name === undefined ? '' : textOf(tree, name);
}

function calledName(tree: SyntaxTree, call: SyntaxNode): string {
  const callee = call.children.find(
    ({ field }) => field === 'function' || field === 'name' || field === 'method',
  );
  return /\w+$/.exec(callee === undefined ? '' : textOf(tree, callee))?.[0] ?? '';
}
