/** The right side of comparisons and literal arguments: strings, numbers, addresses, sets and lists. */

import { parseRegex } from '../regex/parse.js';
import { fieldType, functionSignature, isKnownField } from '../scheme/scheme.js';
import type { BytesNode, LiteralNode, OperandNode, RightNode, SetNode, StringNode } from './ast.js';
import { fail } from './errors.js';
import { valueHint } from './hints.js';
import { isAddress } from './ip.js';
import {
  checkNetwork,
  checkRange,
  decodeQuoted,
  decodeRegexLiteral,
  looksLikeBytes,
  looksLikeInteger,
  parseInteger,
  rawContent,
} from './literals.js';
import type { Notes } from './notes.js';
import {
  type ComparisonOperator,
  type ExpressionToken,
  HAS_ESCAPE,
  HAS_HOLE,
  QUOTE_IN_CLASS,
  UNTERMINATED,
} from './tokens.js';
import { parseWildcard } from './wildcard.js';

/** Which literals an operator takes, whatever the type on its left. */
const TAKES: Readonly<Record<ComparisonOperator, 'any' | 'text' | 'regex' | 'wildcard' | 'integer' | 'set'>> =
  {
    eq: 'any',
    ne: 'any',
    lt: 'any',
    le: 'any',
    gt: 'any',
    ge: 'any',
    contains: 'text',
    matches: 'regex',
    wildcard: 'wildcard',
    'strict wildcard': 'wildcard',
    bitwise_and: 'integer',
    in: 'set',
  };

const EXPECTED = {
  any: 'a value',
  text: 'a string in double quotes',
  regex: 'a regular expression in double quotes',
  wildcard: 'a wildcard pattern in double quotes',
  integer: 'an integer',
  set: 'a set {...} or a $list',
} as const;

const LIST_NAME = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

export class ValueParser {
  constructor(
    private readonly text: string,
    private readonly notes: Notes,
  ) {}

  /** The node that starts at a token, and the token after it. */
  right(
    operator: ComparisonOperator,
    left: OperandNode,
    tokens: readonly ExpressionToken[],
    at: number,
  ): { node: RightNode; next: number } {
    const token = tokens[at];
    if (token === undefined) throw new Error('the token list does not end with an end token');
    const takes = TAKES[operator];
    if (token.kind === 'list') return { node: this.list(token), next: at + 1 };
    if (token.kind === '{') {
      if (takes !== 'set') this.refuseSet(operator, token);
      return this.set(tokens, at);
    }
    if (token.kind === 'hole') {
      this.notes.hole(token, takes === 'set' ? 'set' : isPattern(takes) ? 'pattern' : 'literal');
      return { node: { type: 'hole', start: token.start, end: token.end }, next: at + 1 };
    }
    if (takes === 'set') this.refuse(token, 'in needs a set or a list', EXPECTED.set);
    const node = isPattern(takes) ? this.pattern(token, takes) : this.literal(token, 'literal', left);
    if (
      node === null ||
      (takes === 'text' && !isTextual(node)) ||
      (takes === 'integer' && !isIntegral(node))
    ) {
      this.refuse(token, takes === 'any' ? 'not a value' : `not what ${operator} takes`, EXPECTED[takes]);
    }
    if (node.type === 'integer') this.noteNegative(node.value, token);
    return { node, next: at + 1 };
  }

  /** A literal as an argument of a call; null where the token is none. */
  argument(token: ExpressionToken): LiteralNode | null {
    switch (token.kind) {
      case 'string':
      case 'raw':
        return this.string(token, 'text');
      case 'word':
        return isNameWord(this.text.slice(token.start, token.end))
          ? null
          : this.word(token, 'argument', null);
      default:
        return null;
    }
  }

  string(token: ExpressionToken, role: 'text' | 'pattern' | 'index'): StringNode {
    const { start, end, flags } = token;
    if ((flags & UNTERMINATED) !== 0) this.refuseUnterminated(token);
    const form = token.kind === 'raw' ? 'raw' : token.kind === 'regex' ? 'regex' : 'quoted';
    this.notes.hole(token, role);
    const value = this.stringValue(token, form);
    if ((flags & QUOTE_IN_CLASS) !== 0) {
      const message = 'an unescaped quote in a class of a regular expression';
      this.notes.quirk(token, message, 'use a raw string: r#"..."#');
    }
    return { type: 'string', form, value: (flags & HAS_HOLE) === 0 ? value : null, start, end };
  }

  private stringValue(token: ExpressionToken, form: StringNode['form']): string {
    const { start, end, flags } = token;
    if (form === 'raw') return rawContent(this.text, start, end);
    if ((flags & HAS_ESCAPE) === 0) return this.text.slice(start + 1, end - 1);
    return form === 'regex' ? decodeRegexLiteral(this.text, start, end) : decodeQuoted(this.text, start, end);
  }

  /** The error lies at the end of the text where the quote is missing, unless a raw string was opened. */
  private refuseUnterminated(token: ExpressionToken): never {
    if (token.kind !== 'raw') {
      fail('syntax', token.end, token.end, 'the string is not closed', {
        expected: '"',
        hint: `it starts at column ${token.start + 1}`,
      });
    }
    fail('syntax', token.start, token.end, 'the raw string is not closed', {
      expected: 'a quote and the same number of # as at the start',
    });
  }

  private pattern(token: ExpressionToken, takes: 'regex' | 'wildcard'): StringNode | null {
    const quoted = takes === 'regex' ? 'regex' : 'string';
    if (token.kind !== quoted && token.kind !== 'raw') return null;
    const node = this.string(token, 'pattern');
    if (node.value === null) return node;
    if (takes === 'regex') checkRegex(node, node.value);
    else checkWildcard(node, node.value);
    return node;
  }

  /** A single literal; null where the token is none. */
  private literal(
    token: ExpressionToken,
    role: 'literal' | 'items',
    left: OperandNode | null,
  ): LiteralNode | null {
    if (token.kind === 'string' || token.kind === 'raw') return this.string(token, 'text');
    if (token.kind === 'word') return this.word(token, role, left);
    return null;
  }

  private word(
    token: ExpressionToken,
    role: 'literal' | 'items' | 'argument',
    left: OperandNode | null,
  ): LiteralNode {
    const { start, end } = token;
    if ((token.flags & HAS_HOLE) !== 0) {
      this.notes.hole(token, role);
      return { type: 'hole', start, end };
    }
    const word = this.text.slice(start, end);
    if (looksLikeInteger(word)) return { type: 'integer', value: parseInteger(word, start, end), start, end };
    if (word.includes('..')) return this.range(token, word, role);
    if (word.includes('/')) return this.network(token, word, role);
    if (isAddress(word)) return { type: 'ip', text: word, start, end };
    if (looksLikeBytes(word) && !(isDecimal(word) && isInteger(left))) return bytes(word, start, end);
    if (word === 'true' || word === 'false') return { type: 'boolean', value: word === 'true', start, end };
    this.refuseWord(token, word);
  }

  private range(token: ExpressionToken, word: string, role: string): LiteralNode {
    const { start, end } = token;
    const middle = word.indexOf('..');
    const from = word.slice(0, middle);
    const to = word.slice(middle + 2);
    if (from === '' || to === '') {
      this.refuse(token, 'a range needs a value on both sides', 'from..to without white space');
    }
    if (role !== 'items')
      this.refuse(token, 'a range may only stand in a set', 'one value', 'write in {a..b}');
    const of = checkRange(from, to, start, end);
    if (of === 'integer') this.noteNegative(parseInteger(from, start, end), token);
    return { type: 'range', of, from, to, start, end };
  }

  private network(token: ExpressionToken, word: string, role: string): LiteralNode {
    const { start, end } = token;
    if (!isAddress(word.slice(0, word.indexOf('/')))) this.refuseWord(token, word);
    if (role !== 'items') {
      const message = 'a range of addresses may only stand in a set';
      this.refuse(token, message, 'one address', `write in {${word}}`);
    }
    checkNetwork(word, start, end);
    return { type: 'cidr', text: word, start, end };
  }

  private refuseWord(token: ExpressionToken, word: string): never {
    const { start, end } = token;
    if (isDecimal(word)) {
      fail('syntax', start + word.indexOf('.'), end, 'there are no decimal numbers', {
        expected: 'an integer',
      });
    }
    if (/^[0-9][0-9.]*(?:\/.*)?$/.test(word) || /^[0-9a-fA-F]*:[0-9a-fA-F:.]*(?:\/.*)?$/.test(word)) {
      fail('literal', start, end, 'not a valid address', { expected: 'an IPv4 or IPv6 address' });
    }
    const hint = isKnownField(word)
      ? 'the right side is always a literal; two fields cannot meet'
      : undefined;
    this.refuse(token, 'not a value', 'a value', hint);
  }

  private set(tokens: readonly ExpressionToken[], at: number): { node: SetNode; next: number } {
    const open = tokens[at];
    const items: LiteralNode[] = [];
    let previousEnd = -1;
    for (let position = at + 1; ; position++) {
      const token = tokens[position];
      if (open === undefined || token === undefined) throw new Error('the token list has no end token');
      if (token.kind === '}') {
        const node: SetNode = { type: 'set', items, start: open.start, end: token.end };
        if (items.length === 0) this.notes.quirk(node, 'an empty set matches nothing');
        return { node, next: position + 1 };
      }
      items.push(this.item(token, open));
      if (token.start === previousEnd) {
        this.notes.quirk(token, 'items run into each other', 'separate the items by a space');
      }
      previousEnd = token.end;
    }
  }

  private item(token: ExpressionToken, open: ExpressionToken): LiteralNode {
    if (token.kind === 'hole') {
      this.notes.hole(token, 'items');
      return { type: 'hole', start: token.start, end: token.end };
    }
    const item = this.literal(token, 'items', null);
    if (item?.type === 'integer') this.noteNegative(item.value, token);
    if (item !== null) return item;
    if (token.kind === ',') {
      const hint = 'the items of a set are separated by spaces: {"a" "b"}';
      this.refuse(token, 'a comma in a set', 'an item or }', hint);
    }
    if (token.kind === 'end') {
      this.refuse(token, 'the set is not closed', '}', `it starts at column ${open.start + 1}`);
    }
    this.refuse(token, 'not an item of a set', 'an item or }');
  }

  private list(token: ExpressionToken): RightNode {
    const { start, end } = token;
    if ((token.flags & HAS_HOLE) !== 0) {
      this.notes.hole(token, 'list');
      return { type: 'list', name: null, start, end };
    }
    const name = this.text.slice(start + 1, end);
    if (!LIST_NAME.test(name)) {
      fail('syntax', start + 1, end, 'not a valid list name', {
        expected: 'lower-case letters, digits and _',
        hint: 'only managed lists have a dot in their name: $cf.malware',
      });
    }
    return { type: 'list', name, start, end };
  }

  private refuseSet(operator: ComparisonOperator, token: ExpressionToken): never {
    const hint =
      operator === 'eq'
        ? 'write in {...}'
        : operator === 'ne'
          ? 'write not a in {...}'
          : `write one comparison for each value: a ${operator} "x" or a ${operator} "y"`;
    this.refuse(token, `${operator} does not take a set`, EXPECTED[TAKES[operator]], hint);
  }

  private refuse(token: ExpressionToken, message: string, expected: string, hint?: string): never {
    const shown = this.text.slice(token.start, token.end);
    const what = token.kind === 'end' ? 'the expression ends where a value is expected' : message;
    fail('syntax', token.start, token.end, what, { expected, hint: hint ?? valueHint(shown) });
  }

  private noteNegative(value: bigint, token: ExpressionToken): void {
    if (value < 0n) this.notes.quirk(token, 'a negative number in a comparison');
  }
}

function isPattern(takes: string): takes is 'regex' | 'wildcard' {
  return takes === 'regex' || takes === 'wildcard';
}

function isTextual(node: LiteralNode): boolean {
  if (node.type === 'ip') return looksLikeBytes(node.text);
  return node.type === 'string' || node.type === 'bytes' || node.type === 'hole';
}

function isIntegral(node: LiteralNode): boolean {
  return node.type === 'integer' || node.type === 'hole';
}

/** A segment of a name may begin with a digit, as a literal does. */
function isNameWord(word: string): boolean {
  return /^[\d.]*[A-Za-z_][\w.]*$/.test(word) && !looksLikeInteger(word) && !looksLikeBytes(word);
}

function isDecimal(word: string): boolean {
  return /^-?[0-9]+\.[0-9]+$/.test(word);
}

function isInteger(left: OperandNode | null): boolean {
  if (left === null || left.indexes.length > 0) return false;
  if (left.type === 'call') return functionSignature(left.name)?.returns === 'Integer';
  return left.type === 'field' && left.name !== null && fieldType(left.name) === 'Integer';
}

function bytes(text: string, start: number, end: number): BytesNode {
  return { type: 'bytes', text, start, end };
}

/** Where in the literal a fault of its content lies; exact only where no escape moves the content. */
function contentStart(node: StringNode, value: string, offset: number): number {
  const quotes = node.form === 'raw' ? (node.end - node.start - value.length - 1) / 2 : 0;
  const open = node.start + 1 + quotes;
  const exact = node.form === 'raw' || node.end - node.start === value.length + 2;
  return exact ? Math.min(open + offset, node.end - 1) : node.start;
}

function checkRegex(node: StringNode, value: string): void {
  const regex = parseRegex(value);
  if (regex.ok) return;
  const { message, offset, hint } = regex;
  fail('regex', contentStart(node, value, offset), node.end, message, { hint });
}

function checkWildcard(node: StringNode, value: string): void {
  const wildcard = parseWildcard(value);
  if (wildcard.ok) return;
  const { message, offset, hint } = wildcard;
  fail('wildcard', contentStart(node, value, offset), node.end, message, { hint });
}
