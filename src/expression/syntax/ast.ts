/** The tree of an expression. Every node knows its range; texts are cut from the source by range. */
import type { ComparisonOperator, LogicalOperator } from './tokens.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A chain of one operator: `a and b and c` is one node with three operands. */
export interface LogicalNode extends Span {
  readonly type: 'logical';
  readonly operator: LogicalOperator;
  readonly operands: readonly ConditionNode[];
}

export interface NotNode extends Span {
  readonly type: 'not';
  readonly operand: ConditionNode;
}

export interface GroupNode extends Span {
  readonly type: 'group';
  readonly inner: ConditionNode;
}

export interface ComparisonNode extends Span {
  readonly type: 'comparison';
  readonly left: OperandNode;
  readonly operator: ComparisonOperator;
  readonly operatorSpan: Span;
  readonly right: RightNode;
}

/** An operand that stands for itself: `ssl`, `any(...)`. */
export interface TestNode extends Span {
  readonly type: 'test';
  readonly operand: OperandNode;
}

/** `true` or `false`. */
export interface ConstantNode extends Span {
  readonly type: 'constant';
  readonly value: boolean;
}

export type ConditionNode = LogicalNode | NotNode | GroupNode | ComparisonNode | TestNode | ConstantNode;

export interface FieldNode extends Span {
  readonly type: 'field';
  /** As written; null when it contains a hole. */
  readonly name: string | null;
  readonly nameSpan: Span;
  readonly indexes: readonly IndexNode[];
}

export interface CallNode extends Span {
  readonly type: 'call';
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly ArgumentNode[];
  readonly indexes: readonly IndexNode[];
}

/** A hole where a field or a whole condition stands. */
export interface HoleOperandNode extends Span {
  readonly type: 'hole';
  readonly indexes: readonly IndexNode[];
}

export type OperandNode = FieldNode | CallNode | HoleOperandNode;

export type IndexNode =
  | (Span & { readonly type: 'each' })
  /** Null values are holes. */
  | (Span & { readonly type: 'position'; readonly value: number | null })
  | (Span & { readonly type: 'key'; readonly value: string | null });

export type ArgumentNode =
  | LiteralNode
  | (Span & { readonly type: 'value'; readonly operand: OperandNode })
  | (Span & { readonly type: 'condition'; readonly condition: ConditionNode });

export interface StringNode extends Span {
  readonly type: 'string';
  readonly form: 'quoted' | 'raw' | 'regex';
  /** What the literal stands for, `\xHH` as the character of that code; null when it contains a hole. */
  readonly value: string | null;
}

export interface IntegerNode extends Span {
  readonly type: 'integer';
  readonly value: bigint;
}

/** An address. A text such as `10.20.30.40` may also be bytes; the type of the field decides. */
export interface AddressNode extends Span {
  readonly type: 'ip';
  readonly text: string;
}

export interface NetworkNode extends Span {
  readonly type: 'cidr';
  readonly text: string;
}

export interface RangeNode extends Span {
  readonly type: 'range';
  readonly of: 'integer' | 'ip';
  readonly from: string;
  readonly to: string;
}

/** `2f:61:64`. */
export interface BytesNode extends Span {
  readonly type: 'bytes';
  readonly text: string;
}

/** A hole that stands for, or is part of, an unquoted literal, a list name or a set. */
export interface HoleLiteralNode extends Span {
  readonly type: 'hole';
}

/** `true` or `false` after a comparison operator: always wrong, but only by its type. */
export interface ConstantLiteralNode extends Span {
  readonly type: 'boolean';
  readonly value: boolean;
}

export type LiteralNode =
  | StringNode
  | IntegerNode
  | AddressNode
  | NetworkNode
  | RangeNode
  | BytesNode
  | HoleLiteralNode
  | ConstantLiteralNode;

export interface SetNode extends Span {
  readonly type: 'set';
  readonly items: readonly LiteralNode[];
}

export interface ListNode extends Span {
  readonly type: 'list';
  /** Without the `$`; null when it contains a hole. */
  readonly name: string | null;
}

export type RightNode = LiteralNode | SetNode | ListNode;

/** What a hole stands for. */
export type HoleRole =
  /** Part of a quoted or raw string. */
  | 'text'
  /** Part of a regular expression or wildcard pattern. */
  | 'pattern'
  /** A value, or part of an unquoted one. */
  | 'literal'
  /** A whole set or list after `in`. */
  | 'set'
  /** One or more items of a set. */
  | 'items'
  | 'list'
  /** A field, or part of its name. */
  | 'field'
  | 'index'
  | 'argument'
  /** A condition in its own parentheses: whatever it holds, it stays one operand. */
  | 'condition'
  /** A condition next to operators: what it holds may bind to its neighbours. */
  | 'open condition';

export interface ExpressionHole {
  readonly offset: number;
  readonly role: HoleRole;
}

/** Calls `visit` for every operand below a condition, outermost first. */
export function eachOperand(node: ConditionNode, visit: (operand: OperandNode) => void): void {
  switch (node.type) {
    case 'logical':
      for (const operand of node.operands) eachOperand(operand, visit);
      break;
    case 'not':
      eachOperand(node.operand, visit);
      break;
    case 'group':
      eachOperand(node.inner, visit);
      break;
    case 'comparison':
      eachOperandOf(node.left, visit);
      break;
    case 'test':
      eachOperandOf(node.operand, visit);
      break;
    case 'constant':
      break;
  }
}

/** Calls `visit` for an operand and every operand in its arguments. */
export function eachOperandOf(operand: OperandNode, visit: (operand: OperandNode) => void): void {
  visit(operand);
  if (operand.type !== 'call') return;
  for (const argument of operand.arguments) {
    if (argument.type === 'value') eachOperandOf(argument.operand, visit);
    else if (argument.type === 'condition') eachOperand(argument.condition, visit);
  }
}
