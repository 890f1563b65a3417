/**
 * Finds the parts of a value that a dotted path of the catalogue names (`rules[].action_parameters.mirage`),
 * together with what a sibling condition says of them.
 *
 * Field and condition are followed side by side as long as their paths agree, so that both speak of the same
 * item of an array. Where they part, the condition is decided. A choice is looked at member by member; a text
 * in the place of an object is read as JSON.
 */
import type { Where } from '../../catalogue/index.js';
import { embeddedJson } from '../../read/json/index.js';
import {
  alternatives,
  knownText,
  type ObjectValue,
  type Origin,
  type Property,
  type Value,
} from '../../value/index.js';

type Step = { readonly kind: 'key'; readonly name: string } | { readonly kind: 'each' };

/** `yes`: it holds; `maybe`: for some of the possible values; `unknown`: nothing is known of the sibling. */
export type Condition = 'yes' | 'maybe' | 'unknown' | 'no';

export interface Selected {
  readonly property: Property | null;
  readonly value: Value;
  readonly condition: Condition;
  /** Where the value that met the condition is written. */
  readonly conditionOrigin: Origin | null;
  /** The object that the property stands in. */
  readonly parent: ObjectValue | null;
}

/** Bounds the work on values that a program builds to be large. */
const MAX_VISITS = 20_000;

function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const part of path.split('.')) {
    const name = part.replace(/(?<!\[\])(?:\[\])+$/, '');
    if (name !== '') steps.push({ kind: 'key', name });
    for (let each = part.length - name.length; each > 0; each -= 2) steps.push({ kind: 'each' });
  }
  return steps;
}

/** Every part of `root` at the path whose condition is not known to fail. */
export function select(root: Value, at: string, where?: Where): Selected[] {
  const selection = new Selection(where?.equals ?? []);
  selection.visit(root, stepsOf(at), where === undefined ? null : stepsOf(where.at), START);
  return selection.found;
}

interface State {
  readonly property: Property | null;
  readonly parent: ObjectValue | null;
  readonly condition: Condition;
  readonly conditionOrigin: Origin | null;
}

const START: State = { property: null, parent: null, condition: 'yes', conditionOrigin: null };

class Selection {
  readonly found: Selected[] = [];
  readonly #equals: readonly unknown[];
  #visits = 0;

  constructor(equals: readonly unknown[]) {
    this.#equals = equals.map(String);
  }

  visit(value: Value, steps: readonly Step[], where: readonly Step[] | null, state: State): void {
    if (this.#visits++ > MAX_VISITS) return;
    if (where !== null && !sameStep(steps[0], where[0])) {
      const { condition, origin } = this.#decide(value, where);
      if (condition === 'no') return;
      this.visit(value, steps, null, { ...state, condition, conditionOrigin: origin });
      return;
    }
    const [step, ...rest] = steps;
    if (step === undefined) {
      this.found.push({ ...state, value });
      return;
    }
    const restOfWhere = where === null ? null : where.slice(1);
    for (const one of alternatives(value).map(structure).flatMap(alternatives)) {
      if (step.kind === 'each') {
        for (const item of itemsOf(one)) this.visit(item, rest, restOfWhere, state);
      } else {
        // A block that may be repeated is an array of one in some tools.
        for (const object of itemsOf(one)) {
          if (object.kind !== 'object') continue;
          for (const property of propertiesOf(object, step.name)) {
            this.visit(property.value, rest, restOfWhere, { ...state, property, parent: object });
          }
        }
      }
    }
  }

  #decide(value: Value, where: readonly Step[]): { condition: Condition; origin: Origin | null } {
    const siblings = new Selection([]);
    siblings.visit(value, where, null, START);
    let hits = 0;
    let misses = 0;
    let unknowns = 0;
    let origin: Origin | null = null;
    for (const sibling of siblings.found) {
      for (const one of alternatives(sibling.value)) {
        const known = constantText(one);
        if (known === null) unknowns++;
        else if (this.#equals.includes(known)) {
          hits++;
          origin ??= writtenAt(one);
        } else misses++;
      }
    }
    if (hits > 0) return { condition: misses + unknowns > 0 ? 'maybe' : 'yes', origin };
    if (misses > 0 && unknowns === 0) return { condition: 'no', origin: null };
    return { condition: 'unknown', origin: null };
  }
}

function sameStep(a: Step | undefined, b: Step | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.kind === 'key' ? b.kind === 'key' && a.name === b.name : b.kind === 'each';
}

/** The value with JSON text taken apart. */
function structure(value: Value): Value {
  return value.kind === 'text' ? (embeddedJson(value) ?? value) : value;
}

function itemsOf(value: Value): readonly Value[] {
  if (value.kind !== 'array') return [value];
  return value.items.flatMap(alternatives).map(structure);
}

/** Of several assignments to one key the last counts, unless it only may happen. */
function propertiesOf(object: ObjectValue, name: string): readonly Property[] {
  const found = object.properties.findLast((property) => property.key === name);
  return found === undefined ? [] : [found];
}

/** A constant as text, for comparison; null if the value is not known. */
export function constantText(value: Value): string | null {
  if (value.kind === 'scalar') return value.value === undefined ? null : String(value.value);
  return knownText(value);
}

/** Where the characters of a value are written, without its quotes. */
export function writtenAt(value: Value): Origin | null {
  if (value.kind !== 'text') return value.origin;
  const known = value.pieces.find((piece) => piece.kind === 'text' && piece.origin !== null);
  return known?.origin ?? value.origin;
}
