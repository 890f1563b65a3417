/** What is written in a `cloudflare_rate_limit`. */

import { quoted } from '../../src/convert/index.js';
import { objectOf } from '../../src/read/terraform/values.js';
import { type Piece, type Property, propertyOf, type Value } from '../../src/value/index.js';
import { type HclFile, writtenProperty } from '../places/hcl.js';
import { type LimitSource, MARK } from '../places/rulesets/limit.js';
import { Refusal, type Resource, textOf, uninterpolated } from '../places/rulesets/resources.js';

/** The attributes of the resource, whether they stand in blocks (provider 4) or in objects (provider 5). */
export class Settings implements LimitSource {
  readonly #body: Value;
  readonly file: HclFile;
  /** Interpolations that were taken out of texts, in the order of their marks. */
  readonly computed: string[] = [];

  readonly address: string;

  constructor(readonly resource: Resource) {
    this.address = resource.address;
    this.file = resource.file;
    this.#body = objectOf(resource.block.body, resource.block.origin);
  }

  at(...path: readonly string[]): Property | null {
    let found: Property | undefined;
    let value = this.#body;
    for (const key of path) {
      if (value.kind === 'array')
        throw new Refusal(`${this.resource.address} has several blocks ${found?.key}, or a dynamic one`);
      found = value.kind === 'object' ? propertyOf(value, key) : undefined;
      if (found === undefined) return null;
      value = found.value;
    }
    const isNull = value.kind === 'scalar' && value.value === null;
    return found === undefined || isNull ? null : found;
  }

  written(...path: readonly string[]): string | null {
    const property = this.at(...path);
    return property === null ? null : writtenProperty(this.file, property);
  }

  /** A list that is written out; undefined where there is none. */
  list(...path: readonly string[]): readonly unknown[] | undefined {
    const property = this.at(...path);
    if (property === null) return undefined;
    const json = this.#json(property.value);
    if (!Array.isArray(json) || JSON.stringify(json).includes(MARK))
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is computed`);
    return json;
  }

  computedList(...path: readonly string[]): string | null {
    const property = this.at(...path);
    if (property === null || this.#isWrittenOut(property.value)) return null;
    const written = uninterpolated(writtenProperty(this.file, property));
    if (written.startsWith('"')) return null;
    if (written.includes('\n'))
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is computed over several lines`);
    return written;
  }

  /** A text; interpolations are replaced by marks. */
  text(...path: readonly string[]): string | undefined {
    const property = this.at(...path);
    if (property === null) return undefined;
    const json = this.#json(property.value);
    if (typeof json !== 'string')
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is no text`);
    return json;
  }

  /** Patterns of a list that is written out. */
  patterns(name: string): readonly string[] {
    const property = this.at(name);
    if (property === null) return [];
    const json = this.#json(property.value);
    if (!Array.isArray(json) || !json.every((one) => typeof one === 'string'))
      throw new Refusal(`${name} of ${this.resource.address} is computed`);
    return json;
  }

  has(...path: readonly string[]): boolean {
    return this.at(...path) !== null;
  }

  description(): string | null {
    return textOf(this.resource, 'description');
  }

  #json(value: Value): unknown {
    switch (value.kind) {
      case 'scalar':
        return value.value;
      case 'array':
        return value.open ? this.#mark(value.origin) : value.items.map((item) => this.#json(item));
      case 'object':
        return Object.fromEntries(value.properties.map(({ key, value: inner }) => [key, this.#json(inner)]));
      case 'text':
        return this.#isWritten(value.origin) ? this.#joined(value.pieces) : this.#mark(value.origin);
      default:
        return this.#mark(value.origin);
    }
  }

  #isWrittenOut(value: Value): boolean {
    if (value.kind === 'array') return !value.open && value.items.every((item) => this.#isWrittenOut(item));
    if (value.kind !== 'text') return value.kind === 'scalar';
    return this.#isWritten(value.origin) && value.pieces.every(({ kind }) => kind === 'text');
  }

  /** Whether a text stands there in quotes, not the name or the call that gives it. */
  #isWritten(origin: Value['origin']): boolean {
    return origin !== null && this.file.text.charAt(origin.start - 1) === '"';
  }

  #joined(pieces: readonly Piece[]): string {
    return pieces.map((piece) => (piece.kind === 'text' ? piece.text : this.#mark(piece.origin))).join('');
  }

  #mark(origin: Value['origin']): string {
    const written = origin === null ? '' : this.file.text.slice(origin.start, origin.end);
    if (written === '' || written.startsWith('%{'))
      throw new Refusal(`${this.resource.address} has a text that is put together in several steps`);
    this.computed.push(written.startsWith('${') ? written : `\${${written}}`);
    return `${MARK}${this.computed.length - 1}${MARK}`;
  }

  /** The text as Terraform reads it, with the interpolations back in their places. */
  quoted(text: string): string {
    return quoted(text).replace(
      new RegExp(`${MARK}(\\d+)${MARK}`, 'g'),
      (_, index) => this.computed[index] ?? '',
    );
  }
}
