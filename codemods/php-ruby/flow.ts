/** Where the answer of a request goes in a program in PHP or Ruby, and what is read of it on the way. */
import {
  CALLS,
  calledName,
  Definitions,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import type { Step, Syntax } from './syntax.js';
import { assignedAt, functionAround, namesIn } from './variables.js';

export interface Visit {
  readonly node: SyntaxNode;
  readonly steps: readonly Step[];
  /** Names of what was taken of the data: `result`, `[]`, `filter`. */
  readonly path: readonly string[];
  /** What becomes of the value here. */
  readonly end: 'leaf' | 'look' | 'escape' | 'returned' | null;
  /** The variable that it is given to. */
  readonly target: SyntaxNode | null;
  /** The statement that returns it. */
  readonly statement: SyntaxNode | null;
  /** Something else is written there, or a function may do that. */
  readonly isChanged: boolean;
}

export interface Following {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  /** What lies below this path does not matter. */
  readonly isLeaf: (path: readonly string[]) => boolean;
  readonly isUsedElsewhere: (name: string) => boolean;
}

const MOST = 400;

/** All places that the value of an expression comes to, from the outside to the inside. */
export function visitsFrom(following: Following, node: SyntaxNode): readonly Visit[] {
  const visits: Visit[] = [];
  const seen = new Set<SyntaxNode>();
  const pending: { readonly node: SyntaxNode; readonly steps: readonly Step[] }[] = [{ node, steps: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (visits.length > MOST) return [...visits, { ...visitAt(next), end: 'escape' }];
    if (seen.has(next.node)) continue;
    seen.add(next.node);
    const { found, more } = visit(following, next);
    visits.push(found);
    pending.push(...more);
  }
  return visits;
}

interface Place {
  readonly node: SyntaxNode;
  readonly steps: readonly Step[];
}

function visitAt({ node, steps }: Place): Visit {
  const path = steps.flatMap(({ kind, name }) =>
    kind === 'key' ? [name] : kind === 'item' ? ['[]'] : kind === 'call' ? [`${name}()`] : [],
  );
  return { node, steps, path, end: null, target: null, statement: null, isChanged: false };
}

function visit(
  following: Following,
  place: Place,
): { readonly found: Visit; readonly more: readonly Place[] } {
  const { syntax, tree, isLeaf } = following;
  const { node, steps } = place;
  const found = { ...visitAt(place), isChanged: syntax.isChanged(tree, node) };
  if (isLeaf(found.path)) return { found: { ...found, end: 'leaf' }, more: [] };
  const more: Place[] = [];
  let { end, target, statement } = found;
  for (const way of syntax.waysFrom(tree, node)) {
    switch (way.kind) {
      case 'value':
        more.push({ node: way.to, steps: [...steps, ...way.steps] });
        break;
      case 'each': {
        const item: Step = { kind: 'item', name: 'each', from: node, to: way.variable };
        const name = textOf(tree, way.variable);
        const uses = walk(way.within).filter(
          (one) =>
            syntax.isVariable(one) &&
            one !== way.variable &&
            textOf(tree, one) === name &&
            one.start > way.variable.end,
        );
        more.push(...uses.map((use) => ({ node: use, steps: [...steps, item] })));
        break;
      }
      case 'assigned': {
        const variable = assignedAt(syntax, tree, way.target);
        target = way.target;
        if (variable === null) end = 'escape';
        else more.push(...variable.uses.map((use) => ({ node: use, steps })));
        break;
      }
      case 'returned': {
        statement = way.statement;
        const callers = callersOf(following, way.statement);
        if (callers === null) end = 'returned';
        else more.push(...callers.map((call) => ({ node: call, steps })));
        break;
      }
      case 'look':
        end ??= 'look';
        break;
      case 'escape':
        end = 'escape';
    }
  }
  return { found: { ...found, end, target, statement }, more };
}

/** Calls of the function around a node; null where there may be others than those in the file. */
export function callersOf(
  { syntax, tree, isUsedElsewhere }: Following,
  node: SyntaxNode,
): readonly SyntaxNode[] | null {
  const definition = functionAround(syntax, node);
  const name = functionName(syntax, tree, node);
  if (definition === null || name === null || isUsedElsewhere(name)) return null;
  const definitions = new Definitions(() => null);
  const calls = walk(tree.root).filter((one) => {
    if (syntax.language === 'ruby' && one.type === 'identifier')
      return textOf(tree, one) === name && isBareCall(syntax, tree, one);
    return CALLS.has(one.type) && calledName(tree, one) === name;
  });
  const isKnown = (call: SyntaxNode) =>
    call.type === 'identifier' ||
    definitions.functionCalled({ tree, path: '', node: call })?.node === definition;
  // It is also called by its name in a text: `[$this, 'rules']`.
  const isNamed = new RegExp(`["':]${literally(name)}\\b(?!["'] ?(?:=>|\\]\\)?\\[))`).test(tree.text);
  return calls.length === 0 || isNamed || !calls.every(isKnown) ? null : calls;
}

/** Ruby: a method without arguments is called by its name alone. */
function isBareCall(syntax: Syntax, tree: SyntaxTree, one: SyntaxNode): boolean {
  if (!syntax.isVariable(one) || syntax.isBound(one)) return false;
  const scope = functionAround(syntax, one) ?? tree.root;
  return !namesIn(syntax, tree, scope, textOf(tree, one)).some(
    (use) => (use.parent?.type === syntax.assignment && use.field === 'left') || syntax.isBound(use),
  );
}

export function functionName(syntax: Syntax, tree: SyntaxTree, node: SyntaxNode): string | null {
  const name = functionAround(syntax, node)?.children.find(({ field }) => field === 'name');
  return name === undefined ? null : textOf(tree, name);
}
