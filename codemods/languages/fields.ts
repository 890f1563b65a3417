/** Fields of a body that is written as a map, or as JSON in a text, in languages other than JavaScript. */
import type { Edit } from '../../src/analysis/index.js';
import {
  closest,
  FUNCTIONS,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { requestAt, type Surroundings } from '../../src/migrate/index.js';
import type { Origin } from '../../src/value/index.js';
import { keyOf, withoutElements } from './elements.js';
import { formsOf } from './forms.js';
import { omitted } from './go-structs.js';
import { jsonMemberAt } from './json-text.js';

/** A field as it is written: a pair of a map. */
export interface WrittenField {
  readonly tree: SyntaxTree;
  readonly pair: SyntaxNode;
  readonly map: SyntaxNode;
}

export function fieldAt(around: Surroundings, at: Origin): WrittenField | null {
  const tree = around.treeOf(at.file);
  const forms = tree === null ? null : formsOf(tree.language);
  if (tree === null || forms === null) return null;
  const pair = closest(leafAt(tree, at.start, at.end), forms.pairs);
  const map = pair?.parent ?? null;
  const isKey =
    pair !== null && keyOf(tree, pair) === tree.text.slice(at.start, at.end).replaceAll(/["':]/g, '');
  return map !== null && isKey && forms.maps.has(map.type) ? { tree, pair, map } : null;
}

/** The edits that leave out some fields of one body; null where that cannot be done without a loss. */
export function withoutFields(around: Surroundings, places: readonly Origin[]): readonly Edit[] | null {
  const fields = places.map((at) => fieldAt(around, at));
  const [first] = fields;
  if (first == null) return withoutMembers(around, places);
  if (fields.some((field) => field?.map !== first.map) || !isOnlySent(first.tree, first.map)) return null;
  const pairs = fields.flatMap((field) => field?.pair ?? []);
  const [at] = places;
  const tags =
    first.tree.language !== 'go' || at === undefined
      ? []
      : omitted(around, at.file, first.tree, first.map, pairs);
  const edits = tags === null ? null : withoutElements(first.tree, first.map, pairs);
  return edits === null || tags === null ? null : [...edits, ...tags];
}

const HOLDERS: ReadonlySet<string> = new Set([
  'pair',
  'keyed_element',
  'array_element_initializer',
  'literal_element',
  'list',
  'dictionary',
  'hash',
  'array',
  'literal_value',
  'composite_literal',
  'unary_expression',
  'array_creation_expression',
  'json_pair',
  'json_object',
  'json_array',
  'token_tree',
  'macro_invocation',
  'reference_expression',
  'expression_list',
  'hash_literal_expression',
  'hash_entry',
  'hash_literal_body',
  'array_expression',
  'pipeline',
  'pipeline_chain',
  'parenthesized_expression',
]);
/** Languages in which what a function gives a name is its own. */
const OWN_NAMES: ReadonlySet<string> = new Set(['python', 'php', 'go']);
const ARGUMENTS: ReadonlySet<string> = new Set([
  'argument_list',
  'arguments',
  'argument',
  'keyword_argument',
  'command_elements',
]);

/** A map that is written into a call, or into a variable that is only handed to calls: nobody else reads it. */
export function isOnlySent(tree: SyntaxTree, map: SyntaxNode): boolean {
  let node = map;
  while (node.parent !== null && HOLDERS.has(node.parent.type)) node = node.parent;
  const { parent } = node;
  if (parent === null) return false;
  if (ARGUMENTS.has(parent.type) || isConverted(tree, parent)) return true;
  const target = targetOf(parent);
  if (!/assignment|short_var_declaration|let_declaration/.test(parent.type) || target === null) return false;
  const name = textOf(tree, target);
  const isLocal = parent.type === 'short_var_declaration' || parent.type === 'let_declaration';
  // In a shell and in Ruby, a function may see what another one sets.
  const scope = isLocal || OWN_NAMES.has(tree.language) ? closest(parent, AROUND) : null;
  const uses = walk(scope ?? tree.root).filter(
    (use) =>
      use.type === target.type &&
      use !== target &&
      textOf(tree, use) === name &&
      use.field !== 'attribute' &&
      !(use.parent?.type === 'keyword_argument' && use.field === 'name'),
  );
  return uses.every(
    (use) =>
      use.parent !== null &&
      (isGivenAnother(use, parent) ||
        (ARGUMENTS.has(use.parent.type) && use.field !== 'name') ||
        (HOLDERS.has(use.parent.type) && use.parent.type !== 'token_tree')),
  );
}

/** In another branch, the name is given something else. */
function isGivenAnother({ parent, field }: SyntaxNode, assignment: SyntaxNode): boolean {
  return field === 'left' && parent?.type === assignment.type && parent !== assignment;
}

/** Functions, and those of Go. */
const AROUND: ReadonlySet<string> = new Set([...FUNCTIONS, 'function_declaration']);

/** The one name that an assignment gives a value. */
function targetOf({ children }: SyntaxNode): SyntaxNode | null {
  const target = children.find(({ field }) => field === 'pattern') ?? children[0] ?? null;
  if (target?.type !== 'expression_list') return target;
  return target.children.length === 1 ? (target.children[0] ?? null) : null;
}

/** Ruby: `{ … }.to_json` in an argument. */
function isConverted(tree: SyntaxTree, parent: SyntaxNode): boolean {
  return (
    parent.type === 'call' &&
    /\.to_json$/.test(textOf(tree, parent)) &&
    parent.parent !== null &&
    ARGUMENTS.has(parent.parent.type)
  );
}

/** The same in JSON that is written as a text: the body of a request of a shell, or a whole file. */
function withoutMembers(around: Surroundings, places: readonly Origin[]): readonly Edit[] | null {
  const [first] = places;
  const file = first === undefined ? null : around.file(first.file);
  if (file === null) return null;
  const within = textAround(around, file.language, first);
  if (within === null) return null;
  const edits = places.map((at) => jsonMemberAt(file.text, at.start, within));
  return edits.some((edit) => edit === null) ? null : edits.flatMap((edit) => edit ?? []);
}

function textAround(
  around: Surroundings,
  language: string,
  at: Origin | undefined,
): { readonly start: number; readonly end: number } | null {
  if (at === undefined) return null;
  const tree = around.treeOf(at.file);
  const file = around.file(at.file);
  if (tree === null) {
    if (file === null) return null;
    return language === 'json' ? { start: 0, end: file.text.length } : requestAt(file, at.start);
  }
  const literal = closest(leafAt(tree, at.start, at.end), TEXTS);
  return literal;
}

const TEXTS: ReadonlySet<string> = new Set([
  'raw_string',
  'string',
  'heredoc_body',
  'encapsed_string',
  'raw_string_literal',
  'interpreted_string_literal',
  'string_literal',
  'verbatim_string_characters',
]);
