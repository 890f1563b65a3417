/** What names hold, wherever it is given to them. */
import { type Expression, type FunctionCode, operation, type Pattern, type Statement } from './code.js';

/** A condition, and whether it holds where something is done. */
export interface Guard {
  readonly test: Expression;
  readonly scope: Scope;
  readonly isAsked: boolean;
}

export interface Held {
  readonly value: Expression;
  readonly scope: Scope;
  readonly guards: readonly Guard[];
  /** Only a part of what the name holds. */
  readonly isPart?: boolean;
}

export interface Closure {
  readonly code: FunctionCode;
  readonly scope: Scope;
  readonly owner: string | null;
}

/** A function with its arguments, or a file. */
export class Scope {
  readonly #held = new Map<string, Held[]>();
  readonly functions = new Map<string, Closure>();
  /** Methods of classes, by the name of the class. */
  readonly ownFields = new Map<string, readonly string[]>();
  readonly classes = new Map<string, ReadonlyMap<string, Closure>>();

  constructor(
    readonly parent: Scope | null,
    /** The class whose method this is. */
    readonly owner: string | null = parent?.owner ?? null,
  ) {}

  hold(name: string, held: Held): void {
    const known = this.#held.get(name);
    if (known === undefined) this.#held.set(name, [held]);
    else if (known.length < 12) known.push(held);
  }

  own(name: string): readonly Held[] | undefined {
    return this.#held.get(name);
  }

  held(name: string): readonly Held[] {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.#held.get(name);
      if (found !== undefined) return found;
      if (scope.functions.has(name)) return [];
    }
    return [];
  }

  function(name: string): Closure | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.functions.get(name);
      if (found !== undefined) return found;
      const [only, ...others] = scope.#held.get(name) ?? [];
      if (only !== undefined && others.length === 0 && only.value.kind === 'function')
        return { code: only.value.code, scope: only.scope, owner: only.scope.owner };
      if (only !== undefined) return null;
    }
    return null;
  }

  /** Names of the fields of a class, in their order. */
  fields(name: string): readonly string[] | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.ownFields.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  class(name: string): ReadonlyMap<string, Closure> | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.classes.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The one method of this name that classes around have, whatever it is called on. */
  method(name: string): { readonly of: string; readonly closure: Closure } | null {
    const found: { readonly of: string; readonly closure: Closure }[] = [];
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      for (const [of, methods] of scope.classes) {
        const closure = methods.get(name);
        if (closure !== undefined) found.push({ of, closure });
      }
    const [only, ...others] = found;
    return only === undefined || others.length > 0 ? null : only;
  }

  get root(): Scope {
    let scope: Scope = this;
    while (scope.parent !== null) scope = scope.parent;
    return scope;
  }

  /** The scope that holds a name already, or this one. */
  holder(name: string): Scope {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.#held.has(name)) return scope;
    return this;
  }
}

export function isSelf(value: Expression): boolean {
  return value.kind === 'name' && (value.name === 'this' || value.name === 'self' || value.name === 'cls');
}

/** Gives the parts of a value to the names of a pattern. */
export function bind(pattern: Pattern, held: Held, into: Scope): void {
  switch (pattern.kind) {
    case 'name':
      into.hold(pattern.name, held);
      return;
    case 'parts':
      for (const { key, pattern: inner, otherwise } of pattern.parts) {
        const value: Expression = key === null ? held.value : { kind: 'member', of: held.value, key };
        bind(inner, { ...held, value: otherwise === null ? value : operation('or', value, otherwise) }, into);
      }
      return;
    case 'items':
      for (const [at, inner] of pattern.items.entries())
        if (inner !== null) bind(inner, { ...held, value: itemOf(held.value, at) }, into);
      return;
    case 'place':
      place(pattern.place, held, into);
  }
}

function itemOf(value: Expression, at: number): Expression {
  if (value.kind === 'list') {
    const item = value.items[at];
    if (item !== undefined) return item;
  }
  return { kind: 'item', of: value, at: { kind: 'constant', value: at } };
}

/** `this.base = …` is a name of the program; `body.filter = …` a part of what `body` holds. */
function place(to: Expression, held: Held, into: Scope): void {
  if (to.kind === 'member' && isSelf(to.of)) {
    into.root.hold(`this.${to.key}`, held);
    return;
  }
  const root = to.kind === 'member' || to.kind === 'item' ? to.of : null;
  if (root === null) return;
  const key: Expression = to.kind === 'member' ? { kind: 'constant', value: to.key } : operation('key');
  const value: Expression = { kind: 'object', entries: [{ key, value: held.value }] };
  if (root.kind === 'name')
    into
      .holder(root.name)
      .hold(root.name, { ...held, value, ...(to.kind === 'member' ? { isPart: true } : {}) });
  else place(root, { ...held, value }, into);
}

/** Methods that put something into what they are called on. */
const ADDING = /^(?:append|push|add|extend|unshift|insert|set|update|setdefault|appendleft|writerow|assign)$/;
const LEAVING: ReadonlySet<Statement['kind']> = new Set(['return', 'throw', 'jump']);

/** Whether what follows is not reached. */
export function leaves(body: readonly Statement[], scope: Scope): boolean {
  const last = body.at(-1);
  if (last === undefined) return false;
  if (LEAVING.has(last.kind)) return true;
  if (last.kind === 'block') return leaves(last.body, scope);
  if (last.kind === 'value') return isEnd(last.value) || isFailing(last.value, scope);
  return last.kind === 'if' && leaves(last.met, scope) && leaves(last.otherwise, scope);
}

/** A call of a function of the program that only fails. */
function isFailing(value: Expression, scope: Scope): boolean {
  if (value.kind !== 'call' || value.of.kind !== 'name') return false;
  const body = scope.function(value.of.name)?.code.body ?? [];
  const last = body.at(-1);
  return (
    body.length < 5 &&
    body.every(({ kind }) => kind === 'value' || kind === 'throw' || kind === 'assign') &&
    (last?.kind === 'throw' || (last?.kind === 'value' && isEnd(last.value)))
  );
}

/** `sys.exit(…)`, `process.exit(…)` */
export function isEnd(value: Expression): boolean {
  if (value.kind !== 'call') return false;
  const { of } = value;
  const name = of.kind === 'name' ? of.name : of.kind === 'member' ? of.key : '';
  return name === 'exit' || name === 'quit' || name === '_exit';
}

/** All that a body gives to names, and its functions. */
export function collect(body: readonly Statement[], scope: Scope, guards: readonly Guard[] = []): void {
  let own = guards;
  for (const one of body) {
    collectOne(one, scope, own);
    if (one.kind !== 'if') continue;
    if (leaves(one.met, scope)) own = [...own, { test: one.test, scope, isAsked: false }];
    else if (leaves(one.otherwise, scope)) own = [...own, { test: one.test, scope, isAsked: true }];
  }
}

function collectOne(one: Statement, scope: Scope, guards: readonly Guard[]): void {
  switch (one.kind) {
    case 'assign': {
      const { target, value, isOuter } = one;
      const into = isOuter === true && target.kind === 'name' ? scope.holder(target.name) : scope;
      bind(target, { value, scope, guards }, into);
      return;
    }
    case 'value':
      collectAdding(one.value, scope, guards);
      return;
    case 'function':
      scope.functions.set(one.name, { code: one.code, scope, owner: scope.owner });
      return;
    case 'class':
      collectClass(one.name, one.body, scope);
      return;
    case 'if':
      collect(one.met, scope, [...guards, { test: one.test, scope, isAsked: true }]);
      collect(one.otherwise, scope, [...guards, { test: one.test, scope, isAsked: false }]);
      return;
    case 'for':
      bind(one.target, { value: operation('each', one.list), scope, guards }, scope);
      collect(one.body, scope, guards);
      return;
    case 'while':
    case 'block':
      collect(one.body, scope, guards);
      return;
    case 'try':
      collect(one.body, scope, guards);
      for (const { body } of one.handlers) collect(body, scope, guards);
      collect(one.last, scope, guards);
  }
}

function collectAdding(value: Expression, scope: Scope, guards: readonly Guard[]): void {
  if (value.kind === 'assign') bind(value.target, { value: value.value, scope, guards }, scope);
  if (value.kind !== 'call' || value.of.kind !== 'member' || !ADDING.test(value.of.key)) return;
  const items = value.given.map((one) => (one.isSpread ? operation('...', one.value) : one.value));
  const held = { value: { kind: 'list', items } as const, scope, guards };
  const to = value.of.of;
  if (to.kind === 'name' && scope.held(to.name).some((one) => isInstance(one))) return;
  if (to.kind === 'name') scope.holder(to.name).hold(to.name, held);
  else if (to.kind === 'member' && isSelf(to.of)) scope.root.hold(`this.${to.key}`, held);
}

/** Of a class of the program, whose methods are no list's. */
function isInstance({ value, scope }: Held): boolean {
  return value.kind === 'call' && value.of.kind === 'name' && scope.class(value.of.name) !== null;
}

function collectClass(name: string, body: readonly Statement[], scope: Scope): void {
  const methods = new Map<string, Closure>();
  const inside = new Scope(scope, name);
  const fields = body.flatMap((one) =>
    one.kind === 'assign' && one.target.kind === 'name' ? [one.target.name] : [],
  );
  scope.ownFields.set(name, fields);
  for (const one of body) {
    if (one.kind === 'function') methods.set(one.name, { code: one.code, scope: inside, owner: name });
    else if (one.kind === 'assign' && one.target.kind === 'name' && one.value.kind !== 'operation')
      scope.root.hold(`this.${one.target.name}`, { value: one.value, scope: inside, guards: [] });
    else collectOne(one, inside, []);
  }
  scope.classes.set(name, methods);
  // Fields that constructors and other methods give.
  for (const { code } of methods.values()) collectFields(code.body, inside);
}

/** Only what is given to fields; parameters of constructors are found where instances are made. */
function collectFields(body: readonly Statement[], scope: Scope): void {
  for (const one of body) {
    if (one.kind === 'assign' && one.target.kind === 'place') {
      const { place: to } = one.target;
      if (to.kind === 'member' && isSelf(to.of))
        scope.root.hold(`this.${to.key}`, { value: one.value, scope, guards: [] });
    } else if (one.kind === 'if') {
      collectFields(one.met, scope);
      collectFields(one.otherwise, scope);
    } else if (one.kind === 'for' || one.kind === 'while' || one.kind === 'block')
      collectFields(one.body, scope);
  }
}
