import { usesElsewhere } from '../../flow/importers.js';
import { accessing } from '../../modules/imported-by.js';
import type { Call, FunctionNode, Identifier, New, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { ancestor, isClass, keyName, unwrap } from '../../syntax/nodes.js';
import { isTestPath } from '../../syntax/test-path.js';
import { cutShort, cutsSoFar } from '../domain/cuts.js';
import { alternatives } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** A call, and the module it stands in. */
export interface CallSite {
  readonly call: Call | New;
  readonly module: Module;
  /** Arguments before the function's own: the receiver of `f.bind(self, …)`. */
  readonly skip?: number;
}

/** Stands for the calls of a function that are being looked for. */
const UNDER_WAY: readonly CallSite[] = [];

/**
 * Calls of a function by its name, here and in the files that import it. What tests hand to a program is made for the test:
 * they say nothing of who calls it otherwise.
 */
export function callSites(engine: Engine, frame: FunctionNode, module: Module): readonly CallSite[] {
  const known = engine.knowledge(module).callSites;
  const remembered = known.get(frame);
  if (remembered !== undefined) {
    if (remembered === UNDER_WAY) cutShort();
    return remembered;
  }
  known.set(frame, UNDER_WAY);
  const cuts = cutsSoFar();
  const all = findCallSites(engine, frame, module);
  const sites = isTestPath(module.path) ? all : all.filter((site) => !isTestPath(site.module.path));
  if (cutsSoFar() === cuts) known.set(frame, sites);
  else known.delete(frame);
  return sites;
}

/** Uses of a named function in its own module. */
export function usesByName(frame: FunctionNode, module: Module): readonly Identifier[] {
  const id = frame.type === 'FunctionDeclaration' ? frame.id : declaratorName(frame.parent, frame);
  const binding = id ? module.resolve(id) : null;
  return binding === null ? [] : module.references(binding);
}

function findCallSites(engine: Engine, frame: FunctionNode, module: Module): readonly CallSite[] {
  const sites: CallSite[] = [];
  const parent = frame.parent;
  const id = frame.type === 'FunctionDeclaration' ? frame.id : declaratorName(parent, frame);
  if (id) {
    const binding = module.resolve(id);
    if (binding !== null) {
      for (const use of [
        ...module.references(binding).map((node) => ({ node, module })),
        ...usesElsewhere(engine, module, binding),
      ]) {
        for (const one of sitesAt(use.node, use.module)) sites.push(one);
      }
    }
    return sites;
  }
  const name = methodName(parent, frame);
  if (name === null) return sites;
  const modules = [module, ...engine.project.importersOf(module, accessing(name))];
  for (const candidate of modules) {
    for (const member of candidate.members.get(name) ?? []) {
      const at = sitesAt(member, candidate);
      if (at.length === 0) continue;
      const target = engine.evaluate(member, { module: candidate, env: null });
      if (alternatives(target).some((option) => option.kind === 'closure' && option.node === frame))
        for (const one of at) sites.push(one);
    }
  }
  if (name === 'constructor') {
    const owner = ancestor(frame, isClass);
    const binding = owner?.id ? module.resolve(owner.id) : null;
    if (binding !== null) {
      for (const use of [
        ...module.references(binding).map((node) => ({ node, module })),
        ...usesElsewhere(engine, module, binding),
      ]) {
        const call = callOf(use.node);
        if (call?.type === 'NewExpression') sites.push({ call, module: use.module });
      }
    }
  }
  return sites;
}

function declaratorName(parent: Node | undefined, frame: Node): Identifier | null {
  let node: Node = frame;
  let above = parent;
  // `const f = useCallback(async () => …, [])` names its callback, too.
  while (
    above !== undefined &&
    (unwrap(above) === frame || (above.type === 'CallExpression' && above.arguments[0] === node))
  ) {
    node = above;
    above = above.parent;
  }
  return above?.type === 'VariableDeclarator' && above.init === node && above.id.type === 'Identifier'
    ? above.id
    : null;
}

function methodName(parent: Node | undefined, frame: Node): string | null {
  switch (parent?.type) {
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return keyName(parent.key, parent.computed);
    case 'Property':
      return parent.value === frame ? keyName(parent.key, parent.computed) : null;
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression'
        ? keyName(parent.left.property, parent.left.computed)
        : null;
    default:
      return null;
  }
}

/** The calls that a use of a function is: a call of it, or a call that binds its arguments. */
function sitesAt(use: Node, module: Module): CallSite[] {
  const call = callOf(use);
  if (call !== null) return [{ call, module }];
  const member = use.parent;
  if (member?.type !== 'MemberExpression' || member.object !== use) return [];
  const bound = /^(?:bind|call)$/.test(keyName(member.property, member.computed) ?? '')
    ? callOf(member)
    : null;
  return bound === null || bound.arguments.length < 2 ? [] : [{ call: bound, module, skip: 1 }];
}

/** The call whose callee a node is. */
export function callOf(node: Node): Call | New | null {
  let current = node;
  while (current.parent !== undefined && unwrap(current.parent) === node && current.parent !== node)
    current = current.parent;
  const parent = current.parent;
  return (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === current
    ? parent
    : null;
}
