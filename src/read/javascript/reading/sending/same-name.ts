/**
 * Methods told by their name alone. Frameworks hand objects on where no reader follows: the locals of an app, what
 * is decorated onto a server, a context of components. A long name that a single function among the files tied by
 * imports is defined under still says which one is meant.
 */

import type { SourceFile } from '../../../reader.js';
import type { At, Closure } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { freeInstance } from '../../evaluate/kernel/instances.js';
import type { Call, FunctionNode, New, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { ancestor, isClass, isFunction, keyName, unwrap } from '../../syntax/nodes.js';
import { Note } from '../../syntax/notes.js';

/** Names of one word are everybody's. */
const TELLING = /^(?=.{8})[a-z]+(?:[A-Z_]\w*)$/;
/** Files that say a name: one that more of them say is no name of its own. */
const MAX_FILES = 12;

const methods = new Note(() => new Map<string, Closure | null>());

/** The only function a call can mean by the name of its method; null if the name does not say. */
export function sameNamed(engine: Engine, node: Call | New, at: At): Closure | null {
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return null;
  const name = keyName(callee.property, callee.computed);
  if (name === null || !TELLING.test(name)) return null;
  if (engine.evaluate(callee, at).kind !== 'unknown') return null;
  const known = methods.of(engine);
  let method = known.get(name);
  if (method === undefined) {
    method = onlyMethod(engine, name, at.module);
    known.set(name, method);
  }
  return method;
}

function onlyMethod(engine: Engine, name: string, module: Module): Closure | null {
  const { project } = engine;
  const files = filesSaying(name, project.tied(module.path) ?? []);
  if (files === null) return null;
  const found = files.flatMap(({ path }) =>
    project.followed(path).flatMap((other) => methodsOf(other, name)),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const at: At = { module: only.module, env: null };
  const owner = ancestor(only.node, isClass);
  const self = owner === undefined ? null : freeInstance(engine, owner, at);
  return { kind: 'closure', node: only.node, at, self };
}

const saying = new WeakMap<readonly SourceFile[], Map<string, readonly SourceFile[] | null>>();

/** Of files tied by imports those that say a name, looked for once for all of them; null if they are too many. */
function filesSaying(name: string, tied: readonly SourceFile[]): readonly SourceFile[] | null {
  let byName = saying.get(tied);
  if (byName === undefined) {
    byName = new Map();
    saying.set(tied, byName);
  }
  let files = byName.get(name);
  if (files === undefined) {
    const found: SourceFile[] = [];
    for (const file of tied) {
      if (file.text.includes(name)) found.push(file);
      if (found.length > MAX_FILES) break;
    }
    files = found.length > MAX_FILES ? null : found;
    byName.set(name, files);
  }
  return files;
}

function methodsOf(module: Module, name: string): { readonly node: FunctionNode; readonly module: Module }[] {
  const methods: { node: FunctionNode; module: Module }[] = [];
  for (let from = module.text.indexOf(name); from >= 0; from = module.text.indexOf(name, from + 1)) {
    for (const key of module.leavesIn(from, from + name.length)) {
      const node = functionUnder(key, name);
      if (node !== null) methods.push({ node, module });
    }
  }
  return methods;
}

function functionUnder(key: Node, name: string): FunctionNode | null {
  const holder = key.parent;
  if (
    holder?.type !== 'Property' &&
    holder?.type !== 'MethodDefinition' &&
    holder?.type !== 'PropertyDefinition'
  )
    return null;
  if (holder.key !== key || keyName(holder.key, holder.computed) !== name || holder.value === null)
    return null;
  const value = unwrap(holder.value);
  return isFunction(value) && value.body !== null ? value : null;
}
