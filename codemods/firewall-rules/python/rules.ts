/** A firewall rule that a program in Python sends, as a custom rule. */

import type { Edit } from '../../../src/analysis/index.js';
import {
  FIREWALL_RULE,
  NO_FILTER,
  sentField,
  UNKNOWN_ACTION,
  type WriteKind,
  writeKind,
} from '../../../src/convert/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { AS_STORED, DESCRIBED, DUPLICATES, FILTER } from '../../direct/differences.js';
import { constantIn, keyOf, pairNamed, pairValue, withoutElements } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import { appliedTo } from '../../places/apply.js';
import { indentAt } from '../../places/indent.js';
import {
  type Feature,
  fieldPairs,
  NO_LIST,
  NOT_ONE,
  OPEN_FIELDS,
  OTHER_PARTS,
  READ_OF_OLD,
  UNWRITTEN,
} from '../../planner/index.js';
import type { PythonCall } from '../../python/call.js';
import { aroundTexts } from '../../python/kept-texts.js';
import type { SentRule } from '../../python/kind.js';
import { OBJECTS } from '../../python/old-fields.js';
import { ownPairs, ownRule, unusedRead } from '../../python/own-rule.js';
import { negated } from '../../python/truth.js';
import { mayBeNone } from '../../python/unset.js';
import { type Addition, bodyVariable, grownBody } from '../../python/variables.js';
import { PLACE_KEPT, PRIORITY } from '../rule-text.js';
import { changedAfterRead } from './changed-after-read.js';
import { filterByFunction } from './filter-functions.js';
import { type CreatedFilter, descriptionOf, filterFor } from './filters.js';

const NOTHING = { index: '-1', isMapped: false, differences: [], edits: [], folded: [] };

/** The rule of a request that creates or changes one; or why it cannot be told. */
export function sentRule(
  tree: SyntaxTree,
  call: PythonCall,
  all: readonly PythonCall[],
  isImported: (name: string) => boolean,
): SentRule | string {
  const { body, collection } = call;
  if (call.method !== 'POST') {
    const changed = changedAfterRead(tree, call, all);
    if (changed !== null) {
      const { read, text, edits, setsAction } = changed;
      const features: readonly Feature[] = setsAction ? ['action'] : [];
      const differences = collection === 'filters' ? [FILTER] : [];
      return { ...NOTHING, text, features, differences, id: read.id ?? '', folded: [{ call: read, edits }] };
    }
    const grown = body === null || collection === 'filters' ? null : grownBody(tree, body);
    const change = grown?.variable.value ?? body;
    if (change?.type !== 'dictionary') return UNWRITTEN;
    const own = collection === 'filters' ? null : ownRule(tree, call, all);
    if (readsState(tree, call, [change, ...(grown?.additions ?? []).map(({ value }) => value)]))
      return READ_OF_OLD;
    const rule =
      collection === 'filters'
        ? filterText(tree, change)
        : ruleText(tree, change, grown?.additions ?? [], null, writeKind(call.method), own?.name ?? null);
    const place = grown === null ? call : { body: change, bodyVariable: grown.variable };
    if (typeof rule === 'string') return rule;
    const read = own === null ? null : unusedRead(tree, own, rule.removed, call);
    return { ...placed(tree, place, rule), folded: read === null ? [] : [read] };
  }
  const items = body?.type === 'list' ? body.children.filter(({ isNamed }) => isNamed) : [];
  const [rule, ...others] = items;
  if (rule === undefined || body?.type !== 'list') return NO_LIST;
  if (others.length > 0 || items.some(({ type }) => /splat|comment|comprehension/.test(type))) return NOT_ONE;
  const grown = grownBody(tree, rule);
  const own = grown?.variable ?? null;
  if (own === null && rule.type !== 'dictionary') return rule.type === 'identifier' ? OPEN_FIELDS : NOT_ONE;
  const found: { readonly call: PythonCall; readonly edits: readonly Edit[] }[] = [];
  const filters = all.filter((one) => one.collection === 'filters');
  const isChecked = call.node.parent?.type !== 'expression_statement';
  const written = ruleText(tree, own?.value ?? rule, grown?.additions ?? [], (id) => {
    const made =
      filterFor(tree, id, { filters, isChecked }) ?? filterByFunction(tree, id, filters, isImported);
    if (made !== null) found.push({ call: made.call, edits: made.filter.edits });
    return made?.filter ?? null;
  });
  if (typeof written === 'string') return written;
  const place = own === null ? call : { body: own.value, bodyVariable: own };
  const sent = placed(tree, place, written);
  return { ...sent, differences: [...sent.differences, DUPLICATES], folded: found };
}

/** The rule where it was written: in the call, or in the variable that only the call uses. */
function placed(
  tree: SyntaxTree,
  { body, bodyVariable: variable }: Pick<PythonCall, 'body' | 'bodyVariable'>,
  rule: PythonRule,
): SentRule {
  const { text, isSkip, action, features, differences, edits } = rule;
  const first = isSkip ? '0' : '-1';
  const index = action === null ? first : `0 if ${action} == "allow" else -1`;
  const found = {
    ...NOTHING,
    features: isSkip || action !== null ? [...features, 'skip' as const] : features,
    isMapped: action !== null,
    index,
    differences,
  };
  if (variable === null || body === null) return { ...found, text, edits };
  const [inner] = body.type === 'list' ? body.children.filter(({ isNamed }) => isNamed) : [];
  const to = indentAt(tree.text, body.start);
  const from = inner === undefined ? to : indentAt(tree.text, inner.start);
  const { start, end } = body;
  return {
    ...found,
    text: variable.name,
    edits: [...edits, ...aroundTexts(tree, { start, end, text: text.replaceAll(`\n${from}`, `\n${to}`) })],
  };
}

interface PythonRule {
  readonly text: string;
  /** It has to come before the rules that it skips. */
  readonly isSkip: boolean;
  /** Source of an action that is known at run time only. */
  readonly action: string | null;
  readonly features: readonly Feature[];
  readonly differences: readonly Difference[];
  readonly edits: readonly Edit[];
  /** Pairs that are not sent any more. */
  readonly removed: readonly SyntaxNode[];
}

/** The expression of a filter as the change of its rule. */
function filterText(tree: SyntaxTree, filter: SyntaxNode): PythonRule | string {
  const expression = pairNamed(tree, filter, 'expression');
  const keys = filter.children.filter(({ isNamed }) => isNamed).map((pair) => keyOf(tree, pair));
  if (
    expression === null ||
    keys.some((key) => key === null || !/^(?:id|expression|ref|description)$/.test(key))
  )
    return 'what it sends is not written as a filter';
  return {
    text: `{${textOf(tree, expression)}}`,
    isSkip: false,
    action: null,
    features: [],
    differences: [FILTER],
    edits: [],
    removed: [],
  };
}

function ruleText(
  tree: SyntaxTree,
  rule: SyntaxNode,
  additions: readonly Addition[],
  expressionOf: FilterOf | null,
  kind: WriteKind = 'creation',
  /** The variable that holds the rule which is changed. */
  own: string | null = null,
): PythonRule | string {
  const lacking = expressionOf === null ? lackingIn(tree, rule, additions) : [];
  const added = additionEdits(tree, rule, additions, lacking);
  if (typeof added === 'string') return added;
  let isSkip = false;
  let runtimeAction: string | null = null;
  const gone: Edit[] = [];
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const removed: SyntaxNode[] = own === null ? [] : [...ownPairs(tree, rule, own)];
  let isDescribedByFilter = false;
  const parts = rule.children.filter(({ isNamed }) => isNamed);
  for (const pair of parts) {
    const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
    const value = pairValue(pair);
    if (removed.includes(pair)) continue;
    if (key === null || value === null) return OTHER_PARTS;
    const written = textOf(tree, value);
    const quote = textOf(tree, pair).startsWith("'") ? "'" : '"';
    const replace = (text: string) => edits.push({ start: pair.start, end: pair.end, text });
    const field = sentField(FIREWALL_RULE, key, constantIn(written), kind);
    if (field.is === 'refused') return field.why;
    if (field.is === 'omitted') removed.push(pair);
    else if (field.is === 'opened') {
      const filter = writtenFilter(tree, value);
      const own = filter === null ? null : filterFields(tree, rule, filter.node, expressionOf);
      if (filter === null || own === null) return 'the expression of its filter stands somewhere else';
      gone.push(...filter.edits);
      const isDescribed = expressionOf === null || hasField(tree, rule, additions, 'description');
      const described = isDescribed || own.description === null ? null : own.description;
      isDescribedByFilter = described !== null;
      const gap = /\n\s*$/.test(tree.text.slice(rule.start, pair.start))
        ? `\n${indentAt(tree.text, pair.start)}`
        : ' ';
      const description = described === null ? '' : `,${gap}${quote}description${quote}: ${described}`;
      replace(`${quote}expression${quote}: ${own.expression}${description}`);
    } else if (field.is === 'renamed')
      replace(`${quote}${field.to}${quote}: ${enabled(tree, value, lacking.includes(value))}`);
    else if (field.is === 'computed') {
      // An action that may be left out says nothing of the one that is kept.
      if (!isRead(written) || lacking.includes(value)) return UNKNOWN_ACTION;
      runtimeAction = written;
      replace(`**custom_action(${written})`);
    } else if (field.is === 'meaning') {
      isSkip = true;
      replace(fieldPairs(field.fields, OBJECTS).join(', ').replaceAll('~', quote));
    }
  }
  if (expressionOf !== null && !hasField(tree, rule, additions, 'filter')) return NO_FILTER;
  const removals = removed.length === 0 ? [] : withoutElements(tree, rule, removed);
  if (removals === null) return OTHER_PARTS;
  // A change of nothing would only look like one.
  if (expressionOf === null && additions.length === 0 && removed.length === parts.length)
    return 'what it sends changes nothing';
  const isPlaced = removed.some((pair) => keyOf(tree, pair) === FIREWALL_RULE.position);
  const action = pairNamed(tree, rule, 'action');
  const setsAction =
    hasField(tree, rule, additions, 'action') && (action === null || !removed.includes(action));
  const isOfOwn = removed.some((pair) => pair.type === 'dictionary_splat' || !isPath(keyOf(tree, pair)));
  return {
    text: appliedTo(textOf(tree, rule), rule.start, [...edits, ...removals]),
    isSkip,
    action: runtimeAction,
    features: [
      ...(lacking.length > 0 ? ['unset' as const] : []),
      ...(expressionOf === null && setsAction ? ['action' as const] : []),
    ],
    differences:
      expressionOf === null
        ? [...(isPlaced ? [PLACE_KEPT] : []), ...(isOfOwn ? [AS_STORED] : [])]
        : [PRIORITY, ...(isDescribedByFilter ? [DESCRIBED] : [])],
    edits: [...gone, ...added],
    removed,
  };
}

/** What a change does not send in any case. */
function isPath(key: string | null): boolean {
  return key === FIREWALL_RULE.identity || key === FIREWALL_RULE.position;
}

function hasField(tree: SyntaxTree, rule: SyntaxNode, additions: readonly Addition[], name: string): boolean {
  return pairNamed(tree, rule, name) !== null || additions.some(({ key }) => plainKey(tree, key) === name);
}

/** Values of the fields that a change may lack. */
function lackingIn(
  tree: SyntaxTree,
  rule: SyntaxNode,
  additions: readonly Addition[],
): readonly SyntaxNode[] {
  const pairs = rule.children.filter((pair) => pair.type === 'pair' && keyOf(tree, pair) !== 'id');
  const fields = [...pairs.flatMap((pair) => pairValue(pair) ?? []), ...additions.map(({ value }) => value)];
  const values = fields.map((value) => {
    const expression = value.type === 'dictionary' ? pairNamed(tree, value, 'expression') : null;
    return (expression === null ? null : pairValue(expression)) ?? value;
  });
  return values.filter((value) => mayBeNone(tree, value, values.length > 1));
}

/** Keys that a rule gets after it was made, as the new API calls them. */
function additionEdits(
  tree: SyntaxTree,
  rule: SyntaxNode,
  additions: readonly Addition[],
  lacking: readonly SyntaxNode[],
): readonly Edit[] | string {
  const edits: Edit[] = [];
  const filters = [
    pairNamed(tree, rule, 'filter'),
    ...additions.flatMap(({ key, value }) => (plainKey(tree, key) === 'filter' ? [value] : [])),
  ];
  // Rule and filter are paused each for itself.
  const isPausedTwice = filters.some((one) => one !== null && /["']paused["']/.test(textOf(tree, one)));
  if (additions.length > 0 && isPausedTwice) return 'its filter may be paused when the rule is not';
  for (const { key, value } of additions) {
    const name = plainKey(tree, key);
    const written = textOf(tree, value);
    const put = (to: string, text: string) => {
      edits.push({ start: key.start, end: key.end, text: textOf(tree, key).replace(name, to) });
      edits.push({ start: value.start, end: value.end, text });
    };
    const field = sentField(FIREWALL_RULE, name, constantIn(written), 'change');
    if (field.is === 'refused') return field.why;
    if (field.is === 'renamed') put(field.to, enabled(tree, value, lacking.includes(value)));
    else if (field.is === 'opened') {
      const filter = filterFields(tree, value, value, null);
      if (filter === null) return 'the expression of its filter stands somewhere else';
      put('expression', filter.expression);
    } else if (field.is === 'omitted') return `its field ${name} has no counterpart`;
    else if (field.is !== 'kept') return UNKNOWN_ACTION;
  }
  return edits;
}

function plainKey(tree: SyntaxTree, key: SyntaxNode): string {
  return textOf(tree, key).replaceAll(/["']/g, '');
}

/** A filter that is written here, or in a variable of its own, which goes. */
function writtenFilter(
  tree: SyntaxTree,
  value: SyntaxNode,
): { readonly node: SyntaxNode; readonly edits: readonly Edit[] } | null {
  if (value.type !== 'identifier') return { node: value, edits: [] };
  const variable = bodyVariable(tree, value);
  const edits = variable === null ? null : withoutStatements(tree, [variable.statement], /filter/i);
  return variable === null || edits === null ? null : { node: variable.value, edits };
}

type FilterFields = Pick<CreatedFilter, 'expression' | 'description'>;
/** The filter with an id. */
type FilterOf = (id: SyntaxNode) => FilterFields | null;

function filterFields(
  tree: SyntaxTree,
  rule: SyntaxNode,
  filter: SyntaxNode,
  expressionOf: FilterOf | null,
): FilterFields | null {
  if (filter.type === 'subscript') return expressionOf?.(filter) ?? null;
  if (filter.type !== 'dictionary') return null;
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const names = pairs.map((pair) => keyOf(tree, pair));
  const expression = pairNamed(tree, filter, 'expression');
  if (expression !== null && names.every((name) => name !== null && FILTER_KEYS.has(name))) {
    const value = pairValue(expression);
    return value === null || !isAsPaused(tree, rule, filter)
      ? null
      : { expression: textOf(tree, value), description: descriptionOf(tree, filter) };
  }
  const id = pairNamed(tree, filter, 'id');
  const value = id === null || names.length > 1 ? null : pairValue(id);
  return value === null || expressionOf === null ? null : expressionOf(value);
}

/** The rule that the path names is asked whether it is paused: it has no such field any more. */
function readsState(tree: SyntaxTree, { id }: PythonCall, sent: readonly SyntaxNode[]): boolean {
  const [, rule] = /^(\w+)(?:\[["']id["']\]|\.get\(["']id["']\)|\.id)$/.exec(id ?? '') ?? [];
  if (rule === undefined) return false;
  const state = new RegExp(`\\b${literally(rule)}(?:\\[["']|\\.get\\(["']|\\.)paused\\b`);
  return sent.some((node) => state.test(textOf(tree, node)));
}

const FILTER_KEYS: ReadonlySet<string> = new Set(['id', 'expression', 'description', 'ref', 'paused']);

/** A filter of its own may be paused: it must not be, or the rule must be as well. */
function isAsPaused(tree: SyntaxTree, rule: SyntaxNode, filter: SyntaxNode): boolean {
  const paused = [filter, rule].map((map) => {
    const pair = pairNamed(tree, map, 'paused');
    const value = pair === null ? null : pairValue(pair);
    return value === null ? 'False' : textOf(tree, value);
  });
  return paused[0] === 'False' || paused[0] === paused[1];
}

/** A name, a field, or what `get` gives for it: nothing happens where it is read twice. */
function isRead(written: string): boolean {
  return /^[\w.]+(?:\[["']\w+["']\]|\.get\(["']\w+["'](?:, ?(?:["']\w*["']|\w+))?\))*$/.test(written);
}

function enabled(tree: SyntaxTree, value: SyntaxNode, mayLack: boolean): string {
  const written = textOf(tree, value);
  return mayLack ? `None if ${written} is None else not ${written}` : negated(tree, value);
}
