/**
 * Whether a word that stands in a program can be a name that is asked for, or a part of a path. It is told by the
 * characters around it, of many words in many files: what is not plainly something else counts.
 */
import { isInComment } from './comment-lines.js';

/** Words of the language that may follow a name. */
const OPERATORS = /^(?:in|of|instanceof|as|satisfies|is|from|extends|implements)\b/;
const QUOTE = /['"`]/;
/** Signs before a variable, or a type. What a variable holds is written elsewhere. */
const BEFORE_VARIABLES = /[(=!<>+*|]/;
/** `?type=` */
const ASKED = /[?&][\w.]{1,40}$/;
const MAX_BLANKS = 100;

export function mayBeUsed(text: string, start: number, end: number): boolean {
  if (isOtherWord(text, start, end) || isVariable(text, start, end) || !isRun(text, start)) return false;
  return text.charAt(start - 1) === '/' || !/[ \t]/.test(text.charAt(end)) || !isProse(text, start, end);
}

/** Whether a place is one of the program that runs: neither in a comment nor in the path of a module of its own. */
export function isRun(text: string, start: number): boolean {
  return !isInComment(text, start) && !importedAt(text, start);
}

/** A part of a longer word, an address of a person, a permission: `vpc-networks`, `billing@…`, `"registrar:read"`. */
function isOtherWord(text: string, start: number, end: number): boolean {
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  if (before === '-' && /\w/.test(text.charAt(start - 2))) return true;
  if (!/[-:@]/.test(after) || !/\w/.test(text.charAt(end + 1))) return false;
  return after !== ':' || QUOTE.test(before) || before === '/';
}

/** A variable or a parameter by itself: `send(records, …)`, `(records: Row[]) =>`, `${records}`. */
function isVariable(text: string, start: number, end: number): boolean {
  const after = text.charAt(end);
  if (after === '/' || after === '\\' || after === '=') return false;
  let at = start - 1;
  for (const least = at - MAX_BLANKS; at > least && /[ \t]/.test(text.charAt(at)); ) at--;
  const sign = text.charAt(at);
  if (sign === '=' && at === start - 1 && ASKED.test(text.slice(Math.max(0, at - MAX_BLANKS), at)))
    return false;
  if (sign === '{') return text.charAt(at - 1) === '$';
  if (sign === '\n') return after === '.';
  return BEFORE_VARIABLES.test(sign);
}

/** A word that another one follows, as in a message; a list of words may be split into segments. */
function isProse(text: string, start: number, end: number): boolean {
  const rest = text.slice(end, end + MAX_BLANKS).replace(/^[ \t]+/, '');
  if (!/^[a-z]/i.test(rest) || OPERATORS.test(rest)) return false;
  const quote = text.charAt(start - 1);
  if (!QUOTE.test(quote)) return true;
  const close = text.slice(end, end + 300).indexOf(quote);
  return close < 0 || !/^\s*\.\s*split\b/.test(text.slice(end + close + 1, end + close + 20));
}

/** Words of the language before a name: `async purge()`, `static settings`, `return rules`. */
const MODIFIERS =
  /^(?:async|get|set|static|public|private|protected|readonly|override|abstract|declare|accessor|default|export|const|let|var|function|class|interface|type|enum|return|await|yield|new|typeof|delete|void|case|in|of|else|do|throw|extends|implements|as|is|keyof|satisfies|and|or|not)$/;
const SENTENCE_END = /^(?:[ \t\n]|[.,;!?):*]{1,3}(?:[\s'"`]|$)|['"`])/;

/**
 * Whether a word is no name and no part of a path, but one of a sentence (another one follows it, or one goes before and
 * it ends a part of the sentence) or a part of a longer word: `"the rules, and"`, `vendor-billing`, `billing@example.com`.
 */
export function isInSentence(text: string, start: number, end: number): boolean {
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  if (before === '/' || before === '.') return false;
  if (before === '-' && /\w/.test(text.charAt(start - 2))) return true;
  if (/[-@]/.test(after) && /\w/.test(text.charAt(end + 1))) return true;
  if (isSplit(text, end)) return false;
  if (/[ \t]/.test(after) && isProse(text, start, end)) return true;
  if (before !== ' ' || !SENTENCE_END.test(text.slice(end, end + 4))) return false;
  const word = wordBefore(text, start - 1);
  // `GET filters`, `PATCH settings`: the method of a request and its path.
  return word !== null && !MODIFIERS.test(word) && !/^[A-Z]{3,}$/.test(word);
}

/** The word that ends at an offset, with blanks, quotes or a bracket before it. */
function wordBefore(text: string, end: number): string | null {
  let at = end;
  for (const least = Math.max(0, end - 30); at > least && /[a-z]/i.test(text.charAt(at - 1)); ) at--;
  return at < end && /^[ '"`(]?$/.test(text.charAt(at - 1)) ? text.slice(at, end) : null;
}

/** Whether the quoted text that goes on at an offset is a list: `'minify brotli'.split(' ')`. */
function isSplit(text: string, end: number): boolean {
  const rest = text.slice(end, end + 300);
  const close = rest.search(QUOTE);
  return close >= 0 && /^\s*\.\s*split\b/.test(rest.slice(close + 1, close + 20));
}

const IMPORTS = /(?:\bfrom|\bimport|\brequire|\.mock)$/;
const SPECIFIER = /[\w./@~()[\]-]/;
/** `./`, `../`, and what stands for a folder of the program: no package is called so. */
const OWN_MODULE = /^(?:\.{1,2}|[@~])\//;
/** Where CDKTF writes the classes of providers: not the program's own, although its path says so. */
const GENERATED_PROVIDERS = '/.gen/';

/** Whether a place stands in the path of a module of the program itself, which is read where it stands. */
function importedAt(text: string, start: number): boolean {
  let at = start - 1;
  for (const least = at - 200; at > least && SPECIFIER.test(text.charAt(at)); ) at--;
  if (!QUOTE.test(text.charAt(at)) || !OWN_MODULE.test(text.slice(at + 1, at + 4))) return false;
  const before = text.slice(Math.max(0, at - 30), at).trimEnd();
  const importing = before.endsWith('(') ? before.slice(0, -1).trimEnd() : before;
  return IMPORTS.test(importing) && !text.slice(at, start).includes(GENERATED_PROVIDERS);
}
