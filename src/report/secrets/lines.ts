import { isHarmlessName, maskAll, maskLiteral, maskWord } from './literals.js';
import { maskSentence } from './sentences.js';
import { isRandom, namesSecret } from './words.js';

/** How the words outside of quotes are to be taken. */
export type MaskingMode =
  /** Identifiers, numbers and operators: they stay. */
  | 'code'
  /** Code whose commands take arguments without quotes. */
  | 'cmdlets'
  /** A command and its arguments. */
  | 'words'
  /** Names with values: `name: value`, `NAME=value`. */
  | 'values'
  /** Sentences. */
  | 'prose'
  /** Inside of a text that goes on over several lines. */
  | 'text';

/** One line of source in which all values are hidden that are not known to be harmless; as long as it was. */
export function maskLine(line: string, mode: MaskingMode): string {
  const isCode = mode === 'code' || mode === 'cmdlets';
  const [, opening = '', said = ''] = (isCode && DOCSTRING.exec(line)) || [];
  if (said !== '') return opening + maskLine(said, 'prose') + line.slice(opening.length + said.length);
  let masked = '';
  let at = nextMark(line, 0);
  let bare = 0;
  const flush = (until: number) => {
    if (until > bare) masked += maskBare(line.slice(bare, until), line.slice(0, bare), mode);
  };
  while (at < line.length) {
    const mayComment = isCode || (mode === 'words' && line[at] === '#');
    const comment = mayComment ? commentAt(line, at) : 0;
    if (comment > 0) {
      flush(at);
      return masked + line.slice(at, at + comment) + maskLine(line.slice(at + comment), 'prose');
    }
    const literal = literalAt(line, at);
    if (literal === null) {
      at = nextMark(line, at + 1);
      continue;
    }
    flush(at);
    masked +=
      line.slice(at, literal.start) + contentOf(line, literal) + line.slice(literal.end, literal.after);
    at = literal.after;
    bare = at;
  }
  flush(line.length);
  return masked;
}

/** Characters that may open a comment or a literal. */
const MARKS = /["'`[%q/<#*-]/g;

/** Offset of the next one; the end of the line where there is none. */
function nextMark(line: string, from: number): number {
  MARKS.lastIndex = from;
  return MARKS.exec(line)?.index ?? line.length;
}

/** A sentence of its own, as Python has it in the place of a comment. */
const DOCSTRING = /^(\s*""")([A-Z][a-z]* [^"'`:=]*\.)"""\s*$/;

const OPENS_COMMENT: ReadonlySet<string> = new Set('/<#-*');

/** Length of what opens a comment; 0 where none begins. */
function commentAt(line: string, at: number): number {
  if (!OPENS_COMMENT.has(line[at] ?? '')) return 0;
  const before = line[at - 1] ?? ' ';
  const [opening = ''] = /^(?:\/\/+|\/\*+|<!--|#+(?=\s|!)|--(?=\s))/.exec(line.slice(at, at + 8)) ?? [];
  if (
    opening === '' &&
    line[at] === '*' &&
    line.trimStart().startsWith('* ') &&
    line.slice(0, at).trim() === ''
  )
    return 1;
  return before === ':' || (opening.startsWith('#') && !/\s/.test(before)) ? 0 : opening.length;
}

interface Literal {
  /** Where it opens. */
  readonly opens: number;
  /** Its content. */
  readonly start: number;
  readonly end: number;
  /** Behind what closes it. */
  readonly after: number;
}

const PREFIX = /(?:^|[^\w])(?:[rbfuRBFU]{1,2}|[LNqeEcs])$/;
const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '|': '|',
  '!': '!',
};

/** `&'static str` of Rust opens no literal. */
const LIFETIME = /^'[a-z_]\w{0,15}(?![\w'])/;

function literalAt(line: string, at: number): Literal | null {
  const quote = line[at] ?? '';
  const doubled = quote === '[' || quote === "'" ? DOUBLED.exec(line.slice(at, at + LONGEST_DOUBLED)) : null;
  if (doubled !== null) {
    const [whole, opening = '', content = ''] = doubled;
    const start = at + opening.length;
    return { opens: at, start, end: start + content.length, after: at + whole.length };
  }
  if (quote !== '"' && quote !== "'" && quote !== '`') return percentLiteralAt(line, at);
  const before = line.slice(Math.max(0, at - 3), at);
  // An apostrophe, or the mark of a lifetime.
  if (quote === "'" && /\w$/.test(before) && !PREFIX.test(before)) return null;
  if (quote === "'" && /[&<]$/.test(before) && LIFETIME.test(line.slice(at, at + 20))) return null;
  if (line.startsWith(quote.repeat(3), at)) {
    const close = line.indexOf(quote.repeat(3), at + 3);
    const end = close < 0 ? line.length : close;
    return { opens: at, start: at + 3, end, after: Math.min(line.length, end + 3) };
  }
  let end = at + 1;
  while (end < line.length && line[end] !== quote) end += line[end] === '\\' ? 2 : 1;
  if (end < line.length) return { opens: at, start: at + 1, end, after: end + 1 };
  return { opens: at, start: at + 1, end: line.length, after: line.length };
}

/** `[[…]]` of Lua and `''…''` of Nix; where they could be lists or empty texts, they are none. */
const DOUBLED = /^(\[\[|'')((?![\s,;)\]}.])[^\]'"`,]+)(?:\]\]|'')/;
const LONGEST_DOUBLED = 1_000;

/** `%q(…)` and `qw[…]`. */
function percentLiteralAt(line: string, at: number): Literal | null {
  if (line[at] !== '%' && line[at] !== 'q') return null;
  const [opening] = /^(?:%[qQwWiI]|q[qw]?(?=[[({<|!]))[[({<|!]/.exec(line.slice(at, at + 3)) ?? [];
  if (opening === undefined || /\w/.test(line[at - 1] ?? '')) return null;
  const close = line.indexOf(CLOSING[opening.slice(-1)] ?? '', at + opening.length);
  const end = close < 0 ? line.length : close;
  return { opens: at, start: at + opening.length, end, after: Math.min(line.length, end + 1) };
}

function contentOf(line: string, literal: Literal): string {
  const content = line.slice(literal.start, literal.end);
  const before = line.slice(Math.max(0, literal.opens - LOOK_BACK), literal.opens);
  if (isKey(before, line.slice(literal.after))) return maskKey(content);
  if (LOADS.test(before) && isModuleName(content)) return content;
  if (isSecretPlace(before)) return maskSecretLiteral(content, before);
  if (LABELLED.test(before) && /^\w[\w-]*$/.test(content)) return maskKey(content);
  return maskSentence(content, before) ?? maskLiteral(content);
}

const LOOK_BACK = 120;
/** What stands before the name of a module. */
const LOADS =
  /(?:\brequire\s?\(|\brequire(?:_relative|_once)?\s|\bimport\s?\(|\bimport\s|\bfrom\s|\buse\s)\s?$/;

/** Blocks of Terraform bear names: `resource "type" "name"`. */
const LABELLED = /^\s*(?:resource|data|variable|output|module|provider|check)\s+(?:"\w+"\s+)?$/;
function isModuleName(content: string): boolean {
  return /^[@\w./:-]+$/.test(content) && content.split('/').every((part) => !isRandom(part));
}

/** Whether a literal is the name of something: a key of an object, what stands in brackets behind a name. */
function isKey(before: string, after: string): boolean {
  const isPair = /^\s*(?::(?!:)|=>)/.test(after) && /$(?<=(?:^|[{,([]|^[-+]|\n)\s*)/.test(before);
  return isPair || (/[\w\])]\[\s*$/.test(before) && /^\s*\]/.test(after));
}

function maskKey(name: string): string {
  return /^[\w.$@ /:-]{1,60}$/.test(name) && !isRandom(name) && !/\d{5}/.test(name)
    ? name
    : maskLiteral(name);
}

/** Texts in quotes, also in escaped ones, that stand inside of another text; quotes around the whole of it are no such. */
export function maskQuoted(text: string): string {
  const [, opening = '', whole = text, closing = ''] = /^(["'`])(.*)(\1)$/s.exec(text) ?? [];
  const masked = whole.replace(
    QUOTED,
    (all: string, quote: string, content: string, end: string, at: number) => {
      const isNamed = isKey(whole.slice(Math.max(0, at - LOOK_BACK), at), whole.slice(at + all.length));
      return quote + (isNamed ? maskKey(content) : maskLiteral(content)) + end;
    },
  );
  return opening + masked + closing;
}

const QUOTED = /(?<![A-Za-z0-9])(\\{0,3}["'`])(.*?)(\1|$)/gs;

/** What may stand between a name and its value: signs, a type, calls that turn the value into another. */
const BETWEEN =
  /["'`\])}]{0,3}\s{0,4}(?::\s{0,3}[&\w<>[\]|.? ]{1,30}?\s{0,2})?(?:=>|:=|\?\?=?|\|\|=?|={1,3}|:|\(|->|<<|\bor\b|\?:)\s{0,4}(?:(?:new\s+)?[\w.:&[\]!]{1,40}\(\s{0,2})?[fbruFBRU@$]{0,2}$/;
const NAME = /[A-Za-z_$@][\w$.-]{0,60}$/;

/** Whether what follows is the value of something whose name says that it is secret. */
function isSecretPlace(before: string): boolean {
  const near = before.slice(-LOOK_BACK);
  const between = BETWEEN.exec(near);
  if (between !== null && namesSecret(NAME.exec(near.slice(0, between.index))?.[0] ?? '')) return true;
  const [, name = ''] = /["'`]([\w-]{2,40})["'`]\s{0,2}\)?,\s{0,4}[fbru@$]{0,2}$/.exec(near) ?? [];
  if (namesSecret(name)) return true;
  return SECRET_OPTION.test(near);
}

const SECRET_OPTION =
  /(?:^|\s|["'])(?:-u|-U|-b|--user|--proxy-user|--cookie|--oauth2-bearer|--(?:[\w-]*-)?(?:password|pass|token|secret|api-?key|key))(?:["'],)?(?:\s+|=)[fbru@$]?$/;

/** Only holes and the names of schemes are left, and the name of a variable that is looked up. */
function maskSecretLiteral(content: string, before: string): string {
  if (
    /$(?<=(?:env\w*|getenv|environ\w*|fetch|get|var\w*)["'\]]?\s*[.([]\s*)/i.test(before) &&
    isHarmlessName(content)
  )
    return content;
  const masked = maskLiteral(content);
  return masked.replace(/\S+/g, (chunk) =>
    /[{$%]|^(?:Bearer|Basic|Token)$/i.test(chunk) ? chunk : maskAll(chunk),
  );
}

function maskBare(text: string, before: string, mode: MaskingMode): string {
  switch (mode) {
    case 'cmdlets':
      return maskBare(maskCmdletArguments(text, before), before, 'code');
    case 'code':
      if (isElement(before, text)) return maskElement(text);
      return text.replace(/[\w.]+/g, (word, at: number) => {
        const isNumber = /^\d/.test(word) && word.length > 3;
        return isNumber && isSecretPlace(textBefore(before, text, at)) ? maskAll(word) : word;
      });
    case 'prose':
      return text.replace(/\S+/g, (word, at: number) =>
        isMixed(word) && !isMarkerId(word, text.slice(Math.max(0, at - LOOK_BACK), at))
          ? maskWord(word)
          : word,
      );
    case 'values':
      return maskValues(text, before);
    case 'words':
      return maskWords(text, before);
    case 'text':
      return maskWords(text, `${before}.`);
  }
}

const CMDLET = /(?<![\w-])[A-Z][A-Za-z]{1,20}-[A-Z]\w{1,40}\s/;
const END_OF_CMDLET = /[|;{}=]/;

/** `ConvertTo-SecureString <argument> -AsPlainText` */
function maskCmdletArguments(text: string, before: string): string {
  return text.replace(/(?<=\s)[A-Za-z0-9][^\s(){}[\],;|"']*/g, (word, at: number) => {
    const segment = textBefore(before, text, at).split(END_OF_CMDLET).at(-1) ?? '';
    return CMDLET.test(segment) && !CMDLET.test(`${word} `) ? maskLiteral(word) : word;
  });
}

/** What stands before a place of `text`, as far as anybody looks back. */
function textBefore(before: string, text: string, at: number): string {
  return at >= LOOK_BACK ? text.slice(at - LOOK_BACK, at) : before.slice(at - LOOK_BACK) + text.slice(0, at);
}

/** Whether a line is one element up to the end of `text`. */
function isElement(before: string, text: string): boolean {
  return /^\s*</.test(before === '' ? text : before) && ELEMENT.test(before + text);
}

const ELEMENT = /^\s*<[\w:.-]{1,60}(?:\s[^<>]*)?>[^<>]*<\/[\w:.-]{1,60}>\s*$/;

/** `<password>…</password>` */
function maskElement(text: string): string {
  return text.replace(/>([^<>]*)</, (_, value: string) => `>${maskLiteral(value)}<`);
}

/** An id in a comment that `migrate` writes; one for several findings has several. */
function isMarkerId(word: string, before: string): boolean {
  return /^[0-9a-f]{8}:?$/.test(word) && /\bedge-sunset-todo [\w-]{1,60} (?:[0-9a-f]{8} )*$/.test(before);
}

/** Letters and digits in turn, as no word has them. */
function isMixed(word: string): boolean {
  return word.length >= 6 && /[A-Za-z]\d[\w-]*[A-Za-z]|[A-Za-z]{2}\d{2}|\d{6}/.test(word);
}

function maskValues(text: string, before: string): string {
  if (before.trim() !== '') return maskWords(text, `${before}.`);
  if (/^\s*\[[\w. :/-]*\]\s*$/.test(text) || /^\s*[#;]/.test(text)) return maskBare(text, '', 'prose');
  const [, head = '', name = '', rest = ''] =
    /^(\s*(?:- +)?(?:export +|set +)?([\w.$/@-]+)\s{0,30}(?::(?=\s|$)|=))(.*)$/s.exec(text) ?? [];
  if (head === '') return maskWords(text, '.');
  const [, value = '', comment = ''] = /^(.*?)(\s#\s.*)?$/s.exec(rest) ?? [];
  const shown = namesSecret(name) ? maskSecretWords(value) : maskWords(value, `${head}.`);
  return head + shown + maskBare(comment, '', 'prose');
}

function maskSecretWords(text: string): string {
  return text.replace(/\S+/g, (chunk) =>
    /^[|>&*!]|\$\{?\w|\{\{|^(?:Bearer|Basic|Token)$/i.test(chunk) ? chunk : maskAll(chunk),
  );
}

/** What stands before the name of a command. */
const BEFORE_COMMAND = /(?:^|[|&;({`]|\b(?:then|do|else|sudo|exec|time|RUN|CMD|if|while))\s*$/;

function maskWords(text: string, before: string): string {
  let at = 0;
  return text
    .split(/(\s+)/)
    .map((chunk) => {
      const behind = textBefore(before, text, at);
      at += chunk.length;
      return chunk.trim() === '' ? chunk : maskArgument(chunk, behind);
    })
    .join('');
}

function isCommand(word: string): boolean {
  return /^[a-z][\w.-]{0,23}$/i.test(word) && !isRandom(word);
}

/** `>/dev/null`, `2>&1` */
const REDIRECTION = /^[\d&]?>{1,2}(?:&\d|\/dev\/(?:null|stderr|stdout))$/;

function maskArgument(chunk: string, before: string): string {
  if (chunk.startsWith('#') && /(?:^|\s)$/.test(before)) return chunk;
  if (BEFORE_COMMAND.test(before) && isCommand(chunk)) return chunk;
  if (REDIRECTION.test(chunk)) return chunk;
  const [, called = '', command] = /^([A-Za-z_]\w{0,40}=\$\()(.+)$/.exec(chunk) ?? [];
  if (command !== undefined && isCommand(command)) return called + command;
  if (SECRET_OPTION.test(before)) return /^\$/.test(chunk) ? chunk : maskAll(chunk);
  if (isMarkerId(chunk, before)) return chunk;
  const [, head = '', value = ''] = /^(-{0,2}[A-Za-z_][\w.-]*\+?[=:])(.*)$/s.exec(chunk) ?? [];
  if (head !== '' && !value.startsWith('//'))
    return head + (namesSecret(head) && !/^\$/.test(value) ? maskAll(value) : maskLiteral(value));
  if (/^-[A-Za-z]{1,5}$/.test(chunk) || /^--[a-z][a-z-]{1,30}\d?$/i.test(chunk)) return chunk;
  if (/^-[A-Za-z]\S/.test(chunk)) return chunk.slice(0, 2) + maskLiteral(chunk.slice(2));
  return maskLiteral(chunk);
}
