/** What names mean in Go: the values, types and functions of a package, and of those of the module that it imports. */
import type { Spot } from '../definitions.js';
import { closest, type SyntaxNode, textOf, walk } from '../nodes.js';
import { declarationIn, givingIn, leftsOf } from './declarations.js';
import { fieldOf, type GoPackage, type GoPackages } from './packages.js';

/** A type of the module. */
interface GoType {
  readonly of: GoPackage;
  readonly name: string;
}

const DEEPEST = 6;

export class GoDefinitions {
  readonly packages: GoPackages;

  constructor(packages: GoPackages) {
    this.packages = packages;
  }

  /** All that a name or a field is ever given; null where that cannot be told. */
  valuesOf(spot: Spot): readonly Spot[] | null {
    const { tree, node } = spot;
    if (node.type === 'identifier') {
      const local = this.#localValues(spot);
      return local ?? this.#packageValues(this.packages.of(spot.path), textOf(tree, node));
    }
    if (node.type !== 'selector_expression') return null;
    const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
    if (operand === null || field === null) return null;
    const name = textOf(tree, field);
    const imported = this.#importNamed({ ...spot, node: operand });
    if (imported !== null) return this.#packageValues(imported, name);
    const type = this.typeOf({ ...spot, node: operand });
    return type === null ? null : this.#fieldValues(type, name);
  }

  /** The function, method or closure that a call calls. */
  functionCalled(call: Spot, depth = 0): Spot | null {
    const called = fieldOf(call.node, 'function');
    if (called === null || depth > DEEPEST) return null;
    const name = textOf(call.tree, called);
    if (called.type === 'identifier') {
      const local = this.#localValues({ ...call, node: called });
      if (local !== null)
        return local.length === 1 && local[0]?.node.type === 'func_literal' ? local[0] : null;
      return onlyOne(this.packages.of(call.path)?.functions.get(name));
    }
    if (called.type !== 'selector_expression') return null;
    const [operand, field] = [fieldOf(called, 'operand'), fieldOf(called, 'field')];
    if (operand === null || field === null) return null;
    const imported = this.#importNamed({ ...call, node: operand });
    if (imported !== null) return onlyOne(imported.functions.get(textOf(call.tree, field)));
    const type = this.typeOf({ ...call, node: operand }, depth + 1);
    return type === null ? null : this.#methodOf(type, textOf(call.tree, field), depth + 1);
  }

  /** The type of the module that an expression has, or points to. */
  typeOf(spot: Spot, depth = 0): GoType | null {
    if (depth > DEEPEST) return null;
    const { tree, node } = spot;
    switch (node.type) {
      case 'parenthesized_expression':
      case 'unary_expression': {
        const inner = node.children.findLast(({ isNamed }) => isNamed);
        return inner === undefined ? null : this.typeOf({ ...spot, node: inner }, depth + 1);
      }
      case 'composite_literal':
        return this.#typeWritten(spot, fieldOf(node, 'type'));
      case 'call_expression': {
        const called = this.functionCalled(spot, depth + 1);
        return called === null ? null : this.#typeWritten(called, resultOf(called.node));
      }
      case 'identifier': {
        const declared = declarationIn(spot);
        if (declared !== null)
          return declared.type === null
            ? this.#typeOfAll(this.#localValues(spot), depth)
            : this.#typeWritten(spot, declared.type);
        const name = textOf(tree, node);
        const global = onlyOne(this.packages.of(spot.path)?.values.get(name));
        const type = global === null ? null : fieldOf(global.node, 'type');
        return global === null || type === null
          ? this.#typeOfAll(this.#packageValues(this.packages.of(spot.path), name), depth)
          : this.#typeWritten(global, type);
      }
      case 'selector_expression': {
        const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
        const owner = operand === null ? null : this.typeOf({ ...spot, node: operand }, depth + 1);
        const found =
          owner === null || field === null ? null : this.#fieldOf(owner, textOf(tree, field), depth + 1);
        return found === null ? null : this.#typeWritten(found, fieldOf(found.node, 'type'));
      }
      default:
        return null;
    }
  }

  #typeOfAll(values: readonly Spot[] | null, depth: number): GoType | null {
    const [first, ...others] = (values ?? []).map((value) => this.typeOf(value, depth + 1));
    return first != null && others.every((one) => one?.of === first.of && one.name === first.name)
      ? first
      : null;
  }

  /** `*Client`, `cloudflare.Client`; a type of another module is none. */
  #typeWritten(spot: Spot, type: SyntaxNode | null): GoType | null {
    if (type === null) return null;
    const written = /^[*\s]*(?:(\w+)\.)?(\w+)$/.exec(textOf(spot.tree, type));
    const [, alias, name = ''] = written ?? [];
    const of = alias === undefined ? this.packages.of(spot.path) : this.packages.imported(spot, alias);
    return of?.types.has(name) === true ? { of, name } : null;
  }

  #importNamed(spot: Spot): GoPackage | null {
    if (spot.node.type !== 'identifier' || declarationIn(spot) !== null) return null;
    return this.packages.imported(spot, textOf(spot.tree, spot.node));
  }

  /** A field of a struct, or of one that is embedded in it. */
  #fieldOf({ of, name }: GoType, field: string, depth: number): Spot | null {
    const type = onlyOne(of.types.get(name));
    if (type === null || depth > DEEPEST) return null;
    const all = fieldsOf(type);
    const own = all.find((one) => givesName(one, field));
    if (own !== undefined) return own;
    for (const embedded of this.#embeddedIn(all)) {
      if (embedded.name === field) return null;
      const found = this.#fieldOf(embedded, field, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  #methodOf(type: GoType, method: string, depth: number): Spot | null {
    const own = type.of.methods.get(`${type.name}.${method}`);
    if (own !== undefined || depth > DEEPEST) return onlyOne(own);
    const declared = onlyOne(type.of.types.get(type.name));
    for (const embedded of this.#embeddedIn(declared === null ? [] : fieldsOf(declared))) {
      const found = this.#methodOf(embedded, method, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  #embeddedIn(fields: readonly Spot[]): readonly GoType[] {
    return fields.flatMap((one) =>
      fieldOf(one.node, 'name') === null ? (this.#typeWritten(one, fieldOf(one.node, 'type')) ?? []) : [],
    );
  }

  /** What a name of a function is given in it; null where it is no name of a function. */
  #localValues(spot: Spot): readonly Spot[] | null {
    const declared = declarationIn(spot);
    if (declared === null) return null;
    const name = textOf(spot.tree, spot.node);
    return givingIn(declared.scope).flatMap((node) => valuesGiven({ ...spot, node }, name));
  }

  #packageValues(of: GoPackage | null, name: string): readonly Spot[] | null {
    const spec = onlyOne(of?.values.get(name));
    if (of === null || spec === null) return null;
    const given = of.files.flatMap((file) =>
      !file.tree.text.includes(name)
        ? []
        : givingIn(file.tree.root).flatMap((node) => {
            if (node.type !== 'assignment_statement') return [];
            const isLocal = leftsOf(node).some(
              (left) => textOf(file.tree, left) === name && declarationIn({ ...file, node: left }) !== null,
            );
            return isLocal ? [] : valuesGiven({ ...file, node }, name);
          }),
    );
    return [...valuesGiven(spec, name), ...given];
  }

  /** What the package gives a field of one of its structs, in literals and by assignments. */
  #fieldValues(type: GoType, field: string): readonly Spot[] | null {
    if (this.#fieldOf(type, field, 0) === null) return null;
    const owner = [...type.of.types.keys()].find((name) => this.#declares({ ...type, name }, field));
    return type.of.files.flatMap((file) =>
      !file.tree.text.includes(field)
        ? []
        : walk(file.tree.root).flatMap((node) => {
            if (node.type === 'keyed_element') {
              const literal = closest(node, new Set(['composite_literal']));
              const key = node.children[0];
              const value = node.children.findLast(({ isNamed }) => isNamed)?.children[0];
              const holder = literal === null ? null : this.typeOf({ ...file, node: literal });
              const isOther = holder !== null && !this.#declares(holder, field) && holder.name !== owner;
              return key !== undefined && value !== undefined && !isOther && textOf(file.tree, key) === field
                ? [{ ...file, node: value }]
                : [];
            }
            return node.type === 'assignment_statement'
              ? this.#givenToField({ ...file, node }, type, field)
              : [];
          }),
    );
  }

  #declares({ of, name }: GoType, field: string): boolean {
    const declared = onlyOne(of.types.get(name));
    return declared !== null && fieldsOf(declared).some((one) => givesName(one, field));
  }

  #givenToField(spot: Spot, type: GoType, field: string): readonly Spot[] {
    return leftsOf(spot.node).flatMap((left, index) => {
      const named = left.type === 'selector_expression' ? fieldOf(left, 'field') : null;
      const operand = fieldOf(left, 'operand');
      if (named === null || operand === null || textOf(spot.tree, named) !== field) return [];
      const owner = this.typeOf({ ...spot, node: operand });
      if (owner !== null && (owner.of !== type.of || this.#fieldOf(owner, field, 0) === null)) return [];
      return rightAt(spot, index);
    });
  }
}

/** The result of a function, or the first of several. */
function resultOf(called: SyntaxNode): SyntaxNode | null {
  const result = fieldOf(called, 'result');
  if (result?.type !== 'parameter_list') return result;
  const first = result.children.find(({ isNamed }) => isNamed);
  return first === undefined ? null : fieldOf(first, 'type');
}

function fieldsOf(type: Spot): readonly Spot[] {
  const struct = fieldOf(type.node, 'type');
  const list = struct?.children.find((one) => one.type === 'field_declaration_list');
  return (list?.children ?? [])
    .filter((one) => one.type === 'field_declaration')
    .map((node) => ({ ...type, node }));
}

function givesName({ tree, node }: Spot, name: string): boolean {
  return node.children.some((one) => one.field === 'name' && textOf(tree, one) === name);
}

/** What a declaration or an assignment gives a name. */
function valuesGiven(spot: Spot, name: string): readonly Spot[] {
  if (!/^(?:short_var_declaration|assignment_statement|var_spec|const_spec)$/.test(spot.node.type)) return [];
  const index = leftsOf(spot.node).findIndex((left) => textOf(spot.tree, left) === name);
  return index < 0 ? [] : rightAt(spot, index);
}

/** The value at a place; of several results of a call the call stands for the first, the statement for the others. */
function rightAt(spot: Spot, index: number): readonly Spot[] {
  const list = fieldOf(spot.node, 'right') ?? fieldOf(spot.node, 'value');
  const values = (list?.children ?? []).filter(({ isNamed }) => isNamed);
  const isPaired = values.length === leftsOf(spot.node).length;
  const value = isPaired ? values[index] : index === 0 ? values[0] : spot.node;
  return value === undefined ? [] : [{ ...spot, node: value }];
}

function onlyOne(spots: readonly Spot[] | undefined): Spot | null {
  return spots?.length === 1 ? (spots[0] ?? null) : null;
}

/** A name where it is given something, or the name of a field. */
export function isTarget(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent?.type === 'const_spec' || parent?.type === 'var_spec') return node.field === 'name';
  if (parent?.type === 'expression_list') return parent.field === 'left';
  return parent?.type === 'literal_element' && parent.field === 'key';
}
