/** What is written in a `cloudflare_rate_limit`. */

import { quoted } from '../../src/convert/index.js';
import { type Block, objectOf } from '../../src/read/terraform/index.js';
import { literally, type Piece, type Property, propertyOf, type Value } from '../../src/value/index.js';
import { attributeText, type HclFile, writtenProperty } from '../places/hcl.js';
import { type LimitSource, MARK } from '../places/rulesets/limit.js';
import {
  negated,
  operand,
  plain,
  Refusal,
  type Resource,
  textOf,
  uninterpolated,
} from '../places/rulesets/resources.js';

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
      const once =
        value.kind === 'array' && this.#conditional(path, key) !== null ? value.items[0] : undefined;
      if (once !== undefined) value = once;
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
    return property === null ? null : this.#outside(path, writtenProperty(this.file, property));
  }

  condition(...path: readonly string[]): string | null {
    return this.#dynamic(path)?.condition ?? null;
  }

  /** The dynamic block on a path down to a name below it; null where there is none, or none that is made once at most. */
  #conditional(path: readonly string[], below: string): Conditional | null {
    const block = path.slice(0, path.indexOf(below));
    return CONDITIONAL.has(block.join('.')) ? this.#dynamic(block) : null;
  }

  #dynamic(path: readonly string[]): Conditional | null {
    let { body } = this.resource.block;
    let found: Block | undefined;
    for (const key of path) {
      const all = body.blocks.filter(({ type, labels }) => type === key || labels[0]?.text === key);
      found = all.length === 1 ? all[0] : undefined;
      if (found === undefined) return null;
      body = found.body;
    }
    return found?.type === 'dynamic' ? conditionalOf(found, this.file) : null;
  }

  /** What the items of dynamic blocks around a value stand for, in their places. */
  #outside(path: readonly string[], written: string): string {
    return path.reduce((text, _, depth) => {
      const found = this.#dynamic(path.slice(0, depth + 1));
      if (found === null) return text;
      const item = new RegExp(`(?<![\\w.])${literally(found.iterator)}\\.value\\b`, 'g');
      const outside = text.replace(item, () => operand(found.item));
      if (new RegExp(`(?<![\\w.])${literally(found.iterator)}(?:\\.key\\b|\\[)`).test(outside))
        throw new Refusal(`${this.resource.address} uses the key of a dynamic block`);
      return outside;
    }, written);
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
    const condition = this.condition(...path.slice(0, -1));
    if (property === null || (condition === null && this.#isWrittenOut(property.value))) return null;
    const written = uninterpolated(writtenProperty(this.file, property));
    if (written.startsWith('"')) return null;
    const line = this.#outside(path, this.#onOneLine(path, written));
    return condition === null ? line : `${condition} ? ${line} : []`;
  }

  computedPatterns(name: string): string | null {
    const property = this.at(name);
    const isList = property === null || (property.value.kind === 'array' && !property.value.open);
    return isList ? null : this.#onOneLine([name], uninterpolated(writtenProperty(this.file, property)));
  }

  #onOneLine(path: readonly string[], written: string): string {
    if (!written.includes('\n')) return written;
    // The lines of an object and of a heredoc mean something, and so does a comment.
    if (/[{#]|\/\/|\/\*|<</.test(written))
      throw new Refusal(`${path.join('.')} of ${this.resource.address} is computed over several lines`);
    return written
      .replace(/([[(])\s*\n\s*/g, '$1')
      .replace(/,?\s*\n\s*([\])])/g, '$1')
      .replace(/\s*\n\s*/g, ' ');
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
    if (property === null || this.computedPatterns(name) !== null) return [];
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

/** Blocks whose condition can be carried over. */
const CONDITIONAL: ReadonlySet<string> = new Set([
  'match.request',
  'match.response',
  'action.response',
  'correlate',
]);

/** A dynamic block that is made once or not at all. */
interface Conditional {
  readonly condition: string;
  readonly iterator: string;
  /** What the one item is. */
  readonly item: string;
}

function conditionalOf(block: Block, file: HclFile): Conditional | null {
  const each = plain(attributeText(file, block, 'for_each') ?? '');
  const [, condition, other, one] =
    /^(.+?) \? (?:\[\] : \[ ?([^[\]]+?) ?\]|\[ ?([^[\]]+?) ?\] : \[\])$/.exec(each) ?? [];
  if (condition === undefined) return null;
  const iterator = attributeText(file, block, 'iterator') ?? block.labels[0]?.text ?? '';
  const item = other ?? one ?? '';
  return { condition: other === undefined ? condition : negated(condition), iterator, item };
}
