/** What calls of clients send: their method, their body, and the texts of their address. */
import type { Facter } from './asked.js';
import type { Place } from './calls.js';
import type { Expression } from './code.js';
import { type Facts, ofAtoms } from './facts.js';
import { nameOf, partsOf } from './predicates.js';
import { isSelf, type Scope } from './scopes.js';

type Call = Extract<Expression, { kind: 'call' }>;

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE)$/;
const OPTIONS = /^(?:method|headers|body|json|searchParams|timeout)$/;
const BODY = /^(?:body|json|data|form|formData|payload)$/;
const OF_SDKS: ReadonlyMap<string, string> = new Map([
  ['create', 'POST'],
  ['bulk', 'POST'],
  ['update', 'PUT'],
  ['edit', 'PATCH'],
]);
const DEEPEST = 12;

export interface Request {
  readonly method: string;
  /** Texts of its address and body, and the path of the callee. */
  readonly texts: string;
  readonly bodies: readonly Place[];
  readonly facts: readonly Facts[];
}

export class Requests {
  constructor(private readonly facter: Facter) {}

  of(value: Call, scope: Scope): Request {
    const last = nameOf(value.of);
    const isNamed = /^(?:post|put|patch|delete|create|edit|update|bulk)$/i.test(last);
    const { bodies, addresses } = this.parts(value, scope);
    return {
      method: this.method(value, scope) ?? (isNamed ? (OF_SDKS.get(last) ?? last.toUpperCase()) : 'GET'),
      texts: `${this.texts([value.of, ...value.given.map((one) => one.value)], scope).join(' ')} ${calleePath(value.of)}`,
      bodies,
      facts: [...addresses, ...bodies.map((one) => this.facter.of(one.value, one.scope))],
    };
  }

  /** Of an object, with what is spread into it. */
  entries(value: Expression, scope: Scope, depth = 0): readonly (Place & { readonly key: string })[] {
    if (value.kind !== 'object' || depth > 4) return [];
    return value.entries.flatMap(({ key, value: inner }) => {
      if (key?.kind === 'constant') return [{ key: String(key.value), value: inner, scope }];
      const found = this.facter.follow(inner, scope);
      return key === null ? this.entries(found.value, found.scope, depth + 1) : [];
    });
  }

  /** What a request has as its body; where that is not told apart, all but its address. */
  private parts(
    value: Call,
    scope: Scope,
  ): { readonly bodies: readonly Place[]; readonly addresses: readonly Facts[] } {
    const bodies: Place[] = [];
    const addresses: Facts[] = [];
    for (const [at, { name, value: given }] of value.given.entries()) {
      if (name !== null) {
        if (/^(?:json|data|content|body|files|params)$/.test(name)) bodies.push({ value: given, scope });
        continue;
      }
      const found = this.facter.follow(given, scope);
      const entries = this.entries(found.value, found.scope);
      const isBehindMethod = at === 1 && METHOD.test(this.constant(value.given[0]?.value, scope));
      if (entries.some(({ key }) => OPTIONS.test(key)))
        bodies.push(...entries.filter(({ key }) => BODY.test(key)));
      else if (found.value.kind === 'call' && /^Request$/.test(nameOf(found.value.of))) {
        const inner = this.parts(found.value, found.scope);
        bodies.push(...inner.bodies);
        addresses.push(...inner.addresses);
      } else if (at === 0 || isBehindMethod || found.value.kind === 'constant')
        addresses.push(ofAtoms(this.facter.of(given, scope).atoms));
      else bodies.push({ value: given, scope });
    }
    return { bodies, addresses };
  }

  private constant(value: Expression | undefined, scope: Scope): string {
    const found = value === undefined ? undefined : this.facter.follow(value, scope).value;
    return found?.kind === 'constant' ? String(found.value) : '';
  }

  private method(value: Call, scope: Scope): string | null {
    for (const { name, value: given } of value.given) {
      const found = this.facter.follow(given, scope);
      const entry = this.entries(found.value, found.scope).find(({ key }) => key === 'method');
      const told = entry === undefined ? found : this.facter.follow(entry.value, entry.scope);
      const text = told.value.kind === 'constant' ? String(told.value.value) : '';
      if (METHOD.test(text) && (name === null || name === 'method')) return text;
      // `urllib.request.Request(url, method="PUT")`
      if (told.value.kind === 'call' && entry === undefined) {
        const inner = this.method(told.value, told.scope);
        if (inner !== null) return inner;
      }
    }
    return null;
  }

  /** Texts that stand in what is given, through names. */
  private texts(values: readonly Expression[], scope: Scope, depth = 0): readonly string[] {
    if (depth > DEEPEST) return [];
    return values.flatMap((value) => {
      const found = this.facter.follow(value, scope);
      if (found.value.kind === 'constant')
        return typeof found.value.value === 'string' ? [found.value.value] : [];
      if (found.value.kind === 'name' || (found.value.kind === 'member' && isSelf(found.value.of))) {
        const name = found.value.kind === 'name' ? found.value.name : `this.${found.value.key}`;
        return found.scope.held(name).flatMap((held) => this.texts([held.value], held.scope, depth + 1));
      }
      return this.texts(partsOf(found.value), found.scope, depth + 1);
    });
  }
}

function calleePath(value: Expression): string {
  if (value.kind === 'member') return `${calleePath(value.of)}.${value.key}`;
  return value.kind === 'name' ? value.name : '';
}
