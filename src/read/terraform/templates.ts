import { hole, type Origin, type Piece, text as textOf, type Value } from '../../value/index.js';
import { closingLine } from '../text/lexing/heredoc-end.js';

const HEREDOC = /<<-?([A-Za-z_][\w-]*)[ \t]*\r?\n/y;

/** A place in a text that moves past blanks, comments and what is skipped, and reads texts with interpolations. */
export class TemplateReader {
  readonly comments: { start: number; end: number }[] = [];
  protected index = 0;

  constructor(
    readonly file: string,
    readonly text: string,
  ) {}

  protected origin(start: number, end: number): Origin {
    return { file: this.file, start, end };
  }

  /** Skips white space and comments; newlines only where they mean nothing. */
  protected blank(lines: boolean): void {
    const { text } = this;
    for (;;) {
      const char = text.charAt(this.index);
      if (char === ' ' || char === '\t' || char === '\r' || char === '\uFEFF' || (lines && char === '\n'))
        this.index++;
      else if (char === '#' || (char === '/' && text.charAt(this.index + 1) === '/')) this.#comment('\n');
      else if (char === '/' && text.charAt(this.index + 1) === '*') this.#comment('*/');
      else return;
    }
  }

  #comment(close: string): void {
    const start = this.index;
    const found = this.text.indexOf(close, start + 1);
    // The newline stays: it may end an attribute.
    this.index = found < 0 ? this.text.length : close === '\n' ? found : found + close.length;
    this.comments.push({ start, end: this.index });
  }

  protected match(pattern: RegExp): string | null {
    pattern.lastIndex = this.index;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  /** Moves to a character that ends something, past brackets and strings. */
  protected skip(ends: (char: string) => boolean): void {
    let depth = 0;
    for (; this.index < this.text.length; this.index++) {
      const char = this.text.charAt(this.index);
      if (depth === 0 && ends(char)) return;
      if (char === '"') this.index = this.#stringEnd(this.index);
      else if ('([{'.includes(char)) depth++;
      else if (')]}'.includes(char)) {
        if (depth === 0) return;
        depth--;
      }
    }
  }

  /** Offset of the quote that ends a string. */
  #stringEnd(open: number): number {
    for (let at = open + 1; at < this.text.length; at++) {
      const char = this.text.charAt(at);
      if (char === '\\') at++;
      else if (char === '"' || char === '\n') return at;
    }
    return this.text.length;
  }

  /** A quoted text. */
  protected quoted(): Value {
    const start = this.index;
    const { pieces, end } = this.#template(
      start + 1,
      (at) => this.text.charAt(at) === '"' || this.text.charAt(at) === '\n',
      true,
    );
    this.index = this.text.charAt(end) === '"' ? end + 1 : end;
    return { kind: 'text', pieces, origin: this.origin(start + 1, end) };
  }

  protected heredoc(): Value | null {
    HEREDOC.lastIndex = this.index;
    const found = HEREDOC.exec(this.text);
    if (found === null) return null;
    const from = HEREDOC.lastIndex;
    const close = closingLine(this.text, found[1] ?? '', from, this.text.length, false);
    const until = close === null ? this.text.length : close.start;
    const { pieces } = this.#template(from, (at) => at >= until, false);
    this.index = close === null ? until : close.end;
    return { kind: 'text', pieces, origin: this.origin(from, until) };
  }

  /** Text with interpolations; `${…}` is a hole with the name of what it holds, `%{…}` one without. */
  #template(
    from: number,
    ends: (at: number) => boolean,
    escapes: boolean,
  ): { readonly pieces: readonly Piece[]; readonly end: number } {
    const { text } = this;
    const pieces: Piece[] = [];
    let content = '';
    let offsets: number[] = [];
    let start = from;
    let at = from;
    const flush = (): void => {
      if (content !== '')
        for (const one of textOf(content, this.origin(start, at), shiftedOffsets(offsets, start, at)).pieces)
          pieces.push(one);
      content = '';
      offsets = [];
    };
    while (at < text.length && !ends(at)) {
      const char = text.charAt(at);
      const next = text.charAt(at + 1);
      if ((char === '$' || char === '%') && next === '{' && text.charAt(at - 1) !== char) {
        flush();
        const close = this.#interpolationEnd(at + 2);
        const name = text.slice(at + 2, close).replace(/^[\s~]+|[\s~]+$/g, '');
        const origin = this.origin(at, Math.min(close + 1, text.length));
        pieces.push(char === '$' ? hole(origin, name.slice(0, 120)) : hole(origin));
        at = close + 1;
        start = at;
        continue;
      }
      if (content === '') start = at;
      offsets.push(at);
      if (escapes && char === '\\' && next !== '') {
        content += next === 'n' ? '\n' : next === 't' ? '\t' : next === 'r' ? '\r' : next;
        at += 2;
      } else {
        content += char;
        at++;
      }
    }
    flush();
    return { pieces, end: at };
  }

  #interpolationEnd(from: number): number {
    let depth = 1;
    const limit = Math.min(this.text.length, from + 2_000);
    for (let at = from; at < limit; at++) {
      const char = this.text.charAt(at);
      if (char === '{') depth++;
      else if (char === '}' && --depth === 0) return at;
      else if (char === '\n' && depth === 1 && at > from + 400) return at;
    }
    return limit;
  }
}

/** The offsets, if any character does not stand where it would without escapes. */
function shiftedOffsets(
  offsets: readonly number[],
  start: number,
  end: number,
): readonly number[] | undefined {
  return end - start === offsets.length ? undefined : [...offsets, end];
}
