import { atMost, OUT_OF_STEPS } from '../../../limits.js';
import { queryRequest } from '../../clients/query.js';
import { requestsOf } from '../../clients/request.js';
import { isHandler } from '../../clients/routes.js';
import { sdkCallOf, sdkRequest } from '../../clients/sdk.js';
import { seemingRequest } from '../../clients/seeming.js';
import { methodInName } from '../../clients/verbs.js';
import { elementsOf } from '../../evaluate/domain/collections.js';
import { type At, alternatives, type Closure, known, type Term } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { activate, activateOnce, MAX_CALL_DEPTH } from '../../evaluate/kernel/activate.js';
import { PlacedCall } from '../../evaluate/language/calls.js';
import { isFeasible } from '../../evaluate/names/conditions.js';
import type { Call, FunctionNode, New } from '../../syntax/estree.js';
import { keyName, parametersOf, unwrap } from '../../syntax/nodes.js';
import { isInert, isOwnGlobal } from './inert.js';
import { isIteration } from './iterations.js';
import { reachOf } from './reach.js';
import type { Roots } from './roots.js';
import { sameNamed } from './same-name.js';
import type { Sent } from './sent.js';

/** As much as is kept of what one call sends. */
export const MAX_SENT = 512;

/** What a call inside of an entered function sends, run through its loops and callers. It asks `directly` in turn. */
export type SentInside = (
  engine: Engine,
  call: PlacedCall,
  boundary: FunctionNode,
  roots: Roots,
  depth: number,
) => readonly Sent[];

/** What a call sends as it stands: by itself, through the functions it enters, or by the look of it. */
export function directly(
  engine: Engine,
  call: PlacedCall,
  roots: Roots,
  depth: number,
  inside: SentInside,
): readonly Sent[] {
  if (!engine.spend(2)) return [];
  const { node, at } = call;
  const requests = requestsOf(engine, call);
  if (requests.length > 0)
    return requests
      .filter(({ method }) => at.env === null || !isCutOff(method))
      .map((request) => ({ kind: 'http', request, node, at }));
  const query = queryRequest(engine, call);
  if (query !== null) return [{ kind: 'http', request: query, node, at }];
  const sdk = sdkCallOf(engine, call);
  if (sdk !== null) {
    const generic = sdkRequest(engine, sdk, call);
    if (generic !== null) return [{ kind: 'http', request: generic, node, at }];
    return [{ kind: 'sdk', sdk, args: call.args, node, at }];
  }
  const inner = throughCallee(engine, call, roots, depth, inside);
  if (inner.understood || inner.sent.some((item) => roots.touchesSent(item))) return inner.sent;
  const iterated = throughIteration(engine, call, roots, depth, inside);
  if (iterated.some((item) => roots.touchesSent(item))) return iterated;
  const seeming = seemingRequest(engine, call);
  if (seeming === null || known(seeming.method) === null || !saysMethod(node)) {
    const handed = throughCallbacks(engine, call, roots, depth, inside);
    if (handed.some((item) => roots.touchesSent(item))) return handed;
  }
  return seeming === null ? inner.sent : [...inner.sent, { kind: 'http', request: seeming, node, at }];
}

/** No steps were left to tell it. Of a call in an environment nothing is said then: the others tell more. */
function isCutOff(term: Term): boolean {
  return term.kind === 'unknown' && term.why === OUT_OF_STEPS;
}

/** The name of the function itself is or holds a method: it sends, and what it is handed takes the answer. */
function saysMethod(node: Call | New): boolean {
  const callee = unwrap(node.callee);
  const name =
    callee.type === 'MemberExpression'
      ? keyName(callee.property, callee.computed)
      : callee.type === 'Identifier'
        ? callee.name
        : null;
  return name !== null && methodInName(name) !== null;
}

/** A function that takes an error or an answer, not a URL. */
function takesAnswer(node: FunctionNode): boolean {
  const [first] = parametersOf(node);
  return (
    first?.type === 'Identifier' &&
    /^_?(?:e|err|error|res|resp|response|result|data|json|body)$/.test(first.name)
  );
}

interface Entering {
  readonly sent: readonly Sent[];
  /** The call is one of functions of the program, and nothing they are handed leaves them for the unknown. */
  readonly understood: boolean;
}

const NOT_ENTERED: Entering = { sent: [], understood: false };

/** What the functions of the program that a call enters send. */
function throughCallee(
  engine: Engine,
  placed: PlacedCall,
  roots: Roots,
  depth: number,
  inside: SentInside,
): Entering {
  const { node, at } = placed;
  if (depth >= MAX_CALL_DEPTH || isInert(node)) return NOT_ENTERED;
  const { target } = placed.callee;
  const found: Sent[] = [];
  let entered = false;
  let opaque = false;
  const reach = reachOf(engine);
  for (const option of alternatives(target)) {
    const call = enteredBy(option, placed);
    if (call === null) {
      opaque = true;
      continue;
    }
    entered = true;
    const { closure, args, receiver } = call;
    if (closure.node.body === null || isRecursive(closure, at)) continue;
    if (!roots.reach(closure, args, receiver) || isRepeated(engine, closure, args, roots)) continue;
    const below = Math.max(depth, at.env?.depth ?? 0, closure.at.env?.depth ?? 0) + 1;
    const activation = activateOnce(engine, closure, receiver, args, below);
    const calls = closure.at.module.callsWithin(closure.node.body);
    engine.entered.push({ node: closure.node, args });
    for (let index = 0; index < calls.length; index++) {
      const within = calls[index];
      if (within === undefined || !reach.call(within, closure.at.module)) continue;
      const inner = new PlacedCall(engine, within, activation);
      const sent = inside(engine, inner, closure.node, roots, depth + 1);
      const leaves: boolean =
        !opaque && sent.length === 0 && leavesProgram(engine, inner, roots, MAX_HANDED_ON);
      // Most calls send nothing, and whether they are made is not asked for nothing.
      if (!leaves && sent.length === 0) continue;
      if (!isFeasible(engine, within, closure.node, activation)) continue;
      for (const one of sent) found.push(one);
      opaque ||= leaves;
      if (found.length > MAX_SENT || engine.exhausted) break;
    }
    engine.entered.pop();
    if (found.length > MAX_SENT || engine.exhausted) return { sent: found, understood: true };
  }
  return { sent: found, understood: entered && !opaque };
}

/** Functions through which a text is followed to one that nobody here has written. */
const MAX_HANDED_ON = 2;

/** Whether a call hands what stands on a root to a function that nobody here has written, at once or in the end. */
function leavesProgram(engine: Engine, call: PlacedCall, roots: Roots, further: number): boolean {
  if (!engine.spend(2)) return false;
  const { at, args } = call;
  const { target, self } = call.callee;
  if (!args.some((arg) => roots.touches(arg))) return false;
  return alternatives(target).some((option) => {
    if (option.kind === 'unknown') return true;
    if (option.kind === 'external') return option.package !== 'global' || isOwnGlobal(option.path);
    if (option.kind !== 'closure' || further === 0 || isRecursive(option, at)) return false;
    if (isRepeated(engine, option, args, roots)) return false;
    const { body } = option.node;
    if (body === null) return false;
    const activation = activateOnce(engine, option, self, args, (at.env?.depth ?? 0) + 1);
    return option.at.module
      .callsWithin(body)
      .some(
        (within) =>
          reachOf(engine).call(within, option.at.module) &&
          leavesProgram(engine, new PlacedCall(engine, within, activation), roots, further - 1),
      );
  });
}

/** Items of a list that a function is run with. */
const MAX_ITERATED = 64;

/** `list.map(this.set)`, `list.map(setterOf(zone))`: a function that is not written here, run with each item. */
function throughIteration(
  engine: Engine,
  call: PlacedCall,
  roots: Roots,
  depth: number,
  inside: SentInside,
): readonly Sent[] {
  const { node, at } = call;
  if (depth >= MAX_CALL_DEPTH || !isIteration(node)) return [];
  const { self } = call.callee;
  const items = self === null ? null : elementsOf(self);
  const [run] = call.args;
  if (items === null || run === undefined || !items.some((item) => roots.touches(item))) return [];
  const found: Sent[] = [];
  for (const option of alternatives(run)) {
    const closure = option.kind === 'bound' ? option.target : option;
    if (closure.kind !== 'closure' || closure.node.body === null || isRecursive(closure, at)) continue;
    const [receiver, before] = option.kind === 'bound' ? [option.self, option.args] : [null, []];
    for (const item of atMost(items, MAX_ITERATED, 'items of a list')) {
      const activation = activate(engine, closure, receiver, [...before, item], depth + 1);
      for (const within of closure.at.module.callsWithin(closure.node.body)) {
        if (!reachOf(engine).call(within, closure.at.module)) continue;
        for (const one of inside(
          engine,
          new PlacedCall(engine, within, activation),
          closure.node,
          roots,
          depth + 1,
        ))
          found.push(one);
      }
      if (found.length > MAX_SENT || engine.exhausted) return found;
    }
  }
  return found;
}

/** What the function sends that alone has the name of the method that is called. */
export function throughSameName(
  engine: Engine,
  call: PlacedCall,
  roots: Roots,
  depth: number,
  inside: SentInside,
): readonly Sent[] {
  if (depth > 0) return [];
  const { node, at, args } = call;
  if (!args.some((arg) => arg.kind === 'text' && roots.touches(arg))) return [];
  const method = sameNamed(engine, node, at);
  if (method === null || method.node.body === null) return [];
  const activation = activate(engine, method, null, args, depth + 1);
  return method.at.module
    .callsWithin(method.node.body)
    .filter((within) => reachOf(engine).call(within, method.at.module))
    .flatMap((within) =>
      inside(engine, new PlacedCall(engine, within, activation), method.node, roots, depth + 1),
    )
    .slice(0, MAX_SENT);
}

/** `useSWR(url, fetcher)`: a function of elsewhere that calls the functions it is handed with the URL. */
function throughCallbacks(
  engine: Engine,
  call: PlacedCall,
  roots: Roots,
  depth: number,
  inside: SentInside,
): readonly Sent[] {
  const { node } = call;
  if (depth >= MAX_CALL_DEPTH || node.arguments.some(isHandler)) return [];
  const { target } = call.callee;
  if (target.kind !== 'external' && target.kind !== 'unknown') return [];
  const { args } = call;
  const texts = args.filter((arg) => (arg.kind === 'text' || arg.kind === 'array') && roots.touches(arg));
  const found: Sent[] = [];
  for (const [index, arg] of args.entries()) {
    if (
      arg.kind !== 'closure' ||
      takesAnswer(arg.node) ||
      texts.length === 0 ||
      parametersOf(arg.node).length === 0 ||
      arg.node.body === null
    )
      continue;
    // `schedule(send, 'GET', path)`: what follows a function are its own arguments.
    const own = args.slice(index + 1);
    const handed = own.some((one) => texts.includes(one))
      ? own
      : texts.flatMap((text) => (text.kind === 'array' ? text.items : [text]));
    const activation = activate(engine, arg, null, handed, depth + 1);
    for (const within of arg.at.module.callsWithin(arg.node.body)) {
      if (isInert(within)) continue;
      for (const one of inside(
        engine,
        new PlacedCall(engine, within, activation),
        arg.node,
        roots,
        depth + 1,
      ))
        found.push(one);
    }
  }
  return found;
}

function isRecursive(closure: Closure, at: At): boolean {
  for (let env = at.env; env !== null; env = env.outer) if (env.frame === closure.node) return true;
  return false;
}

/** A function that tries again with the same, or with one of the same: it sends what it has sent already. */
function isRepeated(engine: Engine, closure: Closure, args: readonly Term[], roots: Roots): boolean {
  return engine.entered.some(
    ({ node, args: before }) =>
      node === closure.node &&
      args.every((arg, index) => isPartOf(arg, before[index]) || !roots.carries(arg)),
  );
}

function isPartOf(term: Term, whole: Term | undefined): boolean {
  if (term === whole) return true;
  const parts = whole === undefined ? [] : alternatives(whole);
  return alternatives(term).every((option) => parts.includes(option));
}

interface Entered {
  readonly closure: Closure;
  readonly args: readonly Term[];
  readonly receiver: Term | null;
}

function enteredBy(target: Term, call: PlacedCall): Entered | null {
  const { node } = call;
  const { self } = call.callee;
  if (target.kind === 'bound' && target.target.kind === 'closure')
    return { closure: target.target, args: [...target.args, ...call.args], receiver: target.self };
  if (target.kind === 'closure') return { closure: target, args: call.args, receiver: self };
  const callee = unwrap(node.callee);
  if (self?.kind === 'closure' && callee.type === 'MemberExpression') {
    const method = keyName(callee.property, callee.computed);
    const [receiver, ...rest] = call.args;
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
