/** What a program does that can be seen from outside, on which it depends, and under which conditions. */

import { Facter } from './asked.js';
import type { Expression, Statement } from './code.js';
import { type Facts, joined, ofAtoms } from './facts.js';
import { isGet, nameOf, partsOf } from './predicates.js';
import { Requests } from './requests.js';
import { RuleChanges } from './rule-changes.js';
import { type Closure, collect, type Guard, leaves, Scope } from './scopes.js';
import { Writes } from './writes.js';

export interface Act {
  readonly kind: string;
  readonly leaves: ReadonlySet<string>;
  readonly atoms: ReadonlySet<string>;
  /** Of a request, what its address is made of. */
  readonly texts?: string;
}

const SAYS = /^(?:print|log|error|warn|info|debug|write|writeln|critical|warning|exception|puts|echo)$/;
const SPEAKERS = /^(?:console|process|stdout|stderr|sys|logging|logger|log)$/;
const DOES =
  /^(?:writeFile|writeFileSync|appendFile|appendFileSync|write_text|write_bytes|writerow|writerows|writeheader|dump|unlink|unlinkSync|remove|rename|renameSync|mkdir|mkdirSync|makedirs|sleep|setTimeout|spawn|exec|execSync|spawnSync|execFile|run|check_call|check_output|system|replace_file|rmSync|rm)$/;
/** Names that lists and classes have, too. */
const OF_SYSTEM = /^(?:remove|rename|run|exec|rm|system)$/;
const MOST_VARIANTS = 8;
const DEEPEST = 12;
const MOST_ACTS = 400;

export interface Done {
  readonly acts: readonly Act[];
  readonly writes: Writes;
  readonly changes: RuleChanges;
}

/** All acts of a program of several files; names of one are known in the others. */
export function actsOf(files: readonly (readonly Statement[])[]): Done {
  const walker = new Walker();
  const scope = new Scope(null);
  for (const body of files) collect(body, scope);
  for (const body of files) walker.walk(body, scope, []);
  walker.rest(scope);
  return walker;
}

class Walker {
  readonly acts: Act[] = [];
  readonly #facter = new Facter();
  readonly #requests = new Requests(this.#facter);
  readonly writes = new Writes(this.#facter, this.#requests);
  readonly changes = new RuleChanges(this.#facter, this.#requests);
  readonly #stack: object[] = [];
  readonly #walked = new Set<object>();
  #root = '';

  walk(body: readonly Statement[], scope: Scope, guards: readonly Guard[], isRoot = false): void {
    let own = guards;
    for (const one of body) {
      this.#statement(one, scope, own, isRoot);
      if (one.kind !== 'if') continue;
      if (leaves(one.met, scope)) own = [...own, { test: one.test, scope, isAsked: false }];
      else if (leaves(one.otherwise, scope)) own = [...own, { test: one.test, scope, isAsked: true }];
    }
  }

  /** Functions that nothing of the program calls are called from outside. */
  rest(scope: Scope): void {
    const all = [...scope.functions, ...[...scope.classes.values()].flatMap((one) => [...one])];
    for (const [name, { code, scope: around, owner }] of all) {
      if (this.#walked.has(code)) continue;
      this.#walked.add(code);
      this.#root = name;
      const inside = this.#facter.inner(code, owner === null ? around : new Scope(around, owner), []);
      this.#enter(code, () => this.walk(code.body, inside, [], true));
    }
  }

  #enter(code: object, work: () => void): void {
    if (this.#stack.includes(code) || this.#stack.length > DEEPEST) return;
    if (this.acts.length > MOST_ACTS || this.#facter.isTired) return;
    this.#stack.push(code);
    work();
    this.#stack.pop();
  }

  #statement(one: Statement, scope: Scope, guards: readonly Guard[], isRoot: boolean): void {
    switch (one.kind) {
      case 'value':
        this.#visit(one.value, scope, guards);
        return;
      case 'assign': {
        this.#visit(one.value, scope, guards);
        const { target } = one;
        if (target.kind === 'place' && target.place.kind === 'member' && target.place.key === 'exitCode')
          this.#act('end', [one.value], scope, guards);
        return;
      }
      case 'if':
        this.#visit(one.test, scope, guards);
        this.walk(one.met, scope, [...guards, { test: one.test, scope, isAsked: true }], isRoot);
        this.walk(one.otherwise, scope, [...guards, { test: one.test, scope, isAsked: false }], isRoot);
        return;
      case 'for':
        this.#visit(one.list, scope, guards);
        this.walk(one.body, scope, guards, isRoot);
        return;
      case 'while':
        if (one.test !== null) this.#visit(one.test, scope, guards);
        this.walk(one.body, scope, guards, isRoot);
        return;
      case 'block':
        this.walk(one.body, scope, guards, isRoot);
        return;
      case 'return':
        if (one.value === null) return;
        this.#visit(one.value, scope, guards);
        if (isRoot) this.#act(`return of ${this.#root}`, [one.value], scope, guards);
        return;
      case 'throw':
        if (one.value === null) return;
        this.#visit(one.value, scope, guards);
        this.#act(
          one.value.kind === 'call' && /Exit$/.test(nameOf(one.value.of)) ? 'end' : 'throw',
          one.value.kind === 'call' ? one.value.given.map(({ value }) => value) : [one.value],
          scope,
          guards,
        );
        return;
      case 'try':
        this.walk(one.body, scope, guards, isRoot);
        for (const { body } of one.handlers) this.walk(body, scope, guards, isRoot);
        this.walk(one.last, scope, guards, isRoot);
    }
  }

  #visit(value: Expression, scope: Scope, guards: readonly Guard[]): void {
    switch (value.kind) {
      case 'call':
        this.#call(value, scope, guards);
        return;
      case 'choice':
        this.#visit(value.test, scope, guards);
        this.#visit(value.met, scope, [...guards, { test: value.test, scope, isAsked: true }]);
        this.#visit(value.otherwise, scope, [...guards, { test: value.test, scope, isAsked: false }]);
        return;
      case 'operation': {
        const isShort = value.operator === 'and' || value.operator === 'or';
        let own = guards;
        for (const one of value.of) {
          this.#visit(one, scope, own);
          if (isShort) own = [...own, { test: one, scope, isAsked: value.operator === 'and' }];
        }
        return;
      }
      case 'function':
        this.#walked.add(value.code);
        this.#enter(value.code, () =>
          this.walk(value.code.body, this.#facter.inner(value.code, scope, []), guards),
        );
        return;
      case 'loop': {
        const inside = this.#facter.loopScope(value, scope);
        const tests = value.over.flatMap(({ tests }) => tests);
        for (const { list } of value.over) this.#visit(list, inside, guards);
        for (const test of tests) this.#visit(test, inside, guards);
        this.#visit(value.item, inside, [
          ...guards,
          ...tests.map((test) => ({ test, scope: inside, isAsked: true })),
        ]);
        return;
      }
      default:
        for (const one of partsOf(value)) this.#visit(one, scope, guards);
    }
  }

  #call(value: Extract<Expression, { kind: 'call' }>, scope: Scope, guards: readonly Guard[]): void {
    const facter = this.#facter;
    if (value.of.kind === 'member') this.#visit(value.of.of, scope, guards);
    const own = facter.closure(value.of, scope);
    for (const { value: given } of value.given) {
      const code = facter.functionGiven(given, scope);
      if (code === null) this.#visit(given, scope, guards);
      else if (own === null) this.#walkClosure(code, facter.eachScope(code, value, scope), guards);
    }
    if (own !== null) {
      this.#walkClosure(own, facter.callScope(own, value, scope), guards);
      return;
    }
    const name = nameOf(value.of);
    const given = value.given.map((one) => one.value);
    const speaker = value.of.kind === 'member' ? nameOf(value.of.of) : '';
    if (name === 'raise_for_status') this.acts.push({ kind: 'failure', leaves: new Set(), atoms: new Set() });
    else if (name === 'exit' || name === '_exit') this.#act('end', given, scope, guards);
    else if (SAYS.test(name) && (speaker === '' ? name === 'print' : SPEAKERS.test(speaker)))
      this.#act('say', given, scope, guards);
    else if (facter.isRequest(value, scope)) this.#request(value, scope, guards);
    else if (
      DOES.test(name) &&
      (!OF_SYSTEM.test(name) || /^(?:os|fs|subprocess|shutil|child_process|promises)$/.test(speaker))
    )
      this.#act(`do ${name}`, given, scope, guards);
  }

  #walkClosure({ code }: Closure, inside: Scope, guards: readonly Guard[]): void {
    this.#walked.add(code);
    this.#enter(code, () => this.walk(code.body, inside, guards));
  }

  #request(value: Extract<Expression, { kind: 'call' }>, scope: Scope, guards: readonly Guard[]): void {
    const request = this.#requests.of(value, scope);
    const { method, texts, facts } = request;
    if (method === 'GET') return;
    const isOfRules = /firewall|filters|rate_?limits|rulesets|\bwaf\b/i.test(texts);
    const kind = isOfRules ? (method === 'DELETE' ? 'remove' : 'write') : `other ${method}`;
    const data = joined(facts);
    const atoms = new Set([...this.#facter.guards(guards), ...data.atoms]);
    this.acts.push({ kind: `send ${kind}`, leaves: data.leaves, atoms, texts });
    if (!isOfRules) return;
    this.writes.add(request);
    this.changes.add(request);
  }

  #act(kind: string, values: readonly Expression[], scope: Scope, guards: readonly Guard[]): void {
    const control = ofAtoms(this.#facter.guards(guards));
    for (const variant of this.#product(values, scope, 0)) {
      const { leaves: found, atoms } = joined([variant, control]);
      // A program that throws has no exit code of its own.
      const told = kind === 'throw' ? new Set([...found].filter((leaf) => !leaf.startsWith('#'))) : found;
      this.acts.push({ kind: kind === 'throw' ? 'end' : kind, leaves: told, atoms });
    }
  }

  #product(values: readonly Expression[], scope: Scope, depth: number): readonly Facts[] {
    let all: readonly Facts[] = [ofAtoms(new Set())];
    for (const value of values) {
      const own = this.#variants(value, scope, depth);
      const next = all.flatMap((one) => own.map((other) => joined([one, other])));
      all = next.length > MOST_VARIANTS ? all.map((one) => joined([one, ...own])) : next;
    }
    return all;
  }

  #followed(value: Expression, scope: Scope, depth: number): readonly Facts[] {
    const found = this.#facter.follow(value, scope);
    if (found.value === value || !isChoice(found.value)) return [this.#facter.of(value, scope)];
    const chosen = ofAtoms(this.#facter.of(value, scope).atoms);
    // What the choice is made by is told apart for each of its sides.
    const own = this.#variants(found.value, found.scope, depth + 1);
    const common = [...chosen.atoms].filter((atom) => !own.some(({ atoms }) => atoms.has(atom)));
    return own.map((one) => joined([one, ofAtoms(new Set(common))]));
  }

  /** A text with a choice in it is two texts, each under its condition. */
  #variants(value: Expression, scope: Scope, depth: number): readonly Facts[] {
    const facter = this.#facter;
    if (depth > DEEPEST) return [facter.of(value, scope)];
    const under = (facts: readonly Facts[], guards: readonly Guard[]) =>
      guards.length === 0 ? facts : facts.map((one) => joined([one, ofAtoms(facter.guards(guards))]));
    switch (value.kind) {
      case 'choice':
        return [
          ...under(this.#variants(value.met, scope, depth + 1), [{ test: value.test, scope, isAsked: true }]),
          ...under(this.#variants(value.otherwise, scope, depth + 1), [
            { test: value.test, scope, isAsked: false },
          ]),
        ];
      case 'template':
        return this.#product(value.parts, scope, depth + 1);
      case 'name': {
        const held = scope.held(value.name);
        if (held.length === 0 || held.length > 4) return [facter.of(value, scope)];
        const filled = held.filter((one) => one.value.kind !== 'list' || one.value.items.length > 0);
        const isList = filled.length > 1 && filled.every((one) => one.value.kind === 'list');
        if (isList)
          return filled.flatMap((one) => under(this.#variants(one.value, one.scope, depth + 1), one.guards));
        if (held.some((one) => one.value.kind === 'list' || one.value.kind === 'operation'))
          return [facter.of(value, scope)];
        return held.flatMap((one) => under(this.#variants(one.value, one.scope, depth + 1), one.guards));
      }
      case 'call': {
        if (isGet(value)) return this.#followed(value, scope, depth);
        const own = facter.closure(value.of, scope);
        if (own === null) {
          const receiver = value.of.kind === 'member' ? [value.of.of] : [];
          const isMade = value.given.some(({ value: one }) => facter.functionGiven(one, scope) !== null);
          return isMade || facter.isRequest(value, scope)
            ? [facter.of(value, scope)]
            : this.#product([...receiver, ...value.given.map((one) => one.value)], scope, depth + 1);
        }
        const returned = facter.returned(own.code, facter.callScope(own, value, scope));
        if (returned.length === 0 || returned.length > MOST_VARIANTS) return [facter.of(value, scope)];
        return returned.flatMap((one) => under(this.#variants(one.value, one.scope, depth + 1), one.guards));
      }
      case 'list':
        return this.#product(value.items, scope, depth + 1);
      case 'object':
        return this.#product(
          value.entries.map((entry) => entry.value),
          scope,
          depth + 1,
        );
      case 'operation':
        if (value.operator === '+' || value.operator === '%' || value.operator === '...')
          return this.#product(value.of, scope, depth + 1);
        return this.#followed(value, scope, depth);
      default:
        return this.#followed(value, scope, depth);
    }
  }
}

function isChoice({ kind }: Expression): boolean {
  return kind === 'choice' || kind === 'template' || kind === 'object' || kind === 'list';
}
