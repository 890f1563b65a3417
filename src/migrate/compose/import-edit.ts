/** The edit that imports names of a new module into a script. */
import type { Script } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import type { Node } from '../../read/javascript/syntax/index.js';
import type { ModuleSystem } from '../model.js';
import { requiredBy } from './required.js';
import type { Style } from './style.js';

export interface ImportedName {
  readonly name: string;
  readonly local: string;
}

export interface NewImport {
  readonly names: readonly ImportedName[];
  readonly from: string;
  readonly system: ModuleSystem;
  readonly style: Style;
}

export function insertImport(script: Script, wanted: NewImport): Edit {
  const last = lastOfHead(script, wanted.system);
  const { eol } = wanted.style;
  if (last !== null) {
    const indent = indentAt(script.text, last.range[0]);
    const at = endOfLine(script.text, last.range[1]);
    const gap = isDirective(last) ? eol + eol : eol;
    const keyword = last.type === 'VariableDeclaration' && last.kind === 'var' ? 'var' : 'const';
    return { start: at, end: at, text: `${gap}${indent}${statement(wanted, indent, keyword)}` };
  }
  const at = topOf(script);
  const indent = indentAt(script.text, at);
  const start = at - indent.length;
  const after = /^[ \t]*(?:\r\n|\n|\r)/.test(script.text.slice(at)) ? eol : eol + eol;
  return { start, end: start, text: `${indent}${statement(wanted, indent, 'const')}${after}` };
}

function statement({ names, from, system, style }: NewImport, indent: string, keyword: string): string {
  const { quote, semicolons, eol } = style;
  const source = `${quote}${from}${quote}`;
  const list = names.map((one) => specifier(one, system));
  const write = (inner: string): string =>
    (system === 'esm' ? `import {${inner}} from ${source}` : `${keyword} {${inner}} = require(${source})`) +
    (semicolons ? ';' : '');
  const line = write(` ${list.join(', ')} `);
  if (line.length + indent.length <= style.width) return line;
  return write(list.map((one) => `${eol}${indent}${style.indent}${one},`).join('') + eol + indent);
}

function specifier({ name, local }: ImportedName, system: ModuleSystem): string {
  if (name === local) return name;
  return system === 'esm' ? `${name} as ${local}` : `${name}: ${local}`;
}

/** The last import of the head of a script, else its last directive. Calls such as `loadEnv()` may stand between. */
function lastOfHead({ program }: Script, system: ModuleSystem): Node | null {
  let last: Node | null = null;
  for (const node of program.body) {
    const belongs = isDirective(node) ? last === null || isDirective(last) : isImport(node, system);
    if (belongs) last = node;
    else if (node.type !== 'ExpressionStatement') break;
  }
  return last;
}

function isDirective(node: Node): boolean {
  return (
    node.type === 'ExpressionStatement' &&
    node.expression.type === 'Literal' &&
    typeof node.expression.value === 'string'
  );
}

function isImport(node: Node, system: ModuleSystem): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'TSImportEqualsDeclaration') return true;
  if (system === 'esm') return false;
  if (node.type === 'ExpressionStatement') return requiredBy(node.expression) !== null;
  return (
    node.type === 'VariableDeclaration' && node.declarations.every(({ init }) => requiredBy(init) !== null)
  );
}

/** A comment behind a statement on its line belongs to it. */
function endOfLine(text: string, from: number): number {
  return (
    from +
    (/^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=[\r\n]|$))/.exec(text.slice(from))?.[0].length ?? 0)
  );
}

function indentAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return /(?:^|[\r\n])([ \t]*)$/.exec(before)?.[1] ?? '';
}

/** Below the `#!` line and the comments that speak of the file as a whole, above those of its first statement. */
function topOf({ text }: Script): number {
  let at = text.search(/\S|$/);
  if (text.startsWith('#!', at)) at = next(text, at + (/^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0));
  for (;;) {
    const comment = /^(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\r\n]*(?:\r\n|\n|\r)?[ \t]*)+)/.exec(text.slice(at))?.[0];
    if (comment === undefined) return at;
    const end = at + comment.trimEnd().length;
    const isOfFile =
      /^[ \t]*(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.test(text.slice(end)) ||
      /^\/\*!|@license|@preserve|copyright|@ts-|eslint|@jsx|@flow/i.test(comment);
    if (!isOfFile) return at;
    at = next(text, end);
  }
}

/** The next thing that stands behind an offset. */
function next(text: string, from: number): number {
  return from + text.slice(from).search(/\S|$/);
}
