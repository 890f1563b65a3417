import { hole, type Piece, type TextPiece } from '../../value/index.js';
import type { FlatText } from '../flat.js';

/**
 * Shell scripts as commands of words. A word is a text: quotes are gone, variables and substitutions are holes.
 * What stands inside a substitution is read as commands too.
 */
export interface Word {
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
  /** Some of it stands in quotes. */
  readonly quoted: boolean;
}

export interface Command {
  readonly words: readonly Word[];
  /** Text given on standard input. */
  readonly input: Word | null;
  /** The file that its output is written to. */
  readonly output: Word | null;
  /** Name of the function whose body it is in. */
  readonly scope: string | null;
}

export interface Assigned {
  readonly name: string;
  readonly value: Word;
  readonly scope: string | null;
}

/** `name=(a b)` and `name=([k]=v)`. */
export interface AssignedList {
  readonly name: string;
  readonly items: readonly { readonly key: Word | null; readonly value: Word }[];
}

export interface Script {
  readonly commands: readonly Command[];
  readonly assigned: readonly Assigned[];
  readonly lists: readonly AssignedList[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

const MAX_DEPTH = 6;
const NAME = /[A-Za-z_]\w*/y;
const ASSIGNMENT = /([A-Za-z_]\w*)\+?=/y;

class ScriptReader {
  readonly commands: Command[] = [];
  readonly assigned: Assigned[] = [];
  readonly lists: AssignedList[] = [];
  readonly comments: { start: number; end: number }[] = [];
  #words: Word[] = [];
  #input: Word | null = null;
  #output: Word | null = null;
  #pendingDocuments: { label: string; quoted: boolean; strip: boolean }[] = [];
  #scopes: string[] = [];
  #braces: boolean[] = [];
  #announced: string | null = null;
  #deferred: Omit<Command, 'input'> | null = null;

  constructor(
    readonly source: FlatText,
    readonly depth: number,
    scope: string | null,
  ) {
    if (scope !== null) this.#scopes.push(scope);
  }

  /** Reads from an offset to the `)` or backquote that ends a substitution, or to the end. */
  run(from: number, to: number): void {
    const { text } = this.source;
    let at = from;
    while (at < to) {
      const char = text.charAt(at);
      if (char === '\n') {
        at++;
        if (this.#pendingDocuments.length > 0) at = this.#documents(at, to);
        this.#endCommand();
      } else if (char === ' ' || char === '\t' || char === '\r') at++;
      else if (char === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3)))
        at += text.charAt(at + 1) === '\r' ? 3 : 2;
      else if ((char === '`' || char === '^') && /^.[ \t]*\r?\n/.test(text.slice(at, at + 4)))
        at = text.indexOf('\n', at) + 1;
      else if (char === '#' && (at === from || /[\s;(]/.test(text.charAt(at - 1)))) {
        const newline = text.indexOf('\n', at);
        const end = newline < 0 ? to : Math.min(newline, to);
        this.comments.push({ start: at, end });
        at = end;
      } else if (char === ';' || char === '&' || char === '|') {
        // `2>&1` and `&>file` are redirections.
        this.#endCommand();
        at++;
      } else if (char === '<' || char === '>') at = this.#redirection(at);
      else if (char === '(' || char === ')') {
        at = this.#parenthesis(at);
      } else if (
        (char === '{' || char === '}') &&
        templateEnd(text, at) < 0 &&
        /[\s;]|^$/.test(text.charAt(at + 1))
      ) {
        this.#brace(char);
        at++;
      } else {
        const word = this.#word(at, to);
        this.#addWord(word);
        at = Math.max(word.end, at + 1);
      }
    }
    this.#endCommand();
  }

  #scope(): string | null {
    return this.#scopes.at(-1) ?? null;
  }

  #brace(char: string): void {
    this.#endCommand();
    if (char === '{') {
      this.#braces.push(this.#announced !== null);
      if (this.#announced !== null) this.#scopes.push(this.#announced);
      this.#announced = null;
    } else if (this.#braces.pop() === true) this.#scopes.pop();
  }

  /** `name() {` announces a function; other parentheses group commands. */
  #parenthesis(at: number): number {
    const { text } = this.source;
    const [only] = this.#words;
    if (
      text.charAt(at) === '(' &&
      /^\(\s*\)/.test(text.slice(at, at + 8)) &&
      this.#words.length <= 2 &&
      only !== undefined
    ) {
      const last = this.#words.at(-1) ?? only;
      this.#announced = plainWord(last);
      this.#words = [];
      return text.indexOf(')', at) + 1;
    }
    this.#endCommand();
    return at + 1;
  }

  #redirection(at: number): number {
    const { text } = this.source;
    const here = /<<(-?)\s*(["']?)([A-Za-z_]\w*)\2/y;
    here.lastIndex = at;
    const found = here.exec(text);
    if (found !== null && text.charAt(at - 1) !== '<') {
      this.#pendingDocuments.push({
        label: found[3] ?? '',
        quoted: found[2] !== '',
        strip: found[1] === '-',
      });
      return here.lastIndex;
    }
    if (text.startsWith('<<<', at)) return at + 3;
    const mark = /[<>]+&?\d?/y;
    mark.lastIndex = at;
    const plain = mark.exec(text)?.[0] ?? '<';
    let after = at + plain.length;
    while (text.charAt(after) === ' ') after++;
    // The file that is written or read is no argument.
    if (/[\n;|&]/.test(text.charAt(after))) return after;
    const target = this.#word(after, text.length);
    if (/^>{1,2}$/.test(plain) && !/\d/.test(text.charAt(at - 1))) this.#output = target;
    return target.end;
  }

  #documents(at: number, to: number): number {
    let from = at;
    for (const { label, quoted } of this.#pendingDocuments) {
      const close = new RegExp(`^[ \\t]*${label}[ \\t]*\\r?$`, 'm');
      const found = close.exec(this.source.text.slice(from, to));
      if (found === null) break;
      const end = from + found.index;
      const pieces = quoted ? this.#plain(from, end) : this.#interpolated(from, end);
      this.#input = { pieces, start: from, end, quoted: true };
      from = end + found[0].length;
    }
    this.#pendingDocuments = [];
    if (this.#deferred !== null && this.#input !== null) {
      this.commands.push({ ...this.#deferred, input: this.#input });
      this.#input = null;
    }
    this.#deferred = null;
    return from;
  }

  #addWord(word: Word): void {
    const { text } = this.source;
    const assignsHere = this.#words.every((one) =>
      /^(?:export|local|declare|readonly|typeset|env|set|-\w+)$/.test(plainWord(one)),
    );
    ASSIGNMENT.lastIndex = word.start;
    const found = assignsHere ? ASSIGNMENT.exec(text) : null;
    if (found !== null && found.index === word.start && word.end >= ASSIGNMENT.lastIndex) {
      const name = found[1] ?? '';
      const length = ASSIGNMENT.lastIndex - word.start;
      const value = { ...word, pieces: restOf(word, length), start: ASSIGNMENT.lastIndex };
      this.assigned.push({ name, value, scope: this.#scope() });
      return;
    }
    if (this.#words.length === 1 && /^function$/.test(plainWord(this.#words[0] ?? word))) {
      this.#announced = plainWord(word);
      this.#words = [];
      return;
    }
    const [keyword] = this.#words;
    if (
      keyword === undefined &&
      /^(?:do|then|else|elif|if|while|until|!|time|done|fi|esac)$/.test(plainWord(word)) &&
      !word.quoted
    )
      return;
    this.#words.push(word);
  }

  #endCommand(): void {
    const words = this.#words;
    this.#words = [];
    if (words.length === 0) return;
    if (this.#pendingDocuments.length > 0 && this.#input === null) {
      this.#deferred = { words, output: this.#output, scope: this.#scope() };
      this.#output = null;
      return;
    }
    this.commands.push({ words, input: this.#input, output: this.#output, scope: this.#scope() });
    this.#input = null;
    this.#output = null;
  }

  #word(from: number, to: number): Word {
    const { text } = this.source;
    const pieces: Piece[] = [];
    let quoted = false;
    let at = from;
    const assignment = /^[A-Za-z_]\w*\+?=\($/;
    while (at < to) {
      const char = text.charAt(at);
      if (/[\s;&|<>)]/.test(char)) break;
      if (char === '(') {
        if (assignment.test(text.slice(from, at + 1))) return this.#list(from, at, to);
        break;
      }
      if (char === "'") {
        const close = text.indexOf("'", at + 1);
        if (close < 0 || close >= to) {
          pieces.push(...this.#plain(at, at + 1));
          at++;
          continue;
        }
        quoted = true;
        pieces.push(...this.#plain(at + 1, close));
        at = close + 1;
      } else if (char === '"') {
        const close = this.#quoteEnd(at + 1, to);
        if (close < 0) {
          at++;
          continue;
        }
        quoted = true;
        pieces.push(...this.#interpolated(at + 1, close));
        at = close + 1;
      } else if (char === '\\') {
        if (/^\\\r?\n/.test(text.slice(at, at + 3))) break;
        pieces.push(...this.#plain(at + 1, at + 2));
        at += 2;
      } else if (char === '$' && text.charAt(at + 1) === "'") at++;
      else if (char === '{' && text.charAt(at + 1) === '{' && templateEnd(text, at) > 0) {
        const end = templateEnd(text, at);
        pieces.push(this.#template(at, end));
        at = end;
      } else {
        const found = this.#variable(at, to);
        if (found !== null) {
          pieces.push(...found.pieces);
          at = found.end;
        } else {
          const end = this.#plainEnd(at, to);
          pieces.push(...this.#plain(at, end));
          at = end;
        }
      }
    }
    return { pieces, start: from, end: at, quoted };
  }

  #plainEnd(from: number, to: number): number {
    const special = /[\s;&|<>()'"\\$`\uE000]|\{\{/g;
    special.lastIndex = from + 1;
    const found = special.exec(this.source.text);
    return found === null ? to : Math.min(found.index, to);
  }

  /** `name=(…)` */
  #list(from: number, open: number, to: number): Word {
    const { text } = this.source;
    const name = /^[A-Za-z_]\w*/.exec(text.slice(from, open))?.[0] ?? '';
    const items: { key: Word | null; value: Word }[] = [];
    let at = open + 1;
    while (at < to && text.charAt(at) !== ')' && items.length < 2_000) {
      const char = text.charAt(at);
      if (/\s/.test(char)) {
        at++;
        continue;
      }
      if (char === '#') {
        const newline = text.indexOf('\n', at);
        at = newline < 0 ? to : newline;
        continue;
      }
      const keyed = /\[(["']?)([^\]"']{1,200})\1\]=/y;
      keyed.lastIndex = at;
      const found = keyed.exec(text);
      let key: Word | null = null;
      if (found !== null) {
        const start = at + 1 + (found[1] ?? '').length;
        const end = start + (found[2] ?? '').length;
        key = { pieces: this.#plain(start, end), start, end, quoted: false };
        at = keyed.lastIndex;
      }
      const value = this.#word(at, to);
      if (value.end === at) at++;
      else at = value.end;
      items.push({ key, value });
    }
    this.lists.push({ name, items });
    return { pieces: [], start: from, end: at + 1, quoted: false };
  }

  #quoteEnd(from: number, to: number): number {
    const { text } = this.source;
    for (let at = from; at < to; at++) {
      const char = text.charAt(at);
      if (char === '\\') at++;
      else if (char === '"') return at;
      else if (char === '$' && text.charAt(at + 1) === '(') {
        const close = substitutionEnd(text, at + 2, Math.min(to, at + 4_000));
        if (close > 0) at = close;
      }
    }
    return -1;
  }

  #plain(start: number, end: number): readonly Piece[] {
    return end > start ? [this.#piece(this.source.text.slice(start, end), start, end, null)] : [];
  }

  #piece(content: string, start: number, end: number, offsets: readonly number[] | null): TextPiece {
    const { file, offset } = this.source;
    const origin = { file, start: offset(start), end: offset(end) };
    if (offsets !== null || origin.end - origin.start !== content.length) {
      const shifted =
        offsets ?? Array.from({ length: content.length + 1 }, (_, index) => offset(start + index));
      return { kind: 'text', text: content, origin, offsets: shifted };
    }
    return { kind: 'text', text: content, origin };
  }

  /** The inside of double quotes, and of here documents. */
  #interpolated(start: number, end: number): readonly Piece[] {
    const { text, offset } = this.source;
    const pieces: Piece[] = [];
    let content = '';
    let offsets: number[] = [];
    let from = start;
    const flush = (at: number): void => {
      if (content !== '') pieces.push(this.#piece(content, from, at, [...offsets, offset(at)]));
      content = '';
      offsets = [];
    };
    for (let at = start; at < end; ) {
      const char = text.charAt(at);
      const found = char === '$' || char === '`' || char === '\uE000' ? this.#variable(at, end) : null;
      if (found !== null) {
        flush(at);
        pieces.push(...found.pieces);
        at = found.end;
        from = at;
        continue;
      }
      if (content === '') from = at;
      const escapes = char === '\\' && /["\\$`\n]/.test(text.charAt(at + 1));
      offsets.push(offset(at));
      content += escapes ? text.charAt(at + 1) : char;
      at += escapes ? 2 : 1;
    }
    flush(end);
    return pieces;
  }

  /** `{{ name }}`: a tool fills it in before the script runs. */
  #template(at: number, end: number): Piece {
    const { text, file, offset } = this.source;
    const name = text.slice(at, end).replace(/^\$?\{\{-?\s*|\s*-?\}\}$/g, '');
    return { kind: 'hole', origin: { file, start: offset(at), end: offset(end) }, name };
  }

  /** A variable or substitution at an offset. */
  #variable(at: number, to: number): { readonly pieces: readonly Piece[]; readonly end: number } | null {
    const { text, file, offset } = this.source;
    const char = text.charAt(at);
    const made = (end: number, name: string): { pieces: readonly Piece[]; end: number } => ({
      pieces: [{ kind: 'hole', origin: { file, start: offset(at), end: offset(end) }, name }],
      end,
    });
    const missing = this.source.hole(at);
    if (missing !== null) return { pieces: [missing], end: at + 1 };
    if (char === '`') {
      const close = text.indexOf('`', at + 1);
      if (close < 0 || close > to) return null;
      this.#inner(at + 1, close);
      return made(close + 1, '`');
    }
    if (char !== '$') return null;
    const next = text.charAt(at + 1);
    if (next === '(') {
      const close = substitutionEnd(text, at + 2, Math.min(to, at + 4_000));
      if (close < 0) return null;
      const printed = this.#inner(at + 2, close);
      return printed === null ? made(close + 1, '$(') : { pieces: printed, end: close + 1 };
    }
    if (next === '{' && text.charAt(at + 2) === '{' && templateEnd(text, at + 1) > 0) {
      const end = templateEnd(text, at + 1);
      return { pieces: [this.#template(at, end)], end };
    }
    if (next === '{') {
      const close = text.indexOf('}', at + 2);
      if (close < 0 || close > at + 400) return null;
      return made(close + 1, text.slice(at + 2, close));
    }
    if (/[\d@*#?]/.test(next)) return made(at + 2, next);
    NAME.lastIndex = at + 1;
    const found = NAME.exec(text);
    return found === null ? null : made(at + 1 + found[0].length, found[0]);
  }

  /** Commands of a substitution; the text they print, if they only print one. */
  #inner(from: number, to: number): readonly Piece[] | null {
    if (this.depth >= MAX_DEPTH) return null;
    const inner = new ScriptReader(this.source, this.depth + 1, this.#scope());
    inner.run(from, to);
    this.commands.push(...inner.commands);
    this.comments.push(...inner.comments);
    const [only] = inner.commands;
    if (inner.commands.length !== 1 || only === undefined) return null;
    const name = plainWord(only.words[0] ?? { pieces: [], start: 0, end: 0, quoted: false });
    if (name === 'cat' && only.input !== null) return only.input.pieces;
    if ((name === 'echo' || name === 'printf') && only.words.length === 2)
      return only.words[1]?.pieces ?? null;
    return null;
  }
}

/** Offset behind the `}}` of the placeholder at an offset, or -1. */
function templateEnd(text: string, at: number): number {
  const close = text.indexOf('}}', at + 2);
  return close < 0 || close > at + 120 || text.slice(at, close).includes('\n') ? -1 : close + 2;
}

/** The `)` that ends a substitution; quotes are skipped. -1 if there is none. */
function substitutionEnd(text: string, from: number, to: number): number {
  let depth = 1;
  for (let at = from; at < to; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      if (close > 0 && close < to) at = close;
    } else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

/** The known text of a word. */
export function plainWord(word: Word): string {
  let all = '';
  for (const piece of word.pieces) all += piece.kind === 'text' ? piece.text : '\uE000';
  return all;
}

export function readScript(source: FlatText): Script {
  const reader = new ScriptReader(source, 0, null);
  reader.run(0, source.text.length);
  return reader;
}

/** What follows the first characters of a word, such as an option written together with its value. */
export function restOf(word: Word | undefined, length: number): readonly Piece[] {
  const [first, ...rest] = word?.pieces ?? [];
  if (first?.kind !== 'text') return word?.pieces ?? [hole(null)];
  const origin =
    first.origin === null
      ? null
      : { ...first.origin, start: first.offsets?.[length] ?? first.origin.start + length };
  const content = first.text.slice(length);
  if (content === '') return rest;
  return [
    {
      kind: 'text',
      text: content,
      origin,
      ...(first.offsets === undefined ? {} : { offsets: first.offsets.slice(length) }),
    },
    ...rest,
  ];
}
