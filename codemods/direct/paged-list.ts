/** The list by the client that a function of the program asks for pages with. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { type Call, type Node, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { argumentText } from './argument-text.js';
import { isBoundCall } from './bound-call.js';
import { isPrivateMethod, takesInit, targetOf } from './client.js';
import type { Slot } from './convention.js';
import { givesOf, parsedBy } from './given-back.js';
import { iteratedBy } from './iterated.js';
import type { PagingFunction } from './paging-function.js';
import type { RequestCall } from './request-call.js';
import { asksOnly, type Found, nothingFound, slotOf } from './slots.js';
import { typeArgumentOf } from './type-arguments.js';
import { pathOf } from './written-path.js';

export function listOfPages(
  site: Site,
  around: Surroundings,
  { call, pathVariable }: { readonly call: Call; readonly pathVariable: Node | null },
  paging: PagingFunction,
): RequestCall | string {
  const { script, file } = site;
  const by = 'it is sent by a function that goes through pages, and there are none any more';
  const { request, path, given } = paging;
  const source = around.file(paging.file);
  if (script === null || request === null || path === undefined || source === null) return by;
  if (!given.every((one) => one === path || saysNothing(one))) return by;
  if (paging.isGenerator && iteratedBy(script, call) === null) return by;
  const there = { ...site, file: source, script: paging.script };
  const gives = givesOf(there, around, request, parsedBy(request));
  const written = pathOf(site, path, pathVariable);
  if (typeof gives === 'string' || written === null || written.id !== null) return by;
  const text = (node: Node) => source.text.slice(...node.range);
  const callee = unwrap(request.callee);
  const isPrivate = isPrivateMethod(site, around, callee);
  const target = targetOf(callee, 'GET', text, gives.client, paging.script, isPrivate);
  const isSeen = target?.callee === 'verbs' || target?.callee === 'function';
  if (!isSeen || (gives.gives !== 'result' && !gives.throws) || gives.gives === 'response') return by;
  const found = nothingFound();
  const slots = slotsOf(request, paging, target.callee === 'verbs', found);
  if (slots === null || found.path === null || found.handed.size > 0) return by;
  const { prefix, handed, query, nodes } = written;
  for (const [name, node] of nodes) handed.set(name, argumentText(script, node));
  const type = typeArgumentOf(call, (node) => file.text.slice(...node.range));
  return {
    node: call,
    method: 'GET',
    convention: {
      callee: target.callee,
      prefix,
      slots: slots.filter((slot) => slot.is !== 'options' || slot.fields.length > 0),
      isBare: !found.isNamed,
      suffix: '',
      gives: gives.gives,
      throws: gives.throws,
      methodCase: found.isLower ? 'lower' : 'upper',
      takesInit: takesInit(site, around),
    },
    client: isBoundCall(callee) ? `${target.client}.bind(this)` : target.client,
    handed,
    id: null,
    query,
    paging: null,
    conditions: written.conditions,
    ids: null,
    body: null,
    bodyVariable: null,
    type: type === null ? null : `${type.replace(/\[\]$/, '')}[]`,
    pathVariable,
    gone: [],
    isOpened: true,
  };
}

/** What the arguments of the request stand for; null where one of them cannot be handed on. */
function slotsOf(
  request: Call,
  { isPath, argumentAt, given, script }: PagingFunction,
  isVerb: boolean,
  found: Found,
): readonly Slot[] | null {
  const looking = {
    method: 'GET',
    script,
    text: (node: Node) => script.text.slice(...node.range),
    isVerb,
    covers: isPath,
    sent: null,
  };
  const slots: Slot[] = [];
  const all = isBoundCall(unwrap(request.callee)) ? request.arguments.slice(1) : request.arguments;
  for (const argument of all) {
    const at = isPath(argument) ? -1 : argumentAt(argument);
    // Behind the path nothing is sent with a request that reads.
    if (asksOnly(argument) || (at >= 0 && found.path !== null)) continue;
    const slot = slotOf(at < 0 ? argument : (given[at] ?? argument), found, looking);
    if (slot === null) return null;
    if (slot.is !== 'options' || slot.fields.length > 0) slots.push(slot);
  }
  return slots;
}

/** The method, the name of a member, an empty object. */
function saysNothing(argument: Node): boolean {
  const inner = unwrap(argument);
  if (inner.type === 'ObjectExpression') return inner.properties.length === 0;
  return inner.type === 'Literal' || nameOf(inner) === 'undefined';
}
