/** Rules that a program makes, field by field, in a form that is equal where the rules are. */
import { RENAMED_ACTIONS } from '../check/new-words.js';
import type { Facter } from './asked.js';
import type { Place } from './calls.js';
import { nameOf } from './predicates.js';
import type { Request, Requests } from './requests.js';
import { ROWS_BETWEEN, ROWS_CLOSE, ROWS_OPEN, Signer } from './signatures.js';

const PASSED = /^(?:stringify|dumps|encode)$/;

export class Writes {
  /** The rules that are made, each as a text. */
  readonly rules = new Set<string>();
  /** Some of what is made is not told. */
  isOpen = false;
  readonly #signer: Signer;
  /** Of the filter that was made last. */
  #expression: string | null = null;

  constructor(
    facter: Facter,
    private readonly requests: Requests,
  ) {
    this.#signer = new Signer(facter);
    this.#facter = facter;
  }

  readonly #facter: Facter;

  add({ method, texts, bodies }: Request): void {
    if ((method !== 'POST' && method !== 'PUT') || /rate_?limits|\/waf\b/i.test(texts)) return;
    const isOfFilters = /filters/.test(texts) && !/firewall/.test(texts);
    // A change of a rule that is there.
    if (method === 'PUT' && !/rulesets|entrypoint/.test(texts)) return;
    for (const body of bodies)
      for (const item of this.#items(body, 0)) {
        const fields = this.#fields(item);
        if (isOfFilters) this.#expression = fields.get('expression') ?? null;
        else if (fields.size === 0) this.isOpen = true;
        else for (const rule of rowsOf(fields)) this.rules.add(rule);
      }
  }

  /** Lists, rulesets and texts of JSON hold rules. */
  #items(place: Place, depth: number): readonly Place[] {
    const { value, scope } = this.#facter.follow(place.value, place.scope);
    if (depth > 6) return [];
    if (value.kind === 'call' && PASSED.test(nameOf(value.of))) {
      const inner = value.given[0]?.value ?? (value.of.kind === 'member' ? value.of.of : undefined);
      return inner === undefined ? [] : this.#items({ value: inner, scope }, depth + 1);
    }
    if (value.kind === 'operation' && value.operator === 'and')
      return this.#items({ value: value.of.at(-1) ?? value, scope }, depth + 1);
    if (value.kind === 'choice')
      return [value.met, value.otherwise]
        .filter(({ kind }) => kind !== 'constant')
        .flatMap((one) => this.#items({ value: one, scope }, depth + 1));
    if (value.kind === 'list')
      return value.items.flatMap((item) => this.#items({ value: item, scope }, depth + 1));
    if (value.kind === 'operation' && value.operator === '...') {
      const element = this.#facter.element(value.of[0] ?? value, scope);
      return element === null ? [{ value, scope }] : this.#items(element, depth + 1);
    }
    if (value.kind === 'object') {
      const rules = this.requests.entries(value, scope).find(({ key }) => key === 'rules');
      return rules === undefined ? [{ value, scope }] : this.#items(rules, depth + 1);
    }
    const rows = this.#facter.rows(value, scope);
    if (rows !== null) return rows.flatMap((row) => this.#items(row, depth + 1));
    const element = this.#facter.element(value, scope);
    return element === null ? [{ value, scope }] : this.#items(element, depth + 1);
  }

  #fields({ value, scope }: Place): ReadonlyMap<string, string> {
    const entries = this.requests.entries(value, scope);
    const of = (name: string) => entries.findLast(({ key }) => key === name);
    const fields = new Map<string, string>();
    const filter = of('filter');
    const inner = filter === undefined ? undefined : this.#facter.follow(filter.value, filter.scope);
    const expression =
      of('expression') ??
      (inner === undefined
        ? undefined
        : this.requests.entries(inner.value, inner.scope).find(({ key }) => key === 'expression'));
    if (expression !== undefined)
      fields.set('expression', this.#signer.of(expression.value, expression.scope));
    else if (filter !== undefined && this.#expression !== null) fields.set('expression', this.#expression);
    for (const name of ['description', 'action', 'action_parameters', 'ref']) {
      const field = of(name);
      if (field !== undefined) fields.set(name, this.#signer.of(field.value, field.scope));
    }
    const [enabled, paused] = [of('enabled'), of('paused')];
    const flag = enabled ?? paused;
    const told =
      flag === undefined ? 'true' : this.#signer.flag(flag.value, flag.scope, enabled === undefined);
    if (told !== 'true') fields.set('enabled', told);
    const action = fields.get('action');
    if (action !== undefined) fields.set('action', RENAMED_ACTIONS.get(action) ?? action);
    if (action === 'allow') fields.set('action_parameters', '{ruleset: current}');
    return fields;
  }
}

const ROWS = new RegExp(`${ROWS_OPEN}([^${ROWS_OPEN}${ROWS_CLOSE}]*)${ROWS_CLOSE}`, 'g');

/** One rule for each row of a table whose fields it is made of. */
function rowsOf(fields: ReadonlyMap<string, string>): readonly string[] {
  const text = [...fields]
    .map(([key, told]) => `${key}: ${told}`)
    .sort()
    .join('\n');
  const counts = [...text.matchAll(ROWS)].map(([, inner = '']) => inner.split(ROWS_BETWEEN).length);
  return Array.from({ length: Math.max(1, ...counts) }, (_, at) =>
    text.replace(ROWS, (_whole, inner: string) => inner.split(ROWS_BETWEEN)[at] ?? ''),
  );
}

/** Both make the same rules, and all of them are known. */
export function areEqualWrites(before: Writes, after: Writes): boolean {
  return (
    before.rules.size > 0 &&
    !before.isOpen &&
    !after.isOpen &&
    before.rules.size === after.rules.size &&
    // Two parts of which nothing is known need not be the same.
    [...before.rules].every(
      (rule) => rule.includes('expression: ') && !rule.includes('‹›') && after.rules.has(rule),
    )
  );
}
