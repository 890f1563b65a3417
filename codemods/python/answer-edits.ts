/** The answer of a query of GraphQL in the place of another: how a program in Python gets from it to the result. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { type AnswerRead, readsFrom } from './answer-reads.js';
import type { PythonCall } from './call.js';
import type { GraphqlSender } from './graphql-sender.js';
import type { IsUsedElsewhere } from './reads.js';

export interface AnswerUse {
  /** Reads of the result, with the steps behind it. */
  readonly reads: readonly AnswerRead[];
  /** By the source of what is sent. */
  readonly edits: (body: string) => readonly Edit[] | string;
}

interface Asking {
  readonly tree: SyntaxTree;
  readonly isUsedElsewhere: IsUsedElsewhere;
  /** Of steps behind the result. */
  readonly isLeaf: (steps: readonly string[]) => boolean;
  /** The function that takes the result out of an answer of GraphQL. */
  readonly reader: string;
}

const OPENED: Readonly<Record<PythonCall['returns'], readonly string[]>> = {
  response: [],
  answer: ['json()'],
  result: ['json()', 'result'],
};
const STATUS =
  /^(?:status_code|status|ok|is_success|text|content|reason|reason_phrase|url|elapsed|headers|text\(\)|raise_for_status\(\))$/;
const HIDDEN = 'its answer goes where its fields cannot be followed';

/** What becomes of the answer, or why it cannot be followed. */
export function answerUse(asking: Asking, call: PythonCall, sender: GraphqlSender): AnswerUse | string {
  const { tree, isLeaf, reader } = asking;
  const isEnd = ([first, second, ...rest]: readonly string[]) =>
    first === 'json()'
      ? second === 'success' || (second === 'result' && isLeaf(rest))
      : first !== undefined && !/^(?:text|content)$/.test(first);
  const all = readsFrom({ ...asking, isLeaf: isEnd }, call.node, OPENED[call.returns]);
  const isChecked = sender.refuses || all.some(({ steps }) => steps[0] === 'raise_for_status()');
  const reads: AnswerRead[] = [];
  const edits: Edit[] = [];
  const opened: SyntaxNode[] = [];
  const whole: SyntaxNode[] = [];
  for (const read of all) {
    const { steps, node, isHandedOn } = read;
    const [first, part, ...rest] = steps;
    if (first === undefined) {
      if (isHandedOn) return HIDDEN;
    } else if (first !== 'json()') {
      if (!STATUS.test(first)) return HIDDEN;
    } else if (part === undefined) {
      if (!isHandedOn) continue;
      if (!isChecked) return 'its answer is handed on whole, with errors that look different now';
      whole.push(node);
      reads.push({ ...read, steps: [] });
    } else if (part === 'result') {
      reads.push({ ...read, steps: rest });
      if (rest.length === 0 && isOpening(tree, node)) opened.push(node);
    } else if (part === 'success') {
      const edit = node.start <= call.node.start ? null : successEdit(tree, node, sender);
      if (edit === null) return 'how it asks for success cannot be told';
      edits.push(edit);
    } else if (part === 'errors') {
      if (rest.at(-1) === 'code' && node.type === 'subscript') edits.push(optional(tree, node));
    } else return `it reads ${part} of the answer, which has no counterpart`;
  }
  return {
    reads,
    edits: (body) => {
      const text = sender.send(body);
      if (text === null) return 'its client cannot send a query';
      const places = [
        ...opened.map((node) => ({
          node,
          object: objectOf(node),
          wrap: (inner: string) => `${reader}(${inner})`,
        })),
        ...whole.map((node) => ({
          node,
          object: node,
          wrap: (inner: string) => handedOn(tree, `${reader}(${inner})`),
        })),
      ];
      const around =
        call.returns === 'result'
          ? { node: call.node, object: call.node, wrap: (inner: string) => `${reader}(${inner})` }
          : places.find(({ node }) => isInside(call.node, node));
      const others = places.filter((place) => place !== around);
      return [
        ...edits,
        around === undefined
          ? { start: call.node.start, end: call.node.end, text }
          : {
              start: around.node.start,
              end: around.node.end,
              text: around.wrap(within(tree, around.object, call.node, text)),
            },
        ...others.flatMap(({ node, object, wrap }): readonly Edit[] => {
          const [before = '', after = ''] = wrap('\0').split('\0');
          return [
            { start: node.start, end: node.start, text: before },
            { start: object.end, end: node.end, text: after },
          ];
        }),
      ];
    },
  };
}

/** `answer["result"]` and `answer.get("result", {})`, not a variable that holds it. */
function isOpening(tree: SyntaxTree, node: SyntaxNode): boolean {
  return (
    /^(?:subscript|call)$/.test(node.type) &&
    /["']result["']\]$|\.get\(["']result["']/.test(textOf(tree, node))
  );
}

/** `answer` of both. */
function objectOf(node: SyntaxNode): SyntaxNode {
  const [object = node] = node.children;
  return node.type === 'call' ? (object.children[0] ?? node) : object;
}

/** The source of an expression with another call in it. */
function within(tree: SyntaxTree, object: SyntaxNode, call: SyntaxNode, text: string): string {
  const written = tree.text.slice(object.start, call.start) + text + tree.text.slice(call.end, object.end);
  return object.type === 'parenthesized_expression' ? written.slice(1, -1) : written;
}

function handedOn(tree: SyntaxTree, result: string): string {
  const quote = (tree.text.match(/"/g)?.length ?? 0) >= (tree.text.match(/'/g)?.length ?? 0) ? '"' : "'";
  return `{${quote}success${quote}: True, ${quote}result${quote}: ${result}}`;
}

/** Where a negation needs no brackets. */
const WHOLE =
  /^(?:if_statement|elif_clause|assert_statement|pair|argument_list|keyword_argument|assignment|return_statement|boolean_operator|conditional_expression|interpolation)$/;

/** An answer of GraphQL has errors, or none. */
function successEdit(tree: SyntaxTree, node: SyntaxNode, { refuses, gives }: GraphqlSender): Edit | null {
  const { parent } = node;
  const object = textOf(tree, objectOf(node));
  const quote = textOf(tree, node).includes("'") ? "'" : '"';
  const errors = `${object}.get(${quote}errors${quote})`;
  if (parent === null || parent.type === 'comparison_operator' || parent.type === 'assignment') return null;
  const { start, end } = node;
  if (refuses || gives === 'data')
    return parent.type === 'not_operator' ? null : { start, end, text: 'True' };
  if (parent.type === 'not_operator') return { start: parent.start, end: parent.end, text: errors };
  return { start, end, text: WHOLE.test(parent.type) ? `not ${errors}` : `(not ${errors})` };
}

/** `error["code"]`, which errors of GraphQL need not have. */
function optional(tree: SyntaxTree, node: SyntaxNode): Edit {
  const object = objectOf(node);
  const key = tree.text.slice(object.end + 1, node.end - 1);
  return { start: object.end, end: node.end, text: `.get(${key})` };
}
