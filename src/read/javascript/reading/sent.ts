/**
 * What a call sends, however many functions of the program lie between it and the client. A function is
 * entered with the arguments of this very call, so that a wrapper is read as the call uses it; where that
 * still leaves names without a value, their loops, callbacks and callers are run through.
 */

import { type Request, requestOf, sdkCallOf, seemingRequest } from '../clients/request.js';
import { sdkRequest } from '../clients/sdk.js';
import { evaluateArguments, evaluateCallee } from '../evaluate/calls.js';
import { isFeasible } from '../evaluate/conditions.js';
import { freeNames, runsOf } from '../evaluate/contexts.js';
import type { Engine } from '../evaluate/engine.js';
import { activate, MAX_CALL_DEPTH } from '../evaluate/functions.js';
import {
  type At,
  alternatives,
  type Closure,
  type Frame,
  type Free,
  type Sdk,
  type Term,
} from '../evaluate/term.js';
import type { Call, New, Node } from '../syntax/estree.js';
import { encloses, keyName, unwrap } from '../syntax/nodes.js';
import type { Roots } from './roots.js';

export type Sent =
  | { readonly kind: 'http'; readonly request: Request; readonly node: Call | New; readonly at: At }
  | {
      readonly kind: 'sdk';
      readonly sdk: Sdk;
      readonly args: readonly Term[];
      readonly node: Call | New;
      readonly at: At;
    };

const MAX_RUN_LEVELS = 8;
const MAX_SENT = 512;

/** Names whose calls never send anything. */
const INERT = new Set(
  'JSON Object Array Math Number String Boolean Date RegExp Error TypeError console Promise Symbol Buffer parseInt parseFloat isNaN setTimeout clearTimeout encodeURIComponent URL URLSearchParams Map Set WeakMap Headers FormData AbortController TextEncoder process describe it expect jest vi'.split(
    ' ',
  ),
);

function isInert(node: Call | New): boolean {
  let callee = unwrap(node.callee);
  while (callee.type === 'MemberExpression') callee = unwrap(callee.object);
  return callee.type === 'Identifier' && INERT.has(callee.name);
}

/** Everything a call sends, with loops and callers run through as far as the roots ask for it. */
export function sentBy(engine: Engine, node: Call | New, at: At, roots: Roots): readonly Sent[] {
  return expanded(engine, node, at, null, roots, 0, 0).slice(0, MAX_SENT);
}

function expanded(
  engine: Engine,
  node: Call | New,
  at: At,
  boundary: Frame | null,
  roots: Roots,
  depth: number,
  level: number,
): readonly Sent[] {
  const sent = directly(engine, node, at, roots, depth);
  if (level >= MAX_RUN_LEVELS || engine.exhausted) return sent;
  const wanted = sent
    .flatMap((item) => wantedNames(item, roots))
    .filter(
      (free) =>
        free.module === at.module &&
        encloses(free.frame, node) &&
        isInside(free.frame, boundary) &&
        !isBound(free, at),
    )
    .sort((a, b) => b.frame.range[0] - a.frame.range[0]);
  const tried = new Set<Node>();
  for (const free of wanted) {
    if (tried.has(free.frame)) continue;
    tried.add(free.frame);
    const runs = runsOf(engine, free, at);
    if (runs === null) continue;
    const all: Sent[] = [];
    for (const run of runs) {
      if (!isFeasible(engine, node, free.frame, run)) continue;
      all.push(...expanded(engine, node, run, boundary, roots, depth, level + 1));
      if (all.length > MAX_SENT) break;
    }
    return all;
  }
  return sent;
}

function isInside(frame: Frame, boundary: Frame | null): boolean {
  return boundary === null || (frame !== boundary && encloses(boundary, frame));
}

/** A frame that already runs, whose name stayed unknown all the same. */
function isBound(free: Free, at: At): boolean {
  for (let env = at.env; env !== null; env = env.outer) if (env.frame === free.frame) return true;
  return false;
}

/** Names whose value could change what is found of a request. */
function wantedNames(sent: Sent, roots: Roots): Free[] {
  if (sent.kind === 'sdk')
    return roots.touchesChain(sent.sdk) || !roots.limited
      ? sent.args.flatMap((arg) => freeNames(arg, [], 3))
      : [];
  const { request } = sent;
  const found: Free[] = [];
  if (roots.touches(request.url)) {
    freeNames(request.method, found);
    freeNames(request.body, found, 4);
  } else {
    freeNames(request.url, found);
    freeNames(request.method, found);
  }
  return found;
}

/** What one call sends where it stands, functions of the program not run through their callers. */
export function sentDirectly(engine: Engine, node: Call | New, at: At, roots: Roots): readonly Sent[] {
  return directly(engine, node, at, roots, 0);
}

/** What a call sends as it stands. */
function directly(engine: Engine, node: Call | New, at: At, roots: Roots, depth: number): readonly Sent[] {
  if (!engine.spend(2)) return [];
  const request = requestOf(engine, node, at);
  if (request !== null) return [{ kind: 'http', request, node, at }];
  const sdk = sdkCallOf(engine, node, at);
  if (sdk !== null) {
    const generic = sdkRequest(engine, sdk, node, at);
    if (generic !== null) return [{ kind: 'http', request: generic, node, at }];
    return [{ kind: 'sdk', sdk, args: evaluateArguments(engine, node.arguments, at), node, at }];
  }
  const inner = throughCallee(engine, node, at, roots, depth);
  if (inner.some((item) => roots.touchesSent(item))) return inner;
  const seeming = seemingRequest(engine, node, at);
  return seeming === null ? inner : [...inner, { kind: 'http', request: seeming, node, at }];
}

/** What the functions of the program that a call enters send. */
function throughCallee(
  engine: Engine,
  node: Call | New,
  at: At,
  roots: Roots,
  depth: number,
): readonly Sent[] {
  if (depth >= MAX_CALL_DEPTH || isInert(node)) return [];
  const { target, self } = evaluateCallee(engine, node.callee, at);
  const found: Sent[] = [];
  for (const option of alternatives(target)) {
    const entered = enteredBy(engine, option, self, node, at);
    if (entered === null) continue;
    const { closure, args, receiver } = entered;
    if (!roots.reach(closure, args, receiver)) continue;
    if (closure.node.body === null || isRecursive(closure, at)) continue;
    const inside = activate(engine, closure, receiver, args, Math.max(depth, at.env?.depth ?? 0) + 1);
    for (const call of closure.at.module.callsWithin(closure.node.body)) {
      if (isInert(call) || !isFeasible(engine, call, closure.node, inside)) continue;
      found.push(...expanded(engine, call, inside, closure.node, roots, depth + 1, 0));
      if (found.length > MAX_SENT || engine.exhausted) return found;
    }
  }
  return found;
}

function isRecursive(closure: Closure, at: At): boolean {
  for (let env = at.env; env !== null; env = env.outer) if (env.frame === closure.node) return true;
  return false;
}

interface Entered {
  readonly closure: Closure;
  readonly args: readonly Term[];
  readonly receiver: Term | null;
}

function enteredBy(
  engine: Engine,
  target: Term,
  self: Term | null,
  node: Call | New,
  at: At,
): Entered | null {
  if (target.kind === 'bound' && target.target.kind === 'closure') {
    return {
      closure: target.target,
      args: [...target.args, ...evaluateArguments(engine, node.arguments, at)],
      receiver: target.self,
    };
  }
  if (target.kind === 'closure')
    return { closure: target, args: evaluateArguments(engine, node.arguments, at), receiver: self };
  const callee = unwrap(node.callee);
  if (self?.kind === 'closure' && callee.type === 'MemberExpression') {
    const method = keyName(callee.property, callee.computed);
    const args = evaluateArguments(engine, node.arguments, at);
    const [receiver, ...rest] = args;
    if (method === 'call') return { closure: self, args: rest, receiver: receiver ?? null };
    if (method === 'apply')
      return {
        closure: self,
        args: rest[0]?.kind === 'array' ? rest[0].items : [],
        receiver: receiver ?? null,
      };
  }
  return null;
}
