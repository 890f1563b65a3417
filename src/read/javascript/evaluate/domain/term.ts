import { type Hole, MAX_CHOICES, type Origin, type TextPiece } from '../../../../value/index.js';
import type { Binding } from '../../syntax/bindings.js';
import type { ClassNode, Declarator, ForEach, FunctionNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { cutByLimit } from './cuts.js';

/**
 * What the evaluator knows of an expression. It is the value domain of all languages, plus what only a program
 * has: functions with their environment, classes and instances, clients, responses. A term is lowered to a
 * value when a usage is made of it.
 */

/** A function, class or loop whose names have a value per activation; or a variable of which one value was chosen. */
export type Frame = FunctionNode | ForEach | ClassNode | Declarator;

/** What an activation of a frame binds. Environments form a chain; the order of unrelated frames is free. */
export interface Environment {
  readonly frame: Frame;
  readonly values: ReadonlyMap<Binding, Term>;
  readonly self: Term | null;
  readonly outer: Environment | null;
  /** Number of calls on the way here. */
  readonly depth: number;
  readonly memo: Map<Node, Term>;
  /** Set once the memo holds a value that was cut short: somebody else may come to know more. */
  isCut?: boolean;
  /** Set while what its function gives back is worked out. */
  isRunning?: boolean;
  /** What its function gives back, once that is known. */
  result?: Term;
}

/** Where an expression is evaluated. */
export interface At {
  readonly module: Module;
  readonly env: Environment | null;
}

/** A name that has no value because nobody has said which activation of its frame is meant. */
export interface Free {
  readonly frame: Frame;
  readonly binding: Binding;
  readonly module: Module;
}

export interface FreeHole extends Hole {
  readonly free?: Free;
}
export type Piece = TextPiece | FreeHole;

export interface Text {
  readonly kind: 'text';
  readonly pieces: readonly Piece[];
  readonly origin: Origin | null;
}
export interface Scalar {
  readonly kind: 'scalar';
  readonly value: number | boolean | null | undefined;
  readonly origin: Origin | null;
}
export interface Member {
  readonly key: string;
  readonly keyOrigin: Origin | null;
  readonly origin: Origin | null;
  /** Evaluated when it is asked for. */
  readonly value: Term;
}
export interface ObjectTerm {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly open: boolean;
  readonly origin: Origin | null;
  /** `map`: a Map, Headers or URLSearchParams, whose members are reached by calls. */
  readonly as?: 'map' | 'set';
}
export interface ArrayTerm {
  readonly kind: 'array';
  readonly items: readonly Term[];
  readonly open: boolean;
  readonly origin: Origin | null;
}
export interface Choice {
  readonly kind: 'choice';
  readonly of: readonly Term[];
  readonly origin: Origin | null;
}
export interface Unknown {
  readonly kind: 'unknown';
  readonly why: string;
  readonly origin: Origin | null;
  readonly name?: string;
  readonly written?: string;
  readonly free?: Free;
  /** What a function of this kind gives back, where its type says so. */
  readonly returns?: Term;
}
export interface Closure {
  readonly kind: 'closure';
  readonly node: FunctionNode;
  readonly at: At;
  readonly self: Term | null;
}
export interface ClassTerm {
  readonly kind: 'class';
  readonly node: ClassNode;
  readonly at: At;
}
export interface Instance {
  readonly kind: 'instance';
  readonly of: ClassTerm | Closure;
  /** Null if the construction is not known. */
  readonly args: readonly Term[] | null;
  readonly members: Map<string, Term>;
  /** Where the constructors of its classes run for it: once for all members that are asked for. */
  constructed?: Map<ClassNode, At>;
  /** Fields that methods have set since it was made. */
  readonly fields?: ReadonlyMap<string, Term>;
}
export interface Namespace {
  readonly kind: 'namespace';
  readonly module: Module;
}
/** A function of the language itself: `Object.entries`, or a method of a known receiver. */
export interface Native {
  readonly kind: 'native';
  readonly name: string;
}
/** Something of a package or of the platform, named by the way to it: `axios` + `create`. */
export interface External {
  readonly kind: 'external';
  readonly package: string;
  readonly path: readonly string[];
  /** Options it was configured with: `axios.create({…})`. */
  readonly config: Term | null;
  readonly origin: Origin | null;
  /** Set for a parameter that is only known by its type: a caller may say more. */
  readonly free?: Free;
}
export interface Url {
  readonly kind: 'url';
  readonly href: Text;
}
/** A client of a vendor SDK, or a chain that starts at one. */
export interface Sdk {
  readonly kind: 'sdk';
  readonly package: string;
  readonly chain: readonly { readonly name: string; readonly origin: Origin }[];
  readonly config: Term | null;
}
/** What a call answers, or a part of it: `result[].locked`. */
export interface Response {
  readonly kind: 'response';
  readonly call: Node;
  readonly at: At;
  readonly path: readonly string[];
}
/** The first step on the way into an answer that came as an error. */
export const CAUGHT = 'caught()';

/** `f.bind(self, …)`. */
export interface Bound {
  readonly kind: 'bound';
  readonly target: Term;
  readonly self: Term | null;
  readonly args: readonly Term[];
}

export type Term =
  | Text
  | Scalar
  | ObjectTerm
  | ArrayTerm
  | Choice
  | Unknown
  | Closure
  | ClassTerm
  | Instance
  | Namespace
  | Native
  | External
  | Url
  | Sdk
  | Response
  | Bound;

export function unknown(why: string, origin: Origin | null = null, name?: string, free?: Free): Unknown {
  // Written out here and below: spreads of objects made for them take several times as long.
  if (free !== undefined) {
    return name === undefined
      ? { kind: 'unknown', why, origin, free }
      : { kind: 'unknown', why, origin, name, free };
  }
  return name === undefined ? { kind: 'unknown', why, origin } : { kind: 'unknown', why, origin, name };
}

export const UNDEFINED: Scalar = { kind: 'scalar', value: undefined, origin: null };

/** A text of which all is known; `origin` is where it stands as a whole. */
export function textTerm(text: string, origin: Origin | null = null): Text {
  return { kind: 'text', pieces: [{ kind: 'text', text, origin: null }], origin };
}

export function alternatives(term: Term): readonly Term[] {
  return term.kind === 'choice' ? term.of : [term];
}

/** One of several terms; equal ones count once, more than `MAX_CHOICES` are unknown. */
export function choose(terms: readonly Term[], origin: Origin | null = null): Term {
  const single = terms[0];
  if (terms.length === 1 && single !== undefined && single.kind !== 'choice') return single;
  const distinct: Term[] = [];
  // Loops over indexes here and below: they run for every value, mostly before anything is optimised.
  for (let index = 0; index < terms.length && distinct.length <= MAX_CHOICES; index++) {
    addOptions(distinct, terms[index]);
  }
  return choiceOf(distinct, origin);
}

/** One of the values of some members. Those of a registry may stand in thousands of modules: no more are evaluated than it takes. */
export function chooseMember(members: readonly Member[], open: boolean, origin: Origin): Term {
  const distinct: Term[] = [];
  for (let index = 0; index < members.length && distinct.length <= MAX_CHOICES; index++) {
    addOptions(distinct, members[index]?.value);
  }
  if (open) addOptions(distinct, unknown('open', origin));
  return choiceOf(distinct, origin);
}

function choiceOf(distinct: readonly Term[], origin: Origin | null): Term {
  const only = distinct[0];
  if (only === undefined) return unknown('no value', origin);
  if (distinct.length === 1) return only;
  if (distinct.length > MAX_CHOICES) return unknown('too many possible values', origin);
  return { kind: 'choice', of: distinct, origin };
}

function addOptions(distinct: Term[], term: Term | undefined): void {
  if (term === undefined) return;
  if (term.kind !== 'choice') addDistinct(distinct, term);
  else for (let index = 0; index < term.of.length; index++) addDistinct(distinct, term.of[index]);
}

function addDistinct(distinct: Term[], term: Term | undefined): void {
  if (term === undefined) return;
  for (let index = 0; index < distinct.length; index++) {
    const other = distinct[index];
    if (other !== undefined && sameTerm(other, term)) return;
  }
  distinct.push(term);
}

/** Same as far as a choice cares: identical, or unknown for the same reason. */
function sameTerm(a: Term, b: Term): boolean {
  if (a === b) return true;
  if (a.kind === 'unknown' && b.kind === 'unknown')
    return a.free?.binding === b.free?.binding && a.name === b.name;
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.value === b.value;
  if (a.kind === 'closure' && b.kind === 'closure') return a.node === b.node && a.at.env === b.at.env;
  if (a.kind === 'text' && b.kind === 'text') {
    return (
      a.origin !== null &&
      a.origin.start === b.origin?.start &&
      a.origin.file === b.origin.file &&
      haveSameShape(a.pieces, b.pieces)
    );
  }
  return false;
}

function textKey(text: Text): string {
  return shapeOf(text.pieces);
}

const HOLE = '{}';

/** The known text, with the same sign for every hole. */
function shapeOf(pieces: readonly Piece[]): string {
  let shape = '';
  for (const piece of pieces) shape += piece.kind === 'text' ? piece.text : HOLE;
  return shape;
}

/** Whether two texts have the same shape. Most have the same pieces, or are of another length. */
function haveSameShape(a: readonly Piece[], b: readonly Piece[]): boolean {
  return haveSamePieces(a, b) || (lengthOf(a) === lengthOf(b) && shapeOf(a) === shapeOf(b));
}

function haveSamePieces(a: readonly Piece[], b: readonly Piece[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (textOf(a[index]) !== textOf(b[index])) return false;
  }
  return true;
}

function textOf(piece: Piece | undefined): string {
  return piece?.kind === 'text' ? piece.text : HOLE;
}

function lengthOf(pieces: readonly Piece[]): number {
  let length = 0;
  for (let index = 0; index < pieces.length; index++) length += textOf(pieces[index]).length;
  return length;
}

/** Of those that differ in nothing but what fills their holes, the first. */
function ofDistinctShape<T>(options: readonly T[], shape: (option: T) => string): T[] {
  const byShape = new Map<string, T>();
  for (const option of options) {
    const key = shape(option);
    if (!byShape.has(key)) byShape.set(key, option);
  }
  return [...byShape.values()];
}

/** The last member of a name: the one that counts. */
export function memberNamed(object: ObjectTerm, key: string): Member | undefined {
  for (let index = object.members.length - 1; index >= 0; index--) {
    if (object.members[index]?.key === key) return object.members[index];
  }
  return undefined;
}

function isText(term: Term): boolean {
  return term.kind === 'text';
}

/** A term as text: constants as they print, everything else as a hole. */
export function asText(term: Term): Text | Choice {
  switch (term.kind) {
    case 'text':
      return term;
    case 'url':
      return term.href;
    case 'scalar':
      return textTerm(String(term.value), term.origin);
    case 'choice': {
      if (term.of.every(isText)) return term;
      const texts = term.of.map(asText).flatMap((text) => (text.kind === 'choice' ? text.of : [text]));
      return { kind: 'choice', of: texts, origin: term.origin };
    }
    case 'unknown':
      return { kind: 'text', pieces: [holeOf(term)], origin: term.origin };
    default: {
      const origin = 'origin' in term ? term.origin : null;
      return { kind: 'text', pieces: [{ kind: 'hole', origin }], origin: null };
    }
  }
}

function holeOf({ origin, name, written, free }: Unknown): FreeHole {
  const hole: FreeHole = free === undefined ? { kind: 'hole', origin } : { kind: 'hole', origin, free };
  if (name === undefined) return hole;
  return written === undefined ? { ...hole, name } : { ...hole, name, written };
}

/** The text if it is wholly known, else null. */
export function known(term: Term): string | null {
  if (term.kind === 'scalar')
    return term.value === undefined || term.value === null ? null : String(term.value);
  if (term.kind === 'url') return known(term.href);
  if (term.kind !== 'text') return null;
  let all = '';
  for (const piece of term.pieces) {
    if (piece.kind !== 'text') return null;
    all += piece.text;
  }
  return all;
}

/** A text of more pieces is no address: thirty lines of `a = a + a` would fill all memory. */
const MAX_PIECES = 4_000;

function join(row: Piece[], { pieces, origin }: Text): Piece[] {
  if (row.length + pieces.length > MAX_PIECES) {
    cutByLimit(`more than ${MAX_PIECES} parts of a text`);
    row.push({ kind: 'hole', origin });
  } else for (let index = 0; index < pieces.length; index++) row.push(pieces[index] as Piece);
  return row;
}

/** Every way to put texts one after the other, at most `MAX_CHOICES`. */
export function concat(parts: readonly Term[], origin: Origin | null): Term {
  let rows: Piece[][] = [[]];
  for (const part of parts) {
    const text = asText(part);
    if (text.kind === 'text') {
      for (let at = 0; at < rows.length; at++) join(rows[at] ?? [], text);
      continue;
    }
    let options = text.of as readonly Text[];
    if (rows.length * options.length > MAX_CHOICES) {
      rows = ofDistinctShape(rows, shapeOf);
      options = ofDistinctShape(options, textKey);
    }
    if (rows.length * options.length > MAX_CHOICES) {
      rows = rows.map((row) => [...row, { kind: 'hole', origin: 'origin' in part ? part.origin : null }]);
      continue;
    }
    rows = rows.flatMap((row) => options.map((option) => join([...row], option)));
  }
  const only = rows[0];
  if (only !== undefined && rows.length === 1) return { kind: 'text', pieces: only, origin };
  return choose(
    rows.map((pieces) => ({ kind: 'text', pieces, origin })),
    origin,
  );
}

/** Applies a function to each alternative. */
export function each(term: Term, apply: (alternative: Term) => Term): Term {
  return term.kind === 'choice' ? choose(term.of.map(apply), term.origin) : apply(term);
}
