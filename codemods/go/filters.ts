/** A filter that is created for a rule in Go: the two calls become one. */
import {
  closest,
  fieldOf,
  isInside,
  isTarget,
  leftsOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { type Body, onlyElement } from './body.js';
import { functionAround, type RequestCall } from './call.js';
import type { Chain } from './chain.js';
import { guardAround, withoutLines } from './emit.js';
import { entriesOf, literalOf } from './literals.js';
import { declaredAt, type GoTypes } from './scope.js';

interface Made {
  readonly call: RequestCall;
  readonly chain: Chain;
  readonly body: Body | null;
}

export class Filters {
  readonly #types: GoTypes;
  readonly #made: readonly Made[];
  /** Nodes that read the id of a filter and go. */
  readonly #read = new Map<RequestCall, Set<SyntaxNode>>();

  constructor(types: GoTypes, made: readonly Made[]) {
    this.#types = types;
    this.#made = made;
  }

  /** Source of the expression of the filter that an id belongs to; null where it is made elsewhere. */
  expressionFor(id: Spot): string | null {
    const { tree } = id;
    const declared = id.node.type === 'identifier' ? declaredAt(id)?.by : undefined;
    const value =
      declared?.type === 'short_var_declaration' && leftsOf(declared).length === 1
        ? (fieldOf(declared, 'right')?.children.find(({ isNamed }) => isNamed) ?? id.node)
        : id.node;
    for (const made of this.#made) {
      const { call, chain } = made;
      if (call.tree !== tree || functionAround(call.node) !== functionAround(id.node)) continue;
      const { decoded } = chain;
      if (decoded === null) continue;
      const names = [
        `${decoded.name}${decoded.isResult ? '' : '.Result'}[0].ID`,
        `${decoded.name}${decoded.isResult ? '' : '.Result'}[0]["id"].(string)`,
      ];
      if (!names.includes(textOf(tree, value))) continue;
      const expression = this.#expressionOf(made);
      if (expression === null || isChanged(made, expression, id.node)) return null;
      const reads = this.#read.get(call) ?? new Set<SyntaxNode>();
      reads.add(id.node).add(value);
      this.#read.set(call, reads);
      return textOf(tree, expression);
    }
    return null;
  }

  /** The edits that take out what made a filter; null where its answer is used for more than its rule. */
  removalOf(call: RequestCall): readonly FileEdit[] | null {
    const made = this.#made.find((one) => one.call === call);
    const reads = this.#read.get(call);
    const decoded = made?.chain.decoded;
    if (made === undefined || reads === undefined || decoded == null) return null;
    const { tree, path } = call;
    const { list, statements } = made.chain;
    const gone = [...statements, ...(made.body?.gone ?? [])];
    const { variable = null } = made.body ?? {};
    if (variable !== null) gone.push(variable.statement);
    if (decoded.statement !== null) gone.push(decoded.statement);
    for (const use of decoded.uses) {
      if ([...reads].some((read) => isInside(use, read))) continue;
      const guard = guardAround(tree, use, list) ?? guardAround(tree, use.parent ?? use, list);
      if (guard === null) return null;
      gone.push(guard);
    }
    for (const read of reads) {
      const declared = closest(read, new Set(['short_var_declaration']));
      if (
        declared !== null &&
        declared.parent?.type === 'statement_list' &&
        leftsOf(declared).length === 1 &&
        fieldOf(declared, 'right')?.children.includes(read)
      )
        gone.push(declared);
    }
    if (gone.some((one) => one.parent !== list)) return null;
    return groupsOf(list, gone).map(([first, last]) => withoutLines(path, tree, first, last));
  }

  /** The expression of the one filter that is created. */
  #expressionOf({ call, body }: Made): SyntaxNode | null {
    const element = body === null ? null : onlyElement({ ...call, node: body.node });
    const literal = element === null ? null : literalOf(this.#types, { ...call, node: element });
    if (literal === null) return null;
    const type = this.#types.underlying(literal.type);
    const isMap = type !== null && !('foreign' in type) && type.node.type === 'map_type';
    const entries = entriesOf(call.tree, literal.body, isMap ? null : type);
    const isPlain = entries?.every(({ name }) => /^(?:expression|description|ref)$/.test(name)) === true;
    const expression = isPlain ? entries?.find(({ name }) => name === 'expression')?.value : undefined;
    const isPure =
      expression !== undefined &&
      walk(expression).every(
        (node) =>
          node.type !== 'call_expression' ||
          /^(?:fmt\.Sprintf|strings\.\w+|strconv\.\w+)\(/.test(textOf(call.tree, node)),
      );
    return isPure ? (expression ?? null) : null;
  }
}

/** Statements that stand one behind the other. */
function groupsOf(
  list: SyntaxNode,
  gone: readonly SyntaxNode[],
): readonly (readonly [SyntaxNode, SyntaxNode])[] {
  const groups: [SyntaxNode, SyntaxNode][] = [];
  let isNext = false;
  for (const statement of list.children.filter(({ isNamed }) => isNamed)) {
    const isOne = gone.includes(statement);
    const last = groups.at(-1);
    if (isOne && isNext && last !== undefined) last[1] = statement;
    else if (isOne) groups.push([statement, statement]);
    isNext = isOne;
  }
  return groups;
}

/** A name of the expression is given something else before the rule is made. */
function isChanged({ call }: Made, expression: SyntaxNode, id: SyntaxNode): boolean {
  const { tree } = call;
  const names = new Set(
    walk(expression)
      .filter(({ type }) => type === 'identifier')
      .map((node) => textOf(tree, node)),
  );
  return walk(functionAround(call.node) ?? tree.root).some(
    (node) =>
      node.type === 'identifier' &&
      node.start > call.node.end &&
      node.end < id.start &&
      isTarget(node) &&
      names.has(textOf(tree, node)) &&
      node.parent?.parent?.type === 'assignment_statement',
  );
}
