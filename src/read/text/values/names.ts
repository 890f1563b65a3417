import { choice, knownText, unknown, type Value } from '../../../value/index.js';
import { grownIn } from '../lexing/assignments.js';
import type { Code } from '../lexing/code.js';
import { skip, tokenAt } from '../lexing/code.js';
import {
  type Assignment,
  bareName,
  type FunctionScope,
  functionAround,
  type Scopes,
} from '../lexing/scopes.js';
import { SELF } from '../words/vocabulary.js';
import type { Budget } from './budget.js';
import { isBareHole, joined, withMore } from './pieces.js';
import { isProperty, resultOf } from './returns.js';

/** Finds the value of a constant that the file does not define itself. */
export type Outside = (name: string, qualifier: string | null) => Value | null;

/** Assignments that are looked back at, kept, and taken for one shared value. */
const MAX_BACK = 200;
const MAX_LOCAL = 12;
const MAX_SHARED = 8;
/** Functions in functions. */
const MAX_LEVELS = 12;

/**
 * What a name stands for where it is used: the last assignment in the function that surely ran, with those
 * that may have run since; else what the file sets outside functions; else a constant of another file.
 */
export class Names {
  readonly #values = new Map<Assignment, Value>();
  readonly #busy = new Set<Assignment>();
  /** Those that are being worked out right now. */
  readonly #properties = new Set<FunctionScope>();
  readonly #shared = new Map<string, readonly Assignment[]>();
  #grown: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(
    readonly code: Code,
    readonly scopes: Scopes,
    readonly outside: Outside,
    readonly evaluate: (start: number) => { readonly value: Value },
    readonly budget: Budget,
  ) {}

  /** The value of a name or a member of the object itself, or null. */
  resolve(names: readonly string[], offset: number, token?: number): Value | null {
    const last = bareName(names.at(-1) ?? '');
    const qualifier = names.length > 1 ? bareName(names.at(-2) ?? '') : null;
    if (names.length > 1) {
      const first = bareName(names[0] ?? '');
      const own = SELF.has(first) && names.length === 2;
      const constant =
        /^[A-Z][A-Z0-9_]+$/.test(last) || (/^[A-Z]/.test(last) && /^[A-Z]/.test(qualifier ?? ''));
      if (!own && !constant) return null;
    }
    const at = token ?? tokenAt(this.code, offset);
    const inside = this.#lookUp(last, at, names.length > 1);
    if (inside === undefined)
      return (names.length > 1 ? this.#propertyOf(last) : null) ?? this.outside(last, qualifier);
    return inside !== null && this.#isGrown(last, inside, at) ? withMore(inside) : inside;
  }

  /** What a method gives back that is read like a member of its object. */
  #propertyOf(name: string): Value | null {
    const methods = this.scopes.functions.filter((one) => one.name === name);
    const [method] = methods;
    if (method === undefined || methods.length > 1 || this.#properties.has(method)) return null;
    if (!isProperty(this.code, method)) return null;
    const result = resultOf(this.code, method);
    if (result === null) return null;
    this.#properties.add(method);
    try {
      return this.evaluate(result).value;
    } finally {
      this.#properties.delete(method);
    }
  }

  /** The function of the token, or the file outside of functions, adds to the table or list. */
  #isGrown(name: string, { kind }: Value, at: number): boolean {
    if (kind !== 'object' && kind !== 'array' && kind !== 'choice') return false;
    this.#grown ??= grownIn(this.code);
    const here = functionAround(this.scopes, at);
    return (this.#grown.get(name) ?? []).slice(0, MAX_BACK).some((place) => {
      const around = functionAround(this.scopes, place);
      return around === here || around === null;
    });
  }

  /** Null where the file says whose name it is but not what it holds; undefined where it does not even say that. */
  #lookUp(name: string, at: number, member: boolean): Value | null | undefined {
    const all = this.scopes.assignments.get(name) ?? [];
    const here = functionAround(this.scopes, at);
    const local = this.#before(all, here, at);
    if (local.length > 0) return this.#valuesOf(local);
    if (!member && this.#isParameter(name, at)) return null;
    const shared = this.#sharedOf(name, all);
    return shared.length === 0 ? undefined : this.#valuesOf(shared);
  }

  /** Of the function around the token, or of one around that. */
  #isParameter(name: string, at: number): boolean {
    let scope = functionAround(this.scopes, at);
    for (let level = 0; scope !== null && level < MAX_LEVELS; level++) {
      if (scope.parameters.some((parameter) => parameter.name === name)) return true;
      const outer: FunctionScope | null = functionAround(this.scopes, scope.nameAt);
      if (outer === scope) return false;
      scope = outer;
    }
    return false;
  }

  /** The assignments of the same function, or of the same top level, that may have run last before a token. */
  #before(all: readonly Assignment[], here: FunctionScope | null, at: number): Assignment[] {
    const found: Assignment[] = [];
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    const furthest = Math.max(0, low - MAX_BACK);
    for (let index = low - 1; index >= furthest && found.length <= MAX_LOCAL; index--) {
      const assignment = all[index];
      // One that is being worked out right now is not its own past.
      if (assignment === undefined) continue;
      if (this.#busy.has(assignment)) {
        this.budget.cut();
        continue;
      }
      if (functionAround(this.scopes, assignment.at) !== here) {
        if (here === null || assignment.at < here.start) continue;
      }
      found.unshift(assignment);
      if (!assignment.appends && this.#dominates(assignment, at)) break;
    }
    return found;
  }

  /** What the file sets outside of functions, and what is set on objects. Many places make no constant. */
  #sharedOf(name: string, all: readonly Assignment[]): readonly Assignment[] {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const found = all.filter((one) => one.member || functionAround(this.scopes, one.at) === null);
    const shared = found.length > MAX_SHARED ? [] : found;
    this.#shared.set(name, shared);
    return shared;
  }

  /** True if the assignment surely ran before the token: its block is open there. */
  #dominates(assignment: Assignment, at: number): boolean {
    const { enclosing, indent, syntax } = this.code;
    if (syntax.bodies === 'indentation') return (indent[assignment.at] ?? 0) <= (indent[at] ?? 0);
    const block = enclosing[assignment.at] ?? -1;
    if (block < 0) return true;
    return block < at && at < skip(this.code, block);
  }

  #valuesOf(assignments: readonly Assignment[]): Value | null {
    const values: Value[] = [];
    for (const assignment of assignments) {
      const value = this.#valueOf(assignment);
      if (value === null) continue;
      if (assignment.appends) {
        const before = values.pop();
        values.push(before === undefined ? value : joined(before, value, value.origin));
      } else values.push(value);
    }
    // `None` at first is a value that the program sets later.
    const known = values.filter(
      (value) => !isBareHole(value) && value.kind !== 'unknown' && !isNothing(value),
    );
    if (known.length === 0) return null;
    const distinct = [...new Map(known.map((value) => [knownText(value) ?? value, value])).values()];
    if (known.length < values.length) distinct.push(unknown('set from elsewhere'));
    return choice(distinct);
  }

  #valueOf(assignment: Assignment): Value | null {
    const known = this.#values.get(assignment);
    if (known !== undefined) return known;
    if (this.#busy.has(assignment) || this.#busy.size > 20) {
      this.budget.cut();
      return null;
    }
    const cutsBefore = this.budget.cuts;
    this.#busy.add(assignment);
    const { value } = this.evaluate(assignment.value);
    this.#busy.delete(assignment);
    if (this.#busy.size === 0 || this.budget.cuts === cutsBefore) this.#values.set(assignment, value);
    return value;
  }
}

function isNothing(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === undefined);
}
