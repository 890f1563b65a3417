/** Texts of Python, and the code in them. */
import type { Expression } from './code.js';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

export function unescaped(text: string): string {
  return text.replace(/\\(\r?\n|.)/g, (_, sign: string) =>
    sign.endsWith('\n') ? '' : (ESCAPES.get(sign) ?? sign),
  );
}

/** `{value!r:>5}` in a text. */
export function formatted(
  text: string,
  read: (code: string) => Expression | null,
): readonly Expression[] | null {
  const parts: Expression[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ((sign === '{' || sign === '}') && text[at + 1] === sign) {
      plain += sign;
      at++;
    } else if (sign === '{') {
      const end = holeEnd(text, at + 1);
      if (end < 0) return null;
      if (plain !== '') parts.push({ kind: 'constant', value: unescaped(plain) });
      plain = '';
      const { code, format } = holeOf(text.slice(at + 1, end));
      const hole = read(code);
      if (hole === null) return null;
      parts.push(hole);
      if (format.includes('{'))
        parts.push(...(formatted(format, read) ?? []).filter(({ kind }) => kind !== 'constant'));
      at = end;
    } else plain += sign;
  }
  if (plain !== '') parts.push({ kind: 'constant', value: unescaped(plain) });
  return parts;
}

function holeEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (sign === '}' && depth === 0) return at;
    else if (')]}'.includes(sign)) depth--;
  }
  return -1;
}

/** The code, without a conversion and the format behind it. */
function holeOf(hole: string): { readonly code: string; readonly format: string } {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < hole.length; at++) {
    const sign = hole[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0 && (sign === ':' || (sign === '!' && hole[at + 1] !== '=')))
      return { code: hole.slice(0, at), format: hole.slice(at + 1) };
    else if (depth === 0 && sign === '=' && /^\s*$/.test(hole.slice(at + 1)))
      return { code: hole.slice(0, at), format: '' };
  }
  return { code: hole, format: '' };
}
