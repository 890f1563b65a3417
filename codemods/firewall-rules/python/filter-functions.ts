/** A function of a program in Python that only creates a filter and returns its id: the rule takes the expression itself. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { withoutStatements } from '../../languages/statements.js';
import type { PythonCall } from '../../python/call.js';
import { assignedTo, callersOf, functionName } from '../../python/uses.js';
import { isChangedBetween, valueAt } from '../../python/variables.js';
import { withNewFields } from '../renamed-fields.js';
import { type CreatedFilter, descriptionOf, expressionValue } from './filters.js';

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);
/** What such a function may do besides: it reads the answer, says something, or fails. */
const HARMLESS =
  /(?:\.json|\.raise_for_status|^print|^len|^str|\blog(?:ger|ging)?\.\w+|(?:Error|Exception|Exit))$/;

/** `given`: the id that the rule is given. Null where it comes from elsewhere, or the function is needed for more. */
export function filterByFunction(
  tree: SyntaxTree,
  given: SyntaxNode,
  filters: readonly PythonCall[],
  isImported: (name: string) => boolean,
): { readonly call: PythonCall; readonly filter: CreatedFilter } | null {
  const held = given.type === 'identifier' ? valueAt(tree, given) : null;
  const made = held?.value ?? given;
  const assigned = held === null ? null : assignedTo(tree, made);
  if (held !== null && (assigned?.uses.length !== 1 || assigned.uses[0] !== given)) return null;
  for (const call of filters) {
    if (call.method !== 'POST' || call.id !== null) continue;
    const own = closest(call.node, FUNCTION);
    const name = functionName(tree, call.node);
    const [caller, ...others] = callersOf(tree, call.node);
    if (own === null || name === null || caller !== made || others.length > 0 || isImported(name)) continue;
    if (!onlyCreates(tree, own, call)) continue;
    const expression = expressionFrom(tree, own, call, caller);
    const statements = [own.parent?.type === 'decorated_definition' ? own.parent : own];
    const gone = withoutStatements(tree, statements, /filter/i);
    const left = assigned === null ? [] : withoutStatements(tree, [assigned.statement], /filter/i);
    if (expression === null || gone === null || left === null) continue;
    if (isChangedBetween(tree, caller, caller.end, given.start)) continue;
    return {
      call,
      filter: {
        expression: withNewFields(expression),
        description: descriptionOf(tree, expressionValue(tree, call.body)?.parent?.parent ?? null),
        edits: [...gone, ...left],
      },
    };
  }
  return null;
}

/** It returns the id of the filter, and does nothing else that anybody would miss. */
function onlyCreates(tree: SyntaxTree, own: SyntaxNode, call: PythonCall): boolean {
  const inner = walk(own);
  const returned = inner.filter(({ type }) => type === 'return_statement');
  const isId = (one: SyntaxNode) => /(?:\[["']id["']\]|\.get\(["']id["']\))$/.test(textOf(tree, one));
  const others = inner.filter(
    (one) => one.type === 'call' && !(call.node.start <= one.start && one.end <= call.node.end),
  );
  return (
    returned.length > 0 &&
    returned.every(isId) &&
    others.every((one) => {
      const [callee] = one.children;
      return callee !== undefined && HARMLESS.test(textOf(tree, callee));
    })
  );
}

/** The expression, in terms of the caller. */
function expressionFrom(
  tree: SyntaxTree,
  own: SyntaxNode,
  call: PythonCall,
  caller: SyntaxNode,
): string | null {
  const value = expressionValue(tree, call.body);
  const list = own.children.find(({ field }) => field === 'parameters');
  if (value === null || list === undefined) return null;
  const names = list.children
    .filter(({ isNamed }) => isNamed)
    .map((one) => textOf(tree, one.type === 'identifier' ? one : (one.children[0] ?? one)))
    .filter((name) => name !== 'self' && name !== 'cls');
  const called = caller.type === 'await' ? caller.children.find(({ type }) => type === 'call') : caller;
  const args = called?.children.at(-1)?.children.filter(({ isNamed }) => isNamed) ?? [];
  const givenFor = (name: string): string | null => {
    const keyword = args.find(
      (one) => one.type === 'keyword_argument' && textOf(tree, one).startsWith(`${name}=`),
    );
    const positional = args.filter(({ type }) => type !== 'keyword_argument')[names.indexOf(name)];
    const node = keyword?.children.at(-1) ?? positional;
    return node === undefined || /splat|comment/.test(node.type) ? null : textOf(tree, node);
  };
  if (value.type === 'identifier' && names.includes(textOf(tree, value)))
    return givenFor(textOf(tree, value));
  let text = '';
  let at = value.start;
  for (const one of walk(value)) {
    if (one.type !== 'identifier' || one.field === 'attribute') continue;
    const source = givenFor(textOf(tree, one));
    // Only a name or a field can stand inside of a text.
    if (source === null || !/^[\w.]+$/.test(source)) return null;
    text += tree.text.slice(at, one.start) + source;
    at = one.end;
  }
  return text + tree.text.slice(at, value.end);
}
