/**
 * Which writes of a variable can be seen at a use. A variable is read as the join of all writes that may reach
 * the use, from the last one that must have happened on. Writes in the other branch, in a branch that leaves,
 * and after the use (unless a loop leads back) do not reach it. Across functions nothing is known of the order,
 * so every write counts.
 */
import type { Binding } from '../../syntax/bindings.js';
import type { Assignment, Call, FunctionNode, Identifier, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { encloses, enclosingFunction, isFunction } from '../../syntax/nodes.js';
import { Note } from '../../syntax/notes.js';
import { endOf, startOf } from '../../syntax/positions.js';

export type Write =
  /** `node` is the declarator or assignment; `value` null for a declaration without one. */
  | { readonly kind: 'set'; readonly node: Node; readonly target: Node; readonly value: Node | null }
  | { readonly kind: 'compound'; readonly node: Assignment; readonly target: Identifier }
  | { readonly kind: 'step'; readonly node: Node };

export type Mutation =
  /** `x.a.b = value` */
  | { readonly kind: 'member'; readonly node: Assignment; readonly left: Node & { type: 'MemberExpression' } }
  /** `x.push(…)`, `x.a.set(…)`, `Object.assign(x, …)` */
  | { readonly kind: 'call'; readonly node: Call; readonly method: string; readonly callee: Node };

const writesOf = new Note(() => new Map<Binding, Write[]>());
const mutationsOf = new Note(() => new Map<Binding, Mutation[]>());

/** Every write of a variable, in source order. */
export function allWrites(module: Module, binding: Binding): readonly Write[] {
  const known = writesOf.of(module).get(binding);
  if (known !== undefined) return known;
  const writes: Write[] = [];
  for (const declaration of binding.declarations) {
    let pattern: Node = declaration;
    while (pattern.parent !== undefined && pattern.parent.type !== 'VariableDeclarator') {
      if (!PATTERNS.has(pattern.parent.type)) break;
      pattern = pattern.parent;
    }
    const declarator = pattern.parent;
    if (declarator?.type !== 'VariableDeclarator') continue;
    writes.push({ kind: 'set', node: declarator, target: declarator.id, value: declarator.init });
  }
  const uses = module.references(binding);
  for (let index = 0; index < uses.length; index++) {
    const use = uses[index];
    const write = use === undefined ? null : writeAt(use);
    if (write !== null) writes.push(write);
  }
  writes.sort((a, b) => startOf(a.node) - startOf(b.node));
  writesOf.of(module).set(binding, writes);
  return writes;
}

function writeAt(use: Identifier): Write | null {
  const parent = use.parent;
  if (parent?.type === 'UpdateExpression') return { kind: 'step', node: parent };
  if (parent?.type === 'AssignmentExpression' && parent.left === use) {
    return parent.operator === '='
      ? { kind: 'set', node: parent, target: use, value: parent.right }
      : { kind: 'compound', node: parent, target: use };
  }
  // A name in a pattern on the left of an assignment.
  let pattern: Node = use;
  while (pattern.parent !== undefined && PATTERNS.has(pattern.parent.type)) {
    if (pattern.parent.type === 'AssignmentPattern' && pattern.parent.right === pattern) return null;
    pattern = pattern.parent;
  }
  const assignment = pattern.parent;
  return pattern !== use && assignment?.type === 'AssignmentExpression' && assignment.left === pattern
    ? { kind: 'set', node: assignment, target: pattern, value: assignment.right }
    : null;
}

const PATTERNS = new Set(['ObjectPattern', 'ArrayPattern', 'AssignmentPattern', 'Property', 'RestElement']);
const MUTATORS = new Set(['push', 'unshift', 'set', 'append', 'add']);

function isMutator({ property }: Node & { type: 'MemberExpression' }): boolean {
  return property.type === 'Identifier' && MUTATORS.has(property.name);
}

/** Every change made to what a variable holds, through the variable's name, in source order. */
function allMutations(module: Module, binding: Binding): readonly Mutation[] {
  const known = mutationsOf.of(module).get(binding);
  if (known !== undefined) return known;
  const mutations: Mutation[] = [];
  for (const use of module.references(binding)) {
    let node: Node = use;
    while (node.parent?.type === 'MemberExpression' && node.parent.object === node) node = node.parent;
    const parent = node.parent;
    if (parent === undefined) continue;
    if (node.type === 'MemberExpression') {
      if (parent.type === 'AssignmentExpression' && parent.left === node) {
        mutations.push({ kind: 'member', node: parent, left: node });
      } else if (
        parent.type === 'CallExpression' &&
        parent.callee === node &&
        node.property.type === 'Identifier' &&
        isMutator(node)
      ) {
        mutations.push({ kind: 'call', node: parent, method: node.property.name, callee: node });
      }
    } else if (parent.type === 'CallExpression' && parent.arguments[0] === use) {
      const callee = parent.callee;
      if (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'Object' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'assign'
      ) {
        mutations.push({ kind: 'call', node: parent, method: 'assign', callee });
      }
    }
  }
  mutationsOf.of(module).set(binding, mutations);
  return mutations;
}

const writesSeenAt = new Note(() => new Map<Node, readonly Write[] | null>());

/** Writes of a variable that a use may see; of more nobody could say what the variable is. */
const MAX_SEEN = 64;
/** Writes before a use that are looked at. */
const MAX_LOOKED_AT = 500;

/**
 * Writes of a variable that a use of it may see, in source order; null if they are too many. Their order is a matter
 * of the text alone: told once per use.
 */
export function writesSeen(module: Module, binding: Binding, use: Node): readonly Write[] | null {
  const known = writesSeenAt.of(module);
  let seen = known.get(use);
  if (seen === undefined) {
    seen = findSeen(module, binding, use);
    known.set(use, seen);
  }
  return seen;
}

const NONE: readonly Write[] = [];

/** From the use backwards to the last write that must have happened, and behind it as far as a loop leads back. */
function findSeen(module: Module, binding: Binding, use: Node): readonly Write[] | null {
  const writes = allWrites(module, binding);
  if (writes.length === 0) return NONE;
  const behind = firstBehind(writes, startOf(use));
  const before: Write[] = [];
  for (let index = behind - 1; index >= 0; index--) {
    if (behind - index > MAX_LOOKED_AT) return null;
    const write = writes[index];
    if (write === undefined || !reaches(write.node, use)) continue;
    if (before.push(write) > MAX_SEEN) return null;
    if (mustPrecede(write.node, use)) break;
  }
  const seen = before.reverse();
  if (behind === writes.length) return seen;
  const home = enclosingFunction(use);
  const loops = endOfLoops(use);
  // Where all writes stand in one function with the use, those behind its loops need not be looked at.
  const end = areWrittenIn(module, binding, home) ? firstBehind(writes, loops) : writes.length;
  for (let index = behind; index < end; index++) {
    const write = writes[index];
    if (write === undefined) continue;
    if (startOf(write.node) >= loops && enclosingFunction(write.node) === home) continue;
    if (seen.push(write) > MAX_SEEN) return null;
  }
  return seen;
}

/** The place of the first write that begins behind an offset. */
function firstBehind(writes: readonly Write[], offset: number): number {
  let low = 0;
  let high = writes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const write = writes[middle];
    if (write !== undefined && startOf(write.node) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the outermost loop around a place ends, within its function; where the place begins if there is none. */
function endOfLoops(place: Node): number {
  let end = startOf(place);
  for (let node: Node | undefined = place; node !== undefined && !isFunction(node); node = node.parent)
    if (LOOPS.has(node.type)) end = endOf(node);
  return end;
}

const homesOf = new Note(() => new Map<Binding, ReadonlySet<FunctionNode | undefined>>());

/** Whether all writes of a variable stand in one function itself; undefined for what is outside of all. */
function areWrittenIn(module: Module, binding: Binding, home: FunctionNode | undefined): boolean {
  const known = homesOf.of(module);
  let homes = known.get(binding);
  if (homes === undefined) {
    homes = new Set(allWrites(module, binding).map(({ node }) => enclosingFunction(node)));
    known.set(binding, homes);
  }
  return homes.size === 1 && homes.has(home);
}

/** A change that a use can see, and whether it must have happened before. */
export interface Change {
  readonly mutation: Mutation;
  readonly isSure: boolean;
}

/** Whether what a variable holds is ever changed through its name. */
export function isChanged(module: Module, binding: Binding): boolean {
  return allMutations(module, binding).length > 0;
}

const changesSeenAt = new Note(() => new Map<Node, readonly Change[]>());

/** Changes that are looked at in one file, for all uses together. No program that people write has so many. */
const MAX_CHANGES = 2_000_000;
const changesLookedAt = new Note(() => ({ count: 0 }));

/** Whether a use is the receiver of a call that changes what the variable holds: `x` in `x.push(y)`. */
export function isChangedHere(module: Module, binding: Binding, use: Node): boolean {
  const call = use.parent?.parent;
  if (use.parent?.type !== 'MemberExpression' || call?.type !== 'CallExpression') return false;
  return allMutations(module, binding).length > 0 && call.callee === use.parent && isMutator(use.parent);
}

/**
 * Changes of what a variable holds that a use of it may see, in source order; null once too many were looked at in the
 * file.
 */
export function changesSeen(module: Module, binding: Binding, use: Node): readonly Change[] | null {
  const known = changesSeenAt.of(module);
  let seen = known.get(use);
  if (seen === undefined) {
    const all = allMutations(module, binding);
    const looked = changesLookedAt.of(module);
    looked.count += all.length;
    if (looked.count > MAX_CHANGES) return null;
    seen = all
      // The receiver of the change itself, and what stands inside the changing call.
      .filter(({ node }) => !encloses(node, use) && reaches(node, use))
      .map((mutation) => ({ mutation, isSure: mustPrecede(mutation.node, use) }));
    known.set(use, seen);
  }
  return seen;
}

/** Whether a use sees a write, and nothing that was before it. */
export function overwrites(write: Write, use: Node): boolean {
  return write.kind === 'set' && reaches(write.node, use) && mustPrecede(write.node, use);
}

function reaches(write: Node, use: Node): boolean {
  if (enclosingFunction(write) !== enclosingFunction(use)) return true;
  if (startOf(write) <= startOf(use) && endOf(use) <= endOf(write) && write.type === 'AssignmentExpression') {
    return inSharedLoop(write, use);
  }
  if (startOf(write) > startOf(use)) return inSharedLoop(write, use);
  const meeting = commonAncestor(write, use);
  if (meeting === null) return true;
  const [common, fromWrite, fromUse] = meeting;
  if (excluded(common, fromWrite, fromUse)) return inSharedLoop(write, use);
  return !leavesBefore(write, common);
}

/** Whether a write surely happened, if the use is reached at all. */
function mustPrecede(write: Node, use: Node): boolean {
  if (startOf(write) > startOf(use)) return false;
  if (enclosingFunction(write) !== enclosingFunction(use)) return false;
  const meeting = commonAncestor(write, use);
  if (meeting === null) return false;
  let node: Node | undefined = write;
  while (node !== undefined && node !== meeting[0]) {
    const parent: Node | undefined = node.parent;
    if (parent === undefined) return false;
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        if (node !== parent.test && parent !== meeting[0]) return false;
        break;
      case 'LogicalExpression':
        if (node !== parent.left && parent !== meeting[0]) return false;
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'SwitchCase':
      case 'CatchClause':
        if (parent !== meeting[0]) return false;
        break;
      default:
        break;
    }
    node = parent;
  }
  // The case of a switch that both stand in different cases of.
  return meeting[0].type !== 'SwitchStatement' || meeting[1].type !== 'SwitchCase';
}

const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

function inSharedLoop(a: Node, b: Node): boolean {
  let node: Node | undefined = a;
  while (node !== undefined) {
    if (LOOPS.has(node.type) && encloses(node, b)) return true;
    if (node.type.includes('Function')) return false;
    node = node.parent;
  }
  return false;
}

/** The innermost node around both, and its children on the way to each. */
function commonAncestor(a: Node, b: Node): [Node, Node, Node] | null {
  let fromA = a;
  while (fromA.parent !== undefined) {
    const parent: Node = fromA.parent;
    if (startOf(parent) <= startOf(b) && endOf(b) <= endOf(parent)) {
      let fromB = b;
      while (fromB.parent !== undefined && fromB.parent !== parent) fromB = fromB.parent;
      return [parent, fromA, fromB];
    }
    fromA = parent;
  }
  return null;
}

function excluded(common: Node, a: Node, b: Node): boolean {
  if (common.type === 'IfStatement' || common.type === 'ConditionalExpression') {
    return (
      (a === common.consequent && b === common.alternate) ||
      (a === common.alternate && b === common.consequent)
    );
  }
  if (common.type === 'SwitchStatement' && a.type === 'SwitchCase' && b.type === 'SwitchCase' && a !== b) {
    return leaves(a.consequent.at(-1), true);
  }
  return false;
}

/** Whether the way from a write to what comes after `common` is cut off. */
function leavesBefore(write: Node, common: Node): boolean {
  let node: Node | undefined = write;
  while (node !== undefined && node !== common) {
    if (
      node.type === 'BlockStatement' &&
      node.parent !== common &&
      node.parent?.type.includes('Function') !== true
    ) {
      if (leaves(node.body.at(-1), false)) return true;
    } else if (node.type === 'BlockStatement' && node.parent === common && common.type === 'IfStatement') {
      if (leaves(node.body.at(-1), false)) return true;
    } else if (node.type === 'SwitchCase' && leaves(node.consequent.at(-1), false)) return true;
    if (node.parent === common) {
      return node.type === 'IfStatement' && common.type !== 'IfStatement' ? branchLeaves(node, write) : false;
    }
    node = node.parent;
  }
  return false;
}

function branchLeaves(node: Node & { type: 'IfStatement' }, write: Node): boolean {
  const inside = (branch: Node | null): boolean =>
    branch !== null && startOf(branch) <= startOf(write) && endOf(write) <= endOf(branch);
  if (inside(node.consequent)) return leaves(node.consequent, false);
  return inside(node.alternate) && node.alternate !== null && leaves(node.alternate, false);
}

/** Whether a statement ends in a jump out of it. */
export function leaves(statement: Node | null | undefined, orBreaks: boolean): boolean {
  if (statement === null || statement === undefined) return false;
  if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') return true;
  if (statement.type === 'ContinueStatement') return true;
  if (statement.type === 'BreakStatement') return orBreaks;
  return statement.type === 'BlockStatement' && leaves(statement.body.at(-1), orBreaks);
}
