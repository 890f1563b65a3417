/** Expressions of Python. */
import {
  type Clause,
  type Entry,
  type Expression,
  type Given,
  NOTHING,
  operation,
  type Pattern,
} from './code.js';
import { formatted, unescaped } from './python-texts.js';
import { type Word, wordsOfPython } from './python-words.js';

/** A text that is no Python, or in a form that is not read. */
export class Unreadable extends Error {}

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
];
const COMPARING: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'is', 'not']);
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);

export class ExpressionParser {
  protected at = 0;

  constructor(protected readonly words: readonly Word[]) {}

  protected get word(): Word {
    return this.words[this.at] ?? { kind: 'end', text: '' };
  }

  protected is(text: string): boolean {
    const { word } = this;
    return word.text === text && (word.kind === 'sign' || word.kind === 'name');
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected need(text: string): void {
    if (!this.take(text)) throw new Unreadable(`${text} is missing`);
  }

  /** One expression, or several with commas between them. */
  expressions(): Expression {
    const first = this.starred();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',')) {
      if (this.isOver()) break;
      items.push(this.starred());
    }
    return { kind: 'list', items };
  }

  protected isOver(): boolean {
    const { kind, text } = this.word;
    return (
      kind === 'line' ||
      kind === 'end' ||
      (kind === 'sign' && [')', ']', '}', '=', ':', ';'].includes(text)) ||
      (kind === 'name' && text === 'in')
    );
  }

  protected starred(): Expression {
    return this.take('*') ? operation('...', this.expression()) : this.expression();
  }

  expression(): Expression {
    if (this.take('lambda')) return this.lambda();
    if (this.take('yield')) {
      if (this.take('from')) return operation('yield', operation('each', this.expression()));
      return operation('yield', this.isOver() ? NOTHING : this.expressions());
    }
    const value = this.either();
    if (this.is(':=') && value.kind === 'name') {
      this.at++;
      return { kind: 'assign', target: value, value: this.expression() };
    }
    if (!this.take('if')) return value;
    const test = this.either();
    this.need('else');
    return { kind: 'choice', test, met: value, otherwise: this.expression() };
  }

  private lambda(): Expression {
    const parameters: { pattern: Pattern; otherwise: Expression | null; isRest: boolean }[] = [];
    while (!this.take(':')) {
      const isRest = this.take('**') || this.take('*');
      const { text } = this.word;
      this.at++;
      const otherwise = this.take('=') ? this.expression() : null;
      parameters.push({ pattern: { kind: 'name', name: text }, otherwise, isRest });
      this.take(',');
    }
    const value = this.expression();
    return { kind: 'function', code: { parameters, body: [{ kind: 'return', value }] } };
  }

  private either(): Expression {
    const parts = [this.both()];
    while (this.take('or')) parts.push(this.both());
    return parts.length === 1 ? (parts[0] ?? NOTHING) : operation('or', ...parts);
  }

  private both(): Expression {
    const parts = [this.negation()];
    while (this.take('and')) parts.push(this.negation());
    return parts.length === 1 ? (parts[0] ?? NOTHING) : operation('and', ...parts);
  }

  private negation(): Expression {
    return this.take('not') ? operation('not', this.negation()) : this.comparison();
  }

  private comparison(): Expression {
    let left = this.level(0);
    const found: Expression[] = [];
    while (COMPARING.has(this.word.text) && this.word.kind !== 'text') {
      const { text } = this.word;
      this.at++;
      let operator = text;
      if (text === 'not') {
        this.need('in');
        operator = 'not in';
      } else if (text === 'is') operator = this.take('not') ? '!=' : '==';
      const right = this.level(0);
      found.push(
        operator === 'not in'
          ? operation('not', operation('in', left, right))
          : operation(operator, left, right),
      );
      left = right;
    }
    const [only] = found;
    return found.length > 1 ? operation('and', ...found) : (only ?? left);
  }

  private level(depth: number): Expression {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.unary();
    let left = this.level(depth + 1);
    while (this.word.kind === 'sign' && operators.includes(this.word.text)) {
      const operator = this.word.text;
      this.at++;
      left = operation(operator, left, this.level(depth + 1));
    }
    return left;
  }

  private unary(): Expression {
    if (this.take('-')) return operation('-', this.unary());
    if (this.take('+') || this.take('~')) return this.unary();
    this.take('await');
    const value = this.postfix(this.atom());
    return this.take('**') ? operation('**', value, this.unary()) : value;
  }

  protected postfix(from: Expression): Expression {
    let value = from;
    for (;;) {
      if (this.take('.')) {
        value = { kind: 'member', of: value, key: this.word.text };
        this.at++;
      } else if (this.take('(')) value = { kind: 'call', of: value, given: this.given() };
      else if (this.take('[')) value = this.subscript(value);
      else return value;
    }
  }

  private subscript(of: Expression): Expression {
    const bounds: Expression[] = [];
    let isSlice = false;
    while (!this.take(']')) {
      if (this.take(':')) isSlice = true;
      else if (!this.take(',')) bounds.push(this.starred());
    }
    const [first = NOTHING] = bounds;
    if (isSlice) return operation('slice', of, ...bounds);
    if (first.kind === 'constant' && typeof first.value === 'string')
      return { kind: 'member', of, key: first.value };
    return { kind: 'item', of, at: first };
  }

  private given(): readonly Given[] {
    const found: Given[] = [];
    while (!this.take(')')) {
      const isSpread = this.take('**') || this.take('*');
      const next = this.words[this.at + 1];
      const isNamed = this.word.kind === 'name' && next?.kind === 'sign' && next.text === '=';
      const name = isNamed ? this.word.text : null;
      if (isNamed) this.at += 2;
      let value = this.expression();
      if (this.is('for') || this.is('async')) value = this.clauses(value);
      found.push({ name, value, isSpread });
      if (!this.take(',') && !this.is(')')) throw new Unreadable('an argument');
    }
    return found;
  }

  private atom(): Expression {
    const { word } = this;
    if (word.kind === 'text') return this.texts();
    this.at++;
    if (word.kind === 'number') return { kind: 'constant', value: Number(word.text.replace(/_/g, '')) };
    if (word.kind === 'name')
      return CONSTANTS.has(word.text)
        ? { kind: 'constant', value: CONSTANTS.get(word.text) ?? null }
        : { kind: 'name', name: word.text };
    if (word.text === '(') return this.tuple();
    if (word.text === '[') return this.list(']');
    if (word.text === '{') return this.braces();
    if (word.text === '...') return NOTHING;
    throw new Unreadable(`${word.kind} ${word.text}`);
  }

  private tuple(): Expression {
    if (this.take(')')) return { kind: 'list', items: [] };
    const first = this.starred();
    if (this.is('for') || this.is('async')) {
      const found = this.clauses(first);
      this.need(')');
      return found;
    }
    if (this.take(')')) return first;
    return this.list(')', [first]);
  }

  private list(closing: string, known: readonly Expression[] = []): Expression {
    const items = [...known];
    while (!this.take(closing)) {
      if (items.length > 0 && this.take(',')) continue;
      items.push(this.starred());
      if (this.is('for') || this.is('async')) {
        const found = this.clauses(items[0] ?? NOTHING);
        this.need(closing);
        return found;
      }
      if (!this.is(',') && !this.is(closing)) throw new Unreadable('a list');
    }
    return { kind: 'list', items };
  }

  private braces(): Expression {
    if (this.take('}')) return { kind: 'object', entries: [] };
    const entries: Entry[] = [];
    const items: Expression[] = [];
    while (!this.take('}')) {
      if (this.take('**')) entries.push({ key: null, value: this.expression() });
      else {
        const key = this.starred();
        if (!this.take(':')) items.push(key);
        else entries.push({ key, value: this.expression() });
        if (this.is('for') || this.is('async')) {
          const [entry] = entries;
          const item =
            entry === undefined
              ? (items[0] ?? NOTHING)
              : operation('pair', entry.key ?? NOTHING, entry.value);
          const found = this.clauses(item);
          this.need('}');
          return found;
        }
      }
      if (!this.take(',') && !this.is('}')) throw new Unreadable('a set or an object');
    }
    return items.length > 0 ? { kind: 'list', items } : { kind: 'object', entries };
  }

  private clauses(item: Expression): Expression {
    const over: Clause[] = [];
    while (this.take('async') || this.is('for')) {
      this.need('for');
      const target = this.targets();
      this.need('in');
      const list = this.either();
      const tests: Expression[] = [];
      while (this.take('if')) tests.push(this.either());
      over.push({ target, list, tests });
    }
    return { kind: 'loop', item, over };
  }

  protected targets(): Pattern {
    const items: Pattern[] = [];
    let isList = false;
    while (!this.isOver()) {
      this.take('*');
      if (this.take('(') || this.take('[')) {
        items.push(this.targets());
        if (!this.take(')')) this.need(']');
      } else items.push(patternOf(this.postfix(this.atom())));
      if (!this.take(',')) break;
      isList = true;
    }
    const [first] = items;
    return first !== undefined && !isList ? first : { kind: 'items', items };
  }

  /** Texts that stand behind each other are one. */
  private texts(): Expression {
    const parts: Expression[] = [];
    while (this.word.kind === 'text') {
      const { text, prefix = '' } = this.word;
      this.at++;
      if (prefix.includes('f')) {
        const found = formatted(text, expressionOf);
        if (found === null) throw new Unreadable('a formatted text');
        parts.push(...found);
      } else parts.push({ kind: 'constant', value: prefix.includes('r') ? text : unescaped(text) });
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined && only.kind === 'constant'
      ? only
      : { kind: 'template', parts };
  }
}

export function expressionOf(text: string): Expression {
  const words = wordsOfPython(text.trim());
  if (words === null) throw new Unreadable('an expression');
  return new ExpressionParser(words).expressions();
}

export function patternOf(value: Expression): Pattern {
  if (value.kind === 'name') return value;
  if (value.kind === 'list') return { kind: 'items', items: value.items.map(patternOf) };
  if (value.kind === 'operation' && value.operator === '...') return patternOf(value.of[0] ?? NOTHING);
  return { kind: 'place', place: value };
}
