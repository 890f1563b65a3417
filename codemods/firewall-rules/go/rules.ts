/** A firewall rule that a program in Go sends, as a custom rule. */

import {
  FIREWALL_RULE,
  NO_FILTER,
  sentField,
  UNKNOWN_ACTION,
  writeKind,
} from '../../../src/convert/index.js';
import { type Spot, type SyntaxNode, textOf } from '../../../src/grammar/index.js';
import { DUPLICATES, FILTER } from '../../direct/differences.js';
import type { RequestCall } from '../../go/call.js';
import type { Feature, Sending, SentRule } from '../../go/kind.js';
import {
  type Entry,
  entriesOf,
  jsonNames,
  literalOf,
  literalText,
  negated,
  stringMap,
} from '../../go/literals.js';
import type { GoType } from '../../go/scope.js';
import { constantIn } from '../../languages/elements.js';
import { PLACE_KEPT, PRIORITY } from '../rule-text.js';

const ELSEWHERE = 'the expression of its filter stands somewhere else';

export function featuresOf(action: string, isCreation: boolean): readonly Feature[] | string {
  const field = sentField(FIREWALL_RULE, 'action', constantIn(action), isCreation ? 'creation' : 'change');
  if (field.is === 'refused') return field.why;
  if (field.is === 'meaning') return isCreation ? ['skip'] : UNKNOWN_ACTION;
  if (isCreation) return field.is === 'computed' ? ['any-action', 'skip'] : [];
  return field.is === 'computed' ? ['action', 'any-action'] : ['action'];
}

/** The field itself needs a person, or its value does. */
function isRefused(name: string): boolean {
  return name === FIREWALL_RULE.position || FIREWALL_RULE.refused[name] !== undefined;
}

/** Fields of new rules, which structs that serve both have. */
const KEPT = /^(?:id|expression)$/;

interface Names {
  readonly expression: string;
  readonly enabled: string;
  readonly parameters: string;
}

const FILTER_FIELD = /^(?:id|expression|description|ref|paused)$/;

interface Converted {
  readonly entries: readonly (readonly [string, string])[];
  readonly hasPriority: boolean;
}

/** The fields of a rule, with what stands for those that are gone. */
function converted(
  { types, filters }: Sending,
  literal: Spot,
  entries: readonly Entry[],
  names: Names,
  textWith: (node: SyntaxNode) => string,
): Converted | { readonly why: string } {
  const { tree } = literal;
  const all: (readonly [string, string])[] = [];
  let hasPriority = false;
  for (const { key, name, value } of entries) {
    const written = textWith(value);
    if (name === 'filter') {
      const filter = literalOf(types, { ...literal, node: value });
      const type = filter === null ? null : types.underlying(filter.type);
      const isMap = type !== null && !('foreign' in type) && type.node.type === 'map_type';
      const inner = filter === null ? null : entriesOf(tree, filter.body, isMap ? null : type);
      // A filter of its own may be paused: it must not be, or the rule must be as well.
      const isOn = (one: Entry) => one.name !== 'paused' || textOf(tree, one.value) === 'false';
      if (inner?.every((one) => FILTER_FIELD.test(one.name) && isOn(one)) === false)
        return { why: ELSEWHERE };
      const own = inner?.find((one) => one.name === 'expression');
      const made = inner == null ? value : inner.find((one) => one.name === 'id')?.value;
      const text =
        own !== undefined
          ? textWith(own.value)
          : made === undefined
            ? null
            : filters.expressionFor({ ...literal, node: made });
      if (text === null) return { why: ELSEWHERE };
      all.push([names.expression, text]);
      continue;
    }
    const field = sentField(FIREWALL_RULE, name, constantIn(written), 'creation');
    if (field.is === 'renamed') all.push([names.enabled, negated(written)]);
    else if (field.is === 'omitted') hasPriority = true;
    else if (field.is === 'meaning') {
      const [value, parameters] = Object.values(field.fields);
      all.push([key, `"${value}"`], [names.parameters, stringMap(parameters ?? {})]);
    } else if (field.is === 'refused' && isRefused(name)) return { why: field.why };
    else if (field.is !== 'refused' || !FIREWALL_RULE.gone.includes(name)) all.push([key, written]);
  }
  return { entries: all, hasPriority };
}

export function sentStruct(
  sending: Sending,
  literal: Spot,
  struct: GoType,
  textWith: (node: SyntaxNode) => string,
): { readonly text: string; readonly hasParameters: boolean } | { readonly why: string } {
  const entries = entriesOf(literal.tree, literal.node, struct);
  if (entries === null) return { why: 'a rule is written without the names of its fields' };
  const names = { expression: 'Expression', enabled: 'Enabled', parameters: 'ActionParameters' };
  const found = converted(sending, literal, entries, names, textWith);
  if ('why' in found) return found;
  const hasSwitch = [...(jsonNames(struct)?.values() ?? [])].includes('paused');
  const isOn = hasSwitch && !entries.some(({ name }) => name === 'paused');
  const all = [...found.entries, ...(isOn ? [['Enabled', 'true'] as const] : [])];
  return {
    text: literalText(literal.tree, literal.node, all),
    hasParameters: found.entries.some(([key]) => key === 'ActionParameters'),
  };
}

export function sentMap(sending: Sending, call: RequestCall, map: SyntaxNode): SentRule | string {
  const { tree } = call;
  const entries = entriesOf(tree, map, null);
  if (entries === null) return 'what it sends has other parts than fields';
  const isCreation = call.method === 'POST';
  const isFilter = call.collection === 'filters';
  for (const { name, value } of entries) {
    const field = sentField(FIREWALL_RULE, name, constantIn(textOf(tree, value)), writeKind(call.method));
    if (field.is === 'refused' && !KEPT.test(name)) return field.why;
  }
  if (isFilter && !entries.every(({ name }) => /^(?:id|expression|description|ref)$/.test(name)))
    return 'what it sends is not written as a filter';
  // The path of a change says which rule it is.
  const sent = entries.filter(
    ({ name }) => (isCreation || name !== 'id') && (!isFilter || name === 'expression'),
  );
  const names = { expression: '"expression"', enabled: '"enabled"', parameters: '"action_parameters"' };
  const found = converted(sending, { ...call, node: map }, sent, names, (node) => textOf(tree, node));
  if ('why' in found) return found.why;
  if (isCreation && !entries.some(({ name }) => name === 'filter')) return NO_FILTER;
  if (found.entries.length === 0) return 'what it sends is not one rule that is written out';
  const action = entries.find(({ name }) => name === 'action');
  const features = action === undefined ? [] : featuresOf(textOf(tree, action.value), isCreation);
  if (typeof features === 'string') return features;
  const differences = isFilter
    ? [FILTER]
    : isCreation
      ? [PRIORITY, DUPLICATES]
      : found.hasPriority
        ? [PLACE_KEPT]
        : [];
  return { text: literalText(tree, map, found.entries), features, differences };
}
