/**
 * The handlers of a page: `<button onclick="save('id')">` is script that knows the names of the page's scripts.
 * They become statements where they stand.
 */
import { blank, type Expression } from './template.js';

const NOT_MARKUP = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
const HANDLER = /\s(?:on[a-z]+|(?:@|x-on:)[\w.:-]+)\s*=\s*("[^"<>]*"|'[^'<>]*')/gi;
const ENTITY = /&(?:#\d+|#x[\da-f]+|\w+);/i;
/** Handlers of one page that are read. */
const MOST_HANDLERS = 500;

export function pageHandlers(text: string): readonly Expression[] {
  const markup = text.replace(NOT_MARKUP, blank);
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
