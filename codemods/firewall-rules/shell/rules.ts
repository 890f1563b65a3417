/** A firewall rule that a script sends, as a custom rule. */

import type { Edit } from '../../../src/analysis/index.js';
import {
  type Mapping,
  NO_FILTER,
  sentField,
  UNKNOWN_ACTION,
  type WriteKind,
} from '../../../src/convert/index.js';
import { closest, isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { constantIn } from '../../languages/elements.js';
import { aroundRanges, type Range } from '../../languages/kept-ranges.js';
import {
  assignmentsOf,
  HOLE,
  isExported,
  type JsonNode,
  jsonOf,
  type Piece,
  piecesOf,
  printedWord,
  quoted,
  requoted,
  usesOf,
  wordText,
} from '../../shell/index.js';
import { withNewFields } from '../renamed-fields.js';
import { fieldsText, fromJq, type JqArg, jqProgram } from './sent-jq.js';

/** What is sent, as the word that a new function is given. */
export interface SentRule {
  readonly text: string;
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  /** It skips others; or its action only shows when the script runs, and may be to allow. */
  readonly kind: 'plain' | 'skip' | 'any';
  readonly hasAction: boolean;
  readonly hasPriority: boolean;
  /** Where its expression is written, which stays. */
  readonly kept: readonly Range[];
  readonly variable: string | null;
}

/** The expression of a filter that is made right before, by the id that a variable holds. */
export type Folded = (id: VariableUse) => MadeExpression | null;

/** As pieces of a word that holds JSON, or as a value of jq with the options that hand its parts over. */
export type MadeExpression =
  | { readonly pieces: readonly Piece[] }
  | { readonly value: string; readonly options: readonly JqArg[] };

/** `$id` */
export interface VariableUse {
  readonly start: number;
  readonly end: number;
}

export interface Writing {
  /** Null for changes of a rule, which keeps its filter. */
  readonly folded: Folded | null;
  readonly kind: WriteKind;
  readonly mapping: Mapping;
}

export function ruleSent(tree: SyntaxTree, body: SyntaxNode | null, writing: Writing): SentRule | string {
  if (body === null) return 'what it sends cannot be told';
  const own = variableOf(tree, body);
  if (own !== null) {
    const value = onlyValue(tree, own, body);
    if (value === null) return 'what it sends is put together in several places';
    const sent = ruleSent(tree, value, writing);
    if (typeof sent === 'string') return sent;
    const whole = { start: value.start, end: value.end, text: sent.text };
    const edits = [...sent.edits, ...aroundRanges(tree, whole, sent.kept)];
    return { ...sent, text: textOf(tree, body), edits, kept: [], variable: own };
  }
  const program = jqProgram(tree, body);
  return program === null ? fromJson(tree, body, writing) : fromJq(tree, body, program, writing);
}

/** `"$body"` */
export function variableOf(tree: SyntaxTree, word: SyntaxNode): string | null {
  return /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(textOf(tree, word))?.[1] ?? null;
}

/** What a variable is given, where that is one thing, and it is only used by one word. */
export function onlyValue(tree: SyntaxTree, name: string, word: SyntaxNode): SyntaxNode | null {
  const [only, ...others] = assignmentsOf(tree, name, word);
  const uses = usesOf(tree, name, word);
  if (
    only === undefined ||
    others.length > 0 ||
    uses.length !== 1 ||
    isExported(tree, name) ||
    textOf(tree, only).startsWith(`${name}+`)
  )
    return null;
  const isIn = uses.every((use) => isInside(use, word));
  const scopes = [only, word].map((node) => closest(node, new Set(['function_definition'])));
  return isIn && scopes[0] === scopes[1]
    ? (only.children.find(({ field }) => field === 'value') ?? null)
    : null;
}

/** `$paused`, `${2:-true}` */
const VARIABLE = /^\$(?:\w+|\{\w+(?::?-\w+)?\})$/;

interface PieceEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function fromJson(
  tree: SyntaxTree,
  body: SyntaxNode,
  { folded, kind: writing, mapping }: Writing,
): SentRule | string {
  const pieces = piecesOf(tree, body);
  const json = pieces === null ? null : jsonOf(pieces);
  if (pieces === null || json === null) return 'what it sends cannot be read as JSON';
  const [rule, ...others] =
    json.kind === 'array' && folded !== null ? json.items : folded === null ? [json] : [];
  if (rule?.kind !== 'object' || others.length > 0)
    return 'what it sends is not one rule that is written out';
  const quote = pieces[rule.start]?.quote ?? 'single';
  const isFixed = quote === 'heredoc-raw';
  if (quote === 'none' || pieces[rule.end - 1]?.quote !== quote)
    return 'what it sends cannot be read as JSON';
  const edits: PieceEdit[] = [];
  const kept: Range[] = [];
  let kind: SentRule['kind'] = 'plain';
  let hasFilter = false;
  const sourceOf = ({ start, end }: JsonNode) => pieces.slice(start, end);
  for (const [index, { key, start, value }] of rule.members.entries()) {
    const replace = (text: string) => edits.push({ start, end: value.end, text });
    const colon = `"${key}"`.length;
    const gap = wordText(pieces.slice(start + colon, value.start));
    const named = (name: string) => quoted(`"${name}"${gap}`, quote);
    const plain = wordText(sourceOf(value));
    const sent = sentField(mapping, key, constantIn(plain), writing);
    if (sent.is === 'refused') return sent.why;
    if (sent.is === 'omitted') {
      const [before, next] = [rule.members[index - 1], rule.members[index + 1]];
      const isSame = before?.key === mapping.identity || before?.key === mapping.position;
      if (next === undefined && (before === undefined || isSame))
        return 'what it sends has other parts than fields';
      edits.push(
        next === undefined
          ? { start: before?.value.end ?? start, end: value.end, text: '' }
          : { start, end: next.start, text: '' },
      );
    } else if (sent.is === 'opened') {
      const expression = expressionOf(pieces, value, folded);
      if (expression === null) return 'the expression of its filter stands somewhere else';
      // Nothing expands there.
      if (isFixed && wordText(expression).includes(HOLE))
        return 'the expression of its filter stands somewhere else';
      hasFilter = true;
      const [opening, closing] = [expression[0], expression.at(-1)];
      if (opening !== undefined && closing !== undefined)
        kept.push({ start: opening.start, end: closing.end });
      const isElsewhere = (opening?.start ?? 0) < body.start || (opening?.start ?? 0) >= body.end;
      const written = requoted(tree.text, expression, quote);
      replace(named('expression') + (isElsewhere ? withNewFields(written) : written));
    } else if (sent.is === 'renamed') {
      const [hole] = sourceOf(value);
      const variable = plain === HOLE && hole !== undefined ? tree.text.slice(hole.start, hole.end) : '';
      if (VARIABLE.test(variable)) {
        edits.push(
          { start, end: start + colon, text: quoted(`"${sent.to}"`, quote) },
          { start: value.start, end: value.end, text: `$(jq -n "${variable} | not")` },
        );
        continue;
      }
      if (plain !== 'true' && plain !== 'false') return 'whether it is paused is known at run time only';
      replace(named(sent.to) + (plain === 'true' ? 'false' : 'true'));
    } else if (sent.is === 'computed') {
      if (folded === null) return UNKNOWN_ACTION;
      kind = 'any';
    } else if (sent.is === 'meaning') {
      kind = 'skip';
      replace(
        quoted(
          fieldsText(sent.fields, (name) => `"${name}"${gap}`, `,${gap.slice(1)}`),
          quote,
        ),
      );
    }
  }
  if (folded !== null && !hasFilter) return NO_FILTER;
  const own = wordWithout(tree, body, pieces, rule, edits);
  const text = body.type === 'heredoc_body' ? printedWord(tree, body, own) : own;
  if (text === null) return 'what it sends cannot be read as JSON';
  const has = (name: string) => rule.members.some(({ key }) => key === name);
  return {
    text,
    edits: [],
    kind,
    hasAction: has('action'),
    hasPriority: has('priority'),
    kept,
    variable: null,
  };
}

function expressionOf(
  pieces: readonly Piece[],
  filter: JsonNode,
  folded: Folded | null,
): readonly Piece[] | null {
  const isPaused = (value: JsonNode) => wordText(pieces.slice(value.start, value.end)) !== 'false';
  const names = filter.members
    .filter(({ key, value }) => key !== 'paused' || isPaused(value))
    .map(({ key }) => key);
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
  const made = folded(hole);
  return made !== null && 'pieces' in made ? made.pieces : null;
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
