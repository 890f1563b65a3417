/** Calls of the program's own functions that a condition decided about, and that are made now whatever it says. */
import { literally } from '../../value/index.js';
import { functionsIn, sends } from './lost-calls.js';
import type { Loss } from './model.js';

interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Block {
  readonly indent: number;
  readonly words: ReadonlySet<string>;
  /** It ends with leaving what is around it. */
  leaves: boolean;
}

const HEAD = /^(?:\}\s{0,3})?(?:if|elif|else if|elsif|unless)\b(.*)$/;
const OTHERWISE = /^(?:\}\s{0,3})?else\b/;
const LEAVES = /\b(?:return|continue|break|throw|raise|exit)\b/;
const LEAVING = /^(?:return|continue|break|throw|raise|exit)\b/;
const KEYWORDS =
  /^(?:if|elif|else|elsif|unless|not|and|or|in|is|None|True|False|true|false|null|undefined|await|then|typeof|len|length|return|continue|break|throw|raise|exit|const|let|var)$/;

/** Code in which texts are replaced by their numbers, before and after. */
export function unguardedCalls(before: string, after: string): readonly Loss[] {
  const [old, now] = [callsOf(before, before), callsOf(after, before)];
  const asked = new Set(linesOf(after).flatMap(({ text }) => [...wordsIn(HEAD.exec(text)?.[1] ?? '')]));
  // What is put in a variable may have another name; what a program is told keeps its name.
  const isTold = (word: string) =>
    !new RegExp(
      `(?<![\\w.])(?:${literally(word)}\\b[^\\n=]{0,40} = |(?:for|const|let|var) \\W?${literally(word)}\\b)`,
    ).test(before);
  const known = { has: (word: string) => asked.has(word) || (isTold(word) && wordsIn(after).has(word)) };
  return [...old].flatMap(([name, then]) => {
    const calls = now.get(name);
    if (calls === undefined) return [];
    const words = new Set(then.flatMap((guards) => [...guards]));
    const lost = [...words].find((word) => {
      const free = (list: readonly ReadonlySet<string>[]) =>
        list.filter((guards) => !guards.has(word)).length;
      return (
        known.has(word) && free(calls) > free(then) && calls.length - free(calls) < then.length - free(then)
      );
    });
    return lost === undefined ? [] : [{ what: `whether ${lost} still decides about ${name}` }];
  });
}

/** For each function of the old code that sends nothing by itself: the words that decide about each call. */
function callsOf(code: string, before: string): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const names = [...functionsIn(before)].filter((name) => !sends(before, name));
  const found = new Map<string, ReadonlySet<string>[]>();
  const blocks: Block[] = [];
  for (const { indent, text } of linesOf(code)) {
    closeBlocks(blocks, indent, OTHERWISE.test(text));
    const last = blocks.at(-1);
    if (last !== undefined && LEAVING.test(text)) last.leaves = true;
    const condition = HEAD.exec(text)?.[1];
    const own = wordsIn(condition ?? '');
    const guards = new Set([...blocks.flatMap(({ words }) => [...words]), ...own]);
    for (const name of names) if (calls(text, name)) found.set(name, [...(found.get(name) ?? []), guards]);
    if (condition === undefined) continue;
    const isShort = LEAVES.test(condition);
    blocks.push({ indent: isShort ? indent - 1 : indent, words: own, leaves: isShort });
  }
  return found;
}

/** A block that leaves decides about all that follows in the block around it. */
function closeBlocks(blocks: Block[], indent: number, isOtherwise: boolean): void {
  for (let last = blocks.at(-1); last !== undefined && last.indent >= indent; last = blocks.at(-1)) {
    // The other branch is decided by the same words.
    if (last.indent === indent && isOtherwise) return;
    blocks.pop();
    if (last.leaves && last.indent === indent) {
      blocks.push({ ...last, indent: indent - 1 });
      return;
    }
  }
}

function linesOf(code: string): readonly Line[] {
  return code.split('\n').flatMap((line) => {
    const text = line.trim();
    return text === '' ? [] : [{ text, indent: line.length - line.trimStart().length }];
  });
}

function wordsIn(condition: string): ReadonlySet<string> {
  return new Set((condition.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => !KEYWORDS.test(word)));
}

function calls(line: string, name: string): boolean {
  const at = line.indexOf(name);
  if (at < 0 || /\b(?:def|function)\b/.test(line.slice(0, at))) return false;
  return /^\s?\(|^\s+["$\w]|^$/.test(line.slice(at + name.length)) && !/[\w$]/.test(line[at - 1] ?? ' ');
}
