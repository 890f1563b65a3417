/** A filter that is created for a rule in Go: the two calls become one. */
import {
  argumentsOf,
  closest,
  fieldOf,
  isInside,
  isTarget,
  leftsOf,
  parametersIn,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { type Body, onlyElement } from './body.js';
import type { RequestCall } from './call.js';
import type { Chain } from './chain.js';
import { guardAround, withoutLines } from './emit.js';
import { entriesOf, literalOf } from './literals.js';
import { declaredAt, functionAround, type GoTypes } from './scope.js';
import { withoutDeclaration } from './structs.js';

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
  /** Calls of functions that only make a filter. */
  readonly #called = new Map<RequestCall, Spot[]>();

  constructor(types: GoTypes, made: readonly Made[]) {
    this.#types = types;
    this.#made = made;
  }

  /** Source of the expression of the filter that an id belongs to, or that is handed over; null where it is made elsewhere. */
  expressionFor(id: Spot): string | null {
    const { tree } = id;
    const declared = id.node.type === 'identifier' ? declaredAt(id)?.by : undefined;
    const value =
      declared?.type === 'short_var_declaration' && leftsOf(declared).length === 1
        ? (fieldOf(declared, 'right')?.children.find(({ isNamed }) => isNamed) ?? id.node)
        : id.node;
    if (declared?.type === 'short_var_declaration') {
      const found = this.#byFunction({ ...id, node: declared }, id.node);
      if (found !== null) return found;
    }
    for (const made of this.#made) {
      const { call, chain } = made;
      if (call.tree !== tree || functionAround(call.node) !== functionAround(id.node)) continue;
      const { decoded } = chain;
      if (decoded === null) continue;
      const filter = `${decoded.name}${decoded.isResult ? '' : '.Result'}[0]`;
      const names = [filter, `${filter}.ID`, `${filter}["id"].(string)`];
      if (!names.includes(textOf(tree, value).replace(/^&/, ''))) continue;
      const expression = this.#expressionOf(made);
      if (expression === null || isChanged(made.call, expression, made.call.node, id.node)) return null;
      const reads = this.#read.get(call) ?? new Set<SyntaxNode>();
      reads.add(id.node).add(value);
      this.#read.set(call, reads);
      return textOf(tree, expression);
    }
    return null;
  }

  /** `filterID, err := c.createFilter(expression)`: the argument that the function makes the filter of. */
  #byFunction(statement: Spot, use: SyntaxNode): string | null {
    const call = fieldOf(statement.node, 'right')?.children.find(({ isNamed }) => isNamed);
    const spot = call?.type === 'call_expression' ? { ...statement, node: call } : null;
    const called = spot === null ? null : this.#types.definitions.functionCalled(spot);
    const made = this.#made.find((one) => functionAround(one.call.node) === called?.node);
    const decoded = made?.chain.decoded;
    if (
      spot === null ||
      called === null ||
      made === undefined ||
      decoded == null ||
      leftsOf(statement.node).length !== 2
    )
      return null;
    const returned = walk(called.node)
      .filter(({ type }) => type === 'return_statement')
      .map((one) => textOf(called.tree, one));
    const id = `return ${decoded.name}${decoded.isResult ? '' : '.Result'}[0].ID, nil`;
    // All else that it does is to tell of errors.
    const isOnly =
      returned.includes(id) && returned.every((text) => text === id || /^return "", /.test(text));
    const expression = this.#expressionOf(made);
    const list = fieldOf(called.node, 'parameters');
    const parameter = (list === null ? [] : parametersIn(list)).find(
      ({ name }) => expression !== null && textOf(called.tree, name) === textOf(called.tree, expression),
    );
    const argument = parameter === undefined ? undefined : argumentsOf(spot.node)[parameter.index];
    // Arguments that are dropped must do nothing, and the expression is the same later on.
    const others = argumentsOf(spot.node).filter((one) => one !== argument);
    const isDone = others.some((one) => walk(one).some(({ type }) => type === 'call_expression'));
    if (!isOnly || argument === undefined || isDone || isChanged(statement, argument, statement.node, use))
      return null;
    const calls = this.#called.get(made.call) ?? [];
    if (!calls.some(({ node }) => node === statement.node)) calls.push(statement);
    this.#called.set(made.call, calls);
    return textOf(statement.tree, argument);
  }

  /** The edits that take out a function that only makes filters, with its calls; null where it has others. */
  #withoutFunction({ tree, path, node }: RequestCall, calls: readonly Spot[]): readonly FileEdit[] | null {
    const whole = functionAround(node);
    const name = whole === null ? null : fieldOf(whole, 'name');
    if (whole === null || name === null) return null;
    const files = this.#types.definitions.packages.of(path)?.files ?? [];
    const isProgram = files.some((file) => /^package main\b/m.test(file.tree.text));
    const written = textOf(tree, name);
    if (/^[A-Z]/.test(written) && !isProgram) return null;
    const isOnlyHere = files.every((file) =>
      walk(file.tree.root).every(
        (one) =>
          !/^(?:field_)?identifier$/.test(one.type) ||
          one === name ||
          textOf(file.tree, one) !== written ||
          calls.some((call) => call.path === file.path && isInside(one, call.node)),
      ),
    );
    if (!isOnlyHere) return null;
    const statements = calls.map((call): FileEdit | null => {
      const list = call.node.parent;
      const all = list?.children.filter(({ isNamed }) => isNamed) ?? [];
      const next = all[all.indexOf(call.node) + 1];
      const error = leftsOf(call.node).at(-1);
      const condition = next?.type === 'if_statement' ? fieldOf(next, 'condition') : null;
      const isCheck =
        error !== undefined &&
        condition !== null &&
        textOf(call.tree, condition) === `${textOf(call.tree, error)} != nil`;
      return list?.type === 'statement_list' && next !== undefined && isCheck
        ? withoutLines(call.path, call.tree, call.node, next)
        : null;
    });
    if (statements.includes(null)) return null;
    return [...statements.flatMap((one) => one ?? []), withoutDeclaration({ tree, path, node: whole })];
  }

  /** A rule has its expression. */
  isRead(call: RequestCall): boolean {
    return this.#read.has(call) || this.#called.has(call);
  }

  /** The statements that declare names, and go. */
  gone(): readonly SyntaxNode[] {
    return [...this.#called.values()].flat().map(({ node }) => node);
  }

  /** The edits that take out what made a filter; null where its answer is used for more than its rule. */
  removalOf(call: RequestCall): readonly FileEdit[] | null {
    const made = this.#made.find((one) => one.call === call);
    const called = this.#called.get(call);
    if (called !== undefined) return this.#withoutFunction(call, called);
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
function isChanged(
  { tree }: Pick<Spot, 'tree'>,
  expression: SyntaxNode,
  from: SyntaxNode,
  to: SyntaxNode,
): boolean {
  const names = new Set(
    walk(expression)
      .filter(({ type }) => type === 'identifier')
      .map((node) => textOf(tree, node)),
  );
  return walk(functionAround(from) ?? tree.root).some(
    (node) =>
      node.type === 'identifier' &&
      node.start > from.end &&
      node.end < to.start &&
      isTarget(node) &&
      names.has(textOf(tree, node)) &&
      node.parent?.parent?.type === 'assignment_statement',
  );
}
