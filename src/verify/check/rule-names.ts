import { parseFilter } from '../../expression/index.js';
import { pairsIn } from './conserved.js';
import { samplesIn } from './pattern-samples.js';
import { wordsOf } from './words.js';

const MOST = 12;
const MOST_PLAIN = 6;
/** With those of data files and other texts, which come last. */
const MOST_IN_ALL = 36;
/** What a description may look like; names of files, paths and conditions do not. */
const NAME = /^[\w[(#][\w ./:()[\]=#,@+-]{1,60}$/;
const FILE = /\.\w{2,4}$|^-/;
const HOLE = /\$?\{[^{}]*\}|\$\w+|%[sd]/;
/** A text that the rest of a name is put behind. */
const BEGINNING = /^\w[\w ]{1,30}[:/#-] ?$/;

/**
 * Names that rules of a made state get, so that a program finds what it looks for: what the command is given, texts
 * beside `description`, what patterns match, templates and beginnings of the code filled with what is given, the same of
 * `data`, the words of files that the program reads, and last other texts of the code.
 */
export function ruleNames(
  command: string,
  texts: readonly string[],
  language: string,
  data: readonly string[] = [],
): readonly string[] {
  const given = wordsGiven(command);
  const written = texts.flatMap((text) =>
    pairsIn(text).flatMap(([key, value]) => (key === 'description' && !HOLE.test(value) ? [value] : [])),
  );
  const words = [...new Set(texts.flatMap((text) => wordsOf(text, language).texts))];
  const templates = words.filter(isTemplate);
  const filled = templates.flatMap((template) => [
    fill(template, given),
    ...(holesIn(template) === 1 ? given.slice(1, 4).map((one) => fill(template, [one])) : []),
  ]);
  const begun = texts.flatMap((text) =>
    [...text.matchAll(/starts_?[wW]ith\(\s{0,4}["'`]([\w :./-]{2,40})["'`]/g)].map(
      ([, start = '']) => `${start}made`,
    ),
  );
  const matched = texts.flatMap(samplesIn);
  const continued = words
    .filter((word) => BEGINNING.test(word))
    .flatMap((start) => [...given.slice(0, 4), 'made'].map((rest) => start + rest));
  const names = [...given, ...written, ...matched, ...begun, ...filled].filter((name) => NAME.test(name));
  const rows = data.filter((word) => NAME.test(word) && /[a-z]{3}/i.test(word) && !FILE.test(word));
  const called = templates.flatMap((template) => [
    fill(template, rows),
    ...rows.slice(0, MOST).map((row) => fill(template, [row])),
  ]);
  return [
    ...new Set([
      ...[...new Set(names)].slice(0, MOST),
      ...continued.filter((name) => NAME.test(name)).slice(0, MOST),
      ...rows.slice(0, MOST),
      ...called.filter((one) => NAME.test(one)),
      ...plainNames(words),
    ]),
  ].slice(0, MOST_IN_ALL);
}

/** Arguments behind the program and its file, and texts of options. */
function wordsGiven(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)]
    .map(([, one, two, three]) => one ?? two ?? three ?? '')
    .slice(2)
    .filter((word) => NAME.test(word) && !FILE.test(word));
}

/** Texts that may be names: those of several words first. */
function plainNames(words: readonly string[]): readonly string[] {
  const names = words.filter(
    (word) => NAME.test(word) && /[a-z]{3}/.test(word) && !FILE.test(word) && !word.includes('/'),
  );
  const isLong = (name: string) => /[ :]/.test(name);
  return [
    ...names.filter(isLong).slice(0, MOST_PLAIN),
    ...names.filter((name) => !isLong(name)).slice(0, MOST_PLAIN),
  ];
}

const MOST_EXPRESSIONS = 6;

/** Conditions of rules that the program looks for: those that it writes, filled with what is given, and samples of patterns. */
export function ruleExpressions(
  command: string,
  texts: readonly string[],
  language: string,
): readonly string[] {
  const given = [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)]
    .map(([, one, two, three]) => one ?? two ?? three ?? '')
    .slice(2)
    .filter((word) => !word.startsWith('-'));
  const words = texts.flatMap((text) => [...wordsOf(text, language).texts, ...samplesIn(text)]);
  const filled = words.flatMap((word) => {
    const plain = word.replace(/\\(["\\])/g, '$1').replace(/\{\{|\}\}/g, (two) => two[0] ?? '');
    return HOLE.test(plain)
      ? [...given, '198.51.100.7', 'made'].map((one) => word.replace(new RegExp(HOLE, 'g'), () => one))
      : [plain];
  });
  const expressions = filled.filter((text) => /[a-z]\.[a-z]/.test(text) && parseFilter(text).ok);
  return [...new Set(expressions)].slice(0, MOST_EXPRESSIONS);
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
  if (!HOLE.test(text) || /[/"<>?,;\n]|https?:|\s=|={2}/.test(text)) return false;
  const fixed = text.replace(new RegExp(HOLE, 'g'), '');
  return /[a-z]{2}/i.test(fixed) || /^[[\]():#@ -]{1,6}$/.test(fixed.trim());
}

function holesIn(template: string): number {
  return template.match(new RegExp(HOLE, 'g'))?.length ?? 0;
}

/** The holes take what is given, in its order; the last of it where there are more. */
function fill(template: string, given: readonly string[]): string {
  let next = 0;
  return template.replace(new RegExp(HOLE, 'g'), () => given[Math.min(next++, given.length - 1)] ?? 'made');
}
