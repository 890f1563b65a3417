/**
 * What a value depends on: the fields it is read from, the texts and options in it, and the conditions by which it was
 * chosen, however many variables and functions of the program are between.
 */
import type { Returned } from './calls.js';
import { type Expression, NOTHING } from './code.js';
import { CHOOSES, Follower, MOST_STEPS } from './follow.js';
import { fieldOf, wordsIn } from './names.js';
import { isGet, isNothing } from './predicates.js';
import type { Guard, Scope } from './scopes.js';

export interface Facts {
  readonly leaves: ReadonlySet<string>;
  /** `+` or `-`, and what is asked. */
  readonly atoms: ReadonlySet<string>;
}

const NONE: Facts = { leaves: new Set(), atoms: new Set() };
/** What holds an answer, or the list in it. */
const WRAPPERS =
  /^(?:result|results|data|json|body|length|size|value|values|text|rules|ratelimit|then|content|stdout)$/;

export abstract class FactsReader extends Follower {
  abstract guards(guards: readonly Guard[]): ReadonlySet<string>;
  abstract atoms(test: Expression, scope: Scope, isAsked: boolean): ReadonlySet<string>;
  abstract returnedAtoms(returned: Returned, isAsked: boolean): ReadonlySet<string>;
  protected abstract queried(value: Extract<Expression, { kind: 'call' }>, scope: Scope): readonly string[];

  protected readonly known = new Map<Expression, Map<Scope, Facts>>();

  protected readonly busy = new Set<Expression>();

  of(value: Expression, scope: Scope): Facts {
    const known = this.known.get(value)?.get(scope);
    if (known !== undefined) return known;
    if (this.busy.has(value) || this.steps++ > MOST_STEPS || this.busy.size > 200) return NONE;
    this.busy.add(value);
    const found = this.factsOf(value, scope);
    this.busy.delete(value);
    const byScope = this.known.get(value) ?? new Map<Scope, Facts>();
    this.known.set(value, byScope.set(scope, found));
    return found;
  }

  protected factsOf(value: Expression, scope: Scope): Facts {
    switch (value.kind) {
      case 'constant':
        return { leaves: new Set(constantWords(value.value)), atoms: new Set() };
      case 'template':
        return this.all(value.parts, scope);
      case 'name':
        return this.name(value.name, scope);
      case 'member':
        return this.member(value, scope);
      case 'item':
        return this.item(value, scope);
      case 'call':
        return this.call(value, scope);
      case 'operation':
        return this.operationFacts(value, scope);
      case 'choice':
        return this.all([value.met, value.otherwise], scope);
      case 'list':
        return this.all(value.items, scope);
      case 'object':
        return this.all(
          value.entries.flatMap((entry) => (entry.value.kind === 'function' ? [] : [entry.value])),
          scope,
        );
      case 'function':
        return this.returns(this.returned(value.code, this.inner(value.code, scope, [])));
      case 'loop': {
        const inside = this.loopScope(value, scope);
        const tests = value.over.flatMap((clause) => clause.tests);
        const item = this.of(value.item, inside);
        return joined([item, ...tests.map((test) => ofAtoms(this.atoms(test, inside, true)))]);
      }
      case 'assign':
        return this.of(value.value, scope);
    }
  }

  protected all(values: readonly Expression[], scope: Scope): Facts {
    return joined(values.map((value) => this.of(value, scope)));
  }

  /** One of several values that a function gives back together. */
  protected item(value: Extract<Expression, { kind: 'item' }>, scope: Scope): Facts {
    const { of, at } = value;
    if (at.kind !== 'constant') return this.all([of, at], scope);
    const call = this.follow(of, scope);
    const own = call.value.kind === 'call' ? this.closure(call.value.of, call.scope) : null;
    if (own === null || call.value.kind !== 'call') return this.of(of, scope);
    const inside = this.callScope(own, call.value, call.scope);
    const picked = this.returned(own.code, inside).map((one) => ({
      ...one,
      value: one.value.kind === 'list' ? (one.value.items[Number(at.value)] ?? NOTHING) : one.value,
    }));
    return this.returns(picked);
  }

  protected name(name: string, scope: Scope): Facts {
    const all = scope.held(name).filter(({ value }) => value.kind !== 'function');
    return this.oneOf(
      all.map(({ value, scope: place, guards, isPart }) => ({
        facts: this.of(value, place),
        guards: isPart === true || value.kind === 'constant' ? [] : guards,
        isNothing: isPart === true || value.kind === 'constant' || isNothing(value),
      })),
    );
  }

  /** One of several values: only what decides about all of them decides. */
  protected oneOf(
    all: readonly { readonly facts: Facts; readonly guards: readonly Guard[]; readonly isNothing: boolean }[],
  ): Facts {
    const told = all.filter((one) => !one.isNothing).map(({ guards }) => this.guards(guards));
    const [first = new Set<string>(), ...others] = told;
    const common = [...first].filter((atom) => others.every((one) => one.has(atom)));
    return joined([...all.map(({ facts }) => facts), ofAtoms(new Set(common))]);
  }

  protected member(value: Extract<Expression, { kind: 'member' }>, scope: Scope): Facts {
    const found = this.follow(value, scope);
    if (found.value !== value && found.value.kind !== 'member')
      return joined([ofAtoms(this.of(value.of, scope).atoms), this.of(found.value, found.scope)]);
    const items = this.rows(value.of, scope);
    if (items !== null)
      return joined(
        items.map((item) => this.of({ kind: 'member', of: item.value, key: value.key }, item.scope)),
      );
    const keys = this.keys(found);
    const chosen = found.value === value ? NONE : ofAtoms(this.of(value.of, scope).atoms);
    const base = joined([chosen, this.of(baseOf(found.value), found.scope)]);
    const key = keys.at(-1) ?? '';
    if (WRAPPERS.test(key)) return base;
    return { leaves: new Set([fieldOf(keys).name]), atoms: base.atoms };
  }

  protected call(value: Extract<Expression, { kind: 'call' }>, scope: Scope): Facts {
    if (isGet(value)) {
      const [first] = value.given;
      const key = first?.value.kind === 'constant' ? String(first.value.value) : '';
      const member = this.got(value, key);
      return this.of(member, scope);
    }
    const own = this.closure(value.of, scope);
    if (own !== null) return this.returns(this.returned(own.code, this.callScope(own, value, scope)));
    if (this.isRequest(value, scope)) return ofAtoms(new Set(this.queried(value, scope)));
    const receiver = value.of.kind === 'member' ? [this.of(value.of.of, scope)] : [];
    const given = value.given.map(({ value: one }) => {
      const code = this.functionCode(one, scope);
      if (code === null) return this.of(one, scope);
      const inside = this.eachScope(code, value, scope);
      const returned = this.returned(code.code, inside);
      const isChoosing = value.of.kind === 'member' && CHOOSES.test(value.of.key);
      return isChoosing
        ? ofAtoms(new Set(returned.flatMap((one) => [...this.returnedAtoms(one, true)])))
        : this.returns(returned);
    });
    return joined([...receiver, ...given]);
  }

  protected returns(returned: readonly Returned[]): Facts {
    return this.oneOf(
      returned.map(({ value, scope, guards }) => ({
        facts: this.of(value, scope),
        guards,
        isNothing: isNothing(value),
      })),
    );
  }

  protected operationFacts(value: Extract<Expression, { kind: 'operation' }>, scope: Scope): Facts {
    const { operator, of } = value;
    if (operator === 'each') {
      const element = this.element(of[0] ?? NOTHING, scope);
      const list = this.of(of[0] ?? NOTHING, scope);
      return element === null ? list : joined([ofAtoms(list.atoms), this.of(element.value, element.scope)]);
    }
    if (operator === 'pattern') {
      const [text] = of;
      return {
        leaves: new Set([`~${text?.kind === 'constant' ? patternText(String(text.value)) : ''}`]),
        atoms: new Set(),
      };
    }
    // What something is compared with is no part of the answer.
    const isComparing = /^(?:==|!=|<|>|<=|>=|in|is)$/.test(operator);
    return this.all(isComparing ? of.filter(({ kind }) => kind !== 'constant') : of, scope);
  }
}

export function joined(all: readonly Facts[]): Facts {
  const [first = NONE] = all;
  if (all.length < 2) return first;
  return {
    leaves: new Set(all.flatMap((one) => [...one.leaves])),
    atoms: new Set(all.flatMap((one) => [...one.atoms])),
  };
}

export function ofAtoms(atoms: ReadonlySet<string>): Facts {
  return { leaves: new Set(), atoms };
}

function constantWords(value: string | number | boolean | null): readonly string[] {
  if (typeof value === 'number') return [`#${value}`];
  return typeof value === 'string' ? wordsIn(value) : [];
}

function patternText(text: string): string {
  return text.replace(/^\/|\/[a-z]*$/g, '').replace(/ip\\?\.geoip/g, 'ip.src');
}

function baseOf(value: Expression): Expression {
  return value.kind === 'member' || value.kind === 'item' ? value.of : value;
}
