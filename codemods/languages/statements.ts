/** The statement that a call is, and taking it out. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { startOfLine } from './elements.js';
import { type Forms, formsOf } from './forms.js';
import { isReport, mentions, withStatement } from './python-reports.js';

/** A statement that is nothing but the call, and the statements behind it that only look at its result. */
export interface CallStatement {
  readonly statements: readonly SyntaxNode[];
  /** Something of the answer is printed. */
  readonly isPrinted: boolean;
  /** Statements decide by the outcome what to print, or whether to stop. */
  readonly isReported?: boolean;
}

/** Null where the result of the call goes anywhere. */
export function callStatement(tree: SyntaxTree, call: SyntaxNode): CallStatement | null {
  const forms = formsOf(tree.language);
  if (forms === null) return null;
  if (tree.language === 'shell') return commandStatement(tree, forms, call);
  const whole = chainAround(forms, call);
  const { parent } = whole;
  if (parent === null) return null;
  if (tree.language === 'ruby') return rubyStatement(forms, whole, parent);
  if (tree.language === 'powershell') return powershellStatement(tree, whole);
  if (walk(whole).some(({ type }) => CLOSURES.has(type))) return null;
  if (tree.language === 'python' && isAnsweredLater(tree, call)) return null;
  if (forms.statements.has(parent.type) && parent.parent !== null && forms.blocks.has(parent.parent.type))
    return { statements: [parent], isPrinted: false };
  return tree.language === 'python' ? (assigned(tree, whole) ?? withStatement(tree, whole)) : null;
}

/** `conn.request(…)` of http.client, whose answer is `conn.getresponse()`. */
function isAnsweredLater(tree: SyntaxTree, call: SyntaxNode): boolean {
  const [callee] = call.children;
  const object =
    callee === undefined ? '' : (/^(.*)\.(?:request|endheaders)$/s.exec(textOf(tree, callee))?.[1] ?? '');
  return object !== '' && tree.text.includes(`${object}.getresponse(`);
}

const CLOSURES: ReadonlySet<string> = new Set([
  'closure_expression',
  'lambda_expression',
  'anonymous_function',
  'anonymous_function_creation_expression',
  'arrow_function',
]);

/** What a command gives is printed, or returned by the function around it, unless it is piped away. */
function powershellStatement(tree: SyntaxTree, command: SyntaxNode): CallStatement | null {
  const [first, second, ...others] =
    command.parent?.type === 'pipeline_chain'
      ? command.parent.children.filter(({ isNamed }) => isNamed)
      : [command];
  const isQuiet = second !== undefined && /^Out-Null$/i.test(textOf(tree, second)) && others.length === 0;
  const statement = second === undefined ? command.parent : (command.parent?.parent ?? null);
  const block = statement?.parent;
  if (first !== command || statement?.type !== 'pipeline' || block?.type !== 'statement_list') return null;
  const isReturned = closest(block, FUNCTIONS_OF_POWERSHELL) !== null;
  if ((second !== undefined && !isQuiet) || (isReturned && !isQuiet)) return null;
  return { statements: [statement], isPrinted: !isQuiet };
}

const FUNCTIONS_OF_POWERSHELL: ReadonlySet<string> = new Set([
  'function_statement',
  'script_block_expression',
]);

/** The last expression of a method is what it returns, and a block may do something with the result. */
function rubyStatement(forms: Forms, whole: SyntaxNode, parent: SyntaxNode): CallStatement | null {
  const isLast = parent.type !== 'program' && parent.children.findLast(({ isNamed }) => isNamed) === whole;
  const hasBlock = walk(whole).some(({ type }) => type === 'block' || type === 'do_block');
  const isStatement = forms.statements.has(whole.type) && forms.blocks.has(parent.type);
  return isStatement && !isLast && !hasBlock ? { statements: [whole], isPrinted: false } : null;
}

/** A command whose output nobody keeps, and whose status nobody asks for. */
function commandStatement(tree: SyntaxTree, forms: Forms, command: SyntaxNode): CallStatement | null {
  const whole = commandAround(command);
  const { parent } = whole;
  if (parent === null || !forms.blocks.has(parent.type) || whole.field === 'condition') return null;
  const text = textOf(tree, whole);
  // In the background: something waits for it.
  if (/^[ \t]*&(?!&)/.test(tree.text.slice(whole.end))) return null;
  const next = parent.children
    .slice(parent.children.indexOf(whole) + 1)
    .find(({ isNamed, type }) => isNamed && type !== 'comment');
  // The status of its last command is what a function gives.
  if (next === undefined && parent.parent?.type === 'function_definition') return null;
  if (next !== undefined && /\$\{?\?/.test(textOf(tree, next))) return null;
  const pieces = walk(whole);
  const files = pieces.filter(({ type }) => type === 'file_redirect').map((one) => textOf(tree, one));
  if (!files.every((file) => /^\d*&?>>?\s*(?:\/dev\/null|&\d)$|^&>\s*\/dev\/null$/.test(file))) return null;
  if (pieces.some(({ type }) => type === 'command_substitution' || type === 'process_substitution'))
    return null;
  const others = pieces.filter(
    (one) => one.type === 'command' && one !== command && one.parent?.type === 'pipeline',
  );
  if (
    !others.every((one) => /^(?:jq|json_pp|grep|head|tail|python3? -m json\.tool)\b/.test(textOf(tree, one)))
  )
    return null;
  if (/\s(?:-o|--output|-O|-D|-c)\s*(?!\/dev\/null)\S/.test(text)) return null;
  return {
    statements: [whole],
    isPrinted: !/>\s*\/dev\/null/.test(text) && !/\s-o\s*\/dev\/null/.test(text),
  };
}

/** `await`, brackets, and methods of the result that are called in the same breath. */
function chainAround(forms: Forms, call: SyntaxNode): SyntaxNode {
  let node = call;
  for (let { parent } = node; parent !== null; { parent } = node) {
    const isResult =
      parent.children[0] === node && (forms.members.has(parent.type) || forms.calls.has(parent.type));
    if (!forms.around.has(parent.type) && !isResult) return node;
    node = parent;
  }
  return node;
}

/** A command with what its output is piped into, where its output is redirected to, and what follows its failure. */
function commandAround(command: SyntaxNode): SyntaxNode {
  let node = command;
  for (let { parent } = node; parent !== null; { parent } = node) {
    const isFirst = parent.children[0] === node;
    const isFallback = parent.type === 'list' && parent.children[1]?.type === '||';
    if (!isFirst || !(parent.type === 'pipeline' || parent.type === 'redirected_statement' || isFallback))
      return node;
    node = parent;
  }
  return node;
}

/** `r = put(…)`, whose result is only checked by `r.raise_for_status()` or printed, in the statements that follow. */
function assigned(tree: SyntaxTree, whole: SyntaxNode): CallStatement | null {
  const assignment = whole.parent;
  const statement = assignment?.parent;
  const [name] = assignment?.children ?? [];
  if (
    assignment?.type !== 'assignment' ||
    statement?.type !== 'expression_statement' ||
    name?.type !== 'identifier'
  )
    return null;
  const { parent: block } = statement;
  if (block === null) return null;
  const variable = textOf(tree, name);
  const rest = block.children.slice(block.children.indexOf(statement) + 1).filter(({ isNamed }) => isNamed);
  const firstOther = rest.findIndex(
    (next) => !isCheck(tree, next, variable) && !isSaid(tree, next, variable),
  );
  const followers = firstOther < 0 ? rest : rest.slice(0, firstOther);
  if (isReadLater(tree, rest.slice(followers.length), variable)) return null;
  return {
    statements: [statement, ...followers],
    isPrinted: followers.some((next) => isSaid(tree, next, variable)),
    isReported: followers.some((next) => isReport(tree, next, variable)),
  };
}

function isCheck(tree: SyntaxTree, statement: SyntaxNode, variable: string): boolean {
  return textOf(tree, statement) === `${variable}.raise_for_status()`;
}

/** A print of nothing but texts, and of parts of the result. */
function isPrint(tree: SyntaxTree, statement: SyntaxNode, variable: string): boolean {
  if (!/^print\(/.test(textOf(tree, statement)) || !mentions(tree, statement, variable)) return false;
  return walk(statement)
    .filter(({ type }) => type === 'call')
    .every((call) => new RegExp(`^(?:print|${literally(variable)}\\.json)\\(`).test(textOf(tree, call)));
}

/** Only says how the call went. */
function isSaid(tree: SyntaxTree, statement: SyntaxNode, variable: string): boolean {
  return isPrint(tree, statement, variable) || isReport(tree, statement, variable);
}

/** Whether a later statement reads the name before it is written anew. */
function isReadLater(tree: SyntaxTree, rest: readonly SyntaxNode[], name: string): boolean {
  for (const statement of rest) {
    const [inner] = statement.children;
    const isAnew =
      statement.type === 'expression_statement' &&
      inner?.type === 'assignment' &&
      inner.children[0] !== undefined &&
      textOf(tree, inner.children[0]) === name;
    if (isAnew) return inner.children.slice(1).some((part) => mentions(tree, part, name));
    if (mentions(tree, statement, name)) return true;
  }
  return false;
}

/** Null where a block would be left without a statement, or a comment would be lost. */
export function withoutStatements(
  tree: SyntaxTree,
  gone: readonly SyntaxNode[],
  about: RegExp,
): readonly Edit[] | null {
  const forms = formsOf(tree.language);
  const [first] = gone;
  const block = first?.parent ?? null;
  if (forms === null || block === null || isAllOf(tree, forms, block, gone)) return null;
  const edits = groupsOf(block, gone).map((group) => withoutLines(tree, forms, group, about));
  return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}

/** Whether nothing is left of a block. */
export function isAllOf(
  tree: SyntaxTree,
  forms: Forms,
  block: SyntaxNode,
  gone: readonly SyntaxNode[],
): boolean {
  return statementsIn(tree, forms, block).every((statement) => gone.includes(statement));
}

/** Statements of one block that stand right behind each other. */
function groupsOf(block: SyntaxNode, gone: readonly SyntaxNode[]): readonly (readonly SyntaxNode[])[] {
  const groups: SyntaxNode[][] = [];
  let last: SyntaxNode | undefined;
  for (const child of block.children.filter(({ isNamed }) => isNamed)) {
    if (gone.includes(child)) {
      if (last !== undefined && gone.includes(last)) groups.at(-1)?.push(child);
      else groups.push([child]);
    }
    if (child.type !== 'comment' || !gone.includes(last ?? child)) last = child;
  }
  return groups;
}

const KEYWORD_PARTS: ReadonlySet<string> = new Set(['elif_clause', 'else_clause']);

function statementsIn(tree: SyntaxTree, forms: Forms, block: SyntaxNode): readonly SyntaxNode[] {
  return block.children.filter(
    (child, index) =>
      child.isNamed &&
      child.field !== 'condition' &&
      !forms.comments.has(child.type) &&
      !KEYWORD_PARTS.has(child.type) &&
      !(index === 0 && /^(?:[rR]?""")/.test(textOf(tree, child))),
  );
}

/**
 * The lines of statements with the comment above them, if that is about the same, and with the blank line behind
 * them where one stands before them as well.
 */
function withoutLines(
  tree: SyntaxTree,
  forms: Forms,
  gone: readonly SyntaxNode[],
  about: RegExp,
): Edit | null {
  const { text } = tree;
  const [first, last] = [gone[0], gone.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = startOfLine(text, firstAbout(tree, forms, [first, last], about).start);
  const indent = text.slice(startOfLine(text, first.start), first.start);
  const rest = /^[ \t]*;?[ \t]*(\r?\n|$)/.exec(text.slice(last.end));
  if (rest === null || indent.trim() !== '') return null;
  const siblings = first.parent?.children ?? [];
  const between = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1);
  const comments = between.flatMap((node) => walk(node)).filter(({ type }) => forms.comments.has(type));
  if (!comments.every((comment) => about.test(textOf(tree, comment)))) return null;
  const end = last.end + rest[0].length;
  const isFirst = !siblings.some((one) => one.isNamed && one.end <= start);
  const hasGap = isFirst || /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(0, start));
  const gap = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end));
  return { start, end: hasGap && gap !== null ? end + gap[0].length : end, text: '' };
}

/** What stands beside a statement; comments above the first one of a block stand before the block. */
function besides(statement: SyntaxNode): readonly SyntaxNode[] {
  const block = statement.parent;
  const before = block?.parent?.children ?? [];
  return [...before.slice(0, block === null ? 0 : before.indexOf(block)), ...(block?.children ?? [])];
}

/** The first of the comments right above statements if they speak of what goes, else the first statement. */
function firstAbout(
  tree: SyntaxTree,
  forms: Forms,
  [statement, last]: readonly [SyntaxNode, SyntaxNode],
  about: RegExp,
): SyntaxNode {
  const siblings = besides(statement);
  let first = statement;
  for (let index = siblings.indexOf(statement) - 1; index >= 0; index--) {
    const comment = siblings[index];
    const isAbove =
      comment !== undefined &&
      forms.comments.has(comment.type) &&
      /^[ \t]*\r?\n[ \t]*$/.test(tree.text.slice(comment.end, first.start)) &&
      tree.text.slice(startOfLine(tree.text, comment.start), comment.start).trim() === '';
    if (!isAbove) break;
    first = comment;
  }
  const said = tree.text.slice(first.start, statement.start);
  if (said.startsWith('#!') || said.includes('edge-sunset')) return statement;
  return about.test(said) || isOwnParagraph(tree, forms, first, last) ? first : statement;
}

/**
 * Whether nothing but a comment would be left of what stands between two blank lines. Where the next paragraph has no
 * comment, the one here may be a heading for both.
 */
function isOwnParagraph(tree: SyntaxTree, forms: Forms, comment: SyntaxNode, last: SyntaxNode): boolean {
  if (!forms.comments.has(comment.type)) return false;
  const siblings = last.parent?.children.filter(({ isNamed }) => isNamed) ?? [];
  const next = siblings[siblings.indexOf(last) + 1];
  const isApart = /(?:^|\n)[ \t]*\r?\n[ \t]*$/.test(tree.text.slice(0, comment.start));
  if (next === undefined || !isApart) return false;
  return forms.comments.has(next.type) && /\n[ \t]*\r?\n/.test(tree.text.slice(last.end, next.start));
}
