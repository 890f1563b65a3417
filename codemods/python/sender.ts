/** Who sends a request in Python: a library, or a function of the program, and what that returns. */

import {
  closest,
  Definitions,
  type Spot,
  type SyntaxNode,
  type SyntaxTree,
  type TreeOf,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { libraryOf } from './clients.js';
import { assignedValues, givesNothing, isNothing, returnedValues } from './nothing.js';

/** What a call gives back: the response of the client, the whole answer, or the result alone. */
export type Returned = 'response' | 'answer' | 'result';

export interface Parameter {
  readonly name: string;
  /** Source of its default. */
  readonly given: string | null;
  /** It takes all that has no parameter of its own. */
  readonly isRest: boolean;
}

export interface Sender {
  readonly returns: Returned;
  readonly isAsync: boolean;
  /** Its response is there within a block: `async with session.get(…) as response:`. */
  readonly isContext: boolean;
  /** How a response says that it is a success. */
  readonly ok: string;
  /** Where a response has its status. */
  readonly status: string;
  /** Parameters of an own function; null for a library. */
  readonly parameters: readonly Parameter[] | null;
  /** The class of the library's responses. */
  readonly type: string;
  /** The function of the program. */
  readonly own: Spot | null;
  /** Nothing is returned where the API refuses. */
  readonly givesNothing: boolean;
  /** Nothing is returned at all: what is said of answers is that of its neighbour which reads. */
  readonly isSilent: boolean;
  /**
   * Parameters of another function like it, which sends by another method: `_get`, `_post`. Null for those of a library,
   * undefined where there is none.
   */
  readonly parametersOfOther: (name: string) => readonly Parameter[] | null | undefined;
}

export function senderOf(tree: SyntaxTree, path: string, call: SyntaxNode, treeOf: TreeOf): Sender | null {
  const [callee] = call.children;
  if (callee === undefined) return null;
  const library = libraryOf(tree, textOf(tree, callee));
  if (library !== null)
    return {
      returns: 'response',
      isAsync: library.isAsync,
      isContext: library.isContext,
      ok: library.ok,
      status: library.isContext ? 'status' : 'status_code',
      type: library.type,
      parameters: null,
      own: null,
      givesNothing: false,
      isSilent: false,
      parametersOfOther: () => null,
    };
  const definitions = new Definitions(treeOf);
  const spot = { tree, path, node: call };
  const behind = definitions.requestBehind(spot);
  const called = behind ?? definitions.functionCalled(spot);
  if (called === null || called.tree.language !== 'python') return null;
  const isSilent = returnedValues(called).length === 0;
  const reader = isSilent ? readerBeside(called) : called;
  const returns = reader === null ? null : returnedFrom(reader, definitions, 0);
  if (reader === null || returns === null) return null;
  const isHttpx = /^[ \t]*(?:import|from) httpx\b/m.test(called.tree.text);
  return {
    returns,
    isAsync: isAsync(called),
    isContext: false,
    ok: isHttpx ? 'is_success' : 'ok',
    status: 'status_code',
    type: isHttpx ? 'httpx.Response' : 'requests.Response',
    // The verbs of the session take what those of the library take.
    parameters: behind === null ? parametersOf(called) : null,
    own: called,
    givesNothing: givesNothing(reader, definitions),
    isSilent,
    parametersOfOther: (name) => {
      if (behind !== null) return null;
      const other = functionBeside(called, name);
      return other === null ? undefined : parametersOf(other);
    },
  };
}

/** `api_get` beside `api_delete`. */
function readerBeside(called: Spot): Spot | null {
  const { tree, node } = called;
  const name = node.children.find(({ field }) => field === 'name');
  const written = name === undefined ? '' : textOf(tree, name);
  const reader = written.replace(/(?<=^|_)(?:post|put|patch|delete)$/, 'get');
  const beside = reader === written ? null : functionBeside(called, reader);
  return beside !== null && isAsync(beside) === isAsync(called) ? beside : null;
}

/** A function of the same class, or of the same file. */
export function functionBeside({ tree, path, node }: Spot, name: string): Spot | null {
  const holder = closest(node, new Set(['class_definition'])) ?? tree.root;
  const found = walk(holder).filter(
    (one) =>
      one.type === 'function_definition' &&
      one.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  return found.length === 1 && found[0] !== undefined ? { tree, path, node: found[0] } : null;
}

function isAsync({ tree, node }: Spot): boolean {
  return textOf(tree, node).startsWith('async');
}

export function parametersOf({ tree, node }: Spot): readonly Parameter[] {
  const list = node.children.find(({ field }) => field === 'parameters');
  return (list?.children ?? []).flatMap((one): Parameter[] => {
    const [, stars = '', name, given = null] =
      /^(\*{0,2})(\w+)\s*(?::[^=]*)?(?:=\s*(.*))?$/s.exec(textOf(tree, one)) ?? [];
    return one.isNamed && name !== undefined && name !== 'self' && name !== 'cls'
      ? [{ name, given, isRest: stars === '**' }]
      : [];
  });
}

const DEEPEST = 3;

export function returnedFrom(called: Spot, definitions: Definitions, depth: number): Returned | null {
  const values = returnedValues(called).flatMap((one) => (one === null || isNothing(one) ? [] : [one]));
  const kinds = values.map((node) => kindOf({ ...called, node }, called.node, definitions, depth));
  const [kind] = kinds;
  return kind != null && kinds.every((other) => other === kind) ? kind : null;
}

function kindOf(value: Spot, scope: SyntaxNode, definitions: Definitions, depth: number): Returned | null {
  const { tree } = value;
  const text = textOf(tree, value.node).replace(/^await\s+/, '');
  if (/\[["']result["']\]$|\.get\(["']result["'](?:, ?(?:\[\]|\{\}))?\)$/.test(text)) return 'result';
  if (/\.json\(\)$|^json\.loads?\([^()]*(?:\([^()]*\)[^()]*)*\)$/.test(text)) return 'answer';
  if (value.node.type === 'identifier') {
    const given = assignedValues(scope, (target) => textOf(tree, target) === text);
    const kinds = given
      .filter((one) => !isNothing(one))
      .map((one) => kindOf({ ...value, node: one }, scope, definitions, depth));
    const [kind] = kinds;
    return kind != null && kinds.every((other) => other === kind) ? kind : null;
  }
  const call = value.node.type === 'await' ? value.node.children.at(-1) : value.node;
  if (call?.type !== 'call' || depth > DEEPEST) return null;
  const [callee] = call.children;
  const written = callee === undefined ? '' : textOf(tree, callee);
  if (libraryOf(tree, written) !== null) return 'response';
  const next = definitions.functionCalled({ ...value, node: call });
  if (/^super\(\)\.request$/.test(written) && (next === null || next.node === scope)) return 'response';
  if (next !== null) return next.node === scope ? null : returnedFrom(next, definitions, depth + 1);
  return /^[\w.]*(?:requests|session|client|http)\.(?:request|get|post|put|patch|delete)$/i.test(written)
    ? 'response'
    : null;
}
