import type { Profile } from '../../../catalogue/types.js';
import { alternatives, asText, type Term, type Text } from '../evaluate/term.js';

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
