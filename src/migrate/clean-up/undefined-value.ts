/** What is left of the code around reads of a parameter that is always undefined. */
import { foldRead, removeItem } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import {
  type Binding,
  type Call,
  isFunction,
  type Module,
  type Node,
  type NodeOf,
  pathTo,
} from '../../read/javascript/syntax/index.js';
import { isUsedElsewhere, nodesByName } from './names.js';
import type { Needless } from './parameters.js';
import type { Parts } from './unused.js';

/** Null where a read is neither a condition nor goes with one. */
export function withoutUndefined(
  module: Module,
  { calls }: { readonly calls: readonly Call[] },
  binding: Binding,
  parts: Parts,
): Needless | null {
  const [start, end] = binding.scope.range;
  const edits: Edit[] = [];
  // What stands in a part that a condition before it decides goes with that.
  const reads = [...(nodesByName(module).get(binding.name) ?? [])].sort((a, b) => a.range[0] - b.range[0]);
  for (const read of reads) {
    const at = read.range[0];
    if (at < start || end <= at || parts.goes(at) || binding.declarations.some((one) => one === read))
      continue;
    if (read.type !== 'Identifier' || module.resolve(read) !== binding) return null;
    if (edits.some((edit) => edit.start <= at && at < edit.end)) continue;
    const folded = foldUndefined(module, read)?.map(
      (edit) => withoutEmptyText(module, edit, calls) ?? aroundKept(module, edit),
    );
    const all = folded?.flatMap((some) => some ?? []) ?? [];
    if (folded?.every((some) => some !== null) !== true) return null;
    if (!all.every((edit) => parts.mayGo(edit.start, edit.end))) return null;
    edits.push(...all);
  }
  return { items: [], edits };
}

/** The edit as removals around what it keeps, which other edits may change. */
function aroundKept({ text }: Module, { start, end, text: kept }: Edit): readonly Edit[] | null {
  if (kept === '') return [{ start, end, text: '' }];
  const written = text.slice(start, end);
  const at = start + written.indexOf(kept);
  if (at < start || at !== start + written.lastIndexOf(kept)) return null;
  return [
    { start, end: at, text: '' },
    { start: at + kept.length, end, text: '' },
  ].filter((one) => one.start < one.end);
}

function foldUndefined(module: Module, read: Node): readonly Edit[] | null {
  const { parent } = read;
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === read ? parent.right : parent.left;
    const isUndefined = other.type === 'Identifier' && other.name === 'undefined';
    const isNull = other.type === 'Literal' && other.value === null && parent.operator.length === 2;
    return isUndefined || isNull ? foldRead(module, parent, parent.operator.startsWith('=')) : null;
  }
  if (parent?.type === 'LogicalExpression' && parent.left === read && parent.operator !== '&&') {
    const [, behind] = parent.right.range;
    return [{ start: parent.range[0], end: behind, text: module.text.slice(...parent.right.range) }];
  }
  return spreadOf(module, read) ?? foldRead(module, read, false);
}

/** `...(ids ? { ids } : {})`, `...(ids && { ids })`: an item of a list that adds nothing. */
function spreadOf(module: Module, read: Node): readonly Edit[] | null {
  const { parent } = read;
  const isEmpty =
    parent?.type === 'ConditionalExpression'
      ? parent.test === read && /^(?:\{\s*\}|\[\s*\])$/.test(module.text.slice(...parent.alternate.range))
      : parent?.type === 'LogicalExpression' && parent.left === read && parent.operator === '&&';
  const spread = parent?.parent;
  const list = spread?.parent;
  if (!isEmpty || spread?.type !== 'SpreadElement' || list === undefined) return null;
  const items =
    list.type === 'ObjectExpression' ? list.properties : list.type === 'ArrayExpression' ? list.elements : [];
  const edit = removeItem(
    module,
    list,
    items.filter((one) => one !== null),
    spread,
  );
  return edit === null ? null : [edit];
}

/** A variable that would be an empty text goes, where only templates read it. */
function withoutEmptyText(module: Module, edit: Edit, calls: readonly Call[]): readonly Edit[] | null {
  if (!/^(?:''|""|``)$/.test(edit.text)) return null;
  const declarator = pathTo(module.program, edit.start).findLast(({ type }) => type === 'VariableDeclarator');
  const statement = declarator?.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length > 1) return null;
  const [start, end] = declarator.init?.range ?? [];
  const binding = module.resolve(declarator.id);
  if (statement.kind !== 'const' || binding === null || start !== edit.start || end !== edit.end) return null;
  const edits: Edit[] = [{ start: statement.range[0], end: statement.range[1], text: '' }];
  for (const use of module.references(binding)) {
    const isTagged = use.parent?.parent?.type === 'TaggedTemplateExpression';
    if (use.parent?.type !== 'TemplateLiteral' || isTagged) return null;
    edits.push(...withoutHole(module, use.parent, use, calls));
  }
  const goes = (at: number) => edits.some((one) => one.start <= at && at < one.end);
  return isUsedElsewhere(module, binding, goes, declarator) ? null : edits;
}

/** A template of which another hole is all that is left is its text, where that is a text already. */
function withoutHole(
  module: Module,
  { expressions, range }: NodeOf<'TemplateLiteral'>,
  hole: Node,
  calls: readonly Call[],
): readonly Edit[] {
  const [other, ...more] = expressions.filter((one) => one !== hole);
  const length = expressions.reduce((sum, one) => sum + one.range[1] - one.range[0], 0);
  const isAlone = range[1] - range[0] - length === '`${}${}`'.length;
  if (other !== undefined && more.length === 0 && isAlone && isText(module, other, calls))
    return [
      { start: range[0], end: other.range[0], text: '' },
      { start: other.range[1], end: range[1], text: '' },
    ];
  const [start, end] = hole.range;
  const open = module.text.lastIndexOf('${', start);
  return [{ start: open, end: module.text.indexOf('}', end) + 1, text: '' }];
}

/** A parameter that all calls pass a text for. */
function isText(module: Module, node: Node, calls: readonly Call[]): boolean {
  const binding = node.type === 'Identifier' ? module.resolve(node) : null;
  const own = binding?.kind === 'parameter' && isFunction(binding.scope) ? binding.scope : null;
  const [declared] = binding?.declarations ?? [];
  const index = own === null || declared === undefined ? -1 : own.params.indexOf(declared);
  return index >= 0 && calls.every(({ arguments: given }) => isWrittenText(given[index]));
}

function isWrittenText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');
}
