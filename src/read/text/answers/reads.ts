import type { ResponseRead } from '../../usage.js';
import { isWord } from '../lexing/code.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';
import { absenceInHole, absenceOf, type Way } from './absence.js';
import type { HoleRead } from './holes.js';

const MAX_READS = 200;
/** What the body of an answer holds; a program that reads anything else of it has been given a part. */
const ENVELOPE = /^(?:result|errors|success|messages|result_info)\b/;

/** What is read of one answer, with the values that it is compared with. */
export class AnswerReads {
  readonly #reads = new Map<string, ResponseRead>();
  readonly #given = new Set<string>();
  #latest = '';

  constructor(readonly unit: Unit) {}

  all(): readonly ResponseRead[] {
    return [...this.#reads.values()].map((read) => ({ ...read, at: inEnvelope(read.at) }));
  }

  /** Paths to which the program gives a value itself: what reads them from then on finds it. */
  given(): ReadonlySet<string> {
    return new Set([...this.#given].map(inEnvelope));
  }

  give(path: string): void {
    this.#given.add(path);
  }

  /** What was noted as a read of a path is an assignment to it. */
  assigned(path: string): void {
    if (this.#reads.get(this.#latest)?.at !== path) return;
    this.#reads.delete(this.#latest);
    this.give(path);
  }

  /** The path of a key below another path, of which the token is noted as a read. */
  add(path: string, key: string, at: number, way: Way): string {
    return this.#add(path, key, at, way, at);
  }

  /** A key of a list that a loop reads one after the other: it stands in the list, and is read at `place`. */
  addListed(path: string, at: number, place: number): void {
    const key = literalText(this.unit.code.tokens[at]);
    if (key !== null) this.#add(path, key, at, 'index', place);
  }

  #add(path: string, key: string, at: number, way: Way, place: number): string {
    const next = path === '' ? key : `${path}.${key}`;
    const token = this.unit.code.tokens[at];
    if (token === undefined || this.#reads.size >= MAX_READS) return next;
    const quoted = token.kind === 'string' ? token.parts[0] : undefined;
    const origin = {
      file: this.unit.file.path,
      start: quoted?.start ?? token.start,
      end: quoted?.end ?? token.end,
    };
    this.#latest = `${origin.start} ${next}`;
    const absent = this.#given.has(next) ? 'tolerated' : absenceOf(this.unit, place, way);
    this.#reads.set(this.#latest, {
      at: next,
      origin,
      by: 'read',
      ...(absent === undefined ? {} : { absent }),
    });
    return next;
  }

  /** A read in the hole of the text at a token. */
  addHole(text: number, read: HoleRead): void {
    if (this.#reads.size >= MAX_READS) return;
    const { path, start, end } = read;
    const absent = this.#given.has(path) ? 'tolerated' : absenceInHole(this.unit, text, read);
    this.#reads.set(`${start} ${path}`, {
      at: path,
      origin: { file: this.unit.file.path, start, end },
      by: 'read',
      ...(absent === undefined ? {} : { absent }),
    });
  }

  /** `== 1004` behind a chain. */
  compared(path: string, at: number): void {
    const { tokens } = this.unit.code;
    const mark = tokens[at];
    const literal = tokens[at + 1];
    const read = this.#reads.get(this.#latest);
    if (read === undefined || read.at !== path || literal === undefined) return;
    const compares =
      (mark?.kind === 'punctuation' && ['==', '===', '!=', '!=='].includes(mark.text)) || isWord(mark, 'eq');
    if (!compares) return;
    const value = literal.kind === 'number' ? Number(literal.text) : literalText(literal);
    if (value === null || Number.isNaN(value)) return;
    const origin = { file: this.unit.file.path, start: literal.start, end: literal.end };
    this.#reads.set(this.#latest, { ...read, comparedWith: { value, origin } });
  }
}

/** A function that sends requests often gives back what is inside of the envelope. */
function inEnvelope(at: string): string {
  if (ENVELOPE.test(at)) return at;
  return at.startsWith('[]') ? `result${at}` : `result.${at}`;
}
