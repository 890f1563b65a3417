/** Resources in scripts. */
import { isPure, removeItem } from '../../../src/analysis/edits/index.js';
import type { Edit } from '../../../src/analysis/index.js';
import type { Site } from '../../../src/migrate/index.js';
import { keyName, Module, type Node, type NodeOf } from '../../../src/read/javascript/syntax/index.js';
import { literally } from '../../../src/value/index.js';
import { composed, partsOf } from '../../srv-data/name.js';
import { camelCase, snakeCase } from '../declared/fields.js';
import { indentAt, lineEndOf, quoteOf } from '../indent.js';
import { insertedFirst } from '../insertion.js';
import { isKind, isPlain, type ObjectNode, type PropertyNode, propertyNamed } from '../trees.js';
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

  get isExported(): boolean {
    return this.made.parent?.parent?.parent?.type === 'ExportNamedDeclaration';
  }

  get exportedName(): string | null {
    const { parent } = this.made;
    const isNamed = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier';
    return isNamed && this.isExported && parent.id.type === 'Identifier' ? parent.id.name : null;
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

  withClass(name: string): readonly Edit[] | null {
    const { module, type } = this;
    const { callee } = this.made;
    const [start, end] = callee.range;
    const namesOfType = module.text.match(new RegExp(`\\b${literally(type)}\\b`, 'g'))?.length ?? 0;
    if (callee.type === 'MemberExpression') {
      const made =
        module.text.match(new RegExp(`\\bnew\\s[\\w.]*\\b${literally(type)}\\(`, 'g'))?.length ?? 0;
      if (made < namesOfType) return null;
      const written = module.text.slice(start, end);
      const [head, below] = [written.slice(0, -type.length), `.${lowerFirst(type)}.`];
      const isBelow = head.endsWith(below);
      const text = isBelow ? `${head.slice(0, -below.length)}.${lowerFirst(name)}.${name}` : head + name;
      return [{ start, end, text }];
    }
    const { imported } = this.known;
    const [only] = imported?.specifiers.filter((one) => module.text.slice(...one.range) === type) ?? [];
    // The import and this one use.
    if (imported === null || only === undefined || namesOfType !== 2 || module.identifiers.has(name))
      return null;
    const [from, to] = imported.source.range;
    const source = module.text.slice(from, to);
    const path = source.replace(`/${kebabCase(type)}`, `/${kebabCase(name)}`);
    if (path !== source && imported.specifiers.length > 1) return null;
    return [
      { start: only.range[0], end: only.range[1], text: name },
      ...(path === source ? [] : [{ start: from, end: to, text: path }]),
      { start, end, text: name },
    ];
  }

  withBeside({ property }: ScriptAttribute, name: string, value: string): Edit {
    const { text } = this.module;
    const [start, end] = property.range;
    const indent = indentAt(text, start);
    const isFirst = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const quote = quoteOf(text);
    const gap = isFirst ? lineEndOf(text) + indent : ' ';
    return { start: end, end, text: `,${gap}${camelCase(name)}: ${quote}${value}${quote}` };
  }

  /** Another class keeps what the old one manages, if it names the old type. Null where the options are computed. */
  withAlias(type: string): Edit | null {
    const quote = quoteOf(this.module.text);
    const aliases = `aliases: [{ type: ${quote}${type}${quote} }]`;
    const { options, given } = this;
    if (given === undefined || this.made.arguments.length > 3) return null;
    if (options === undefined)
      return { start: given.range[1], end: given.range[1], text: `, { ${aliases} }` };
    if (
      !isKind(options, 'ObjectExpression') ||
      !isPlain(options) ||
      propertyNamed(options, 'aliases') !== null
    )
      return null;
    return insertedFirst(this.module.text, options, aliases);
  }

  withKey({ property }: ScriptAttribute, name: string): Edit {
    const [start, end] = property.key.range;
    return property.shorthand
      ? { start, end, text: `${camelCase(name)}: ${this.module.text.slice(start, end)}` }
      : { start, end, text: camelCase(name) };
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
          pieces: piecesOf(this.module, property.value),
          inner: this.#attributesOf(property.value),
          isConstant: isConstant(property.value),
          ...{ object: node, property },
        },
      ];
    });
  }
}

/** A text that Pulumi puts together is one, too: `pulumi.interpolate`. */
function piecesOf(module: Module, node: Node): readonly Piece[] | null {
  if (node.type !== 'TaggedTemplateExpression') return partsOf(module, node);
  const isText = /(?:^|\.)interpolate$/.test(module.text.slice(...node.tag.range));
  return isText ? partsOf(module, node.quasi) : null;
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

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** As the files of CDKTF are called. */
function kebabCase(name: string): string {
  return snakeCase(lowerFirst(name)).replaceAll('_', '-');
}
