/** What a script writes into the arguments of resources. */
import { styleOf } from '../../src/migrate/index.js';
import { keyName, type Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { snakeCase } from '../places/declared/fields.js';
import type { Texts } from '../places/declared/limits.js';
import type { Declared, Fields, Written } from '../places/declared/model.js';
import { MARK } from '../places/rulesets/limit.js';
import { isKind, isPlain, propertyNamed } from '../places/trees.js';

/** What names stand for in one turn of a loop, by where they are declared. */
export type Turn = ReadonlyMap<Node, Node | number>;

export class ScriptValues implements Texts {
  readonly computed: string[] = [];
  readonly #turn: Turn;
  readonly #module: Module;
  readonly #quote: string;
  readonly #filterAt: (node: Node) => Declared | null;

  constructor(module: Module, filterAt: (node: Node) => Declared | null, turn: Turn = new Map()) {
    this.#turn = turn;
    this.#module = module;
    this.#filterAt = filterAt;
    this.#quote = styleOf(module.text, module).quote;
  }

  /** The same values in one turn of a loop. */
  within(turn: Turn): ScriptValues {
    return new ScriptValues(this.#module, this.#filterAt, turn);
  }

  /** Null where the object is put together from several. */
  fieldsOf(node: Node): Fields | null {
    if (!isKind(node, 'ObjectExpression') || !isPlain(node)) return null;
    return new Map(
      node.properties.flatMap((property): [string, Written][] => {
        if (property.type !== 'Property') return [];
        const name = keyName(property.key, property.computed);
        return name === null ? [] : [[snakeCase(name), this.#written(property.value)]];
      }),
    );
  }

  /** The filter that `filterId` names: `filter.id`, or one that is made on the spot. */
  filterOf(attributes: Node): Declared | null {
    if (!isKind(attributes, 'ObjectExpression')) return null;
    const value = propertyNamed(attributes, 'filterId')?.value;
    const isId = value?.type === 'MemberExpression' && keyName(value.property, value.computed) === 'id';
    return isId ? this.#filterAt(value.object) : null;
  }

  quoted(text: string): string {
    if (!text.includes(MARK)) {
      const isSingle = !text.includes("'") && (this.#quote === "'" || text.includes('"'));
      return isSingle && !/[\n\r]/.test(text) ? `'${text.replaceAll('\\', '\\\\')}'` : JSON.stringify(text);
    }
    const escaped = text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
    return `\`${escaped.replace(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, index) => `\${${this.computed[index] ?? ''}}`)}\``;
  }

  #written(node: Node): Written {
    const source = this.#module.text.slice(...node.range);
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') {
      const inner = this.#written(node.expression);
      return { ...inner, source: inner.json === undefined ? source : inner.source };
    }
    const described = this.#descriptionOfFilter(node);
    if (described !== null) return described;
    const fields = this.fieldsOf(node);
    return { source, json: this.#json(node), fields };
  }

  /** What a rule takes over from its filter has to stay when the filter goes. */
  #descriptionOfFilter(node: Node): Written | null {
    if (node.type !== 'MemberExpression') return null;
    const name = keyName(node.property, node.computed);
    const filter = this.#filterAt(node.object);
    return filter === null || name === null || name === 'id'
      ? null
      : (filter.fields.get(snakeCase(name)) ?? null);
  }

  #json(node: Node): unknown {
    switch (node.type) {
      case 'Literal':
        return node.value instanceof RegExp || typeof node.value === 'bigint' ? undefined : node.value;
      case 'TemplateLiteral':
        return node.quasis
          .map(({ value }, index) => {
            const hole = node.expressions[index];
            const known = hole === undefined ? '' : this.#ofTurn(hole);
            const isText = typeof known === 'string' || typeof known === 'number';
            return `${value.cooked ?? ''}${hole === undefined ? '' : isText ? known : this.#mark(hole)}`;
          })
          .join('');
      case 'ArrayExpression': {
        const items = node.elements.map((item) => (item === null ? undefined : this.#json(item)));
        return items.includes(undefined) ? undefined : items;
      }
      case 'ObjectExpression': {
        const fields = this.fieldsOf(node);
        const entries = [...(fields ?? [])].map(([name, { json }]) => [name, json] as const);
        return fields === null || entries.some(([, json]) => json === undefined)
          ? undefined
          : Object.fromEntries(entries);
      }
      case 'BinaryExpression': {
        const [left, right] = [this.#json(node.left), this.#json(node.right)];
        if (node.operator === '+' && typeof left === 'number' && typeof right === 'number')
          return left + right;
        return node.operator === '+' && typeof left === 'string' && typeof right === 'string'
          ? left + right
          : undefined;
      }
      case 'Identifier':
      case 'MemberExpression':
        return this.#ofTurn(node);
      default:
        return undefined;
    }
  }

  #ofTurn(node: Node): unknown {
    const value = this.#standsFor(node);
    return value === null || typeof value === 'number' ? (value ?? undefined) : this.#json(value);
  }

  /** Null for what no turn of a loop gives. */
  #standsFor(node: Node): Node | number | null {
    if (node.type === 'Identifier') {
      const declared = this.#turn.size === 0 ? undefined : this.#module.resolve(node)?.declarations[0];
      return declared === undefined ? null : (this.#turn.get(declared) ?? null);
    }
    if (node.type !== 'MemberExpression') return null;
    const object = this.#standsFor(node.object);
    const name = keyName(node.property, node.computed);
    if (object === null || typeof object === 'number' || name === null) return null;
    return isKind(object, 'ObjectExpression') ? (propertyNamed(object, name)?.value ?? null) : null;
  }

  #mark(node: Node): string {
    this.computed.push(this.#module.text.slice(...node.range));
    return `${MARK}${this.computed.length - 1}${MARK}`;
  }
}
