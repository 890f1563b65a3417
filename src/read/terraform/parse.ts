import type { Origin, Value } from '../../value/index.js';
import { meetLimit, withLimit } from '../limits.js';
import { ExpressionReader, MAX_DEPTH, NAME, TOO_DEEP } from './expressions.js';

/**
 * Terraform's configuration language: blocks, attributes and expressions, with the place of everything.
 *
 * It reads what people write, not only what is valid: an expression it does not understand is skipped to the
 * end of its line or bracket and becomes unknown, so one odd line costs only itself. References stay holes
 * that carry their name (`local.zone`), for a later step to fill.
 */
export interface Block {
  readonly type: string;
  readonly typeOrigin: Origin;
  readonly labels: readonly Label[];
  readonly body: Body;
  readonly origin: Origin;
}

export interface Label {
  readonly text: string;
  readonly origin: Origin;
}

export interface Body {
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly Block[];
}

export interface Attribute {
  readonly name: string;
  readonly nameOrigin: Origin;
  readonly value: Value;
  readonly origin: Origin;
}

export interface Configuration {
  readonly body: Body;
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** The limit that ended the reading of the file. */
  readonly limit: string | null;
}

export function parseConfiguration(file: string, text: string): Configuration {
  const parser = new Parser(file, text);
  const { value: body, limit } = withLimit(() => parser.body(0, false));
  return { body, comments: parser.comments, limit };
}

class Parser extends ExpressionReader {
  body(depth: number, braced: boolean): Body {
    const attributes: Attribute[] = [];
    const blocks: Block[] = [];
    for (;;) {
      this.blank(true);
      const start = this.index;
      const char = this.text.charAt(start);
      if (char === '') break;
      if (char === '}') {
        this.index++;
        if (braced) break;
        continue;
      }
      const name = this.match(NAME) ?? this.#quotedName();
      if (name === null) {
        this.#toLineEnd();
        continue;
      }
      this.index = Math.max(this.index, start) + (char === '"' ? 0 : name.length);
      const nameOrigin =
        char === '"' ? this.origin(start + 1, this.index - 1) : this.origin(start, this.index);
      this.blank(false);
      const mark = this.text.charAt(this.index);
      if ((mark === '=' && this.text.charAt(this.index + 1) !== '=') || (mark === ':' && braced)) {
        this.index++;
        const value = this.expression(depth + 1);
        attributes.push({ name, nameOrigin, value, origin: this.origin(start, this.index) });
        this.#restOfLine();
      } else {
        const block = this.#block(name, nameOrigin, depth);
        if (block !== null) blocks.push(block);
      }
    }
    return { attributes, blocks };
  }

  /** JSON-like keys in quotes. */
  #quotedName(): string | null {
    const found = /^"([^"\\\n]{1,200})"/.exec(this.text.slice(this.index, this.index + 220));
    if (found === null) return null;
    this.index += found[0].length;
    return found[1] ?? null;
  }

  #block(type: string, typeOrigin: Origin, depth: number): Block | null {
    const labels: Label[] = [];
    for (let guard = 0; guard < 6; guard++) {
      this.blank(false);
      const start = this.index;
      const char = this.text.charAt(start);
      if (char === '{') {
        this.index++;
        if (depth > MAX_DEPTH) {
          meetLimit(TOO_DEEP);
          this.index = this.text.length;
          return null;
        }
        const body = this.body(depth + 1, true);
        return { type, typeOrigin, labels, body, origin: this.origin(typeOrigin.start, this.index) };
      }
      if (char === '"') {
        const close = this.text.indexOf('"', start + 1);
        const newline = this.text.indexOf('\n', start + 1);
        if (close < 0 || (newline >= 0 && newline < close)) break;
        labels.push({ text: this.text.slice(start + 1, close), origin: this.origin(start + 1, close) });
        this.index = close + 1;
        continue;
      }
      const name = this.match(NAME);
      if (name === null) break;
      this.index += name.length;
      labels.push({ text: name, origin: this.origin(start, this.index) });
    }
    this.#toLineEnd();
    return null;
  }

  #toLineEnd(): void {
    const newline = this.text.indexOf('\n', this.index);
    this.index = newline < 0 ? this.text.length : newline + 1;
  }

  /** What follows an expression on its line means something that was not read. */
  #restOfLine(): void {
    this.blank(false);
    const char = this.text.charAt(this.index);
    if (char === '' || char === '\n' || char === '}' || char === ',') {
      if (char === ',') this.index++;
      return;
    }
    this.skip((next) => next === '\n' || next === '}');
  }
}
