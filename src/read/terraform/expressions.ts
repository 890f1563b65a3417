import {
  choice,
  hole,
  knownText,
  type Origin,
  type Piece,
  type Property,
  propertyOf,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';

/** Nested deeper than this, nothing is known. */
export const MAX_DEPTH = 120;
export const NAME = /[A-Za-z_][\w-]*/y;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const OPERATOR = /^(?:==|!=|<=|>=|&&|\|\||[-+*/%<>])/;
const HEREDOC = /<<-?([A-Za-z_][\w-]*)[ \t]*\r?\n/y;

interface Key {
  readonly text: string;
  readonly origin: Origin;
}

/**
 * Expressions of the configuration language, from a place in a text. References stay holes that carry their
 * name; what is not understood is skipped to the end of its line or bracket.
 */
export class ExpressionReader {
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

  /** An expression with its operators; `lines`: newlines mean nothing here. */
  expression(depth: number, lines = false): Value {
    this.blank(lines);
    const start = this.index;
    if (depth > MAX_DEPTH) {
      this.index = this.text.length;
      return unknown('nested too deep', this.origin(start, start + 1));
    }
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
    const char = text.charAt(start);
    if (char === '"') return this.#postfix(this.#string());
    if (char === '<') {
      const heredoc = this.#heredoc();
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
      return char === '-' && number !== null
        ? { kind: 'scalar', value: number, origin }
        : unknown('computed', origin);
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
    if (/^for\s/.test(this.text.slice(this.index, this.index + 4))) return this.#comprehension(start, ']');
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

  /** `[for x in list : value]`: one item of the shape that each has. */
  #comprehension(start: number, close: string): Value {
    this.skip((next) => next === ':' || next === close);
    if (this.text.charAt(this.index) !== ':') {
      this.#close(close);
      return unknown('a comprehension', this.origin(start, this.index));
    }
    this.index++;
    const item = this.expression(MAX_DEPTH - 20, true);
    this.blank(true);
    if (this.text.startsWith('=>', this.index)) {
      this.index += 2;
      const value = this.expression(MAX_DEPTH - 20, true);
      this.#close(close);
      return { kind: 'array', items: [value], open: true, origin: this.origin(start, this.index) };
    }
    this.#close(close);
    return { kind: 'array', items: [item], open: true, origin: this.origin(start, this.index) };
  }

  #object(depth: number): Value {
    const start = this.index++;
    this.blank(true);
    if (/^for\s/.test(this.text.slice(this.index, this.index + 4))) return this.#comprehension(start, '}');
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

  #string(): Value {
    const start = this.index;
    const { pieces, end } = this.#template(
      start + 1,
      (at) => this.text.charAt(at) === '"' || this.text.charAt(at) === '\n',
      true,
    );
    this.index = this.text.charAt(end) === '"' ? end + 1 : end;
    return { kind: 'text', pieces, origin: this.origin(start + 1, end) };
  }

  #heredoc(): Value | null {
    HEREDOC.lastIndex = this.index;
    const found = HEREDOC.exec(this.text);
    if (found === null) return null;
    const from = HEREDOC.lastIndex;
    const close = new RegExp(`^[ \\t]*${found[1] ?? ''}\\b`, 'm').exec(this.text.slice(from));
    const until = close === null ? this.text.length : from + close.index;
    const { pieces } = this.#template(from, (at) => at >= until, false);
    this.index = close === null ? until : until + close[0].length;
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
        pieces.push(...textOf(content, this.origin(start, at), shiftedOffsets(offsets, start, at)).pieces);
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

/**
 * `lookup(map, key, default)`: what the map holds, which whoever sets the variable may change, or the default. A
 * map that the configuration settles itself is not asked here, so its default is none that is surely sent.
 */
function lookedUp([map, key, fallback]: readonly Value[], origin: Origin): Value {
  const [name] = map?.kind === 'text' ? map.pieces : [];
  const settled = name?.kind === 'hole' && name.name?.startsWith('local.') === true;
  if (map === undefined || key === undefined || fallback === undefined || settled)
    return unknown('lookup()', origin);
  if (map.kind === 'object') return propertyOf(map, knownText(key) ?? '')?.value ?? fallback;
  return choice([unknown('lookup()', origin), fallback], origin);
}

/** Functions that hand their argument on. */
function called(name: string, values: readonly Value[], origin: Origin): Value {
  const [first] = values;
  switch (name) {
    case 'jsonencode':
    case 'tolist':
    case 'toset':
    case 'tomap':
    case 'try':
    case 'coalesce':
    case 'sensitive':
    case 'nonsensitive':
    case 'trimspace':
    case 'chomp':
    case 'flatten':
    case 'tostring':
    case 'compact':
    case 'distinct':
    case 'yamlencode':
      return first ?? unknown('nothing', origin);
    case 'lookup':
      return lookedUp(values, origin);
    case 'concat': {
      const lists = values.filter((value) => value.kind === 'array');
      return {
        kind: 'array',
        items: lists.flatMap((value) => value.items),
        open: lists.length < values.length,
        origin,
      };
    }
    case 'merge': {
      const objects = values.filter((value) => value.kind === 'object');
      return {
        kind: 'object',
        properties: objects.flatMap((value) => value.properties),
        open: objects.length < values.length,
        origin,
      };
    }
    default:
      return unknown(`${name}()`, origin);
  }
}
