/** What a program in Python reads of rules, as it reads the same of the new ones. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { functionAround } from './call.js';
import type { NamedRules } from './kind.js';
import { readEdits } from './old-fields.js';
import { assignedTo, callersOf, chainOf, isDecorated, isLook, outerOf } from './uses.js';
import { namesIn } from './variables.js';

const DEEPEST = 3;

/** Whether a name of the file is used by other files. */
export type IsUsedElsewhere = (name: string) => boolean;

export interface Reading {
  readonly tree: SyntaxTree;
  readonly kind: NamedRules;
  readonly isUsedElsewhere: IsUsedElsewhere;
  /** Another file that names this module uses the name. */
  readonly isImported: (name: string) => boolean;
  /** Whether the file, or one that names its module, reads fields in one of these ways. */
  readonly isRead: (ways: RegExp) => boolean;
  /** The rules of all lists that may be nothing get the fields that they had. */
  readonly isMapped: boolean;
}

/** The edits of all that is read of a list of rules; null where a rule, or the list, goes somewhere else. */
export function readsOfList(reading: Reading, written: SyntaxNode, depth = 0): readonly Edit[] | null {
  const { tree } = reading;
  const list = outerOf(written);
  const { parent } = list;
  if (parent === null || depth > DEEPEST) return null;
  if (parent.type === 'for_statement' || parent.type === 'for_in_clause') {
    const left = parent.children.find(({ field }) => field === 'left');
    if (list.field !== 'right' || left?.type !== 'identifier') return null;
    const within = parent.type === 'for_statement' ? parent : parent.parent;
    return within === null ? null : readsOfRule(reading, textOf(tree, left), within, left);
  }
  if (parent.type === 'argument_list') {
    const callee = parent.parent?.children[0];
    return callee !== undefined && textOf(tree, callee) === 'len' ? [] : null;
  }
  if (isLook(tree, list)) return [];
  // `rules or []`
  if (parent.type === 'boolean_operator' && list.field === 'left' && isEmptyDefault(tree, list, parent))
    return readsOfList(reading, parent, depth);
  if (parent.type === 'return_statement') return readsOfReturned(reading, parent, depth);
  const assigned = assignedTo(tree, list);
  if (assigned === null) return null;
  const reads = assigned.uses.map((use) => readsOfList(reading, use, depth));
  return reads.some((one) => one === null) ? null : reads.flatMap((one) => one ?? []);
}

function isEmptyDefault({ text }: SyntaxTree, left: SyntaxNode, { end }: SyntaxNode): boolean {
  return /^or\s+\[\]$/.test(text.slice(left.end, end).trim());
}

/** What callers in the file read of a list that a function returns. */
function readsOfReturned(reading: Reading, returned: SyntaxNode, depth: number): readonly Edit[] | null {
  const { tree, isUsedElsewhere } = reading;
  const around = functionAround(returned);
  const name = around?.children.find(({ field }) => field === 'name');
  const callers = callersOf(tree, returned);
  if (name === undefined || callers.length === 0 || isDecorated(returned)) return null;
  if (isUsedElsewhere(textOf(tree, name))) return null;
  const reads = callers.map((call) => readsOfList(reading, call, depth + 1));
  return reads.some((one) => one === null) ? null : reads.flatMap((one) => one ?? []);
}

/** The reads of one rule, by its name within a loop or a function. */
export function readsOfRule(
  { tree, kind }: Reading,
  name: string,
  within: SyntaxNode,
  left: SyntaxNode,
): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const use of namesIn(tree, within, name)) {
    if (isInside(use, left)) continue;
    const chain = chainOf(use);
    // What is written into a rule, or taken out of it, is for its other readers.
    const isWritten = chain.field === 'left' && chain.parent?.type !== 'boolean_operator';
    if (isWritten || chain.parent?.type === 'delete_statement') return null;
    const steps = tree.text.slice(use.end, chain.end);
    const read = readEdits(kind.mapping, { tree, name, use, chain, steps });
    if (read === null) return null;
    edits.push(...read);
  }
  return edits;
}
