import type { Origin } from '../../../value/index.js';
import type { FlatText } from '../../flat.js';
import type { ResponseRead } from '../../usage.js';
import { jqReads } from './jq.js';
import type { Assigned, ShellCommand, ShellScript } from './script.js';
import { plainWord, type Word } from './words.js';

/**
 * What a script reads of the answer to a request: with `jq` behind a pipe, or later out of the variable that the
 * answer was kept in.
 */
const MAX_CHAIN = 6;
/** Options of `jq` that take the next word, and those that take the next two. */
const TAKES_ONE = /^(?:--indent|-L|--tab)$/;
const TAKES_TWO = /^--(?:arg|argjson|slurpfile|rawfile)$/;
/** Programs that hand on what they read. */
const HANDING = /^(?:tee|cat|sed|tr|head|tail)$/;
const SAYING = /^(?:echo|printf)$/;

/** Which commands read the answer of which request. */
export class ShellAnswerReads {
  readonly #readers: ShellCommand[] = [];
  /** Readers, by the variables that they and the commands before them in the pipe name. */
  readonly #byName = new Map<string, number[]>();
  /** Readers, by where the commands before them in the pipe begin. */
  readonly #byStart = new Map<number, number[]>();
  /** Readers, by the programs before them in the pipe, which may be functions of the script. */
  readonly #byProgram = new Map<string, number[]>();
  /** Where commands begin whose output another one reads. */
  readonly #piped = new Set<number>();

  constructor(
    readonly script: ShellScript,
    readonly source: FlatText,
  ) {
    for (const command of script.commands) {
      const from = command.from?.words[0];
      if (from !== undefined) this.#piped.add(from.start);
      if (programOf(command) !== 'jq') continue;
      const index = this.#readers.push(command) - 1;
      for (const name of namesIn(command)) added(this.#byName, name, index);
      this.#pipe(command, index);
    }
  }

  /** Its input comes from a request, or from a command that says what the answer was kept in. */
  #pipe(command: ShellCommand, index: number): void {
    let { from } = command;
    for (let step = 0; from !== null && step < MAX_CHAIN; step++) {
      const start = from.words[0]?.start;
      if (start !== undefined) added(this.#byStart, start, index);
      const program = programOf(from);
      added(this.#byProgram, program, index);
      if (SAYING.test(program)) for (const name of namesIn(from)) added(this.#byName, name, index);
      if (!HANDING.test(program)) return;
      from = from.from;
    }
  }

  of(request: ShellCommand): readonly ResponseRead[] {
    const start = request.words[0]?.start;
    if (this.#readers.length === 0 || start === undefined) return [];
    const kept = this.#keptIn(request)?.name;
    const found = new Set([
      ...(kept === undefined ? [] : (this.#byName.get(kept) ?? [])),
      ...(this.#byStart.get(start) ?? []),
      ...(this.#isPrinted(request) ? (this.#byProgram.get(request.scope ?? '') ?? []) : []),
    ]);
    return [...found]
      .sort((one, other) => one - other)
      .slice(0, MAX_READERS)
      .flatMap((index) => {
        const reader = this.#readers[index];
        return reader === undefined ? [] : readsOf(reader, this.source);
      });
  }

  /** The function around it prints the answer. */
  #isPrinted(request: ShellCommand): boolean {
    const start = request.words[0]?.start ?? 0;
    return (
      request.scope !== null &&
      request.output === null &&
      !this.#piped.has(start) &&
      this.#keptIn(request) === null
    );
  }

  /** The assignment in whose substitution the request stands: none stands in another. */
  #keptIn(request: ShellCommand): Assigned | null {
    const { assigned } = this.script;
    const first = request.words[0];
    if (first === undefined) return null;
    let low = 0;
    let high = assigned.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = assigned[middle]?.value;
      if (value !== undefined && value.start < first.start) low = middle + 1;
      else high = middle;
    }
    const last = assigned[low - 1];
    return last !== undefined && first.end <= last.value.end ? last : null;
  }
}

/** Readers of one answer that are looked at. */
const MAX_READERS = 200;

function added<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [index]);
  else known.push(index);
}

function namesIn(command: ShellCommand): readonly string[] {
  return command.words.flatMap((word) =>
    word.pieces.flatMap((piece) => (piece.kind === 'hole' && piece.name !== undefined ? [piece.name] : [])),
  );
}

function programOf(command: ShellCommand): string {
  const name = plainWord(command.words[0] ?? { pieces: [], start: 0, end: 0, quoted: false });
  return name.slice(name.lastIndexOf('/') + 1);
}

function readsOf(command: ShellCommand, source: FlatText): ResponseRead[] {
  for (let at = 1; at < command.words.length; at++) {
    const word = command.words[at];
    if (word === undefined) break;
    const written = plainWord(word);
    if (written.startsWith('-') && !word.quoted) {
      if (TAKES_TWO.test(written)) at += 2;
      else if (TAKES_ONE.test(written)) at++;
      continue;
    }
    return programReads(word, source);
  }
  return [];
}

/** The program is one literal; the offsets of what it reads are those of the script. */
function programReads(word: Word, { file }: FlatText): ResponseRead[] {
  const [only] = word.pieces;
  if (word.pieces.length !== 1 || only?.kind !== 'text' || only.origin === null) return [];
  const { offsets } = only;
  const begin = only.origin.start;
  const offsetOf = (at: number): number => offsets?.[at] ?? begin + at;
  const originOf = (start: number, end: number): Origin => ({
    file: only.origin?.file ?? file,
    start: offsetOf(start),
    end: offsetOf(end),
  });
  return jqReads(only.text, originOf);
}
