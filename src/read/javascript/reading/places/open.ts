import type { Profile } from '../../../../catalogue/index.js';
import type { Undetermined } from '../../../usage.js';
import { freeNames } from '../../evaluate/domain/free-names.js';
import {
  type At,
  alternatives,
  asText,
  type Free,
  type Term,
  type Text,
  UNDEFINED,
} from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { bindPattern } from '../../evaluate/kernel/patterns.js';
import { runsOf } from '../../evaluate/language/contexts.js';
import { type CallSite, callSites } from '../../evaluate/names/call-sites.js';
import type { Binding } from '../../syntax/bindings.js';
import type { FunctionNode } from '../../syntax/estree.js';
import { encloses, isFunction, parametersOf } from '../../syntax/nodes.js';
import type { Sent } from '../sending/sent.js';

/** Whether a URL goes to the API and names nothing below its base: `${BASE}${path}`. */
export function isOpen(url: Term, profiles: readonly Profile[]): boolean {
  return (alternatives(asText(url)) as readonly Text[]).some((text) => {
    const shape = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    const rest = /^(?:https?:)?\/\/[^/]+(.*)$/.exec(shape)?.[1];
    if (rest === undefined) return false;
    const profile = profiles.find((candidate) => candidate.hosts.some((host) => shape.includes(host)));
    if (profile === undefined) return false;
    const below = rest.startsWith(profile.basePath) ? rest.slice(profile.basePath.length) : rest;
    return /^\/?\{\}/.test(below);
  });
}

const MAX_LEVELS = 3;
const WHY = 'part of the path is only known at run time';

/**
 * Calls of a wrapper whose path nobody can tell. The wrapper itself is not one of them if its callers are known:
 * then it is each of them, or none.
 */
export function openCalls(engine: Engine, sent: Sent, site: CallSite): Undetermined[] {
  if (sent.kind !== 'http') return [];
  const own = { site: engine.origin(site.call, site.module), why: WHY };
  const names = freeNames(sent.request.url);
  return (
    names.reduce<Undetermined[] | null>(
      (found, free) => found ?? openArguments(engine, free, sent.at, 0),
      null,
    ) ?? [own]
  );
}

/** Calls that hand on a value nobody can tell for a free name; null if it is not known who runs its frame. */
function openArguments(engine: Engine, free: Free, at: At, level: number): Undetermined[] | null {
  const { frame } = free;
  if (!isFunction(frame)) return runsOf(engine, free, at) === null ? null : [];
  // So far up, or in a circle: whoever begins it is looked at by itself.
  if (level >= MAX_LEVELS) return [];
  const callers = callSites(engine, frame, free.module);
  if (callers.length === 0) return null;
  return callers.flatMap((caller) => {
    const value = argumentFor(engine, free, frame, caller);
    if (value === null || isTold(value)) return [];
    const further = freeNames(value).map((next) =>
      openArguments(engine, next, { module: caller.module, env: null }, level + 1),
    );
    const known = further.find((found) => found !== null);
    return known ?? [{ site: engine.origin(caller.call, caller.module), why: WHY }];
  });
}

/** What a call gives for a parameter, or for a name in the pattern of one. */
function argumentFor(engine: Engine, free: Free, frame: FunctionNode, caller: CallSite): Term | null {
  const [declaration] = free.binding.declarations;
  const parameters = parametersOf(frame);
  const index = parameters.findIndex(
    (parameter) => declaration !== undefined && encloses(parameter, declaration),
  );
  const parameter = parameters[index];
  const argument = caller.call.arguments[index + (caller.skip ?? 0)];
  if (parameter === undefined) return null;
  const value =
    argument === undefined ? UNDEFINED : engine.evaluate(argument, { module: caller.module, env: null });
  const values = new Map<Binding, Term>();
  bindPattern(engine, parameter, value, { module: free.module, env: null }, values);
  return values.get(free.binding) ?? null;
}

/** Whether at least a part of a path is known. */
function isTold(value: Term): boolean {
  return (alternatives(asText(value)) as readonly Text[]).some((text) =>
    text.pieces.some((piece) => piece.kind === 'text' && /\w/.test(piece.text)),
  );
}
