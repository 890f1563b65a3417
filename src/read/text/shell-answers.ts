import type { Origin } from '../../value/index.js';
import type { FlatText } from '../flat.js';
import type { ResponseRead } from '../usage.js';
import { jqReads } from './jq.js';
import type { Command, Script } from './shell-script.js';
import { plainWord, type Word } from './shell-words.js';

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

export function answerReads(script: Script, source: FlatText, request: Command): ResponseRead[] {
  const kept = new Set(script.assigned.flatMap(({ name, value }) => (holds(value, request) ? [name] : [])));
  return script.commands.flatMap((command) => {
    if (programOf(command) !== 'jq') return [];
    const given = command.words.some((word) => namesOneOf(word, kept));
    return given || readsFrom(command, request, kept) ? readsOf(command, source) : [];
  });
}

/** The request stands in the substitution that a variable is given. */
function holds(value: Word, request: Command): boolean {
  const first = request.words[0];
  return first !== undefined && value.start < first.start && first.end <= value.end;
}

function namesOneOf(word: Word, names: ReadonlySet<string>): boolean {
  return word.pieces.some((piece) => piece.kind === 'hole' && names.has(piece.name ?? ''));
}

/** Its input comes from the request, or from a command that says what the answer was kept in. */
function readsFrom(command: Command, request: Command, kept: ReadonlySet<string>): boolean {
  let from = command.from;
  for (let step = 0; from !== null && step < MAX_CHAIN; step++) {
    if (from.words[0]?.start === request.words[0]?.start) return true;
    const program = programOf(from);
    if (SAYING.test(program)) return from.words.some((word) => namesOneOf(word, kept));
    if (!HANDING.test(program)) return false;
    from = from.from;
  }
  return false;
}

function programOf(command: Command): string {
  const name = plainWord(command.words[0] ?? { pieces: [], start: 0, end: 0, quoted: false });
  return name.slice(name.lastIndexOf('/') + 1);
}

function readsOf(command: Command, source: FlatText): ResponseRead[] {
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
