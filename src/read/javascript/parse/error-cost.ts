import { isWordCode } from './nesting.js';

/**
 * The parser words each of its errors together with the whole line that it is in, and counts the lines before it: a text
 * in which every character is an error takes memory with the square of its lines and time with the square of its length.
 * Nothing in JavaScript can interrupt that.
 */

/** In bytes. */
const MOST_MEMORY = 384 * 1024 * 1024;
/** In steps from the start of the text to each error, of which a second has some twenty billions. */
const MOST_STEPS = 5e10;
const SPACE = 32;
const TAB = 9;
/** Bytes for an error beside its line. */
const PER_ERROR = 300;

/** Whether the errors of a text may cost too much, if it has as many as it can: at most one for each token. */
export function mayCostMuch(text: string): boolean {
  // Most texts are cleared by their size alone.
  if (!exceeds(text, (start, end) => end - start)) return false;
  const code = withoutBlocks(text);
  return exceeds(code, tokensIn(code));
}

/**
 * Lines of a block of documentation, which no parser complains of. What stands in one could only be code where a text
 * or an element goes on into it, and then a sign in it ends that. It closes with its last line and not before.
 */
const BLOCK = /(?<!\\\n)^[ \t]*\/\*\*\n(?:[ \t]*\*(?!\/)(?:[^\n`{}<>*]|\*(?!\/))*\n)+[ \t]*\*\/$/gm;

function withoutBlocks(text: string): string {
  return text.replace(BLOCK, (block) => block.replace(/[^\n]/g, ' '));
}

function exceeds(text: string, errorsIn: (start: number, end: number) => number): boolean {
  let memory = 0;
  let steps = 0;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const most = errorsIn(start, end);
    memory += most * (end - start + PER_ERROR);
    steps += most * end;
    if (memory > MOST_MEMORY || steps > MOST_STEPS) return true;
    start = end + 1;
  }
  return false;
}

/** Counts words as one and all else but blanks by the character. */
function tokensIn(text: string): (start: number, end: number) => number {
  return (start, end) => {
    let tokens = 0;
    let isInWord = false;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const isWord = isWordCode(code);
      if (isWord ? !isInWord : code !== SPACE && code !== TAB) tokens++;
      isInWord = isWord;
    }
    return tokens;
  };
}
