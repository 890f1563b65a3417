/** How a file is written, so that what is inserted looks as if its author had written it. */
import type { Script } from '../../analysis/edits/index.js';
import { childrenOf, type Node } from '../../read/javascript/syntax/index.js';

export interface Style {
  readonly eol: '\n' | '\r\n' | '\r';
  /** One step of indentation. */
  readonly indent: string;
  readonly quote: "'" | '"';
  readonly semicolons: boolean;
  /** Up to where lines go. */
  readonly width: number;
}

/** Strings looked at before the quotes of a file are taken to be known. */
const ENOUGH = 40;

/** What our own texts say, written so: they have steps of two blanks, single quotes and semicolons. */
export function inStyle(source: string, { indent, quote, semicolons }: Style): string {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  return lines
    .map((line, index) => {
      if (/^\s*(?:\/?\*|\/\/)/.test(line)) return line;
      const quoted =
        quote === "'"
          ? line
          : line.replace(SINGLE_QUOTED, (text, inner = null) =>
              inner === null ? text.replace(HOLE, (hole) => hole.replace(PLAIN, '"$1"')) : `"${inner}"`,
            );
      // A line that begins so would go on with the one before.
      const goesOn = /^\s*(?:[[(`+*-]|\/(?![/*]))/.test(lines[index + 1] ?? '');
      return semicolons || goesOn ? quoted : quoted.replace(/;$/, '');
    })
    .join('\n')
    .replace(/^(?: {2})+/gm, (blanks) => indent.repeat(blanks.length / 2));
}

/** A text in single quotes, without any in it, or what may hold one that opens nothing. */
const SINGLE_QUOTED =
  /`[^`]*`|\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\\n]){1,40}\]|[^\\/[\n])+\/[a-z]*|'([^'"\\\n]*)'/g;

/** What a template puts in, and texts within that. */
const HOLE = /\$\{[^{}]*\}/g;
const PLAIN = /'([^'"\\\n]*)'/g;

const known = new WeakMap<Script, { readonly text: string; readonly style: Style }>();

/** `text` is that of the file around the script. */
export function styleOf(text: string, script: Script | null): Style {
  const before = script === null ? undefined : known.get(script);
  if (before?.text === text) return before.style;
  const style = {
    eol: eolOf(text),
    indent: indentOf(text),
    quote: script === null ? "'" : quoteOf(script),
    semicolons: script === null || hasSemicolons(script),
    width: widthOf([text]),
  } as const;
  if (script !== null) known.set(script, { text, style });
  return style;
}

/** Files with several lines beyond the usual limit have a higher one, and some have none. */
export function widthOf(texts: readonly string[]): number {
  let long = 0;
  const beyond = WIDTHS.map(() => 0);
  for (const text of texts)
    for (const length of lineLengths(text)) {
      if (length > UNLIMITED / 2) long++;
      for (const [index, width] of WIDTHS.entries())
        if (length > width) beyond[index] = (beyond[index] ?? 0) + 1;
    }
  if (long >= MANY) return UNLIMITED;
  return WIDTHS.find((_, index) => (beyond[index] ?? 0) < SEVERAL) ?? WIDEST;
}

function* lineLengths(text: string): Generator<number> {
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield end - start - (next > start && text.charCodeAt(next - 1) === 13 ? 1 : 0);
    start = end + 1;
  }
}

const WIDTHS = [100, 120];
const WIDEST = 160;
const SEVERAL = 8;
const UNLIMITED = 400;
/** So many lines beyond half of that. */
const MANY = 40;

/** The line break that most lines end with. */
export function eolOf(text: string): Style['eol'] {
  const crlf = (text.match(/\r\n/g) ?? []).length;
  const lf = (text.match(/\n/g) ?? []).length - crlf;
  if (crlf + lf === 0) return text.includes('\r') ? '\r' : '\n';
  return crlf > lf ? '\r\n' : '\n';
}

/** Steps between a line and the one before it, the most frequent one. */
function indentOf(text: string): string {
  const counts = new Map<string, number>();
  let before = '';
  for (const [, space = ''] of text.matchAll(/^([ \t]*)[^\s*]/gm)) {
    if (space.length > before.length && space.startsWith(before)) {
      const step = space.slice(before.length);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    before = space;
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? '  ';
}

/** Imports decide; without any, the strings of the file. */
function quoteOf(script: Script): Style['quote'] {
  const sources = script.program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' ? [node.source] : [],
  );
  const literals = sources.length > 0 ? sources : stringsIn(script.program);
  const doubles = literals.filter(({ range }) => script.text[range[0]] === '"').length;
  return doubles * 2 > literals.length ? '"' : "'";
}

function stringsIn(program: Node): Node[] {
  const found: Node[] = [];
  const pending = [program];
  for (let node = pending.pop(); node !== undefined && found.length < ENOUGH; node = pending.pop()) {
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node);
    pending.push(...childrenOf(node).reverse());
  }
  return found;
}

const ENDING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'VariableDeclaration',
  'ExpressionStatement',
  'ReturnStatement',
]);

function hasSemicolons(script: Script): boolean {
  let [withOne, without] = [0, 0];
  const pending: Node[] = [script.program];
  for (let node = pending.pop(); node !== undefined && withOne + without < ENOUGH; node = pending.pop()) {
    const parent = node;
    for (const child of childrenOf(parent).reverse()) {
      const isStatement = ENDING.has(child.type) && STATEMENT_HOLDERS.has(parent.type);
      if (isStatement && script.text[child.range[1] - 1] === ';') withOne++;
      else if (isStatement) without++;
      pending.push(child);
    }
  }
  return withOne >= without;
}

const STATEMENT_HOLDERS: ReadonlySet<string> = new Set([
  'Program',
  'BlockStatement',
  'SwitchCase',
  'StaticBlock',
]);
