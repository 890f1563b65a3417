/** What a script says of a call right before and behind it: without the call, it would not be true. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';

export const FEWER_MESSAGES: Difference = {
  name: 'fewer-messages',
  what: 'what the program said of the call, right before and behind it, is not said any more',
};

/** `echo`, and functions of a script that are named for what they say: `log_info`, `print_success`, `info`. */
const MESSAGE =
  /^(?:echo|printf|(?:log|print|show|say|msg|info|success|ok|warn|note|step|status)(?:_\w+)?|\w+_(?:info|success|ok|step|status|msg|log))$/;

/** `die` stops the script as well. */
export function isSpeaker(name: string): boolean {
  return MESSAGE.test(name) || /^(?:die|fail|fatal|abort|err|error)$|_err(?:or)?$/.test(name);
}

/** The statements together with the messages of a shell script that name what they set, in the same paragraph. */
export function withMessages(
  tree: SyntaxTree,
  statements: readonly SyntaxNode[],
  about: RegExp,
): readonly SyntaxNode[] {
  const [first, last] = [statements[0], statements.at(-1)];
  if (tree.language !== 'shell' || first === undefined || last === undefined) return statements;
  const siblings = first.parent?.children.filter(({ isNamed }) => isNamed) ?? [];
  const isSaid = (node: SyntaxNode): boolean => isMessage(tree, node) && about.test(textOf(tree, node));
  return [
    ...[...adjacent(tree, siblings.slice(0, siblings.indexOf(first)).reverse(), first, isSaid)].reverse(),
    ...statements,
    ...adjacent(tree, siblings.slice(siblings.indexOf(last) + 1), last, isSaid),
  ];
}

/** Those of a row that hold, up to the first that does not or that a blank line sets apart. */
function adjacent(
  tree: SyntaxTree,
  row: readonly SyntaxNode[],
  from: SyntaxNode,
  holds: (node: SyntaxNode) => boolean,
): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  let last = from;
  for (const node of row) {
    const [start, end] = node.start < last.start ? [node.end, last.start] : [last.end, node.start];
    if (!/^[ \t]*\r?\n[ \t]*$/.test(tree.text.slice(start, end)) || !holds(node)) break;
    found.push(node);
    last = node;
  }
  return found;
}

function isMessage(tree: SyntaxTree, node: SyntaxNode): boolean {
  const [name] = node.children;
  return (
    node.type === 'command' &&
    name !== undefined &&
    MESSAGE.test(textOf(tree, name)) &&
    !/\$\{?\?/.test(textOf(tree, node)) &&
    !walk(node).some(({ type }) => type === 'command_substitution' || type === 'process_substitution')
  );
}
