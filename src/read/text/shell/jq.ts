import type { Origin } from '../../../value/index.js';
import type { ResponseRead } from '../../usage.js';

/**
 * What a program of `jq` reads of the answer it is given: `.result[] | select(.locked) | .id` reads `result`,
 * `result[].locked` and `result[].id`.
 *
 * One walk over the text. Each part of a pipeline begins where the one before ended; what stands in parentheses
 * begins where the part does, for functions over lists at their items. What is no path ends the trail, and reads
 * behind it are of nothing known.
 */
const MAX_DEPTH = 12;
const MAX_READS = 200;
/** Functions that look at the items of a list. */
const OVER_ITEMS = /^(?:map|any|all|sort_by|group_by|min_by|max_by|unique_by|map_values)$/;
/** Functions that hand on what they are given, or a part of it that they leave out. */
const KEEPING = /^(?:select|if|first|last|limit|del)$/;

export function jqReads(program: string, originOf: (start: number, end: number) => Origin): ResponseRead[] {
  const walk = new Walk(program, originOf);
  walk.part(0, program.length, '', 0);
  return walk.reads.slice(0, MAX_READS);
}

class Walk {
  readonly reads: ResponseRead[] = [];

  constructor(
    readonly text: string,
    readonly originOf: (start: number, end: number) => Origin,
  ) {}

  /** Reads from one place to another with a path to begin at; the path that comes out, or null. */
  part(from: number, to: number, begin: string | null, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    let input = begin;
    let path: string | null = null;
    for (let at = from; at < to; ) {
      const char = this.text.charAt(at);
      if (char === '"') at = this.#stringEnd(at, to);
      else if (char === '#') at = this.#lineEnd(at, to);
      else if (char === '|' && this.text.charAt(at + 1) !== '=') {
        input = path;
        path = null;
        at++;
      } else if (char === '.' && this.text.charAt(at + 1) !== '.') {
        const found = this.#path(at, to, input);
        path = found.path;
        at = found.end;
      } else if (/[A-Za-z_]/.test(char)) {
        const name = /\w+/y;
        name.lastIndex = at;
        const word = name.exec(this.text)?.[0] ?? char;
        at += word.length;
        if (this.text.charAt(at) !== '(') continue;
        const close = this.#closing(at, to);
        const inner = OVER_ITEMS.test(word) && input !== null ? `${input}[]` : input;
        this.part(at + 1, close, inner, depth + 1);
        path = KEEPING.test(word) ? input : OVER_ITEMS.test(word) && word.startsWith('map') ? null : path;
        at = close + 1;
      } else if (char === '(' || char === '[' || char === '{') {
        const close = this.#closing(at, to);
        const inner = this.part(at + 1, close, input, depth + 1);
        path = char === '(' ? inner : null;
        at = close + 1;
      } else at++;
    }
    return path;
  }

  /** `.result[0]?.locked`, `.["result"][]` */
  #path(
    from: number,
    to: number,
    input: string | null,
  ): { readonly path: string | null; readonly end: number } {
    let path = input;
    let at = from;
    const part = /\.?(?:([A-Za-z_]\w*)|"([\w-]+)"|\["([\w-]+)"\]|(\[[\d:$\w-]*\]))|\?|\./y;
    for (;;) {
      part.lastIndex = at;
      const found = part.exec(this.text);
      if (found === null || found.index >= to) break;
      const [whole, bare, quoted, indexed, item] = found;
      const key = bare ?? quoted ?? indexed;
      // A word is a key only behind a dot.
      if (bare !== undefined && !whole.startsWith('.')) break;
      if (whole === '.' && at > from) break;
      at += whole.length;
      if (item !== undefined) path = path === null ? null : `${path}[]`;
      if (key === undefined || path === null) continue;
      path = path === '' ? key : `${path}.${key}`;
      const start = at - whole.length + whole.lastIndexOf(key);
      const read = { at: path, origin: this.originOf(start, start + key.length), by: 'read' } as const;
      this.reads.push({ ...read, ...this.#compared(at) });
    }
    return { path, end: Math.max(at, from + 1) };
  }

  /** `== 1004` behind a path. */
  #compared(at: number): Pick<ResponseRead, 'comparedWith'> {
    const pattern = /\s*(?:==|!=)\s*(?:(\d+)|"([^"\\]*)"|(true|false))/y;
    pattern.lastIndex = at;
    const found = pattern.exec(this.text);
    if (found === null) return {};
    const [, digits, quoted, truth] = found;
    const value = digits !== undefined ? Number(digits) : (quoted ?? truth === 'true');
    const end = pattern.lastIndex;
    const length = (digits ?? quoted ?? truth ?? '').length;
    const start = end - length - (quoted === undefined ? 0 : 1);
    return { comparedWith: { value, origin: this.originOf(start, start + length) } };
  }

  #stringEnd(from: number, to: number): number {
    for (let at = from + 1; at < to; at++) {
      if (this.text.charAt(at) === '\\') at++;
      else if (this.text.charAt(at) === '"') return at + 1;
    }
    return to;
  }

  #lineEnd(from: number, to: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? to : Math.min(end, to);
  }

  #closing(open: number, to: number): number {
    let depth = 0;
    for (let at = open; at < to; at++) {
      const char = this.text.charAt(at);
      if (char === '"') at = this.#stringEnd(at, to) - 1;
      else if (char === '(' || char === '[' || char === '{') depth++;
      else if ((char === ')' || char === ']' || char === '}') && --depth === 0) return at;
    }
    return to;
  }
}
