/** A firewall rule that a script sends, as a custom rule. */

import type { Edit } from '../../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { literally } from '../../../src/value/index.js';
import { assignmentOf, programOf } from '../../languages/shell/answers.js';
import { objectOf } from '../../languages/shell/jq.js';
import { type JsonNode, jsonOf } from '../../languages/shell/json-word.js';
import { HOLE, type Piece, piecesOf, quoted, requoted, wordText } from '../../languages/shell/words.js';

/** What is sent, as the word that a new function is given. */
export interface SentRule {
  readonly text: string;
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  readonly isSkip: boolean;
  readonly variable: string | null;
}

/** The source of an expression, as pieces of a word that holds JSON. */
export type Folded = (id: string) => readonly Piece[] | null;

const PLAIN: ReadonlySet<string> = new Set(['action', 'description', 'ref', 'enabled']);

/** `folded` is null for changes of a rule, which keeps its filter. */
export function ruleSent(
  tree: SyntaxTree,
  body: SyntaxNode | null,
  folded: Folded | null,
): SentRule | string {
  if (body === null) return 'what it sends cannot be told';
  const own = variableOf(tree, body);
  if (own !== null) {
    const value = onlyValue(tree, own, body);
    if (value === null) return 'what it sends is put together in several places';
    const sent = ruleSent(tree, value, folded);
    if (typeof sent === 'string') return sent;
    const edit = { start: value.start, end: value.end, text: sent.text };
    return { ...sent, text: textOf(tree, body), edits: [...sent.edits, edit], variable: own };
  }
  const program = jqProgram(tree, body);
  return program === null ? fromJson(tree, body, folded) : fromJq(tree, body, program, folded);
}

/** `"$body"` */
export function variableOf(tree: SyntaxTree, word: SyntaxNode): string | null {
  return /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(textOf(tree, word))?.[1] ?? null;
}

/** What a variable is given, where that is one thing, and it is only used by one word. */
export function onlyValue(tree: SyntaxTree, name: string, word: SyntaxNode): SyntaxNode | null {
  const given = [...walk(tree.root)].filter(
    (node) =>
      node.type === 'variable_assignment' && new RegExp(`^${literally(name)}\\+?=`).test(textOf(tree, node)),
  );
  const uses = [...walk(tree.root)].filter(
    (node) => node.type === 'variable_name' && textOf(tree, node) === name && node.field !== 'name',
  );
  const [only, ...others] = given;
  const used = uses.filter((use) => use.parent?.type !== 'declaration_command');
  if (
    only === undefined ||
    others.length > 0 ||
    used.length !== 1 ||
    !textOf(tree, only).startsWith(`${name}=`)
  )
    return null;
  const isIn = used[0] !== undefined && word.start <= used[0].start && used[0].end <= word.end;
  const scopes = [only, word].map((node) => closest(node, new Set(['function_definition'])));
  return isIn && scopes[0] === scopes[1]
    ? (only.children.find(({ field }) => field === 'value') ?? null)
    : null;
}

/** `"$(jq -n … '[{…}]')"` */
function jqProgram(tree: SyntaxTree, body: SyntaxNode): SyntaxNode | null {
  const whole =
    body.type === 'string' && body.children.filter(({ isNamed }) => isNamed).length === 1
      ? body.children.find(({ isNamed }) => isNamed)
      : body;
  if (whole?.type !== 'command_substitution' || body.end - whole.end > 1) return null;
  const [command, ...others] = whole.children.filter(({ isNamed }) => isNamed);
  if (
    command?.type !== 'command' ||
    others.length > 0 ||
    !/\s(?:-[a-zA-Z]*n|--null-input)\b/.test(textOf(tree, command))
  )
    return null;
  const program = programOf(tree, command);
  return program?.type === 'raw_string' ? program : null;
}

function fromJq(
  tree: SyntaxTree,
  body: SyntaxNode,
  program: SyntaxNode,
  folded: Folded | null,
): SentRule | string {
  const written = tree.text.slice(program.start + 1, program.end - 1).trim();
  const inner = folded === null ? written : (/^\[([\s\S]*)\]$/.exec(written)?.[1]?.trim() ?? null);
  const fields = inner === null ? null : objectOf(inner);
  if (fields === null) return 'what it sends is not one rule that is written out';
  const isSpaced = /\{\s/.test(inner ?? '');
  const after = /:\s/.test(inner ?? '') || !/:/.test(inner ?? '') ? ' ' : '';
  const texts: string[] = [];
  let isSkip = false;
  let hasFilter = false;
  for (const { key, value, isShort } of fields) {
    if (key === 'filter') {
      const filter = objectOf(value);
      const [only, ...others] = filter ?? [];
      if (only?.key !== 'expression' || others.length > 0)
        return 'the expression of its filter stands somewhere else';
      hasFilter = true;
      texts.push(only.isShort ? '$expression' : `expression:${after}${only.value}`);
    } else if (key === 'paused') {
      texts.push(
        `enabled:${after}${value === 'true' ? 'false' : value === 'false' ? 'true' : `(${value} | not)`}`,
      );
    } else if (key === 'action') {
      const action = /^"(\w+)"$/.exec(value)?.[1];
      if (action === undefined) return UNKNOWN_ACTION;
      if (action === 'bypass') return BYPASS;
      isSkip ||= action === 'allow';
      texts.push(
        action === 'allow'
          ? `action:${after}"skip",${after}action_parameters:${after}{ruleset:${after}"current"}`
          : `action:${after}${value}`,
      );
    } else if (key === 'priority') return PRIORITY_SET;
    else if (PLAIN.has(key)) texts.push(isShort ? value : `${key}:${after}${value}`);
    else return `its field ${key} has no counterpart`;
  }
  if (folded !== null && !hasFilter) return 'it has no filter';
  const joined = `{${isSpaced ? ' ' : ''}${texts.join(`,${after === '' ? '' : ' '}`)}${isSpaced ? ' ' : ''}}`;
  const edited = `${tree.text.slice(body.start, program.start + 1)}${joined}${tree.text.slice(program.end - 1, body.end)}`;
  return { text: edited, edits: [], isSkip, variable: null };
}

const UNKNOWN_ACTION = 'its action is known at run time only, and may be allow';
const BYPASS = 'a bypass needs a person to choose phases';
const PRIORITY_SET = 'a priority needs a person to choose a position';

interface PieceEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function fromJson(tree: SyntaxTree, body: SyntaxNode, folded: Folded | null): SentRule | string {
  const pieces = piecesOf(tree, body);
  const json = pieces === null ? null : jsonOf(pieces);
  if (pieces === null || json === null) return 'what it sends cannot be read as JSON';
  const [rule, ...others] =
    json.kind === 'array' && folded !== null ? json.items : folded === null ? [json] : [];
  if (rule?.kind !== 'object' || others.length > 0)
    return 'what it sends is not one rule that is written out';
  const quote = pieces[rule.start]?.quote ?? 'single';
  if (quote === 'none' || pieces[rule.end - 1]?.quote !== quote)
    return 'what it sends cannot be read as JSON';
  const edits: PieceEdit[] = [];
  let isSkip = false;
  let hasFilter = false;
  const sourceOf = ({ start, end }: JsonNode) => pieces.slice(start, end);
  for (const [index, { key, start, value }] of rule.members.entries()) {
    const replace = (text: string) => edits.push({ start, end: value.end, text });
    const colon = `"${key}"`.length;
    const gap = wordText(pieces.slice(start + colon, value.start));
    const named = (name: string) => quoted(`"${name}"${gap}`, quote);
    const plain = wordText(sourceOf(value));
    if (key === 'id' && folded === null) {
      const next = rule.members[index + 1];
      if (next === undefined) return 'what it sends has other parts than fields';
      edits.push({ start, end: next.start, text: '' });
    } else if (key === 'filter') {
      const expression = expressionOf(pieces, value, folded);
      if (expression === null) return 'the expression of its filter stands somewhere else';
      hasFilter = true;
      replace(named('expression') + requoted(tree.text, expression, quote));
    } else if (key === 'paused') {
      if (plain !== 'true' && plain !== 'false') return 'whether it is paused is known at run time only';
      replace(named('enabled') + (plain === 'true' ? 'false' : 'true'));
    } else if (key === 'priority') return PRIORITY_SET;
    else if (key === 'action') {
      if (plain.includes(HOLE)) return UNKNOWN_ACTION;
      if (plain === '"bypass"') return BYPASS;
      if (plain === '"allow"') {
        isSkip = true;
        const space = gap.slice(1);
        replace(
          named('action') +
            quoted(`"skip",${space}"action_parameters"${gap}{"ruleset"${gap}"current"}`, quote),
        );
      }
    } else if (!PLAIN.has(key)) return `its field ${key} has no counterpart`;
  }
  if (folded !== null && !hasFilter) return 'it has no filter';
  const text = wordWithout(tree, body, pieces, rule, edits);
  return { text, edits: [], isSkip, variable: null };
}

function expressionOf(
  pieces: readonly Piece[],
  filter: JsonNode,
  folded: Folded | null,
): readonly Piece[] | null {
  const names = filter.members.map(({ key }) => key);
  const own = filter.members.find(({ key }) => key === 'expression')?.value;
  if (
    own?.kind === 'string' &&
    names.every(
      (name) => name === 'expression' || name === 'description' || (name === 'id' && folded === null),
    )
  )
    return pieces.slice(own.start, own.end);
  const id = filter.members.find(({ key }) => key === 'id')?.value;
  if (id === undefined || names.length > 1 || folded === null) return null;
  const [open, hole, close, ...more] = pieces.slice(id.start, id.end);
  if (open?.char !== '"' || hole?.char !== HOLE || close?.char !== '"' || more.length > 0) return null;
  return folded(`${hole.start}:${hole.end}`);
}

/** The word with the rule alone and its edits, as far to the left as it now is. */
function wordWithout(
  tree: SyntaxTree,
  word: SyntaxNode,
  pieces: readonly Piece[],
  rule: JsonNode,
  edits: readonly PieceEdit[],
): string {
  const { text } = tree;
  const startOf = (index: number) => pieces[index]?.start ?? word.end;
  const endOf = (index: number) => pieces[index - 1]?.end ?? word.start;
  const before = text.slice(word.start, startOf(0));
  const after = text.slice(endOf(pieces.length), word.end);
  let at = startOf(rule.start);
  let inner = '';
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    inner += text.slice(at, startOf(edit.start)) + edit.text;
    at = edit.end < pieces.length && edit.text === '' ? startOf(edit.end) : endOf(edit.end);
  }
  inner += text.slice(at, endOf(rule.end));
  const line = text.slice(text.lastIndexOf('\n', startOf(rule.start) - 1) + 1, startOf(rule.start));
  const isIndented = /^[ \t]+$/.test(line);
  return before + (isIndented ? inner.replaceAll(`\n${line}`, '\n') : inner) + after;
}

/** The expressions of the filters that a call makes: the one that is made, as pieces. */
export function filterSent(tree: SyntaxTree, body: SyntaxNode | null): readonly Piece[] | null {
  const pieces = body === null ? null : piecesOf(tree, body);
  const json = pieces === null ? null : jsonOf(pieces);
  const [filter, ...others] = json?.items ?? [];
  if (pieces === null || filter === undefined || others.length > 0) return null;
  const known = filter.members.every(({ key }) => ['expression', 'description', 'ref'].includes(key));
  const expression = filter.members.find(({ key }) => key === 'expression')?.value;
  return known && expression?.kind === 'string' ? pieces.slice(expression.start, expression.end) : null;
}

/** The variable that is given the id of what a call made, and where it is given. */
export function idVariable(
  tree: SyntaxTree,
  command: SyntaxNode,
): { readonly name: string; readonly assignment: SyntaxNode } | null {
  const captured = closest(command, new Set(['command_substitution']));
  const assignment = captured === null ? null : assignmentOf(captured);
  const name = assignment?.children.find(({ field }) => field === 'name');
  const [filter, ...others] = command.parent?.type === 'pipeline' ? command.parent.children.slice(2) : [];
  const program = filter === undefined ? null : programOf(tree, filter);
  if (assignment === null || name === undefined || program === null || others.length > 0) return null;
  const reads = textOf(tree, program).replaceAll(/^['"]|['"]$/g, '');
  return /^(?:\.result)?\.?\[0?\]\.id$/.test(reads) ? { name: textOf(tree, name), assignment } : null;
}
