/** Calls about rules in PHP and Ruby. A file is planned as a whole: its calls hand ids to each other. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { ERRORS, KEPT, NO_FILTER } from '../direct/differences.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { indentAt } from '../places/indent.js';
import {
  EMPTY,
  type Failed,
  type FilePlan,
  LOST,
  MAPPED,
  NEW_ANSWER,
  NO_RULE,
  ONE_RULE,
  type PlannedPlaces,
  plannedVerdict,
  SEVERAL,
  withFilterComments,
} from '../planner/index.js';
import type { Reading } from './answers.js';
import { callsIn, type RequestCall } from './call.js';
import { filterFor } from './filters.js';
import { callable } from './functions-php.js';
import { type Feature, type FunctionRole, type NamedRules, namedRules, type RequestRules } from './kind.js';
import { listUse } from './list-use.js';
import { calledAs, type FunctionUse, functionsEdits, type Handed, handedTo } from './new-functions.js';
import { lostReads } from './old-fields.js';
import { oldShape } from './old-shape.js';
import { PHP } from './php-syntax.js';
import { RUBY } from './ruby-syntax.js';
import { onLines, styleOf } from './style.js';
import { isRead, textOnRules, textsBeside } from './texts-on-rules.js';
import { writeUse } from './write-use.js';
import { entryPoint, functionName, isSure } from './writing.js';

interface PlannedCall extends PlannedPlaces {
  readonly call: RequestCall;
  readonly uses: readonly FunctionUse[];
}

export function classifyRules(
  site: Site,
  around: Surroundings,
  kind: RequestRules,
  steps: string,
): Verdict | null {
  const named = namedRules(kind);
  const planOf = (tree: SyntaxTree) => planOfFile(tree, site.file.path, named, around);
  return plannedVerdict({ site, around, phase: kind.phase, steps, planOf });
}

function planOfFile(tree: SyntaxTree, path: string, kind: NamedRules, around: Surroundings): FilePlan {
  const syntax = tree.language === 'php' ? PHP : RUBY;
  const treeOf = (other: string) => around.treeOf(other);
  const read = callsIn({ syntax, tree, path, collections: kind.collections, treeOf });
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const others = textsBeside(path, tree.language, around);
  const reading: Reading = {
    syntax,
    tree,
    kind,
    isRead: (ways) => isRead(ways, textOnRules(syntax, tree), others),
    isUsedElsewhere: (name) =>
      others?.some((text) => new RegExp(`\\b${literally(name)}\\b`).test(text)) ?? true,
  };
  const planWith = (isMapped: boolean): readonly (PlannedCall | Failed)[] => {
    const folded = new Map<RequestCall, readonly Edit[]>();
    const planner: Planner = { reading, calls, folded, isMapped };
    const first = read.map((one) => ('why' in one || isPart(kind, one) ? one : plannedSomehow(planner, one)));
    const all = first.map((one): PlannedCall | Failed => {
      if ('uses' in one || 'places' in one) return one;
      if ('why' in one) return { places: [one.node], why: one.why };
      const edits = folded.get(one);
      return edits === undefined
        ? inOldShape(planner, one, one.method === 'GET' ? ONE_RULE : NO_RULE)
        : { places: placesOf(one), call: one, edits, differences: [], uses: [] };
    });
    return withoutInner(tree, withoutPaths(tree, all));
  };
  const isMixed = (all: readonly (PlannedCall | Failed)[]) => {
    const answers = all
      .flatMap((one) => ('why' in one ? [] : one.uses))
      .filter(({ role, call }) => role === 'answer' || (role === 'list' && !isSure({ call })));
    return new Set(answers.map(({ features }) => features.includes('mapped'))).size > 1;
  };
  let all = planWith(false);
  if (isMixed(all)) all = planWith(true);
  const uses = all.flatMap((one) => ('why' in one ? [] : one.uses));
  return {
    calls: all.map((one) => withFilterComments(tree, one)),
    functions: functionsEdits(syntax, tree, kind, uses, calls),
  };
}

/** A part of a rule that another call makes, or one rule that is read. */
function isPart({ collections }: NamedRules, { collection, method, id }: RequestCall): boolean {
  return (collection !== collections[0] && method === 'POST') || (method === 'GET' && id !== null);
}

function placesOf(call: RequestCall): readonly SyntaxNode[] {
  return [call.node, call.literal];
}

interface Planner {
  readonly reading: Reading;
  readonly calls: readonly RequestCall[];
  readonly folded: Map<RequestCall, readonly Edit[]>;
  /** All answers that hold lists of rules hold rules with the old fields. */
  readonly isMapped: boolean;
}

/** By what is known of what it sends and of what is read of its answer; else by a function that keeps the old fields. */
function plannedSomehow(planner: Planner, call: RequestCall): PlannedCall | Failed {
  const found = planned(planner, call);
  return 'why' in found ? inOldShape(planner, call, found.why) : found;
}

function inOldShape({ reading, calls }: Planner, call: RequestCall, why: string): PlannedCall | Failed {
  const { syntax, tree, kind } = reading;
  const places = placesOf(call);
  const handed = handedTo(syntax, tree, calls, call);
  if (typeof handed === 'string') return { places, why: handed };
  const id = call.id === null ? '' : sourceOf(call.id.text, call.id.isCode);
  const shape = oldShape(reading, call, calls, why, { id, rare: refs(reading) });
  if (typeof shape === 'string') return { places, why: shape };
  const { start, end } = call.node;
  const text = calledAs(syntax, tree, kind, shape.role, { call, handed }, shape.args);
  return {
    places,
    call,
    edits: [{ start, end, text: movedRule(tree, call, text) }],
    differences: shape.differences,
    uses: shape.uses.map((use) => ({ ...use, call })),
  };
}

function planned(planner: Planner, call: RequestCall): PlannedCall | Failed {
  const { reading, calls } = planner;
  const { syntax, tree, kind } = reading;
  const fail = (why: string): Failed => ({ places: placesOf(call), why });
  const handed = handedTo(syntax, tree, calls, call);
  if (typeof handed === 'string') return fail(handed);
  const called = (role: FunctionRole, ...args: readonly string[]) =>
    calledAs(syntax, tree, kind, role, { call, handed }, args);
  const use = (role: FunctionRole, ...features: readonly Feature[]): FunctionUse => ({
    role,
    call,
    features,
  });
  const mapped = (of: string) => mappedRules(reading, handed, of);
  const isMain = call.collection === kind.collections[0];
  if (call.method === 'GET') {
    if (!isMain) return fail('filters are parts of rules now, and a list of them has no counterpart');
    const zone = call.zone ?? { text: '', isCode: false };
    const found = listUse(
      reading,
      call,
      {
        list: called('list'),
        answer: called('answer'),
        entryPoint: call.pathOf([{ text: 'zones/', isCode: false }, zone, ...entryPoint(kind)]),
        mapped,
      },
      planner.isMapped,
    );
    if (typeof found === 'string') return fail(found);
    if (found.isMapped && reading.isRead(lostReads(kind.mapping))) return fail(LOST);
    return {
      places: placesOf(call),
      call,
      edits: found.edits,
      differences: [
        ...kind.listed,
        ...(found.role === null ? [EMPTY] : []),
        ...(found.isMapped ? [MAPPED] : []),
      ],
      uses: [
        ...(found.role === null ? [] : [use(found.role, ...found.features)]),
        ...(found.isMapped ? [use('toOld', ...refs(reading))] : []),
      ],
    };
  }
  if (call.method === 'DELETE') {
    if (call.id === null) return fail(SEVERAL);
    if (!isMain) return filterGone(reading, call) ?? fail('what becomes of its answer cannot be followed');
    return replaced(planner, call, {
      role: 'remove',
      args: [sourceOf(call.id.text, call.id.isCode)],
      differences: [ERRORS],
      called,
      handed,
    });
  }
  const isCreation = call.method === 'POST' && call.id === null;
  if (!isCreation && (call.method === 'POST' || call.id === null)) return fail(SEVERAL);
  const filters = calls.filter(({ collection, method }) => collection === 'filters' && method === 'POST');
  const rule = kind.sentRule(
    { syntax, tree, filterFor: (one, id) => filterFor(reading, filters, { call: one, id }) },
    call,
  );
  if (typeof rule === 'string') return fail(rule);
  for (const one of rule.folded) planner.folded.set(one.call, one.edits);
  const text = movedRule(tree, call, rule.text);
  const edits = [...rule.edits, ...rule.folded.flatMap((one) => one.edits)];
  if (isCreation)
    return replaced(planner, call, {
      role: 'add',
      args: [text],
      differences: [...rule.differences, ERRORS],
      features: rule.features,
      edits,
      called,
      handed,
    });
  const id = call.id === null ? '' : sourceOf(call.id.text.replace(OF_FILTER, ''), call.id.isCode);
  const differences = [...rule.differences, ...(kind.isWhole ? [] : [KEPT]), ERRORS];
  return replaced(planner, call, {
    role: 'update',
    args: [id, text],
    differences,
    features: rule.features,
    edits,
    called,
    handed,
  });
}

/** In `$rule['filter']['id']`: the id of a filter is that of its rule. */
const OF_FILTER = /(?:\[(["']?):?filter\1\]|->filter)(?=(?:\[(["']?):?id\2\]|->id)$)/;

function sourceOf(text: string, isCode: boolean): string {
  return isCode ? text : `'${text}'`;
}

interface Replacing {
  readonly role: FunctionRole;
  readonly args: readonly string[];
  readonly differences: readonly Difference[];
  readonly features?: readonly Feature[];
  readonly edits?: readonly Edit[];
  readonly called: (role: FunctionRole, ...args: readonly string[]) => string;
  readonly handed: Handed;
}

function replaced(
  { reading }: Planner,
  call: RequestCall,
  { role, args, differences, features = [], edits = [], called, handed }: Replacing,
): PlannedCall | Failed {
  const { kind } = reading;
  const isSkip = features.includes('any-action') ? null : features.includes('skip');
  const answer = writeUse(reading, call, {
    isCreation: role === 'add',
    isSkip,
    mappedRule: (rule) => mappedRule(reading, handed, rule),
  });
  if (typeof answer === 'string') return { places: placesOf(call), why: answer };
  if (answer.isMapped && reading.isRead(lostReads(kind.mapping)))
    return { places: placesOf(call), why: LOST };
  const { start, end } = call.node;
  return {
    places: placesOf(call),
    call,
    edits: [{ start, end, text: called(role, ...args) }, ...answer.edits, ...edits],
    differences: [
      ...differences,
      ...(answer.isHandedOn ? [NEW_ANSWER] : []),
      ...(answer.isMapped ? [MAPPED] : []),
    ],
    uses: [
      { role, call, features: [...features, ...answer.features] },
      ...(answer.isMapped ? [{ role: 'toOld' as const, call, features: refs(reading) }] : []),
    ],
  };
}

function refs({ isRead }: Reading): readonly Feature[] {
  return isRead(/(?:\[\s*:?["']?|->)ref\b/) ? ['ref'] : [];
}

function mappedRule({ syntax, tree, kind }: Reading, { holder }: Handed, rule: string): string {
  const style = styleOf(syntax, tree);
  const target =
    syntax.language === 'ruby' || holder === null ? '' : holder === 'class' ? 'self::' : '$this->';
  const list = style.isSpaced ? `( ${rule} )` : `(${rule})`;
  return `${target}${functionName(kind, 'toOld', style)}${list}`;
}

function mappedRules(reading: Reading, handed: Handed, rules: string): string {
  const { syntax, tree, kind } = reading;
  const style = styleOf(syntax, tree);
  if (syntax.language === 'ruby') {
    const list = rules.includes('\0') ? '(\0)' : rules;
    return `${rules.includes('\0') ? rules.replace('\0', list) : rules}.map { |rule| ${functionName(kind, 'toOld', style)}(rule) }`;
  }
  const name = callable({ kind, style, holder: handed.holder });
  return style.isSpaced ? `array_map( ${name}, ${rules} )` : `array_map(${name}, ${rules})`;
}

/** Of a rule that was written on several lines. */
const LONG = 70;

/** A rule of several lines, as far to the right as the call. */
function movedRule(tree: SyntaxTree, call: RequestCall, text: string): string {
  const lines = text.split('\n');
  const to = indentAt(tree.text, call.node.start);
  const { unit } = styleOf(tree.language === 'php' ? PHP : RUBY, tree);
  if (lines.length < 2) {
    const wasOnLines = textOf(tree, call.node).includes('\n');
    return wasOnLines && to.length + text.length > LONG ? onLines(text, to, unit) : text;
  }
  const from = /^[ \t]*/.exec(lines.at(-1) ?? '')?.[0] ?? '';
  return lines
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}

/** A filter is deleted with its rule. */
function filterGone(reading: Reading, call: RequestCall): PlannedCall | null {
  const { tree } = reading;
  const found = callStatement(tree, call.node)?.statements ?? lastStatement(reading, call);
  const edits = found === null ? null : withoutStatements(tree, found, /filter/i);
  return edits === null ? null : { places: placesOf(call), call, edits, differences: [NO_FILTER], uses: [] };
}

/** Ruby: the last expression of a method, whose value nobody reads, behind another statement. */
function lastStatement(reading: Reading, call: RequestCall): readonly SyntaxNode[] | null {
  const { node } = call;
  const { parent } = node;
  const isLast =
    parent?.type === 'body_statement' && parent.children.findLast(({ isNamed }) => isNamed) === node;
  if (!isLast || parent.children.filter(({ isNamed }) => isNamed).length < 2) return null;
  const answer = writeUse(reading, call, { isCreation: false, isSkip: null, mappedRule: (rule) => rule });
  return typeof answer === 'string' || answer.edits.length > 0 ? null : [node];
}

/** A call that is written anew has no place for edits of others; it may not read what is no more. */
function withoutInner(
  tree: SyntaxTree,
  all: readonly (PlannedCall | Failed)[],
): readonly (PlannedCall | Failed)[] {
  const good = all.flatMap((one) => ('why' in one ? [] : [one]));
  const written = good.flatMap((one) =>
    one.edits.filter(({ start, end }) => end > start).map((edit) => ({ edit, one })),
  );
  return all.map((one) => {
    if ('why' in one) return one;
    const isWithin = (inner: Edit) =>
      written.some(
        ({ edit, one: other }) =>
          other !== one &&
          edit.start <= inner.start &&
          inner.end <= edit.end &&
          edit.end - edit.start > inner.end - inner.start,
      );
    const lost = one.edits.filter(isWithin);
    const isStale = lost.some((edit) =>
      written.some(
        ({ edit: outer, one: other }) =>
          other !== one &&
          outer.start <= edit.start &&
          edit.end <= outer.end &&
          outer.text.includes(tree.text.slice(edit.start, edit.end)),
      ),
    );
    if (isStale) return { places: one.places, why: 'it is read in another call that has another form now' };
    return { ...one, edits: one.edits.filter((edit) => !lost.includes(edit)) };
  });
}

/** Variables that held the path of calls go with them. */
function withoutPaths(
  tree: SyntaxTree,
  all: readonly (PlannedCall | Failed)[],
): readonly (PlannedCall | Failed)[] {
  const good = all.flatMap((one) => ('why' in one ? [] : [one]));
  const isReplaced = (use: SyntaxNode) =>
    good.some(
      ({ call, edits }) =>
        isInside(use, call.node) &&
        edits.some(({ start, end }) => start <= call.node.start && call.node.end <= end),
    );
  return all.map((one) => {
    if ('why' in one || one.call.variable === null) return one;
    const { statement, uses } = one.call.variable;
    if (one.edits.some(({ start, end }) => start <= statement.start && statement.end <= end)) return one;
    // The path itself is written anew.
    if (one.uses.length === 0 && one.edits.some(({ start }) => start === one.call.literal.start)) return one;
    if (!uses.every(isReplaced))
      return { places: one.places, why: 'its address is used for more than this call' };
    const gone = withoutStatements(tree, [statement], /(?!)/);
    return gone === null
      ? { places: one.places, why: 'a comment beside its address would be lost' }
      : { ...one, edits: [...one.edits, ...gone] };
  });
}
