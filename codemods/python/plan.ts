/**
 * Calls about rules in Python. A file is planned as a whole: its calls hand ids to each other, and the functions that
 * replace them are written in one place.
 */

import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { ALL_AT_ONCE, ERRORS, KEPT, NO_FILTER } from '../direct/differences.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { indentAt, movedTo } from '../places/indent.js';
import {
  type Failed,
  type FilePlan,
  functionNames,
  LOST,
  MAPPED,
  NEW_ANSWER,
  NO_RULE,
  ONE_RULE,
  type PlannedPlaces,
  plannedVerdict,
  READ_OF_OLD,
  SEVERAL,
  SHOWN,
  SOME,
  snake,
  withFilterComments,
} from '../planner/index.js';
import { callsIn, type PythonCall, type UnreadCall } from './call.js';
import { chosenBy, withTests } from './conditions.js';
import { withEmptied } from './emptied.js';
import { aroundTexts } from './kept-texts.js';
import type { Feature, FunctionRole, NamedRules, PythonRules } from './kind.js';
import { fitting } from './line-width.js';
import { collectedUse, listUse } from './list-use.js';
import { calledAs, type FunctionUse, functionsEdits, parametersFor } from './new-functions.js';
import { lostReads } from './old-fields.js';
import { oldShape } from './old-shape.js';
import { pageLoopOf } from './page-loop.js';
import { readForFilter } from './read-rule.js';
import type { Reading } from './reads.js';
import { outerOf } from './uses.js';
import { writeUse } from './write-use.js';

interface PlannedCall extends PlannedPlaces {
  readonly call: PythonCall;
  /** The functions that it calls; none where it only goes. */
  readonly uses: readonly FunctionUse[];
  /** The variable with its path holds the new one. */
  readonly keepsAddress?: boolean;
}

export function classifyRules(
  site: Site,
  around: Surroundings,
  kind: PythonRules,
  steps: string,
): Verdict | null {
  const named = { ...kind, names: functionNames(kind, snake) };
  const planned = (tree: SyntaxTree) => planOf(tree, site.file.path, named, around);
  return plannedVerdict({ site, around, phase: kind.phase, steps, planOf: planned });
}

function planOf(tree: SyntaxTree, path: string, kind: NamedRules, around: Surroundings): FilePlan {
  const read = callsIn(tree, path, kind.collections, (other) => around.treeOf(other));
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const others = around.filesEndingWith('.py')?.filter((other) => other !== path) ?? null;
  const reading: Reading = {
    tree,
    kind,
    isMapped: false,
    isRead: (ways) =>
      ways.test(tree.text) ||
      (others?.some((other) => {
        const text = around.file(other)?.text ?? '';
        return ways.test(text) && new RegExp(`\\b${literally(moduleOf(path))}\\b`).test(text);
      }) ??
        true),
    isUsedElsewhere: (name) =>
      others?.some((other) => new RegExp(`\\b${literally(name)}\\b`).test(around.file(other)?.text ?? '')) ??
      true,
    isImported: (name) =>
      others?.some((other) =>
        [name, moduleOf(path)].every((word) =>
          new RegExp(`\\b${literally(word)}\\b`).test(around.file(other)?.text ?? ''),
        ),
      ) ?? true,
  };
  const first = plannedCalls(reading, read, calls);
  // One function lists the rules: it maps those of all its callers, or of none.
  const lists = first
    .flatMap((one) => ('why' in one ? [] : one.uses))
    .filter(({ role, call }) => role === 'list' && call.sender.givesNothing);
  const isMixed = new Set(lists.map(({ features }) => features.includes('mapped'))).size > 1;
  const all = isMixed ? plannedCalls({ ...reading, isMapped: true }, read, calls) : first;
  const settled = withVariables(reading, withoutInner(all)).map((one) => withFilterComments(tree, one));
  return {
    calls: settled,
    functions: functionsEdits(
      tree,
      kind,
      settled.flatMap((one) => ('why' in one ? [] : one.uses)),
      settled.flatMap((one) => ('why' in one ? [] : one.edits)),
    ),
  };
}

function plannedCalls(
  reading: Reading,
  read: readonly (PythonCall | UnreadCall)[],
  calls: readonly PythonCall[],
): readonly (PlannedCall | Failed)[] {
  const [main = ''] = reading.kind.collections;
  const folded = new Map<PythonCall, readonly Edit[]>();
  const planner = { reading, calls, folded };
  const rules = read.map((one): PlannedCall | Failed | PythonCall => {
    if ('why' in one) return { places: [one.node], why: one.why };
    const isPart = one.collection !== main && one.method !== 'GET' && one.id === null;
    const isOneRule = one.method === 'GET' && one.id !== null;
    return isPart || isOneRule ? one : planned(planner, one);
  });
  return rules.map((one): PlannedCall | Failed => {
    if ('why' in one || 'edits' in one) return one;
    const edits = folded.get(one);
    return edits === undefined
      ? inOldShape(planner, one, one.method === 'GET' ? ONE_RULE : NO_RULE)
      : { places: placesOf(one), call: one, edits, differences: [], uses: [] };
  });
}

/** What other files call it by. */
function moduleOf(path: string): string {
  const [name = '', folder = ''] = path.replace(/\.py$/, '').split('/').toReversed();
  return name === '__init__' ? folder : name;
}

/** The source of an id, as a part of a path. */
function inPath(id: string): string {
  return /^"[\w-]+"$/.test(id) ? id.slice(1, -1) : `{${id}}`;
}

function placesOf(call: PythonCall): readonly SyntaxNode[] {
  return [call.node, call.literal];
}

interface Planner {
  readonly reading: Reading;
  readonly calls: readonly PythonCall[];
  readonly folded: Map<PythonCall, readonly Edit[]>;
}

/** The call by what is known of what it sends and of what is read of its answer; else one that keeps the old fields. */
function planned(planner: Planner, call: PythonCall): PlannedCall | Failed {
  const found = plannedDirectly(planner, call);
  return 'why' in found ? inOldShape(planner, call, found.why) : found;
}

function inOldShape({ reading, calls }: Planner, call: PythonCall, why: string): PlannedCall | Failed {
  const { tree, kind } = reading;
  const places = placesOf(call);
  const handed = parametersFor(tree, call);
  const rare = rareReads(reading);
  const id = call.id === null ? '' : outsideText(tree, call.id);
  const shape = typeof handed === 'string' ? handed : oldShape(reading, call, calls, why, { id, rare });
  if (typeof shape === 'string') return { places, why: shape };
  if (typeof handed === 'string') return { places, why };
  const zone = call.zone === null ? [] : [outsideText(tree, call.zone)];
  const { start, end } = call.node;
  const text = calledAs(kind, call, handed, shape.role, [...zone, ...shape.args]);
  return {
    places,
    call,
    edits: aroundTexts(tree, { start, end, text: movedTo(indentAt(tree.text, start), text) }),
    differences: shape.differences,
    uses: [{ role: shape.role, features: [] }, ...shape.needs].map((use) => ({ ...use, call })),
  };
}

function plannedDirectly({ reading, calls, folded }: Planner, call: PythonCall): PlannedCall | Failed {
  const { tree, kind } = reading;
  const fail = (why: string): Failed => ({ places: placesOf(call), why });
  const handed = parametersFor(tree, call);
  if (typeof handed === 'string') return fail(handed);
  const zone = call.zone === null ? [] : [outsideText(tree, call.zone)];
  const called = (role: FunctionRole, ...args: readonly string[]) =>
    calledAs(kind, call, handed, role, [...zone, ...args]);
  const use = (role: FunctionRole, ...features: readonly Feature[]): FunctionUse => ({
    role,
    call,
    features,
  });
  if (call.query !== null && call.method !== 'GET') return fail(SEVERAL);
  const loop = call.method === 'GET' && call.id === null ? pageLoopOf(tree, call) : null;
  if (loop !== null && call.collection === kind.collections[0]) {
    const isMadeInLoop = handed.names.some((name) => loop.names.includes(name));
    if (isMadeInLoop) return fail('what its requests need is made in the loop over its pages');
    const collected = collectedUse(reading, loop, called('list'));
    if (collected.isMapped && reading.isRead(lostReads(kind.mapping))) return fail(LOST);
    return {
      places: placesOf(call),
      call,
      edits: collected.edits,
      differences: [...kind.listed, ALL_AT_ONCE, ...(collected.isMapped ? [MAPPED] : [])],
      uses: [
        use('list', ...checked(loop)),
        ...(collected.isMapped ? [use('toOld', ...rareReads(reading))] : []),
      ],
    };
  }
  const chosen = call.method === 'GET' ? chosenBy(tree, call) : null;
  if (call.method === 'GET' ? chosen === null : call.search !== '') return fail(SOME);
  if (call.method === 'GET') {
    const isMain = call.collection === kind.collections[0];
    const { part } = kind;
    if (!isMain && part === null) return fail(SEVERAL);
    const names = { ...kind.names, toOld: kind.names.toPart };
    const partKind = part === null ? kind : { ...kind, names, mapping: part };
    const tests = chosen?.tests ?? [];
    if (tests.length > 0 && (!isMain || part === null)) return fail(SOME);
    const found = listUse(isMain ? reading : { ...reading, kind: partKind }, call, {
      list: withTests(tree, call.node.start, called('list'), tests),
      answer: called('answer'),
      entryPoint: call.again('GET', `zones/${inPath(call.zone ?? '')}/${entryPointOf(kind)}`),
      address: isMain ? newAddress(reading, call) : null,
    });
    if (typeof found === 'string') return fail(found);
    if (found.isMapped && reading.isRead(lostReads(kind.mapping))) return fail(LOST);
    if (tests.length > 0 && (found.role !== 'list' || found.isMappedInside)) return fail(SOME);
    if (found.isMappedInside && !isMain)
      return fail('a list of filters that may be nothing has no counterpart');
    return {
      places: placesOf(call),
      call,
      edits: [...found.edits, ...(chosen?.edits ?? [])],
      differences: [
        ...kind.listed,
        ...(call.query === null ? [] : [ALL_AT_ONCE]),
        ...(found.isMapped ? [MAPPED] : []),
        ...(found.isShown ? [SHOWN] : []),
      ],
      uses: [
        ...(found.role === null ? [] : [use(found.role, ...checked(found))]),
        ...(found.isMapped ? [use(isMain ? 'toOld' : 'toPart', ...rareReads(reading))] : []),
      ],
      keepsAddress: found.keepsAddress === true,
    };
  }
  const replaced = (
    role: FunctionRole,
    args: readonly string[],
    differences: readonly Difference[],
    { added = null, edits = [], features = [], isMapped = false }: Partial<Replaced> = {},
  ): PlannedCall | Failed => {
    const answer = writeUse(reading, call, added);
    if (typeof answer === 'string') return fail(answer);
    if (answer.isMapped && reading.isRead(lostReads(kind.mapping))) return fail(LOST);
    const { start, end } = call.node;
    const written = called(role, ...args);
    const isRead = outerOf(call.node).parent?.type !== 'expression_statement';
    const isMovable = !/"""|'''/.test(written);
    const moved = isMovable ? movedTo(indentAt(tree.text, start), written) : written;
    const text = fitting(tree, start, moved);
    return {
      places: placesOf(call),
      call,
      edits: [...aroundTexts(tree, { start, end, text }), ...answer.edits, ...edits],
      differences: [
        ...differences,
        ...(answer.isHandedOn ? [NEW_ANSWER] : []),
        ...(answer.isMapped ? [MAPPED] : []),
      ],
      uses: [
        use(role, ...features, ...(isRead ? ['read' as const] : [])),
        ...(answer.isMapped ? [use('toOld', ...rareReads(reading))] : []),
        ...(isMapped ? [use('toNew')] : []),
      ],
    };
  };
  if (call.method === 'DELETE' && call.id !== null)
    return call.collection === kind.collections[0]
      ? replaced('remove', [ruleId(tree, call)], [ERRORS])
      : (partGone({ reading, calls, folded }, call) ?? fail('what becomes of its answer cannot be followed'));
  const isCreation = call.method === 'POST' && call.id === null;
  const isChange = (call.method === 'PUT' || call.method === 'PATCH') && call.id !== null;
  if (!isCreation && !isChange) return fail(SEVERAL);
  const rule = kind.sentRule(tree, call, calls, reading.isImported);
  if (typeof rule === 'string') return fail(rule);
  for (const one of rule.folded) folded.set(one.call, one.edits);
  const edits = [...rule.edits, ...rule.folded.flatMap((one) => one.edits)];
  const { isMapped, features } = rule;
  if (isChange) {
    const differences = [...rule.differences, ...(kind.isWhole ? [] : [KEPT]), ERRORS];
    return replaced('update', [rule.id ?? ruleId(tree, call), rule.text], differences, {
      edits,
      features,
      isMapped,
    });
  }
  const added = rule.index;
  const differences = [...rule.differences, ERRORS];
  return replaced('add', [rule.text], differences, { added, edits, features, isMapped });
}

function entryPointOf({ phase }: NamedRules): string {
  return `rulesets/phases/${phase}/entrypoint`;
}

/** The path of the rules in the variable that holds it for this call alone. */
function newAddress({ tree, kind, isImported }: Reading, call: PythonCall): Edit | null {
  const { variable, query, search, collection } = call;
  const isOwn = variable?.uses.length === 1 && query === null && search === '';
  if (!isOwn || (variable.statement.parent === tree.root && isImported(variable.name))) return null;
  const texts = walk(variable.value).filter(
    (node) => node.type === 'string_content' && textOf(tree, node).includes(collection),
  );
  const [text, ...others] = texts;
  if (text === undefined || others.length > 0 || !textOf(tree, text).endsWith(`/${collection}`)) return null;
  return { start: text.end - collection.length, end: text.end, text: entryPointOf(kind) };
}

/** What the program reads of rules that few programs read. */
function rareReads({ isRead }: Reading): readonly Feature[] {
  return [
    ...(isRead(/(?:\[|\.get\()\s*["']ref["']/) ? ['ref' as const] : []),
    ...(isRead(WHOLE_FILTER) ? ['filter' as const] : []),
  ];
}

/** `rule["filter"]`, of which nothing is taken. */
const WHOLE_FILTER =
  /(?:\["filter"\]|\['filter'\]|\.get\(["']filter["'](?:, ?[^()\n]*)?\))(?!\[|\.get\(| = )/;

function checked({
  isChecked,
  isMappedInside = false,
}: {
  readonly isChecked: boolean;
  readonly isMappedInside?: boolean;
}): readonly Feature[] {
  return [...(isChecked ? ['checked' as const] : []), ...(isMappedInside ? ['mapped' as const] : [])];
}

/** The id of a filter is that of its rule. */
function ruleId(tree: SyntaxTree, { id }: PythonCall): string {
  return outsideText(tree, (id ?? '').replace(/\[["']filter["']\](?=\[["']id["']\]$)/, ''));
}

/** Inside a text, quotes had to be the other ones. */
function outsideText({ text }: SyntaxTree, source: string): string {
  const isDouble = (text.match(/"/g)?.length ?? 0) >= (text.match(/'/g)?.length ?? 0);
  return source.includes(isDouble ? '"' : "'") ? source : source.replaceAll(/["']/g, isDouble ? '"' : "'");
}

/** A call that is written anew has no place for edits of others; it may not read what is no more. */
function withoutInner(all: readonly (PlannedCall | Failed)[]): readonly (PlannedCall | Failed)[] {
  const good = all.flatMap((one) => ('why' in one ? [] : [one]));
  return all.map((one) => {
    if ('why' in one) return one;
    const written = one.edits.map(({ text }) => text).join('');
    const isWithin = good.some(
      (other) => other !== one && other.edits.some((edit) => isInsideEdit(edit, one.call)),
    );
    if (isWithin && /["'](?:filter|paused)["']/.test(written))
      return { places: one.places, why: READ_OF_OLD };
    const others = good.filter((other) => other !== one && other.call.method !== 'GET');
    const edits = one.edits.filter((edit) => !others.some(({ call }) => isInsideEdit(edit, call)));
    return { ...one, edits };
  });
}

/** In the call, or in the body that it sends. */
function isInsideEdit({ start, end }: Edit, { node, bodyVariable }: PythonCall): boolean {
  return [node, bodyVariable?.value].some(
    (written) => written !== undefined && written.start < start && end < written.end,
  );
}

interface Replaced {
  readonly added: string | null;
  readonly edits: readonly Edit[];
  readonly features: readonly Feature[];
  readonly isMapped: boolean;
}

/** A filter is deleted with its rule. */
function partGone({ reading: { tree }, calls, folded }: Planner, call: PythonCall): PlannedCall | null {
  const found = callStatement(tree, call.node);
  if (found === null) return null;
  const edits = withoutStatements(tree, withEmptied(tree, found.statements), /filter/i);
  const read = edits === null ? null : readForFilter(tree, call, calls);
  if (read !== null) folded.set(read.call, read.edits);
  return edits === null ? null : { places: placesOf(call), call, edits, differences: [NO_FILTER], uses: [] };
}

const ABOUT_ADDRESS = /\b(?:url|uri|endpoint|address)\b/i;

/** Variables that held the path or the body of calls go with them. */
function withVariables(
  { tree, isImported }: Reading,
  all: readonly (PlannedCall | Failed)[],
): readonly (PlannedCall | Failed)[] {
  const good = all.flatMap((one) => ('why' in one ? [] : [one]));
  const replacedBy = (use: SyntaxNode) => good.some(({ call }) => isInside(use, call.node));
  return all.map((one) => {
    if ('why' in one) return one;
    const edits: Edit[] = [];
    if (one.call.variable !== null && one.keepsAddress !== true) {
      const { name, statement, uses } = one.call.variable;
      if (one.edits.some(({ start, end }) => start <= statement.start && statement.end <= end)) return one;
      if (!uses.every(replacedBy)) {
        if (statement.parent === tree.root) return one;
        return { places: one.places, why: 'its address is used for more than this call' };
      }
      const isKept = statement.parent === tree.root && isImported(name);
      const gone = isKept ? [] : withoutStatements(tree, [statement], ABOUT_ADDRESS);
      if (gone === null) return { places: one.places, why: 'a comment beside its address would be lost' };
      edits.push(...gone);
    }
    const empty = one.call.body === null ? one.call.bodyVariable : null;
    const isWithin = one.edits.some(
      ({ start, end }) => empty !== null && start <= empty.statement.start && empty.statement.end <= end,
    );
    if (empty?.uses.every(replacedBy) && !isWithin)
      edits.push(...(withoutStatements(tree, [empty.statement], /(?!)/) ?? []));
    return { ...one, edits: [...one.edits, ...edits] };
  });
}
