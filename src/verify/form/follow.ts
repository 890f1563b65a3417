/** Values of the common form through names, members and functions of the program, to where they are written. */
import { bindParameters, holdFields, type Place, type Returned, returnsOf } from './calls.js';
import { type Expression, type FunctionCode, type Given, NOTHING, operation } from './code.js';
import { isEmpty, isGet, isNothing, nameOf } from './predicates.js';
import { bind, type Closure, collect, isSelf, Scope } from './scopes.js';

export const MOST_STEPS = 60_000;
export const DEEPEST = 40;
const DEEPEST_CALLS = 6;
const MOST_ROWS = 20;
/** Functions that give back what they are given, in another type or order. */
const CASTS =
  /^(?:String|Number|Boolean|bool|str|int|float|list|tuple|set|sorted|reversed|dict|iter|repr|parseInt|parseFloat|all|values|from|entries|keys|items|trim|strip|toString|toLowerCase|toUpperCase|lower|upper|casefold|json|slice|sort|reverse|toSorted|toReversed|flat|copy|deepcopy|stringify|dumps|loads|parse|read|text|decode|encode|get|replace|join|split)$/;
export const CHOOSES = /^(?:find|filter|findLast|some|every|findIndex|detect)$/;
const MAPS = /^(?:map|flatMap|forEach)$/;
/** Sends a request. */
export const CLIENTS =
  /^(?:fetch|axios|got|ky|request|requests|httpx|session|urlopen|https?|needle|superagent|undici|aiohttp|client|cf|cloudflare)$/i;

/** Methods of lists, sets and tables. */
const OF_COLLECTIONS =
  /^(?:add|append|extend|insert|push|pop|remove|delete|discard|clear|update|has|set|index|count|concat|includes|add_argument|log|write|close|send|call)$/;

/** Where nothing says what an object is, its class is the one that has such a method; that of a collection has to be called so. */
function soleMethod(
  { key, of }: Extract<Expression, { kind: 'member' }>,
  { kind }: Expression,
  scope: Scope,
): Closure | null {
  if (
    !/^(?:name|member|call|operation)$/.test(kind) ||
    CASTS.test(key) ||
    CHOOSES.test(key) ||
    MAPS.test(key)
  )
    return null;
  const found = scope.method(key);
  if (found === null) return null;
  const called = of.kind === 'name' ? of.name : of.kind === 'member' ? of.key : '';
  const plain = (name: string) => name.replace(/_/g, '').toLowerCase();
  return !OF_COLLECTIONS.test(key) || plain(called) === plain(found.of) ? found.closure : null;
}

export class Follower {
  protected steps = 0;

  /** Objects that are looked for to find the methods of others. */
  protected depth = 0;

  get isTired(): boolean {
    return this.steps > MOST_STEPS;
  }

  protected readonly gets = new Map<Expression, Expression>();

  protected readonly scopes = new Map<object, Map<Scope, Scope>>();

  /** What a value stands for, where that is one thing. */
  follow(value: Expression, scope: Scope, depth = 0): Place {
    const here: Place = { value, scope };
    if (depth > DEEPEST || this.steps++ > MOST_STEPS) return here;
    switch (value.kind) {
      case 'name': {
        const [only, ...others] = scope.held(value.name);
        return only === undefined || others.length > 0 || isSelf(value)
          ? here
          : this.follow(only.value, only.scope, depth + 1);
      }
      case 'operation': {
        const [first = NOTHING, second] = value.of;
        if (value.operator === 'each') {
          const element = this.element(first, scope, depth + 1);
          return element === null ? here : this.follow(element.value, element.scope, depth + 1);
        }
        const isDefault =
          value.operator === 'or' &&
          value.of.length === 2 &&
          (second?.kind === 'constant' || isEmpty(second ?? NOTHING));
        return isDefault ? this.follow(first, scope, depth + 1) : here;
      }
      case 'member':
        return this.followMember(value, scope, depth);
      case 'item': {
        const base = this.follow(value.of, scope, depth + 1);
        const { at } = value;
        if (base.value.kind !== 'list' || at.kind !== 'constant') return here;
        const item = base.value.items[Number(at.value)];
        return item === undefined ? here : this.follow(item, base.scope, depth + 1);
      }
      case 'call': {
        const own = this.closure(value.of, scope);
        if (own === null) return here;
        const returned = this.returned(own.code, this.callScope(own, value, scope));
        const [only, ...others] = returned.filter((one) => !isNothing(one.value));
        return only === undefined || others.length > 0
          ? here
          : this.follow(only.value, only.scope, depth + 1);
      }
      default:
        return here;
    }
  }

  protected followMember(value: Extract<Expression, { kind: 'member' }>, scope: Scope, depth: number): Place {
    const here: Place = { value, scope };
    if (isSelf(value.of)) {
      const [only, ...others] = scope.held(`this.${value.key}`);
      const own =
        only === undefined && scope.owner !== null ? scope.class(scope.owner)?.get(value.key) : undefined;
      if (own !== undefined) return this.property(own, value, scope, depth);
      return only === undefined || others.length > 0 ? here : this.follow(only.value, only.scope, depth + 1);
    }
    const base = this.follow(value.of, scope, depth + 1);
    if (base.value.kind === 'call' && base.value.of.kind === 'name') {
      const name = isSelf(base.value.of) ? (base.scope.owner ?? '') : base.value.of.name;
      const at = base.scope.fields(name)?.indexOf(value.key) ?? -1;
      const plain = base.value.given.filter((one) => one.name === null);
      const given = base.value.given.find((one) => one.name === value.key) ?? plain[at];
      if (at >= 0 && given !== undefined) return this.follow(given.value, base.scope, depth + 1);
      const own = base.scope.class(name)?.get(value.key);
      if (own !== undefined) return this.property(own, value, scope, depth, base);
    }
    if (base.value.kind === 'object') {
      const entry = base.value.entries.findLast(
        ({ key }) => key?.kind === 'constant' && key.value === value.key,
      );
      if (entry !== undefined) return this.follow(entry.value, base.scope, depth + 1);
      const spread = base.value.entries.findLast(({ key }) => key === null);
      return spread === undefined
        ? here
        : this.follow({ kind: 'member', of: spread.value, key: value.key }, base.scope, depth + 1);
    }
    return here;
  }

  /** A method that is read as a field. */
  protected property(
    own: Closure,
    value: Extract<Expression, { kind: 'member' }>,
    scope: Scope,
    depth: number,
    made: Place | null = null,
  ): Place {
    const inside = this.scoped(made?.value ?? own.code, own.scope, () => {
      const fresh = new Scope(own.scope, own.owner);
      if (made?.value.kind === 'call') holdFields(own, made.value.given, made.scope, fresh);
      collect(own.code.body, fresh);
      return fresh;
    });
    const [only, ...others] = this.returned(own.code, inside);
    return only === undefined || others.length > 0 || own.code.parameters.length > 1
      ? { value, scope }
      : this.follow(only.value, only.scope, depth + 1);
  }

  /** What a loop over a list gives. */
  element(list: Expression, scope: Scope, depth = 0): Place | null {
    if (depth > DEEPEST) return null;
    const found = this.follow(list, scope, depth + 1);
    const { value } = found;
    if (value.kind === 'loop') return { value: value.item, scope: this.loopScope(value, found.scope) };
    if (value.kind === 'list' && value.items.length === 1) {
      const [only = NOTHING] = value.items;
      return only.kind === 'operation' && only.operator === '...'
        ? this.element(only.of[0] ?? NOTHING, found.scope, depth + 1)
        : { value: only, scope: found.scope };
    }
    if (value.kind === 'operation' && value.operator === 'yielded')
      return { value: value.of[0] ?? NOTHING, scope: found.scope };
    if (value.kind !== 'call') return null;
    const name = nameOf(value.of);
    const [first] = value.given;
    if (MAPS.test(name) && first !== undefined) {
      const closure = this.functionCode(first.value, found.scope);
      if (closure === null) return null;
      const [only, ...others] = this.returned(closure.code, this.eachScope(closure, value, found.scope));
      return only === undefined || others.length > 0 ? null : only;
    }
    if (value.of.kind === 'member' && (CASTS.test(name) || CHOOSES.test(name)))
      return this.element(value.of.of, found.scope, depth + 1);
    if (value.of.kind === 'name' && CASTS.test(name) && first !== undefined)
      return this.element(first.value, found.scope, depth + 1);
    return null;
  }

  /** The members one behind the other, through names. */
  protected keys({ value, scope }: Place): readonly string[] {
    const keys: string[] = [];
    let at: Place = { value, scope };
    for (let depth = 0; depth < DEEPEST; depth++) {
      if (at.value.kind === 'operation' && at.value.operator === 'or')
        at = { value: at.value.of[0] ?? NOTHING, scope: at.scope };
      else if (at.value.kind === 'call' && isGet(at.value)) {
        const [first] = at.value.given;
        if (first?.value.kind === 'constant') keys.unshift(String(first.value.value));
        at = { value: (at.value.of as Extract<Expression, { kind: 'member' }>).of, scope: at.scope };
      } else if (at.value.kind === 'member') {
        keys.unshift(at.value.key);
        at = { value: at.value.of, scope: at.scope };
      } else if (at.value.kind === 'name') {
        const [only, ...others] = at.scope.held(at.value.name);
        if (only === undefined || others.length > 0) break;
        at = only;
      } else break;
    }
    return keys;
  }

  /** The rows of a table that a loop goes over. */
  rows(value: Expression, scope: Scope): readonly Place[] | null {
    const { value: each, scope: place } = this.follow(value, scope);
    if (each.kind !== 'operation' || each.operator !== 'each') return null;
    const list = this.follow(each.of[0] ?? NOTHING, place);
    const { value: rows } = list;
    if (rows.kind !== 'list' || rows.items.length < 2 || rows.items.length > MOST_ROWS) return null;
    const isTold = rows.items.every(({ kind }) => kind === 'object' || kind === 'call' || kind === 'list');
    return isTold ? rows.items.map((item) => ({ value: item, scope: list.scope })) : null;
  }

  /** The function of the program that a call is of. */
  closure(callee: Expression, scope: Scope): Closure | null {
    if (callee.kind === 'name') {
      const found = scope.function(callee.name);
      if (found !== null) return found;
      const methods = scope.class(callee.name);
      return methods?.get('constructor') ?? methods?.get('__init__') ?? null;
    }
    if (callee.kind === 'function') return { code: callee.code, scope, owner: scope.owner };
    if (callee.kind !== 'member') return null;
    if (isSelf(callee.of) && scope.owner !== null) return scope.class(scope.owner)?.get(callee.key) ?? null;
    this.depth++;
    const base = this.follow(callee.of, scope);
    this.depth--;
    if (base.value.kind === 'call' && base.value.of.kind === 'name')
      return base.scope.class(base.value.of.name)?.get(callee.key) ?? null;
    if (base.value.kind === 'name') {
      const own = base.scope.class(base.value.name)?.get(callee.key);
      if (own !== undefined) return own;
    }
    if (base.value.kind !== 'object')
      return this.depth > DEEPEST_CALLS ? null : soleMethod(callee, base.value, scope);
    const entry = base.value.entries.find(({ key }) => key?.kind === 'constant' && key.value === callee.key);
    return entry === undefined ? null : this.functionCode(entry.value, base.scope);
  }

  protected functionCode(value: Expression, scope: Scope): Closure | null {
    if (value.kind === 'function') return { code: value.code, scope, owner: scope.owner };
    return value.kind === 'name' ? scope.function(value.name) : null;
  }

  functionGiven(value: Expression, scope: Scope): Closure | null {
    return this.functionCode(value, scope);
  }

  isRequest(value: Extract<Expression, { kind: 'call' }>, scope: Scope): boolean {
    let { of } = value;
    while (of.kind === 'member' || of.kind === 'call') {
      if (of.kind === 'member' && isSelf(of.of))
        return CLIENTS.test(of.key) || CLIENTS.test(nameOf(value.of));
      of = of.of;
    }
    return (
      of.kind === 'name' &&
      (CLIENTS.test(of.name) || (CLIENTS.test(nameOf(value.of)) && scope.function(of.name) === null))
    );
  }

  /** A scope for the arguments of one call, and what the function gives to its own names. */
  callScope(closure: Closure, call: Extract<Expression, { kind: 'call' }>, scope: Scope): Scope {
    return this.scoped(call, scope, () => {
      const inside = new Scope(closure.scope, closure.owner);
      bindParameters(closure.code, call.given, scope, inside);
      collect(closure.code.body, inside);
      return inside;
    });
  }

  /** Of a function that is called for each item of what the method is called on. */
  eachScope(closure: Closure, call: Extract<Expression, { kind: 'call' }>, scope: Scope): Scope {
    const list = call.of.kind === 'member' ? call.of.of : (call.given[1]?.value ?? NOTHING);
    return this.scoped(closure.code, scope, () => {
      const inside = new Scope(closure.scope, closure.owner);
      const isSorting = /^(?:sort|toSorted|reduce)$/.test(nameOf(call.of));
      const each = { name: null, value: operation('each', list), isSpread: false };
      bindParameters(closure.code, isSorting ? [each, each] : [each], scope, inside);
      collect(closure.code.body, inside);
      return inside;
    });
  }

  /** Of a function whose arguments are not known. */
  inner(code: FunctionCode, scope: Scope, given: readonly Given[]): Scope {
    return this.scoped(code, scope, () => {
      const inside = new Scope(scope);
      bindParameters(code, given, scope, inside);
      collect(code.body, inside);
      return inside;
    });
  }

  loopScope(value: Extract<Expression, { kind: 'loop' }>, scope: Scope): Scope {
    return this.scoped(value, scope, () => {
      const inside = new Scope(scope);
      for (const { target, list } of value.over)
        bind(target, { value: operation('each', list), scope: inside, guards: [] }, inside);
      return inside;
    });
  }

  protected scoped(of: object, scope: Scope, make: () => Scope): Scope {
    const byScope = this.scopes.get(of) ?? new Map<Scope, Scope>();
    this.scopes.set(of, byScope);
    const known = byScope.get(scope);
    if (known !== undefined) return known;
    const made = make();
    byScope.set(scope, made);
    return made;
  }

  /** What a function gives back, and under which conditions. */
  returned(code: FunctionCode, scope: Scope): readonly Returned[] {
    const found: Returned[] = [];
    returnsOf(code.body, scope, [], found);
    return found;
  }

  protected got(value: Extract<Expression, { kind: 'call' }>, key: string): Expression {
    const known = this.gets.get(value);
    if (known !== undefined) return known;
    const of = (value.of as Extract<Expression, { kind: 'member' }>).of;
    const made: Expression = { kind: 'member', of, key };
    this.gets.set(value, made);
    return made;
  }
}
