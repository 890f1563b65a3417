import { closingLine, Unclosed } from './heredoc-end.js';
import { ASCII, type Openings, openingsOf } from './openings.js';
import { OPERATORS_BY_FIRST } from './operators.js';
import { scanString } from './strings.js';
import type { BlockComment, StringForm, Syntax } from './syntax.js';
import type { Token } from './tokens.js';

/**
 * Source text to tokens, by the description of its language. It never fails: what it does not understand
 * becomes punctuation, an unclosed literal becomes a lone quote. One pass, linear: a form of literal that
 * did not close is not tried again before the place where the attempt ended.
 */

/** How lists of words begin: the letter that says what is quoted, and the bracket. */
const QUOTE_WORDS: Readonly<Record<NonNullable<Syntax['quoteWords']>, RegExp>> = {
  ruby: /%([qQwWiI]?)([([{<|!/])/y,
  perl: /q([qw]?)\s?([([{<|!/])/y,
  elixir: /~([wW])([([{<|"'/])/y,
};

const isLetter = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\x7f';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/** Letters, digits and the underscore. */
const WORD = Uint8Array.from({ length: ASCII }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** A bracket of a quote-like form and its partner: `%w[ ]`, `qw( )`. */
const QUOTE_BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

interface Heredoc {
  readonly label: string;
  readonly interpolates: boolean;
  /** Index of the token that stands for it. */
  readonly at: number;
}

/** Literals of patterns are no longer than this. */
const MAX_REGEX = 2_000;

class Lexer {
  readonly tokens: Token[] = [];
  readonly #openings: Openings;
  /** Where each form that did not close need not be tried before. */
  readonly #hopeless = new Map<StringForm, number>();
  /** Here documents announced on this line, their bodies begin on the next. */
  #heredocs: Heredoc[] = [];
  readonly #unclosed = new Unclosed();
  /** At the end of a line it makes the next one a part of it. */
  readonly #continuation: string;
  #index: number;

  constructor(
    readonly source: string,
    readonly syntax: Syntax,
    from: number,
    readonly to: number,
  ) {
    this.#index = from;
    this.#openings = openingsOf(syntax);
    this.#continuation = syntax.continuation ?? '\\';
  }

  run(): Token[] {
    while (this.#index < this.to) this.#next();
    return this.tokens;
  }

  #next(): void {
    const { source } = this;
    const index = this.#index;
    const char = source.charAt(index);
    if (char === '\n') {
      this.#push({ kind: 'newline', start: index, end: index + 1 });
      if (this.#comment()) return;
      this.#index++;
      if (this.#heredocs.length > 0) this.#heredocBodies();
      return;
    }
    if (char === ' ' || char === '\t' || char === '\r' || char === '\f' || char === '\uFEFF') {
      this.#index++;
      return;
    }
    if (char === this.#continuation && /^.[ \t]*\r?\n/.test(source.slice(index, index + 8))) {
      this.#index = source.indexOf('\n', index) + 1;
      return;
    }
    if (this.#opens(index) && this.#opened()) return;
    if (isDigit(char)) {
      this.#number();
      return;
    }
    if (isLetter(char) || (this.syntax.sigils.includes(char) && this.#sigilStarts(index))) this.#word();
    else this.#punctuation();
  }

  #opens(index: number): boolean {
    const code = this.source.charCodeAt(index);
    return code >= ASCII || this.#openings.any[code] === 1;
  }

  #opened(): boolean {
    return this.#comment() || this.#string() || this.#heredocStart() || this.#quoteWords() || this.#regex();
  }

  #push(token: Token): void {
    this.tokens.push(token);
  }

  #comment(): boolean {
    const { source } = this;
    const index = this.#index;
    for (const block of this.#openings.block) {
      if (!source.startsWith(block.open, index)) continue;
      const end = this.#blockEnd(block, index);
      this.#push({ kind: 'comment', start: index, end });
      this.#index = end;
      return true;
    }
    for (const marker of this.#openings.line) {
      if (!source.startsWith(marker, index)) continue;
      // Attributes are no comments: PHP's `#[Route]`, Rust's `#![…]`.
      if (marker === '#' && this.syntax.heredoc === 'php' && source.charAt(index + 1) === '[') continue;
      const newline = source.indexOf('\n', index);
      const end = newline < 0 ? this.to : Math.min(newline, this.to);
      this.#push({ kind: 'comment', start: index, end });
      this.#index = end;
      return true;
    }
    return false;
  }

  #blockEnd(block: BlockComment, index: number): number {
    const { source, to } = this;
    let depth = 1;
    let at = index + block.open.length;
    while (at < to) {
      const close = source.indexOf(block.close, at);
      if (close < 0) return to;
      const open = block.nested === true ? source.indexOf(block.open, at) : -1;
      if (open >= 0 && open < close) {
        depth++;
        at = open + block.open.length;
        continue;
      }
      at = close + block.close.length;
      if (--depth === 0) return Math.min(at, to);
    }
    return to;
  }

  #string(): boolean {
    const { source } = this;
    const index = this.#index;
    const forms = this.#openings.strings.get(source.charAt(index));
    if (forms === undefined) return false;
    for (const form of forms) {
      if (!source.startsWith(form.open, index)) continue;
      const prefixed = isLetter(form.open.charAt(0));
      if (prefixed && isLetter(source.charAt(index - 1))) continue;
      if ((this.#hopeless.get(form) ?? 0) > index) continue;
      const found = scanString(source, index + form.open.length, form, this.to);
      if (found === null) {
        const newline = source.indexOf('\n', index);
        this.#hopeless.set(form, form.multiline || newline < 0 ? this.to : newline);
        continue;
      }
      this.#push({
        kind: 'string',
        start: index,
        end: found.end,
        parts: found.parts,
        multiline: form.multiline,
      });
      this.#index = found.end;
      return true;
    }
    return false;
  }

  /** True where an operand cannot stand before: a quote-like form or a regular expression may begin. */
  #expectsOperand(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined || last.kind === 'newline' || last.kind === 'comment') return true;
    if (last.kind === 'word')
      return /^(?:return|and|or|not|if|unless|when|in|do|then|puts|split|match|case|elsif|while)$/.test(
        last.text,
      );
    return last.kind === 'punctuation' && !')]}'.includes(last.text);
  }

  #heredocStart(): boolean {
    const { source } = this;
    const kind = this.syntax.heredoc;
    if (kind === undefined || !source.startsWith('<<', this.#index)) return false;
    const pattern =
      kind === 'php' ? /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1\r?\n/y : /<<[~-]?(["'`]?)([A-Z_][A-Za-z0-9_]*)\1/y;
    pattern.lastIndex = this.#index;
    const found = pattern.exec(source);
    if (found === null) return false;
    const announced = { label: found[2] ?? '', interpolates: found[1] !== "'", at: this.tokens.length };
    // The value stands below; until then a place holder keeps the statement whole.
    this.#push({ kind: 'string', start: this.#index, end: pattern.lastIndex, parts: [], multiline: true });
    this.#index = pattern.lastIndex;
    if (kind === 'php') this.#heredocBody(announced, this.#index);
    else this.#heredocs.push(announced);
    return true;
  }

  #heredocBodies(): void {
    const announced = this.#heredocs;
    this.#heredocs = [];
    for (const heredoc of announced) this.#heredocBody(heredoc, this.#index);
  }

  /** The text from `from` to the line that begins with the label takes the place of token `at`. */
  #heredocBody(announced: Heredoc, from: number): void {
    const { label, interpolates, at } = announced;
    const found = this.#unclosed.has(label) ? null : closingLine(this.source, label, from, this.to, false);
    if (found === null) {
      this.#unclosed.add(label);
      this.#index = Math.max(this.#index, from);
      return;
    }
    const end = found.start;
    const holes = this.syntax.strings.find((form) => form.holes.length > 0)?.holes ?? [];
    const form: StringForm = {
      open: '',
      close: '',
      escape: interpolates ? 'backslash' : 'none',
      holes: interpolates ? holes : [],
      multiline: true,
    };
    const parts = scanString(this.source, from, form, end)?.parts ?? [];
    this.tokens[at] = { kind: 'string', start: from, end, parts, multiline: true };
    this.#index = found.end;
  }

  #quoteWords(): boolean {
    const { source } = this;
    const style = this.syntax.quoteWords;
    if (style === undefined) return false;
    const pattern = QUOTE_WORDS[style];
    pattern.lastIndex = this.#index;
    const found = pattern.exec(source);
    if (found === null) return false;
    if (style === 'ruby' ? !this.#expectsOperand() : /\w/.test(source.charAt(this.#index - 1))) return false;
    const open = found[2] ?? '';
    const close = QUOTE_BRACKETS[open] ?? open;
    const from = pattern.lastIndex;
    const end = source.indexOf(close, from);
    if (end < 0 || end > this.to) return false;
    const letter = found[1] ?? '';
    const words = style === 'perl' ? letter === 'w' : /[wi]/i.test(letter);
    if (words) this.#wordList(from, end);
    else {
      const body = source.slice(from, end);
      const parts = body === '' ? [] : [{ kind: 'text', text: body, start: from, end } as const];
      this.#push({ kind: 'string', start: this.#index, end: end + 1, parts, multiline: true });
    }
    this.#index = end + 1;
    // Elixir says behind the list what its words are: `~w(a b)a`.
    if (style === 'elixir' && /[acs]/.test(source.charAt(end + 1)) && !/\w/.test(source.charAt(end + 2)))
      this.#index++;
    return true;
  }

  /** `%w[a b]` reads as `["a", "b"]`. */
  #wordList(from: number, end: number): void {
    const openAt = this.tokens.length;
    this.#push({ kind: 'punctuation', text: '[', start: this.#index, end: from });
    const pattern = /\S+/g;
    const body = this.source.slice(from, end);
    for (const found of body.matchAll(pattern)) {
      const start = from + found.index;
      const stop = start + found[0].length;
      if (this.tokens.length > openAt + 1) {
        this.#push({ kind: 'punctuation', text: ',', start, end: start });
      }
      const part = { kind: 'text', text: found[0], start, end: stop } as const;
      this.#push({ kind: 'string', start, end: stop, parts: [part], multiline: false });
    }
    this.#push({ kind: 'punctuation', text: ']', start: end, end: end + 1 });
  }

  #regex(): boolean {
    const { source } = this;
    if (this.syntax.regexLiterals !== true || source.charAt(this.#index) !== '/' || !this.#expectsOperand()) {
      return false;
    }
    const pattern = /\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
    pattern.lastIndex = this.#index;
    const near = source.slice(this.#index, Math.min(this.to, this.#index + MAX_REGEX + 1));
    if (near.length > MAX_REGEX && !near.includes('\n')) return false;
    if (pattern.exec(source) === null) return false;
    // A pattern is no text that reaches an API.
    this.#push({ kind: 'comment', start: this.#index, end: this.#index });
    this.#index = pattern.lastIndex;
    return true;
  }

  #number(): void {
    const pattern = /\d[\w.]*/y;
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.source);
    let text = found?.[0] ?? this.source.charAt(this.#index);
    // `1..2` is a range, `1.method` a call.
    const dots = /^\d[\d_]*(?=\.\.|\.[A-Za-z_])/.exec(text);
    if (dots !== null) text = dots[0];
    this.#push({ kind: 'number', text, start: this.#index, end: this.#index + text.length });
    this.#index += text.length;
  }

  #sigilStarts(index: number): boolean {
    const next = this.source.charAt(index + 1);
    return isLetter(next) || (next === '@' && isLetter(this.source.charAt(index + 2)));
  }

  #word(): void {
    const { source, syntax } = this;
    const start = this.#index;
    let index = start;
    while (index < this.to && syntax.sigils.includes(source.charAt(index))) index++;
    while (index < this.to) {
      const code = source.charCodeAt(index);
      if (code >= ASCII || WORD[code] === 1) {
        index++;
        continue;
      }
      const char = source.charAt(index);
      if (syntax.wordParts?.includes(char) === true && isLetter(source.charAt(index + 1))) index++;
      else break;
    }
    this.#push({ kind: 'word', text: source.slice(start, index), start, end: index });
    this.#index = index;
  }

  #punctuation(): void {
    const { source } = this;
    const start = this.#index;
    const char = source.charAt(start);
    const text = operatorAt(source, start, char) ?? char;
    const end = start + text.length;
    this.#push({ kind: 'punctuation', text, start, end });
    this.#index = end;
  }
}

function operatorAt(source: string, start: number, first: string): string | undefined {
  const operators = OPERATORS_BY_FIRST.get(first);
  if (operators === undefined) return undefined;
  for (const operator of operators) if (source.startsWith(operator, start)) return operator;
  return undefined;
}

/** The tokens of a source text, or of the part of it between two offsets. */
export function lex(source: string, syntax: Syntax, from = 0, to = source.length): Token[] {
  // A page of text for the browser may come before the first stretch of PHP.
  const skipped = from === 0 && syntax.heredoc === 'php' ? Math.max(0, source.indexOf('<?')) : from;
  const page: Token[] = skipped > from ? [{ kind: 'comment', start: from, end: skipped }] : [];
  const tokens = new Lexer(source, syntax, skipped, to).run();
  return page.length === 0 ? tokens : page.concat(tokens);
}
