import { pairsIn } from './conserved.js';
import { wordsOf } from './words.js';

const MOST = 8;
/** With those of data files, which come last. */
const MOST_WITH_DATA = 20;
/** What a description may look like; names of files, paths and conditions do not. */
const NAME = /^\w[\w ./:()-]{1,60}$/;
const FILE = /\.\w{2,4}$|^-/;
const HOLE = /\$?\{[^{}]*\}|\$\w+|%[sd]/;

/**
 * Names that rules of a made state get, so that a program finds what it looks for: what the command is given, texts
 * beside `description`, templates and beginnings of the code filled with what is given, and the same of `data`, the
 * words of files that the program reads.
 */
export function ruleNames(
  command: string,
  texts: readonly string[],
  language: string,
  data: readonly string[] = [],
): readonly string[] {
  const given = [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)]
    .map(([, one, two, three]) => one ?? two ?? three ?? '')
    .slice(2)
    .filter((word) => NAME.test(word) && !FILE.test(word));
  const written = texts.flatMap((text) =>
    pairsIn(text).flatMap(([key, value]) => (key === 'description' && !HOLE.test(value) ? [value] : [])),
  );
  const words = texts.flatMap((text) => wordsOf(text, language).texts);
  const templates = words.filter(isTemplate);
  const filled = templates.map((template) => fill(template, given));
  const begun = texts.flatMap((text) =>
    [...text.matchAll(/starts_?[wW]ith\(\s{0,4}["'`]([\w :./-]{2,40})["'`]/g)].map(
      ([, start = '']) => `${start}made`,
    ),
  );
  const names = [...given, ...written, ...begun, ...filled].filter((name) => NAME.test(name));
  const rows = data.filter((word) => NAME.test(word) && /[a-z]{3}/i.test(word) && !FILE.test(word));
  const called = templates.flatMap((template) => [
    fill(template, rows),
    ...rows.slice(0, MOST).map((row) => fill(template, [row])),
  ]);
  return [
    ...new Set([
      ...[...new Set(names)].slice(0, MOST),
      ...rows.slice(0, MOST),
      ...called.filter((one) => NAME.test(one)),
    ]),
  ].slice(0, MOST_WITH_DATA);
}

const HOST = /(?<![\w.@/-])(?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}(?:[a-z]{2,6}|example)(?![\w.-])/g;
/** Ends of the names of files and of properties; the hosts of the API itself hold no records of the program. */
const NO_HOST =
  /\.(?:c?m?[jt]sx?|py|sh|rb|php|go|rs|json|ya?ml|toml|tf|md|txt|log|csv|env|result|id|data|name)$|cloudflare\./;

/** Names of hosts that a program may look for. */
export function hostNames(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => text.match(HOST) ?? []);
  return [...new Set(found.filter((host) => !NO_HOST.test(host)))].slice(0, MOST);
}

/** A text for people with a hole: no path, no condition, no sentence of an error. */
function isTemplate(text: string): boolean {
  return HOLE.test(text) && /[a-z]{2}/i.test(text.replace(HOLE, '')) && !/[/"=?<>,;\n]|https?:/.test(text);
}

/** The holes take what is given, in its order; the last of it where there are more. */
function fill(template: string, given: readonly string[]): string {
  let next = 0;
  return template.replace(new RegExp(HOLE, 'g'), () => given[Math.min(next++, given.length - 1)] ?? 'made');
}
