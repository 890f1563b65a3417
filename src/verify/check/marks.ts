/**
 * Partly known values as JSON. A part that is only known at run time becomes a mark, a short text that conversions
 * and comparisons carry along like any other; equal code has equal marks.
 */
import type { Json } from '../../edge/index.js';
import { alternatives, literally, OPPOSITE, type Origin, type Piece, type Value } from '../../value/index.js';
import { comprehended } from './comprehensions.js';

export type TextAt = (origin: Origin) => string | null;

const MARK = /‹(\d+)›/g;
const CHOICE_OF_FLAG = /[:=]\s{0,20}([^?:=\n]{1,80}?) \? (true|false) : (true|false)$/;
const MOST_COMBINATIONS = 16;
/** Of a variable in Terraform, up to its default. */
const LONGEST_HEAD = 300;
const DEFAULT_OF = /\bvariable\s{1,4}"(\w{1,60})"\s{0,4}\{[^{}]{0,200}\bdefault\s{0,20}=\s{0,4}$/;

export class Marks {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The mark of a part that a reader would call by this name. */
  of(name: string): string {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.length;
      this.#names.push(name);
      this.#numbers.set(name, number);
    }
    return `‹${number}›`;
  }

  /** A part of which nothing is known; it equals no other. */
  fresh(): string {
    return this.of(`?${this.#names.length}`);
  }

  name(mark: string): string {
    const number = /^‹(\d+)›$/.exec(mark)?.[1];
    return number === undefined ? mark : (this.#names[Number(number)] ?? mark);
  }

  /** A text for people: marks are written as `${name}`. */
  shown(text: string): string {
    return text.replace(MARK, (mark) => {
      const name = this.name(mark);
      return name.startsWith('?') ? '…' : `\${${name}}`;
    });
  }
}

export function hasMark(json: Json | undefined): boolean {
  return json !== undefined && /‹\d+›/.test(JSON.stringify(json));
}

export function isMark(json: Json | undefined): json is string {
  return typeof json === 'string' && /^‹\d+›$/.test(json);
}

/** The key under which an object says that other, unknown keys may be there. */
export const OPEN = '‹…›';

/** What a value may be; more than a few possibilities are one unknown. */
export function jsonsOf(value: Value, marks: Marks, textAt: TextAt): readonly (Json | undefined)[] {
  const widths = new Set<number>();
  widthsIn(value, widths);
  const [width, other] = [...widths];
  // Choices of equal width are made together: they come from the rows of one table.
  const count = width === undefined ? 1 : other === undefined && width <= MOST_COMBINATIONS ? width : 1;
  const found = Array.from({ length: count }, (_, index) =>
    new Reading(marks, textAt, count === 1 && width !== undefined ? null : index).json(value),
  );
  return [...new Map(found.map((json) => [JSON.stringify(json), json])).values()];
}

function widthsIn(value: Value, widths: Set<number>): void {
  if (value.kind === 'choice') {
    widths.add(value.of.length);
    for (const one of value.of) widthsIn(one, widths);
  } else if (value.kind === 'object')
    for (const { value: inner } of value.properties) widthsIn(inner, widths);
  else if (value.kind === 'array') for (const item of value.items) widthsIn(item, widths);
}

function isAbsent(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === undefined || value.value === null);
}

class Reading {
  constructor(
    private readonly marks: Marks,
    private readonly textAt: TextAt,
    /** Which alternative of every choice is read; null for none. */
    private readonly index: number | null,
  ) {}

  json(value: Value): Json | undefined {
    switch (value.kind) {
      case 'scalar':
        return this.#input(value) ?? value.value ?? undefined;
      case 'text':
        return value.pieces.map((piece) => this.#piece(piece)).join('');
      case 'array': {
        const [only] = value.items;
        const made =
          only?.kind === 'unknown' && value.items.length === 1 ? this.#comprehended(only.origin) : null;
        if (made !== null) return made;
        const items = value.items.map((item) => this.json(item) ?? null);
        return value.open ? [...items, OPEN] : items;
      }
      case 'object': {
        const entries = value.properties.flatMap(({ key, value: inner, origin }): [string, Json][] => {
          const flag = this.#flag(inner, origin);
          if (flag !== null) return [[key, flag]];
          const json = this.#isNameless(inner) ? this.#written(key, origin) : this.json(inner);
          return json === undefined ? [] : [[key, json]];
        });
        return { ...Object.fromEntries(entries), ...(value.open ? { [OPEN]: true } : {}) };
      }
      case 'choice':
        return this.index === null ? this.marks.fresh() : this.json(alternatives(value)[this.index] ?? value);
      case 'unknown':
        if (value.why === 'no body seen') return undefined;
        return value.why === OPPOSITE
          ? this.marks.of(negated(this.marks.name(this.#unknown(value.origin))))
          : this.#unknown(value.origin);
    }
  }

  #comprehended(origin: Origin | null): Json | null {
    const text = origin === null ? null : this.textAt(origin);
    return text === null ? null : comprehended(text, (code) => this.marks.of(codeName(code)));
  }

  #isNameless(value: Value): boolean {
    if (value.kind === 'choice') return value.of.every((one) => this.#isNameless(one) || isAbsent(one));
    return value.kind === 'unknown' && value.origin === null && value.why !== 'no body seen';
  }

  /** `paused ? false : true` is no choice of two values. */
  #flag(value: Value, origin: Origin | null): string | null {
    if (value.kind !== 'choice' || origin === null) return null;
    const text = this.textAt(origin) ?? '';
    const [, condition = '', then, otherwise] = CHOICE_OF_FLAG.exec(text) ?? [];
    if (then === undefined || then === otherwise) return null;
    const name = codeName(condition);
    return this.marks.of(then === 'true' ? name : negated(name));
  }

  /** What stands behind the key. */
  #written(key: string, origin: Origin | null): string {
    const text = origin === null ? '' : (this.textAt(origin) ?? '');
    const [, value = ''] = /^["'[]{0,2}[\w-]+["'\]]{0,2}\s*(?:=>|[:=])\s*([\s\S]*)$/.exec(text) ?? [];
    const name = value === '' && text === key ? key : value;
    return name === '' || name.length > 200 ? this.marks.fresh() : this.marks.of(codeName(name));
  }

  /** A switch of a module: its default is not what it is. */
  #input({ value, origin }: Extract<Value, { kind: 'scalar' }>): string | null {
    if (!/^(?:boolean|number)$/.test(typeof value) || origin?.file.endsWith('.tf') !== true) return null;
    const { file, start } = origin;
    const text = this.textAt(origin) ?? '';
    if (/^!\s*var\.\w+$/.test(text)) return this.marks.of(codeName(text));
    const before = this.textAt({ file, start: Math.max(0, start - LONGEST_HEAD), end: start }) ?? '';
    const name = DEFAULT_OF.exec(before)?.[1];
    return name === undefined ? null : this.marks.of(`var.${name}`);
  }

  #piece(piece: Piece): string {
    if (piece.kind === 'text') return piece.text;
    // The name of a substitution says nothing of what it prints.
    const named =
      piece.name === undefined || /^(?:\$\(|`)$/.test(piece.name)
        ? this.#unknown(piece.origin)
        : this.#inlined(this.#local(piece.name, piece.origin));
    return piece.how === 'not' ? this.marks.of(negated(this.marks.name(named))) : named;
  }

  #unknown(origin: Origin | null): string {
    const text = origin === null ? null : this.textAt(origin);
    return text === null || text.trim() === '' || text.length > 200
      ? this.marks.fresh()
      : this.#inlined(this.#local(text, origin));
  }

  /** Code, or a text with code in it, which is one with the text around it. */
  #inlined(code: string): string {
    const text = /^"((?:[^"\\$]|\$\{[^{}]*\}|\\.)*)"$/.exec(code)?.[1];
    return text === undefined || !code.includes('${')
      ? this.marks.of(codeName(code))
      : text
          .replace(/\$\{([^{}]*)\}/g, (_, inner: string) => this.marks.of(codeName(inner)))
          .replace(/\\(["\\])/g, '$1');
  }

  /** What a local value of Terraform stands for, where it is written in the same file. */
  #local(text: string, origin: Origin | null): string {
    const name = /^(?:\$\{)?local\.(\w{1,60})\}?$/.exec(text)?.[1];
    if (name === undefined || origin?.file.endsWith('.tf') !== true) return text;
    const file = this.textAt({ file: origin.file, start: 0, end: Number.MAX_SAFE_INTEGER }) ?? '';
    return (
      new RegExp(`^[ \\t]+${literally(name)}[ \\t]*=[ \\t]*(\\S[^\\n]{0,200})$`, 'm').exec(file)?.[1] ?? text
    );
  }
}

/** Code without what does not change its meaning: blanks, the kind of quotes, `=== "on"` for `!== "off"`. */
export function codeName(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/\[["'](\w+)["']\]/g, '.$1')
      // The row of a resource, and that of a block in one.
      .replace(/\brules\.(key|value)\b/g, 'each.$1')
      .replaceAll("'", '"')
      .replace(/ (?:!==?|<>) "(\w+)"/g, (whole, word: string) =>
        OPPOSITES.has(word) ? ` == "${OPPOSITES.get(word)}"` : whole,
      )
      .replaceAll('===', '==')
      .replaceAll('!==', '!=')
      .replace(/^\$(\d+)$/, '$1')
      .replace(/^not (?=[\w$.]+(?:$|[.([]))/, '!')
      .trim()
  );
}

/** Words of which a program takes one or the other. */
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ['on', 'off'],
    ['enable', 'disable'],
    ['enabled', 'disabled'],
    ['start', 'stop'],
    ['pause', 'resume'],
    ['true', 'false'],
    ['yes', 'no'],
    ['up', 'down'],
  ].flatMap(([one = '', other = '']): [string, string][] => [
    [one, other],
    [other, one],
  ]),
);

export function opposite(word: string): string | undefined {
  return OPPOSITES.get(word);
}

/** `!paused` for `paused` and the other way round. */
export function negated(name: string): string {
  if (/^!\(.*\)$/.test(name)) return name.slice(2, -1);
  if (name.startsWith('!') && !/[&|]/.test(name)) return name.slice(1).trim();
  if (/^not /.test(name)) return name.slice(4).trim();
  const [, left, operator, right] = /^([^=!<>]+?) ?(===|!==|==|!=) ?([^=!<>]+)$/.exec(name) ?? [];
  if (operator !== undefined) {
    const other = operator.startsWith('!') ? operator.replace('!', '=') : operator.replace('=', '!');
    return codeName(`${left} ${other} ${right}`);
  }
  return `!${name}`;
}
