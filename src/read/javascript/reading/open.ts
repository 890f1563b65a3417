import type { Profile } from '../../../catalogue/types.js';
import type { Undetermined } from '../../usage.js';
import { type CallSite, callSites, freeNames, runsOf } from '../evaluate/contexts.js';
import type { Engine } from '../evaluate/engine.js';
import { alternatives, asText, type Term, type Text } from '../evaluate/term.js';
import { isFunction } from '../syntax/nodes.js';
import { Roots } from './roots.js';
import { type Sent, sentBy } from './sent.js';

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

/**
 * Calls of a wrapper whose path nobody can tell. The wrapper itself is not one of them if its callers are known:
 * then it is each of them, or none.
 */
export function openCalls(engine: Engine, sent: Sent, site: CallSite, level = 0): Undetermined[] {
  if (sent.kind !== 'http' || !isOpen(sent.request.url, engine.profiles)) return [];
  const own: Undetermined = {
    site: engine.origin(site.call, site.module),
    why: 'part of the path is only known at run time',
  };
  for (const free of freeNames(sent.request.url)) {
    if (!isFunction(free.frame)) {
      if (runsOf(engine, free, sent.at) !== null) return [];
      continue;
    }
    const callers = level < MAX_LEVELS ? callSites(engine, free.frame, free.module) : [];
    if (callers.length === 0) continue;
    return callers.flatMap((caller) => {
      const everything = new Roots(caller.module, 'all', engine.profiles);
      return sentBy(engine, caller.call, { module: caller.module, env: null }, everything).flatMap((inner) =>
        openCalls(engine, inner, caller, level + 1),
      );
    });
  }
  return [own];
}
