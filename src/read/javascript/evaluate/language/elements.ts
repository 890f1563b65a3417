/**
 * Elements of JSX as calls of their component: `<Toggle setting="minify" {...rest} />` calls `Toggle` with one object
 * that its attributes are the members of.
 */
import type { FunctionNode, JsxElement, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, unwrap } from '../../syntax/nodes.js';
import { lazyMember } from '../domain/lazy.js';
import { type At, alternatives, type Member, type Term } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { importBinding } from '../names/imports.js';

/** The functions that elements of a name are made by, with their modules. */
export function componentsNamed(
  engine: Engine,
  module: Module,
  name: string,
): readonly { readonly node: FunctionNode; readonly module: Module }[] {
  const binding = module.topLevel(name);
  if (binding === null) return [];
  if (binding.kind === 'import') {
    return alternatives(importBinding(engine, module, binding)).flatMap((term) =>
      term.kind === 'closure' ? [{ node: term.node, module: term.at.module }] : [],
    );
  }
  const owner = binding.declarations[0]?.parent;
  const component = isFunction(owner)
    ? owner
    : owner?.type === 'VariableDeclarator'
      ? wrapped(owner.init)
      : null;
  return component === null ? [] : [{ node: component, module }];
}

/** The function that a variable is, also inside of `memo(…)` and `forwardRef(…)`. */
function wrapped(init: Node | null): FunctionNode | null {
  if (init === null) return null;
  const inner = unwrap(init);
  if (isFunction(inner)) return inner;
  const [first] = inner.type === 'CallExpression' ? inner.arguments : [];
  const handed = first === undefined ? null : unwrap(first);
  return isFunction(handed) ? handed : null;
}

/** What a component gets. */
export function attributesOf(engine: Engine, element: JsxElement, at: At): Term {
  let open = false;
  const members: Member[] = [];
  for (const attribute of element.openingElement.attributes) {
    if (attribute.type === 'JSXAttribute') {
      const { name, value } = attribute;
      if (name.type !== 'JSXIdentifier') continue;
      const make = (): Term =>
        value === null ? { kind: 'scalar', value: true, origin: null } : engine.evaluate(value, at);
      members.push(lazyMember(name.name, null, engine.origin(attribute, at.module), make));
      continue;
    }
    if (attribute.type !== 'JSXSpreadAttribute') continue;
    const spread = engine.evaluate(attribute.argument, at);
    if (spread.kind === 'object') {
      for (const one of spread.members) members.push(one);
      open ||= spread.open;
    } else open = true;
  }
  return { kind: 'object', members, open, origin: engine.origin(element, at.module) };
}
