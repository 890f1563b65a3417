/** Filters that a script makes for a rule: what makes them goes, and what looks at their ids. */

import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import {
  assignmentAround,
  assignmentsOf,
  isExported,
  isGivenBy,
  jsonOf,
  nameOf,
  objectOf,
  piecesOf,
  pipedInto,
  programOf,
  type ShellCall,
  usesOfValue,
} from '../../shell/index.js';
import { type MadeExpression, onlyValue, type VariableUse, variableOf } from './rules.js';
import { jqArgs, jqProgram } from './sent-jq.js';
import { isWatched, stops } from './watched.js';

export interface MadeFilter {
  readonly call: ShellCall;
  /** Where its id is read. */
  readonly uses: readonly SyntaxNode[];
  readonly expression: MadeExpression;
  /** What makes it, keeps its id, and looks at what became of it. */
  readonly statements: readonly SyntaxNode[];
  /** Their variables in a `local` that declares others, too. */
  readonly declared: readonly SyntaxNode[];
}

export function isFilterMade({ collection, method }: ShellCall): boolean {
  return collection === 'filters' && method === 'POST';
}

export function madeFilter(tree: SyntaxTree, call: ShellCall): MadeFilter | null {
  const sent = isFilterMade(call) ? expressionSent(tree, call.body) : null;
  const kept = sent === null ? null : keptId(tree, call.node);
  if (sent === null || kept === null) return null;
  const bodies = sent.assignment === null ? [] : [statementOf(sent.assignment)];
  const statements = [...bodies, ...kept.statements, ...looksAt(tree, kept)];
  const isGone = (use: SyntaxNode) => statements.some((statement) => isInside(use, statement));
  const isSeen = !kept.answerUses.every(isGone);
  const isScattered = statements.some(({ parent }) => parent !== statements[0]?.parent);
  const body = sent.assignment === null ? null : nameOf(tree, sent.assignment);
  const declared = declaredIn(tree, statements, [...kept.names, ...(body === null ? [] : [body])]);
  const isExport = kept.names.some((one) => isExported(tree, one));
  return isSeen || isScattered || isExport
    ? null
    : { call, uses: kept.uses, expression: sent.expression, statements, declared };
}

/** The filter whose id an expansion is, if it was made right before, for this rule alone. */
export function filterAt(
  tree: SyntaxTree,
  use: VariableUse,
  filters: readonly MadeFilter[],
  call: ShellCall,
): MadeFilter | null {
  const filter = filters.find(({ uses }) =>
    uses.some(({ start, end }) => use.start <= start && end <= use.end),
  );
  const [made] = filter?.statements ?? [];
  const isPlain = /^\$\{?\w+\}?$/.test(tree.text.slice(use.start, use.end));
  if (filter === undefined || made === undefined || !isPlain) return null;
  const elsewhere = filter.uses.filter(
    (one) => !filter.statements.some((statement) => isInside(one, statement)),
  );
  const isBeside = closestBlock(made) === closestBlock(call.node);
  // The script would go on where it stopped.
  const isMissed =
    filter.statements.some((statement) => stops(tree, statement)) && !isWatched(tree, call.node);
  return elsewhere.length === 1 &&
    isBeside &&
    made.start < call.node.start &&
    !isMissed &&
    !isChanged(tree, filter, call)
    ? filter
    : null;
}

/** What it is made of gets another value before the rule is sent. */
function isChanged(tree: SyntaxTree, { call: made, statements }: MadeFilter, rule: ShellCall): boolean {
  const isOwn = (node: SyntaxNode) => statements.some((statement) => isInside(node, statement));
  const inner = statements.flatMap((statement) => walk(statement));
  const variables = inner.filter(({ type }) => /variable_name$/.test(type));
  const nameOfAll = (nodes: readonly SyntaxNode[]) => nodes.map((node) => textOf(tree, node));
  const given = nameOfAll(variables.filter(({ field }) => field === 'name'));
  const read = nameOfAll(variables).filter((name) => !given.includes(name));
  return walk(tree.root).some(
    (node) =>
      node.start > made.node.end &&
      node.start < rule.node.start &&
      !isOwn(node) &&
      isGivenBy(tree, node, read),
  );
}

/** `local answer id`, beside statements, without a value. */
function declaredIn(
  tree: SyntaxTree,
  statements: readonly SyntaxNode[],
  names: readonly string[],
): readonly SyntaxNode[] {
  const isGone = (assignment: SyntaxNode) => statements.some((statement) => isInside(assignment, statement));
  const declarations = (statements[0]?.parent?.children ?? []).filter(
    ({ type }) => type === 'declaration_command',
  );
  return declarations
    .flatMap(({ children }) => children)
    .filter((one) => one.type === 'variable_name' && names.includes(textOf(tree, one)))
    .filter((one) => assignmentsOf(tree, textOf(tree, one), one).every(isGone));
}

interface KeptId {
  /** The variable with the id, and the one with the whole answer. */
  readonly names: readonly string[];
  /** Where each of them is read. */
  readonly uses: readonly SyntaxNode[];
  readonly answerUses: readonly SyntaxNode[];
  readonly statements: readonly SyntaxNode[];
}

/** `id=$(curl … | jq -r '.result[0].id')`, or the same by way of a variable with the answer. */
function keptId(tree: SyntaxTree, command: SyntaxNode): KeptId | null {
  const [filter, ...others] = pipedInto(command);
  const assignment = assignmentAround(command);
  const name = assignment === null ? null : nameOf(tree, assignment);
  if (assignment === null || name === null || others.length > 0) return null;
  const uses = usesOfValue(tree, name, assignment);
  if (filter !== undefined)
    return readsId(tree, filter)
      ? { names: [name], uses, answerUses: [], statements: [statementOf(assignment)] }
      : null;
  const reading = uses.map((use) => readerOf(use)).find((one) => one !== undefined && readsId(tree, one));
  const second = reading === undefined ? null : assignmentAround(reading);
  const id = second === null ? null : nameOf(tree, second);
  return second === null || id === null || closestBlock(second) !== closestBlock(assignment)
    ? null
    : {
        names: [id, name],
        uses: usesOfValue(tree, id, second),
        answerUses: uses,
        statements: [statementOf(assignment), statementOf(second)],
      };
}

/** `echo "$answer" | jq …` and `jq … <<< "$answer"` */
function readerOf(use: SyntaxNode): SyntaxNode | undefined {
  const here = closest(use, new Set(['herestring_redirect', 'command']));
  return here?.type === 'herestring_redirect' ? (here.parent ?? undefined) : pipedInto(here ?? use)[0];
}

/** `local id=…` */
export function statementOf(assignment: SyntaxNode): SyntaxNode {
  const { parent } = assignment;
  const isAlone = parent?.children.filter(({ isNamed }) => isNamed).length === 1;
  return parent?.type === 'declaration_command' && isAlone ? parent : assignment;
}

function readsId(tree: SyntaxTree, filter: SyntaxNode): boolean {
  const program = programOf(tree, filter);
  const reads = program === null ? '' : textOf(tree, program).replaceAll(/^['"]|['"]$/g, '');
  return /^(?:\.result)?\.?\[0?\]\.id(?: \/\/ empty)?$/.test(reads);
}

const LOOKS: ReadonlySet<string> = new Set(['if_statement', 'list', 'command', 'redirected_statement']);
const SAYS = /^(?:echo|printf|exit|return|jq|\[|test|log\w*|sleep|die|err\w*|fail|true|:)$/;

/** Statements behind it that only say what became of it, or stop where nothing did; and the line that announces it. */
function looksAt(tree: SyntaxTree, { uses: own, answerUses, statements }: KeptId): readonly SyntaxNode[] {
  const [first] = statements;
  const siblings = (first?.parent?.children ?? []).filter(
    ({ isNamed, type }) => isNamed && type !== 'comment',
  );
  const behind = siblings.filter(
    (one) => first !== undefined && one.start > first.start && LOOKS.has(one.type),
  );
  const uses = [...own, ...answerUses];
  const looks = behind.filter((one) => uses.some((use) => isInside(use, one)) && onlySays(tree, one));
  const above = first === undefined ? undefined : siblings[siblings.indexOf(first) - 1];
  return above !== undefined && announces(textOf(tree, above)) ? [above, ...looks] : looks;
}

export function onlySays(tree: SyntaxTree, statement: SyntaxNode): boolean {
  const inner = walk(statement);
  if (
    inner.some(({ type }) =>
      /^(?:else_clause|elif_clause|variable_assignment|declaration_command)$/.test(type),
    )
  )
    return false;
  const files = inner.filter(({ type }) => type === 'file_redirect').map((one) => textOf(tree, one));
  if (!files.every((file) => /^\d*>\s*(?:&\d|\/dev\/(?:null|stderr))$/.test(file))) return false;
  return inner.filter(({ type }) => type === 'command_name').every((name) => SAYS.test(textOf(tree, name)));
}

/** `echo "Creating the filter"` */
function announces(statement: string): boolean {
  return /^echo ["']?[^"'$`|>&]*\bfilter\b[^"'$`|>&]*["']?$/i.test(statement) && !/\brule/i.test(statement);
}

interface Sent {
  readonly expression: MadeExpression;
  /** What gives the variable with the body its value. */
  readonly assignment: SyntaxNode | null;
}

/** The expression of the one filter that is sent. */
function expressionSent(tree: SyntaxTree, body: SyntaxNode | null): Sent | null {
  if (body === null) return null;
  const variable = variableOf(tree, body);
  const word = variable === null ? body : onlyValue(tree, variable, body);
  if (word === null) return null;
  const program = jqProgram(tree, word);
  const expression = program === null ? jsonExpression(tree, word) : jqExpression(tree, program);
  return expression === null ? null : { expression, assignment: variable === null ? null : word.parent };
}

function jsonExpression(tree: SyntaxTree, word: SyntaxNode): MadeExpression | null {
  const pieces = piecesOf(tree, word);
  const json = pieces === null ? null : jsonOf(pieces);
  const [filter, ...others] = json?.items ?? [];
  if (pieces === null || filter === undefined || others.length > 0) return null;
  const expression = filter.members.find(({ key }) => key === 'expression')?.value;
  return filter.members.every(({ key }) => isPlain(key)) && expression?.kind === 'string'
    ? { pieces: pieces.slice(expression.start, expression.end) }
    : null;
}

/** `--arg a "$address" '[{expression: ("ip.src eq " + $a)}]'` */
function jqExpression(tree: SyntaxTree, program: SyntaxNode): MadeExpression | null {
  const written = /^'\s*\[([\s\S]*)\]\s*'$/.exec(textOf(tree, program))?.[1];
  const fields = written === undefined ? null : objectOf(written);
  const value = fields?.find(({ key }) => key === 'expression')?.value;
  if (fields === null || value === undefined || !fields.every(({ key }) => isPlain(key))) return null;
  const names = new Set([...value.matchAll(/\$(\w+)/g)].map(([, name]) => name ?? ''));
  const options = jqArgs(tree, program).filter(({ name }) => names.has(name));
  return names.size === 0 || options.length !== names.size ? null : { value, options };
}

function isPlain(key: string): boolean {
  return ['expression', 'description', 'ref'].includes(key);
}

const BLOCKS: ReadonlySet<string> = new Set([
  'program',
  'compound_statement',
  'do_group',
  'if_statement',
  'else_clause',
  'elif_clause',
  'case_item',
  'subshell',
]);

function closestBlock(node: SyntaxNode): SyntaxNode | null {
  return closest(node, BLOCKS);
}
