/** What a name means where it stands in Go, and the types of expressions, as far as they are written in the module. */
import {
  argumentsOf,
  calledAs,
  closest,
  fieldOf,
  type GoDefinitions,
  importsOf,
  leftsOf,
  parametersIn,
  type Spot,
  type SyntaxNode,
  textOf,
} from '../../src/grammar/index.js';

export interface Declared {
  /** The statement, clause, specification or list of parameters that declares the name. */
  readonly by: SyntaxNode;
  /** Its place among the names that are declared together. */
  readonly index: number;
  readonly parameter: SyntaxNode | null;
}

const FUNCTIONS = /^(?:function_declaration|method_declaration|func_literal)$/;

/** The function that a node stands in. */
export function functionAround(node: SyntaxNode): SyntaxNode | null {
  return closest(node, new Set(['function_declaration', 'method_declaration']));
}

/** The declaration that a name refers to in the functions around it; null where it belongs to the package. */
export function declaredAt({ tree, node }: Spot): Declared | null {
  const name = textOf(tree, node);
  for (let child = node, { parent } = node; parent !== null; child = parent, { parent } = parent) {
    if (parent.type === 'statement_list') {
      const above = parent.children.filter(({ isNamed, end }) => isNamed && end <= child.start);
      for (const statement of above.toReversed()) {
        const found = declaredBy({ tree, node: statement }, name);
        if (found !== null) return found;
      }
    } else if (FUNCTIONS.test(parent.type)) {
      for (const field of ['parameters', 'result', 'receiver']) {
        const list = fieldOf(parent, field);
        const found = list?.type !== 'parameter_list' ? [] : parametersIn(list);
        const own = found.find((one) => textOf(tree, one.name) === name);
        if (own !== undefined && list != null)
          return { by: list, index: own.index, parameter: own.name.parent };
      }
    } else if (parent.type !== 'source_file') {
      const heads = parent.children.filter(
        (one) => one !== child && one.end <= child.start && /_clause$|_declaration$/.test(one.type),
      );
      for (const head of heads) {
        const inner = head.type === 'for_clause' ? (fieldOf(head, 'initializer') ?? head) : head;
        const found = declaredBy({ tree, node: inner }, name);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

function declaredBy({ tree, node }: Pick<Spot, 'tree' | 'node'>, name: string): Declared | null {
  const named = (by: SyntaxNode): Declared | null => {
    const index = leftsOf(by).findIndex((left) => textOf(tree, left) === name);
    return index < 0 ? null : { by, index, parameter: null };
  };
  if (node.type === 'short_var_declaration') return named(node);
  if (node.type === 'range_clause')
    return node.children.some(({ type }) => type === ':=') ? named(node) : null;
  if (node.type === 'var_declaration' || node.type === 'const_declaration') {
    const specs = node.children.flatMap((one) => (one.type === 'var_spec_list' ? one.children : [one]));
    for (const spec of specs) {
      const found = /^(?:var|const)_spec$/.test(spec.type) ? named(spec) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

/** A type as it is written somewhere in the module, without pointers; or the name of one of another module. */
export type GoType = { readonly node: SyntaxNode; readonly spot: Spot } | { readonly foreign: string };

const DEEPEST = 12;

/** The type of one of the results of a method of another module; null where that is not known. */
export type ForeignResult = (type: string, method: string, index: number) => string | null;

export class GoTypes {
  readonly definitions: GoDefinitions;
  readonly #foreignResult: ForeignResult;

  constructor(definitions: GoDefinitions, foreignResult: ForeignResult = () => null) {
    this.definitions = definitions;
    this.#foreignResult = foreignResult;
  }

  /** Null where the type cannot be told. */
  of(spot: Spot, depth = 0): GoType | null {
    if (depth > DEEPEST) return null;
    const { node, tree } = spot;
    const inner = (field: string) => {
      const found = fieldOf(node, field);
      return found === null ? null : this.of({ ...spot, node: found }, depth + 1);
    };
    switch (node.type) {
      case 'parenthesized_expression': {
        const only = node.children.find(({ isNamed }) => isNamed);
        return only === undefined ? null : this.of({ ...spot, node: only }, depth + 1);
      }
      case 'unary_expression':
        return inner('operand');
      case 'interpreted_string_literal':
      case 'raw_string_literal':
        return { foreign: 'string' };
      case 'int_literal':
        return { foreign: 'int' };
      case 'true':
      case 'false':
        return { foreign: 'bool' };
      case 'composite_literal':
      case 'type_assertion_expression':
      case 'type_conversion_expression':
        return this.written(spot, fieldOf(node, 'type'));
      case 'index_expression':
        return this.element(this.underlying(inner('operand')));
      case 'slice_expression':
        return inner('operand');
      case 'call_expression':
        return this.#result(spot, 0, depth + 1);
      case 'identifier':
        return this.#ofName(spot, depth + 1);
      case 'selector_expression': {
        const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
        if (operand === null || field === null) return null;
        const holder = this.of({ ...spot, node: operand }, depth + 1);
        if (holder === null) {
          const isImport =
            operand.type === 'identifier' &&
            declaredAt({ ...spot, node: operand }) === null &&
            importsOf(tree).some(({ name }) => name === textOf(tree, operand));
          return isImport ? { foreign: textOf(tree, node) } : null;
        }
        return this.field(holder, textOf(tree, field), depth + 1);
      }
      default:
        return null;
    }
  }

  /** The type of a field of a struct; a field of another module has a type that nobody here knows. */
  field(holder: GoType, name: string, depth = 0): GoType | null {
    if ('foreign' in holder) return { foreign: `${holder.foreign}.${name}` };
    const struct = this.underlying(holder);
    if (struct === null || 'foreign' in struct || struct.node.type !== 'struct_type') return null;
    const fields = fieldsOf(struct.node);
    const own = fields.find((one) => namesOf(struct.spot, one).includes(name));
    if (own !== undefined) return this.written(struct.spot, fieldOf(own, 'type'));
    for (const one of fields) {
      if (fieldOf(one, 'name') !== null || depth > DEEPEST) continue;
      const embedded = this.written(struct.spot, fieldOf(one, 'type'));
      const found = embedded === null ? null : this.field(embedded, name, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** The struct, slice or map that a name stands for. */
  underlying(type: GoType | null, depth = 0): GoType | null {
    if (type === null || 'foreign' in type || type.node.type !== 'type_identifier' || depth > DEEPEST)
      return type;
    const { spot, node } = type;
    const declared = this.definitions.packages.of(spot.path)?.types.get(textOf(spot.tree, node));
    const [only, ...others] = declared ?? [];
    if (only === undefined || others.length > 0)
      return isLocalType(spot, node) ? null : { foreign: textOf(spot.tree, node) };
    return this.underlying(this.written(only, fieldOf(only.node, 'type')), depth + 1);
  }

  /** What a slice, an array or a map holds. */
  element(type: GoType | null): GoType | null {
    if (type === null) return null;
    if ('foreign' in type)
      return { foreign: type.foreign.startsWith('[]') ? type.foreign.slice(2) : `${type.foreign}[]` };
    const { node, spot } = type;
    return this.written(
      spot,
      fieldOf(node, 'element') ?? (node.type === 'map_type' ? fieldOf(node, 'value') : null),
    );
  }

  written(spot: Spot, type: SyntaxNode | null): GoType | null {
    if (type === null) return null;
    if (type.type === 'pointer_type' || type.type === 'parenthesized_type') {
      const inner = type.children.find(({ isNamed }) => isNamed);
      return this.written(spot, inner ?? null);
    }
    if (type.type === 'qualified_type') return this.#qualified(spot, type);
    return { node: type, spot: { ...spot, node: type } };
  }

  /** A type of another package of the module stands where it is declared. */
  #qualified(spot: Spot, type: SyntaxNode): GoType | null {
    const [alias = '', name = ''] = textOf(spot.tree, type).split('.');
    const of = this.definitions.packages.imported(spot, alias);
    if (of === null) return { foreign: textOf(spot.tree, type) };
    const [only, ...others] = of.types.get(name) ?? [];
    const named = only === undefined || others.length > 0 ? null : fieldOf(only.node, 'name');
    return only === undefined || named === null ? null : { node: named, spot: { ...only, node: named } };
  }

  #ofName(spot: Spot, depth: number): GoType | null {
    const name = textOf(spot.tree, spot.node);
    const declared = declaredAt(spot);
    if (declared !== null) return this.#declared(spot, declared, depth);
    const [only, ...others] = this.definitions.packages.of(spot.path)?.values.get(name) ?? [];
    if (only === undefined || others.length > 0) return null;
    const names = only.node.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
    const index = names.findIndex((one) => textOf(only.tree, one) === name);
    return this.#declared(only, { by: only.node, index, parameter: null }, depth);
  }

  #declared(spot: Spot, { by, index, parameter }: Declared, depth: number): GoType | null {
    if (parameter !== null) {
      const type = this.written(spot, fieldOf(parameter, 'type'));
      return parameter.type === 'variadic_parameter_declaration' ? null : type;
    }
    const type = fieldOf(by, 'type');
    if (type !== null) return this.written(spot, type);
    const values = fieldOf(by, 'right') ?? fieldOf(by, 'value');
    if (by.type === 'range_clause') {
      const over = values === null ? null : this.underlying(this.of({ ...spot, node: values }, depth));
      if (over === null) return null;
      if (index === 1) return this.element(over);
      return 'foreign' in over || over.node.type !== 'map_type'
        ? { foreign: 'int' }
        : this.written(over.spot, fieldOf(over.node, 'key'));
    }
    const all = (values?.children ?? []).filter(({ isNamed }) => isNamed);
    const [first] = all;
    if (all.length === leftsOf(by).length) {
      const value = all[index];
      return value === undefined ? null : this.of({ ...spot, node: value }, depth);
    }
    return first?.type === 'call_expression' ? this.#result({ ...spot, node: first }, index, depth) : null;
  }

  /** `api.FirewallRules(…)` */
  #methodResult(call: Spot, index: number, depth: number): GoType | null {
    const called = fieldOf(call.node, 'function');
    const [operand, field] = [called, called].map((one, at) =>
      one?.type === 'selector_expression' ? fieldOf(one, at === 0 ? 'operand' : 'field') : null,
    );
    const type = operand == null ? null : this.of({ ...call, node: operand }, depth);
    const own =
      type === null || !('foreign' in type) ? textOf(call.tree, operand ?? call.node) : type.foreign;
    const found = field == null ? null : this.#foreignResult(own, textOf(call.tree, field), index);
    return found === null ? null : { foreign: found };
  }

  #result(call: Spot, index: number, depth: number): GoType | null {
    const name = calledAs(call);
    const [first] = argumentsOf(call.node);
    const isBuiltIn = declaredAt({ ...call, node: fieldOf(call.node, 'function') ?? call.node }) === null;
    if (isBuiltIn && (name === 'make' || name === 'new')) return this.written(call, first ?? null);
    if (isBuiltIn && name === 'append' && first !== undefined)
      return this.of({ ...call, node: first }, depth);
    if (isBuiltIn && /^(?:len|cap|copy)$/.test(name)) return { foreign: 'int' };
    const called = this.definitions.functionCalled(call);
    if (called === null) {
      const method = this.#methodResult(call, index, depth);
      if (method !== null) return method;
      const [alias = ''] = name.split('.');
      const isImport = importsOf(call.tree).some((one) => one.name === alias) && name.split('.').length === 2;
      return isImport && this.definitions.packages.imported(call, alias) === null
        ? { foreign: `${name}()` }
        : null;
    }
    const result = fieldOf(called.node, 'result');
    if (result === null) return null;
    if (result.type !== 'parameter_list') return index === 0 ? this.written(called, result) : null;
    const types = result.children.flatMap((one) => {
      if (one.type !== 'parameter_declaration') return [];
      const count = one.children.filter(({ field, isNamed }) => field === 'name' && isNamed).length;
      return Array.from({ length: Math.max(1, count) }, () => fieldOf(one, 'type'));
    });
    return this.written(called, types[index] ?? null);
  }
}

export function fieldsOf(struct: SyntaxNode): readonly SyntaxNode[] {
  const list = struct.children.find(({ type }) => type === 'field_declaration_list');
  return (list?.children ?? []).filter(({ type }) => type === 'field_declaration');
}

export function namesOf({ tree }: Pick<Spot, 'tree'>, field: SyntaxNode): readonly string[] {
  return field.children.filter((one) => one.field === 'name' && one.isNamed).map((one) => textOf(tree, one));
}

/** Declared in a function. */
function isLocalType({ tree }: Spot, type: SyntaxNode): boolean {
  const name = textOf(tree, type);
  return !/^(?:string|bool|error|any|byte|rune|u?int(?:8|16|32|64)?|float(?:32|64))$/.test(name);
}
