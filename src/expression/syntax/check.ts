/**
 * Strict mode: names, types and numbers of arguments, for expressions we are about to write.
 *
 * An operand has a type and, if it contains `[*]`, stands for one value per element; such a comparison is an
 * array of booleans, legal only where `any`, `all` or an array parameter takes it.
 */
// By its file: the face of the folder would load the whole catalogue.
import { nearest } from '../../catalogue/index.js';
import { parseRegex } from '../regex/parse.js';
import type { FunctionSignature, Parameter, ValueType } from '../scheme/data.js';
import {
  accepts,
  arrayOf,
  elementType,
  fieldNames,
  fieldType,
  functionSignature,
  isArray,
  isMap,
} from '../scheme/scheme.js';
import type {
  ArgumentNode,
  CallNode,
  ComparisonNode,
  ConditionNode,
  IndexNode,
  LiteralNode,
  OperandNode,
  Span,
} from './ast.js';
import type { ErrorKind, ExpressionError } from './errors.js';
import { looksLikeBytes } from './literals.js';
import type { Expression } from './parse.js';
import type { ComparisonOperator } from './tokens.js';

interface OperandType {
  readonly type: ValueType;
  /** The operand contains `[*]`. */
  readonly each: boolean;
}

type ConditionType = 'Boolean' | 'Array<Boolean>' | 'Any';

/** Looking for the name that was meant costs more than everything else; enough for the first errors. */
const MAX_NEAR_NAMES = 3;

const LEFT_TYPES: Readonly<Record<ComparisonOperator, readonly ValueType[]>> = {
  eq: ['String', 'Integer', 'IP'],
  ne: ['String', 'Integer', 'IP'],
  lt: ['String', 'Integer'],
  le: ['String', 'Integer'],
  gt: ['String', 'Integer'],
  ge: ['String', 'Integer'],
  contains: ['String'],
  matches: ['String'],
  wildcard: ['String'],
  'strict wildcard': ['String'],
  in: ['String', 'Integer', 'IP'],
  bitwise_and: ['Integer'],
};

export function checkTypes(expression: Expression): ExpressionError[] {
  const checker = new TypeChecker();
  if (expression.kind === 'filter') checker.root(expression.root);
  else checker.value(expression.root);
  return checker.errors.sort((a, b) => a.start - b.start);
}

class TypeChecker {
  readonly errors: ExpressionError[] = [];
  private onceUsed: string | null = null;

  root(node: ConditionNode): void {
    if (this.condition(node) !== 'Array<Boolean>') return;
    this.report('type', { start: node.end, end: node.end }, '[*] gives an array, not one condition', {
      hint: 'put the comparison in any(...) or all(...)',
    });
  }

  value(node: OperandNode): void {
    const { each } = this.operand(node);
    if (each) this.report('type', node, '[*] is not allowed in a value expression');
  }

  private condition(node: ConditionNode): ConditionType {
    switch (node.type) {
      case 'constant':
        return 'Boolean';
      case 'group':
        return this.condition(node.inner);
      case 'not':
        return this.condition(node.operand);
      case 'logical':
        return this.logical(node.operands);
      case 'test':
        return this.test(node.operand);
      case 'comparison':
        return this.comparison(node);
    }
  }

  private logical(operands: readonly ConditionNode[]): ConditionType {
    let common: ConditionType = 'Any';
    for (const operand of operands) {
      const type = this.condition(operand);
      if (common === 'Any') common = type;
      else if (type !== 'Any' && type !== common) {
        const span = { start: operand.end, end: operand.end };
        this.report('type', span, 'one condition is combined with an array of conditions', {
          hint: 'put the comparison with [*] in any(...) or all(...)',
        });
        return 'Any';
      }
    }
    return common;
  }

  private test(operand: OperandNode): ConditionType {
    const { type, each } = this.operand(operand);
    if (type === 'Any') return 'Any';
    if (each && type === 'Boolean') return 'Array<Boolean>';
    if (!each && (type === 'Boolean' || type === 'Array<Boolean>')) return type;
    this.report(
      'type',
      { start: operand.end, end: operand.end },
      `a condition is needed, this is ${describe(type)}`,
      {
        expected: 'an operator',
      },
    );
    return 'Any';
  }

  private comparison(node: ComparisonNode): ConditionType {
    const { type, each } = this.operand(node.left);
    const result = each ? 'Array<Boolean>' : 'Boolean';
    if (type === 'Any') return result;
    const { operator, operatorSpan, right } = node;
    const ordering = operator === 'lt' || operator === 'le' || operator === 'gt' || operator === 'ge';
    if (type === 'IP' && ordering) {
      this.report('quirk', operatorSpan, 'addresses have no documented order', { hint: 'use in {from..to}' });
    } else if (!LEFT_TYPES[operator].includes(type)) {
      this.report('type', operatorSpan, `${operator} does not apply to ${describe(type)}`, {
        hint: operatorHelp(type),
      });
      return result;
    }
    if (right.type === 'list') {
      if (operator !== 'in') this.report('type', right, 'a list needs the operator in');
    } else if (right.type === 'set') {
      for (const item of right.items) this.literal(item, type);
    } else if (operator !== 'matches' && operator !== 'bitwise_and') this.literal(right, type);
    return result;
  }

  private literal(literal: LiteralNode, type: ValueType): void {
    if (fits(literal, type)) return;
    const hint =
      literal.type === 'string' && type !== 'String'
        ? 'remove the quotes'
        : type === 'String'
          ? 'strings stand in double quotes'
          : undefined;
    this.report('type', literal, `${describe(type)} is compared with ${describeLiteral(literal)}`, { hint });
  }

  private operand(node: OperandNode): OperandType {
    switch (node.type) {
      case 'hole':
        return { type: 'Any', each: node.indexes.some((index) => index.type === 'each') };
      case 'field':
        return this.indexed(node.name === null ? 'Any' : this.field(node.name, node.nameSpan), node.indexes);
      case 'call':
        return this.indexed(this.call(node), node.indexes);
    }
  }

  private field(name: string, span: Span): ValueType {
    const type = fieldType(name);
    if (type !== null) return type;
    if (functionSignature(name) !== null) {
      this.report('scheme', span, `${name} is a function`, { expected: `${name}(...)` });
      return 'Any';
    }
    const near = this.errors.length < MAX_NEAR_NAMES ? nearest(name, fieldNames()) : undefined;
    this.report('scheme', span, `unknown field ${name}`, {
      hint: near === undefined ? 'the public list of fields is not complete' : `did you mean ${near}?`,
    });
    return 'Any';
  }

  private indexed(base: ValueType, indexes: readonly IndexNode[]): OperandType {
    let type = base;
    let each = false;
    for (const index of indexes) {
      const element = elementType(type);
      if (element === null) {
        this.report('type', index, `${describe(type)} cannot be indexed`);
        return { type: 'Any', each };
      }
      if (isArray(type) && index.type === 'key') {
        this.report('type', index, 'an array is indexed by position', { expected: 'a number or *' });
      } else if (isMap(type) && index.type === 'position' && index.value !== null) {
        this.report('type', index, 'a map is indexed by key', { expected: '"key" or *' });
      }
      if (index.type === 'each') each = true;
      type = element;
    }
    return { type, each };
  }

  private call(node: CallNode): ValueType {
    const signature = functionSignature(node.name);
    if (signature === null) {
      this.report('scheme', node.nameSpan, `unknown function ${node.name}`);
      for (const argument of node.arguments) this.argument(argument);
      return 'Any';
    }
    this.checkOnce(node, signature);
    this.checkCount(node, signature);
    let mapped = false;
    for (const [index, argument] of node.arguments.entries()) {
      const { type, each } = this.argument(argument);
      if (each && index === 0) mapped = true;
      else if (each) this.report('type', argument, '[*] may only stand in the first argument of a call');
      const parameter =
        signature.parameters[index] ?? (signature.variadic ? signature.parameters.at(-1) : undefined);
      if (parameter !== undefined) this.parameter(argument, type, parameter);
    }
    const returns = this.returned(node, signature);
    return mapped ? arrayOf(returns) : returns;
  }

  /** `concat` gives an array for arrays; every other function returns one type. */
  private returned(node: CallNode, signature: FunctionSignature): ValueType {
    const first = node.arguments[0];
    if (node.name !== 'concat' || first?.type !== 'value' || first.operand.type !== 'field') {
      return signature.returns;
    }
    const { name, indexes } = first.operand;
    const type = indexes.length === 0 && name !== null ? fieldType(name) : null;
    return type !== null && isArray(type) ? type : signature.returns;
  }

  private checkOnce(node: CallNode, signature: FunctionSignature): void {
    if (signature.once !== true) return;
    if (this.onceUsed !== null) {
      this.report('scheme', node.nameSpan, `${node.name} cannot be used together with ${this.onceUsed}`, {
        hint: 'only one replacement may stand in an expression',
      });
    }
    this.onceUsed = node.name;
  }

  private checkCount(node: CallNode, signature: FunctionSignature): void {
    const count = node.arguments.length;
    const most = signature.variadic === true ? Number.POSITIVE_INFINITY : signature.parameters.length;
    const close = { start: node.indexes[0]?.start ?? node.end, end: node.indexes[0]?.start ?? node.end };
    const span = { start: close.start - 1, end: close.end };
    if (count < signature.required) {
      this.report('scheme', span, `too few arguments for ${node.name}`, {
        expected: `${signature.required}`,
      });
    } else if (count > most) {
      this.report('scheme', node.arguments[most] ?? span, `too many arguments for ${node.name}`, {
        expected: `at most ${most}`,
      });
    }
  }

  private argument(argument: ArgumentNode): OperandType {
    switch (argument.type) {
      case 'value':
        return this.operand(argument.operand);
      case 'condition': {
        const type = this.condition(argument.condition);
        return { type, each: false };
      }
      default:
        return { type: literalType(argument), each: false };
    }
  }

  private parameter(argument: ArgumentNode, type: ValueType, parameter: Parameter): void {
    const isLiteral = argument.type !== 'value' && argument.type !== 'condition';
    if (isLiteral && argument.type === 'hole') return;
    if (argument.type === 'value' && argument.operand.type === 'hole') return;
    if (!parameter.accepts.some((accepted) => accepts(accepted, type) || bytesAsText(argument, accepted))) {
      this.report('type', argument, `this argument cannot be ${describe(type)}`);
      return;
    }
    if (parameter.form === 'dynamic' && isLiteral) {
      this.report('type', argument, 'this argument must be a field or a call');
    }
    if (parameter.form === 'literal' && !isLiteral)
      this.report('type', argument, 'this argument must be a literal');
    if (!isLiteral) return;
    const { min, max, oneOf } = parameter;
    if (argument.type === 'integer') {
      const tooSmall = min !== undefined && argument.value < BigInt(min);
      const tooLarge = max !== undefined && argument.value > BigInt(max);
      if (tooSmall || tooLarge)
        this.report('scheme', argument, `this argument must lie between ${min} and ${max}`);
    }
    if (argument.type !== 'string' || argument.value === null) return;
    if (oneOf !== undefined && !oneOf.includes(argument.value)) {
      const choices = oneOf.filter((choice) => choice !== '').map((choice) => JSON.stringify(choice));
      this.report('scheme', argument, 'not a value this argument takes', { expected: choices.join(', ') });
    }
    if (parameter.regex === true) this.regex(argument, argument.value);
  }

  private regex(span: Span, pattern: string): void {
    const regex = parseRegex(pattern);
    if (!regex.ok) this.report('regex', span, regex.message, { hint: regex.hint });
  }

  private report(
    kind: ErrorKind,
    span: Span,
    message: string,
    more: { expected?: string | undefined; hint?: string | undefined } = {},
  ): void {
    this.errors.push({
      kind,
      message,
      start: span.start,
      end: span.end,
      ...(more.expected === undefined ? {} : { expected: more.expected }),
      ...(more.hint === undefined ? {} : { hint: more.hint }),
    });
  }
}

function literalType(literal: LiteralNode): ValueType {
  switch (literal.type) {
    case 'string':
    case 'bytes':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'ip':
    case 'cidr':
      return 'IP';
    case 'range':
      return literal.of === 'integer' ? 'Integer' : 'IP';
    case 'boolean':
      return 'Boolean';
    case 'hole':
      return 'Any';
  }
}

/** `10.20.30.40` is an address and also four bytes. */
function bytesAsText(literal: ArgumentNode, type: string): boolean {
  return literal.type === 'ip' && type === 'String' && looksLikeBytes(literal.text);
}

function fits(literal: LiteralNode, type: ValueType): boolean {
  return accepts(type, literalType(literal)) || bytesAsText(literal, type);
}

function describe(type: ValueType): string {
  if (isArray(type)) return 'an array';
  if (isMap(type)) return 'a map';
  switch (type) {
    case 'String':
      return 'a string';
    case 'Integer':
      return 'an integer';
    case 'Boolean':
      return 'a boolean';
    case 'IP':
      return 'an address';
    default:
      return 'unknown';
  }
}

function describeLiteral(literal: LiteralNode): string {
  return literal.type === 'range' ? 'a range of another type' : describe(literalType(literal));
}

function operatorHelp(type: ValueType): string | undefined {
  if (type === 'Boolean') return 'a boolean field stands alone: ssl, not ssl';
  if (isArray(type)) return 'index it, or compare every element: any(a[*] eq "x")';
  if (isMap(type)) return 'take a value by its key: a["key"][0]';
  return type === 'IP' ? 'addresses are compared with eq, ne and in' : undefined;
}
