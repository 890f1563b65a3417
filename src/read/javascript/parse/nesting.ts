/**
 * A linear look at a text that tells whether its parse can run deep. The parser of the scanner recurses, and a
 * stack that overflows in native code takes the process with it; nothing in JavaScript can catch that.
 *
 * Depth has two sources. Brackets (and tags, type arguments, templates) nest visibly. Operators, arrows,
 * prefixes, `else if` and postfix chains nest too, one level per token, and their nest ends with the
 * expression or statement. So each open bracket carries a tally of such tokens since its last separator, and
 * the estimate is the number of open brackets plus the tallies of all of them. It errs to the high side: a
 * text that merely looks deep costs a parse in another process, nothing else.
 */

/** Open brackets beyond this are not parsed in this process. A tenth of what kills a thread of ordinary stack. */
export const DEEP_BRACKETS = 1000;
/** The same for levels without brackets, of which ten thousand are needed at least. */
export const DEEP_TALLY = 3000;

/** What an ASCII character is to the depth of a text. */
const OPEN = 1;
const CLOSE = 2;
/** Levels that ten thousand of are too many: assignments, arrows, conditions, types, decorators. */
const HEAVY = 3;
/** Levels that it takes a hundred thousand of: operators, prefixes, members. */
const LIGHT = 4;
const LIGHT_WEIGHT = 0.1;
/** Words that open a level of their own or carry one on. */
const NESTING_WORDS = new Set(
  'else if for while do new await typeof void delete yield in instanceof as satisfies extends keyof infer readonly unique with async case'.split(
    ' ',
  ),
);
/** Words after a line break that carry the statement before it on. */
const CONTINUING_WORDS = new Set(['else', 'in', 'instanceof', 'as', 'satisfies', 'extends', 'while', 'of']);
/** Words before a slash that make it the start of a regular expression. */
const BEFORE_REGEX = new Set('return typeof case in of delete void throw new else do yield await'.split(' '));

const NEWLINE = 10;
const QUOTE = 39;
const DOUBLE = 34;
const BACKTICK = 96;
const SLASH = 47;
const BACKSLASH = 92;
const STAR = 42;

const WIDTH = 128;
/** By the code of a character. */
const KINDS = new Uint8Array(WIDTH);
for (const [kind, characters] of ['', '([{', ')]}', '<>=?:@', '+-*/%&|^!~.'].entries())
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
/** By its code: whether an ASCII character is part of words. */
const IN_WORDS = new Uint8Array(WIDTH);
/** By the codes of the first two characters: whether one of the words that count begins with them. */
const BEGINNINGS = new Uint8Array(WIDTH * WIDTH);
for (let code = 0; code < WIDTH; code++) IN_WORDS[code] = /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0;
for (const word of [...NESTING_WORDS, ...CONTINUING_WORDS, ...BEFORE_REGEX])
  BEGINNINGS[word.charCodeAt(0) * WIDTH + word.charCodeAt(1)] = 1;

export function isWordCode(code: number): boolean {
  return code >= WIDTH || IN_WORDS[code] === 1;
}

/** A word of the language, or nothing for a name: most words are names, and need not be cut out. */
function wordOfLanguage(text: string, start: number, end: number): string {
  const first = text.charCodeAt(start);
  const second = text.charCodeAt(start + 1);
  const mayBe = first < WIDTH && second < WIDTH && BEGINNINGS[first * WIDTH + second] === 1;
  return mayBe && end - start <= 12 ? text.slice(start, end) : '';
}

/** Whether a parse of the text may need more stack than a thread has. */
export function mayNestDeep(text: string): boolean {
  if (text.length < DEEP_BRACKETS) return false;
  const tallies: number[] = [0];
  /** Depths of brackets at which an open template goes on. */
  const templates: number[] = [];
  let total = 0;
  let before = NEWLINE;
  let lastWord = '';
  let brokeLine = false;
  let at = 0;

  const add = (weight: number): void => {
    tallies[tallies.length - 1] = (tallies[tallies.length - 1] ?? 0) + weight;
    total += weight;
  };
  const settle = (): void => {
    total -= tallies[tallies.length - 1] ?? 0;
    tallies[tallies.length - 1] = 0;
  };
  const template = (from: number): number => {
    let index = from;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === BACKSLASH) index++;
      else if (code === BACKTICK) return index + 1;
      else if (code === 36 && text.charCodeAt(index + 1) === 123) {
        templates.push(tallies.length);
        tallies.push(0);
        return index + 2;
      }
      index++;
    }
    return index;
  };

  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isWordCode(code)) {
      let end = at + 1;
      for (let next = text.charCodeAt(end); IN_WORDS[next] === 1 || next >= WIDTH; )
        next = text.charCodeAt(++end);
      const word = wordOfLanguage(text, at, end);
      if (brokeLine && !CONTINUING_WORDS.has(word) && (before === 41 || before === 125 || isWordCode(before)))
        settle();
      if (word !== '' && NESTING_WORDS.has(word)) add(1);
      lastWord = word;
      before = text.charCodeAt(end - 1);
      brokeLine = false;
      at = end;
    } else if (code === NEWLINE) {
      brokeLine = true;
      at++;
    } else if (code === 32 || code === 9 || code === 13) at++;
    else {
      if (code === QUOTE || code === DOUBLE) at = endOfString(text, at, code);
      else if (code === BACKTICK) {
        add(LIGHT_WEIGHT);
        at = template(at + 1);
      } else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) {
        at = lineEnd(text, at);
        continue;
      } else if (code === SLASH && text.charCodeAt(at + 1) === 42) {
        const end = text.indexOf('*/', at + 2);
        at = end < 0 ? text.length : end + 2;
        continue;
      } else if (code === SLASH && startsRegex(before, lastWord)) at = endOfRegex(text, at);
      else if (KINDS[code] === OPEN) {
        add(LIGHT_WEIGHT);
        tallies.push(0);
        at++;
      } else if (KINDS[code] === CLOSE) {
        if (tallies.length > 1) total -= tallies.pop() ?? 0;
        at++;
        if (code === 125 && templates[templates.length - 1] === tallies.length) {
          templates.pop();
          at = template(at);
        }
      } else if (code === 59) {
        if (!/^\s*else\b/.test(text.slice(at + 1, at + 24))) settle();
        at++;
      } else if (code === 44) {
        if (!brokeLine || tallies.length > 1) settle();
        at++;
      } else {
        if (KINDS[code] === HEAVY) add(1);
        else if (KINDS[code] === LIGHT) add(code === STAR ? 2 * LIGHT_WEIGHT : LIGHT_WEIGHT);
        at++;
      }
      if (tallies.length > DEEP_BRACKETS) return true;
      before = code;
      lastWord = '';
      brokeLine = false;
    }
    if (total > DEEP_TALLY) return true;
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Strings end with their line: an apostrophe in the text of an element opens none. */
function endOfString(text: string, from: number, quote: number): number {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at + 1;
    else if (code === NEWLINE) return at;
    at++;
  }
  return at;
}

function startsRegex(before: number, word: string): boolean {
  if (word !== '') return BEFORE_REGEX.has(word);
  return !(
    isWordCode(before) ||
    before === 41 ||
    before === 93 ||
    before === 125 ||
    before === QUOTE ||
    before === DOUBLE ||
    before === BACKTICK ||
    before === 60
  );
}

function endOfRegex(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === NEWLINE) return at;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === SLASH && !inClass) return at + 1;
  }
  return text.length;
}
