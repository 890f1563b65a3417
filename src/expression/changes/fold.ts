/**
 * Folding: the threat score is always 0, so every comparison with it has a known outcome. The outcomes are
 * pushed up through `not`, `and`, `xor` and `or`, and what they decide is cut out of the text.
 *
 * Nothing is printed from the tree. Each condition folds to a constant or to the slices of the text that stay,
 * in order; the gaps between them are the edits. When a chain is left with one member, the parentheses around
 * the chain and around that member only served what is gone. So such a remainder is carried in two forms, bare
 * and wrapped in the parentheses it had, and the place it ends up in chooses: bare at the top, and wherever
 * nothing could bind into it.
 *
 * Two things stop a fold. A comparison whose outcome depends on what we do not know (a hole, a list), or a
 * score used as a value; and a bare hole beside what changes, because what it holds may bind to its neighbours
 * (`${a} and b` with `x or y` for `a` is not what it looks like).
 */
import type { ComparisonNode, ConditionNode, LogicalNode, OperandNode, Span } from '../syntax/ast.js';
import type { ExpressionError } from '../syntax/errors.js';
import { type FilterExpression, parseFilter } from '../syntax/parse.js';
import type { SourceText } from '../syntax/source.js';
import { isWordBoundaryCode } from '../syntax/tokens.js';
import { displayEdited, editSource, type TextEdit } from './edits.js';
import { isThreatScore, outcomeAtZero, type ScoreOutcome, threatScoreSpans } from './threat-score.js';

export type FoldOutcome =
  /** The threat score does not occur. */
  | { readonly verdict: 'unchanged' }
  /** The edits leave the same meaning without the threat score. */
  | { readonly verdict: 'rewritten'; readonly edits: readonly TextEdit[]; readonly text: string }
  /** The rule never matches: it is dead. */
  | { readonly verdict: 'always false' }
  /** The rule matches everything, which in a block rule is an outage. Never to be written out. */
  | { readonly verdict: 'always true' }
  /** The outcome depends on what is not known here. */
  | { readonly verdict: 'undecided'; readonly reason: string; readonly at: Span }
  /** The folded text would not be valid where we write. */
  | { readonly verdict: 'refused'; readonly reason: string; readonly error: ExpressionError };

export interface FoldResult {
  /** Where the threat score stands. */
  readonly occurrences: readonly Span[];
  readonly outcome: FoldOutcome;
}

/** Folds a parsed expression under the score's value today. Offsets are those of its text. */
export function foldThreatScore(expression: FilterExpression): FoldResult {
  const occurrences = threatScoreSpans(expression.root);
  if (occurrences.length === 0) return { occurrences, outcome: { verdict: 'unchanged' } };
  return { occurrences, outcome: foldWith(expression, outcomeAtZero) };
}

/** Folds with any assumption about the comparisons with the score. */
export function foldWith(
  expression: FilterExpression,
  assume: (comparison: ComparisonNode) => ScoreOutcome,
): FoldOutcome {
  const { text, root, source } = expression;
  try {
    const folded = new Folder(expression, assume).fold(root);
    if (folded.constant !== null) return { verdict: folded.constant ? 'always true' : 'always false' };
    const whole = [{ start: 0, end: root.start }, ...folded.bare, { start: root.end, end: text.length }];
    return checked(source, gaps(whole));
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { verdict: 'undecided', reason: error.message, at: error.at };
  }
}

/** What we write must be valid by our own strictest reading. */
function checked(source: SourceText, edits: readonly TextEdit[]): FoldOutcome {
  const again = parseFilter(editSource(source, edits), { mode: 'strict' });
  if (again.ok) return { verdict: 'rewritten', edits, text: displayEdited(source, edits) };
  const error = again.errors[0];
  return { verdict: 'refused', reason: `the folded text would not be valid: ${error.message}`, error };
}

/** Text that stays: a slice of the source, or a piece put in. */
type Part = Span | string;

interface Remainder {
  readonly constant: null;
  /** Whether anything below was cut. */
  readonly touched: boolean;
  readonly bare: readonly Part[];
  /** The same as one operand that nothing binds into. */
  readonly wrapped: readonly Part[];
  /** No operator stands at the top of `bare`. */
  readonly unary: boolean;
  /** One member is left of a chain; parentheses around it are not needed for its sake. */
  readonly collapsed: boolean;
}

type Folded = { readonly constant: boolean; readonly touched: boolean } | Remainder;

class Undecided extends Error {
  readonly at: Span;

  constructor(reason: string, { start, end }: Span) {
    super(reason);
    this.at = { start, end };
  }
}

class Folder {
  private readonly text: string;
  private readonly openHoles: ReadonlySet<number>;

  constructor(
    expression: FilterExpression,
    private readonly assume: (comparison: ComparisonNode) => ScoreOutcome,
  ) {
    this.text = expression.text;
    const open = expression.holes.filter((hole) => hole.role === 'open condition');
    this.openHoles = new Set(open.map((hole) => hole.offset));
  }

  fold(node: ConditionNode): Folded {
    switch (node.type) {
      case 'constant':
        return { constant: node.value, touched: false };
      case 'comparison':
        return this.comparison(node);
      case 'test':
        this.refuseScoreIn(node.operand);
        return whole(node);
      case 'not':
        return this.not(node, node.operand);
      case 'group':
        return this.group(node, node.inner);
      case 'logical':
        return this.chain(node);
    }
  }

  private comparison(node: ComparisonNode): Folded {
    if (!isThreatScore(node.left) || node.left.indexes.length > 0) {
      this.refuseScoreIn(node.left);
      return whole(node);
    }
    const outcome = this.assume(node);
    if (!outcome.known) throw new Undecided(outcome.reason, node);
    return { constant: outcome.value, touched: true };
  }

  /** A score handed to a function, or standing alone, is a value and no condition. */
  private refuseScoreIn(operand: OperandNode): void {
    const span = threatScoreSpans({ type: 'test', operand, start: operand.start, end: operand.end })[0];
    if (span !== undefined) throw new Undecided('the score is used as a value', span);
  }

  private not(node: Span, operand: ConditionNode): Folded {
    const folded = this.fold(operand);
    if (folded.touched) this.refuseOpenHole([operand]);
    if (folded.constant !== null) return { constant: !folded.constant, touched: folded.touched };
    if (!folded.touched) return whole(node);
    const sign = { start: node.start, end: operand.start };
    return remainder([sign, ...asOperand(folded)]);
  }

  private group(node: Span, inner: ConditionNode): Folded {
    const folded = this.fold(inner);
    if (folded.constant !== null) return folded;
    if (!folded.touched) return whole(node);
    const open = { start: node.start, end: inner.start };
    const close = { start: inner.end, end: node.end };
    const kept = remainder([open, ...folded.bare, close]);
    if (!folded.collapsed || this.touchesWord(node)) return kept;
    return { ...folded, wrapped: kept.bare };
  }

  private chain(node: LogicalNode): Folded {
    const members = node.operands.map((operand) => ({ operand, folded: this.fold(operand) }));
    if (!members.some(({ folded }) => folded.touched)) return whole(node, false);
    this.refuseOpenHole(node.operands);
    // `or` is decided by true and `and` by false; the other constant drops out, and in `xor` true negates.
    const deciding = node.operator === 'or' ? true : node.operator === 'and' ? false : null;
    let negate = false;
    const parts: Part[] = [];
    let last: { folded: Remainder; operand: ConditionNode } | null = null;
    let count = 0;
    let before: ConditionNode | null = null;
    for (const { operand, folded } of members) {
      if (folded.constant === null) {
        if (last !== null && before !== null) parts.push({ start: before.end, end: operand.start });
        for (const one of asOperand(folded)) parts.push(one);
        last = { folded, operand };
        count++;
      } else if (folded.constant === deciding) return { constant: folded.constant, touched: true };
      else if (node.operator === 'xor' && folded.constant) negate = !negate;
      before = operand;
    }
    if (last === null) return { constant: deciding === null ? negate : !deciding, touched: true };
    if (count === 1) return this.sole(last.operand, last.folded, negate);
    return { ...remainder(negate ? this.negatedChain(members, parts) : parts), unary: false };
  }

  /** One member of a chain is left and stands for the whole of it. */
  private sole(operand: ConditionNode, folded: Remainder, negate: boolean): Remainder {
    if (negate) return { ...remainder(negated(operand, folded)), collapsed: true };
    if (folded.touched || operand.type !== 'group' || this.touchesWord(operand)) {
      return { ...folded, touched: true, collapsed: true };
    }
    let inner: ConditionNode = operand;
    while (inner.type === 'group') inner = inner.inner;
    const bare = [{ start: inner.start, end: inner.end }];
    const unary = inner.type !== 'logical' && !isHole(inner);
    return { constant: null, touched: true, bare, wrapped: folded.wrapped, unary, collapsed: true };
  }

  /** Negating the first member negates a chain of `xor`. */
  private negatedChain(
    members: readonly { operand: ConditionNode; folded: Folded }[],
    parts: Part[],
  ): Part[] {
    for (const { operand, folded } of members) {
      if (folded.constant !== null) continue;
      return [...negated(operand, folded), ...parts.slice(asOperand(folded).length)];
    }
    return parts;
  }

  /** Without its parentheses the text would run into a neighbouring word. */
  private touchesWord(node: Span): boolean {
    return (
      isWordBoundaryCode(this.text.charCodeAt(node.start - 1)) ||
      isWordBoundaryCode(this.text.charCodeAt(node.end))
    );
  }

  private refuseOpenHole(operands: readonly ConditionNode[]): void {
    for (const operand of operands) {
      if (operand.type === 'logical') this.refuseOpenHole(operand.operands);
      else if (operand.type === 'not') this.refuseOpenHole([operand.operand]);
      else if (operand.type === 'test' && this.openHoles.has(operand.start)) {
        throw new Undecided('what stands in the hole may bind to the conditions beside it', operand);
      }
    }
  }
}

/** A node that stays as it is. */
function whole(node: Span, unary = true): Remainder {
  const bare = [{ start: node.start, end: node.end }];
  return { constant: null, touched: false, bare, wrapped: bare, unary, collapsed: false };
}

/** What is left of a node that stays one operand. */
function remainder(bare: readonly Part[]): Remainder {
  return { constant: null, touched: true, bare, wrapped: bare, unary: true, collapsed: false };
}

/** As a member of a chain or after `not`. */
function asOperand(folded: Remainder): readonly Part[] {
  return folded.unary ? folded.bare : folded.wrapped;
}

function negated(operand: ConditionNode, folded: Remainder): Part[] {
  if (operand.type === 'not' && !folded.touched) {
    return [{ start: operand.operand.start, end: operand.operand.end }];
  }
  if (operand.type === 'logical' && !folded.collapsed) return ['not (', ...folded.bare, ')'];
  return ['not ', ...asOperand(folded)];
}

/** What the hole holds may have operators of its own. */
function isHole(node: ConditionNode): boolean {
  return node.type === 'test' && node.operand.type === 'hole';
}

/** The edits that turn the text into its kept parts. */
function gaps(parts: readonly Part[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let end = 0;
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (part.start > end || text !== '') edits.push({ start: end, end: part.start, text });
    text = '';
    end = part.end;
  }
  return edits;
}
