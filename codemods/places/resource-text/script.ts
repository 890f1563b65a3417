/** Resources in scripts. */
import { isPure, removeItem } from '../../../src/analysis/edits/index.js';
import type { Edit } from '../../../src/analysis/index.js';
import type { Site } from '../../../src/migrate/model.js';
import type { Node, NodeOf } from '../../../src/read/javascript/syntax/estree.js';
import { Module } from '../../../src/read/javascript/syntax/module.js';
import { keyName } from '../../../src/read/javascript/syntax/nodes.js';
import { composed, partsOf } from '../../srv-data/name.js';
import { snakeCase } from '../declared/fields.js';
import { quoteOf } from '../indent.js';
import { isKind, isPlain, type ObjectNode, type PropertyNode } from '../trees.js';
import { type ClassName, classOf } from './class-of.js';
import type { Attribute, Piece, ResourceText } from './model.js';
import { isPlainText } from './plain-text.js';

interface ScriptAttribute extends Attribute {
  readonly object: ObjectNode;
  readonly property: PropertyNode;
  readonly inner: readonly ScriptAttribute[] | null;
}

export function scriptResource({ script, nodes }: Site): ScriptResourceText | null {
  if (!(script instanceof Module)) return null;
  for (const made of nodes.toReversed()) {
    if (!isKind(made, 'NewExpression')) continue;
    const known = classOf(script, made.callee);
    if (known !== null) return new ScriptResourceText(script, made, known);
  }
  return null;
}

export class ScriptResourceText implements ResourceText {
  readonly tool: string;
  readonly type: string;
  readonly address: string;
  readonly attributes: readonly ScriptAttribute[] | null;
  readonly known: ClassName;
  readonly name: Node | undefined;
  readonly options: Node | undefined;
  readonly given: Node | undefined;

  constructor(
    readonly module: Module,
    readonly made: NodeOf<'NewExpression'>,
    known: ClassName,
  ) {
    this.known = known;
    this.tool = known.tool;
    this.type = known.name;
    [this.name, this.given, this.options] = made.arguments.slice(known.tool === 'cdktf' ? 1 : 0);
    const label = this.name === undefined ? '' : ` ${module.text.slice(...this.name.range)}`;
    this.address = `${known.name}${label}`;
    this.attributes = this.given === undefined ? null : this.#attributesOf(this.given);
  }

  reads(name: string): boolean {
    const { parent } = this.made;
    const variable =
      parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : null;
    const binding = variable === null ? null : this.module.resolve(variable);
    return (binding === null ? [] : this.module.references(binding)).some(
      (use) =>
        use.parent?.type === 'MemberExpression' &&
        use.parent.object === use &&
        snakeCase(keyName(use.parent.property, use.parent.computed) ?? name) === name,
    );
  }

  without(gone: readonly ScriptAttribute[], going = gone): readonly Edit[] | null {
    const [first] = gone;
    if (first === undefined) return null;
    const { properties } = first.object;
    const nodes = gone.map(({ property }) => property);
    const others = going.map(({ property }) => property);
    if (others.length === properties.length) return null;
    // A comment above says something of what goes, and would be read of what comes next.
    if (nodes.some(({ range: [start] }) => commentAbove(this.module.text, start))) return null;
    const edits = nodes.map((node) => removeItem(this.module, first.object, properties, node, others));
    return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
  }

  withText({ property, name }: ScriptAttribute, pieces: readonly Piece[]): Edit | null {
    const text = this.#text(pieces);
    if (text === null) return null;
    const [start, end] = property.shorthand ? property.range : property.value.range;
    return { start, end, text: property.shorthand ? `${name}: ${text}` : text };
  }

  /** What Pulumi computes while it deploys is no text yet, and may only be put into one by Pulumi itself. */
  #text(pieces: readonly Piece[]): string | null {
    const text = composed([pieces], quoteOf(this.module.text));
    const isReady =
      this.tool !== 'pulumi' ||
      pieces.every((piece) => 'text' in piece || isPlainText(this.module, piece.code, this.made));
    if (isReady) return text;
    const interpolate = this.#interpolate();
    return interpolate === null ? null : interpolate + text;
  }

  /** `pulumi.interpolate`, as the file imports it. */
  #interpolate(): string | null {
    for (const declaration of this.module.imports) {
      if (!isKind(declaration, 'ImportDeclaration') || !isKind(declaration.source, 'Literal')) continue;
      if (declaration.source.value !== '@pulumi/pulumi') continue;
      for (const one of declaration.specifiers) {
        if (one.local.type !== 'Identifier') continue;
        if (one.type !== 'ImportSpecifier') return `${one.local.name}.interpolate`;
        if (keyName(one.imported ?? one.local, false) === 'interpolate') return one.local.name;
      }
    }
    return null;
  }

  #attributesOf(node: Node): readonly ScriptAttribute[] | null {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return this.#attributesOf(node.expression);
    if (!isKind(node, 'ObjectExpression') || !isPlain(node)) return null;
    return node.properties.flatMap((property): ScriptAttribute[] => {
      if (property.type !== 'Property') return [];
      const name = keyName(property.key, property.computed);
      if (name === null) return [];
      return [
        {
          name: snakeCase(name),
          start: property.range[0],
          pieces: partsOf(this.module, property.value),
          inner: this.#attributesOf(property.value),
          isConstant: isConstant(property.value),
          ...{ object: node, property },
        },
      ];
    });
  }
}

/** Objects and lists of what changes nothing when it is left out. */
export function isConstant(node: Node): boolean {
  if (isKind(node, 'ObjectExpression'))
    return node.properties.every((one) => isKind(one, 'Property') && !one.computed && isConstant(one.value));
  if (isKind(node, 'ArrayExpression')) return node.elements.every((one) => one !== null && isConstant(one));
  return isPure(node);
}

function commentAbove(text: string, start: number): boolean {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const above = text.slice(text.lastIndexOf('\n', line - 2) + 1, line).trim();
  return text.slice(line, start).trim() === '' && /^(?:\/\/|\/\*)|\*\/$/.test(above);
}
