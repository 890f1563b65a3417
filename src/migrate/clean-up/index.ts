/**
 * What a migration leaves behind goes with it: declarations that only the removed code used, statements that are
 * empty now, comments and blank lines. It is done for all edits of a file together, whatever codemods they are from.
 */
import { removeItem } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import type { Module, Node, NodeOf } from '../../read/javascript/syntax/index.js';
import { deadStores } from './dead-stores.js';
import { emptiedBy } from './emptied.js';
import { withoutEqualTries } from './equal-tries.js';
import { withoutLeftovers } from './leftovers.js';
import { namesPutIn } from './names.js';
import { type GoneItem, needlessParameters } from './parameters.js';
import { isRemoval, joined, partsOf } from './parts.js';
import { unreadInputs } from './tool-inputs.js';
import { bindingsUsedIn, type Declaration, unusedDeclarations } from './unused.js';

/** The edits of a file, and what follows from them. `keep` are offsets at which something has to stay. */
export function cleanedUp(module: Module, edits: readonly Edit[], keep: readonly number[]): readonly Edit[] {
  if (!edits.some(({ start, end }) => end > start)) return edits;
  let all = withoutEqualTries(module, edits);
  const declarations = new Set<Node>();
  const unused: Declaration[] = [];
  const gone: GoneItem[] = [];
  for (;;) {
    const parts = partsOf(all, [...unused.map(({ node }) => node), ...gone.map(({ item }) => item)], keep);
    const putIn = namesPutIn(all);
    const touched = bindingsUsedIn(module, parts);
    const empty = emptiedBy(module, all.filter(isRemoval), parts);
    const found = unusedDeclarations(module, touched, parts, putIn).filter(
      ({ node }) => !declarations.has(node),
    );
    const stores = deadStores(module, touched, parts, putIn);
    const needless = [needlessParameters, unreadInputs].map((of) => of(module, touched, parts, putIn, all));
    const items = needless.flatMap((one) => one.items);
    if (empty.length + found.length + stores.length + items.length === 0) break;
    all = joined(all, [...empty, ...stores, ...needless.flatMap(({ edits }) => edits)]);
    gone.push(...items);
    for (const one of found) {
      declarations.add(one.node);
      unused.push(one);
    }
  }
  return withoutLeftovers(module, joined(all, [...removals(module, unused), ...withoutItems(module, gone)]));
}

/** Items of one list go together. */
function withoutItems(module: Module, gone: readonly GoneItem[]): readonly Edit[] {
  const byList = new Map<readonly Node[], GoneItem[]>();
  for (const one of gone) byList.set(one.list, [...(byList.get(one.list) ?? []), one]);
  return [...byList].flatMap(([list, [first, ...others]]) =>
    first === undefined
      ? []
      : items(
          module,
          first.range,
          list,
          [first, ...others].map(({ item }) => item),
        ),
  );
}

/** Declarations of one statement go together: the whole statement, or its names one by one. */
function removals(module: Module, unused: readonly Declaration[]): readonly Edit[] {
  const byStatement = new Map<Node, Node[]>();
  for (const { node, statement } of unused)
    byStatement.set(statement, [...(byStatement.get(statement) ?? []), node]);
  return [...byStatement].flatMap(([statement, nodes]) => {
    const whole = { start: statement.range[0], end: statement.range[1], text: '' };
    if (statement.type === 'ImportDeclaration') return namesOfImport(module, statement, nodes) ?? [whole];
    if (statement.type === 'VariableDeclaration')
      return namesOfVariables(module, statement, nodes) ?? [whole];
    return [whole];
  });
}

/** Null where all of the statement goes. */
function namesOfImport(
  module: Module,
  statement: NodeOf<'ImportDeclaration'>,
  gone: readonly Node[],
): readonly Edit[] | null {
  const { specifiers } = statement;
  if (specifiers.every((one) => gone.includes(one))) return null;
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const [main] = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
  const open = module.text.indexOf('{', main?.range[1] ?? statement.range[0]);
  const close = module.text.indexOf('}', open) + 1;
  if (main !== undefined && gone.includes(main))
    return named.length === 0 ? null : [{ start: main.range[0], end: open, text: '' }];
  if (main !== undefined && named.every((one) => gone.includes(one)))
    return [{ start: main.range[1], end: close, text: '' }];
  return items(module, [open, close], named, gone);
}

function namesOfVariables(
  module: Module,
  statement: NodeOf<'VariableDeclaration'>,
  gone: readonly Node[],
): readonly Edit[] | null {
  const { declarations } = statement;
  const left = declarations.filter((one) => !isAllGone(one, gone));
  if (left.length === 0) return null;
  const wholes = declarations.filter((one) => !left.includes(one));
  const [start, end] = statement.range;
  return [
    ...items(module, [start, end + 1], declarations, wholes),
    ...left.flatMap(({ id }) =>
      id.type === 'ObjectPattern' ? items(module, id.range, id.properties, gone) : [],
    ),
  ];
}

function isAllGone({ id, ...declarator }: NodeOf<'VariableDeclarator'>, gone: readonly Node[]): boolean {
  if (id.type === 'ObjectPattern') return id.properties.every((one) => gone.includes(one));
  // The others keep their places.
  if (id.type === 'ArrayPattern') return id.elements.every((one) => one === null || gone.includes(one));
  return gone.some(({ range }) => range === declarator.range);
}

function items(
  module: Module,
  range: readonly [number, number],
  list: readonly Node[],
  gone: readonly Node[],
): readonly Edit[] {
  const holder = { type: 'ArrayExpression', elements: [], range: [...range] } as unknown as Node;
  return list
    .filter((one) => gone.includes(one))
    .flatMap((one) => removeItem(module, holder, list, one, gone) ?? []);
}
