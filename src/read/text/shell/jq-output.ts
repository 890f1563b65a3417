import { type Hole, hole, type Piece, slicePiece } from '../../../value/index.js';
import { type FlatText, flatten } from '../../flat.js';
import { added, type Field, insideOf, type Made, opened, opposite } from './jq-made.js';

/**
 * What a program of `jq` prints, as JSON text whose pieces remember where they were written: `jq -n --arg ip "$1'`
 * with `{expression: "ip.src eq \($ip)"}` prints `{"expression":"ip.src eq ` with the first argument in it.
 *
 * The part of the language that makes bodies of requests: objects, lists, texts, `+`, `//` and `|`, what is given by
 * `--arg` and `--argjson`, and fields that are set or removed. Null for every other program.
 */
export interface JqGiven {
  readonly args: ReadonlyMap<string, Made>;
  /** What `.` is; null for nothing known. */
  readonly input: Made | null;
}

const MAX_DEPTH = 20;

/** Null for a program that is not understood. */
export function jqMade(program: readonly Piece[], given: JqGiven): Made | null {
  const reader = new JqReader(program, given);
  const made = reader.pipe(given.input, 0);
  return made === null || !reader.isAtEnd() ? null : made;
}

/** A text that spells JSON is a program that prints it. */
export function jsonMade(pieces: readonly Piece[]): Made {
  return jqMade(pieces, { args: new Map(), input: null }) ?? { kind: 'json', pieces };
}

class JqReader {
  #at = 0;
  readonly #text: string;
  readonly #flat: FlatText | null;
  /** Where the pieces of the program begin in it. */
  readonly #starts: readonly { readonly index: number; readonly piece: Piece }[];

  constructor(
    program: readonly Piece[],
    readonly given: JqGiven,
  ) {
    this.#flat = flatten(program);
    this.#text = this.#flat?.text ?? '';
    let index = 0;
    this.#starts = program.map((piece) => {
      const start = index;
      index += piece.kind === 'hole' ? 1 : piece.text.length;
      return { index: start, piece };
    });
  }

  isAtEnd(): boolean {
    this.#blank();
    return this.#at >= this.#text.length;
  }

  pipe(input: Made | null, depth: number): Made | null {
    let made = this.#either(input, depth);
    while (made !== null && this.#take('|', '=')) made = this.#either(made, depth);
    return made;
  }

  /** `.description // ""`: the first part, of which nothing says that it is missing. */
  #either(input: Made | null, depth: number): Made | null {
    const start = this.#at;
    const made = this.#sum(input, depth);
    if (made === null || !this.#take('//')) return made;
    return this.#sum(input, depth) === null ? null : this.#unknown(start);
  }

  #sum(input: Made | null, depth: number): Made | null {
    let made = this.#one(input, depth + 1);
    while (made !== null && this.#take('+', '=')) {
      const other = this.#one(input, depth + 1);
      made = other === null ? null : added(made, other);
    }
    return made;
  }

  #one(input: Made | null, depth: number): Made | null {
    if (depth > MAX_DEPTH) return null;
    this.#blank();
    const start = this.#at;
    const char = this.#text.charAt(start);
    if (this.#flat?.hole(start)) {
      this.#at++;
      return { kind: 'json', pieces: this.#pieces(start, this.#at) };
    }
    if (char === '"') return this.#string(input, depth);
    if (char === '{') return this.#object(input, depth);
    if (char === '[') return this.#list(input, depth);
    if (char === '.') return this.#path(input, depth);
    if (char === '(') {
      this.#at++;
      const made = this.pipe(input, depth);
      return made !== null && this.#take(')') ? made : null;
    }
    if (char === '$') {
      const name = this.#match(/\$\w+/y)?.slice(1) ?? '';
      return this.given.args.get(name) ?? null;
    }
    const word = this.#match(/-?\d[\d.]*|[a-z_]+/y);
    if (word === null) return null;
    if (/^(?:-?\d|true$|false$|null$)/.test(word))
      return { kind: 'json', pieces: this.#pieces(start, this.#at) };
    if (word === 'not') return input === null ? null : opposite(input);
    if (word === 'del') return this.#removed(input);
    return word === 'if' ? this.#choice(start) : null;
  }

  /** Which branch is taken is known where it runs. */
  #choice(start: number): Made | null {
    let depth = 0;
    for (const { 0: word, index } of this.#text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|\bif\b|\bend\b/g)) {
      if (word === 'if') depth++;
      if (word !== 'end' || --depth > 0) continue;
      this.#at = start + index + word.length;
      return this.#unknown(start);
    }
    return null;
  }

  /** `.`, `.filter.expression`, `.enabled = false`. */
  #path(input: Made | null, depth: number): Made | null {
    const start = this.#at;
    const path = this.#match(/\.(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)?/y) ?? '.';
    if (/[[?]/.test(this.#text.charAt(this.#at))) return null;
    const keys = path.slice(1).split('.').filter(Boolean);
    const [key, ...deeper] = keys;
    this.#blank();
    const isSet = this.#text.charAt(this.#at) === '=' && this.#text.charAt(this.#at + 1) !== '=';
    if (isSet && key !== undefined && deeper.length === 0) {
      this.#at++;
      const value = this.#either(input, depth);
      if (value === null || input === null) return null;
      const field = { key: this.#pieces(start + 1, start + path.length), value };
      const origin = this.#originOf(start, this.#at);
      return added(input, { kind: 'object', fields: new Map([[key, field]]), rest: null, origin });
    }
    if (isSet) return null;
    let made = input;
    for (const one of keys) made = made?.kind === 'object' ? (made.fields.get(one)?.value ?? null) : null;
    return made ?? (keys.length === 0 ? null : this.#unknown(start, start + path.length));
  }

  /** `del(.id, .version)` */
  #removed(input: Made | null): Made | null {
    const list = this.#match(/\(\s*\.\w+(?:\s*,\s*\.\w+)*\s*\)/y);
    if (list === null || input === null) return null;
    if (input.kind === 'json') return opened(input);
    if (input.kind !== 'object') return null;
    const gone = new Set(list.match(/\w+/g));
    return { ...input, fields: new Map([...input.fields].filter(([key]) => !gone.has(key))) };
  }

  #object(input: Made | null, depth: number): Made | null {
    const fields = new Map<string, Field>();
    const opening = this.#at++;
    while (!this.#take('}')) {
      this.#blank();
      const start = this.#at;
      const isArgument = this.#text.charAt(start) === '$';
      const key = this.#match(/\$?[A-Za-z_]\w*|"[\w-]+"/y);
      if (key === null) return null;
      const name = key.replace(/^\$|"/g, '');
      const at = start + (key === name ? 0 : 1);
      const value = this.#take(':')
        ? this.#either(input, depth)
        : isArgument
          ? (this.given.args.get(name) ?? null)
          : this.#fieldOf(input, name, start);
      if (value === null) return null;
      fields.set(name, { key: this.#pieces(at, at + name.length), value });
      this.#blank();
      if (!this.#take(',') && this.#text.charAt(this.#at) !== '}') return null;
    }
    return { kind: 'object', fields, rest: null, origin: this.#originOf(opening, this.#at) };
  }

  /** `{ id }` is `{ id: .id }`. */
  #fieldOf(input: Made | null, name: string, start: number): Made {
    const known = input?.kind === 'object' ? input.fields.get(name)?.value : undefined;
    return known ?? { kind: 'json', pieces: [hole(this.#originOf(start, this.#at), `.${name}`)] };
  }

  #list(input: Made | null, depth: number): Made | null {
    const items: Made[] = [];
    const opening = this.#at++;
    while (!this.#take(']')) {
      const item = this.pipe(input, depth);
      if (item === null) return null;
      items.push(item);
      this.#blank();
      if (!this.#take(',') && this.#text.charAt(this.#at) !== ']') return null;
    }
    return { kind: 'list', items, origin: this.#originOf(opening, this.#at) };
  }

  #string(input: Made | null, depth: number): Made | null {
    let pieces: readonly Piece[] = [];
    let from = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text.charAt(this.#at);
      if (char === '"') {
        const last = this.#pieces(from, this.#at++);
        return { kind: 'text', pieces: [...pieces, ...last] };
      }
      if (char !== '\\') continue;
      if (this.#text.charAt(this.#at + 1) !== '(') {
        this.#at++;
        continue;
      }
      pieces = [...pieces, ...this.#pieces(from, this.#at)];
      this.#at += 2;
      const made = this.pipe(input, depth);
      if (made === null || !this.#take(')')) return null;
      const inner = insideOf(made);
      if (inner === null) return null;
      pieces = [...pieces, ...inner];
      from = this.#at--;
    }
    return null;
  }

  #unknown(start: number, end = this.#at): Made {
    const text = this.#text.slice(start, end).trim();
    return {
      kind: 'json',
      pieces: [hole(this.#originOf(start, end), /^\.\w+$/.test(text) ? text : undefined)],
    };
  }

  #originOf(start: number, end: number): Hole['origin'] {
    const [first] = this.#pieces(start, end);
    const last = this.#pieces(start, end).at(-1);
    const origin = first?.origin ?? null;
    return origin === null ? null : { ...origin, end: Math.max(origin.end, last?.origin?.end ?? 0) };
  }

  #pieces(start: number, end: number): readonly Piece[] {
    return this.#starts.flatMap(({ index, piece }): readonly Piece[] => {
      const length = piece.kind === 'hole' ? 1 : piece.text.length;
      if (index >= end || index + length <= start) return [];
      if (piece.kind === 'hole') return [piece];
      return [slicePiece(piece, Math.max(0, start - index), Math.min(length, end - index))];
    });
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  /** Takes a sign that is not the beginning of a longer one. */
  #take(text: string, unless = ''): boolean {
    this.#blank();
    if (!this.#text.startsWith(text, this.#at)) return false;
    const next = this.#text.charAt(this.#at + text.length);
    if (next !== '' && unless.includes(next)) return false;
    this.#at += text.length;
    return true;
  }

  #blank(): void {
    this.#match(/(?:\s|#[^\n]*)*/y);
  }
}
