/** `RUN` of a Dockerfile. */
import { continuedLines, onOneLine } from './continued.js';
import { JQ, type Range, type ScriptFormat } from './format.js';

export const dockerfile: ScriptFormat<Range> = {
  placeAt: ({ text }, at) => {
    const { start, end } = continuedLines(text, at);
    const [run] = /^[ \t]*RUN[ \t]+(?![-[<])/i.exec(text.slice(start, end)) ?? [];
    // Comments may stand between the lines, which no shell sees.
    const isPlain =
      run !== undefined && !/\n[ \t]*#|<</.test(text.slice(start, end)) && !/^[ \t]*SHELL\b/im.test(text);
    return isPlain ? { start: start + run.length, end } : null;
  },
  shown: (text) => ({ text, written: (part) => part }),
  hasJq: ({ text }) => JQ.test(text),
  inside: onOneLine,
  without: (text, { start, end }) => ({
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: Math.min(end + 1, text.length),
    text: '',
  }),
};
