/** Fields, options and texts as both sides of a migration would spell them. */

import { opposite } from '../check/marks.js';
import { lastOf, MOVED, NEGATED, RENAMED, RENAMED_ACTIONS } from '../check/new-words.js';

function plain(key: string): string {
  return key.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Parts of an old rule that are a part of its expression now. */
const OF_EXPRESSION =
  /^(?:filter|url|methods|schemes|origintraffic|match|request|counting_?expression|wirefilter)$/;
const MOVES: ReadonlyMap<string, string> = new Map(
  MOVED.map(({ old, now }) => [old.split('.').map(plain).join('.'), plain(lastOf(now))]),
);
const RENAMES: ReadonlyMap<string, string> = new Map(
  [...RENAMED]
    .filter(([, field]) => field.isNegated !== true && !field.old.includes('.'))
    .map(([old, { now }]) => [plain(old), plain(lastOf(now))]),
);
const OPPOSITE: ReadonlySet<string> = new Set(NEGATED.map(plain));

export interface Field {
  readonly name: string;
  /** It says the opposite of the field of today. */
  readonly isOpposite: boolean;
}

/** A path of members, as `['action', 'mode']`. */
export function fieldOf(keys: readonly string[]): Field {
  const path = keys.map(plain);
  const last = path.at(-1) ?? '';
  if (OPPOSITE.has(last)) return { name: '.enabled', isOpposite: true };
  for (let from = 0; from < path.length; from++) {
    const moved = MOVES.get(path.slice(from).join('.'));
    if (moved !== undefined) return { name: `.${moved}`, isOpposite: false };
  }
  const renamed = RENAMES.get(last) ?? last;
  return { name: `.${OF_EXPRESSION.test(renamed) ? 'expression' : renamed}`, isOpposite: false };
}

/** An option of the command line is a field of what it is parsed to. */
export function optionOf(text: string): string | null {
  return /^--?[a-z][\w-]*$/i.test(text) ? `.${plain(text)}` : null;
}

export function literal(value: string): { readonly word: string; readonly isOpposite: boolean } {
  const renamed = RENAMED_ACTIONS.get(value) ?? value;
  const other = opposite(renamed);
  return other !== undefined && other < renamed
    ? { word: `=${other}`, isOpposite: true }
    : { word: `=${renamed}`, isOpposite: false };
}

/** What is sent to an API and no person reads. */
const OF_REQUEST =
  /^\/|:\/\/|^(?:zones|accounts|firewall|filters)(?:\/|$)|\/zones|\/firewall|\/filters|rate_limits|rulesets|\/client\/|^(?:GET|POST|PUT|PATCH|DELETE|utf-?8|Authorization|Content-Type|Bearer ?|application\/json|_ALL_)$/i;

const OPERATOR =
  /^(?:eq|ne|in|contains|matches|wildcard|strict|and|or|not|xor|lt|gt|le|ge|lower|starts_with|ends_with|starts|ends|with)$/;

/** Words of a text that people read. */
export function wordsIn(text: string): readonly string[] {
  if (OF_REQUEST.test(text)) return [];
  // A name of the API, or of the program.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(text)) return [`'${text}`];
  // Fields of the language of expressions, which have other names now.
  const plain = text.replace(/\b(?:http|ip|cf|ssl|tcp|udp)(?:\.[a-z_]{1,30}){1,5}/g, ' ');
  if (plain !== text)
    return (plain.match(/[A-Za-z0-9]+/g) ?? [])
      .filter((word) => !OPERATOR.test(word))
      .map((word) => `'${word}`);
  return (text.match(/[A-Za-z0-9]+/g) ?? []).map((word) => `'${word}`);
}
