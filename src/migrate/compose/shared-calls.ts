/** Calls of functions that a shared module has once for several kinds of things. */
import type { SharedModule } from '../model.js';

/** `listRules(CUSTOM_RULES, cf, zone)` of `listCustomRules(cf, zone)`. */
export function withCalls(text: string, calls: SharedModule['calls']): string {
  let written = '';
  let end = 0;
  for (const { 0: name, index } of text.matchAll(/\b\w+(?=[<(])/g)) {
    const call = calls.get(name);
    const open = afterTypeArguments(text, index + name.length);
    if (call === undefined || index < end || text[open] !== '(') continue;
    const space = /^\s*/.exec(text.slice(open + 1, open + 200))?.[0] ?? '';
    const types = text.slice(index + name.length, open);
    written += `${text.slice(end, index)}${call.name}${types}(${space}${call.first},${space || ' '}`;
    end = open + 1 + space.length;
  }
  return written + text.slice(end);
}

/** Where the type arguments end that begin at an offset; the offset itself, if none begin there. */
function afterTypeArguments(text: string, start: number): number {
  if (text[start] !== '<') return start;
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + 400); at += 1) {
    if (text[at] === '<') depth += 1;
    if (text[at] === '>' && text[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return start;
}
