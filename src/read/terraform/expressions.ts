import { choice, hole, type Origin, type Property, unknown, type Value } from '../../value/index.js';
import { meetLimit } from '../limits.js';
import { comprehension } from './comprehensions.js';
import { called, negation } from './functions.js';
import { TemplateReader } from './templates.js';

/** Nested deeper than this, nothing is known. */
export const MAX_DEPTH = 120;
export const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;
export const NAME = /[A-Za-z_][\w-]*/y;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const LOOP = /^for\s+([A-Za-z_][\w-]*)\s*(?:,\s*([A-Za-z_][\w-]*)\s*)?in\s/;
const OPERATOR = /^(?:==|!=|<=|>=|&&|\|\||[-+*/%<>])/;

interface Key {
  readonly text: string;
  readonly origin: Origin;
}

/**
 * Expressions of the configuration language, from a place in a text. References stay holes that carry their
 * name; what is not understood is skipped to the end of its line or bracket.
 */
export class ExpressionReader extends TemplateReader {
  /** An expression with its operators; `lines`: newlines mean nothing here. */
  expression(depth: number, lines = false): Value {
    this.blank(lines);
    const start = this.index;
    let value = this.#operand(depth, lines);
    for (;;) {
      this.blank(lines);
      const operator = OPERATOR.exec(this.text.slice(this.index, this.index + 2));
      if (operator === null) break;
      this.index += operator[0].length;
      this.#operand(depth + 1, lines);
      value = unknown('computed', this.origin(start, this.index));
    }
    return this.#conditional(depth, lines, start) ?? value;
  }

  /** `condition ? yes : no` behind a condition that was read. */
  #conditional(depth: number, lines: boolean, start: number): Value | null {
    this.blank(lines);
    if (this.text.charAt(this.index) !== '?') return null;
    this.index++;
    const yes = this.expression(depth + 1, true);
    this.blank(true);
    if (this.text.charAt(this.index) !== ':') return unknown('a condition', this.origin(start, this.index));
    this.index++;
    const no = this.expression(depth + 1, lines);
    return choice([yes, no], this.origin(start, this.index));
  }

  #operand(depth: number, lines: boolean): Value {
    this.blank(lines);
    const { text } = this;
    const start = this.index;
    if (depth > MAX_DEPTH) {
      meetLimit(TOO_DEEP);
      this.index = text.length;
      return unknown('nested too deep', this.origin(start, start + 1));
    }
    const char = text.charAt(start);
    if (char === '"') return this.#postfix(this.quoted());
    if (char === '<') {
      const heredoc = this.heredoc();
      if (heredoc !== null) return heredoc;
    }
    if (char === '[') return this.#postfix(this.#tuple(depth));
    if (char === '{') return this.#postfix(this.#object(depth));
    if (char === '(') {
      this.index++;
      const value = this.expression(depth + 1, true);
      this.#close(')');
      return this.#postfix(value);
    }
    if (char === '!' || char === '-') {
      this.index++;
      const value = this.#operand(depth + 1, lines);
      const number = value.kind === 'scalar' && typeof value.value === 'number' ? -value.value : null;
      const origin = this.origin(start, this.index);
      if (char === '!') return negation(value, origin);
      return number !== null ? { kind: 'scalar', value: number, origin } : unknown('computed', origin);
    }
    const number = this.match(NUMBER);
    if (number !== null) {
      this.index += number.length;
      return { kind: 'scalar', value: Number(number), origin: this.origin(start, this.index) };
    }
    const name = this.match(NAME);
    if (name !== null) return this.#named(name, depth);
    if (char !== '' && char !== '\n' && !'}])'.includes(char)) this.index++;
    return unknown('not read', this.origin(start, this.index));
  }

  #named(name: string, depth: number): Value {
    const start = this.index;
    this.index += name.length;
    const origin = this.origin(start, this.index);
    if (name === 'true' || name === 'false') return { kind: 'scalar', value: name === 'true', origin };
    if (name === 'null') return { kind: 'scalar', value: null, origin };
    if (this.text.charAt(this.index) === '(') return this.#postfix(this.#call(name, start, depth));
    return this.#reference(start);
  }

  /** `local.zone`, `var.names["a"]`, `each.value.id`: a hole with its name. */
  #reference(start: number): Value {
    const { text } = this;
    for (;;) {
      const char = text.charAt(this.index);
      if (char === '.') {
        this.index++;
        const name = this.match(/(?:[A-Za-z_][\w-]*|\*|\d+)/y);
        if (name === null) break;
        this.index += name.length;
      } else if (char === '[') {
        this.index++;
        this.skip((next) => next === ']');
        this.#close(']');
      } else break;
    }
    const origin = this.origin(start, this.index);
    return {
      kind: 'text',
      pieces: [hole(origin, text.slice(start, Math.min(this.index, start + 120)))],
      origin,
    };
  }

  /** Member accesses behind a value give something that is not known. */
  #postfix(value: Value): Value {
    const char = this.text.charAt(this.index);
    if (char !== '.' && char !== '[') return value;
    const start = value.origin?.start ?? this.index;
    this.#reference(start);
    return unknown('a part of a value', this.origin(start, this.index));
  }

  #call(name: string, start: number, depth: number): Value {
    this.index++;
    const values: Value[] = [];
    for (;;) {
      this.blank(true);
      const char = this.text.charAt(this.index);
      if (char === '' || char === ')') break;
      if (char === ',') {
        this.index++;
        continue;
      }
      const before = this.index;
      values.push(this.expression(depth + 1, true));
      this.blank(true);
      if (this.text.startsWith('...', this.index)) this.index += 3;
      const after = this.text.charAt(this.index);
      if (after !== ',' && after !== ')') this.skip((next) => next === ',' || next === ')');
      if (this.index === before) this.index++;
    }
    this.#close(')');
    return called(name, values, this.origin(start, this.index));
  }

  #close(bracket: string): void {
    this.blank(true);
    if (this.text.charAt(this.index) !== bracket) this.skip((next) => next === bracket);
    if (this.text.charAt(this.index) === bracket) this.index++;
  }

  #tuple(depth: number): Value {
    const start = this.index++;
    this.blank(true);
    if (/^for\s/.test(this.text.slice(this.index, this.index + 4)))
      return this.#comprehension(start, ']', depth);
    const items: Value[] = [];
    for (;;) {
      this.blank(true);
      const char = this.text.charAt(this.index);
      if (char === '' || char === ']') break;
      if (char === ',') {
        this.index++;
        continue;
      }
      if (char === '}' || char === ')') break;
      const before = this.index;
      items.push(this.expression(depth + 1, true));
      this.blank(true);
      const after = this.text.charAt(this.index);
      if (after !== ',' && after !== ']') this.skip((next) => next === ',' || next === ']');
      if (this.index === before) this.index++;
    }
    this.#close(']');
    return { kind: 'array', items, open: false, origin: this.origin(start, this.index) };
  }

  /** `[for x in list : value]`, `{for k, v in map : key => value}`; a condition at its end is passed over. */
  #comprehension(start: number, close: string, depth: number): Value {
    const names = this.#loopNames();
    const source = names.length === 0 ? null : this.expression(depth + 1, true);
    this.skip((next) => next === ':' || next === close);
    if (this.text.charAt(this.index) !== ':') {
      this.#close(close);
      return unknown('a comprehension', this.origin(start, this.index));
    }
    this.index++;
    const first = this.expression(depth + 1, true);
    this.blank(true);
    const keyed = this.text.startsWith('=>', this.index);
    if (keyed) this.index += 2;
    const item = keyed ? this.expression(depth + 1, true) : first;
    this.#close(close);
    const origin = this.origin(start, this.index);
    return comprehension({
      names,
      source: source ?? unknown('a list', origin),
      key: keyed ? first : null,
      item,
      origin,
    });
  }

  /** `for k, v in`. */
  #loopNames(): readonly string[] {
    const found = LOOP.exec(this.text.slice(this.index, this.index + 200));
    if (found === null) return [];
    this.index += found[0].length;
    return [found[1] ?? '', ...(found[2] === undefined ? [] : [found[2]])];
  }

  #object(depth: number): Value {
    const start = this.index++;
    this.blank(true);
    if (/^for\s/.test(this.text.slice(this.index, this.index + 4)))
      return this.#comprehension(start, '}', depth);
    const properties: Property[] = [];
    let open = false;
    for (;;) {
      this.blank(true);
      const keyStart = this.index;
      const char = this.text.charAt(keyStart);
      if (char === '' || char === '}') break;
      if (char === ',') {
        this.index++;
        continue;
      }
      const key = this.#objectKey(depth);
      this.blank(false);
      const mark = this.text.charAt(this.index);
      if (mark !== '=' && mark !== ':') {
        open = true;
        this.skip((next) => next === '\n' || next === ',' || next === '}');
        if (this.index === keyStart) this.index++;
        continue;
      }
      this.index++;
      const value = this.expression(depth + 1);
      if (key === null) open = true;
      else
        properties.push({
          key: key.text,
          keyOrigin: key.origin,
          value,
          origin: this.origin(keyStart, this.index),
        });
      this.blank(false);
      const after = this.text.charAt(this.index);
      if (!['', '\n', ',', '}'].includes(after))
        this.skip((next) => next === '\n' || next === ',' || next === '}');
    }
    this.#close('}');
    return { kind: 'object', properties, open, origin: this.origin(start, this.index) };
  }

  #objectKey(depth: number): Key | null {
    const start = this.index;
    const name = this.match(NAME);
    if (name !== null && !/[.([]/.test(this.text.charAt(start + name.length))) {
      this.index += name.length;
      return { text: name, origin: this.origin(start, this.index) };
    }
    const value = this.#operand(depth + 1, true);
    if (value.kind !== 'text' || value.origin === null) return null;
    const [only] = value.pieces;
    return value.pieces.length === 1 && only?.kind === 'text'
      ? { text: only.text, origin: value.origin }
      : null;
  }
}
