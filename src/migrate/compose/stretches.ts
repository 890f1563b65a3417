/**
 * Stretches of a text that no line of comment may be put into: texts of several lines, documents that stand in a
 * command or a configuration, what stands in brackets, and lines that go on. A comment that belongs to something in
 * one of them stands above the line on which it begins.
 *
 * Languages of code are taken apart by the lexer of the text tier, YAML by its parser; what is left (shells, build
 * files, HCL) is gone through here for quotes, here-documents and continued lines.
 */
import { isScalar, visit } from 'yaml';
import { type SourceFile, syntaxOf } from '../../read/index.js';
import { lex, type Syntax } from '../../read/text/index.js';
import { documentsIn } from '../yaml-documents.js';
import { lastBelow } from './search.js';

/** A line that begins behind `start` and before `end` begins inside. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Null where the file cannot be taken apart. */
export function stretchesIn({ text, language }: SourceFile): readonly Stretch[] | null {
  if (language === 'yaml') return inYaml(text);
  const written = WRITTEN[language];
  if (written !== undefined) return inCommands(text, written);
  const syntax = syntaxOf(language);
  return syntax === null ? null : inCode(text, syntax);
}

/** Texts of several lines, and collections in braces or brackets. */
function inYaml(text: string): readonly Stretch[] | null {
  const documents = documentsIn(text);
  if (documents === null) return null;
  const found: Stretch[] = [];
  for (const document of documents) {
    if (document.errors.length > 0) return null;
    visit(document, {
      Node: (_, node) => {
        const isWhole = isScalar(node) || ('flow' in node && node.flow === true);
        if (isWhole && node.range != null) found.push({ start: node.range[0], end: node.range[1] });
      },
    });
  }
  return found;
}

/** Marks that carry a line on from its end, or from the one before. */
const GOES_ON = new Set([
  '(',
  '[',
  ',',
  '=',
  '+',
  '|',
  '&',
  '&&',
  '||',
  '=>',
  '->',
  '.',
  '..',
  '<>',
  '|>',
  '<<',
  '?',
  '%',
]);
const CARRIED_ON = new Set(['.', '?.', '&.', '->', '?->', '+', '..', '<>', '|>', '&&', '||', '?', ')', ']']);
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function inCode(text: string, syntax: Syntax): readonly Stretch[] {
  const tokens = lex(text, syntax).filter(({ kind }) => kind !== 'comment' && kind !== 'newline');
  const found: Stretch[] = [];
  const open: { readonly text: string; readonly start: number }[] = [];
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (before !== undefined && goesOn(text, before, token))
      found.push({ start: before.start, end: token.start + 1 });
    // The body of a here-document begins on a line of its own.
    if (token.kind === 'string')
      found.push({ start: token.start - (syntax.heredoc === undefined ? 0 : 1), end: token.end });
    if (token.kind !== 'punctuation') return;
    if (token.text === '(' || token.text === '[') open.push(token);
    const opening = CLOSING[token.text];
    if (opening === undefined) return;
    const at = open.findLastIndex((one) => one.text === opening);
    const start = open[at]?.start;
    if (start !== undefined) found.push({ start, end: token.end });
    if (at >= 0) open.length = at;
  });
  for (const { index } of text.matchAll(/^[ \t]*(?:@\w|#\[).*(?:\r\n|\n|\r)/gm))
    found.push({ start: index, end: index + (text.slice(index).search(/[\r\n]/) + 3) });
  return found;
}

interface Placed {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text?: string;
}

function goesOn(text: string, before: Placed, token: Placed): boolean {
  const between = text.slice(before.end, token.start);
  if (!/[\r\n]/.test(between)) return false;
  const isMark = (one: Placed, marks: ReadonlySet<string>) =>
    one.kind === 'punctuation' && one.text !== undefined && marks.has(one.text);
  // Parameters of a block end where its statements begin.
  const isOpened = /(?:\bdo|\{)[ \t]*\|[^|\r\n]*\|$/.test(
    text.slice(Math.max(0, before.end - 200), before.end),
  );
  return (
    (isMark(before, GOES_ON) && !isOpened) ||
    isMark(token, CARRIED_ON) ||
    /\\[ \t]*(?:\r\n|\n|\r)/.test(between)
  );
}

interface Written {
  /** Whether texts in quotes go over lines. */
  readonly quotes: boolean;
  readonly continued: RegExp;
  readonly document: RegExp | null;
  /** The label that a line would end a document with, if it ends one. */
  readonly label: RegExp;
}

const HERE = /<<-?\s*(["']?)([A-Za-z_]\w*)\1/y;
const SHELL: Written = {
  quotes: true,
  continued: /(?:\\|\||&&|\|\|)(?:\r\n|\n|\r)/y,
  document: HERE,
  label: /^\t*([A-Za-z_]\w*)$/gm,
};
const WRITTEN: Readonly<Record<string, Written>> = {
  shell: SHELL,
  dockerfile: { ...SHELL, quotes: false },
  makefile: { ...SHELL, quotes: false, document: null },
  just: { ...SHELL, quotes: false, document: null },
  dotenv: SHELL,
  terraform: { ...SHELL, quotes: false, label: /^[ \t]*([A-Za-z_]\w*)\b/gm },
};

function inCommands(text: string, { quotes, continued, document, label }: Written): readonly Stretch[] {
  const found: Stretch[] = [];
  const quoted = quotes ? new Quoted(text) : null;
  let labels: Labels | null = null;
  let waiting: { readonly start: number; readonly label: string }[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.charAt(at);
    const line = matchAt(continued, text, at);
    const here = document === null || text.startsWith('<<<', at) ? null : matchAt(document, text, at);
    if (line !== null) {
      found.push({ start: at, end: at + line[0].length + 1 });
      at += line[0].length;
    } else if (next === '\\') at += 2;
    else if (next === '#' && /^$|[\s;(]/.test(text.charAt(at - 1))) at = endOfLine(text, at);
    else if (here !== null) {
      waiting.push({ start: at, label: here[2] ?? '' });
      at += here[0].length;
    } else if (/[\r\n]/.test(next)) {
      at += 1;
      for (const { start, label: name } of waiting) {
        labels ??= new Labels(text, label);
        const end = labels.endBehind(name, at);
        if (end === null) continue;
        found.push({ start, end });
        at = end;
      }
      waiting = [];
    } else if (quoted !== null && (next === '"' || next === "'")) {
      const end = quoted.endOf(at);
      found.push({ start: at, end });
      at = end;
    } else at += 1;
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfLine(text: string, at: number): number {
  const length = text.slice(at).search(/[\r\n]/);
  return length < 0 ? text.length : at + length;
}

/** Lines that may end a document, by their label. */
class Labels {
  readonly #ends = new Map<string, { readonly start: number; readonly end: number }[]>();

  constructor(text: string, pattern: RegExp) {
    for (const { index, 0: line, 1: label = '' } of text.matchAll(pattern)) {
      const ends = this.#ends.get(label) ?? [];
      ends.push({ start: index, end: index + line.length });
      this.#ends.set(label, ends);
    }
  }

  /** End of the first such line that begins at an offset or behind it. */
  endBehind(label: string, offset: number): number | null {
    const ends = this.#ends.get(label) ?? [];
    const before = lastBelow(ends.length, (index) => (ends[index]?.start ?? 0) < offset);
    return ends[before + 1]?.end ?? null;
  }
}

/** A quote that nothing closes costs a walk to the end of the text; behind so many, none is looked for. */
const MOST_UNCLOSED = 20;

/** Offset of the next mark that may open or close a text or a command in one; -1 where there is none. */
function markAt(text: string, from: number): number {
  MARK.lastIndex = from;
  return MARK.test(text) ? MARK.lastIndex - 1 : -1;
}

const MARK = /["'\\()]/g;

/** Texts in quotes. Commands in a text have quotes of their own. */
class Quoted {
  readonly #text: string;
  /** Offsets of quotes that nothing closes. */
  readonly #unclosed = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Behind the quote that closes the one at an offset; a quote that nothing closes is none. */
  endOf(start: number): number {
    while (!this.#unclosed.has(start) && this.#unclosed.size < MOST_UNCLOSED) {
      const [end, unclosed] = this.#walk(start);
      if (unclosed === null) return end;
      this.#unclosed.add(unclosed);
    }
    return start + 1;
  }

  /** Behind the closing quote, or the innermost quote that is still open at the end of the text. */
  #walk(start: number): readonly [number, number | null] {
    const text = this.#text;
    // Texts around an offset, from the outermost, each with the number of commands that are open in it.
    const open: { readonly quote: string; readonly start: number; depth: number }[] = [];
    for (let index = start; ; index++) {
      const inner = open.at(-1);
      index = inner?.quote === "'" ? text.indexOf("'", index) : markAt(text, index);
      if (index < 0) break;
      const next = text.charAt(index);
      if (inner !== undefined && next === inner.quote && inner.depth === 0) {
        open.pop();
        if (open.length === 0) return [index + 1, null];
      } else if (next === '\\') index++;
      else if (inner !== undefined && next === '(' && text.charAt(index - 1) === '$') inner.depth++;
      else if (inner !== undefined && next === ')' && inner.depth > 0) inner.depth--;
      else if ((next === '"' || next === "'") && inner?.depth !== 0 && !this.#unclosed.has(index))
        open.push({ quote: next, start: index, depth: 0 });
    }
    return [text.length, open.at(-1)?.start ?? start];
  }
}
