/** What a function is given and gives back. */
import {
  type Expression,
  type FunctionCode,
  type Given,
  NOTHING,
  operation,
  type Statement,
} from './code.js';
import { bind, type Closure, type Guard, type Held, isSelf, leaves, type Scope } from './scopes.js';

export interface Place {
  readonly value: Expression;
  readonly scope: Scope;
}

export interface Returned extends Place {
  readonly guards: readonly Guard[];
}

export function holdFields(own: Closure, given: readonly Given[], from: Scope, into: Scope): void {
  const fields = own.owner === null ? null : own.scope.fields(own.owner);
  const plain = given.filter(({ name }) => name === null);
  for (const [at, field] of (fields ?? []).entries()) {
    const value = given.find(({ name }) => name === field)?.value ?? plain[at]?.value;
    if (value !== undefined) into.hold(`this.${field}`, { value, scope: from, guards: [] });
  }
}

function restOf(
  given: readonly Given[],
  plain: readonly Given[],
  parameters: FunctionCode['parameters'],
): Expression {
  const taken = new Set(parameters.flatMap(({ pattern }) => (pattern.kind === 'name' ? [pattern.name] : [])));
  const named = given.filter(({ name }) => name !== null && !taken.has(name));
  if (named.length === 0) return { kind: 'list', items: plain.map((one) => one.value) };
  return {
    kind: 'object',
    entries: named.map(({ name, value }) => ({ key: { kind: 'constant', value: name }, value })),
  };
}

export function bindParameters(code: FunctionCode, given: readonly Given[], from: Scope, into: Scope): void {
  const [head] = code.parameters;
  const isMethod = head !== undefined && head.pattern.kind === 'name' && isSelf(head.pattern);
  const parameters = isMethod ? code.parameters.slice(1) : code.parameters;
  const plain = given.filter(({ name }) => name === null);
  for (const [at, { pattern, otherwise, isRest }] of parameters.entries()) {
    const named = given.find(({ name }) => pattern.kind === 'name' && name === pattern.name);
    const spread = plain.findIndex(({ isSpread }) => isSpread);
    let value: Expression | undefined = named?.value;
    if (isRest) value = restOf(given, plain.slice(at), parameters);
    else if (value === undefined && spread >= 0 && at >= spread) {
      const of = plain[spread]?.value ?? NOTHING;
      value = { kind: 'item', of, at: { kind: 'constant', value: at - spread } };
    } else value ??= plain[at]?.value;
    const held: Held | null =
      value !== undefined
        ? { value, scope: from, guards: [] }
        : otherwise !== null
          ? { value: otherwise, scope: into, guards: [] }
          : null;
    if (held !== null) bind(pattern, held, into);
    else if (pattern.kind !== 'name')
      bind(pattern, { value: operation('given'), scope: into, guards: [] }, into);
    else into.hold(pattern.name, { value: operation('given'), scope: into, guards: [] });
  }
}

export function returnsOf(
  body: readonly Statement[],
  scope: Scope,
  guards: readonly Guard[],
  found: Returned[],
): void {
  let own = guards;
  for (const one of body) {
    switch (one.kind) {
      case 'return':
        found.push({ value: one.value ?? NOTHING, scope, guards: own });
        return;
      case 'value':
        if (one.value.kind === 'operation' && one.value.operator === 'yield')
          found.push({ value: operation('yielded', one.value.of[0] ?? NOTHING), scope, guards: own });
        break;
      case 'if':
        returnsOf(one.met, scope, [...own, { test: one.test, scope, isAsked: true }], found);
        returnsOf(one.otherwise, scope, [...own, { test: one.test, scope, isAsked: false }], found);
        if (leaves(one.met, scope)) own = [...own, { test: one.test, scope, isAsked: false }];
        else if (leaves(one.otherwise, scope)) own = [...own, { test: one.test, scope, isAsked: true }];
        break;
      case 'for':
      case 'while':
      case 'block':
        returnsOf(one.body, scope, own, found);
        break;
      case 'try':
        returnsOf(one.body, scope, own, found);
        for (const { body: inner } of one.handlers) returnsOf(inner, scope, own, found);
        returnsOf(one.last, scope, own, found);
    }
  }
}
