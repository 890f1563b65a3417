/**
 * What a program does with the answer of a call, as far as it shows in one function: nothing, a look at whether
 * it went well, or more. The answer is followed through `await`, `const` and the steps that open it.
 */
import { callStatement, type Script } from '../../src/analysis/edits/index.js';
import { type Identifier, isWrapper, keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { usesOf } from './trees.js';

/** One read of the answer: the names on the way, and the node that reads the last of them. */
export interface Read {
  readonly steps: readonly string[];
  readonly node: Node;
  /** The name that says what is read, for a new one in its place. */
  readonly name: Node;
}

/** Steps that only open the answer of one client or another. */
const OPENING = new Set(['data', 'body', 'json()', 'result']);
const FAILURE = new Set(['catch()', 'finally()']);
const STATUS = new Set(['ok', 'status', 'statusText', 'success', 'errors', 'messages', 'statusCode']);

/** All that is read of the answer, each to its last name; null where it goes where it cannot be followed. */
export function readsOf(script: Script, call: Node): readonly Read[] | null {
  const reads: Read[] = [];
  const pending: { node: Node; steps: readonly string[] }[] = [{ node: call, steps: [] }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { steps } = item;
    let { node } = item;
    while (node.parent !== undefined && (node.parent.type === 'AwaitExpression' || isWrapper(node.parent)))
      node = node.parent;
    const { parent } = node;
    if (parent === undefined || reads.length > 64) return null;
    switch (parent.type) {
      case 'ExpressionStatement':
        continue;
      case 'MemberExpression': {
        const name = parent.object === node ? keyName(parent.property, parent.computed) : null;
        if (name === null) return null;
        const next = opened(parent, name);
        // What is done about a failure does not look at the answer.
        if (FAILURE.has(next.step)) {
          pending.push({ node: next.node, steps });
          continue;
        }
        if (OPENING.has(next.step)) pending.push({ node: next.node, steps: [...steps, next.step] });
        else if (next.node === parent)
          reads.push({ steps: [...steps, name], node: parent, name: parent.property });
        else return null;
        continue;
      }
      case 'VariableDeclarator': {
        if (parent.init !== node || !bound(script, parent.id, steps, pending, reads)) return null;
        continue;
      }
      default:
        return null;
    }
  }
  return reads;
}

/** A step, and the node that makes it: the member, or the call of it. */
function opened(member: Node, name: string): { readonly step: string; readonly node: Node } {
  const { parent } = member;
  return (name === 'json' || FAILURE.has(`${name}()`)) &&
    parent?.type === 'CallExpression' &&
    parent.callee === member
    ? { step: `${name}()`, node: parent }
    : { step: name, node: member };
}

function bound(
  script: Script,
  target: Node,
  steps: readonly string[],
  pending: { node: Node; steps: readonly string[] }[],
  reads: Read[],
): boolean {
  if (target.type === 'Identifier') {
    const uses = usesOf(script, target);
    if (uses === null) return false;
    pending.push(...uses.map((node: Identifier) => ({ node, steps })));
    return true;
  }
  if (target.type !== 'ObjectPattern') return false;
  return target.properties.every((property) => {
    if (property.type !== 'Property') return false;
    const name = keyName(property.key, property.computed);
    if (name === null) return false;
    if (OPENING.has(name)) return bound(script, property.value, [...steps, name], pending, reads);
    if (property.value.type !== 'Identifier') return false;
    reads.push({ steps: [...steps, name], node: property, name: property.key });
    return true;
  });
}

export type AnswerUse = 'unused' | 'status' | 'read';

/** `path` leads to a node inside the call. */
export function answerUse(script: Script, path: readonly Node[]): AnswerUse {
  if (callStatement(path) !== null) return 'unused';
  const call = requestAround(path);
  const reads = call === null ? null : readsOf(script, call);
  if (reads === null) return 'read';
  if (reads.length === 0) return 'unused';
  return reads.every(({ steps }) => STATUS.has(steps.at(-1) ?? '')) ? 'status' : 'read';
}

/** The call in whose arguments the innermost node stands, below all that only writes it differently. */
export function requestAround(path: readonly Node[]): Node | null {
  return path.findLast((node) => node.type === 'CallExpression' && !isStringify(node)) ?? null;
}

function isStringify(call: Node): boolean {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object } = call.callee;
  return object.type === 'Identifier' && object.name === 'JSON';
}
