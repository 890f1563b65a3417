/** A firewall rule that a program in Python sends, as a custom rule. */

import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { AS_STORED, DESCRIBED, DUPLICATES, FILTER } from '../../direct/differences.js';
import { keyOf, pairNamed, pairValue, withoutElements } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import { appliedTo } from '../../places/apply.js';
import { indentAt } from '../../places/indent.js';
import type { PythonCall } from '../../python/call.js';
import { aroundTexts } from '../../python/kept-texts.js';
import type { Feature, SentRule } from '../../python/kind.js';
import { negated } from '../../python/truth.js';
import { mayBeNone } from '../../python/unset.js';
import { type Addition, bodyVariable, grownBody } from '../../python/variables.js';
import { PLACE_KEPT, PRIORITY } from '../rule-text.js';
import { changedAfterRead } from './changed-after-read.js';
import { type CreatedFilter, descriptionOf, filterFor } from './filters.js';

/** The keys of a rule that need nothing but their place. */
const PLAIN: ReadonlySet<string> = new Set(['action', 'description', 'ref', 'enabled']);
const OF_PRIORITY = 'a priority needs a person to choose a position';
const UNKNOWN_ACTION = 'its action is known at run time only, and may be allow';
const NOTHING = { index: '-1', isMapped: false, differences: [], edits: [], folded: [] };

/** The rule of a request that creates or changes one; or why it cannot be told. */
export function sentRule(tree: SyntaxTree, call: PythonCall, all: readonly PythonCall[]): SentRule | string {
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
    if (change?.type !== 'dictionary') return 'what it sends is not written out here';
    if (readsState(tree, call, [change, ...(grown?.additions ?? []).map(({ value }) => value)]))
      return READ_OF_OLD;
    const rule =
      collection === 'filters'
        ? filterText(tree, change)
        : ruleText(tree, change, grown?.additions ?? [], null, call.method === 'PUT', ownRule(tree, call));
    const place = grown === null ? call : { body: change, bodyVariable: grown.variable };
    return typeof rule === 'string' ? rule : placed(tree, place, rule);
  }
  const items = body?.type === 'list' ? body.children.filter(({ isNamed }) => isNamed) : [];
  const [rule, ...others] = items;
  if (rule === undefined || body?.type !== 'list') return 'what it sends is not written as a list of rules';
  if (others.length > 0 || items.some(({ type }) => /splat|comment|comprehension/.test(type)))
    return 'what it sends is not one rule that is written out';
  const grown = grownBody(tree, rule);
  const own = grown?.variable ?? null;
  if (own === null && rule.type !== 'dictionary')
    return rule.type === 'identifier'
      ? 'the fields of its rule are known at run time only'
      : 'what it sends is not one rule that is written out';
  const found: { readonly call: PythonCall; readonly edits: readonly Edit[] }[] = [];
  const filters = all.filter((one) => one.collection === 'filters');
  const isChecked = call.node.parent?.type !== 'expression_statement';
  const written = ruleText(tree, own?.value ?? rule, grown?.additions ?? [], (id) => {
    const made = filterFor(tree, id, { filters, isChecked });
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
  };
}

function ruleText(
  tree: SyntaxTree,
  rule: SyntaxNode,
  additions: readonly Addition[],
  expressionOf: FilterOf | null,
  isWhole = expressionOf !== null,
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
  const removed: SyntaxNode[] = [];
  let isDescribedByFilter = false;
  const parts = rule.children.filter(({ isNamed }) => isNamed);
  for (const pair of parts) {
    const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
    const value = pairValue(pair);
    // The rule is changed as it stands, so the rest of it is not sent.
    if (own !== null && pair === parts[0] && textOf(tree, pair) === `**${own}`) {
      removed.push(pair);
      continue;
    }
    if (key === null || value === null) return 'what it sends has other parts than fields';
    const written = textOf(tree, value);
    // The path of a change says which rule it is.
    if (key === 'id' && expressionOf === null) {
      removed.push(pair);
      continue;
    }
    const quote = textOf(tree, pair).startsWith("'") ? "'" : '"';
    const replace = (text: string) => edits.push({ start: pair.start, end: pair.end, text });
    if (key === 'filter' && own !== null && isOwnFilter(written, own)) {
      removed.push(pair);
    } else if (key === 'filter') {
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
    } else if (key === 'paused')
      replace(`${quote}enabled${quote}: ${enabled(tree, value, lacking.includes(value))}`);
    else if (key === 'priority') {
      if (!isWhole || !/^\d+$/.test(written)) return OF_PRIORITY;
      removed.push(pair);
    } else if (key === 'action') {
      const action = /^["'](\w+)["']$/.exec(written)?.[1];
      if (action === undefined && !isRead(written)) return UNKNOWN_ACTION;
      // An action that may be left out says nothing of the one that is kept.
      if (action === undefined && lacking.includes(value)) return UNKNOWN_ACTION;
      if (action === undefined) {
        runtimeAction = written;
        replace(`**custom_action(${written})`);
      }
      if (action === 'bypass') return 'a bypass needs a person to choose phases';
      if (action === 'allow') {
        isSkip = true;
        replace(
          `${quote}action${quote}: ${quote}skip${quote}, ${quote}action_parameters${quote}: {${quote}ruleset${quote}: ${quote}current${quote}}`,
        );
      }
    } else if (!PLAIN.has(key)) return `its field ${key} has no counterpart`;
  }
  if (expressionOf !== null && !hasField(tree, rule, additions, 'filter')) return 'it has no filter';
  const removals = removed.length === 0 ? [] : withoutElements(tree, rule, removed);
  if (removals === null) return 'what it sends has other parts than fields';
  // A change of nothing would only look like one.
  if (expressionOf === null && additions.length === 0 && removed.length === parts.length)
    return 'what it sends changes nothing';
  const isPlaced = removed.some((pair) => keyOf(tree, pair) === 'priority');
  const isOfOwn = removed.some(({ type }) => type === 'dictionary_splat');
  return {
    text: appliedTo(textOf(tree, rule), rule.start, [...edits, ...removals]),
    isSkip,
    action: runtimeAction,
    features: [
      ...(lacking.length > 0 ? ['unset' as const] : []),
      ...(expressionOf === null && hasField(tree, rule, additions, 'action') ? ['action' as const] : []),
    ],
    differences:
      expressionOf === null
        ? [...(isPlaced ? [PLACE_KEPT] : []), ...(isOfOwn ? [AS_STORED] : [])]
        : [PRIORITY, ...(isDescribedByFilter ? [DESCRIBED] : [])],
    edits: [...gone, ...added],
  };
}

/** `{"id": rule["filter"]["id"]}` and `rule["filter"]`: the rule keeps the filter that it has. */
function isOwnFilter(written: string, own: string): boolean {
  const plain = written.replaceAll("'", '"').replaceAll(/\s|,(?=\s*\})/g, '');
  return plain === `{"id":${own}["filter"]["id"]}` || plain === `${own}["filter"]`;
}

/** `rule` of `rules/{rule["id"]}`, if nothing of it is written to. */
function ownRule({ text }: SyntaxTree, { id }: PythonCall): string | null {
  const [, name] = /^(\w+)\[["']id["']\]$/.exec(id ?? '') ?? [];
  if (name === undefined) return null;
  const isWritten = new RegExp(
    `\\b${literally(name)}(?:\\[[^\\]\\n]*\\]\\s*=(?!=)|\\.(?:update|pop|setdefault)\\()`,
  ).test(text);
  return isWritten ? null : name;
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
    if (name === 'paused') put('enabled', enabled(tree, value, lacking.includes(value)));
    else if (name === 'filter') {
      const filter = filterFields(tree, value, value, null);
      if (filter === null) return 'the expression of its filter stands somewhere else';
      put('expression', filter.expression);
    } else if (name === 'action') {
      if (!/^["'](?!allow|bypass)\w+["']$/.test(written)) return UNKNOWN_ACTION;
    } else if (name === 'priority') return OF_PRIORITY;
    else if (!PLAIN.has(name)) return `its field ${name} has no counterpart`;
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

const READ_OF_OLD = 'it reads a part of another rule that has another place now';

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
