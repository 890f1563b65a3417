/** A declared rate limit as a rate limiting rule. */
import { OLD_ATTRIBUTES } from '../old-attributes.js';
import { type LimitSource, limitOf, MARK } from '../rulesets/limit.js';
import { Refusal } from '../rulesets/resources.js';
import { requireOnly } from './fields.js';
import type { Declared, NewRule, Written } from './model.js';

/** How texts are written in the language of the program. */
export interface Texts {
  /** Parts of texts that are computed, in the order of their marks. */
  readonly computed: readonly string[];
  /** The text of a literal, with what is computed back in its places. */
  quoted(text: string): string;
}

/** Throws a `Refusal`. */
export function rateLimit(declared: Declared, texts: Texts): NewRule {
  requireOnly(declared.fields, OLD_ATTRIBUTES.rateLimit, declared.address);
  const source = new DeclaredLimit(declared, texts);
  for (const name of ['threshold', 'period'])
    if (!source.has(name)) throw new Refusal(`${declared.address} has no ${name}`);
  const mode = source.text('action', 'mode') ?? '';
  if (mode.includes(MARK)) throw new Refusal(`the action of ${declared.address} is computed`);
  const { items, differences } = limitOf(source);
  return { declared, parts: [declared], items: items(5), differences };
}

class DeclaredLimit implements LimitSource {
  readonly address: string;
  readonly computed: readonly string[];
  readonly #texts: Texts;
  readonly #declared: Declared;

  constructor(declared: Declared, texts: Texts) {
    this.address = declared.address;
    this.computed = JSON.stringify([...declared.fields.values()].map(({ json }) => json)).includes(MARK)
      ? texts.computed
      : [];
    this.#declared = declared;
    this.#texts = texts;
  }

  written(...path: readonly string[]): string | null {
    const found = this.#at(path);
    if (found === null) return null;
    const isVerbatim = found.json === undefined || path.at(-1) === 'body';
    const { json } = found;
    if (path[0] === 'disabled' && typeof json !== 'boolean')
      throw new Refusal(`whether ${this.address} is disabled is computed`);
    return isVerbatim || String(json).includes(MARK) ? found.source : JSON.stringify(json);
  }

  list(...path: readonly string[]): readonly unknown[] | undefined {
    const found = this.#at(path);
    if (found === null) return undefined;
    if (!Array.isArray(found.json) || JSON.stringify(found.json).includes(MARK))
      throw new Refusal(`${path.join('.')} of ${this.address} is computed`);
    return found.json;
  }

  computedList(): null {
    return null;
  }

  computedPatterns(): null {
    return null;
  }

  condition(): null {
    return null;
  }

  text(...path: readonly string[]): string | undefined {
    const found = this.#at(path);
    if (found === null) return undefined;
    if (typeof found.json !== 'string') throw new Refusal(`${path.join('.')} of ${this.address} is computed`);
    return found.json;
  }

  patterns(name: string): readonly string[] {
    const list = this.#at([name])?.json ?? [];
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      throw new Refusal(`${name} of ${this.address} is computed`);
    return list;
  }

  has(...path: readonly string[]): boolean {
    return this.#at(path) !== null;
  }

  description(): string | null {
    const found = this.#at(['description']);
    return found === null || found.json === '' ? null : found.source;
  }

  quoted(text: string): string {
    return this.#texts.quoted(text);
  }

  #at(path: readonly string[]): Written | null {
    let fields: Declared['fields'] | null = this.#declared.fields;
    let found: Written | undefined;
    for (const key of path) {
      found = fields?.get(key);
      if (found === undefined) return null;
      // An object that comes from elsewhere may hold anything.
      if (found.json === undefined && found.fields === null && key !== path.at(-1))
        throw new Refusal(`${key} of ${this.address} is computed`);
      fields = found.fields;
    }
    return found === undefined || found.json === null ? null : found;
  }
}
