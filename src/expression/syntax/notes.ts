/** What the parser takes down beside the tree: what holes stand for, and what only leniency accepts. */
import type { ExpressionHole, HoleRole, Span } from './ast.js';
import type { ExpressionError } from './errors.js';
import type { SourceText } from './source.js';
import { type ExpressionToken, HAS_HOLE, isWordBoundaryCode } from './tokens.js';

const NO_HOLES: readonly ExpressionHole[] = [];

export class Notes {
  readonly quirks: ExpressionError[] = [];
  private roles: Map<number, HoleRole> | null = null;

  constructor(private readonly source: SourceText) {}

  /** The holes met so far, in order. */
  holes(): readonly ExpressionHole[] {
    if (this.roles === null) return NO_HOLES;
    return [...this.roles].map(([offset, role]) => ({ offset, role })).sort((a, b) => a.offset - b.offset);
  }

  /** Every hole in the token stands for this; a later note replaces an earlier one. */
  hole(token: ExpressionToken, role: HoleRole): void {
    if ((token.flags & HAS_HOLE) === 0) return;
    for (let offset = token.start; offset < token.end; offset++) {
      if (this.source.holes?.has(offset)) this.holeAt(offset, role);
    }
  }

  holeAt(offset: number, role: HoleRole): void {
    this.roles ??= new Map();
    this.roles.set(offset, role);
  }

  quirk({ start, end }: Span, message: string, hint?: string): void {
    this.quirks.push({ kind: 'quirk', message, start, end, ...(hint === undefined ? {} : { hint }) });
  }

  /** White space at the ends is trimmed whatever it is, which nobody should rely on. */
  edge(start: number, end: number): void {
    if (start === end || !/[^ \r\n]/.test(this.source.text.slice(start, end))) return;
    this.quirk({ start, end }, 'white space other than spaces and line breaks');
  }

  /** Without white space `andssl` is read as `and ssl`; nobody should write that. */
  operatorEnds(token: ExpressionToken): void {
    const { text } = this.source;
    const message = 'an operator runs into its neighbour';
    if (
      isWordBoundaryCode(text.charCodeAt(token.end)) &&
      isWordBoundaryCode(text.charCodeAt(token.end - 1))
    ) {
      this.quirk(token, message, 'put a space after it');
    }
    if (
      isWordBoundaryCode(text.charCodeAt(token.start - 1)) &&
      isWordBoundaryCode(text.charCodeAt(token.start))
    ) {
      this.quirk(token, message, 'put a space before it');
    }
  }
}
