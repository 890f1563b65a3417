/** A firewall rule that a program in PHP or Ruby sends, as a custom rule. */
import type { Edit } from '../../../src/analysis/index.js';
import {
  FIREWALL_RULE,
  type NewFields,
  NO_FILTER,
  sentField,
  UNKNOWN_ACTION,
  writeKind,
} from '../../../src/convert/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { literally } from '../../../src/value/index.js';
import { AS_STORED, DUPLICATES, FILTER } from '../../direct/differences.js';
import { constantIn, keyOf, pairNamed, pairValue, withoutElements } from '../../languages/elements.js';
import type { RequestCall } from '../../php-ruby/call.js';
import { isMap, onlyItem } from '../../php-ruby/items.js';
import type { Sending, SentRule } from '../../php-ruby/kind.js';
import { phpObjects, rubyObjects } from '../../php-ruby/old-fields.js';
import { mayBeNothing } from '../../php-ruby/truth.js';
import { appliedTo } from '../../places/apply.js';
import { type Feature, fieldPairs, isOwnField, ownRuleOf } from '../../planner/index.js';
import { PLACE_KEPT, PRIORITY } from '../rule-text.js';

const UNWRITTEN = 'what it sends is not one rule that is written out';
const READ_OF_OLD = 'it is read in another call that has another form now';
const MAY_LACK = 'whether it is paused need not be given: the rule keeps what it has then';

/** The rule of a request that creates or changes one; or why it cannot be told. */
export function sentRule(sending: Sending, call: RequestCall): SentRule | string {
  const { tree } = sending;
  const { body, bodyVariable: variable, collection } = call;
  if (body === null) return UNWRITTEN;
  const isCreation = call.method === 'POST';
  const rule = isCreation ? onlyItem(tree, body) : isMap(tree, body) ? body : null;
  if (rule === null) return UNWRITTEN;
  const written =
    collection === 'filters' ? filterText(tree, rule) : ruleText(sending, call, rule, isCreation);
  if (typeof written === 'string' || variable === null) return written;
  // The rule where it was written, in a variable.
  const { start, end } = body;
  return {
    ...written,
    text: variable.name,
    edits: [...written.edits, { start, end, text: unindented(tree, body, written.text) }],
  };
}

function unindented(tree: SyntaxTree, { start }: SyntaxNode, text: string): string {
  const line = tree.text.slice(tree.text.lastIndexOf('\n', start - 1) + 1);
  const to = /^[ \t]*/.exec(line)?.[0] ?? '';
  const from = /^[ \t]*/.exec(text.split('\n').at(-1) ?? '')?.[0] ?? '';
  return text.replaceAll(`\n${from}`, `\n${to}`);
}

/** The expression of a filter as the change of its rule. */
function filterText(tree: SyntaxTree, filter: SyntaxNode): SentRule | string {
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const gone = pairs.filter((pair) => keyOf(tree, pair) !== 'expression');
  if (
    pairs.length - gone.length !== 1 ||
    !gone.every((pair) => /^(?:id|ref|description)$/.test(keyOf(tree, pair) ?? ''))
  )
    return 'what it sends is not written as a filter';
  const removals = gone.length === 0 ? [] : withoutElements(tree, filter, gone);
  if (removals === null) return 'what it sends is not written as a filter';
  return {
    text: appliedTo(textOf(tree, filter), filter.start, removals),
    features: [],
    differences: [FILTER],
    edits: [],
    folded: [],
  };
}

function ruleText(
  sending: Sending,
  call: RequestCall,
  rule: SyntaxNode,
  isCreation: boolean,
): SentRule | string {
  const { syntax, tree } = sending;
  const edits: Edit[] = [];
  const removed: SyntaxNode[] = [];
  const folded: SentRule['folded'][number][] = [];
  const features = new Set<Feature>();
  const own = isCreation ? null : ownRuleOf(tree, call.node, call.id?.text ?? '');
  const isText =
    syntax.language === 'ruby' &&
    !/^(?:\w+:|:\w+)/.test(textOf(tree, rule.children.find(({ isNamed }) => isNamed) ?? rule));
  for (const pair of rule.children.filter(({ isNamed }) => isNamed)) {
    const key = keyOf(tree, pair);
    const value = pairValue(pair);
    if (key === null || value === null) return 'what it sends has other parts than fields';
    const written = textOf(tree, value);
    const rename = (name: string, text: string) => {
      const at = pair.start + textOf(tree, pair).indexOf(key);
      // Arrows below each other stay so.
      const [gap = ''] = / +(?= =>)/.exec(tree.text.slice(at, value.start)) ?? [];
      const arrow = tree.text.indexOf(' =>', at) - gap.length;
      if (gap !== '' && arrow < value.start)
        edits.push({
          start: arrow,
          end: arrow + Math.min(gap.length, Math.max(0, name.length - key.length)),
          text: '',
        });
      edits.push(
        { start: at, end: at + key.length, text: name },
        { start: value.start, end: value.end, text },
      );
    };
    const field = sentField(FIREWALL_RULE, key, constantIn(written), writeKind(call.method));
    if (own !== null && field.is !== 'refused' && isOwnField(own, key, written)) {
      removed.push(pair);
      continue;
    }
    if (field.is === 'refused') return field.why;
    if (field.is === 'omitted') removed.push(pair);
    else if (field.is === 'opened') {
      const expression = expressionIn(sending, call, rule, value, isCreation);
      if (expression === null) return 'the expression of its filter stands somewhere else';
      if (expression.folded !== null) folded.push(expression.folded);
      rename('expression', textOf(tree, expression.value));
    } else if (field.is === 'renamed') {
      if (readsState(call, written)) return READ_OF_OLD;
      if (!isCreation && mayBeNothing(syntax, tree, value)) return MAY_LACK;
      rename(field.to, syntax.negated(tree, value));
    } else if (FIREWALL_RULE.meanings[key] !== undefined) {
      // A change would keep the parameters of the action before.
      if (field.is !== 'kept' && !isCreation) return UNKNOWN_ACTION;
      if (field.is !== 'kept' || !isCreation) {
        if (isText) return 'its fields have texts for names';
        features.add(field.is === 'computed' ? 'any-action' : isCreation ? 'skip' : 'action');
        if (field.is === 'computed') features.add('skip');
      }
      if (field.is === 'meaning')
        edits.push({ start: pair.start, end: pair.end, text: meaningText(tree, pair, field.fields) });
    }
  }
  if (isCreation && pairNamed(tree, rule, 'filter') === null) return NO_FILTER;
  if (removed.length === rule.children.filter(({ isNamed }) => isNamed).length) return UNWRITTEN;
  const removals = removed.length === 0 ? [] : withoutElements(tree, rule, removed);
  if (removals === null) return 'what it sends has other parts than fields';
  const isOfOwn = removed.some((pair) => !/^(?:id|priority)$/.test(keyOf(tree, pair) ?? ''));
  const isPlaced = removed.some((pair) => keyOf(tree, pair) === FIREWALL_RULE.position);
  return {
    text: appliedTo(textOf(tree, rule), rule.start, [...edits, ...removals]),
    features: [...features],
    differences: isCreation
      ? [PRIORITY, DUPLICATES]
      : [...(isPlaced ? [PLACE_KEPT] : []), ...(isOfOwn ? [AS_STORED] : [])],
    edits: [],
    folded,
  };
}

/** The rule that the path names is asked whether it is paused: it has no such field any more. */
function readsState({ id }: RequestCall, written: string): boolean {
  const [, rule] = /^\{?(\$?\w+)(?:\[:?["']?id["']?\]|->id|\.id)\}?$/.exec(id?.text ?? '') ?? [];
  return rule !== undefined && new RegExp(`${literally(rule)}(?:\\[:?["']?|->|\\.)paused\\b`).test(written);
}

/** `'action' => 'skip', 'action_parameters' => ['ruleset' => 'current']`, as the pair is written. */
function meaningText(tree: SyntaxTree, pair: SyntaxNode, fields: NewFields): string {
  const written = textOf(tree, pair);
  const value = pairValue(pair);
  const name = keyOf(tree, pair) ?? '';
  const before = value === null ? '' : written.slice(0, value.start - pair.start);
  const text = value === null ? '' : textOf(tree, value);
  const isArray = /\barray\(/.test(tree.text) && !/=>\s*\[/.test(tree.text);
  const {
    pair: pairOf,
    map,
    text: quoted,
  } = tree.language === 'ruby' ? rubyObjects('symbol', String) : phpObjects('array', String);
  const print = {
    pair: pairOf,
    text: quoted,
    map: (pairs: readonly string[]) => (isArray ? `array( ${pairs.join(', ')} )` : map(pairs)),
  };
  return Object.entries(fields)
    .map(([key, one]) => {
      const own = typeof one === 'string' ? text.replace(/\w+/, one) : print.map(fieldPairs(one, print));
      return before.replace(name, key) + own;
    })
    .join(', ');
}

interface Expression {
  readonly value: SyntaxNode;
  readonly folded: SentRule['folded'][number] | null;
}

function expressionIn(
  sending: Sending,
  call: RequestCall,
  rule: SyntaxNode,
  filter: SyntaxNode,
  isCreation: boolean,
): Expression | null {
  const { tree } = sending;
  if (!isMap(tree, filter)) return null;
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const names = pairs.map((pair) => keyOf(tree, pair) ?? '');
  const expression = pairNamed(tree, filter, 'expression');
  if (expression !== null) {
    const value = pairValue(expression);
    const isKnown = names.every((name) => /^(?:id|expression|description|ref|paused)$/.test(name));
    return value !== null && isKnown && isAsPaused(tree, rule, filter) ? { value, folded: null } : null;
  }
  const id = pairNamed(tree, filter, 'id');
  const value = id === null || names.length > 1 || !isCreation ? null : pairValue(id);
  const made = value === null ? null : sending.filterFor(call, value);
  return made === null ? null : { value: made.expression, folded: { call: made.call, edits: made.edits } };
}

/** A filter of its own may be paused: it must not be, or the rule must be as well. */
function isAsPaused(tree: SyntaxTree, rule: SyntaxNode, filter: SyntaxNode): boolean {
  const [own, whole] = [filter, rule].map((map) => {
    const pair = pairNamed(tree, map, 'paused');
    const value = pair === null ? null : pairValue(pair);
    return value === null ? 'false' : textOf(tree, value);
  });
  return own === 'false' || own === whole;
}
