/** Commands of a Makefile: each is run by a shell of its own. */
import { continuedLines, onOneLine } from './continued.js';
import type { Range, ScriptFormat } from './format.js';

/** A variable of the shell, which make is told by two dollars, or one of make. */
const VARIABLE = /\$\$(\w+)|\$\$\{(\w+)\}|\$\((\w+)\)/g;

export const makefile: ScriptFormat<Range> = {
  placeAt: ({ text }, at) => {
    const { start, end } = continuedLines(text, at);
    const [before] = /^\t[ \t]*[@+-]*/.exec(text.slice(start, end)) ?? [];
    const isOneShell = /^\.ONESHELL:|^SHELL\s*[:?]?=(?!\s*(?:\/\w+)*\/?(?:ba)?sh\b)/m.test(text);
    return before === undefined || isOneShell ? null : { start: start + before.length, end };
  },
  shown: (script) => {
    const originals = new Map<string, string>();
    // Names get a sign more in place of the dollar, so that no place moves.
    const text = script.replace(VARIABLE, (original, own?: string, braced?: string, ofMake?: string) => {
      const shown =
        own !== undefined ? `$${own}_` : braced !== undefined ? `\${${braced}_}` : `\${${ofMake}}`;
      originals.set(shown, original);
      return shown;
    });
    const written = (part: string) =>
      part.replace(/\$(?:\w+|\{\w+\})?/g, (shown) => originals.get(shown) ?? `$${shown}`);
    return { text, written };
  },
  hasJq: () => true,
  inside: onOneLine,
  without: (text, { start, end }) => {
    const [first, last] = [text.lastIndexOf('\n', start - 1) + 1, Math.min(end + 1, text.length)];
    const above = text.slice(0, first).split('\n').at(-2) ?? '';
    const below = text.slice(last).split('\n', 1)[0] ?? '';
    // A target that only says that it is done has nothing to do.
    const isCommand = (line: string) => /^\t[ \t]*[@+-]*(?![@+-]|echo\b|printf\b)\S/.test(line);
    return isCommand(above) || isCommand(below) ? { start: first, end: last, text: '' } : null;
  },
};
