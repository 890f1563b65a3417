/** The place in a token list, the nesting around it, and how to say that something else was expected. */

import { MAX_NESTING } from '../scheme/data.js';
import { fail } from './errors.js';
import { operatorHint, valueHint } from './hints.js';
import type { ExpressionToken } from './tokens.js';

export class TokenReader {
  protected position = 0;
  protected depth = 0;

  constructor(
    protected readonly text: string,
    readonly tokens: readonly ExpressionToken[],
  ) {}

  protected unexpected(message: string, expected: string, hint?: string): never {
    const token = this.peek();
    if (token.kind === 'hole') this.refuseHole(token, 'a hole stands where it cannot be understood');
    const shown = this.text.slice(token.start, token.end);
    const previous = this.tokens[this.position - 1];
    const afterOperator = previous?.kind === 'comparison';
    const usual = afterOperator ? valueHint(shown) : operatorHint(shown);
    fail('syntax', token.start, token.end, message, { expected, hint: hint ?? usual });
  }

  protected refuseHole(token: ExpressionToken, message: string): never {
    fail('hole', token.start, token.end, message, { expected: 'known text' });
  }

  protected describe(token: ExpressionToken): string {
    if (token.kind === 'end') return 'end of the expression';
    const shown = this.text.slice(token.start, Math.min(token.end, token.start + 40));
    return JSON.stringify(shown);
  }

  protected enter(token: ExpressionToken): void {
    if (++this.depth > MAX_NESTING) {
      fail('limit', token.start, token.end, `nested deeper than ${MAX_NESTING} levels`);
    }
  }

  protected peek(): ExpressionToken {
    const token = this.tokens[this.position];
    if (token === undefined) throw new Error('the token list does not end with an end token');
    return token;
  }

  protected take(): ExpressionToken {
    const token = this.peek();
    this.position++;
    return token;
  }
}
