/**
 * Contexts of components: what `useContext(Api)` gives is what the module of the context hands to its provider,
 * `<Api.Provider value={…}>`.
 */

import { choose, type External, type Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { Site } from '../evaluate/kernel/activate.js';
import type { JsxElement, Node } from '../syntax/estree.js';

const LIBRARIES = /^(?:react|preact(?:\/hooks|\/compat)?|solid-js|use-context-selector)$/;
/** Stands for a context in the path of what is known of its library. */
const CONTEXT = 'createContext()';

/** A context that a call makes, or the value of one that a call asks for; null if it does neither. */
export function callContext(
  engine: Engine,
  external: External,
  args: readonly Term[],
  site: Site | null,
): Term | null {
  const [name] = external.path.slice(-1);
  if (site === null || !LIBRARIES.test(external.package)) return null;
  if (name === 'createContext') {
    const origin = engine.origin(site.node, site.at.module);
    return { ...external, path: [CONTEXT, nameOfVariable(site.node) ?? ''], config: args[0] ?? null, origin };
  }
  const [context] = args;
  if (
    (name !== 'useContext' && name !== 'use') ||
    context?.kind !== 'external' ||
    context.path[0] !== CONTEXT
  )
    return null;
  return provided(engine, context);
}

function nameOfVariable(call: Node): string | null {
  let node = call.parent;
  while (node?.type === 'TSAsExpression') node = node.parent;
  return node?.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? node.id.name : null;
}

function provided(engine: Engine, { path, origin }: External): Term | null {
  const [, name] = path;
  const module = origin === null ? null : engine.project.module(origin.file);
  if (module === null || !('elements' in module) || name === undefined || name === '') return null;
  const values = module.elements.flatMap((element): Term[] => {
    const value = providerOf(element) === name ? handedValue(element) : null;
    return value === null ? [] : [engine.evaluate(value, { module, env: null })];
  });
  return values.length === 0 ? null : choose(values);
}

/** The context that an element provides: `<Api.Provider>`, or `<Api>`. */
function providerOf({ openingElement: { name } }: JsxElement): string | null {
  if (name.type === 'JSXIdentifier') return name.name;
  const member = name as unknown as {
    readonly type: string;
    readonly object?: Node;
    readonly property?: Node;
  };
  const property = member.property;
  return member.type === 'JSXMemberExpression' &&
    property?.type === 'JSXIdentifier' &&
    property.name === 'Provider' &&
    member.object?.type === 'JSXIdentifier'
    ? member.object.name
    : null;
}

function handedValue({ openingElement: { attributes } }: JsxElement): Node | null {
  for (const attribute of attributes) {
    if (attribute.type === 'JSXAttribute' && attribute.name.name === 'value') return attribute.value;
  }
  return null;
}
