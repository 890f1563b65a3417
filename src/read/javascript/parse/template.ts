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
  readonly kind: 'expression' | 'handler' | 'text' | 'script' | 'loop' | 'close';
  /** The name that a loop gives each item of the list that stands there. */
  readonly item?: string;
  /** Whether the item is named before the list, as in `v-for`. What is added stands where there is room for it. */
  readonly itemFirst?: boolean;
}

/** What nothing closes goes on to the end. */
const NOT_MARKUP = /<(script|style)\b[^>]*(?:$|>[\s\S]*?(?:<\/\1\s*>|$))|<!--[\s\S]*?(?:-->|$)/gi;
const OPENING = /<template\b/i;
const CLOSING = /<\/template\s*>/gi;
const TAG_NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/y;

/** Where the template stands, from its first tag to its last, and the expressions in it. */
export function templateExpressions(text: string): {
  readonly range: readonly [number, number];
  readonly expressions: readonly Expression[];
} | null {
  const markup = markupOf(text);
  const start = markup.search(OPENING);
  const endOfTag = start < 0 ? -1 : markup.indexOf('>', start);
  // Another language, such as Pug, has other rules.
  if (endOfTag < 0 || /\blang\s*=/i.test(markup.slice(start, endOfTag))) return null;
  const closings = [...markup.matchAll(CLOSING)];
  const end = closings.at(-1)?.index ?? markup.length;
  return end <= start ? null : { range: [start, end], expressions: expressionsIn(markup, start, end) };
}

function expressionsIn(markup: string, from: number, to: number): Expression[] {
  const found: Expression[] = [];
  const open: OpenTag[] = [];
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
    } else {
      const known = found.length;
      at = attributesOf(markup, next + 1, found);
      const loops = found.slice(known).filter(({ kind }) => kind === 'loop').length;
      closeLoops(markup, next, at, loops, open, found);
    }
  }
  return found;
}

interface OpenTag {
  readonly name: string;
  readonly loops: number;
}

/** A loop of an element lasts until its closing tag. */
function closeLoops(
  markup: string,
  tag: number,
  end: number,
  loops: number,
  open: OpenTag[],
  found: Expression[],
): void {
  const isClosing = markup.charAt(tag + 1) === '/';
  TAG_NAME.lastIndex = isClosing ? tag + 2 : tag + 1;
  const name = TAG_NAME.exec(markup)?.[0];
  if (name === undefined) return;
  const close = (start: number, count: number): void => {
    for (let nth = 0; nth < count; nth++) found.push({ start, end: start, kind: 'close', itemFirst: true });
  };
  if (isClosing) {
    const last = open.findLastIndex((one) => one.name === name);
    if (last >= 0) for (const one of open.splice(last)) close(tag, one.loops);
  } else if (markup.slice(end - 1, end + 2).includes('/>') || VOID.test(name)) close(end, loops);
  else open.push({ name, loops });
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

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
    const loop = value.slice(1, -1);
    const separator = /\s(?:in|of)\s+/.exec(loop);
    if (separator === null) return null;
    const names = /^\(?([^,()]*)(?:,[^()]*)?\)?$/.exec(loop.slice(0, separator.index).trim());
    if (names === null) return null;
    const list = from + separator.index + separator[0].length;
    return { start: list, end: to, kind: 'loop', item: (names[1] ?? '').trim(), itemFirst: true };
  }
  if (/^(?:v-bind)?:key$/.test(name)) return null;
  if (/^(?:v-|[:.])/.test(name)) return { start: from, end: to, kind: 'expression' };
  return value.includes('://') && !/[\\\r\n]/.test(value)
    ? { start, end: start + value.length, kind: 'text' }
    : null;
}

/** The expressions as statements, each where it stands. */
export function asStatements(text: string, expressions: readonly Expression[]): string {
  let script = '';
  for (const expression of fitting(expressions)) {
    const { start, end } = expression;
    const [before, after] = around(expression, expression === expressions.at(-1));
    script +=
      blank(text.slice(script.length, start - before.length)) + before + text.slice(start, end) + after;
  }
  return script + blank(text.slice(script.length));
}

/** What makes an expression a statement: the quote behind a handler ends its last one, the tag behind a script its own. */
function around({ kind, item = '', itemFirst }: Expression, isLast: boolean): readonly [string, string] {
  switch (kind) {
    case 'expression':
      return [';(', ')'];
    case 'handler':
      return [';', ';'];
    case 'text':
      return [';', ''];
    case 'script':
      return ['', isLast ? '' : ';'];
    case 'loop':
      return itemFirst === true ? [`;for(const ${item} of `, '){'] : [';(', `).map((${item})=>{`];
    case 'close':
      return ['', itemFirst === true ? '}' : '});'];
  }
}

/** Loops for which there is no room before the next expression, or that nothing closes, are their lists alone. */
function fitting(expressions: readonly Expression[]): readonly Expression[] {
  if (!expressions.some(({ kind }) => kind === 'loop')) return expressions;
  const left = new Set<Expression>();
  const open: Expression[] = [];
  const fits = (one: Expression | undefined, next: Expression | undefined): boolean =>
    one === undefined ||
    next === undefined ||
    one.end + around(one, false)[1].length <= next.start - around(next, false)[0].length;
  const room = (index: number, one: Expression): boolean =>
    fits(expressions[index - 1], one) && fits(one, expressions[index + 1]);
  expressions.forEach((one, index) => {
    if (one.kind === 'loop') {
      open.push(one);
      if (!room(index, one)) left.add(one);
    } else if (one.kind === 'close') {
      const loop = open.pop();
      if (loop === undefined || left.has(loop) || !room(index, one)) {
        left.add(one);
        if (loop !== undefined) left.add(loop);
      }
    }
  });
  for (const one of open) left.add(one);
  return expressions.flatMap((one): Expression[] => {
    if (!left.has(one)) return [one];
    return one.kind === 'loop' ? [{ start: one.start, end: one.end, kind: 'expression' }] : [];
  });
}

/** A text of which only the markup is left, in its place. */
export function markupOf(text: string): string {
  return text.replace(NOT_MARKUP, blank);
}

/** Line breaks stay; what lies between them is replaced at a go. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => ' '.repeat(line.length));
}
