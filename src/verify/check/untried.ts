/** Options of the command line that the code asks about, and that no command of a verification gives. */
import type { Gap } from './model.js';

/** `--dry-run` in any language, in a text or as a pattern of a shell's `case`. */
const LONG = /(?<![\w-])--([a-z][\w-]{1,30})\b/g;
/** Keys of `parseArgs({ options: { 'dry-run': { type: … } } })`. */
const PARSED = /["']?([a-z][\w-]{1,30})["']?\s{0,3}:\s{0,3}\{\s{0,5}type\s{0,3}:/gi;
/** `getopts "nvl:"` */
const GETOPTS = /\bgetopts\s{1,3}["']?:?([A-Za-z:]{1,40})/g;
/** `-n)` of a `case`, and what a program compares with. */
const SHORT = /["'](-[A-Za-z])["'](?=\s{0,3}[,)\]])|(?:^[ \t]{0,20}|\|\s?)(-[A-Za-z])(?=\s?(?:\||\)))/gm;
/** Options of other programs that scripts call. */
const CALLED =
  /\b(?:curl|jq|grep|sed|awk|head|tail|sort|date|cut|mktemp|mkdir|rm|cat|printf|set|read|test|xargs)\b[^\n]*/g;
const NO_CHOICE: ReadonlySet<string> = new Set([
  ...['--help', '--version', '-h', '-v', '--verbose', '--quiet', '-q'],
  // Of curl and jq, in functions that call them.
  ...[
    '--request',
    '--header',
    '--data',
    '--data-raw',
    '--data-binary',
    '--json',
    '--get',
    '--url',
    '--silent',
  ],
  ...['--show-error', '--fail', '--fail-with-body', '--write-out', '--output', '--retry', '--max-time'],
  ...['--arg', '--argjson', '--raw-output', '--slurp', '--rawfile', '--slurpfile', '--data-urlencode'],
]);

export function optionsAsked(text: string, isShell: boolean): readonly string[] {
  const code = text.replace(/\\\n\s*/g, ' ').replace(/^[ \t]*(?:#|\/\/|\*).*$/gm, '');
  const own = isShell ? code.replace(CALLED, ' ') : code.replace(/\b(?:curl|jq) [^\n]*/g, ' ');
  const found = [
    ...[...own.matchAll(LONG)].map(([, name = '']) => `--${name}`),
    ...(/\bparseArgs\b/.test(code) ? [...code.matchAll(PARSED)].map(([, name = '']) => `--${name}`) : []),
    ...[...own.matchAll(SHORT)].map(([, one, two]) => one ?? two ?? ''),
    ...[...code.matchAll(GETOPTS)].flatMap(([, letters = '']) =>
      [...letters.replace(/:/g, '')].map((letter) => `-${letter}`),
    ),
  ];
  return [...new Set(found)].filter((option) => !NO_CHOICE.has(option));
}

/** `process.env.X`, `os.environ.get("X")`, `${X:-default}`. */
const FROM_ENVIRONMENT =
  /\bprocess\.env\.([A-Z][A-Z0-9_]{1,40})|\b(?:environ(?:\.get\(|\[)|getenv\()\s?["']([A-Z][A-Z0-9_]{1,40})|\$\{([A-Z][A-Z0-9_]{1,40}):?[-+]/g;
/** Who and where, not what is done. */
const OF_ACCESS = /TOKEN|KEY|EMAIL|SECRET|URL|HOST|API|HOME|PATH|TMP|TEMP|LOG|DEBUG|COLOR/;

function variablesAsked(text: string): readonly string[] {
  const names = [...text.matchAll(FROM_ENVIRONMENT)].map(([, one, two, three]) => one ?? two ?? three ?? '');
  return [...new Set(names)].filter((name) => !OF_ACCESS.test(name));
}

/** One gap for all of them; a short form may stand for a long one. */
export function untriedOptions(
  texts: readonly string[],
  commands: readonly string[],
  isShell: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Gap[] {
  const all = [...new Set(texts.flatMap((text) => optionsAsked(text, isShell)))];
  const given = commands.join(' ').split(/[\s='"]+/);
  const isGiven = (option: string) =>
    given.some((word) => word === option || (option.length === 2 && isBundled(word, option))) ||
    isTwin(option, all, given);
  const variables = texts
    .flatMap(variablesAsked)
    .filter((name) => environment[name] === undefined && !commands.some((one) => one.includes(`${name}=`)));
  const left = [...all.filter((option) => !isGiven(option)), ...new Set(variables)];
  if (left.length === 0) return [];
  const what = `no run gives ${left.slice(0, 4).join(', ')}: add a --run for each`;
  return [{ check: 'runs', what, at: null, byRuns: false }];
}

/** `-nv` has `-n`. */
function isBundled(word: string, option: string): boolean {
  return /^-[A-Za-z]{2,6}$/.test(word) && word.includes(option.slice(1));
}

/** `-n` beside `--dry-run` of which one is given, by the place of both in the code: the letter that a long option begins with. */
function isTwin(option: string, all: readonly string[], given: readonly string[]): boolean {
  return all.some(
    (other) =>
      given.includes(other) &&
      option.startsWith('--') !== other.startsWith('--') &&
      option.replace(/^-+/, '')[0] === other.replace(/^-+/, '')[0],
  );
}
