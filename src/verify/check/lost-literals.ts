/** Texts and numbers of a program that a migration keeps. */
import { literally } from '../../value/index.js';
import { functionsIn } from './lost-calls.js';
import { opposite } from './marks.js';
import type { Loss } from './model.js';
import { type Words, wordsOf } from './words.js';

/** Names of fields and of what an API is asked with: they may go. */
const API_WORD =
  /^(?:GET|POST|PUT|PATCH|DELETE|id|filter|filters|rules|result|result_info|page|per_page|total_pages|paused|disabled|expression|action|products|priority|match|request|response|url|methods|schemes|threshold|period|timeout|mode|bypass|correlate|items|value|allow|bypass|block|ban|simulate|locked|error_chain|_ALL_|https?|off|name|data|service|proto|weight|port|target|and|or|success|errors|message|log|brotli|minify|server_side_exclude|mobile_redirect|privacy_pass|mirage|security_level)$|^%[a-z](?:\\n)?$|[/?&=$]|\b(?:http|ip|cf|ssl)\.[a-z]|^\s*\.|^$/i;

/** Texts and numbers of which there are fewer than before; inside of retired calls, those that are gone. */
export function lostLiterals(
  before: Words,
  outside: Words,
  after: Words,
  { language, pageSizes }: { readonly language: string; readonly pageSizes: ReadonlySet<string> },
): readonly Loss[] {
  const now = tally(literalsOf(after, language));
  const all = literalsOf(after, language).join('\n');
  const texts = after.texts.join('\n');
  const counts = tally(literalsOf(outside, language));
  return [...new Set(literalsOf(before, language))].flatMap((literal) => {
    if (API_WORD.test(literal) || pageSizes.has(literal)) return [];
    const has = now.get(literal) ?? 0;
    // A helper may ask for all.
    if (has > 0 && /^(?:true|false)$/.test(literal)) return [];
    // Of two words that say the opposite, either may be asked for.
    const other = opposite(literal);
    if (has > 0 && other !== undefined && (now.get(other) ?? 0) > (counts.get(other) ?? 0)) return [];
    const wanted = Math.max(1, Math.min(counts.get(literal) ?? 0, 1000));
    if (has >= wanted || (has > 0 && (counts.get(literal) ?? 0) === 0)) return [];
    // A name that is written into a longer text.
    if (wanted === 1 && literal.length > 2 && all.includes(literal)) return [];
    if (wanted === 1 && /^[A-Za-z]{4,}$/.test(literal) && texts.includes(literal)) return [];
    if (isEscape(literal) && texts.includes(literal)) return [];
    return [
      {
        of: literal,
        what:
          has === 0
            ? `${JSON.stringify(literal.slice(0, 80))} is gone`
            : `${JSON.stringify(literal.slice(0, 80))} stood ${wanted} times in the code, and stands ${has} times`,
      },
    ];
  });
}

/** `\t` in a text that is put together otherwise. */
function isEscape(literal: string): boolean {
  return /^(?:\\[a-z]|[^\w\s])+$/.test(literal);
}

function literalsOf({ texts, numbers, code }: Words, language: string): readonly string[] {
  return [
    ...(language === 'shell' ? bareWordsIn(code) : []),
    ...texts.filter((text) => !/ /.test(text.trim())).map((text) => text.trim()),
    ...numbers.filter((number) => Number(number) > 1),
  ];
}

export function tally(list: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Words of a script that stand without quotes: those of loops and lists, and what its own functions are given. */
function bareWordsIn(code: string): readonly string[] {
  const lists = [...code.matchAll(/\bfor\s+\w+\s+in\s+([^;\n]+)|=\(([^()]{0,2000})\)/g)];
  const calls = [...functionsIn(code)].flatMap((name) => [
    ...code.matchAll(
      new RegExp(`(?<=^|[;&|(]|\\bthen|\\bdo)[ \\t]*${literally(name)}[ \\t]+([^;&|\\n]+)`, 'gm'),
    ),
  ]);
  const spans = [...lists, ...calls].map(([, one, other]) => one ?? other ?? '');
  return spans.flatMap((span) => span.split(/\s+/).filter((word) => /^[a-z][\w.-]+$/i.test(word)));
}

/** Texts and numbers that the old code has not. */
export function newLiterals(before: string, after: string, language: string): readonly Loss[] {
  const all = (text: string) => {
    const words = wordsOf(text, language);
    return [...literalsOf(words, language), ...words.texts.map((text) => text.trim())];
  };
  const known = new Set(all(before));
  return [...new Set(all(after))]
    .filter((literal) => literal !== '' && !known.has(literal) && !before.includes(literal))
    .map((literal) => ({ what: `${JSON.stringify(literal.slice(0, 80))} was not there before` }));
}
