import { type Hole, type Piece, type TextValue, text as textOf } from '../../../value/index.js';
import type { FlatText } from '../../flat.js';
import { atMost, meetLimit } from '../../limits.js';
import { isHereString, jqPrinted } from './jq-command.js';
import { escaped, turned } from './jq-made.js';
import { ScriptNames } from './names.js';
import { argumentsNamed, isSlice } from './positional.js';
import type { ShellCommand, ShellScript } from './script.js';
import { type AssignedList, NO_WORD, plainWord, type Word } from './words.js';

/**
 * What the variables of a script are where they are used: what is assigned before, the items of loops over lists and
 * maps, the arguments that the script's own functions are called with.
 */
const MAX_EXPANSIONS = 64;
const MAX_CHAIN = 8;
const MAX_CALLERS = 4;

/** What names stand for while a function body or a loop is looked at. */
export type Bindings = ReadonlyMap<string, readonly Piece[]>;

const NO_BINDINGS: Bindings = new Map();

/** One call of the function around a command: what names stand for, and all arguments. */
export interface Bound {
  readonly bindings: Bindings;
  readonly given: readonly Word[];
}

export class ShellVariables {
  readonly #names: ScriptNames;

  constructor(
    script: ShellScript,
    readonly source: FlatText,
    /** Variables that are set where the script stands. */
    readonly outside: ReadonlyMap<string, TextValue> | undefined,
  ) {
    this.#names = new ScriptNames(script);
  }

  /** The texts a body may be, where a variable in it is set in several places. */
  alternatives(pieces: readonly Piece[], bindings: Bindings): readonly (readonly Piece[])[] {
    const at = pieces.findIndex(
      (piece) => piece.kind === 'hole' && !bindings.has(nameOf(piece)) && this.values(piece).length > 1,
    );
    const open = pieces[at];
    if (open?.kind !== 'hole') return [this.resolved(pieces, bindings)];
    return this.values(open)
      .slice(0, 8)
      .map((word) => {
        const value = applied(open.how, word.pieces);
        return this.resolved([...pieces.slice(0, at), ...value, ...pieces.slice(at + 1)], bindings);
      });
  }

  /** What a command is given on standard input, as far as it is written out. */
  readBy({ input, from, words }: ShellCommand): readonly Piece[] | null {
    if (input !== null) return input.pieces;
    const given = words.find(({ start }) => isHereString(start, this.source.text));
    if (given !== undefined) return given.pieces;
    if (from === null) return null;
    const [name, ...rest] = from.words;
    if (name !== undefined && rest.length === 1 && /^(?:echo|printf)$/.test(plainWord(name)))
      return rest[0]?.pieces ?? null;
    return jqPrinted(from, this.source.text, (one) => this.#names.assigned(one).at(-1) ?? null);
  }

  values(piece: Hole): readonly Word[] {
    const name = nameOf(piece);
    const item = this.#itemOf(name);
    if (item !== null) return [item];
    const own = this.#names.assignedNear(
      name,
      (place) => this.source.offset(place),
      piece.origin?.start ?? 0,
    );
    const outside = own.length === 0 ? this.outside?.get(name) : undefined;
    if (outside !== undefined) return [{ ...NO_WORD, pieces: outside.pieces }];
    const fallback = own.length === 0 ? fallbackOf(piece) : null;
    return fallback === null ? own : [fallback];
  }

  /** `${MAP[key]}` and `${LIST[0]}` with the key written out. */
  #itemOf(name: string): Word | null {
    const { list, key } = this.#itemNamed(name) ?? {};
    if (list === undefined || key === undefined) return null;
    const found = list.items.find((one) => one.key !== null && plainWord(one.key) === key);
    return found?.value ?? (/^\d+$/.test(key) ? list.items[Number(key)]?.value : undefined) ?? null;
  }

  /** `${MAP[$key]}`: any item of the map, where nothing says which. */
  #anyItem(name: string, command: ShellCommand): readonly Bindings[] {
    const { list, key = '' } = this.#itemNamed(name) ?? {};
    const variable = /^\$\{?(\w+)\}?$/.exec(key)?.[1];
    if (list === undefined || variable === undefined || this.#loopValues(variable, command).length > 0)
      return [];
    return list.items.map(({ value }) => new Map([[name, value.pieces]]));
  }

  /** Variables replaced by what the script assigns them, the nearest assignment before first. */
  resolved(pieces: readonly Piece[], bindings: Bindings, way: readonly string[] = []): readonly Piece[] {
    if (way.length > MAX_CHAIN) {
      meetLimit(`variables of variables, more than ${MAX_CHAIN} levels`);
      return pieces;
    }
    return pieces.flatMap((piece): readonly Piece[] => {
      if (piece.kind === 'text') return [piece];
      if (piece.how !== undefined) {
        const { how, ...plain } = piece;
        return applied(how, this.resolved([plain], bindings, way));
      }
      const name = nameOf(piece);
      // `body=$(jq … <<<"$body")`: what it was before is not told again.
      if (way.includes(name)) return [piece];
      const bound = bindings.get(name);
      // What a function is given was written where it is called.
      if (bound !== undefined)
        return bound.some((one) => one === piece) ? bound : this.resolved(bound, NO_BINDINGS, [...way, name]);
      const values = this.values(piece);
      if (values.length === 0) return [piece];
      const here = piece.origin?.start ?? 0;
      const value = (this.#lastBefore(values, here) ?? values[0])?.pieces ?? [];
      // An id that is filled in by hand later is written as an empty text.
      if (value.length === 0 || value.some((one) => one === piece)) return [piece];
      return this.resolved(value, bindings, [...way, name]);
    });
  }

  /** The last of words that end before a place; they stand in the order of the script. */
  #lastBefore(words: readonly Word[], place: number): Word | undefined {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const word = words[middle];
      if (word !== undefined && this.source.offset(word.end) <= place) low = middle + 1;
      else high = middle;
    }
    return words[low - 1];
  }

  /** The list and the key of `MAP[key]`. */
  #itemNamed(name: string): { readonly list: AssignedList; readonly key: string } | null {
    const [, listName, key] = /^(\w+)\[["']?([^\]"']+)["']?\]$/.exec(name) ?? [];
    const list = this.#names.list(listName);
    return list === undefined || key === undefined || /^[@*]$/.test(key) ? null : { list, key };
  }

  /**
   * Words of a command, with those that stand for several: `"${args[@]}"` for the items of a list, `"$@"` for the
   * arguments of a call.
   */
  spread(
    words: readonly Word[],
    given: readonly Word[],
    within: readonly AssignedList[] = [],
  ): readonly Word[] {
    return words.flatMap((word): readonly Word[] => {
      const [only] = word.pieces;
      if (word.pieces.length !== 1 || only?.kind !== 'hole') return [word];
      const name = nameOf(only);
      const option = this.#optionIfSet(only, word, given);
      if (option !== null) return option;
      if (isSlice(name)) return given.length === 0 ? [word] : (argumentsNamed(name, given) ?? [word]);
      const list = this.#names.list(/^(\w+)\[[@*]\]$/.exec(name)?.[1]);
      if (list === undefined || list.items.length === 0 || within.includes(list)) return [word];
      const items = list.items.map(({ value }) => value);
      return this.spread(items, given, [...within, list]);
    });
  }

  /** `${2:+--data "$2"}`: an option and its value, where there is one. */
  #optionIfSet(piece: Hole, word: Word, given: readonly Word[]): readonly Word[] | null {
    const [, name = '', option] = /^(\w+):?\+(-{1,2}[\w-]+)[ =]"?\$\{?\w+\}?"?$/.exec(piece.name ?? '') ?? [];
    if (option === undefined) return null;
    const first = { ...word, pieces: textOf(option, null).pieces };
    if (!isPositional(name)) return [first, { ...word, pieces: [{ ...piece, name }] }];
    const [value] = argumentsNamed(name, given) ?? [];
    return given.length === 0 ? null : value === undefined ? [] : [first, value];
  }

  /** The values that the loop and the function around a command run through. */
  bindingsOf(command: ShellCommand): readonly Bound[] {
    const wanted = new Set<string>();
    const words = this.spread(command.words, []);
    for (const word of words) for (const name of this.#openNames(word.pieces)) wanted.add(name);
    let all: Bindings[] = [NO_BINDINGS];
    for (const name of wanted) {
      if (isPositional(name)) continue;
      const values = [...this.#loopValues(name, command), ...this.#anyItem(name, command)];
      if (values.length === 0) continue;
      const together = all.flatMap((bindings) => values.map((value) => new Map([...bindings, ...value])));
      all = [...atMost(together, MAX_EXPANSIONS, 'values of a loop')];
    }
    const names = [...wanted].filter(isPositional);
    const calls = names.length === 0 ? [] : this.#calls(command.scope, 0);
    if (calls.length === 0) return all.map((bindings) => ({ bindings, given: [] }));
    const bound = all.flatMap((bindings) =>
      calls.map((given) => ({
        bindings: new Map([...bindings, ...names.flatMap((name) => argumentNamed(name, given))]),
        given,
      })),
    );
    return atMost(bound, MAX_EXPANSIONS, 'calls of a function');
  }

  /** Names that stay open in a text after its variables are looked up. */
  #openNames(pieces: readonly Piece[]): readonly string[] {
    return this.resolved(pieces, new Map()).flatMap((piece) =>
      piece.kind === 'hole' ? [nameOf(piece)] : [],
    );
  }

  /** What a function is called with; arguments that its callers were called with are looked up there. */
  #calls(scope: string | null, depth: number): readonly (readonly Word[])[] {
    const calls = scope === null ? [] : this.#names.calls(scope);
    const given = calls.flatMap((call): readonly (readonly Word[])[] => {
      const words = call.words.slice(1).map((word) => (call.scope === null ? outermost(word) : word));
      const names = words.flatMap(({ pieces }) => this.#openNames(pieces)).filter(isPositional);
      const outer =
        names.length === 0 || call.scope === scope || depth >= MAX_CALLERS
          ? []
          : this.#calls(call.scope, depth + 1);
      return outer.length === 0 ? [words] : outer.map((around) => this.#withArguments(words, names, around));
    });
    return atMost(given, MAX_EXPANSIONS, 'calls of a function');
  }

  #withArguments(words: readonly Word[], names: readonly string[], given: readonly Word[]): readonly Word[] {
    const bindings = new Map(names.flatMap((name) => argumentNamed(name, given)));
    return this.spread(words, given).map((word) => ({
      ...word,
      pieces: given.includes(word) ? word.pieces : this.resolved(word.pieces, bindings),
    }));
  }

  /** `for x in a b`, `for x in "${LIST[@]}"`, `for key in "${!MAP[@]}"`. */
  #loopValues(name: string, command: ShellCommand): readonly Bindings[] {
    const loop = this.#names.loop(name, command);
    if (loop === undefined) return [];
    return loop.words
      .slice(3)
      .flatMap((word): readonly Bindings[] => {
        const [only] = word.pieces;
        if (word.pieces.length !== 1 || only?.kind !== 'hole') return [new Map([[name, word.pieces]])];
        const written = only.name ?? '';
        const found = /^(!?)(\w+)\[[@*]\]$/.exec(written);
        const listName = found?.[2] ?? written;
        const list = this.#names.list(listName);
        if (list === undefined) {
          return this.values(only).flatMap((value) =>
            splitWords(value.pieces).map((part) => new Map([[name, part]])),
          );
        }
        return list.items.map((item): Bindings => {
          if (found?.[1] === '!' && item.key !== null)
            return new Map([
              [name, item.key.pieces],
              [`${listName}[$${name}]`, item.value.pieces],
              [`${listName}[\${${name}}]`, item.value.pieces],
            ]);
          return new Map([[name, item.value.pieces]]);
        });
      })
      .slice(0, MAX_EXPANSIONS);
  }
}

/** What is made of a value: its text in a JSON string, or its opposite. */
function applied(how: Hole['how'], pieces: readonly Piece[]): readonly Piece[] {
  if (how === undefined) return pieces;
  if (how === 'in JSON') return pieces.map(escaped);
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? [turned(only)] : [{ kind: 'hole', origin: null }];
}

/** Arguments of the script itself are no arguments of the function that is given them. */
function outermost(word: Word): Word {
  const pieces = word.pieces.map((piece) =>
    piece.kind === 'hole' && /^[1-9]\d*$/.test(piece.name ?? '')
      ? { ...piece, name: `$${piece.name}` }
      : piece,
  );
  return { ...word, pieces };
}

function isPositional(name: string): boolean {
  return /^\d+$/.test(name) || isSlice(name);
}

/** Arguments of a call as one text. */
function argumentNamed(
  name: string,
  given: readonly Word[],
): readonly (readonly [string, readonly Piece[]])[] {
  const words = argumentsNamed(name, given) ?? [];
  const pieces = words.flatMap((word, index) => [
    ...(index === 0 ? [] : textOf(' ', null).pieces),
    ...word.pieces,
  ]);
  return words.length === 0 ? [] : [[name, pieces]];
}

/** Name of a variable without what the expansion does to it: `ZONE:-x`, `ZONE%/`. */
export function nameOf(piece: Hole): string {
  const written = piece.name ?? '';
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?/.exec(written)?.[0] ?? /^\d+/.exec(written)?.[0] ?? written;
}

/** The word or address of `${LEVEL:-medium}`: what the variable is where nobody sets it. */
function fallbackOf({ name = '', origin }: Hole): Word | null {
  const [, before = '', text] = /^(\w+:?[-=]["']?)([A-Za-z][\w./:-]*)["']?$/.exec(name) ?? [];
  if (text === undefined || origin === null) return null;
  const start = origin.start + 2 + before.length;
  const end = start + text.length;
  return { pieces: textOf(text, { file: origin.file, start, end }).pieces, start: 0, end: 0, quoted: false };
}

/** A text of words separated by blanks, word by word. */
function splitWords(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const [only] = pieces;
  if (pieces.length !== 1 || only?.kind !== 'text') return [pieces];
  return [...only.text.matchAll(/\S+/g)].map((found) => {
    const start = only.offsets?.[found.index] ?? (only.origin?.start ?? 0) + found.index;
    const end = only.offsets?.[found.index + found[0].length] ?? start + found[0].length;
    return textOf(found[0], only.origin === null ? null : { file: only.origin.file, start, end }).pieces;
  });
}
