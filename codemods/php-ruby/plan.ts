/** Files in PHP and Ruby with calls about rules, as the planner asks for them. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { indentAt } from '../places/indent.js';
import {
  EMPTY,
  type Feature,
  type FunctionRole,
  goodOf,
  type ListUse,
  type Outcome,
  plannedFile,
  plannedVerdict,
  type RuleFile,
  type SentBody,
} from '../planner/index.js';
import type { Reading } from './answers.js';
import { callsIn, type RequestCall } from './call.js';
import { filterFor } from './filters.js';
import { callable } from './functions-php.js';
import { isMap } from './items.js';
import { type NamedRules, namedRules, type RequestRules } from './kind.js';
import { listUse } from './list-use.js';
import { calledAs, functionsEdits, type Handed, handedTo } from './new-functions.js';
import { lostReads } from './old-fields.js';
import { PHP } from './php-syntax.js';
import { RUBY } from './ruby-syntax.js';
import { onLines, styleOf } from './style.js';
import { isRead, textOnRules, textsBeside } from './texts-on-rules.js';
import { writeUse } from './write-use.js';
import { entryPoint, functionName, isSure } from './writing.js';

export function classifyRules(
  site: Site,
  around: Surroundings,
  kind: RequestRules,
  steps: string,
): Verdict | null {
  const named = namedRules(kind);
  const planOf = (tree: SyntaxTree) => plannedFile(requestFile(tree, site.file.path, named, around));
  return plannedVerdict({ site, around, phase: kind.phase, steps, planOf });
}

function requestFile(
  tree: SyntaxTree,
  path: string,
  kind: NamedRules,
  around: Surroundings,
): RuleFile<RequestCall, Handed> {
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
  const filters = calls.filter(({ collection, method }) => collection === 'filters' && method === 'POST');
  const called = (call: RequestCall, handed: Handed, role: FunctionRole, args: readonly string[]) =>
    calledAs(syntax, tree, kind, role, { call, handed }, args);
  return {
    tree,
    kind,
    calls,
    unread: read.flatMap((one) => ('why' in one ? [one] : [])),
    rare: () => refs(reading),
    readsLost: () => reading.isRead(lostReads(kind.mapping)),
    handedTo: (call) => handedTo(syntax, tree, calls, call),
    called,
    ruleId: ({ id }) => (id === null ? '' : sourceOf(id.text.replace(OF_FILTER, ''), id.isCode)),
    placed: (call, text, role) => {
      const { start, end } = call.node;
      return [{ start, end, text: role.endsWith('Old') ? movedRule(tree, call, text) : text }];
    },
    listed: (call, handed, isMapped) =>
      listed(reading, call, { handed, isMapped, called: (role) => called(call, handed, role, []) }),
    isMappedInside: ({ role, call }) => role === 'answer' || (role === 'list' && !isSure({ call })),
    sentRule: (call) =>
      kind.sentRule(
        { syntax, tree, filterFor: (one, id) => filterFor(reading, filters, { call: one, id }) },
        call,
      ),
    argument: (call, text) => movedRule(tree, call, text),
    answerOf: (call, handed, { role, rule }) =>
      writeUse(reading, call, {
        isCreation: role === 'add',
        isSkip: rule?.features.includes('any-action') ? null : (rule?.features.includes('skip') ?? false),
        mappedRule: (one) => mappedRule(reading, handed, one),
      }),
    filterGone: (call) => filterGone(reading, call),
    bodyOf: (call) => bodyOf(tree, call),
    // A list is mapped where it is read.
    oldNeeds: ({ sender: { returns, shape } }, role) =>
      syntax.language === 'php' &&
      (returns === 'answer' || returns === 'result') &&
      shape !== null &&
      role !== 'listOld' &&
      !kind.isWhole
        ? []
        : null,
    settled: (all) => withoutInner(tree, withoutPaths(tree, all)),
    functions: (uses) => functionsEdits(syntax, tree, kind, uses, calls),
  };
}

interface Listing {
  readonly handed: Handed;
  readonly isMapped: boolean;
  readonly called: (role: FunctionRole) => string;
}

function listed(
  reading: Reading,
  call: RequestCall,
  { handed, isMapped, called }: Listing,
): ListUse | string {
  const { kind } = reading;
  if (call.collection !== kind.collections[0])
    return 'filters are parts of rules now, and a list of them has no counterpart';
  const zone = call.zone ?? { text: '', isCode: false };
  const texts = {
    list: called('list'),
    answer: called('answer'),
    entryPoint: call.pathOf([{ text: 'zones/', isCode: false }, zone, ...entryPoint(kind)]),
    mapped: (of: string) => mappedRules(reading, handed, of),
  };
  const found = listUse(reading, call, texts, isMapped);
  return typeof found === 'string' ? found : { ...found, differences: found.role === null ? [EMPTY] : [] };
}

const NAMES_FILTER = /["']filter["']\s*=>\s*(?:\[|array\(|\{)\s*["']id["']/;

function bodyOf(tree: SyntaxTree, { body, bodyVariable }: RequestCall): SentBody {
  const written = body === null ? '' : textOf(tree, body);
  const form =
    body === null
      ? null
      : isMap(tree, body)
        ? 'map'
        : body.type === 'array_creation_expression'
          ? 'list'
          : 'unknown';
  return { form, text: bodyVariable?.name ?? written, namesFilter: NAMES_FILTER.test(written) };
}

/** In `$rule['filter']['id']`: the id of a filter is that of its rule. */
const OF_FILTER = /(?:\[(["']?):?filter\1\]|->filter)(?=(?:\[(["']?):?id\2\]|->id)$)/;

function sourceOf(text: string, isCode: boolean): string {
  return isCode ? text : `'${text}'`;
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
function filterGone(reading: Reading, call: RequestCall): { readonly edits: readonly Edit[] } | null {
  const { tree } = reading;
  const found = callStatement(tree, call.node)?.statements ?? lastStatement(reading, call);
  const edits = found === null ? null : withoutStatements(tree, found, /filter/i);
  return edits === null ? null : { edits };
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
  all: readonly Outcome<RequestCall>[],
): readonly Outcome<RequestCall>[] {
  const good = goodOf(all);
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
  all: readonly Outcome<RequestCall>[],
): readonly Outcome<RequestCall>[] {
  const good = goodOf(all);
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
