/**
 * Regular expressions in Rust's dialect, read by the rules of that dialect and of no other: no look-around, no
 * back-references, nested classes with set operations, `(?flags)`. What it refuses, the vendor's engine
 * refuses, so that a pattern which only JavaScript would accept is never taken for a valid one.
 */
import type { Assertion, RegexNode } from './ast.js';
import {
  type CharacterSet,
  ignoreCase,
  negate,
  perlClass,
  posixClass,
  range,
  unicodeClass,
  union,
} from './classes.js';

export type RegexResult =
  | { readonly ok: true; readonly node: RegexNode; readonly groups: number; readonly bytes: boolean }
  | { readonly ok: false; readonly message: string; readonly offset: number; readonly hint?: string };

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly U: boolean;
  readonly u: boolean;
  readonly x: boolean;
}

const DEFAULT_FLAGS: Flags = { i: false, m: false, s: false, U: false, u: true, x: false };

const MAX_DEPTH = 200;
const MAX_REPEAT = 100_000;

const ANYTHING = range(0, 0x10ffff);
const NO_LINE_BREAK = negate(range(10, 10));

class RegexFailure extends Error {
  constructor(
    message: string,
    readonly offset: number,
    readonly hint?: string,
  ) {
    super(message);
  }
}

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const ASSERTION_ESCAPES: Readonly<Record<string, Assertion>> = {
  A: 'start',
  z: 'end',
  b: 'word',
  B: 'not word',
  '<': 'word start',
  '>': 'word end',
};

const NAMED_BOUNDARY = /\{(start|end|start-half|end-half)\}/y;

class RegexParser {
  private at = 0;
  private flags = DEFAULT_FLAGS;
  private groups = 0;
  private depth = 0;
  private readonly names = new Set<string>();
  /** `(?-u)` was seen: the pattern speaks of bytes. */
  bytes = false;

  constructor(private readonly text: string) {}

  parse(): { node: RegexNode; groups: number } {
    const node = this.choice();
    if (this.at < this.text.length) throw new RegexFailure('unopened group', this.at);
    return { node, groups: this.groups };
  }

  private choice(): RegexNode {
    const nodes = [this.sequence()];
    while (this.peek() === '|') {
      this.at++;
      nodes.push(this.sequence());
    }
    const only = nodes[0];
    return nodes.length === 1 && only !== undefined ? only : { type: 'choice', nodes };
  }

  private sequence(): RegexNode {
    const nodes: RegexNode[] = [];
    for (;;) {
      if (this.flags.x) this.skipSpace();
      const character = this.peek();
      if (character === '' || character === '|' || character === ')') break;
      if (/[*+?{]/.test(character)) this.repeat(nodes);
      else {
        const node = this.atom();
        if (node !== null) nodes.push(node);
      }
    }
    if (nodes.length === 0) return { type: 'empty' };
    const only = nodes[0];
    return nodes.length === 1 && only !== undefined ? only : { type: 'sequence', nodes };
  }

  private repeat(nodes: RegexNode[]): void {
    const start = this.at;
    const { min, max } = this.repetition();
    const node = nodes.pop();
    if (node === undefined) throw new RegexFailure('a repetition has nothing to repeat', start);
    let greedy = !this.flags.U;
    if (this.flags.x) this.skipSpace();
    if (this.peek() === '?') {
      this.at++;
      greedy = !greedy;
    }
    nodes.push({ type: 'repeat', node, min, max, greedy });
  }

  private repetition(): { min: number; max: number | null } {
    const start = this.at;
    const sign = this.take();
    if (sign === '*') return { min: 0, max: null };
    if (sign === '+') return { min: 1, max: null };
    if (sign === '?') return { min: 0, max: 1 };
    const counts = /^(\d+)(,(\d*))?\}/.exec(this.text.slice(this.at, this.at + 24).replace(/\s/g, ' '));
    if (counts === null) {
      throw new RegexFailure(
        'a { must begin a repetition such as {2,4}',
        start,
        'write \\{ for the character',
      );
    }
    this.at += counts[0].length;
    const min = Number(counts[1]);
    const max = counts[2] === undefined ? min : counts[3] === '' ? null : Number(counts[3]);
    if (max !== null && max < min) throw new RegexFailure('the repetition ends before it starts', start);
    if (min > MAX_REPEAT || (max ?? 0) > MAX_REPEAT) throw new RegexFailure('too many repetitions', start);
    return { min, max };
  }

  /** One atom; null for a flag group, which matches nothing by itself. */
  private atom(): RegexNode | null {
    const start = this.at;
    const character = this.takeCodePoint();
    switch (character) {
      case '(':
        return this.group(start);
      case '[':
        return this.set(this.bracket(start));
      case '.':
        return { type: 'set', set: this.flags.s ? ANYTHING : NO_LINE_BREAK };
      case '^':
        return { type: 'assertion', assertion: this.flags.m ? 'line start' : 'start' };
      case '$':
        return { type: 'assertion', assertion: this.flags.m ? 'line end' : 'end' };
      case '\\':
        return this.escape(start);
      default:
        return this.set(single(character));
    }
  }

  private set(set: CharacterSet): RegexNode {
    return { type: 'set', set: this.flags.i ? ignoreCase(set) : set };
  }

  private group(start: number): RegexNode | null {
    if (++this.depth > MAX_DEPTH) throw new RegexFailure('groups are nested too deeply', start);
    const outer = this.flags;
    let index: number | null = null;
    if (this.peek() === '?') {
      const kind = this.groupKind(start);
      if (kind === 'flags') {
        this.depth--;
        return null;
      }
      if (kind === 'capture') index = ++this.groups;
    } else index = ++this.groups;
    const node = this.choice();
    if (this.take() !== ')') throw new RegexFailure('unclosed group', start);
    this.flags = outer;
    this.depth--;
    return { type: 'group', index, node };
  }

  /** Reads what follows `(?`. */
  private groupKind(start: number): 'flags' | 'capture' | 'plain' {
    const rest = this.text.slice(this.at, this.at + 80);
    if (/^\?<?[=!]/.test(rest)) {
      throw new RegexFailure(
        'look-around is not supported',
        start,
        'there is no look-ahead or look-behind here',
      );
    }
    const name = /^\?P?<([A-Za-z_][\w.[\]]*)>/.exec(rest);
    if (name !== null) {
      if (this.names.has(name[1] ?? '')) throw new RegexFailure('duplicate group name', start);
      this.names.add(name[1] ?? '');
      this.at += name[0].length;
      return 'capture';
    }
    const flags = /^\?([imsUuxR]*)(?:-([imsUuxR]+))?([:)])/.exec(rest);
    if (flags === null || (flags[3] === ')' && flags[1] === '' && flags[2] === undefined)) {
      throw new RegexFailure('unknown kind of group', start);
    }
    this.at += flags[0].length;
    for (const letter of flags[1] ?? '') this.flags = { ...this.flags, [letter]: true };
    for (const letter of flags[2] ?? '') this.flags = { ...this.flags, [letter]: false };
    if (!this.flags.u) this.bytes = true;
    return flags[3] === ')' ? 'flags' : 'plain';
  }

  private escape(start: number): RegexNode {
    const boundary = this.namedBoundary();
    if (boundary !== null) return { type: 'assertion', assertion: boundary };
    const assertion = ASSERTION_ESCAPES[this.peek()];
    if (assertion !== undefined) {
      this.at++;
      return { type: 'assertion', assertion };
    }
    return this.set(this.escapedSet(start).set);
  }

  private namedBoundary(): Assertion | null {
    NAMED_BOUNDARY.lastIndex = this.at + 1;
    const match = this.peek() === 'b' ? NAMED_BOUNDARY.exec(this.text) : null;
    if (match === null) return null;
    this.at += 1 + match[0].length;
    return match[1]?.startsWith('start') ? 'word start' : 'word end';
  }

  /** What `\` stands for as a set of characters, inside and outside classes; `code` if it is just one. */
  private escapedSet(start: number): { set: CharacterSet; code: number | null } {
    const letter = this.takeCodePoint();
    if (letter === '') throw new RegexFailure('the pattern ends with a backslash', start);
    const control = CONTROL_ESCAPES[letter];
    if (control !== undefined) return one(control);
    if (/[dswDSW]/.test(letter)) {
      const set = perlClass(letter, this.flags.u);
      if (set !== null) return { set, code: null };
    }
    if (/[xuU]/.test(letter)) return one(this.hexadecimal(letter, start));
    if (letter === 'p' || letter === 'P') return { set: this.property(letter, start), code: null };
    if (/[0-9]/.test(letter)) {
      throw new RegexFailure('back-references are not supported', start);
    }
    if (/[A-Za-z<>]/.test(letter) || letter.charCodeAt(0) > 127) {
      throw new RegexFailure(`unknown escape \\${letter}`, start);
    }
    return one(letter.charCodeAt(0));
  }

  private hexadecimal(letter: string, start: number): number {
    const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 8;
    const pattern = new RegExp(`^(?:\\{([0-9a-fA-F]{1,8})\\}|([0-9a-fA-F]{${digits}}))`);
    const match = pattern.exec(this.text.slice(this.at, this.at + 12));
    const code = match === null ? Number.NaN : Number.parseInt(match[1] ?? match[2] ?? '', 16);
    if (match === null || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw new RegexFailure('not a character code', start);
    }
    this.at += match[0].length;
    return code;
  }

  private property(letter: string, start: number): CharacterSet {
    const match = /^(?:\{(\^?)([\w=: -]+)\}|([A-Z]))/.exec(this.text.slice(this.at, this.at + 80));
    if (match === null) throw new RegexFailure('not a Unicode property', start);
    this.at += match[0].length;
    const set = unicodeClass(match[2] ?? match[3] ?? '');
    if (set === null) throw new RegexFailure('unknown Unicode property', start);
    return (letter === 'P') !== (match[1] === '^') ? negate(set) : set;
  }

  /** A class after its `[`, with nested classes and the set operations `&&`, `--` and `~~`. */
  private bracket(start: number): CharacterSet {
    if (++this.depth > MAX_DEPTH) throw new RegexFailure('classes are nested too deeply', start);
    const negated = this.peek() === '^';
    if (negated) this.at++;
    let result: CharacterSet | null = null;
    let operation = '';
    let items: CharacterSet[] = [];
    for (let first = true; ; first = false) {
      if (this.flags.x) this.skipSpace();
      const next = this.peek();
      if (next === '') throw new RegexFailure('unclosed class', start);
      if (next === ']' && !first) break;
      const pair = this.text.slice(this.at, this.at + 2);
      if (!first && (pair === '&&' || pair === '--' || pair === '~~')) {
        result = combine(operation, result, union(items));
        items = [];
        operation = pair;
        this.at += 2;
      } else items.push(this.item(start));
    }
    this.at++;
    this.depth--;
    const set = combine(operation, result, union(items));
    return negated ? negate(set) : set;
  }

  /** One character, range or nested class. */
  private item(start: number): CharacterSet {
    const from = this.classCharacter(start);
    if (
      from.code === null ||
      this.peek() !== '-' ||
      /^-(?:\]|-|$)/.test(this.text.slice(this.at, this.at + 2))
    ) {
      return from.set;
    }
    const dash = this.at;
    this.at++;
    const to = this.classCharacter(start);
    if (to.code === null) throw new RegexFailure('a range needs a character on both sides', dash);
    if (to.code < from.code) throw new RegexFailure('the range ends before it starts', dash);
    return range(from.code, to.code);
  }

  private classCharacter(start: number): { set: CharacterSet; code: number | null } {
    const at = this.at;
    const character = this.takeCodePoint();
    if (character === '') throw new RegexFailure('unclosed class', start);
    if (character === '\\') return this.escapedSet(at);
    if (character !== '[') return one(character.codePointAt(0) ?? 0);
    const posix = /^:(\^?)(\w+):\]/.exec(this.text.slice(this.at, this.at + 16));
    if (posix === null) return { set: this.bracket(at), code: null };
    const set = posixClass(posix[2] ?? '');
    if (set === null) throw new RegexFailure('unknown class name', at);
    this.at += posix[0].length;
    return { set: posix[1] === '^' ? negate(set) : set, code: null };
  }

  private skipSpace(): void {
    for (;;) {
      const character = this.peek();
      if (character === '#') {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end + 1;
      } else if (character !== '' && /\s/.test(character)) this.at++;
      else return;
    }
  }

  private peek(): string {
    return this.text.charAt(this.at);
  }

  private take(): string {
    return this.text.charAt(this.at++);
  }

  private takeCodePoint(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return '';
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }
}

function one(code: number): { set: CharacterSet; code: number } {
  return { set: range(code, code), code };
}

function single(character: string): CharacterSet {
  return one(character.codePointAt(0) ?? 0).set;
}

/** Without a left side the operation is the first of its class. */
function combine(operation: string, left: CharacterSet | null, right: CharacterSet): CharacterSet {
  if (left === null) return right;
  switch (operation) {
    case '&&':
      return (code) => left(code) && right(code);
    case '--':
      return (code) => left(code) && !right(code);
    default:
      return (code) => left(code) !== right(code);
  }
}

export function parseRegex(pattern: string): RegexResult {
  const parser = new RegexParser(pattern);
  try {
    const { node, groups } = parser.parse();
    return { ok: true, node, groups, bytes: parser.bytes };
  } catch (error) {
    if (!(error instanceof RegexFailure)) throw error;
    const { message, offset, hint } = error;
    return { ok: false, message, offset, ...(hint === undefined ? {} : { hint }) };
  }
}
