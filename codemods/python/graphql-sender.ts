/** How the client of a call sends a query of GraphQL, whose answers have `data` and `errors`, and no `success`. */
import {
  closest,
  type Spot,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { startOfLine } from '../languages/elements.js';
import type { PythonCall } from './call.js';
import { parametersOf } from './sender.js';

export interface GraphqlSender {
  /** What it gives back: the response, the answer, or its `data`. */
  readonly gives: 'response' | 'answer' | 'data';
  /** It raises an error where the answer has some. */
  readonly refuses: boolean;
  /** Source of the request for a body; null where it cannot be sent. */
  readonly send: (body: string) => string | null;
  /** They let its answers through where those without success are refused. */
  readonly edits: readonly FileEdit[];
}

const OWN_REQUEST =
  'its client refuses answers without success, and those of GraphQL have none: it needs a request of its own';

/** The sender, or why there is none. */
export function graphqlSender(tree: SyntaxTree, call: PythonCall): GraphqlSender | string {
  const { own } = call.sender;
  const send = (body: string) => call.again('POST', 'graphql', body);
  if (own === null) {
    const isChain = call.returns === 'result';
    return {
      gives: isChain ? 'answer' : 'response',
      refuses: isChain,
      send,
      edits: [],
    };
  }
  if (![...reachedFrom(own)].some((one) => /\bjson\s*=|\bdumps\(|\(.*\*\*\w+/.test(textOf(own.tree, one))))
    return 'its client does not say that it sends JSON';
  if (call.returns !== 'result' && !looksAtSuccess(own))
    return { gives: call.returns, refuses: false, send, edits: [] };
  const edit = lineBefore(own, call);
  return (
    methodFor(tree, call, own) ??
    (edit === null
      ? OWN_REQUEST
      : { gives: call.returns === 'result' ? 'data' : 'answer', refuses: true, send, edits: [edit] })
  );
}

/** A method beside that of the call which is there for this: `client.graphql(query, variables)`. */
function methodFor(tree: SyntaxTree, { node, sender }: PythonCall, own: Spot): GraphqlSender | null {
  const holder = closest(own.node, new Set(['class_definition']));
  const [callee] = (node.type === 'await' ? node.children.at(-1) : node)?.children ?? [];
  if (holder === null || callee?.type !== 'attribute') return null;
  const method = functionsIn(own.tree, holder).find(({ name }) => NAMED.test(name));
  if (method === undefined || textOf(own.tree, method.node).startsWith('async') !== sender.isAsync)
    return null;
  const text = textOf(own.tree, method.node);
  const names = parametersOf({ ...own, node: method.node }).map(({ name }) => name);
  const returns = walk(method.node)
    .filter(({ type }) => type === 'return_statement')
    .map((one) => textOf(own.tree, one));
  const isData =
    returns.length > 0 && returns.every((one) => /\["data"\]|\['data'\]|\.get\(["']data["']/.test(one));
  if (!isData || names[0] !== 'query' || names[1] !== 'variables' || !/["']errors["']/.test(text))
    return null;
  const called = textOf(tree, callee).replace(/\w+$/, method.name);
  return {
    gives: 'data',
    refuses: true,
    edits: [],
    send: (body) => `${sender.isAsync ? 'await ' : ''}${called}(**${body})`,
  };
}

/** The line before `if not answer["success"]: raise …`, where nothing else of the function looks at success. */
function lineBefore({ tree, path, node }: Spot, { returns }: PythonCall): FileEdit | null {
  const [only, ...others] = walk(node).filter(
    (one) => one.type === 'string' && /^["']success["']$/.test(textOf(tree, one)),
  );
  const statement = closest(only ?? null, new Set(['if_statement']));
  if (only === undefined || statement === null || others.length > 0 || returns === 'response') return null;
  const [, condition, , block] = statement.children;
  const answer = /^not (\w+)(?:\[["']success["']\]|\.get\(["']success["'](?:, ?\w+)?\))$/.exec(
    condition === undefined ? '' : textOf(tree, condition),
  )?.[1];
  const isRaised = block?.children.some(({ type }) => type === 'raise_statement') === true;
  const isAlone = statement.children.every(({ type }) => !/^(?:elif|else)_clause$/.test(type));
  const line = startOfLine(tree.text, statement.start);
  const indent = tree.text.slice(line, statement.start);
  if (answer === undefined || !isRaised || !isAlone || indent.trim() !== '') return null;
  const quote = textOf(tree, only).slice(0, 1);
  const given = returns === 'result' ? `${answer}[${quote}data${quote}]` : answer;
  const text = `${indent}if ${answer}.get(${quote}data${quote}):  # answers of GraphQL have data, and no success\n${indent}    return ${given}\n`;
  return { file: path, start: line, end: line, text };
}

const NAMED = /^_?(?:(?:run|execute|send|post)_)?(?:graphql|gql)(?:_query|_request)?$/;

/** The function, or one of the file that it calls, asks whether an answer says `success`. */
function looksAtSuccess(own: Spot): boolean {
  return [...reachedFrom(own)].some((one) =>
    /\bsuccess\b/.test(textOf(own.tree, one).replaceAll(/#.*|"""[\s\S]*?"""/g, '')),
  );
}

/** The function, and those of the file that it calls. */
function reachedFrom({ tree, node }: Spot): ReadonlySet<SyntaxNode> {
  const all = functionsIn(tree, tree.root);
  const reached = new Set<SyntaxNode>([node]);
  for (const one of reached)
    for (const other of all)
      if (new RegExp(`\\b${literally(other.name)}\\(`).test(textOf(tree, one))) reached.add(other.node);
  return reached;
}

function functionsIn(tree: SyntaxTree, within: SyntaxNode) {
  return walk(within).flatMap((node) => {
    const name = node.children.find(({ field }) => field === 'name');
    return node.type === 'function_definition' && name !== undefined
      ? [{ name: textOf(tree, name), node }]
      : [];
  });
}
