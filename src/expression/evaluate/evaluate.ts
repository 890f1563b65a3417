/**
 * Evaluation of a parsed expression over a request context.
 *
 * A missing value (a field the context does not have, an absent key or index) makes every comparison false.
 * For `ne` the two published sources disagree; `missingNotEqual` chooses, and the documented reading (false) is
 * the default. `[*]` makes a comparison an array of booleans, which `any` and `all` bring back to one.
 */

import { type CompiledRegex, compileRegex, RegexBudgetExceeded } from '../regex/match.js';
import { canonicalName } from '../scheme/scheme.js';
import type {
  ArgumentNode,
  CallNode,
  ComparisonNode,
  ConditionNode,
  LiteralNode,
  LogicalNode,
  OperandNode,
  RightNode,
} from '../syntax/ast.js';
import { contains, parseAddress, parseNetwork } from '../syntax/ip.js';
import { decodeBytes, decodeQuoted, parseInteger } from '../syntax/literals.js';
import type { Expression, FilterExpression, ValueExpression } from '../syntax/parse.js';
import { matchWildcard, parseWildcard, type WildcardPart } from '../syntax/wildcard.js';
import { isListItem, ORDERS, order } from './compare.js';
import { RUNTIME_FUNCTIONS } from './functions.js';
import { NotEvaluable } from './not-evaluable.js';
import { indexed, type Operand } from './operand.js';
import {
  type ContextValue,
  fieldValue,
  isAddressValue,
  isArrayValue,
  type RuntimeValue,
  toBytes,
} from './values.js';

export interface EvaluationContext {
  /** Values by field name; headers, arguments and cookies as maps from key to array. */
  readonly fields: Readonly<Record<string, ContextValue>>;
  /** Items of `$name` lists: addresses, ranges, numbers or texts. */
  readonly lists?: Readonly<Record<string, readonly (string | number)[]>>;
  /** What `ne` gives for a missing value. Default: false, as documented. */
  readonly missingNotEqual?: boolean;
}

export type EvaluationResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly start: number; readonly end: number };

export function evaluateFilter(
  expression: FilterExpression,
  context: EvaluationContext,
): EvaluationResult<boolean> {
  return guarded((evaluator) => evaluator.condition(expression.root) === true, expression, context);
}

/** The value as bytes, number, address or array; undefined where it is missing. */
export function evaluateValue(
  expression: ValueExpression,
  context: EvaluationContext,
): EvaluationResult<RuntimeValue | undefined> {
  return guarded((evaluator) => evaluator.value(expression.root), expression, context);
}

function guarded<T>(
  run: (evaluator: Evaluator) => T,
  expression: Expression,
  context: EvaluationContext,
): EvaluationResult<T> {
  try {
    return { ok: true, value: run(new Evaluator(expression.text, context)) };
  } catch (error) {
    if (error instanceof NotEvaluable) {
      return { ok: false, reason: error.message, start: error.start, end: error.end };
    }
    if (error instanceof RegexBudgetExceeded) {
      return { ok: false, reason: error.message, start: expression.root.start, end: expression.root.end };
    }
    throw error;
  }
}

/** One outcome, or one per element; undefined where the elements themselves are missing. */
type Outcome = boolean | readonly boolean[] | undefined;

class Evaluator {
  constructor(
    private readonly text: string,
    private readonly context: EvaluationContext,
  ) {}

  condition(node: ConditionNode): Outcome {
    switch (node.type) {
      case 'constant':
        return node.value;
      case 'group':
        return this.condition(node.inner);
      case 'not':
        return mapOutcome(this.condition(node.operand), (value) => !value);
      case 'logical':
        return this.logical(node);
      case 'test':
        return this.test(node.operand);
      case 'comparison':
        return this.comparison(node);
    }
  }

  private logical(node: LogicalNode): Outcome {
    let result: Outcome;
    for (const [index, operand] of node.operands.entries()) {
      const outcome = this.condition(operand);
      result = index === 0 ? outcome : combine(node.operator, result, outcome);
      if (result === true && node.operator === 'or') return true;
      if (result === false && node.operator === 'and') return false;
    }
    return result;
  }

  private test(node: OperandNode): Outcome {
    const operand = this.operand(node);
    if (operand.each) return operand.items?.map((item) => item === true);
    const { value } = operand;
    return value !== undefined && isArrayValue(value) ? value.map((item) => item === true) : value === true;
  }

  private comparison(node: ComparisonNode): Outcome {
    const operand = this.operand(node.left);
    const matches = this.matcher(node);
    const compare = (item: RuntimeValue | undefined): boolean =>
      item === undefined ? node.operator === 'ne' && this.context.missingNotEqual === true : matches(item);
    return operand.each ? operand.items?.map(compare) : compare(operand.value);
  }

  private matcher(node: ComparisonNode): (value: RuntimeValue) => boolean {
    const { operator, right } = node;
    switch (operator) {
      case 'in':
        return this.membership(right);
      case 'matches': {
        const regex = this.regex(right);
        return (value) => typeof value === 'string' && regex.find(value) !== null;
      }
      case 'wildcard':
      case 'strict wildcard': {
        const parts = this.wildcard(right);
        const strict = operator === 'strict wildcard';
        return (value) => typeof value === 'string' && matchWildcard(parts, value, strict);
      }
      case 'contains':
        return (value) => {
          const part = this.literal(right, value);
          return typeof value === 'string' && typeof part === 'string' && value.includes(part);
        };
      case 'bitwise_and':
        return (value) => {
          const mask = this.literal(right, value);
          return typeof value === 'bigint' && typeof mask === 'bigint' && (value & mask) !== 0n;
        };
      case 'ne':
        return (value) => order(value, this.literal(right, value)) !== 0;
      default: {
        const accepted = ORDERS[operator];
        return (value) => accepted.includes(order(value, this.literal(right, value)) ?? Number.NaN);
      }
    }
  }

  private membership(right: RightNode): (value: RuntimeValue) => boolean {
    if (right.type === 'set') return (value) => right.items.some((item) => this.isItem(item, value));
    if (right.type !== 'list' || right.name === null) throw new NotEvaluable('the set is not known', right);
    const lists = this.context.lists ?? {};
    const items = Object.hasOwn(lists, right.name) ? lists[right.name] : undefined;
    if (items === undefined) throw new NotEvaluable(`the context has no list $${right.name}`, right);
    return (value) => items.some((item) => isListItem(item, value));
  }

  private isItem(item: LiteralNode, value: RuntimeValue): boolean {
    if (item.type === 'cidr') {
      const network = parseNetwork(item.text);
      return network !== null && isAddressValue(value) && contains(network, value);
    }
    if (item.type !== 'range') return order(value, this.literal(item, value)) === 0;
    const bound = (text: string): RuntimeValue | null =>
      item.of === 'integer' ? parseInteger(text, item.start, item.end) : parseAddress(text);
    const from = bound(item.from);
    const to = bound(item.to);
    if (from === null || to === null) return false;
    return (order(value, from) ?? -1) >= 0 && (order(value, to) ?? 1) <= 0;
  }

  /** A literal as a value to compare with `other`, whose type decides between address and bytes. */
  private literal(node: RightNode | LiteralNode, other: RuntimeValue | null): RuntimeValue {
    switch (node.type) {
      case 'string':
        return this.stringBytes(node);
      case 'integer':
        return node.value;
      case 'bytes':
        return decodeBytes(node.text);
      case 'ip': {
        if (typeof other === 'string') return decodeBytes(node.text);
        const address = parseAddress(node.text);
        if (address !== null) return address;
        throw new NotEvaluable('not an address', node);
      }
      case 'boolean':
        return node.value;
      case 'hole':
        throw new NotEvaluable('the value is not known', node);
      default:
        throw new NotEvaluable('not a single value', node);
    }
  }

  private stringBytes(node: LiteralNode & { type: 'string' }): string {
    if (node.value === null) throw new NotEvaluable('part of the text is not known', node);
    const escaped = node.form === 'quoted' && node.value.length !== node.end - node.start - 2;
    return escaped ? decodeQuoted(this.text, node.start, node.end, toBytes) : toBytes(node.value);
  }

  private regex(right: RightNode): CompiledRegex {
    if (right.type !== 'string' || right.value === null) {
      throw new NotEvaluable('the pattern is not known', right);
    }
    const known = REGEXES.get(right.value);
    if (known !== undefined) return known;
    const compiled = compileRegex(right.value);
    if (!compiled.ok) throw new NotEvaluable(compiled.message, right);
    if (REGEXES.size >= MAX_KEPT_REGEXES) REGEXES.clear();
    REGEXES.set(right.value, compiled.regex);
    return compiled.regex;
  }

  private wildcard(right: RightNode): readonly WildcardPart[] {
    if (right.type !== 'string') throw new NotEvaluable('the pattern is not known', right);
    const wildcard = parseWildcard(this.stringBytes(right));
    if (!wildcard.ok) throw new NotEvaluable(wildcard.message, right);
    return wildcard.parts;
  }

  value(node: OperandNode): RuntimeValue | undefined {
    const operand = this.operand(node);
    return operand.each ? operand.items?.filter((item) => item !== undefined) : operand.value;
  }

  private operand(node: OperandNode): Operand {
    if (node.type === 'hole') throw new NotEvaluable('the field is not known', node);
    return indexed(node.type === 'call' ? this.call(node) : this.field(node), node.indexes);
  }

  private field(node: OperandNode & { type: 'field' }): RuntimeValue | undefined {
    if (node.name === null) throw new NotEvaluable('the name of the field is not known', node);
    const { fields } = this.context;
    const canonical = canonicalName(node.name);
    const name = [node.name, canonical].find((spelling) => Object.hasOwn(fields, spelling));
    const given = name === undefined ? undefined : fields[name];
    return given === undefined ? undefined : fieldValue(canonical, given);
  }

  /** A function over `[*]` gives the array of its results. */
  private call(node: CallNode): RuntimeValue | undefined {
    const run = Object.hasOwn(RUNTIME_FUNCTIONS, node.name) ? RUNTIME_FUNCTIONS[node.name] : undefined;
    if (run === undefined) throw new NotEvaluable(`the function ${node.name} is not modelled`, node);
    const [first, ...others] = node.arguments.map((argument) => this.argument(argument));
    if (first === undefined) return run([]);
    const rest = others.map((other) => (other.each ? undefined : other.value));
    const apply = (value: RuntimeValue | undefined): RuntimeValue | undefined => {
      const args = [value, ...rest];
      const present = args.filter((arg) => arg !== undefined);
      if (present.length === args.length) return run(present);
      return node.name === 'any' || node.name === 'all' ? false : undefined;
    };
    if (!first.each) return apply(first.value);
    return first.items?.map(apply).filter((value) => value !== undefined);
  }

  private argument(argument: ArgumentNode): Operand {
    if (argument.type === 'value') return this.operand(argument.operand);
    if (argument.type === 'condition') return { each: false, value: this.condition(argument.condition) };
    return { each: false, value: this.literal(argument, null) };
  }
}

const MAX_KEPT_REGEXES = 500;
const REGEXES = new Map<string, CompiledRegex>();

function mapOutcome(outcome: Outcome, change: (value: boolean) => boolean): Outcome {
  if (outcome === undefined) return undefined;
  return typeof outcome === 'boolean' ? change(outcome) : outcome.map(change);
}

/** Where one side has no elements at all, each of its comparisons counts as false. */
function combine(operator: LogicalNode['operator'], left: Outcome, right: Outcome): Outcome {
  if (left === undefined && right === undefined) return undefined;
  const [a, b] = [left ?? false, right ?? false];
  const apply = LOGIC[operator];
  if (typeof a === 'boolean') return typeof b === 'boolean' ? apply(a, b) : b.map((item) => apply(a, item));
  if (typeof b === 'boolean') return a.map((item) => apply(item, b));
  const shorter = a.length < b.length ? a : b;
  return shorter.map((_, index) => apply(a[index] ?? false, b[index] ?? false));
}

const LOGIC = {
  and: (a: boolean, b: boolean): boolean => a && b,
  or: (a: boolean, b: boolean): boolean => a || b,
  xor: (a: boolean, b: boolean): boolean => a !== b,
};
