/**
 * Text to tokens, without loss and without failing: what is no token becomes an `error` token, and the parser
 * says why.
 *
 * The language cannot be cut into tokens without context, but little context is enough. The tokenizer keeps
 * one state, set by the token before:
 *
 * - `operand`: a field, a call, `not`, or (in arguments) a literal may come;
 * - `operator`: an operand is complete; operators are matched as prefixes, so `andcf.client.bot` is `and`
 *   and a name, as in the published engine;
 * - `value` and `pattern`: after a comparison operator; after `matches` and `~` a quoted string is read by the
 *   rules of regular expressions, where `\"` is the only escape and a quote inside `[...]` does not end it;
 * - `set` inside braces, `index` inside brackets.
 *
 * Each character is looked at a bounded number of times, so the whole is linear.
 */
import { type ExpressionSource, HOLE_CODE, SourceText } from './source.js';
import {
  type ExpressionToken,
  HAS_ESCAPE,
  HAS_HOLE,
  isNameCode,
  isSpace,
  isWordCode,
  type Operator,
  QUOTE_IN_CLASS,
  type TokenKind,
  UNTERMINATED,
} from './tokens.js';

type State = 'operand' | 'operator' | 'value' | 'pattern' | 'set' | 'index';

const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;

/** Word operators by first letter; no one is a prefix of another. */
const WORD_OPERATORS: Readonly<Record<string, readonly Operator[]>> = {
  a: ['and'],
  b: ['bitwise_and'],
  c: ['contains'],
  e: ['eq'],
  g: ['ge', 'gt'],
  i: ['in'],
  l: ['le', 'lt'],
  m: ['matches'],
  n: ['ne'],
  o: ['or'],
  s: ['strict wildcard'],
  w: ['wildcard'],
  x: ['xor'],
};

const LOGICAL_WORDS: ReadonlyMap<string, Operator> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['xor', 'xor'],
]);

const OPERATORS_BY_CODE: readonly (readonly Operator[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => WORD_OPERATORS[String.fromCharCode(code)],
);

class Tokenizer {
  private readonly tokens: ExpressionToken[] = [];
  private readonly text: string;
  private readonly holes: ReadonlyMap<number, number> | null;
  private position = 0;
  private lead = 0;
  private state: State = 'operand';

  constructor(source: SourceText) {
    this.text = source.text;
    this.holes = source.holes;
  }

  run(): ExpressionToken[] {
    const { text } = this;
    this.position = outerSpaceStart(text);
    const end = this.position === text.length ? text.length : outerSpaceEnd(text);
    while (this.position < end) {
      const code = text.charCodeAt(this.position);
      if (isSpace(code)) {
        this.position++;
        continue;
      }
      this.next(code);
    }
    this.position = text.length;
    this.add('end', text.length, text.length);
    return this.tokens;
  }

  private next(code: number): ExpressionToken {
    const start = this.position;
    switch (code) {
      case 40:
        return this.mark('(', 'operand');
      case 41:
        return this.mark(')', 'operator');
      case 91:
        return this.mark('[', 'index');
      case 93:
        return this.mark(']', 'operator');
      case 123:
        return this.mark('{', 'set');
      case 125:
        return this.mark('}', 'operator');
      case 44:
        return this.mark(',', this.state === 'set' ? 'set' : 'operand');
      case QUOTE:
        return this.state === 'pattern' ? this.regex(start) : this.string(start);
      case APOSTROPHE:
        return this.singleQuoted(start);
      default:
    }
    switch (this.state) {
      case 'operand':
        return this.operand(start, code);
      case 'operator':
        return this.operator(start, code);
      case 'value':
      case 'pattern':
        return this.value(start, code, 'operator');
      case 'set':
        return this.value(start, code, 'set');
      case 'index':
        if (code === 42) return this.mark('*', 'index');
        return this.value(start, code, 'index');
    }
  }

  private operand(start: number, code: number): ExpressionToken {
    const { text } = this;
    if (code === 33) {
      if (text.charCodeAt(start + 1) === 61) return this.symbol(start, 2, 'ne');
      return this.mark('not', 'operand');
    }
    const raw = code === 114 ? this.rawString(start, 'operator') : null;
    if (raw !== null) return raw;
    if (code === 110 && text.startsWith('not', start)) {
      this.position = start + 3;
      return this.add('not', start, this.position);
    }
    if (isDigit(code) || code === 45 || code === 58) return this.word(start, 'operator');
    if (isNameCode(code) || this.isHole(start)) {
      const end = this.scanName(start);
      // In fragments, and by mistake, an operator may stand where an operand should.
      const logical = end - start <= 3 ? LOGICAL_WORDS.get(text.slice(start, end)) : undefined;
      if (logical !== undefined) return this.symbol(start, end - start, logical);
      this.position = end;
      this.state = 'operator';
      // `2001:db8::1` and `c0:ff:ee` begin like a name; the colon gives them away.
      if (text.charCodeAt(end) === 58) return this.word(start, 'operator');
      return this.addRun(start, end, 'name');
    }
    if (code === 36) return this.list(start, 'operator');
    return this.operator(start, code);
  }

  private operator(start: number, code: number): ExpressionToken {
    const { text } = this;
    const next = text.charCodeAt(start + 1);
    switch (code) {
      case 61:
        if (text.startsWith('===', start)) return this.error(start, 3);
        return next === 61 ? this.symbol(start, 2, 'eq') : this.unknown(start);
      case 33:
        if (text.startsWith('!==', start)) return this.error(start, 3);
        return next === 61 ? this.symbol(start, 2, 'ne') : this.unknown(start);
      case 60:
        return next === 61 ? this.symbol(start, 2, 'le') : this.symbol(start, 1, 'lt');
      case 62:
        return next === 61 ? this.symbol(start, 2, 'ge') : this.symbol(start, 1, 'gt');
      case 38:
        return next === 38 ? this.symbol(start, 2, 'and') : this.symbol(start, 1, 'bitwise_and');
      case 124:
        return next === 124 ? this.symbol(start, 2, 'or') : this.unknown(start);
      case 94:
        return next === 94 ? this.symbol(start, 2, 'xor') : this.unknown(start);
      case 126:
        return this.symbol(start, 1, 'matches');
      default:
    }
    const candidates = code < 128 ? OPERATORS_BY_CODE[code] : undefined;
    if (candidates !== undefined) {
      for (const operator of candidates) {
        if (text.startsWith(operator, start)) return this.symbol(start, operator.length, operator);
      }
    }
    return this.unknown(start);
  }

  private value(start: number, code: number, after: State): ExpressionToken {
    const raw = code === 114 ? this.rawString(start, after) : null;
    if (raw !== null) return raw;
    if (code === 36) return this.list(start, after);
    if (isWordCode(code) || this.isHole(start)) return this.word(start, after);
    return this.unknown(start);
  }

  /** An unquoted value. An integer ends before a logical operator that follows without white space. */
  private word(start: number, after: State): ExpressionToken {
    const end = this.scanWord(start);
    this.position = end;
    this.state = after;
    const cut = after === 'operator' ? integerBeforeOperator(this.text, start, end) : end;
    this.position = cut;
    return this.addRun(start, cut, 'word');
  }

  private addRun(start: number, end: number, kind: 'name' | 'word'): ExpressionToken {
    const flags = this.holeFlag(start, end);
    return this.add(flags !== 0 && end - start === 1 ? 'hole' : kind, start, end, null, flags);
  }

  /** Where the run of name characters and holes ends. */
  private scanName(start: number): number {
    const { text } = this;
    let end = start;
    while (end < text.length && (isNameCode(text.charCodeAt(end)) || this.isHole(end))) end++;
    return end;
  }

  private scanWord(start: number): number {
    const { text } = this;
    let end = start;
    while (end < text.length && (isWordCode(text.charCodeAt(end)) || this.isHole(end))) end++;
    return end;
  }

  private holeFlag(start: number, end: number): number {
    if (this.holes === null) return 0;
    for (let at = start; at < end; at++) if (this.holes.has(at)) return HAS_HOLE;
    return 0;
  }

  private list(start: number, after: State): ExpressionToken {
    const end = this.scanName(start + 1);
    this.position = end;
    this.state = after;
    return this.add('list', start, end, null, this.holeFlag(start, end));
  }

  private string(start: number): ExpressionToken {
    const { text } = this;
    let flags = 0;
    let end = start + 1;
    for (; ; end++) {
      if (end >= text.length) {
        flags |= UNTERMINATED;
        break;
      }
      const code = text.charCodeAt(end);
      if (code === QUOTE) {
        end++;
        break;
      }
      if (code === BACKSLASH) {
        flags |= HAS_ESCAPE;
        end++;
      } else if (code === HOLE_CODE && this.isHole(end)) flags |= HAS_HOLE;
    }
    return this.literal('string', start, Math.min(end, text.length), flags);
  }

  private regex(start: number): ExpressionToken {
    const { text } = this;
    let flags = 0;
    let inClass = false;
    let end = start + 1;
    for (; ; end++) {
      if (end >= text.length) {
        flags |= UNTERMINATED;
        break;
      }
      const code = text.charCodeAt(end);
      if (code === BACKSLASH) {
        flags |= HAS_ESCAPE;
        end++;
      } else if (code === QUOTE) {
        if (!inClass) {
          end++;
          break;
        }
        flags |= QUOTE_IN_CLASS;
      } else if (code === 91) inClass = true;
      else if (code === 93) inClass = false;
      else if (code === HOLE_CODE && this.isHole(end)) flags |= HAS_HOLE;
    }
    return this.literal('regex', start, Math.min(end, text.length), flags);
  }

  /** The raw string that starts here, if one does. */
  private rawString(start: number, after: State): ExpressionToken | null {
    const { text } = this;
    let hashes = 0;
    while (text.charCodeAt(start + 1 + hashes) === 35) hashes++;
    const open = start + 1 + hashes;
    if (text.charCodeAt(open) !== QUOTE) return null;
    const closing = `"${'#'.repeat(hashes)}`;
    const close = text.indexOf(closing, open + 1);
    const end = close < 0 ? text.length : close + closing.length;
    const flags = (close < 0 ? UNTERMINATED : 0) | this.holeFlag(open, end);
    this.position = end;
    this.state = after;
    return this.add('raw', start, end, null, flags);
  }

  private literal(kind: TokenKind, start: number, end: number, flags: number): ExpressionToken {
    this.position = end;
    if (this.state !== 'set' && this.state !== 'index') this.state = 'operator';
    return this.add(kind, start, end, null, flags);
  }

  /** `'...'` is no literal here; it is taken whole so that the message can show all of it. */
  private singleQuoted(start: number): ExpressionToken {
    const close = this.text.indexOf("'", start + 1);
    return this.literal('error', start, close < 0 ? this.text.length : close + 1, 0);
  }

  /** No token: a whole word, or a run of one and the same sign such as `===`. */
  private unknown(start: number): ExpressionToken {
    const code = this.text.charCodeAt(start);
    let end = start + 1;
    if (isNameCode(code)) end = this.scanName(start);
    else if (code === HOLE_CODE && this.isHole(start)) return this.loneHole(start);
    else {
      while (end < this.text.length && this.text.charCodeAt(end) === code && !this.isHole(end)) end++;
    }
    this.position = end;
    return this.add('error', start, end);
  }

  private error(start: number, length: number): ExpressionToken {
    this.position = start + length;
    return this.add('error', start, this.position);
  }

  private loneHole(start: number): ExpressionToken {
    this.position = start + 1;
    return this.add('hole', start, start + 1, null, HAS_HOLE);
  }

  private symbol(start: number, length: number, operator: Operator): ExpressionToken {
    this.position = start + length;
    const logical = operator === 'and' || operator === 'or' || operator === 'xor';
    this.state = logical ? 'operand' : operator === 'matches' ? 'pattern' : 'value';
    return this.add(logical ? 'logical' : 'comparison', start, this.position, operator);
  }

  private mark(kind: TokenKind, after: State): ExpressionToken {
    const start = this.position;
    this.position = start + 1;
    this.state = after;
    return this.add(kind, start, this.position);
  }

  private add(
    kind: TokenKind,
    start: number,
    end: number,
    operator: Operator | null = null,
    flags = 0,
  ): ExpressionToken {
    const token: ExpressionToken = { kind, lead: this.lead, start, end, operator, flags };
    this.tokens.push(token);
    this.lead = end;
    return token;
  }

  private isHole(offset: number): boolean {
    return this.holes?.has(offset) ?? false;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** White space of any kind is trimmed at both ends, unlike inside. */
function outerSpaceStart(text: string): number {
  return text.length - text.trimStart().length;
}

function outerSpaceEnd(text: string): number {
  return text.trimEnd().length;
}

const INTEGER_BEFORE_OPERATOR = /-?(?:0x[0-9a-fA-F]+|[0-9]+)(?=and|or|xor)/y;

function integerBeforeOperator(text: string, start: number, end: number): number {
  INTEGER_BEFORE_OPERATOR.lastIndex = start;
  const match = INTEGER_BEFORE_OPERATOR.exec(text);
  return match === null ? end : Math.min(end, start + match[0].length);
}

export function tokenizeSource(source: SourceText): ExpressionToken[] {
  return new Tokenizer(source).run();
}

/** The tokens of a text, whatever it holds. `printTokens` gives the text again. */
export function tokenize(source: ExpressionSource): ExpressionToken[] {
  return tokenizeSource(SourceText.of(source));
}
