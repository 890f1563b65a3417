/** How functions are written in a file in PHP or Ruby. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { quoteOf, unitOf } from '../places/indent.js';
import type { Syntax } from './syntax.js';

export interface Style {
  readonly unit: string;
  /** Names of functions, and of variables, have underscores. */
  readonly isSnake: boolean;
  readonly hasSnakeVariables: boolean;
  readonly isTyped: boolean;
  /** `array(…)` rather than `[…]`. */
  readonly hasLongArrays: boolean;
  /** `f( $a )` */
  readonly isSpaced: boolean;
  readonly isBraceOnLine: boolean;
  readonly comment: 'block' | 'tags' | 'line';
  readonly quote: "'" | '"';
}

const styles = new WeakMap<SyntaxTree, Style>();

export function styleOf(syntax: Syntax, tree: SyntaxTree): Style {
  const known = styles.get(tree);
  if (known !== undefined) return known;
  const { text } = tree;
  const functions = walk(tree.root).filter(({ type }) => syntax.functions.has(type));
  const names = functions
    .flatMap((one) => one.children.filter(({ field }) => field === 'name'))
    .map((one) => textOf(tree, one));
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isSnake = syntax.language === 'ruby' || names.some((name) => /[a-z]_[a-z]/.test(name));
  const [snakes, camels] = [count(/\$[a-z]+_[a-z]/g), count(/\$[a-z]+[A-Z]/g)];
  const style: Style = {
    unit: unitOf(text),
    isSnake,
    hasSnakeVariables: syntax.language === 'ruby' || snakes > camels || (snakes === camels && isSnake),
    isTyped: isTyped(functions),
    hasLongArrays: count(/\barray\(/g) > count(/[(=,>]\s*\[/g),
    isSpaced: count(/\( \$/g) > count(/\(\$/g),
    isBraceOnLine: count(/\bfunction\s+\w+[^{};]*\)[^{};\n]*\{/g) > count(/\bfunction\s+\w+[^{};]*\n\s*\{/g),
    comment: /^\s*\* ?@param\b/m.test(text) ? 'tags' : /^\s*\/\*\*/m.test(text) ? 'block' : 'line',
    quote: syntax.language === 'ruby' ? quoteOf(text) : "'",
  };
  styles.set(tree, style);
  return style;
}

/** Most parameters have a type, or a function says what it returns. */
function isTyped(functions: readonly SyntaxNode[]): boolean {
  if (functions.some((one) => one.children.some(({ field }) => field === 'return_type'))) return true;
  const all = functions.flatMap(({ children }) => {
    const list = children.find(({ field }) => field === 'parameters');
    return (list?.children ?? []).filter(({ isNamed }) => isNamed);
  });
  const typed = all.filter(({ children }) => children.some(({ field }) => field === 'type'));
  return typed.length * 2 > all.length;
}

/** Code of a template in the way of the file: long arrays, and spaces within brackets. */
export function dressed(code: string, { hasLongArrays, isSpaced }: Style): string {
  let text = '';
  let isText = false;
  const arrays: boolean[] = [];
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    if (character === "'") isText = !isText;
    if (isText) {
      text += character;
      continue;
    }
    const next = code.charAt(at + 1);
    switch (character) {
      case '[': {
        const isArray = !/[\w\])\ue200-\ue2ff]$/.test(text);
        arrays.push(isArray);
        text += isArray && hasLongArrays ? `array(${isSpaced && next !== ']' ? ' ' : ''}` : character;
        break;
      }
      case ']': {
        const isArray = arrays.pop() === true;
        text += isArray && hasLongArrays ? `${isSpaced && !text.endsWith('(') ? ' ' : ''})` : character;
        break;
      }
      case '(':
        text += isSpaced && next !== ')' ? '( ' : character;
        break;
      case ')':
        text += isSpaced && !text.endsWith('(') ? ' )' : character;
        break;
      case '!':
        text += isSpaced && /[$\w]/.test(next) ? '! ' : character;
        break;
      default:
        text += character;
    }
  }
  return text;
}

/** A line of Ruby with the quotes of the file around plain texts; those inside of other texts stay. */
export function requoted(line: string, quote: Style['quote']): string {
  if (quote === "'" || line.startsWith('#')) return line;
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'([^'"\\#]*)'/g, (text, plain?: string) =>
    plain === undefined ? text : `"${plain}"`,
  );
}

/** A call that is written again, on one line. */
export function onOneLine(written: string, isSpaced: boolean): string {
  let text = '';
  let quote: string | null = null;
  for (let at = 0; at < written.length; at++) {
    const character = written.charAt(at);
    if (quote !== null) {
      text += character;
      if (character === '\\') text += written.charAt(++at);
      else if (character === quote) quote = null;
      continue;
    }
    if (!/\s/.test(character)) {
      if (/["']/.test(character)) quote = character;
      if (/[\])}]/.test(character)) text = text.replace(/, ?$/, isSpaced ? ' ' : '');
      text += character;
      continue;
    }
    const rest = written.slice(at).trimStart();
    const isBreak = /^[^\S\n]*\n/.test(written.slice(at));
    at = written.length - rest.length - 1;
    const isTight =
      isBreak &&
      (/^(?:->|\?->|\.\w)/.test(rest) || (!isSpaced && (/[[(]$/.test(text) || /^[\])]/.test(rest))));
    text += isTight ? '' : ' ';
  }
  return text;
}

/** A list or map of one line as several lines: each element on its own. */
export function onLines(written: string, indent: string, unit: string): string {
  const [, open = '', inner = '', close = ''] =
    /^(\[|array\(|\{)\s*(.*?),?\s*(\]|\)|\})$/s.exec(written) ?? [];
  if (open === '') return written;
  const parts = [''];
  let quote: string | null = null;
  let depth = 0;
  for (let at = 0; at < inner.length; at++) {
    const character = inner.charAt(at);
    if (quote !== null) {
      if (character === '\\') parts[parts.length - 1] += inner.charAt(at++);
      else if (character === quote) quote = null;
    } else if (/["']/.test(character)) quote = character;
    else if (/[[({]/.test(character)) depth++;
    else if (/[\])}]/.test(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += inner.charAt(at);
  }
  const comma = open === '{' ? '' : ',';
  const lines = parts.map(
    (part, index) => `${indent}${unit}${part.trim()}${index < parts.length - 1 ? ',' : comma}`,
  );
  return [open, ...lines, `${indent}${close}`].join('\n');
}
