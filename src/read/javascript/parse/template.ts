/**
 * The template of a component as script. Every expression of it keeps its place and becomes a statement, all else
 * becomes blanks, so that every offset is still one of the file: `@click="go(1)"` reads `;go(1);`, `:href="base + x"`
 * reads `;(base + x)`, and an address that stands in an attribute is a text by itself.
 *
 * The tags are found by a scanner that knows just enough of the language: comments, quoted attributes, braces.
 */

export interface Expression {
  readonly start: number;
  readonly end: number;
  /** A handler holds statements; the text of an attribute stands with its quotes; a script is left as it is. */
  readonly kind: 'expression' | 'handler' | 'text' | 'script';
}

const SCRIPT_OR_STYLE = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const OPENING = /<template\b[^>]*>/i;
const CLOSING = /<\/template\s*>/gi;
const TAG_NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/y;

/** Where the template stands, from its first tag to its last, and the expressions in it. */
export function templateExpressions(text: string): {
  readonly range: readonly [number, number];
  readonly expressions: readonly Expression[];
} | null {
  const markup = text.replace(SCRIPT_OR_STYLE, (block) => ' '.repeat(block.length));
  const opening = OPENING.exec(markup);
  // Another language, such as Pug, has other rules.
  if (opening === null || /\blang\s*=/i.test(opening[0])) return null;
  const closings = [...markup.matchAll(CLOSING)];
  const end = closings.at(-1)?.index ?? markup.length;
  const start = opening.index;
  return end <= start ? null : { range: [start, end], expressions: expressionsIn(markup, start, end) };
}

function expressionsIn(markup: string, from: number, to: number): Expression[] {
  const found: Expression[] = [];
  for (let at = from; at < to; ) {
    const tag = markup.indexOf('<', at);
    const braces = markup.indexOf('{{', at);
    const isBraces = braces >= 0 && (tag < 0 || braces < tag);
    const next = isBraces ? braces : tag;
    if (next < 0 || next >= to) break;
    if (isBraces) {
      const end = markup.indexOf('}}', next + 2);
      if (end < 0) break;
      found.push({ start: next + 2, end, kind: 'expression' });
      at = end + 2;
    } else if (markup.startsWith('<!--', next)) {
      const end = markup.indexOf('-->', next + 4);
      at = end < 0 ? to : end + 3;
    } else at = attributesOf(markup, next + 1, found);
  }
  return found;
}

/** Reads a tag from its name on; returns where it ends. */
function attributesOf(markup: string, from: number, found: Expression[]): number {
  TAG_NAME.lastIndex = from;
  if (!TAG_NAME.test(markup)) return from;
  let at = TAG_NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(markup);
    if (match === null) return at;
    at = ATTRIBUTE.lastIndex;
    const [, name = '', value] = match;
    const quote = value?.charAt(0);
    if (value === undefined || (quote !== '"' && quote !== "'")) continue;
    const expression = expressionOf(name, value, at - value.length);
    if (expression !== null) found.push(expression);
  }
}

/** What an attribute holds, if it is anything to be read. `start` is where its first quote stands. */
function expressionOf(name: string, value: string, start: number): Expression | null {
  const [from, to] = [start + 1, start + value.length - 1];
  if (name.startsWith('#') || name.startsWith('v-slot') || from === to) return null;
  if (name.startsWith('@') || name.startsWith('v-on:')) {
    const isFunction = /^\s*(?:async\s+)?function\b/.test(value.slice(1));
    return { start: from, end: to, kind: isFunction ? 'expression' : 'handler' };
  }
  if (name === 'v-for') {
    const list = /^[\s\S]*?\s(?:in|of)\s/.exec(value.slice(1, -1));
    return list === null ? null : { start: from + list[0].length, end: to, kind: 'expression' };
  }
  if (/^(?:v-|[:.])/.test(name)) return { start: from, end: to, kind: 'expression' };
  return /^[^\\\r\n]*:\/\/[^\\\r\n]*$/.test(value)
    ? { start, end: start + value.length, kind: 'text' }
    : null;
}

/** The expressions as statements, each where it stands. */
export function asStatements(text: string, expressions: readonly Expression[]): string {
  let script = '';
  for (const expression of expressions) {
    const { start, end, kind } = expression;
    const before = kind === 'expression' ? ';(' : kind === 'script' ? '' : ';';
    script += blank(text.slice(script.length, start - before.length)) + before + text.slice(start, end);
    script += kind === 'expression' ? ')' : '';
    // The quote behind a handler ends its last statement, the tag behind a script its own.
    if (kind === 'handler' || (kind === 'script' && expression !== expressions.at(-1))) script += ';';
  }
  return script + blank(text.slice(script.length));
}

export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
