/** Words of Python: names, numbers, texts, signs, and the ends and depths of lines. */

export interface Word {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'line' | 'in' | 'out' | 'end';
  readonly text: string;
  /** Of a text, what stands before its quote. */
  readonly prefix?: string;
}

const BLANK = /[ \t\f\r]+/y;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?\.?)[jJ]?/y;
const OPENING = /([rRbBuUfF]{0,2})("""|'''|"|')/y;
const SIGN =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|:=|->|[=!<>]=|[+\-*/%@&|^]=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>()[\]{},:.;=!]/y;

/** Null for a text that is no Python. */
export function wordsOfPython(text: string): readonly Word[] | null {
  const words: Word[] = [];
  const depths = [0];
  let brackets = 0;
  let isStart = true;
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    if (isStart && brackets === 0) {
      const start = at;
      while (text[at] === ' ' || text[at] === '\t' || text[at] === '\f') at++;
      const sign = text[at];
      if (sign === '\n' || sign === '\r' || sign === '#' || sign === undefined) {
        at = lineEnd(text, at) + 1;
        continue;
      }
      const depth = text.slice(start, at).replace(/\t/g, '        ').length;
      isStart = false;
      if (depth > (depths.at(-1) ?? 0)) {
        depths.push(depth);
        words.push({ kind: 'in', text: '' });
      }
      while (depth < (depths.at(-1) ?? 0)) {
        depths.pop();
        words.push({ kind: 'out', text: '' });
      }
    }
    const sign = text[at];
    if (sign === '\n') {
      at++;
      if (brackets === 0) {
        words.push({ kind: 'line', text: '' });
        isStart = true;
      }
      continue;
    }
    if (sign === '#') {
      at = lineEnd(text, at);
      continue;
    }
    if (sign === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at = lineEnd(text, at) + 1;
      continue;
    }
    const blank = match(BLANK);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    const opening = match(OPENING);
    if (opening !== null) {
      const [whole, prefix = '', quote = ''] = opening;
      const end = textEnd(text, at + whole.length, quote);
      if (end < 0) return null;
      words.push({ kind: 'text', text: text.slice(at + whole.length, end), prefix: prefix.toLowerCase() });
      at = end + quote.length;
      continue;
    }
    const name = match(NAME);
    const number = name === null && /[\d.]/.test(sign ?? '') ? match(NUMBER) : null;
    const found = name ?? (number !== null && /\d/.test(number[0]) ? number : match(SIGN));
    if (found === null) return null;
    const [whole] = found;
    at += whole.length;
    if ('([{'.includes(whole)) brackets++;
    else if (')]}'.includes(whole)) brackets = Math.max(0, brackets - 1);
    words.push({
      kind: found === name ? 'name' : found === number ? 'number' : 'sign',
      text: whole,
    });
  }
  words.push({ kind: 'line', text: '' });
  for (const _ of depths.slice(1)) words.push({ kind: 'out', text: '' });
  words.push({ kind: 'end', text: '' });
  return words;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function textEnd(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return at;
    else if (text[at] === '\n' && quote.length === 1) return -1;
  }
  return -1;
}
