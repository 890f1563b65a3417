/** What a command reads from its standard input: `curl --data @- <<END`, `jq -n … | curl --data @-`. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { hereDocument } from './words.js';

export interface Input {
  /** A word, the text of a here-document, or the command of jq that prints it. */
  readonly body: SyntaxNode;
  /** What is left out where the body becomes an argument. */
  readonly handed: readonly Edit[];
}

export function inputOf(tree: SyntaxTree, command: SyntaxNode): Input | null {
  const { parent } = command;
  const [own, ...others] = command.children.filter(({ type }) => type === 'herestring_redirect');
  // It goes with the command.
  if (own !== undefined) return others.length === 0 ? stringInput(own, []) : null;
  if (parent?.type === 'redirected_statement' && parent.children[0] === command)
    return redirectedInput(tree, parent);
  return parent?.type === 'pipeline' ? pipedInput(tree, parent, command) : null;
}

function redirectedInput(tree: SyntaxTree, { children }: SyntaxNode): Input | null {
  const [redirect, ...others] = children.filter(({ type }) => /^here\w+_redirect$/.test(type));
  if (redirect === undefined || others.length > 0) return null;
  const { text } = tree;
  const before = text.slice(0, redirect.start).trimEnd().length;
  if (redirect.type === 'herestring_redirect')
    return stringInput(redirect, [{ start: before, end: redirect.end, text: '' }]);
  const document = hereDocument(redirect);
  if (document === null) return null;
  const { start, body, end } = document;
  const lineEnd = text.lastIndexOf('\n', body.start - 1);
  return {
    body,
    handed: [
      { start: before, end: start.end, text: '' },
      { start: lineEnd, end: end.end, text: '' },
    ],
  };
}

/** `<<< "$body"` */
function stringInput({ children }: SyntaxNode, handed: readonly Edit[]): Input | null {
  const body = children.find(({ isNamed }) => isNamed);
  return body === undefined ? null : { body, handed };
}

function pipedInput(tree: SyntaxTree, pipeline: SyntaxNode, command: SyntaxNode): Input | null {
  const [first, second] = pipeline.children.filter(({ isNamed }) => isNamed);
  if (first?.type !== 'command' || second !== command) return null;
  const handed = [{ start: first.start, end: command.start, text: '' }];
  const [name, ...args] = first.children.filter(({ isNamed }) => isNamed);
  const printer = name === undefined ? '' : textOf(tree, name);
  if (printer === 'jq') return { body: first, handed };
  const [format, value] = printer === 'printf' ? args : [null, args[0]];
  const isPlain =
    format === null || /^(["'])%s(?:\\n)?\1$/.test(format === undefined ? '' : textOf(tree, format));
  // Some shells replace backslashes where echo prints.
  const isSame = value !== undefined && !(printer === 'echo' && textOf(tree, value).includes('\\'));
  const isAlone = args.length === (format === null ? 1 : 2);
  return /^(?:echo|printf)$/.test(printer) && isPlain && isSame && isAlone ? { body: value, handed } : null;
}
