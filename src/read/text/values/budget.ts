import { unknown, type Value } from '../../../value/index.js';
import { meetLimit, OUT_OF_STEPS } from '../../limits.js';

/**
 * How much work the values of one file may cost. A program can be written so that following its names and
 * functions never ends, or gives texts longer than any memory; no program that is meant to run needs that much.
 *
 * A question is one expression that a reader asks for, with all it leads to. One that costs too much stays
 * unknown and costs nothing but itself; a file whose questions together cost too much gets no further answers.
 * Either makes the file one that was not fully understood.
 */
const STEPS_PER_QUESTION = 20_000;
const STEPS_PER_FILE = 1_000_000;
const STEPS_PER_TOKEN = 60;
const MAX_PARTS_OF_TEXT = 500;
/** The same once the texts of a file have so many parts together: names that grow with every line. */
const MAX_PARTS_TOGETHER = 2_000_000;
const MAX_PARTS_IN_THE_END = 20;
/** A text that is longer than the most by this factor has doubled, and would go on to. */
const LONG_TEXT = 1.2;
const MAX_VALUES_IN_VALUE = 200_000;

export class Budget {
  #question = 0;
  #file: number;
  #cuts = 0;
  #partsOfTexts = 0;
  readonly #weights = new WeakMap<Value, number>();

  constructor(tokens: number) {
    this.#file = STEPS_PER_FILE + STEPS_PER_TOKEN * tokens;
  }

  /** How often something was left out, because it is being worked out already or for its cost. */
  get cuts(): number {
    return this.#cuts;
  }

  cut(): void {
    this.#cuts++;
  }

  /** A new question begins. */
  ask(): void {
    this.#question = STEPS_PER_QUESTION;
  }

  /** Takes one step; false once there is none left. */
  spend(): boolean {
    if (this.#question > 0 && this.#file > 0) {
      this.#question--;
      this.#file--;
      return true;
    }
    meetLimit(OUT_OF_STEPS);
    return false;
  }

  /** The value, unless it has grown beyond what anybody writes. */
  bounded(value: Value): Value {
    const weight = this.#weigh(value);
    let most = MAX_VALUES_IN_VALUE;
    let isLongText = false;
    if (value.kind === 'text') {
      this.#partsOfTexts += weight;
      most = this.#partsOfTexts < MAX_PARTS_TOGETHER ? MAX_PARTS_OF_TEXT : MAX_PARTS_IN_THE_END;
      // Parts were added one by one: what is so long is no address or expression, so nothing is missed with it.
      isLongText = weight <= most * LONG_TEXT;
    }
    if (weight > most) {
      if (!isLongText) meetLimit(OUT_OF_STEPS);
      return unknown('too large a value', value.origin);
    }
    if (weight > 1) this.#weights.set(value, weight);
    return value;
  }

  /** Values are shared, so the weight of each is kept and its parts are not visited again. */
  #weigh(value: Value): number {
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    const together = (parts: readonly Value[]): number =>
      parts.reduce((sum, part) => sum + (this.#weights.get(part) ?? 1), 1);
    switch (value.kind) {
      case 'text':
        return value.pieces.length;
      case 'array':
        return together(value.items);
      case 'choice':
        return together(value.of);
      case 'object':
        return together(value.properties.map((property) => property.value));
      default:
        return 1;
    }
  }
}
