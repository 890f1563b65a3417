/** Fields of validating schemas that have to let an answer through which no longer has them. */
import { removeItem, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { importedFrom } from './imports.js';

/** Libraries whose schemas have a method for it, and those that have a function around. */
const METHOD: ReadonlySet<string> = new Set(['zod', 'zod/v3', 'zod/v4', 'myzod', 'yup', 'joi', '@hapi/joi']);
const FUNCTION: Readonly<Record<string, string>> = {
  'zod/mini': 'optional',
  'zod/v4-mini': 'optional',
  valibot: 'optional',
  superstruct: 'optional',
  '@sinclair/typebox': 'Optional',
};

/** `path` leads to the key of the field, or to its name in a list of what is required. */
export function madeOptional(script: Script, path: readonly Node[]): Edit | null {
  const node = path.at(-1);
  const list = path.at(-2);
  if (node?.type === 'Literal' && list?.type === 'ArrayExpression') {
    const items = list.elements.filter((item): item is Node => item !== null);
    return removeItem(script, list, items, node);
  }
  const property = path.findLast(({ type }) => type === 'Property');
  if (property?.type !== 'Property' || property.value.type !== 'CallExpression') return null;
  const [start, end] = property.value.range;
  const root = rootOf(property.value);
  const library = root === null ? undefined : importedFrom(script, root);
  if (library === undefined || root === null) return null;
  if (METHOD.has(library)) return { start: end, end, text: '.optional()' };
  const around = FUNCTION[library];
  const isNamespace = property.value.callee.type === 'MemberExpression';
  return around === undefined || !isNamespace
    ? null
    : { start, end, text: `${root}.${around}(${script.text.slice(start, end)})` };
}

/** The name a chain of calls begins with: `z` of `z.boolean().nullable()`. */
function rootOf(call: Node): string | null {
  let node = call;
  for (;;) {
    if (node.type === 'CallExpression') node = node.callee;
    else if (node.type === 'MemberExpression') node = node.object;
    else return node.type === 'Identifier' ? node.name : null;
  }
}
