/** Assignments to variables that nothing reads any more. */
import { isQuiet } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import { type Binding, type Module, type Node, pathTo } from '../../read/javascript/syntax/index.js';
import { nodesByName } from './names.js';
import { isOwnStatement, type Parts } from './unused.js';

/** `touched` are names in the parts that go, `putIn` those in what is written anew. */
export function deadStores(
  module: Module,
  touched: ReadonlySet<Binding>,
  parts: Parts,
  putIn: ReadonlySet<string>,
): readonly Edit[] {
  return [...touched].flatMap((binding) => {
    const [id] = binding.declarations;
    const statement = id?.parent?.parent;
    const isVariable = binding.kind === 'lexical' && statement?.type === 'VariableDeclaration';
    if (!isVariable || putIn.has(binding.name) || !isOwnStatement(module, statement)) return [];
    const stores: Node[] = [];
    for (const use of nodesByName(module).get(binding.name) ?? []) {
      if (use === id || parts.goes(use.range[0])) continue;
      if (use.type !== 'Identifier' || use.parent === undefined) return [];
      if (module.resolve(use) !== binding) continue;
      const store = storeOf(use);
      if (store === null || !parts.mayGo(...store.range)) return [];
      stores.push(store);
    }
    const areIdle = stores.every((store) => isIdle(module, store, stores));
    return areIdle ? stores.map(({ range: [start, end] }) => ({ start, end, text: '' })) : [];
  });
}

/** `name = value;` in a block. */
function storeOf(use: Node): Node | null {
  const { parent } = use;
  const statement = parent?.parent;
  const isStore = parent?.type === 'AssignmentExpression' && parent.left === use && parent.operator === '=';
  return isStore && statement?.type === 'ExpressionStatement' && statement.parent?.type === 'BlockStatement'
    ? statement
    : null;
}

/** Nobody sees that it is done, nor that a text is no JSON where that only stores something else. */
function isIdle(module: Module, store: Node, stores: readonly Node[]): boolean {
  if (store.type !== 'ExpressionStatement' || store.expression.type !== 'AssignmentExpression') return false;
  const { right } = store.expression;
  if (isQuiet(right)) return true;
  const isParsing =
    right.type === 'CallExpression' &&
    module.text.slice(...right.callee.range) === 'JSON.parse' &&
    right.arguments.every((argument) => isQuiet(argument));
  const around = pathTo(module.program, store.range[0]).findLast(({ type }) => type === 'TryStatement');
  if (!isParsing || around?.type !== 'TryStatement' || around.block !== store.parent) return false;
  return around.handler?.body.body.every((one) => stores.includes(one)) === true;
}
