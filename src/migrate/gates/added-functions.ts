/**
 * Functions that a plan adds. They stand where everything that calls them reaches them, and where a person looks for
 * them: not inside of another function of a new module, and nowhere behind a statement that leaves.
 */
import { parseText, type SyntaxNode, textOf, walk } from '../../grammar/index.js';
import type { Program } from '../../read/index.js';
import { parseFile } from '../../read/javascript/parse/index.js';
import { childrenOf, completeRanges, type Node } from '../../read/javascript/syntax/index.js';
import type { ComposedFile } from '../compose/index.js';

/** A declared function, with where it stands. */
interface Declared {
  readonly name: string;
  readonly start: number;
  /** The function around it. */
  readonly around: string | null;
  readonly isBehindExit: boolean;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const MAY_DECLARE = /\b(?:function|def|func|fn|sub)\b|\w\s*\(\)\s*\{/;

export function misplacedFunction(file: ComposedFile, program: Program): string | null {
  const { path, before, after, edits } = file;
  if (before !== null && !edits.some(({ text }) => MAY_DECLARE.test(text))) return null;
  const isNew = addedIn(file);
  const language = program.file(path)?.language ?? '';
  for (const { name, start, around, isBehindExit } of SCRIPT.test(path)
    ? declaredInScript(path, after)
    : declaredIn(language, after)) {
    if (!isNew(start)) continue;
    if (isBehindExit) return `the new function ${name} stands behind a statement that leaves`;
    if (before === null && around !== null) return `the new function ${name} stands inside of ${around}`;
  }
  return null;
}

/** Whether an offset of the text after is in what was put in. */
function addedIn({ before, edits }: ComposedFile): (offset: number) => boolean {
  if (before === null) return () => true;
  let shift = 0;
  const added = edits.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return [from, from + text.length] as const;
  });
  return (offset) => added.some(([from, to]) => from <= offset && offset < to);
}

function declaredInScript(path: string, text: string): readonly Declared[] {
  const found: Declared[] = [];
  const visit = (node: Node, around: string | null, isBehindExit: boolean) => {
    const isDeclared = node.type === 'FunctionDeclaration';
    const name = isDeclared ? (node.id?.name ?? '') : null;
    if (name !== null) found.push({ name, start: node.range[0], around, isBehindExit });
    let hasLeft = false;
    for (const child of childrenOf(node)) {
      visit(child, name ?? around, hasLeft);
      hasLeft ||= child.type === 'ReturnStatement' || child.type === 'ThrowStatement';
    }
  };
  for (const { program } of parseFile(path, text).scripts) {
    completeRanges(program);
    visit(program, null, false);
  }
  return found;
}

function declaredIn(language: string, text: string): readonly Declared[] {
  const tree = parseText(language, text);
  if (tree === null) return [];
  const nameOf = (node: SyntaxNode): string | null => {
    const name = NAMED.has(node.type) ? node.children.find(({ field }) => field === 'name') : undefined;
    return name === undefined ? null : textOf(tree, name);
  };
  return walk(tree.root).flatMap((node): Declared[] => {
    const name = nameOf(node);
    if (name === null || node.parent === null) return [];
    let around: string | null = null;
    for (let up: SyntaxNode | null = node.parent; up !== null && around === null; up = up.parent)
      around = nameOf(up);
    const above = node.parent.children.slice(0, node.parent.children.indexOf(node));
    const isBehindExit = above.some(({ type }) => EXITS.has(type));
    return [{ name, start: node.start, around, isBehindExit }];
  });
}

const NAMED: ReadonlySet<string> = new Set([
  'function_definition',
  'function_declaration',
  'method_declaration',
  'method',
  'singleton_method',
  'function_item',
]);
const EXITS: ReadonlySet<string> = new Set([
  'return_statement',
  'return',
  'return_expression',
  'raise_statement',
  'throw_statement',
]);
