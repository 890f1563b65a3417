/**
 * What stays of an expression that is written anew: its texts, and what it reads of other answers (`data.result`), so
 * that other edits may change something in them.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { childrenOf, type Node } from '../../src/read/javascript/syntax/index.js';

/** A shorter text may stand in the new one by chance. */
const SHORTEST = 8;

/** An edit as several, between the texts of the node that stand in the new text in the same order. */
export function aroundTexts({ text }: Script, node: Node, whole: Edit): readonly Edit[] {
  const edits: Edit[] = [];
  let start = whole.start;
  let from = 0;
  for (const [begin, end] of textsIn(node)) {
    const at = end - begin < SHORTEST ? -1 : whole.text.indexOf(text.slice(begin, end), from);
    if (at < 0 || /[\w$.]/.test(edgesOf(whole.text, at, end - begin))) continue;
    edits.push({ start, end: begin, text: whole.text.slice(from, at) });
    start = end;
    from = at + end - begin;
  }
  return [...edits, { start, end: whole.end, text: whole.text.slice(from) }];
}

function textsIn(node: Node): (readonly [number, number])[] {
  const isText =
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
  return isText || isWay(node) ? [node.range] : childrenOf(node).flatMap(textsIn);
}

/** `data.result`, and no method that is called. */
function isWay(node: Node): boolean {
  const { parent } = node;
  if (node.type !== 'MemberExpression' || node.computed) return false;
  if (parent?.type === 'CallExpression' && parent.callee === node) return false;
  return node.object.type === 'Identifier' || isWay(node.object);
}

/** What stands right before and behind a part of a text. */
function edgesOf(text: string, at: number, length: number): string {
  return (
    text.charAt(at - 1).replace('.', text.slice(at - 3, at) === '...' ? '' : '.') + text.charAt(at + length)
  );
}
