/** Values as texts that are equal where the values are, whatever the names and functions between are. */
import type { Facter } from './asked.js';
import type { Place } from './calls.js';
import { type Expression, NOTHING } from './code.js';
import { nameOf } from './predicates.js';
import type { Guard, Scope } from './scopes.js';

/** Around what a field of several rows is. */
export const [ROWS_OPEN, ROWS_BETWEEN, ROWS_CLOSE] = ['⟦', '¦', '⟧'] as const;
const DEEPEST = 14;
const MOST_STEPS = 4000;
/** What changes nothing of a text. */
const SAME = /^(?:String|str|trim|strip|stringify|dumps|encode|quote)$/;

export class Signer {
  #steps = 0;

  constructor(private readonly facter: Facter) {}

  /** Parts that are only known at run time are told by what they are read from. */
  of(value: Expression, scope: Scope, depth = 0): string {
    const { facter } = this;
    if (depth > DEEPEST || this.#steps++ > MOST_STEPS) return this.unknown(value, scope);
    const found = facter.follow(value, scope);
    const { value: told, scope: place } = found;
    const next = (one: Expression) => this.of(one, place, depth + 1);
    switch (told.kind) {
      case 'constant':
        return typeof told.value === 'string' ? renamed(told.value) : `‹${String(told.value)}›`;
      case 'template':
        return told.parts.map(next).join('');
      case 'list':
        return `[${told.items.map(next).join(', ')}]`;
      case 'object':
        return `{${told.entries
          .map(
            ({ key, value: inner }) =>
              `${key?.kind === 'constant' ? String(key.value) : '…'}: ${next(inner)}`,
          )
          .sort()
          .join(', ')}}`;
      case 'choice':
        return this.alternatives(
          [
            { value: told.met, scope: place, guards: [{ test: told.test, scope: place, isAsked: true }] },
            {
              value: told.otherwise,
              scope: place,
              guards: [{ test: told.test, scope: place, isAsked: false }],
            },
          ],
          depth,
        );
      case 'name': {
        const held = place.held(told.name);
        return held.length > 1 && held.length < 5 && held.every(({ isPart }) => isPart !== true)
          ? this.alternatives(held, depth)
          : this.unknown(told, place);
      }
      case 'operation':
        if (told.operator === '+') return told.of.map(next).join('');
        if (told.operator === '...' || told.operator === 'yielded') return next(told.of[0] ?? NOTHING);
        return this.unknown(told, place);
      case 'loop':
        return `each(${this.of(told.item, facter.loopScope(told, place), depth + 1)})`;
      case 'call':
        return this.call(told, place, depth);
      case 'member':
        return this.rows(told, place, depth) ?? this.unknown(told, place);
      default:
        return this.unknown(told, place);
    }
  }

  /** A field of the rows of a table that stands in the code: what it is in each of them. */
  private rows(value: Extract<Expression, { kind: 'member' }>, scope: Scope, depth: number): string | null {
    const rows = this.facter.rows(value.of, scope);
    return rows === null
      ? null
      : ROWS_OPEN +
          rows
            .map((row) => this.of({ kind: 'member', of: row.value, key: value.key }, row.scope, depth + 1))
            .join(ROWS_BETWEEN) +
          ROWS_CLOSE;
  }

  private call(value: Extract<Expression, { kind: 'call' }>, scope: Scope, depth: number): string {
    const { facter } = this;
    const own = facter.closure(value.of, scope);
    if (own !== null) {
      const returned = facter.returned(own.code, facter.callScope(own, value, scope));
      if (returned.length > 0 && returned.length < 5) return this.alternatives(returned, depth);
    }
    const name = nameOf(value.of);
    const [first] = value.given;
    if (name === 'join' && value.of.kind === 'member') {
      // The separator is what it is called on in Python.
      const [list, separator] =
        first !== undefined && this.isText(value.of.of, scope)
          ? [first.value, value.of.of]
          : [value.of.of, first?.value];
      const element = facter.element(list, scope);
      const item =
        element === null ? this.unknown(list, scope) : this.of(element.value, element.scope, depth + 1);
      return `each(${item}) by ${separator === undefined ? ',' : this.of(separator, scope, depth + 1)}`;
    }
    if (SAME.test(name)) {
      const same = value.of.kind === 'member' && first === undefined ? value.of.of : first?.value;
      if (same !== undefined) return this.of(same, scope, depth + 1);
    }
    return this.unknown(value, scope);
  }

  private isText(value: Expression, scope: Scope): boolean {
    const { value: told } = this.facter.follow(value, scope);
    return told.kind === 'constant' && typeof told.value === 'string';
  }

  private alternatives(
    all: readonly (Place & { readonly guards: readonly Guard[] })[],
    depth: number,
  ): string {
    const found = all.map(
      ({ value, scope, guards }) =>
        `${[...this.facter.guards(guards)].sort().join(' & ')} ? ${this.of(value, scope, depth + 2)}`,
    );
    return found.length === 1 ? (found[0] ?? '') : `(${found.sort().join(' ; ')})`;
  }

  private unknown(value: Expression, scope: Scope): string {
    const { leaves } = this.facter.of(value, scope);
    return `‹${[...leaves].sort().join(' ')}›`;
  }

  /** A flag, straight or turned around. */
  flag(value: Expression, scope: Scope, isOpposite: boolean): string {
    const { value: told } = this.facter.follow(value, scope);
    if (told.kind === 'constant') return String(Boolean(told.value) !== isOpposite);
    // Behind the conditions by which its rule was chosen stands what it says.
    return [...this.facter.atoms(value, scope, !isOpposite)].at(-1) ?? '';
  }
}

function renamed(text: string): string {
  return text.replace(/\bip\.geoip\.(country|continent|asnum|subdivision_1_iso_code)\b/g, 'ip.src.$1');
}
