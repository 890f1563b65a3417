/** What becomes of the answer of a call in PHP or Ruby, and what that means for what takes its place. */
import type { Edit } from '../../src/analysis/index.js';
import { isWholeField } from '../../src/convert/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { RequestCall } from './call.js';
import { type Visit, visitsFrom } from './flow.js';
import type { NamedRules } from './kind.js';
import { readEdits } from './old-fields.js';
import type { Syntax } from './syntax.js';

export interface Reading {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  readonly kind: NamedRules;
  /** Whether a name of the file is used by other files. */
  readonly isUsedElsewhere: (name: string) => boolean;
  /** Whether the file, or one that may be handed rules by it, reads fields in one of these ways. */
  readonly isRead: (ways: RegExp) => boolean;
}

/** A place that the answer comes to, by what it is there. */
export interface AnswerVisit extends Visit {
  readonly part: 'answer' | 'status' | 'result' | 'other';
  /** Behind the result. */
  readonly rest: readonly string[];
}

export interface Answer {
  readonly all: readonly AnswerVisit[];
  readonly wholes: readonly AnswerVisit[];
  readonly statuses: readonly AnswerVisit[];
  readonly others: readonly AnswerVisit[];
  /** The result itself. */
  readonly results: readonly AnswerVisit[];
  readonly inner: readonly AnswerVisit[];
  /** An error of the API is thrown on the way. */
  readonly throws: boolean;
}

const STATUS = /^(?:success|errors|messages)$/;

export function answerOf(
  { syntax, tree, kind, isUsedElsewhere }: Reading,
  call: RequestCall,
  { isItem = false, isDeep = false } = {},
): Answer {
  const { returns, envelope } = call.sender;
  const placed = (path: readonly string[]): Pick<AnswerVisit, 'part' | 'rest'> => {
    const [first, ...rest] = path;
    if (returns === 'result') return { part: 'result', rest: path };
    if (first === undefined) return { part: 'answer', rest: [] };
    if (first === (envelope?.result ?? 'result')) return { part: 'result', rest };
    const isStatus = envelope === null ? STATUS.test(first) : first !== 'result_info';
    return { part: isStatus ? 'status' : 'other', rest };
  };
  const isLeaf = (path: readonly string[]) => {
    const { part, rest } = placed(path);
    if (part === 'status' || part === 'other') return true;
    const [item, ...fields] = rest;
    if (item === undefined) return false;
    if (isItem || item !== '[]') return isItem ? isWholeField(kind.mapping, rest) : true;
    // An id may be handed on.
    return fields.length > 0 && isWholeField(kind.mapping, fields) && !(isDeep && fields.join() === 'id');
  };
  const all = visitsFrom({ syntax, tree, isLeaf, isUsedElsewhere }, call.node).map(
    (visit): AnswerVisit => ({
      ...visit,
      ...placed(visit.path),
    }),
  );
  const of = (part: AnswerVisit['part']) => all.filter((visit) => visit.part === part);
  const results = of('result');
  return {
    all,
    wholes: of('answer'),
    statuses: of('status'),
    others: of('other'),
    results: results.filter(({ rest }) => rest.length === 0),
    inner: results.filter(({ rest }) => rest.length > 0),
    throws: call.sender.throws || all.some(({ steps }) => steps.some(({ kind: step }) => step === 'throw')),
  };
}

/** The edits of all that is read of rules; null where one is read or handed on in a way that has no counterpart. */
export function ruleReads(
  { syntax, tree, kind }: Reading,
  visits: readonly AnswerVisit[],
  depth: number,
): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const visit of visits) {
    const path = visit.rest.slice(depth);
    if (visit.isChanged || visit.end === 'escape' || visit.end === 'returned') return null;
    if (visit.end !== 'leaf') continue;
    if (depth > 0 && visit.rest[0] !== '[]') return null;
    const rule = ruleOf(visit, path.length);
    const read = rule === null ? null : readEdits(kind.mapping, { syntax, tree, path, visit, rule });
    if (read === null) return null;
    edits.push(...read);
  }
  return edits;
}

/** The expression that is the rule, before the last steps. */
function ruleOf({ steps, node }: Visit, count: number): SyntaxNode | null {
  const taken = steps
    .filter(({ kind }) => kind === 'key' || kind === 'item' || kind === 'call')
    .slice(-count);
  const [first] = taken;
  if (count === 0) return node;
  return first?.from ?? null;
}

/** Nodes that are the result of a response for the first time on their way. */
export function resultNodes({ results }: Answer): readonly SyntaxNode[] {
  return results.flatMap(({ steps, node }) => {
    const last = steps.findLast(({ kind }) => kind === 'key');
    return last?.name === 'result' && last.to === node ? [node] : [];
  });
}

/** An expression with `?? []` and the like behind it. */
export function withDefault(syntax: Syntax, tree: SyntaxTree, node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  const ways = parent === null ? [] : syntax.waysFrom(tree, node);
  const [way, ...others] = ways;
  const isDefault =
    way?.kind === 'value' && way.steps.length === 0 && others.length === 0 && way.to === parent;
  return isDefault &&
    parent !== null &&
    /^(?:binary|conditional)/.test(parent.type) &&
    parent.start === node.start
    ? parent
    : node;
}

/** Only said: in a log, to whoever runs the program, or in an error. */
export function isSaid({ tree }: Pick<Reading, 'tree'>, { node }: AnswerVisit): boolean {
  const inner =
    /^(?:argument|arguments|argument_list|interpolation|string|encapsed_string|binary_expression|object_creation_expression|throw_expression|parenthesized_expression)$/;
  for (let { parent } = node; parent !== null; { parent } = parent) {
    if (/^(?:echo_statement|print_intrinsic|throw_expression)$/.test(parent.type)) return true;
    if (/^(?:call|function_call_expression|(?:member|scoped)_call_expression)$/.test(parent.type))
      return SAYS.test(textOf(tree, parent));
    if (!inner.test(parent.type)) return false;
  }
  return false;
}

const SAYS =
  /^(?:\\?(?:error_log|print_r|var_dump|printf)\(|(?:puts|p|pp|warn|print|raise|abort|fail)\b|Log::|(?:\$this->|@|Rails\.)?(?:logger|log)(?:->|\.))/;
