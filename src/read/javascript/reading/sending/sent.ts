/**
 * What a call sends, however many functions of the program lie between it and the client. A function is
 * entered with the arguments of this very call, so that a wrapper is read as the call uses it; where that
 * still leaves names without a value, their loops, callbacks and callers are run through.
 */

import type { Request } from '../../clients/request.js';
import { seemingRequest } from '../../clients/seeming.js';
import { freeNames } from '../../evaluate/domain/free-names.js';
import {
  type At,
  alternatives,
  asText,
  type Frame,
  type Free,
  type Sdk,
  type Term,
} from '../../evaluate/domain/term.js';
import { type Engine, MAX_STEPS_OF_CALL } from '../../evaluate/engine.js';
import { PlacedCall } from '../../evaluate/language/calls.js';
import { runsOf } from '../../evaluate/language/contexts.js';
import { isFeasible } from '../../evaluate/names/conditions.js';
import type { Call, New } from '../../syntax/estree.js';
import { encloses, isFunction, unwrap } from '../../syntax/nodes.js';
import { startOf } from '../../syntax/positions.js';
import { directly, MAX_SENT, type SentInside, throughSameName } from './directly.js';
import { isInert } from './inert.js';
import { reachOf } from './reach.js';
import { receiverRuns } from './receivers.js';
import type { Roots } from './roots.js';
import { splitChoices } from './split.js';

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

export interface AllSent {
  readonly sent: readonly Sent[];
  /** False if there were fewer steps than a call may take: another try may tell more. */
  readonly isWhole: boolean;
}

/** Everything a call sends, with loops and callers run through as far as the roots ask for it. */
export function sentBy(engine: Engine, call: PlacedCall, roots: Roots): AllSent {
  const { node, at } = call;
  const { value, finished, hadAll } = engine.within(MAX_STEPS_OF_CALL, () =>
    reachOf(engine).isHelper(call) ? [] : expanded(engine, call, null, roots, 0, 0),
  );
  if (finished || value.some((sent) => roots.touchesSent(sent)))
    return { sent: value.slice(0, MAX_SENT), isWhole: finished || hadAll };
  // Too deep to be followed: then the call is what it looks like.
  const { value: seeming } = engine.within(MAX_STEPS_OF_CALL, () =>
    seemingRequest(engine, new PlacedCall(engine, node, at)),
  );
  const sent: readonly Sent[] =
    seeming === null ? value : [...value, { kind: 'http', request: seeming, node, at }];
  return { sent, isWhole: hadAll };
}

/** What a call sends in an environment; frames outside of `boundary` are somebody else's to run through. */
function expanded(
  engine: Engine,
  call: PlacedCall,
  boundary: Frame | null,
  roots: Roots,
  depth: number,
  level: number,
): readonly Sent[] {
  const { node, at } = call;
  const sent = directly(engine, call, roots, depth, sentInside);
  if (level >= MAX_RUN_LEVELS || engine.exhausted) return sent;
  const wanted = sent
    .flatMap((item) => wantedNames(item, roots))
    .concat(sent.length === 0 ? argumentNames(engine, call) : [])
    .filter(
      (free) =>
        free.module === at.module &&
        encloses(free.frame, node) &&
        isInside(free.frame, boundary) &&
        !isBound(free, at),
    )
    .sort((a, b) => startOf(b.frame) - startOf(a.frame));
  const split = level < 3 ? splitChoices(engine, node, at) : null;
  if (split !== null)
    return split
      .flatMap((run) =>
        expanded(engine, new PlacedCall(engine, node, run), boundary, roots, depth, level + 1),
      )
      .slice(0, MAX_SENT);
  for (const free of wanted) {
    const runs = runsOf(engine, free, at);
    if (runs === null) continue;
    const all: Sent[] = [];
    for (const run of runs) {
      if (!isFeasible(engine, node, free.frame, run)) continue;
      for (const one of expanded(
        engine,
        new PlacedCall(engine, node, run),
        boundary,
        roots,
        depth,
        level + 1,
      ))
        all.push(one);
      if (all.length > MAX_SENT) break;
    }
    return all;
  }
  if (isInert(node) || !sent.every((one) => isSeeming(one, node))) return sent;
  const found = (receiverRuns(engine, call, roots) ?? [])
    .flatMap((run) => expanded(engine, new PlacedCall(engine, node, run), boundary, roots, depth, level + 1))
    .slice(0, MAX_SENT);
  if (found.length > 0 || sent.length > 0) return found.length > 0 ? found : sent;
  return throughSameName(engine, call, roots, depth, sentInside);
}

/** Nothing but the name of what is called says that it sends: whoever hands over its receiver knows more. */
function isSeeming(sent: Sent, node: Call | New): boolean {
  return sent.kind === 'http' && sent.node === node && !sent.request.isClient;
}

export const sentInside: SentInside = (engine, call, boundary, roots, depth) =>
  expanded(engine, call, boundary, roots, depth, 0);

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
  if (roots.names(request.url)) {
    leadingNames(request.url, found);
    for (const one of freeNames(request.url).filter(isRunHere)) found.push(one);
    freeNames(request.method, found);
    freeNames(request.body, found, 4);
  } else {
    freeNames(request.url, found);
    freeNames(request.method, found);
    freeNames(request.body, found, 4);
  }
  return found;
}

/** Names in a call that nothing is known to come of yet: among its arguments, or what its method is one of. */
function argumentNames(engine: Engine, call: PlacedCall): Free[] {
  const { node, at } = call;
  if (isInert(node)) return [];
  const names = call.args.flatMap((arg) => freeNames(arg, [], 4));
  const callee = unwrap(node.callee);
  if (callee.type === 'MemberExpression' && callee.object.type !== 'Super')
    freeNames(engine.evaluate(callee.object, at), names);
  return names.filter(isRunHere);
}

/** Loops and callbacks run where they stand: what they run over is looked up in any case. */
function isRunHere({ frame }: Free): boolean {
  return /^For/.test(frame.type) || (isFunction(frame) && frame.parent?.type === 'CallExpression');
}

/**
 * The names that say which path a URL leads to, however much of it is known: the base before all known text, which says
 * whose API it is, and what completes a word of the path (`/${scope}s/`).
 */
function leadingNames(url: Term, into: Free[]): void {
  for (const text of alternatives(asText(url))) {
    if (text.kind !== 'text') continue;
    for (const [index, piece] of text.pieces.entries()) {
      const [before, behind] = [text.pieces[index - 1], text.pieces[index + 1]];
      if (before?.kind === 'text' && before.text.includes('?')) break;
      const completes = index === 0 || (behind?.kind === 'text' && /^\w/.test(behind.text));
      if (piece.kind === 'hole' && completes)
        freeNames({ kind: 'text', pieces: [piece], origin: null }, into);
    }
  }
}
