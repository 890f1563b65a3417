/**
 * Matching in linear time: the pattern becomes a program of a few instructions, and all ways through it are
 * followed at once, one character at a time (Thompson's construction with Pike's captures). A thread list holds
 * each instruction at most once per position, in order of preference, so the work is at most program length
 * times text length, whatever the pattern.
 *
 * Texts are byte strings (one character per byte). They are read as UTF-8; a byte that is no part of a
 * character matches nothing, not even `.`, as in Rust.
 */
import type { Assertion, RegexNode } from './ast.js';
import { type CharacterSet, perlClass } from './classes.js';
import { parseRegex } from './parse.js';

type Instruction =
  | { readonly op: 'set'; readonly set: CharacterSet }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | { readonly op: 'match' };

export interface RegexMatch {
  /** Start and end of the whole and of each group, as byte offsets; -1 where a group took no part. */
  readonly slots: readonly number[];
}

export interface CompiledRegex {
  /** The first match at or after a byte offset. */
  find(bytes: string, from?: number): RegexMatch | null;
}

export type CompileResult =
  | { readonly ok: true; readonly regex: CompiledRegex }
  | { readonly ok: false; readonly message: string };

const MAX_PROGRAM = 20_000;
const MAX_STEPS = 200_000_000;

export class RegexBudgetExceeded extends Error {}

/** `largest`: the most instructions that the pattern may become. */
export function compileRegex(pattern: string, largest = MAX_PROGRAM): CompileResult {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  if (parsed.bytes) return { ok: false, message: 'patterns over bytes, (?-u), are not evaluated' };
  const compiler = new Compiler(largest);
  compiler.emit({ op: 'save', slot: 0 });
  compiler.node(parsed.node);
  compiler.emit({ op: 'save', slot: 1 });
  compiler.emit({ op: 'match' });
  if (compiler.overflow) return { ok: false, message: 'the pattern is too large' };
  return { ok: true, regex: new Program(compiler.program, (parsed.groups + 1) * 2) };
}

class Compiler {
  readonly program: Instruction[] = [];
  overflow = false;

  constructor(private readonly largest: number) {}

  emit(instruction: Instruction): number {
    if (this.program.length >= this.largest) this.overflow = true;
    else this.program.push(instruction);
    return this.program.length - 1;
  }

  node(node: RegexNode): void {
    if (this.overflow) return;
    switch (node.type) {
      case 'empty':
        break;
      case 'set':
        this.emit({ op: 'set', set: node.set });
        break;
      case 'assertion':
        this.emit({ op: 'assert', assertion: node.assertion });
        break;
      case 'group':
        if (node.index !== null) this.emit({ op: 'save', slot: node.index * 2 });
        this.node(node.node);
        if (node.index !== null) this.emit({ op: 'save', slot: node.index * 2 + 1 });
        break;
      case 'sequence':
        for (const child of node.nodes) this.node(child);
        break;
      case 'choice':
        this.choice(node.nodes);
        break;
      case 'repeat':
        this.repeat(node.node, node.min, node.max, node.greedy);
        break;
    }
  }

  private choice(nodes: readonly RegexNode[]): void {
    const jumps: { to: number }[] = [];
    for (const [index, child] of nodes.entries()) {
      if (index === nodes.length - 1) {
        this.node(child);
        break;
      }
      const split = { op: 'split' as const, first: 0, second: 0 };
      split.first = this.emit(split) + 1;
      this.node(child);
      const jump = { op: 'jump' as const, to: 0 };
      split.second = this.emit(jump) + 1;
      jumps.push(jump);
    }
    for (const jump of jumps) jump.to = this.program.length;
  }

  private repeat(node: RegexNode, min: number, max: number | null, greedy: boolean): void {
    for (let count = 0; count < min && !this.overflow; count++) this.node(node);
    if (max === null) {
      const split = this.split(greedy);
      const at = this.emit(split.instruction);
      split.enter(at + 1);
      this.node(node);
      split.leave(this.emit({ op: 'jump', to: at }) + 1);
      return;
    }
    const exits: ((to: number) => void)[] = [];
    for (let count = min; count < max && !this.overflow; count++) {
      const split = this.split(greedy);
      split.enter(this.emit(split.instruction) + 1);
      exits.push(split.leave);
      this.node(node);
    }
    for (const leave of exits) leave(this.program.length);
  }

  private split(greedy: boolean) {
    const instruction = { op: 'split' as const, first: 0, second: 0 };
    const enter = (to: number): void => {
      if (greedy) instruction.first = to;
      else instruction.second = to;
    };
    const leave = (to: number): void => {
      if (greedy) instruction.second = to;
      else instruction.first = to;
    };
    return { instruction, enter, leave };
  }
}

interface Thread {
  readonly at: number;
  readonly slots: readonly number[];
}

class Program implements CompiledRegex {
  private readonly seen: Int32Array;
  private generation = 0;

  constructor(
    private readonly program: readonly Instruction[],
    private readonly slotCount: number,
  ) {
    this.seen = new Int32Array(program.length);
  }

  find(bytes: string, from = 0): RegexMatch | null {
    if (this.program.length * (bytes.length - from + 1) > MAX_STEPS) {
      throw new RegexBudgetExceeded('the pattern is too large for a text of this length');
    }
    const none = new Array<number>(this.slotCount).fill(-1);
    let threads: Thread[] = [];
    let best: RegexMatch | null = null;
    let before = from === 0 ? -1 : codeBefore(bytes, from);
    for (let position = from; ; ) {
      const { code, length } = codeAt(bytes, position);
      const next: Thread[] = [];
      this.generation++;
      const current: Thread[] = [];
      for (const thread of threads) this.follow(current, thread, position, before, code);
      if (best === null) this.follow(current, { at: 0, slots: none }, position, before, code);
      for (const thread of current) {
        const instruction = this.program[thread.at];
        if (instruction?.op === 'match') {
          best = { slots: thread.slots };
          break;
        }
        if (instruction?.op === 'set' && code >= 0 && code < INVALID && instruction.set(code)) {
          next.push({ at: thread.at + 1, slots: thread.slots });
        }
      }
      if (code < 0 || (next.length === 0 && best !== null)) return best;
      threads = next;
      before = code;
      position += length;
    }
  }

  /** Adds the threads reached from one without taking a character, most preferred first. */
  private follow(into: Thread[], start: Thread, position: number, before: number, after: number): void {
    const pending: Thread[] = [start];
    for (let thread = pending.pop(); thread !== undefined; thread = pending.pop()) {
      const { at, slots } = thread;
      const instruction = this.program[at];
      if (instruction === undefined || this.seen[at] === this.generation) continue;
      this.seen[at] = this.generation;
      switch (instruction.op) {
        case 'jump':
          pending.push({ at: instruction.to, slots });
          break;
        case 'split':
          pending.push({ at: instruction.second, slots }, { at: instruction.first, slots });
          break;
        case 'save': {
          const saved = [...slots];
          saved[instruction.slot] = position;
          pending.push({ at: at + 1, slots: saved });
          break;
        }
        case 'assert':
          if (holds(instruction.assertion, before, after)) pending.push({ at: at + 1, slots });
          break;
        default:
          into.push(thread);
      }
    }
  }
}

const isWord = perlClass('w', true) ?? (() => false);

/** `before` and `after` are the characters around the place, -1 at the ends of the text. */
function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case 'start':
      return before < 0;
    case 'end':
      return after < 0;
    case 'line start':
      return before < 0 || before === 10;
    case 'line end':
      return after < 0 || after === 10;
    case 'word':
      return wordAt(before) !== wordAt(after);
    case 'not word':
      return wordAt(before) === wordAt(after);
    case 'word start':
      return !wordAt(before) && wordAt(after);
    case 'word end':
      return wordAt(before) && !wordAt(after);
  }
}

function wordAt(code: number): boolean {
  return code >= 0 && isWord(code);
}

/** Bytes that are no UTF-8 get codes beyond the last character. */
const INVALID = 0x110000;

function codeAt(bytes: string, at: number): { code: number; length: number } {
  if (at >= bytes.length) return { code: -1, length: 0 };
  const first = bytes.charCodeAt(at);
  if (first < 0x80) return { code: first, length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  let code = first & (0xff >> (length + 1));
  for (let index = 1; index < length; index++) {
    const byte = bytes.charCodeAt(at + index);
    if ((byte & 0xc0) !== 0x80) return { code: INVALID + first, length: 1 };
    code = (code << 6) | (byte & 0x3f);
  }
  const least = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
  const valid = length > 0 && code >= least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? { code, length } : { code: INVALID + first, length: 1 };
}

function codeBefore(bytes: string, at: number): number {
  for (let start = Math.max(0, at - 4); start < at; start++) {
    const { code, length } = codeAt(bytes, start);
    if (start + length === at) return code;
  }
  return -1;
}
