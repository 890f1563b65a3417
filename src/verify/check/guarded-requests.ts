/** Requests that an option of the program decided about, as `--dry-run` does, and that are sent now whatever it says. */
import { literally, type Origin } from '../../value/index.js';
import { isRulesetRequest } from './actual.js';
import { functionsIn } from './lost-calls.js';
import type { MeaningInput } from './meaning.js';
import { placesOf, type Sent } from './sent.js';

/** A request that writes, and where its path is written. */
interface Write {
  readonly kind: 'remove' | 'write';
  readonly places: readonly Origin[];
}

interface Text {
  readonly path: string;
  readonly text: string;
}

const HEAD = /^(?:\}\s{0,3})?(?:if|elif|else if|elsif|unless|case)\b/;
const OTHERWISE = /^(?:\}\s{0,3})?else\b/;
const LEAVES = /\b(?:return|continue|break|throw|raise|exit)\b/;
const OPTIONS: readonly RegExp[] = [
  /\b(?:args|argv|options|opts|values|flags)[.[]["']?(\w{1,40})/gi,
  /(?<![\w.$])([A-Za-z_]\w{0,40}) ?= ?["']?(?:[\w-]{1,30}["'] in )?(?:os\.|sys\.|process\.|\$\{?)?(?:args|argv|environ|getenv|env|options|[1-9])\b/gi,
];
const IS_OPTION = /dry|force|confirm|preview/i;
/** How far calls are followed back. */
const DEEPEST = 3;

export function checkGuards(
  retired: readonly Sent[],
  { before, after, findings }: Pick<MeaningInput, 'before' | 'after' | 'findings'>,
): void {
  const known = new Set(before.requests.map(({ method, template }) => `${method} ${template}`));
  const added = after.requests.filter(
    (one) => isRulesetRequest(one) && !known.has(`${one.method} ${one.template}`),
  );
  const lost = unguardedRequests(
    { texts: before.texts, writes: writesOf(retired) },
    { texts: after.texts, writes: writesOf(added) },
  );
  const [first] = added;
  if (first !== undefined)
    for (const { what } of lost) findings.gaps.push({ check: 'meaning', what, at: first.at, byRuns: true });
}

function writesOf(requests: readonly Sent[]): readonly Write[] {
  return requests.flatMap((one): readonly Write[] => {
    const { method } = one;
    if (method === null || method === 'GET') return [];
    return [
      { kind: method === 'DELETE' ? 'remove' : 'write', places: placesOf({ ...one, bodyValue: null }) },
    ];
  });
}

function unguardedRequests(
  before: { readonly texts: readonly Text[]; readonly writes: readonly Write[] },
  after: { readonly texts: readonly Text[]; readonly writes: readonly Write[] },
): readonly { readonly what: string }[] {
  const all = after.texts.map(({ text }) => text).join('\n');
  const old = guardsOf(before);
  const now = guardsOf(after);
  const lost = new Set<string>();
  for (const kind of ['remove', 'write'] as const) {
    const [was, is] = [old, now].map((list) => list.filter((one) => one.kind === kind));
    if (was === undefined || is === undefined || was.length === 0 || is.length === 0) continue;
    const [first] = was;
    for (const word of first?.words ?? [])
      if (
        was.every(({ words }) => words.has(word)) &&
        new RegExp(`(?<![\\w.])${literally(word)}\\b`).test(all) &&
        is.every(({ words }) => !words.has(word))
      )
        lost.add(word);
  }
  return [...lost].map((word) => ({ what: `whether ${word} still decides about what is sent` }));
}

function guardsOf({
  texts,
  writes,
}: {
  readonly texts: readonly Text[];
  readonly writes: readonly Write[];
}): readonly { readonly kind: Write['kind']; readonly words: ReadonlySet<string> }[] {
  const codes = new Map(texts.map(({ path, text }) => [path, codeOf(text)]));
  return writes.flatMap(({ kind, places }) => {
    const found = places.flatMap(({ file, start }) => {
      const code = codes.get(file);
      return code === undefined ? [] : [guardsAt(code, code.text.slice(0, start).split('\n').length - 1, 0)];
    });
    // The place that is decided about most is the call; others may be constants.
    const words = new Set(found.flatMap((one) => [...one]));
    return found.length === 0 ? [] : [{ kind, words }];
  });
}

/** One file, and what was found in it: many lines are called from the same few places. */
interface Code {
  readonly text: string;
  readonly lines: readonly string[];
  readonly options: ReadonlySet<string>;
  /** By line and depth. */
  readonly guards: Map<string, ReadonlySet<string>>;
}

function codeOf(text: string): Code {
  const options = new Set([
    ...OPTIONS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
    ...(text.match(/[A-Za-z_]\w{0,40}/g) ?? []).filter((word) => IS_OPTION.test(word)),
  ]);
  return { text, lines: text.split('\n'), options, guards: new Map() };
}

/** Options that decide whether this line is reached, in its function and where that is called. */
function guardsAt(code: Code, line: number, depth: number): ReadonlySet<string> {
  const key = `${line} ${depth}`;
  const known = code.guards.get(key) ?? findGuards(code, line, depth);
  code.guards.set(key, known);
  return known;
}

function findGuards(code: Code, line: number, depth: number): ReadonlySet<string> {
  const { text, lines, options } = code;
  // Without an option there is nothing to follow.
  if (options.size === 0) return new Set();
  const found = new Set<string>();
  let indent = indentOf(lines[line] ?? '');
  addWords(lines[line] ?? '', true);
  for (let at = line - 1; at >= 0; at--) {
    const above = lines[at] ?? '';
    if (above.trim() === '' || indentOf(above) > indent) continue;
    if (indentOf(above) < indent) {
      indent = indentOf(above);
      if (HEAD.test(above.trim())) addWords(above);
      // The other branch is decided by the same words.
      if (OTHERWISE.test(above.trim())) addWords(headOf(lines, at));
      const name = definedIn(above, text);
      if (name !== null) {
        for (const word of guardsOfCalls(code, name, at, depth)) found.add(word);
        break;
      }
    } else if (HEAD.test(above.trim()) && LEAVES.test(blockOf(lines, at))) addWords(above);
  }
  return found;

  function addWords(condition: string, isOwn = false): void {
    if (isOwn && !/\bif\b|&&|\|\|/.test(condition)) return;
    for (const word of condition.match(/[A-Za-z_$][\w$]*/g) ?? []) if (options.has(word)) found.add(word);
  }
}

function definedIn(line: string, text: string): string | null {
  return (
    [...functionsIn(`${line}\n`), ...functionsIn(`${line}}`)].find((name) => text.includes(name)) ?? null
  );
}

/** What decides about all calls of a function. */
function guardsOfCalls(code: Code, name: string, defined: number, depth: number): ReadonlySet<string> {
  if (depth >= DEEPEST || /^(?:main|if|for|while|switch|catch)$/.test(name)) return new Set();
  const call = new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`);
  const calls = code.lines.flatMap((line, at) =>
    at !== defined && call.test(line) ? [guardsAt(code, at, depth + 1)] : [],
  );
  const [first, ...rest] = calls;
  return new Set([...(first ?? [])].filter((word) => rest.every((one) => one.has(word))));
}

function headOf(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at] ?? '');
  return lines.slice(0, at).findLast((line) => indentOf(line) === indent && HEAD.test(line.trim())) ?? '';
}

function blockOf(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at] ?? '');
  const end = lines.findIndex((line, index) => index > at && line.trim() !== '' && indentOf(line) <= indent);
  return lines.slice(at, end < 0 ? lines.length : Math.max(end, at + 1)).join('\n');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
