import type { Piece } from '../../../value/index.js';
import { type Made, printed, textMade } from './jq-made.js';
import { jqMade, jsonMade } from './jq-output.js';
import type { ShellCommand } from './script.js';
import { plainWord, type Word } from './words.js';

type Lookup = (name: string) => Word | null;

/** What is known of a call of `jq` before its program is read. */
interface Call {
  readonly program: Word;
  readonly args: ReadonlyMap<string, Made>;
  readonly isRaw: boolean;
  /** Nothing is read. */
  readonly isAlone: boolean;
  /** The text behind `<<<`. */
  readonly input: Word | null;
}

/** The JSON that a call of `jq` prints; null for other commands, and where it is not known. */
export function jqPrinted(command: ShellCommand, text: string, lookup: Lookup): readonly Piece[] | null {
  const call = callOf(command.words, text);
  if (call === null) return null;
  const read = call.input ?? command.input;
  const input = call.isAlone
    ? null
    : read === null
      ? pipedFrom(command, text, lookup)
      : inputOf(read.pieces, lookup);
  const made = jqMade(call.program.pieces, { args: call.args, input });
  // A part of what it reads is told better by where it is read.
  if (made === null || (made.kind === 'json' && made.pieces.length === 1 && made.pieces[0]?.kind === 'hole'))
    return null;
  return printed(made, call.isRaw);
}

function pipedFrom({ from }: ShellCommand, text: string, lookup: Lookup): Made | null {
  if (from === null) return null;
  const [name, ...words] = from.words;
  const [only] = words;
  if (/^(?:echo|printf)$/.test(name === undefined ? '' : plainWord(name)))
    return inputOf((words.length > 1 ? words.at(-1) : only)?.pieces ?? [], lookup);
  const pieces = jqPrinted(from, text, lookup);
  return pieces === null ? null : jsonMade(pieces);
}

/** A variable that was made before, or a text. */
function inputOf(pieces: readonly Piece[], lookup: Lookup): Made {
  const [only] = pieces;
  const name = pieces.length === 1 && only?.kind === 'hole' ? /^\w+$/.exec(only.name ?? '')?.[0] : undefined;
  const value = name === undefined ? null : lookup(name);
  return jsonMade(value !== null && /^\s*[[{]/.test(plainWord(value)) ? value.pieces : pieces);
}

/** Whether the word that begins there stands behind `<<<`. */
export function isHereString(start: number, text: string): boolean {
  return text
    .slice(Math.max(0, start - 6), start)
    .trimEnd()
    .endsWith('<<<');
}

function callOf([name, ...words]: readonly Word[], text: string): Call | null {
  if (name === undefined || plainWord(name) !== 'jq') return null;
  const args = new Map<string, Made>();
  let program: Word | null = null;
  let input: Word | null = null;
  let options = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const written = plainWord(word);
    if (isHereString(word.start, text)) input = word;
    else if (/^--arg(?:json)?$/.test(written)) {
      const [key, value] = [words[at + 1], words[at + 2]];
      if (key === undefined || value === undefined) return null;
      args.set(plainWord(key), written === '--arg' ? textMade(value.pieces) : jsonMade(value.pieces));
      at += 2;
    } else if (/^--(?:null-input|raw-output|compact-output)$/.test(written)) options += written.charAt(2);
    else if (/^-[nrc]+$/.test(written)) options += written.slice(1);
    else if (word.quoted || !written.startsWith('-')) {
      if (program !== null) return null;
      program = word;
    } else return null;
  }
  if (program === null) return null;
  return { program, args, isRaw: options.includes('r'), isAlone: options.includes('n'), input };
}
