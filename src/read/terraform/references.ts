import { alternatives, choice, knownText, propertyOf, type Value } from '../../value/index.js';
import { meetLimit } from '../limits.js';

/**
 * What the names of a configuration stand for: `local.x`, defaults of variables, the item of a loop. A name may go
 * on into what it stands for: `local.zones.main.id`, `each.value["mode"]`, `pair[1]`, `local.levels[each.key]`.
 *
 * Values that are made of each other can grow without end, so all filling in of a file draws on one budget.
 */
export class References {
  constructor(
    readonly named: ReadonlyMap<string, Value>,
    readonly budget: { left: number } = { left: MAX_PARTS },
  ) {}

  with(names: ReadonlyMap<string, Value>): References {
    return names.size === 0 ? this : new References(new Map([...this.named, ...names]), this.budget);
  }

  get isSpent(): boolean {
    return this.budget.left <= 0;
  }

  /** What a name stands for; nothing where the way to it comes back to itself. */
  valueOf(name: string, way: Way = START): Value | undefined {
    const whole = this.named.get(name);
    if (whole !== undefined) return whole;
    const [first, ...rest] = stepsOf(name);
    if (first === undefined) return undefined;
    const [second, ...others] = rest;
    const longer = second?.kind === 'name' ? this.named.get(`${first.text}.${second.text}`) : undefined;
    if (longer !== undefined) return this.#within(longer, others, to(way, name));
    const shorter = this.named.get(first.text);
    return shorter === undefined || rest.length === 0 ? shorter : this.#within(shorter, rest, to(way, name));
  }

  #within(value: Value, steps: readonly Step[], way: Way): Value | undefined {
    const [step, ...rest] = steps;
    if (step === undefined) return value;
    if (way.depth > MAX_STEPS || this.budget.left-- <= 0) {
      meetLimit('references that lead too far');
      return undefined;
    }
    if (value.kind === 'text') {
      const [only] = value.pieces;
      const name = value.pieces.length === 1 && only?.kind === 'hole' ? only.name : undefined;
      const meant = name === undefined || way.names.has(name) ? undefined : this.valueOf(name, way);
      return meant === undefined || name === undefined
        ? undefined
        : this.#within(meant, steps, to(way, name));
    }
    const parts = alternatives(value).flatMap((one) => this.#step(one, step, way) ?? []);
    if (parts.length === 0 || parts.length < alternatives(value).length) return undefined;
    const found = parts.flatMap((part) => this.#within(part, rest, deeper(way, 1)) ?? []);
    return found.length < parts.length ? undefined : choice(found, value.origin);
  }

  #step(value: Value, step: Step, way: Way): Value | undefined {
    const key = step.kind === 'computed' ? this.#keyOf(step.text, way) : step.text;
    if (key === null) return undefined;
    if (value.kind === 'object') return propertyOf(value, key)?.value;
    return value.kind === 'array' && /^\d+$/.test(key) ? value.items[Number(key)] : undefined;
  }

  #keyOf(name: string, way: Way): string | null {
    const value = way.names.has(name) ? undefined : this.valueOf(name, way);
    return value === undefined ? null : knownText(value);
  }
}

/** Parts of values that are looked at for one file. */
const MAX_PARTS = 200_000;
const MAX_STEPS = 24;

/** How deep values have been gone into, and through which names. A name that is made of itself ends there. */
export interface Way {
  readonly depth: number;
  readonly names: ReadonlySet<string>;
}

export const START: Way = { depth: 0, names: new Set() };

export function deeper(way: Way, by: number): Way {
  return { depth: way.depth + by, names: way.names };
}

/** On into what a name stands for. */
export function to(way: Way, name: string): Way {
  return { depth: way.depth + 1, names: new Set(way.names).add(name) };
}

interface Step {
  readonly kind: 'name' | 'computed';
  readonly text: string;
}

const STEP = /\.?([A-Za-z_][\w-]*|\d+)|\[\s*(?:"([^"\\]*)"|(\d+)|([A-Za-z_][\w.-]*(?:\[\w+\])?))\s*\]/y;

/** `a.b["c"][d]` taken apart; nothing for what is not such a path to its end. */
function stepsOf(name: string): Step[] {
  const steps: Step[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < name.length; ) {
    const found = STEP.exec(name);
    if (found === null) return [];
    const [, plain, quoted, index, computed] = found;
    const text = plain ?? quoted ?? index ?? computed ?? '';
    steps.push({ kind: computed === undefined ? 'name' : 'computed', text });
  }
  return steps;
}
