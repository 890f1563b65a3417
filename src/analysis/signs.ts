import { type Catalogue, oncePerEntries, triggers } from '../catalogue/index.js';
import { literally } from '../value/index.js';

/** As it is written in a path, in JSON and in a part of another address. */
const SLASH = String.raw`(?:\\?/|%2F)`;

/**
 * What a scope is followed by where a path of the API begins: an id, a hole or a placeholder for one, or the end of the
 * text that one is added to. Other programs have accounts, organizations and zones, too.
 */
const ID_FOLLOWS = String.raw`(?:[^\w\s-]|\w{0,40}(?:\d|(?:id|zone|account|uuid|tag)(?![a-z])))`;

/**
 * Finds what a request to the API could be made of: its host, its SDK, its headers and settings, or the scope that a path
 * begins with, which is the first group. The prefilter takes any text with such a scope for one that shows the API.
 */
export const signsOf = oncePerEntries((catalogue: Catalogue): RegExp => {
  const scopes = [...new Set(catalogue.profiles.flatMap((profile) => profile.scopes))];
  const texts = triggers(catalogue)
    .filter(({ tier, text }) => tier === 'context' && !scopes.some((scope) => text === `${scope}/`))
    .map(({ text }) => text);
  return new RegExp(
    `(?<![\\w-])(${scopes.map(literally).join('|')})${SLASH}${ID_FOLLOWS}|${texts
      .map((text) => literally(text).replaceAll('\\/', SLASH))
      .join('|')}`,
    'gi',
  );
});
