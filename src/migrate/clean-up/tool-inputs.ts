/**
 * Names that a callback takes out of its argument, or that a case of a `switch` reads, and that nothing reads any more.
 * Where they are inputs of a tool, they leave its schema, if that lets other names through.
 */
import { isQuiet, removeItem } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import {
  type Binding,
  childrenOf,
  encloses,
  enclosingFunction,
  isFunction,
  keyName,
  type Module,
  type Node,
  type NodeOf,
  pathTo,
} from '../../read/javascript/syntax/index.js';
import { literally } from '../../value/index.js';
import { isUsedElsewhere } from './names.js';
import type { GoneItem, Needless } from './parameters.js';
import type { Parts } from './unused.js';

const NOTHING: Needless = { items: [], edits: [] };

export function unreadInputs(
  module: Module,
  touched: ReadonlySet<Binding>,
  parts: Parts,
  putIn: ReadonlySet<string>,
  edits: readonly Edit[],
): Needless {
  const found = [
    ...[...touched].map((binding) =>
      putIn.has(binding.name) ? NOTHING : takenByCallback(module, binding, parts),
    ),
    ...readByCases(module, parts, edits),
  ];
  return { items: found.flatMap(({ items }) => items), edits: found.flatMap(({ edits }) => edits) };
}

/** `tool('report', 'Reports.', { zone: z.string(), metrics: z.string() }, ({ zone, metrics }) => …)` */
function takenByCallback(module: Module, binding: Binding, parts: Parts): Needless {
  const [id] = binding.declarations;
  const property = id?.parent?.type === 'AssignmentPattern' ? id.parent.parent : id?.parent;
  const pattern = property?.parent;
  const callback = pattern?.parent;
  const call = callback?.parent;
  if (
    binding.kind !== 'parameter' ||
    property?.type !== 'Property' ||
    property.value.type === 'ObjectPattern'
  )
    return NOTHING;
  if (pattern?.type !== 'ObjectPattern' || !isFunction(callback) || call?.type !== 'CallExpression')
    return NOTHING;
  const name = keyName(property.key, property.computed);
  const isDefaultQuiet = property.value.type !== 'AssignmentPattern' || isQuiet(property.value.right);
  if (name === null || !isDefaultQuiet || pattern.properties.some(({ type }) => type === 'RestElement'))
    return NOTHING;
  if (parts.goes(property.range[0]) || isUsedElsewhere(module, binding, parts.goes, property)) return NOTHING;
  const own = itemOf(pattern, pattern.properties, property);
  const others = call.arguments.filter((one) => one !== callback);
  const isElsewhere = others.some((one) => textOf(module, one).includes(name));
  if (!isElsewhere) return canGo(module, [own], parts) ? { items: [own], edits: [] } : NOTHING;
  const [schema, ...more] = others.flatMap((one) => validated(module, one, name));
  if (schema === undefined || more.length > 0) return NOTHING;
  const items = [own, schema];
  return canGo(module, items, parts)
    ? { items, edits: others.flatMap((one) => lineOf(module, one, name)) }
    : NOTHING;
}

function textOf({ text }: Module, { range }: Node): string {
  return text.slice(...range);
}

/** Objects with a validator of this name, at any depth of an argument. */
function validated(module: Module, node: Node, name: string): readonly GoneItem[] {
  if (/\bstrict(?:Object)?\s*\(/.test(textOf(module, node)) || isFunction(node)) return [];
  const own = node.type === 'ObjectExpression' ? node.properties : [];
  return [
    ...own.flatMap((one) =>
      one.type === 'Property' && keyName(one.key, one.computed) === name && isValidator(module, one.value)
        ? [itemOf(node, own, one)]
        : [],
    ),
    ...childrenOf(node).flatMap((child) => validated(module, child, name)),
  ];
}

const VALIDATORS =
  /^(?:zod(?:\/.*)?|myzod|yup|joi|@hapi\/joi|valibot|superstruct|@sinclair\/typebox|@modelcontextprotocol\/.*)$/;

/** `z.string().optional()` */
function isValidator(module: Module, value: Node): boolean {
  let node = value;
  for (;;) {
    if (node.type === 'CallExpression') node = node.callee;
    else if (node.type === 'MemberExpression') node = node.object;
    else break;
  }
  const binding = node.type === 'Identifier' && node !== value ? module.resolve(node) : null;
  const imported = binding?.declarations[0]?.parent?.parent;
  return imported?.type === 'ImportDeclaration' && VALIDATORS.test(String(imported.source.value));
}

/** The line of a description that speaks of an input: `- metrics: what to count`. */
function lineOf({ text }: Module, node: Node, name: string): readonly Edit[] {
  if (node.type !== 'TemplateLiteral') return [];
  const [from, to] = node.range;
  const line = new RegExp(`\\n[ \\t]*[-*][ \\t]+\`?${literally(name)}\`?[ \\t]*(?::|\\()[^\\n]*(?=\\n)`);
  const found = line.exec(text.slice(from, to));
  if (found === null || found[0].includes('${')) return [];
  return [{ start: from + found.index, end: from + found.index + found[0].length, text: '' }];
}

/** `case 'report': return report(args.zone, args.metrics);` beside `{ name: 'report', inputSchema: { properties: … } }` */
function readByCases(module: Module, parts: Parts, edits: readonly Edit[]): readonly Needless[] {
  const asked = new Map<string, Needless>();
  for (const [name, members] of module.members)
    for (const member of members) {
      if (!parts.goes(member.range[0]) || member.object.type !== 'Identifier') continue;
      const around = pathTo(module.program, member.range[0]).findLast(({ type }) => type === 'SwitchCase');
      const test = around?.type === 'SwitchCase' ? around.test : null;
      if (around === undefined || test?.type !== 'Literal' || typeof test.value !== 'string') continue;
      const key = `${test.value} ${name}`;
      if (asked.has(key)) continue;
      const isLeft = isReadIn(module, around, member.object, name, parts) || isPutIn(around, name, edits);
      asked.set(key, isLeft ? NOTHING : withoutInput(module, test.value, name, parts));
    }
  return [...asked.values()];
}

/** Whether the case reads the name elsewhere, or all names that there are; or what runs before it names it. */
function isReadIn(
  module: Module,
  around: Node,
  object: NodeOf<'Identifier'>,
  name: string,
  parts: Parts,
): boolean {
  const binding = module.resolve(object);
  if (binding === null) return true;
  const word = new RegExp(`["'\`]${literally(name)}["'\`]`);
  if (word.test(textOf(module, around)) || isNamedOutside(module, around, name)) return true;
  return module.references(binding).some((use) => {
    if (!encloses(around, use) || parts.goes(use.range[0])) return false;
    const member = use.parent;
    if (member?.type !== 'MemberExpression' || member.object !== use) return true;
    const read = keyName(member.property, member.computed);
    return read === null || read === name;
  });
}

function isNamedOutside({ text, program }: Module, around: Node, name: string): boolean {
  const [start, end] = (enclosingFunction(around) ?? program).range;
  const [from, to] = around.parent?.range ?? around.range;
  const outside = text.slice(start, from) + text.slice(to, end);
  return wordOf(name).test(outside);
}

function isPutIn({ range: [from, to] }: Node, name: string, edits: readonly Edit[]): boolean {
  const word = wordOf(name);
  return edits.some(({ start, end, text }) => start < to && from < end && word.test(text));
}

function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`);
}

function withoutInput(module: Module, tool: string, name: string, parts: Parts): Needless {
  const [schema, ...more] = schemasOf(module, tool);
  if (schema === undefined || more.length > 0) return NOTHING;
  const fields = new Map(
    schema.properties.flatMap((one) =>
      one.type === 'Property' ? [[keyName(one.key, one.computed), one.value] as const] : [],
    ),
  );
  const [properties, required] = [fields.get('properties'), fields.get('required')];
  if (properties?.type !== 'ObjectExpression' || fields.has('additionalProperties')) return NOTHING;
  const own = properties.properties.find(
    (one) => one.type === 'Property' && keyName(one.key, one.computed) === name,
  );
  if (own === undefined || parts.goes(own.range[0])) return NOTHING;
  const items = [itemOf(properties, properties.properties, own)];
  if (required?.type === 'ArrayExpression') {
    const list = required.elements.filter((one): one is Node => one !== null);
    items.push(
      ...list
        .filter((one) => one.type === 'Literal' && one.value === name)
        .map((one) => itemOf(required, list, one)),
    );
  }
  return canGo(module, items, parts) ? { items, edits: [] } : NOTHING;
}

/** `{ name: 'report', inputSchema: { type: 'object', properties: { … } } }` */
function schemasOf(module: Module, tool: string): readonly NodeOf<'ObjectExpression'>[] {
  return module.leaves.flatMap((leaf) => {
    const property = leaf.type === 'Literal' && leaf.value === tool ? leaf.parent : undefined;
    const object = property?.parent;
    if (property?.type !== 'Property' || object?.type !== 'ObjectExpression') return [];
    if (property.value !== leaf || keyName(property.key, property.computed) !== 'name') return [];
    return object.properties.flatMap((one) =>
      one.type === 'Property' &&
      SCHEMA.test(keyName(one.key, one.computed) ?? '') &&
      one.value.type === 'ObjectExpression'
        ? [one.value]
        : [],
    );
  });
}

const SCHEMA = /^(?:inputSchema|input_schema|parameters)$/;

function itemOf(list: Node, items: readonly Node[], item: Node): GoneItem {
  return { range: list.range as GoneItem['range'], list: items, item };
}

function canGo(module: Module, items: readonly GoneItem[], parts: Parts): boolean {
  return items.every(({ range, list, item }) => {
    const isOpen = !parts.goes(item.range[0]) && parts.mayGo(...item.range);
    return isOpen && removeItem(module, { range } as unknown as Node, list, item) !== null;
  });
}
