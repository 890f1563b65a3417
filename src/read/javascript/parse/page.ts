/**
 * The handlers of a page: `<button onclick="save('id')">` is script that knows the names of the page's scripts.
 * They become statements where they stand.
 */
import { componentTemplate } from '../syntax/component-template.js';
import type { Node, Program } from '../syntax/estree.js';
import { startOf } from '../syntax/positions.js';
import { type Expression, markupOf } from './template.js';

const HANDLER = /\s(?:on[a-z]+|(?:@|x-on:)[\w.:-]+)\s*=\s*("[^"<>]*"|'[^'<>]*')/gi;
const ENTITY = /&(?:#\d+|#x[\da-f]+|\w+);/i;
/** Handlers of one page that are read. */
const MOST_HANDLERS = 500;

export function pageHandlers(text: string): readonly Expression[] {
  const markup = markupOf(text);
  const handlers: Expression[] = [];
  for (const match of markup.matchAll(HANDLER)) {
    const [whole, value = ''] = match;
    const end = match.index + whole.length - 1;
    const start = match.index + whole.length - value.length + 1;
    if (!/\S/.test(value.slice(1, -1)) || ENTITY.test(value)) continue;
    handlers.push({ start, end, kind: 'handler' });
    if (handlers.length === MOST_HANDLERS) break;
  }
  return handlers;
}

/**
 * Sets the statements of handlers apart from those of the scripts: what stands in an attribute is no place for the
 * edits and comments of a script.
 */
export function setHandlersApart(text: string, program: Program, stretches: readonly Expression[]): void {
  for (const { start, end, kind } of stretches) {
    if (kind !== 'handler') continue;
    const own: Node[] = [];
    const others: Node[] = [];
    for (const statement of program.body)
      (start <= startOf(statement) && startOf(statement) < end ? own : others).push(statement);
    if (own.length === 0) continue;
    program.body.length = 0;
    for (const other of others) program.body.push(other);
    program.body.push(componentTemplate([Math.max(0, text.lastIndexOf('<', start)), end], own));
  }
}
