/** Files in Python with calls about rules, as the planner asks for them. */

import type { Edit } from '../../src/analysis/index.js';
import { mappedFields } from '../../src/convert/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { ALL_AT_ONCE } from '../direct/differences.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { indentAt, movedTo } from '../places/indent.js';
import {
  type Feature,
  type FunctionRole,
  functionNames,
  goodOf,
  type ListUse,
  type Outcome,
  plannedFile,
  plannedVerdict,
  READ_OF_OLD,
  type RuleFile,
  SEVERAL,
  SHOWN,
  SOME,
  snake,
} from '../planner/index.js';
import { callsIn, type PythonCall } from './call.js';
import { chosenBy, withTests } from './conditions.js';
import { withEmptied } from './emptied.js';
import { aroundTexts } from './kept-texts.js';
import type { NamedRules, PythonRules } from './kind.js';
import { fitting } from './line-width.js';
import { collectedUse, listUse } from './list-use.js';
import { calledAs, functionsEdits, type Handed, parametersFor } from './new-functions.js';
import { lostReads } from './old-fields.js';
import { bodyOf, changeOfFilter, oldNeeds } from './old-shape.js';
import { pageLoopOf } from './page-loop.js';
import { readForFilter } from './read-rule.js';
import type { Reading } from './reads.js';
import { outerOf } from './uses.js';
import { writeUse } from './write-use.js';

export function classifyRules(
  site: Site,
  around: Surroundings,
  kind: PythonRules,
  steps: string,
): Verdict | null {
  const named = { ...kind, names: functionNames(kind, snake) };
  const planOf = (tree: SyntaxTree) => plannedFile(pythonFile(tree, site.file.path, named, around));
  return plannedVerdict({ site, around, phase: kind.phase, steps, planOf });
}

function pythonFile(
  tree: SyntaxTree,
  path: string,
  kind: NamedRules,
  around: Surroundings,
): RuleFile<PythonCall, Handed> {
  const read = callsIn(tree, path, kind.collections, (other) => around.treeOf(other));
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const reading = readingOf(tree, path, kind, around);
  const called = (call: PythonCall, handed: Handed, role: FunctionRole, args: readonly string[]) => {
    const zone = call.zone === null ? [] : [outsideText(tree, call.zone)];
    return calledAs(kind, call, handed, role, [...zone, ...args]);
  };
  return {
    tree,
    kind,
    calls,
    unread: read.flatMap((one) => ('why' in one ? [one] : [])),
    rare: () => rareReads(reading),
    readsLost: () => reading.isRead(lostReads(kind.mapping)),
    handedTo: (call) => parametersFor(tree, call),
    called,
    ruleId: (call) => ruleId(tree, call),
    placed: (call, written) => {
      const { start, end } = call.node;
      const isMovable = !/"""|'''/.test(written);
      const moved = isMovable ? movedTo(indentAt(tree.text, start), written) : written;
      return aroundTexts(tree, { start, end, text: fitting(tree, start, moved) });
    },
    refused: ({ method, query, search }) =>
      method === 'GET' ? null : query !== null ? SEVERAL : search === '' ? null : SOME,
    listed: (call, handed, isMapped) =>
      listed({ ...reading, isMapped }, call, handed.names, (role) => called(call, handed, role, [])),
    isMappedInside: ({ role, call }) => role === 'list' && call.sender.givesNothing,
    sentRule: (call) => kind.sentRule(tree, call, calls, reading.isImported),
    answerOf: (call, _, { role, rule }) => {
      const answer = writeUse(reading, call, role === 'add' ? (rule?.index ?? '-1') : null);
      const isRead = outerOf(call.node).parent?.type !== 'expression_statement';
      return typeof answer === 'string' ? answer : { ...answer, features: isRead ? ['read'] : [] };
    },
    filterGone: (call) => filterGone(tree, call, calls),
    bodyOf: (call) => bodyOf(tree, call),
    oldNeeds: (call, role) => oldNeeds(reading, call, role),
    changeOfFilter: (call, why) => changeOfFilter(reading, call, why),
    settled: (all) => withVariables(reading, withoutInner(kind, all)),
    functions: (uses, edits) => functionsEdits(tree, kind, uses, edits),
  };
}

function readingOf(tree: SyntaxTree, path: string, kind: NamedRules, around: Surroundings): Reading {
  const others = around.filesEndingWith('.py')?.filter((other) => other !== path) ?? null;
  const texts = others?.map((other) => around.file(other)?.text ?? '') ?? null;
  const has = (text: string, name: string) => new RegExp(`\\b${literally(name)}\\b`).test(text);
  const module = moduleOf(path);
  return {
    tree,
    kind,
    isMapped: false,
    isRead: (ways) =>
      ways.test(tree.text) || (texts?.some((text) => ways.test(text) && has(text, module)) ?? true),
    isUsedElsewhere: (name) => texts?.some((text) => has(text, name)) ?? true,
    isImported: (name) => texts?.some((text) => has(text, name) && has(text, module)) ?? true,
  };
}

function listed(
  reading: Reading,
  call: PythonCall,
  names: readonly string[],
  called: (role: FunctionRole) => string,
): ListUse | string {
  const { tree, kind } = reading;
  const isMain = call.collection === kind.collections[0];
  const loop = pageLoopOf(tree, call);
  if (loop !== null && isMain) {
    if (names.some((name) => loop.names.includes(name)))
      return 'what its requests need is made in the loop over its pages';
    const collected = collectedUse(reading, loop, called('list'));
    return { ...collected, role: 'list', features: checked(loop), differences: [ALL_AT_ONCE] };
  }
  const chosen = chosenBy(tree, call, kind.mapping);
  if (chosen === null) return SOME;
  const { part } = kind;
  if (!isMain && part === null) return SEVERAL;
  const partNames = { ...kind.names, toOld: kind.names.toPart };
  const partKind = part === null ? kind : { ...kind, names: partNames, mapping: part };
  const { tests } = chosen;
  if (tests.length > 0 && (!isMain || part === null)) return SOME;
  const found = listUse(isMain ? reading : { ...reading, kind: partKind }, call, {
    list: withTests(tree, call.node.start, called('list'), tests),
    answer: called('answer'),
    entryPoint: call.again('GET', `zones/${inPath(call.zone ?? '')}/${entryPointOf(kind)}`),
    address: isMain ? newAddress(reading, call) : null,
  });
  if (typeof found === 'string') return found;
  if (tests.length > 0 && (found.role !== 'list' || found.isMappedInside)) return SOME;
  if (found.isMappedInside && !isMain) return 'a list of filters that may be nothing has no counterpart';
  return {
    edits: [...found.edits, ...chosen.edits],
    role: found.role,
    features: checked(found),
    isMapped: found.isMapped,
    mapper: isMain ? 'toOld' : 'toPart',
    differences: [...(call.query === null ? [] : [ALL_AT_ONCE]), ...(found.isShown ? [SHOWN] : [])],
    keepsAddress: found.keepsAddress === true,
  };
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
function withoutInner(
  { mapping }: NamedRules,
  all: readonly Outcome<PythonCall>[],
): readonly Outcome<PythonCall>[] {
  const good = goodOf(all);
  const moved = mappedFields(mapping).filter(({ old, now }) => old !== now);
  const gone = moved.map(({ old }) => old.split('.')[0] ?? old);
  const readsOld = (written: string) =>
    gone.some((name) => written.includes(`"${name}"`) || written.includes(`'${name}'`));
  return all.map((one) => {
    if ('why' in one) return one;
    const written = one.edits.map(({ text }) => text).join('');
    const isWithin = good.some(
      (other) => other !== one && other.edits.some((edit) => isInsideEdit(edit, one.call)),
    );
    if (isWithin && readsOld(written)) return { places: one.places, why: READ_OF_OLD };
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

function filterGone(tree: SyntaxTree, call: PythonCall, calls: readonly PythonCall[]) {
  const found = callStatement(tree, call.node);
  const edits =
    found === null ? null : withoutStatements(tree, withEmptied(tree, found.statements), /filter/i);
  return edits === null ? null : { edits, folded: readForFilter(tree, call, calls) };
}

const ABOUT_ADDRESS = /\b(?:url|uri|endpoint|address)\b/i;

/** Variables that held the path or the body of calls go with them. */
function withVariables(
  { tree, isImported }: Reading,
  all: readonly Outcome<PythonCall>[],
): readonly Outcome<PythonCall>[] {
  const good = goodOf(all);
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
