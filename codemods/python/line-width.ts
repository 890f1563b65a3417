/** A call that is written anew, and fits the lines of its file. */
import type { SyntaxTree } from '../../src/grammar/index.js';
import { startOfLine } from '../languages/elements.js';
import { indentAt } from '../places/indent.js';

const USUAL = 120;

/** The call with the map that it is given last on lines of its own, where one line would be too long. */
export function fitting({ text }: SyntaxTree, start: number, call: string): string {
  const longest = text.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
  const open = call.indexOf('{');
  const isOneMap = open >= 0 && call.endsWith('})') && !call.includes('\n');
  if (!isOneMap || start - startOfLine(text, start) + call.length <= Math.max(USUAL, longest)) return call;
  const parts = partsOf(call.slice(open + 1, -2));
  if (parts === null) return call;
  const indent = indentAt(text, start);
  const step = indent.startsWith('\t') ? '\t' : '    ';
  const lines = parts.map((part) => `\n${indent}${step}${part},`).join('');
  return `${call.slice(0, open + 1)}${lines}\n${indent}})`;
}

/** What stands between the commas of a map; null where brackets or quotes do not match. */
function partsOf(inner: string): readonly string[] | null {
  const parts: string[] = [];
  const open: string[] = [];
  let part = '';
  for (let at = 0; at < inner.length; at++) {
    const character = inner.charAt(at);
    const within = open.at(-1);
    if (within === '"' || within === "'") {
      if (character === '\\') part += inner.charAt(at++);
      else if (character === within) open.pop();
    } else if (character === '"' || character === "'") open.push(character);
    else if ('([{'.includes(character)) open.push(character);
    else if (')]}'.includes(character)) open.pop();
    else if (character === ',' && open.length === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    part += inner.charAt(at);
  }
  return open.length > 0 ? null : [...parts, ...(part.trim() === '' ? [] : [part.trim()])];
}
