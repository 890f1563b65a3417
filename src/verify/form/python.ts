/** Statements of Python. */
import {
  type Expression,
  type Handler,
  NOTHING,
  operation,
  type Parameter,
  type Pattern,
  type Statement,
} from './code.js';
import { ExpressionParser, patternOf, Unreadable } from './python-expressions.js';
import { type Word, wordsOfPython } from './python-words.js';

const ADDED = /^(?:\+|-|\*|\/|\/\/|%|@|&|\||\^|\*\*|<<|>>)=$/;
const LONGEST = 400_000;

/** Null for a text that is no Python, or in a form that is not read. */
export function pythonCode(text: string): readonly Statement[] | null {
  const words = text.length > LONGEST ? null : wordsOfPython(text);
  if (words === null) return null;
  try {
    return new Parser(words).program();
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return null;
    throw error;
  }
}

class Parser extends ExpressionParser {
  program(): readonly Statement[] {
    const found: Statement[] = [];
    while (this.word.kind !== 'end') found.push(...this.statement());
    return found;
  }

  private statement(): readonly Statement[] {
    if (this.word.kind === 'line') {
      this.at++;
      return [];
    }
    if (this.take('@')) {
      this.expression();
      return this.statement();
    }
    this.take('async');
    if (this.take('def')) return [this.definition()];
    if (this.take('class')) return [this.class()];
    if (this.take('if')) return [this.branch()];
    if (this.take('for')) return this.loop();
    if (this.take('while')) {
      const test = this.expression();
      return [{ kind: 'while', test, body: this.block() }, ...this.otherwise()];
    }
    if (this.take('try')) return [this.attempt()];
    if (this.take('with')) return this.context();
    if (this.is('match') && this.isMatch()) return this.match();
    return this.line();
  }

  private block(): readonly Statement[] {
    this.need(':');
    if (!this.isKind('line')) return this.line();
    this.at++;
    if (!this.isKind('in')) throw new Unreadable('a block');
    this.at++;
    const found: Statement[] = [];
    while (this.word.kind !== 'out' && this.word.kind !== 'end') found.push(...this.statement());
    this.at++;
    return found;
  }

  private isKind(kind: Word['kind']): boolean {
    return this.word.kind === kind;
  }

  private otherwise(): readonly Statement[] {
    return this.take('else') ? this.block() : [];
  }

  private line(): readonly Statement[] {
    const found: Statement[] = [];
    while (this.word.kind !== 'line' && this.word.kind !== 'end') {
      if (this.take(';')) continue;
      found.push(...this.simple());
      if (!this.is(';') && !this.isKind('line') && !this.isKind('end'))
        throw new Unreadable(`${this.word.text} in a line`);
    }
    this.at++;
    return found;
  }

  private simple(): readonly Statement[] {
    const isBare = () => this.isOver();
    if (this.take('pass') || this.take('global') || this.take('nonlocal')) {
      while (!isBare()) this.at++;
      return [];
    }
    if (this.is('import') || this.is('from')) {
      while (this.word.kind !== 'line' && this.word.kind !== 'end') this.at++;
      return [];
    }
    if (this.take('break') || this.take('continue')) return [{ kind: 'jump' }];
    if (this.take('return')) return [{ kind: 'return', value: isBare() ? null : this.expressions() }];
    if (this.take('raise')) {
      const value = isBare() ? null : this.expression();
      if (this.take('from')) this.expression();
      return [{ kind: 'throw', value }];
    }
    if (this.take('del')) return [{ kind: 'value', value: operation('delete', this.expressions()) }];
    if (this.take('assert')) {
      const test = this.expression();
      const value = this.take(',') ? this.expression() : NOTHING;
      return [
        {
          kind: 'if',
          test: operation('not', test),
          met: [{ kind: 'throw', value }],
          otherwise: [],
        },
      ];
    }
    return this.assignment();
  }

  private assignment(): readonly Statement[] {
    const first = this.expressions();
    if (this.word.kind === 'sign' && ADDED.test(this.word.text)) {
      const operator = this.word.text.slice(0, -1);
      this.at++;
      const value = operation(operator, first, this.expressions());
      return [{ kind: 'assign', target: patternOf(first), value }];
    }
    if (this.take(':')) {
      this.expression();
      if (!this.is('=')) return [{ kind: 'assign', target: patternOf(first), value: operation('given') }];
    }
    const targets = [first];
    while (this.take('=')) targets.push(this.expressions());
    const value = targets.pop() ?? NOTHING;
    return targets.length === 0
      ? [{ kind: 'value', value }]
      : targets.map((target) => ({ kind: 'assign', target: patternOf(target), value }));
  }

  private definition(): Statement {
    const name = this.word.text;
    this.at++;
    this.need('(');
    const parameters: Parameter[] = [];
    while (!this.take(')')) {
      if (this.take('/') || this.take(',')) continue;
      const isRest = this.take('**') || this.take('*');
      // What follows a lone star is given by its name.
      if (isRest && (this.is(',') || this.is(')'))) continue;
      const pattern: Pattern = { kind: 'name', name: this.word.text };
      this.at++;
      if (this.take(':')) this.expression();
      parameters.push({ pattern, otherwise: this.take('=') ? this.expression() : null, isRest });
    }
    if (this.take('->')) this.expression();
    return { kind: 'function', name, code: { parameters, body: this.block() } };
  }

  private class(): Statement {
    const name = this.word.text;
    this.at++;
    if (this.is('(')) this.postfix({ kind: 'name', name });
    return { kind: 'class', name, body: this.block() };
  }

  private branch(): Statement {
    const test = this.expression();
    const met = this.block();
    const otherwise = this.take('elif') ? [this.branch()] : this.otherwise();
    return { kind: 'if', test, met, otherwise };
  }

  private loop(): readonly Statement[] {
    const target = this.targets();
    this.need('in');
    const list = this.expressions();
    return [{ kind: 'for', target, list, body: this.block() }, ...this.otherwise()];
  }

  private attempt(): Statement {
    const body = [...this.block()];
    const handlers: Handler[] = [];
    while (this.take('except')) {
      this.take('*');
      const test = this.is(':') ? null : this.expression();
      const name = this.take('as') ? this.word.text : null;
      if (name !== null) this.at++;
      handlers.push({ test, name, body: this.block() });
    }
    body.push(...this.otherwise());
    return { kind: 'try', body, handlers, last: this.take('finally') ? this.block() : [] };
  }

  private context(): readonly Statement[] {
    const isWrapped = this.is('(') && this.isGroup();
    if (isWrapped) this.at++;
    const opened: Statement[] = [];
    do {
      if (isWrapped && this.is(')')) break;
      const value = this.expression();
      if (this.take('as')) opened.push({ kind: 'assign', target: patternOf(this.one()), value });
      else opened.push({ kind: 'value', value });
    } while (this.take(','));
    if (isWrapped) this.need(')');
    return [...opened, ...this.block()];
  }

  private one(): Expression {
    return this.expression();
  }

  /** `with (open(a) as b, …):` */
  private isGroup(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.words.length; at++) {
      const { kind, text } = this.words[at] ?? { kind: 'end', text: '' };
      if (kind === 'line' || kind === 'end') return false;
      if (kind !== 'sign' && !(kind === 'name' && text === 'as' && depth === 1)) continue;
      if (kind === 'name') return true;
      if ('([{'.includes(text)) depth++;
      if (')]}'.includes(text) && --depth === 0) return false;
    }
    return false;
  }

  /** `match` is a name elsewhere. */
  private isMatch(): boolean {
    const next = this.words[this.at + 1];
    return next?.kind === 'name' && !['in', 'is', 'and', 'or', 'if', 'not'].includes(next.text);
  }

  private match(): readonly Statement[] {
    this.at++;
    const value = this.expressions();
    this.need(':');
    while (this.word.kind === 'line' || this.word.kind === 'in') this.at++;
    let chain: readonly Statement[] = [];
    const cases: { test: Expression; body: readonly Statement[] }[] = [];
    while (this.take('case')) {
      const pattern = this.expressions();
      const guard = this.take('if') ? this.expression() : null;
      const isRest = pattern.kind === 'name' && pattern.name === '_';
      const test = isRest ? ({ kind: 'constant', value: true } as const) : operation('==', value, pattern);
      cases.push({ test: guard === null ? test : operation('and', test, guard), body: this.block() });
    }
    this.at++;
    for (const { test, body } of cases.reverse())
      chain = test.kind === 'constant' ? body : [{ kind: 'if', test, met: body, otherwise: chain }];
    return chain;
  }
}
