/** Which fields of rules that are there already a program sets, and to what; what is sent as it was read is no change. */
import type { Facter } from './asked.js';
import type { Place } from './calls.js';
import { fieldOf } from './names.js';
import { nameOf } from './predicates.js';
import type { Request, Requests } from './requests.js';
import { Signer } from './signatures.js';

type Field = Place & { readonly key: string };

const PASSED = /^(?:stringify|dumps|encode)$/;
/** Of the answer, or of the place of a rule. */
const NO_FIELD = /^(?:id|ref|version|last_updated|priority|position|categories)$/;
/** What holds fields of a rule. */
const NESTED = /^(?:ratelimit|filter|action_parameters)$/;
const FLAG = /^(?:paused|enabled|disabled)$/;
const DEEPEST = 6;

export class RuleChanges {
  /** `.enabled true`: the field and the value, without and with the direction of a flag. */
  readonly fields = new Map<string, string>();
  /** Some of what is changed is not told. */
  isOpen = false;
  readonly #signer: Signer;
  readonly #facter: Facter;
  readonly #requests: Requests;

  constructor(facter: Facter, requests: Requests) {
    this.#facter = facter;
    this.#requests = requests;
    this.#signer = new Signer(facter);
  }

  add({ method, texts, bodies }: Request): void {
    if (!/^(?:PUT|PATCH|POST)$/.test(method) || /\/waf\b|packages/i.test(texts)) return;
    const isOfList = /rulesets/.test(texts);
    if (method === 'POST') return;
    for (const body of bodies) {
      const fields = this.#fieldsOf(body, 0);
      if (isOfList && (fields.length === 0 || fields.some(({ key }) => key === 'rules'))) this.isOpen = true;
      else for (const field of fields) this.#tell(field, []);
    }
  }

  #tell({ key, value, scope }: Field, around: readonly string[]): void {
    if (NO_FIELD.test(key)) return;
    if (NESTED.test(key)) {
      for (const inner of this.#fieldsOf({ value, scope }, 1)) this.#tell(inner, [...around, key]);
      return;
    }
    const { name, isOpposite } = fieldOf([...around, key]);
    const told = FLAG.test(key)
      ? this.#signer.flag(value, scope, isOpposite)
      : this.#signer.of(value, scope).replace(/^\(?(.*?)\)?$/, '$1');
    const isRead = told === `‹${name}›` || told === `+? ${name}` || told === '';
    // How a flag is turned around is compared where it decides.
    if (!isRead) this.fields.set(`${name} ${FLAG.test(key) ? told.replace(/^[+-]/, '') : told}`, told);
  }

  /** Of an object, of one that was put together field by field, and of a text that is made of either. */
  #fieldsOf({ value, scope }: Place, depth: number): readonly Field[] {
    if (depth > DEEPEST) return [];
    if (value.kind === 'name') {
      const parts = scope.held(value.name);
      const set = parts.filter(({ isPart }) => isPart === true);
      if (set.length > 0) {
        const whole = parts.filter(({ isPart }) => isPart !== true);
        return [...whole, ...set].flatMap((one) => this.#fieldsOf(one, depth + 1));
      }
    }
    const found = this.#facter.follow(value, scope);
    if (found.value.kind === 'call' && PASSED.test(nameOf(found.value.of))) {
      const [first] = found.value.given;
      const inner = first?.value ?? (found.value.of.kind === 'member' ? found.value.of.of : undefined);
      return inner === undefined ? [] : this.#fieldsOf({ value: inner, scope: found.scope }, depth + 1);
    }
    if (found.value.kind === 'list')
      return found.value.items.flatMap((item) =>
        this.#fieldsOf({ value: item, scope: found.scope }, depth + 1),
      );
    return this.#requests.entries(found.value, found.scope);
  }
}

/** Fields that only the new program sets, or sets to something else. */
export function addedChanges(before: RuleChanges, after: RuleChanges): readonly string[] {
  if (before.isOpen || before.fields.size === 0) return [];
  return [...after.fields.keys()].filter((field) => !before.fields.has(field));
}

/** Both set the same fields to the same, and all of them are known. */
export function areEqualChanges(before: RuleChanges, after: RuleChanges): boolean {
  return (
    before.fields.size > 0 &&
    !before.isOpen &&
    !after.isOpen &&
    before.fields.size === after.fields.size &&
    [...before.fields].every(([field, told]) => after.fields.get(field) === told && told !== '‹›')
  );
}
