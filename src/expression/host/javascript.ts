/** String literals and templates of JavaScript and TypeScript. */
import { balancedEnd, readEscape } from './escapes.js';
import { type HostText, HostTextBuilder } from './host-text.js';

/** `source` is the whole literal with its quotes. Holes of a template are its `${...}`. */
export function decodeJavaScript(source: string): HostText | null {
  const quote = source.charAt(0);
  if (!/^["'`]$/.test(quote) || source.length < 2) return null;
  const builder = new HostTextBuilder();
  builder.region((text) => encode(text, quote));
  let at = 1;
  for (; at < source.length; ) {
    const character = source.charAt(at);
    if (character === quote) break;
    if (quote === '`' && source.startsWith('${', at)) {
      const end = balancedEnd(source, at + 2);
      if (end === null) return null;
      builder.hole(source.slice(at, end), at, end);
      at = end;
    } else if (character === '\\') {
      const decoded = readJavaScriptEscape(source, at);
      if (decoded === null) return null;
      builder.atom(decoded.text, at, decoded.end);
      at = decoded.end;
    } else if (character === '\r' && quote === '`') {
      const end = at + (source.charAt(at + 1) === '\n' ? 2 : 1);
      builder.atom('\n', at, end);
      at = end;
    } else if (/[\r\n]/.test(character) && quote !== '`') return null;
    else {
      const end = plainEnd(source, at, quote);
      builder.run(source.slice(at, end), at);
      at = end;
    }
  }
  return at === source.length - 1 ? builder.build() : null;
}

function plainEnd(source: string, from: number, quote: string): number {
  let end = from + 1;
  while (end < source.length) {
    const character = source.charAt(end);
    if (character === quote || character === '\\' || character === '\r' || character === '\n') break;
    if (quote === '`' && character === '$' && source.charAt(end + 1) === '{') break;
    end++;
  }
  return end;
}

const SIMPLE: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function readJavaScriptEscape(source: string, at: number): { text: string; end: number } | null {
  const next = source.charAt(at + 1);
  if (source.startsWith('\r\n', at + 1)) return { text: '', end: at + 3 };
  if (/[\n\r\u2028\u2029]/.test(next)) return { text: '', end: at + 2 };
  if (next === 'x' || next === 'u') return readEscape(source, at, next === 'x' ? 2 : 4, true);
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(source.slice(at + 1, at + 4));
  if (octal !== null) {
    const code = Number.parseInt(octal[0], 8);
    return { text: String.fromCharCode(code), end: at + 1 + octal[0].length };
  }
  const simple = SIMPLE[next];
  const character = source.codePointAt(at + 1);
  if (character === undefined) return null;
  const written = String.fromCodePoint(character);
  return { text: simple ?? written, end: at + 1 + written.length };
}

function encode(text: string, quote: string): string {
  const escaped = text.replace(/[\\\r\n\u2028\u2029]/g, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '\n') return quote === '`' ? '\n' : '\\n';
    return character === '\r' ? '\\r' : `\\u${character.charCodeAt(0).toString(16)}`;
  });
  return escaped.replaceAll(quote, `\\${quote}`).replaceAll('${', quote === '`' ? '\\${' : '${');
}
