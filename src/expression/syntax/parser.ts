/**
 * Recursive descent over the token list. Chains of `and`, `or` and `xor` are loops; only parentheses, `not` and
 * calls recurse, and those are counted against the nesting limit, so the stack is bounded.
 *
 * The parser knows no types. What it refuses is refused in both modes; what only the published engine's
 * leniency accepts is collected in `quirks`.
 */
import type { ArgumentNode, CallNode, ConditionNode, FieldNode, IndexNode, OperandNode } from './ast.js';
import { fail } from './errors.js';
import { Notes } from './notes.js';
import type { SourceText } from './source.js';
import { TokenReader } from './token-reader.js';
import type { ComparisonOperator, ExpressionToken, LogicalOperator } from './tokens.js';
import { HAS_HOLE } from './tokens.js';
import { ValueParser } from './values.js';

const IDENTIFIER = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;

/** Loosest first. */
const LEVELS: readonly LogicalOperator[] = ['or', 'xor', 'and'];

/** Operator words; as the name of a field or function they are always a mistake. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  'and or xor eq ne lt le gt ge in contains matches wildcard strict bitwise_and'.split(' '),
);

const NO_INDEXES: readonly IndexNode[] = [];

export class ExpressionParser extends TokenReader {
  readonly notes: Notes;
  private readonly values: ValueParser;

  constructor(source: SourceText, tokens: readonly ExpressionToken[]) {
    super(source.text, tokens);
    this.notes = new Notes(source);
    this.values = new ValueParser(source.text, this.notes);
  }

  filter(): ConditionNode {
    this.checkEdges();
    if (this.peek().kind === 'end') this.unexpected('the expression is empty', 'a condition');
    const root = this.or();
    this.expectEnd();
    return root;
  }

  value(): OperandNode {
    this.checkEdges();
    if (this.peek().kind === 'end') this.unexpected('the expression is empty', 'a field or a function call');
    const root = this.operand('field');
    const token = this.peek();
    if (token.kind === 'comparison' || token.kind === 'logical') {
      this.unexpected('a value expression has no operators', 'the end');
    }
    this.expectEnd();
    return root;
  }

  private checkEdges(): void {
    const last = this.tokens[this.tokens.length - 1];
    this.notes.edge(0, this.peek().start);
    if (last !== undefined && last !== this.peek()) this.notes.edge(last.lead, last.end);
  }

  private or(): ConditionNode {
    return this.chain(0);
  }

  /** A chain of the operator of this level, whose operands are chains of the next. */
  private chain(level: number): ConditionNode {
    const operator = LEVELS[level];
    if (operator === undefined) return this.unary();
    const first = this.chain(level + 1);
    if (this.peek().operator !== operator) return first;
    const operands = [first];
    while (this.peek().operator === operator) {
      this.notes.operatorEnds(this.take());
      operands.push(this.chain(level + 1));
    }
    const last = operands[operands.length - 1] ?? first;
    this.openHoles(operands);
    return { type: 'logical', operator, operands, start: first.start, end: last.end };
  }

  /** A bare hole next to an operator may hold an operator of its own. */
  private openHoles(operands: readonly ConditionNode[]): void {
    for (const operand of operands) {
      if (operand.type !== 'test' || operand.operand.type !== 'hole') continue;
      this.notes.holeAt(operand.start, 'open condition');
    }
  }

  private unary(): ConditionNode {
    const token = this.peek();
    if (token.kind === 'not') {
      this.take();
      this.enter(token);
      this.notes.operatorEnds(token);
      const operand = this.unary();
      this.openHoles([operand]);
      this.depth--;
      return { type: 'not', operand, start: token.start, end: operand.end };
    }
    if (token.kind === '(') return this.group();
    return this.comparison();
  }

  private group(): ConditionNode {
    const open = this.take();
    this.enter(open);
    if (this.peek().kind === ')') this.unexpected('the parentheses are empty', 'a condition');
    const inner = this.or();
    const close = this.peek();
    if (close.kind !== ')') {
      if (close.kind === 'end') {
        this.unexpected('a closing parenthesis is missing', ')', `opened at column ${open.start + 1}`);
      }
      this.unexpectedAfter(inner);
    }
    this.take();
    this.depth--;
    return { type: 'group', inner, start: open.start, end: close.end };
  }

  private comparison(): ConditionNode {
    return this.comparisonOf(this.operand('condition'));
  }

  private comparisonOf(left: OperandNode): ConditionNode {
    if (
      left.type === 'field' &&
      (left.name === 'true' || left.name === 'false') &&
      left.indexes.length === 0
    ) {
      return { type: 'constant', value: left.name === 'true', start: left.start, end: left.end };
    }
    const token = this.peek();
    if (token.kind !== 'comparison' || token.operator === null) {
      return { type: 'test', operand: left, start: left.start, end: left.end };
    }
    this.refuseLogicalAmpersand(token);
    this.take();
    this.notes.operatorEnds(token);
    if (left.type === 'hole') this.notes.holeAt(left.start, 'field');
    const operator = token.operator as ComparisonOperator;
    const right = this.values.right(operator, left, this.tokens, this.position);
    this.position = right.next;
    const { node } = right;
    return {
      type: 'comparison',
      left,
      operator,
      operatorSpan: { start: token.start, end: token.end },
      right: node,
      start: left.start,
      end: node.end,
    };
  }

  /** `a & b` between conditions is meant as `and`; as the bit comparison it has a number on its right. */
  private refuseLogicalAmpersand(token: ExpressionToken): void {
    const right = this.tokens[this.position + 1];
    if (token.operator !== 'bitwise_and' || token.end - token.start !== 1 || right === undefined) return;
    if (right.kind === 'word' && /^[-0-9]/.test(this.text.slice(right.start, right.end))) return;
    if (right.kind === 'hole' || (right.flags & HAS_HOLE) !== 0) return;
    fail('syntax', token.start, token.end, '& compares the bits of an integer with a number', {
      expected: 'an operator',
      hint: 'logical and is written and, or &&',
    });
  }

  /** A field or call with its indexes. `role` is what a lone hole here stands for. */
  private operand(role: 'condition' | 'field' | 'argument'): OperandNode {
    const token = this.peek();
    if (token.kind === 'hole') {
      this.take();
      const next = this.peek();
      if (next.kind === '(') this.refuseHole(token, 'the name of a function is not known');
      this.notes.hole(token, next.kind === '[' ? 'field' : role);
      const indexes = this.indexes(token);
      return { type: 'hole', indexes, start: token.start, end: lastEnd(indexes, token.end) };
    }
    if (token.kind === 'word' && isIdentifierWord(this.text, token)) return this.named(token);
    if (token.kind !== 'name' || this.isOperatorWord(token)) this.missingOperand(token);
    return this.named(token);
  }

  private isOperatorWord(token: ExpressionToken): boolean {
    return token.end - token.start <= 11 && OPERATOR_WORDS.has(this.text.slice(token.start, token.end));
  }

  private missingOperand(token: ExpressionToken): never {
    this.unexpected(this.describeMissingOperand(token), 'a field or a condition');
  }

  private describeMissingOperand(token: ExpressionToken): string {
    if (token.kind === 'end') return 'the expression ends where an operand is expected';
    const before = this.tokens[this.position - 1];
    if (token.kind !== 'name' && token.kind !== 'logical' && token.kind !== 'comparison') {
      return `unexpected ${this.describe(token)}`;
    }
    if (before === undefined || before.kind === '(') return 'an operator without a left operand';
    return 'two operators in a row';
  }

  private named(token: ExpressionToken): FieldNode | CallNode {
    this.take();
    if (this.peek().kind === '(') return this.call(token);
    const holed = (token.flags & HAS_HOLE) !== 0;
    const name = holed ? null : this.text.slice(token.start, token.end);
    if (holed) this.notes.hole(token, 'field');
    if (name !== null && hasEmptySegment(name)) {
      fail('syntax', token.start, token.end, 'not a valid name', { expected: 'words joined by single dots' });
    }
    const indexes = this.indexes(token);
    const end = lastEnd(indexes, token.end);
    return { type: 'field', name, nameSpan: token, indexes, start: token.start, end };
  }

  private call(token: ExpressionToken): CallNode {
    if ((token.flags & HAS_HOLE) !== 0) this.refuseHole(token, 'the name of a function is not known');
    const name = this.text.slice(token.start, token.end);
    if (name.includes('.')) {
      fail('syntax', token.start, token.end, 'not the name of a function', {
        expected: 'a name without dots',
      });
    }
    const open = this.take();
    this.enter(open);
    const args: ArgumentNode[] = [];
    if (this.peek().kind !== ')') {
      for (;;) {
        args.push(this.argument());
        if (this.peek().kind !== ',') break;
        this.take();
        if (this.peek().kind === ')')
          this.unexpected('a comma before the closing parenthesis', 'an argument');
      }
    }
    const close = this.peek();
    if (close.kind !== ')') this.unexpectedInCall(token, close);
    this.take();
    this.depth--;
    const indexes = this.indexes(close);
    return {
      type: 'call',
      name,
      nameSpan: token,
      arguments: args,
      indexes,
      start: token.start,
      end: lastEnd(indexes, close.end),
    };
  }

  private unexpectedInCall(name: ExpressionToken, token: ExpressionToken): never {
    if (token.kind === 'logical') {
      this.unexpected(
        'a combination inside a call must start with a parenthesis or not',
        ') or ,',
        'put each comparison in its own parentheses: any((a) or (b))',
      );
    }
    if (token.kind === 'end') {
      const hint = `the call of ${this.text.slice(name.start, name.end)} is still open`;
      this.unexpected('a closing parenthesis is missing', ')', hint);
    }
    this.unexpected(`unexpected ${this.describe(token)} in a call`, ') or ,');
  }

  private argument(): ArgumentNode {
    const token = this.peek();
    const literal = this.values.argument(token);
    if (literal !== null) {
      this.take();
      return literal;
    }
    if (token.kind === '(' || token.kind === 'not' || this.startsQuantifier(token)) {
      const condition = this.or();
      return { type: 'condition', condition, start: condition.start, end: condition.end };
    }
    const operand = this.operand('argument');
    if (this.peek().kind !== 'comparison') {
      return { type: 'value', operand, start: operand.start, end: operand.end };
    }
    const condition = this.comparisonOf(operand);
    return { type: 'condition', condition, start: condition.start, end: condition.end };
  }

  private startsQuantifier(token: ExpressionToken): boolean {
    if (token.kind !== 'name' || token.end - token.start !== 3) return false;
    const name = this.text.slice(token.start, token.end);
    return (name === 'any' || name === 'all') && this.tokens[this.position + 1]?.kind === '(';
  }

  private indexes(before: ExpressionToken): readonly IndexNode[] {
    if (this.peek().kind !== '[') return NO_INDEXES;
    const indexes: IndexNode[] = [];
    let end = before.end;
    while (this.peek().kind === '[') {
      const open = this.peek();
      if (open.start !== end) {
        this.unexpected('white space before an index', '[ directly after the name', 'remove the white space');
      }
      this.take();
      const index = this.index(open);
      const close = this.peek();
      if (close.kind !== ']') this.unexpected('the index is not closed', ']');
      this.take();
      end = close.end;
      indexes.push({ ...index, start: open.start, end });
    }
    return indexes;
  }

  private index(open: ExpressionToken): IndexNode {
    const token = this.take();
    const { start, end } = token;
    switch (token.kind) {
      case '*':
        return { type: 'each', start, end };
      case 'string': {
        const key = this.values.string(token, 'index');
        return { type: 'key', value: key.value, start, end };
      }
      case 'hole':
        this.notes.hole(token, 'index');
        return { type: 'position', value: null, start, end };
      case 'word': {
        const word = this.text.slice(start, end);
        if (/^[0-9]{1,10}$/.test(word)) return { type: 'position', value: Number(word), start, end };
        if (/^-[0-9]+$/.test(word)) {
          fail('syntax', start, end, 'an index is not negative', { expected: 'a number, "key" or *' });
        }
        break;
      }
      case 'raw':
        fail('syntax', start, end, 'a key is no raw string', { expected: 'a key in double quotes' });
        break;
      default:
    }
    const at = token.kind === 'end' ? open : token;
    fail('syntax', at.start, at.end, 'not an index', {
      expected: 'a number, "key" or *',
      hint: 'keys stand in double quotes: http.request.headers["content-type"]',
    });
  }

  private expectEnd(): void {
    const token = this.peek();
    if (token.kind === 'end') return;
    this.unexpectedAfter(null);
  }

  /** Something stands after a complete condition. */
  private unexpectedAfter(inner: ConditionNode | null): never {
    const token = this.peek();
    if (token.kind === ')' && inner === null) {
      this.unexpected('a closing parenthesis without an opening one', 'an operator or the end');
    }
    if (token.kind === 'hole') this.refuseHole(token, 'a hole stands where an operator may be');
    const before = this.tokens[this.position - 1];
    const wasValue = before !== undefined && before.kind !== 'name' && before.kind !== ')';
    const expected = wasValue ? 'and, or, xor or the end' : 'an operator';
    this.unexpected(`unexpected ${this.describe(token)}`, expected);
  }
}

function hasEmptySegment(name: string): boolean {
  const dot = 46;
  return name.charCodeAt(0) === dot || name.charCodeAt(name.length - 1) === dot || name.includes('..');
}

function lastEnd(indexes: readonly IndexNode[], otherwise: number): number {
  return indexes.at(-1)?.end ?? otherwise;
}

/** A segment of a name may begin with a digit, which the tokenizer takes for a number. */
function isIdentifierWord(text: string, token: ExpressionToken): boolean {
  const word = text.slice(token.start, token.end);
  return IDENTIFIER.test(word) && /[A-Za-z_]/.test(word);
}
