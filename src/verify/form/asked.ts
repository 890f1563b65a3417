/** What conditions ask, whatever they are written as. */
import type { Place, Returned } from './calls.js';
import { type Expression, NOTHING } from './code.js';
import { type Facts, FactsReader, joined, ofAtoms } from './facts.js';
import { CHOOSES, DEEPEST, MOST_STEPS } from './follow.js';
import { fieldOf, literal, optionOf } from './names.js';
import { isAsking, isEmpty, isFlag, isGet, nameOf } from './predicates.js';
import type { Guard, Scope } from './scopes.js';

/** Parameters that choose no rules. */
const PAGING = /^(?:page|per_page|perPage|page_size|cursor|order|direction|zone_id|account_id|match)$/;
const QUERIED = /^(?:description|action|paused)$/;
const STARTS = /^(?:startsWith|startswith)$/;
const ENDS = /^(?:endsWith|endswith)$/;
const MATCHES = /^(?:test|match|exec|search|fullmatch|matchAll|findall)$/;
const CONTAINS = /^(?:includes|has|hasOwn|__contains__)$/;

export class Facter extends FactsReader {
  protected readonly asking = new Set<Expression>();

  guards(guards: readonly Guard[]): ReadonlySet<string> {
    return new Set(guards.flatMap(({ test, scope, isAsked }) => [...this.atoms(test, scope, isAsked)]));
  }

  returnedAtoms({ value, scope, guards }: Returned, isAsked: boolean): ReadonlySet<string> {
    const constant = value.kind === 'constant' ? Boolean(value.value) : null;
    // `if (!enabled) return false;` asks for what goes on.
    const turn = constant === null ? true : constant;
    const own = guards.flatMap((guard) => [
      ...this.atoms(guard.test, guard.scope, turn === isAsked ? guard.isAsked : !guard.isAsked),
    ]);
    return new Set([...own, ...(constant === null ? this.atoms(value, scope, isAsked) : [])]);
  }

  /** What a condition asks. */
  atoms(test: Expression, scope: Scope, isAsked: boolean): ReadonlySet<string> {
    if (this.asking.has(test) || this.steps++ > MOST_STEPS || this.asking.size > 60) return new Set();
    this.asking.add(test);
    const found = this.atomsOf(test, scope, isAsked);
    this.asking.delete(test);
    return new Set(found);
  }

  protected atomsOf(test: Expression, scope: Scope, isAsked: boolean): readonly string[] {
    switch (test.kind) {
      case 'constant':
        return [];
      case 'name': {
        const [only, ...others] = scope.held(test.name);
        if (only !== undefined && others.length === 0 && isAsking(only.value))
          return [...this.atoms(only.value, only.scope, isAsked)];
        if (
          only !== undefined &&
          others.length === 0 &&
          only.value.kind === 'operation' &&
          only.value.operator === 'or'
        )
          return [...this.atoms(only.value.of[0] ?? NOTHING, only.scope, isAsked)];
        return this.truth(test, scope, isAsked);
      }
      case 'operation':
        return this.asked(test, scope, isAsked);
      case 'call':
        return this.called(test, scope, isAsked);
      case 'choice':
        return [test.test, test.met, test.otherwise].flatMap((one) => [...this.atoms(one, scope, isAsked)]);
      case 'assign':
        return [...this.atoms(test.value, scope, isAsked)];
      case 'member': {
        const found = this.follow(test, scope);
        if (found.value !== test && found.value.kind !== 'member')
          return [...this.atoms(found.value, found.scope, isAsked)];
        return this.truth(test, scope, isAsked);
      }
      default:
        return this.truth(test, scope, isAsked);
    }
  }

  protected asked(
    test: Extract<Expression, { kind: 'operation' }>,
    scope: Scope,
    isAsked: boolean,
  ): readonly string[] {
    const { operator, of } = test;
    const [left = NOTHING, right = NOTHING] = of;
    switch (operator) {
      case 'or':
        if (of.length === 2 && (right.kind === 'constant' || isEmpty(right)))
          return [
            ...this.atoms(left, scope, right.kind === 'constant' && right.value === true ? isAsked : isAsked),
          ];
        return of.flatMap((one) => [...this.atoms(one, scope, isAsked)]);
      case 'and':
        return of.flatMap((one) => [...this.atoms(one, scope, isAsked)]);
      case 'not':
        return [...this.atoms(left, scope, !isAsked)];
      case '==':
      case '!=':
        return this.equal(left, right, scope, (operator === '==') === isAsked);
      case '<':
        return this.less(left, right, scope, isAsked);
      case '>':
        return this.less(right, left, scope, isAsked);
      case '>=':
        return this.less(left, right, scope, !isAsked);
      case '<=':
        return this.less(right, left, scope, !isAsked);
      case 'in': {
        const { value, scope: place } = this.follow(right, scope);
        const isWritten = value.kind === 'list' && value.items.every(({ kind }) => kind === 'constant');
        return isWritten
          ? value.items.flatMap((item) => [...this.equal(left, item, place, isAsked, scope)])
          : this.contains(left, right, scope, isAsked);
      }
      default:
        return this.truth(test, scope, isAsked);
    }
  }

  protected contains(item: Expression, list: Expression, scope: Scope, isAsked: boolean): readonly string[] {
    const option = item.kind === 'constant' && typeof item.value === 'string' ? optionOf(item.value) : null;
    if (option !== null) return [`${isAsked ? '+' : '-'}? ${option}`];
    return this.atom('in', this.of(item, scope), this.of(list, scope), isAsked);
  }

  protected equal(
    left: Expression,
    right: Expression,
    scope: Scope,
    isAsked: boolean,
    other = scope,
  ): readonly string[] {
    const [one, two] = [this.side(left, other), this.side(right, scope)];
    for (const [side, rest, place] of [
      [two, left, other],
      [one, right, scope],
    ] as const) {
      if (side.constant === undefined) continue;
      // Whether a flag is there is another question than what it says.
      if (side.constant === null && isFlag(this.follow(rest, place).value))
        return this.atom('there', this.of(rest, place), ofAtoms(new Set()), !isAsked);
      // `len(rules) == 0`, `rule is None`, `rule.paused is False`
      if (side.constant === null || side.constant === false || side.constant === '' || side.constant === 0)
        return [...this.atoms(rest, place, !isAsked)];
      if (side.constant === true) return [...this.atoms(rest, place, isAsked)];
    }
    const isTurned = one.isOpposite !== two.isOpposite;
    return this.atom('==', one.facts, two.facts, isTurned ? !isAsked : isAsked, true);
  }

  /** One side of an equality; of flags and of choices of two words, one is taken, and whether it is the other one. */
  protected side(
    value: Expression,
    scope: Scope,
  ): {
    readonly facts: Facts;
    readonly isOpposite: boolean;
    readonly constant?: string | number | boolean | null;
  } {
    const found = this.follow(value, scope);
    if (found.value.kind === 'constant') {
      const { value: constant } = found.value;
      const told =
        typeof constant === 'string'
          ? literal(constant)
          : { word: `=${String(constant)}`, isOpposite: false };
      return {
        facts: { leaves: new Set([told.word]), atoms: new Set() },
        isOpposite: told.isOpposite,
        constant,
      };
    }
    if (this.isBoolean(value, scope)) {
      const atoms = [...this.atoms(value, scope, true)];
      const told = atoms.pop();
      if (told !== undefined)
        return {
          facts: { leaves: new Set([told.slice(1)]), atoms: new Set(atoms) },
          isOpposite: told.startsWith('-'),
        };
    }
    return { facts: this.of(value, scope), isOpposite: false };
  }

  /** A yes or no, in whatever it is wrapped. */
  protected isBoolean(value: Expression, scope: Scope, depth = 0): boolean {
    if (depth > DEEPEST) return false;
    const found = this.follow(value, scope);
    const { value: told } = found;
    if (isAsking(told) || isFlag(told)) return true;
    const [first] =
      told.kind === 'call' ? told.given.map((one) => one.value) : told.kind === 'operation' ? told.of : [];
    const isWrapped =
      (told.kind === 'call' && /^(?:bool|Boolean)$/.test(nameOf(told.of))) ||
      (told.kind === 'operation' && /^(?:or|not)$/.test(told.operator));
    return isWrapped && first !== undefined && this.isBoolean(first, found.scope, depth + 1);
  }

  protected less(left: Expression, right: Expression, scope: Scope, isAsked: boolean): readonly string[] {
    // `0 < rules.length`, `!(rules.length < 1)`
    if (left.kind === 'constant' && left.value === 0) return [...this.atoms(right, scope, isAsked)];
    if (right.kind === 'constant' && right.value === 1) return [...this.atoms(left, scope, !isAsked)];
    return this.atom('<', this.of(left, scope), this.of(right, scope), isAsked);
  }

  protected called(
    test: Extract<Expression, { kind: 'call' }>,
    scope: Scope,
    isAsked: boolean,
  ): readonly string[] {
    if (isGet(test)) return this.truth(test, scope, isAsked);
    const own = this.closure(test.of, scope);
    if (own !== null) {
      const returned = this.returned(own.code, this.callScope(own, test, scope));
      const isPredicate = returned.every(({ value }) => isAsking(value) || value.kind === 'constant');
      if (isPredicate) return returned.flatMap((one) => [...this.returnedAtoms(one, isAsked)]);
      return this.truth(test, scope, isAsked);
    }
    const name = nameOf(test.of);
    const [first] = test.given;
    const code = first === undefined ? null : this.functionCode(first.value, scope);
    if (test.of.kind === 'member' && CHOOSES.test(name) && code !== null) {
      const inside = this.eachScope(code, test, scope);
      return this.returned(code.code, inside).flatMap((one) => [...this.returnedAtoms(one, isAsked)]);
    }
    if (test.of.kind === 'name' && /^(?:any|all|next|bool|Boolean|len)$/.test(name) && first !== undefined) {
      const loop = this.follow(first.value, scope);
      if (loop.value.kind === 'loop') {
        const inside = this.loopScope(loop.value, loop.scope);
        const tests = [
          ...(name === 'next' ? [] : [loop.value.item]),
          ...loop.value.over.flatMap(({ tests }) => tests),
        ];
        return tests.flatMap((one) => [...this.atoms(one, inside, isAsked)]);
      }
      return [...this.atoms(first.value, scope, isAsked)];
    }
    if (test.of.kind === 'member' && first !== undefined) {
      const [receiver, argument] = [this.of(test.of.of, scope), this.of(first.value, scope)];
      if (STARTS.test(name)) return this.atom('starts', receiver, argument, isAsked);
      if (ENDS.test(name)) return this.atom('ends', receiver, argument, isAsked);
      if (MATCHES.test(name))
        return this.atom(
          'matches',
          receiver,
          joined([argument, ...test.given.slice(1).map(({ value }) => this.of(value, scope))]),
          isAsked,
          true,
        );
      if (CONTAINS.test(name)) return this.contains(first.value, test.of.of, scope, isAsked);
    }
    return this.truth(test, scope, isAsked);
  }

  protected truth(value: Expression, scope: Scope, isAsked: boolean): readonly string[] {
    const facts = this.of(value, scope);
    const found = this.follow(value, scope);
    const isTurned =
      (found.value.kind === 'member' || (found.value.kind === 'call' && isGet(found.value))) &&
      fieldOf(this.keys(found)).isOpposite;
    const names = [...facts.leaves].filter((leaf) => !leaf.startsWith("'")).sort();
    const sign = (isTurned ? !isAsked : isAsked) ? '+' : '-';
    return [...facts.atoms, ...(names.length === 0 ? [] : [`${sign}? ${names.join(' ')}`])];
  }

  protected atom(
    operator: string,
    left: Facts,
    right: Facts,
    isAsked: boolean,
    isEven = false,
  ): readonly string[] {
    const isOfText = /^(?:starts|ends|in|matches)$/.test(operator);
    const sides = [left, right].map(({ leaves }) =>
      [...leaves]
        .filter((leaf) => isOfText || !leaf.startsWith("'"))
        .sort()
        .join(' '),
    );
    if (isEven) sides.sort();
    return [...left.atoms, ...right.atoms, `${isAsked ? '+' : '-'}${operator} ${sides.join(' | ')}`];
  }

  /** Rules that the API is asked for by one of their fields. */
  protected queried(value: Extract<Expression, { kind: 'call' }>, scope: Scope): readonly string[] {
    return value.given.flatMap(({ name, value: given }) => {
      const found = this.follow(given, scope);
      if (found.value.kind === 'object') {
        const entries = found.value.entries.filter(
          ({ key }) =>
            name === 'params' ||
            (key?.kind === 'constant' && /^(?:params|searchParams|query)$/.test(String(key.value))),
        );
        return entries.flatMap(({ value: inner }) => {
          const told = name === 'params' ? found : this.follow(inner, found.scope);
          if (told.value.kind !== 'object') return [];
          return told.value.entries.flatMap(({ key, value: asked }) =>
            key?.kind === 'constant' && !PAGING.test(String(key.value))
              ? this.asksFor(String(key.value), asked, told.scope)
              : [],
          );
        });
      }
      const parts = this.urlParts(given, scope, 0);
      return parts.flatMap((part, at) => {
        if (typeof part !== 'string') return [];
        const next = parts[at + 1];
        const [, open] = /[?&](?!page=|per_page=)([a-z_]+)=$/.exec(part) ?? [];
        const whole = [...part.matchAll(/[?&](?!page=|per_page=)([a-z_]+)=([^&]+)/g)].flatMap(
          ([, key = '', text = '']) => this.asksFor(key, { kind: 'constant', value: text }, scope),
        );
        return open === undefined || next === undefined || typeof next === 'string'
          ? whole
          : [...whole, ...this.asksFor(open, next.value, next.scope)];
      });
    });
  }

  protected asksFor(key: string, value: Expression, scope: Scope): readonly string[] {
    const bare = value.kind === 'call' && /^(?:encodeURIComponent|quote|quote_plus)$/.test(nameOf(value.of));
    const asked = bare ? (value.given[0]?.value ?? NOTHING) : value;
    const word = asked.kind === 'constant' ? String(asked.value) : '';
    if (key === 'paused') return /^true$/i.test(word) ? ['-? .enabled'] : ['+? .enabled'];
    const field = QUERIED.test(key) ? key : `asked${key}`;
    return this.equal({ kind: 'member', of: NOTHING, key: field }, asked, scope, true);
  }

  /** Texts of an address, and what stands between them. */
  protected urlParts(value: Expression, scope: Scope, depth: number): readonly (string | Place)[] {
    const found = this.follow(value, scope);
    const { value: told } = found;
    if (depth > 8) return [];
    if (told.kind === 'constant') return [String(told.value)];
    if (told.kind === 'template' || (told.kind === 'operation' && told.operator === '+')) {
      const parts = told.kind === 'template' ? told.parts : told.of;
      return parts.flatMap((part) => this.urlParts(part, found.scope, depth + 1));
    }
    if (told.kind === 'call' && /^(?:URL|Request)$/.test(nameOf(told.of)))
      return told.given.flatMap((one) => this.urlParts(one.value, found.scope, depth + 1));
    return [{ value, scope }];
  }
}
