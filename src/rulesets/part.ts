import { snakeCase } from '../catalogue/index.js';
import {
  alternatives,
  knownText,
  type ObjectValue,
  type Origin,
  type Property,
  type Value,
} from '../value/index.js';
import type { Fault, RulesetProblem } from './problem.js';

/** How the tool that a ruleset is written for spells it. */
export interface ToolSpelling {
  /** Keys may be written in the case of the language: `actionParameters`, `ActionParameters`. */
  readonly anyCase: boolean;
  /** An object may be written as a block, which is a list of one. */
  readonly blocks: boolean;
  /** Every key is sent as it is, so that one that the API does not know is refused. */
  readonly exactKeys: boolean;
}

export const API_SPELLING: ToolSpelling = { anyCase: false, blocks: false, exactKeys: true };

/** A part of a ruleset, its place, and the list of problems that all parts share. What is not known is never wrong. */
export class RulesetPart {
  constructor(
    readonly value: Value | undefined,
    readonly path: string,
    readonly spelling: ToolSpelling,
    readonly problems: RulesetProblem[],
    /** Where to point for what is missing here. */
    readonly place: Origin | null,
  ) {}

  /** The part under a key; one that is missing has no value. */
  at(key: string): RulesetPart {
    const property = this.#property(key);
    const path = this.path === '' ? key : `${this.path}.${key}`;
    const value = property === undefined || isNothing(property.value) ? undefined : property.value;
    return new RulesetPart(value, path, this.spelling, this.problems, property?.keyOrigin ?? this.place);
  }

  get isThere(): boolean {
    return this.value !== undefined;
  }

  /** Certainly not given: an object with unknown parts may have it. */
  lacks(key: string): boolean {
    const object = this.object;
    return object !== null && !object.open && !this.at(key).isThere;
  }

  get object(): ObjectValue | null {
    const { value } = this;
    if (value?.kind === 'object') return value;
    const [only, ...more] = this.spelling.blocks && value?.kind === 'array' && !value.open ? value.items : [];
    return only?.kind === 'object' && more.length === 0 ? only : null;
  }

  /** The items that are known, with their places; empty for what is no list. */
  get items(): readonly RulesetPart[] {
    const { value } = this;
    if (value?.kind === 'object' && this.spelling.blocks) return [this.#item(value, 0)];
    return value?.kind === 'array' ? value.items.map((item, index) => this.#item(item, index)) : [];
  }

  /** Nothing else can be in the list. */
  get isWhole(): boolean {
    const { value } = this;
    if (value?.kind === 'object') return this.spelling.blocks;
    return value?.kind === 'array' && !value.open && value.items.every((item) => item.kind !== 'unknown');
  }

  get text(): string | null {
    return this.value?.kind === 'text' ? knownText(this.value) : null;
  }

  /** The constant, if it is one; undefined for what is not known. */
  get constant(): string | number | boolean | undefined {
    const { value } = this;
    if (value?.kind === 'text') return knownText(value) ?? undefined;
    return value?.kind === 'scalar' && value.value !== null ? value.value : undefined;
  }

  /** The kind of value, as a person calls it; null where that is not known. */
  get type(): 'text' | 'number' | 'boolean' | 'list' | 'object' | null {
    const { value } = this;
    switch (value?.kind) {
      case 'text':
        // In a body that is written as text, a hole may hold anything.
        return value.pieces.every(({ kind }) => kind === 'hole') ? null : 'text';
      case 'scalar':
        return typeof value.value === 'number'
          ? 'number'
          : typeof value.value === 'boolean'
            ? 'boolean'
            : null;
      case 'array':
        return 'list';
      case 'object':
        return 'object';
      default:
        return null;
    }
  }

  get keys(): readonly Property[] {
    return this.object?.properties.filter(({ value }) => !isNothing(value)) ?? [];
  }

  /** Where the part is written, without quotes. */
  get origin(): Origin | null {
    const { value } = this;
    if (value === undefined) return this.place;
    if (value.kind === 'text') {
      const piece = value.pieces.find((one) => one.kind === 'text' && one.origin !== null);
      return piece?.origin ?? value.origin ?? this.place;
    }
    // Of what spans lines the name is pointed at.
    return value.kind === 'object' || value.kind === 'array'
      ? (this.place ?? value.origin)
      : (value.origin ?? this.place);
  }

  add(fault: Fault): void {
    const { check, wrong, remedy, answer = wrong, taken } = fault;
    this.problems.push({
      check,
      path: this.path,
      at: this.origin,
      wrong,
      remedy,
      refused: taken !== true,
      answer,
    });
  }

  /** Says that the part is not what it has to be, unless it is, or is not known. */
  expect(type: 'text' | 'boolean' | 'list' | 'object', check: Fault['check'] = 'ruleset-fields'): boolean {
    if (this.type === null || this.type === type || this.#mayBe(type)) return true;
    const name = this.path.replace(/^.*\./, '');
    const wanted = NAMES[type];
    this.add({
      check,
      wrong: `"${name}" must be ${wanted}, and is ${NAMES[this.type]}`,
      remedy: `write ${wanted}`,
      answer: `${name} must be ${ANSWERS[type]}`,
    });
    return false;
  }

  /** Says which keys the API does not know. */
  expectKeys(
    known: readonly string[],
    what: string,
    check: Fault['check'],
    advice: Readonly<Record<string, string>>,
  ): void {
    for (const { key, keyOrigin } of this.keys) {
      const name = this.#nameOf(key);
      const remedy = Object.hasOwn(advice, name) ? advice[name] : undefined;
      if (known.includes(name) || (remedy === undefined && !this.spelling.exactKeys)) continue;
      const part = new RulesetPart(
        undefined,
        `${this.path}.${key}`.replace(/^\./, ''),
        this.spelling,
        this.problems,
        keyOrigin ?? this.place,
      );
      part.add({
        check,
        wrong: `${what} has no field ${JSON.stringify(key)}`,
        remedy: remedy ?? `remove it; known fields are ${known.join(', ')}`,
        answer: `unknown field: ${key}`,
      });
    }
  }

  #mayBe(type: 'text' | 'boolean' | 'list' | 'object'): boolean {
    if (this.spelling.exactKeys) return false;
    // Tools turn texts into what is meant, and blocks into lists, also those that depend on the run.
    return type === 'object' ? this.type === 'list' : true;
  }

  #item(value: Value, index: number): RulesetPart {
    return new RulesetPart(
      value,
      `${this.path}[${index}]`,
      this.spelling,
      this.problems,
      itemPlace(value) ?? this.place,
    );
  }

  #nameOf(key: string): string {
    if (!this.spelling.anyCase) return key;
    const name = snakeCase(key);
    return name === 'rate_limit' ? 'ratelimit' : name;
  }

  #property(key: string): Property | undefined {
    return this.object?.properties.findLast((property) => this.#nameOf(property.key) === key);
  }
}

const NAMES = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
} as const;
const ANSWERS = { text: 'a string', boolean: 'a boolean', list: 'an array', object: 'an object' } as const;

function isNothing(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === undefined);
}

/** Of an object the action says most, else its first key. */
function itemPlace(value: Value): Origin | null {
  const [one] = alternatives(value);
  if (one?.kind !== 'object') return null;
  const telling = one.properties.find(({ key }) => /^action$/i.test(key)) ?? one.properties[0];
  return telling?.keyOrigin ?? null;
}
