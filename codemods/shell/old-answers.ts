/** Answers of a script that go where they are not followed: whether jq alone reads them, in the old form as well. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import {
  type AnswerUse,
  answerUseOf,
  assignmentAround,
  nameOf as nameAssigned,
  outerOf,
  pipedInto,
} from './answers.js';
import { usesOf } from './variables.js';
import { functionNamed, nameOf } from './verb-functions.js';

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

/** What becomes of an answer. What callers of its function read is not printed. */
export function useOfAnswer(
  files: readonly SyntaxTree[],
  tree: SyntaxTree,
  command: SyntaxNode,
): AnswerUse | null {
  const use = answerUseOf(tree, command, files);
  if (use?.readings.some(({ isPrinted }) => isPrinted) !== true || !isOutputRead(files, tree, command))
    return use;
  return { ...use, readings: use.readings.map((one) => ({ ...one, isPrinted: false })) };
}

/** What a command prints is the output of its function, and those who call that read it. */
export function isReadByCallers(
  files: readonly SyntaxTree[],
  tree: SyntaxTree,
  command: SyntaxNode,
): boolean {
  return pipedInto(command).length === 0 && isOutputRead(files, tree, command);
}

function isOutputRead(
  files: readonly SyntaxTree[],
  tree: SyntaxTree,
  command: SyntaxNode,
  seen: readonly string[] = [],
): boolean {
  const own = closest(command, FUNCTION);
  if (own === null || closest(command, new Set(['command_substitution'])) !== null) return false;
  const name = nameOf(tree, own);
  if (seen.includes(name)) return false;
  return callersOf(files, name).some(({ tree: other, node }) => {
    const use = answerUseOf(other, node, files);
    if (use === null || use.isChecked || use.readings.length > 0) return true;
    return use.isPrinted && isOutputRead(files, other, node, [...seen, name]);
  });
}

function callersOf(files: readonly SyntaxTree[], name: string) {
  return files.flatMap((tree) =>
    walk(tree.root).flatMap((node) => {
      const [first] = node.type === 'command' ? node.children : [];
      return first !== undefined && textOf(tree, first) === name ? [{ tree, node }] : [];
    }),
  );
}

/** Programs that read the text of an answer, whose spaces and order may be other ones. */
const TEXT_TOOLS = /(?:^|[\s|;(`])(?:grep|egrep|sed|awk|gawk|cut|tr|python3?|perl|ruby|node|php|tee)\s/;
/** Commands that may be given an answer, and do not look at it. */
const PASSING = /^(?:jq|echo|printf|test|return|local|cat)\b|^\[\[?\s/;

/** Whether jq, and functions of the script in which jq reads it, are all that is given what a command prints. */
export function isReadByJq(files: readonly SyntaxTree[], tree: SyntaxTree, command: SyntaxNode): boolean {
  if (!/\bjq\b/.test(tree.text)) return false;
  const piped = pipedInto(command);
  const last = piped.at(-1) ?? command;
  const outer = outerOf(last.parent?.type === 'pipeline' ? last.parent : last);
  const isKept = outer.redirects.some((one) => /^(?:1|&)?>(?!\s*\/dev\/null|&2)/.test(textOf(tree, one)));
  if (isKept || piped.some((one) => !isReader(files, tree, one))) return false;
  if (piped.length > 0) return true;
  const assignment = assignmentAround(command);
  const variable = assignment === null ? null : nameAssigned(tree, assignment);
  if (assignment !== null && variable !== null) return isHeldForJq(files, tree, variable, assignment);
  if (outer.whole.parent?.type === 'command_substitution')
    return isArgumentOfReader(files, tree, outer.whole.parent);
  const own = closest(command, FUNCTION);
  return (
    own === null ||
    callersOf(files, nameOf(tree, own)).every(({ tree: other, node }) => isReadByJq(files, other, node))
  );
}

function isHeldForJq(
  files: readonly SyntaxTree[],
  tree: SyntaxTree,
  variable: string,
  place: SyntaxNode,
): boolean {
  return usesOf(tree, variable, place).every((use) => {
    const reader = closest(use, new Set(['command', 'test_command', 'variable_assignment']));
    if (reader === null || reader.type === 'variable_assignment') return false;
    return reader.type === 'test_command' || isReader(files, tree, reader);
  });
}

/** `check "$(request …)"` */
function isArgumentOfReader(files: readonly SyntaxTree[], tree: SyntaxTree, value: SyntaxNode): boolean {
  const command = closest(value.parent, new Set(['command', 'test_command', 'variable_assignment']));
  return command?.type === 'command' && isReader(files, tree, command);
}

function isReader(files: readonly SyntaxTree[], tree: SyntaxTree, node: SyntaxNode): boolean {
  const command = node.type === 'redirected_statement' ? (node.children[0] ?? node) : node;
  const text = textOf(tree, command);
  const onward = pipedInto(command);
  // What jq printed is no answer any more.
  if (/^jq\b/.test(text)) return true;
  if (PASSING.test(text)) return onward.every((one) => isReader(files, tree, one));
  const [name] = command.children;
  const own = name === undefined ? null : functionNamed(files, textOf(tree, name));
  return own !== null && !TEXT_TOOLS.test(textOf(own.tree, own.node));
}
