/** The id of a filter that a program keeps beside that of the rule it is made for: both are the id of the rule now. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { encloses, isFunction, type Node } from '../../src/read/javascript/syntax/index.js';
import { flowOf, type Visit } from '../direct/answer-flow.js';

interface Kept {
  readonly node: Node;
  readonly steps: readonly string[];
}

/** The edit that puts the id of the rule there; null where no name for it is in sight. */
export function idOfRuleAt(script: Script, inRule: Node, { node, steps }: Kept): Edit | null {
  const call = callAround(inRule);
  const flow =
    call === null || steps.at(-1) !== 'id' ? null : flowOf(script, call, (path) => path.at(-1) === 'id');
  const ids = flow?.visits.filter((visit) => visit.steps.at(-1) === 'id') ?? [];
  const [text] = ids.flatMap((visit) => nameAt(script, visit, node) ?? []);
  if (text === undefined) return null;
  const { parent } = node;
  const [start, end] = node.range;
  const isShort = parent?.type === 'Property' && parent.shorthand === true;
  const own = script.text.slice(start, end);
  return { start, end, text: isShort ? `${own}: ${text}` : text };
}

function callAround(node: Node): Node | null {
  let current: Node | undefined = node;
  while (current !== undefined && current.type !== 'CallExpression')
    current = isFunction(current) ? undefined : current.parent;
  return current ?? null;
}

/** `ruleId`, or `rule.id`, where that is declared before a place, in a block around it. */
function nameAt({ text }: Script, { node }: Visit, place: Node): string | null {
  const holder = node.type === 'MemberExpression' ? declaratorOf(node) : null;
  if (holder?.type === 'VariableDeclarator' && holder.init === node && holder.id.type === 'Identifier')
    return isBefore(holder, place) ? holder.id.name : null;
  if (node.type === 'MemberExpression')
    return node.object.type === 'Identifier' && isBefore(node, place) ? text.slice(...node.range) : null;
  const declarator = declaratorOf(node);
  if (node.value.type !== 'Identifier' || declarator === null) return null;
  return isBefore(declarator, place) ? node.value.name : null;
}

function declaratorOf(node: Node): Node | null {
  let current: Node | undefined = node;
  while (current !== undefined && !/Declarator$|Statement$/.test(current.type)) current = current.parent;
  const isConstant = current?.parent?.type === 'VariableDeclaration' && current.parent.kind === 'const';
  return current?.type === 'VariableDeclarator' && isConstant ? current : null;
}

/** What stands before it in a block around it has happened by then. */
function isBefore(node: Node, place: Node): boolean {
  let block: Node | undefined = node.parent;
  while (block !== undefined && !/^(?:Program|BlockStatement)$/.test(block.type)) block = block.parent;
  return block !== undefined && encloses(block, place) && node.range[1] <= place.range[0];
}
