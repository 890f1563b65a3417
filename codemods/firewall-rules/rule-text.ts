/** A firewall rule that a program sends, as a custom rule. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { FIREWALL_RULE, type NewFields, PRODUCTS, sentField, skippedBy } from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { objectText } from '../direct/object-text.js';
import { constantOf } from '../direct/path-pieces.js';
import { isBoolean } from '../places/booleans.js';
import { isPlain, type ObjectNode, type PropertyNode, propertyNamed, usesOf } from '../places/trees.js';

import type { Folded } from './fold.js';
import { isHandedIn } from './handed-id.js';

export const PRIORITY: Difference = {
  name: 'priority-is-position',
  what: 'rules are ordered by position, not by priority: new rules go behind the others',
};

/** Whoever sends a whole rule has to send its priority as well, and does not mean to move it. */
export const PLACE_KEPT: Difference = {
  name: 'place-kept',
  what: 'a rule that is changed keeps its place: its priority is not sent any more',
};

/** The old API could give a rule another filter. */
const FILTER_KEPT: Difference = {
  name: 'filter-kept',
  what: 'a rule that is changed keeps its expression: the id of its filter is not sent any more',
};

const BYPASS: Difference = {
  name: 'bypass-is-skip',
  what: 'a rule that bypasses products has the action skip: products waf and rateLimit are phases today',
};

export const OF_PERSON = 'a new priority needs a person to choose a position';

export interface RuleText {
  readonly text: string;
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  readonly features: readonly string[];
  readonly differences: readonly Difference[];
}

interface Writing {
  readonly script: Script;
  /** Maps what only shows when the program runs. */
  readonly mapped: (text: string) => string;
  /** The expression of a filter that another call made. */
  readonly folded: (id: Node) => Folded | null;
  /** A rule that is there keeps its filter. */
  readonly isUpdate: boolean;
  /** The id of the rule that is there, as written. */
  readonly id?: string;
  /** Where a priority puts a rule that is there; null where a person has to choose. */
  readonly position?: (priority: Node) => string | null;
}

export function ruleText(node: Node, writing: Writing): RuleText | { readonly why: string } {
  const { script, mapped, isUpdate } = writing;
  const own = node.type === 'Identifier' ? constantOf(script, node) : null;
  if (node.type === 'Identifier' && own?.init.type === 'ObjectExpression' && isSentOnly(script, own)) {
    const written = ruleText(own.init, writing);
    if ('why' in written) return written;
    const [start, end] = own.init.range;
    return { ...written, text: node.name, edits: [{ start, end, text: written.text }] };
  }
  if (node.type !== 'ObjectExpression') {
    const text = mapped(script.text.slice(...node.range));
    return { text, edits: [], features: ['skip'], differences: [PRIORITY] };
  }
  const differences = new Set<Difference>();
  const features = new Set<string>();
  const filter = propertyNamed(node, 'filter');
  const isElsewhere =
    filter !== null && filter.value.type !== 'ObjectExpression' && writing.folded(filter.value) === null;
  const bypass = bypassText(node, script);
  const hasProducts = propertyNamed(node, 'products') !== null && bypass === null;
  if (hasProducts) features.add('bypass');
  const id =
    filter?.value.type === 'ObjectExpression' ? propertyNamed(filter.value, 'id')?.value : filter?.value;
  const isWhole = id !== undefined && writing.folded(id)?.whole !== undefined;
  let isDynamic = !isPlain(node) || isElsewhere || hasProducts || isWhole;
  const text = objectText(script, node, (name, property, written) => {
    const value = script.text.slice(...property.value.range);
    switch (name) {
      case 'id':
      case 'zone_id':
        return null;
      case 'filter':
        if (isUpdate && isIdHandedIn(script, property)) {
          differences.add(FILTER_KEPT);
          return null;
        }
        // What is spread into the rule may bring the filter that it had.
        if (hasSpread(node) && saysExpression(property)) return written;
        return filterText(property, written, writing, propertyNamed(node, 'description') !== null);
      case 'priority':
        differences.add(PRIORITY);
        return isUpdate ? positionIn(node, property, writing) : null;
      case 'paused':
        if (isDynamic) return written;
        // The rule is paused or not as it was.
        if (isUpdate && value === writing.id?.replace(/\.id$/, '.paused')) return null;
        return isUpdate ? enabledText(script, node, property) : `enabled: ${negated(property.value, script)}`;
      case 'products':
        return bypass === null ? written : null;
      case 'action': {
        const action = property.value.type === 'Literal' ? property.value.value : null;
        if (action === 'bypass') {
          features.add('skip');
          differences.add(BYPASS);
          return bypass === null
            ? written
            : `action: ${value.charAt(0)}skip${value.charAt(0)}, action_parameters: ${bypass}`;
        }
        const field = sentField(FIREWALL_RULE, name, action === null ? null : String(action), 'creation');
        if (field.is === 'refused') return { why: field.why };
        if (field.is === 'kept') return written;
        features.add('skip');
        if (field.is === 'meaning') return fieldsText(field.fields, value.charAt(0));
        isDynamic = true;
        return written;
      }
      default:
        return written;
    }
  });
  if (typeof text !== 'string') return text;
  if (isUpdate && lacksFields(node)) features.add('unset');
  return {
    text: isDynamic ? mapped(text) : text,
    edits: [],
    features: [...features, ...(isDynamic ? ['skip'] : [])],
    differences: [...differences],
  };
}

/** The parameters of the skip rule for a bypass of products that are written out; null where it is none, or they are not. */
function bypassText(rule: ObjectNode, script: Script): string | null {
  const action = propertyNamed(rule, 'action')?.value;
  const products = propertyNamed(rule, 'products')?.value;
  if (action?.type !== 'Literal' || action.value !== 'bypass' || products?.type !== 'ArrayExpression')
    return null;
  const names = products.elements.map((one) => (one?.type === 'Literal' ? String(one.value) : ''));
  if (!names.every((name) => PRODUCTS.includes(name))) return null;
  const quote = script.text.charAt(action.range[0]);
  const lists = Object.entries(skippedBy(names)).map(
    ([key, values]) => `${key}: [${values.map((value) => `${quote}${value}${quote}`).join(', ')}]`,
  );
  return `{ ${lists.join(', ')} }`;
}

/** `action: 'skip', action_parameters: { ruleset: 'current' }` */
function fieldsText(fields: NewFields, quote: string): string {
  return Object.entries(fields)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? `${quote}${value}${quote}` : `{ ${fieldsText(value, quote)} }`;
      return `${key}: ${text}`;
    })
    .join(', ');
}

/** A priority that is sent among other changes is left out; one that is all that changes needs a place. */
function positionIn(
  rule: ObjectNode,
  priority: PropertyNode,
  { position, script, id }: Writing,
): string | null | { readonly why: string } {
  const placed = position?.(priority.value) ?? null;
  if (placed !== null) return placed;
  const text = (node: Node) => script.text.slice(...node.range);
  // The priority that the rule has already.
  if (`${id}`.replace(/\.id$/, '.priority') === text(priority.value)) return null;
  const isChange = (one: ObjectNode['properties'][number]) =>
    one.type === 'Property' &&
    /^(?:action|description|paused)$/.test(keyName(one.key, one.computed) ?? '') &&
    // What is read of the rule itself stays as it is.
    text(one.value).replace(/\W\w+$/, '') !== text(priority.value).replace(/\W\w+$/, '') &&
    /[?|:]/.test(text(one.value));
  return rule.properties.some(isChange) ? null : { why: OF_PERSON };
}

const NO_CHANGE: ReadonlySet<string> = new Set(['id', 'zone_id', 'ref', 'filter', 'priority']);

/** A name stands for one of several fields of a change: where it is undefined, the field is not sent. */
export function mayLack(change: ObjectNode, { value }: PropertyNode): boolean {
  const fields = change.properties.filter(
    (one) => one.type !== 'Property' || !NO_CHANGE.has(keyName(one.key, one.computed) ?? ''),
  );
  return fields.length > 1 && /^(?:Identifier|MemberExpression)$/.test(value.type);
}

export function lacksFields(change: ObjectNode): boolean {
  return change.properties.some(
    (one) =>
      one.type === 'Property' && !NO_CHANGE.has(keyName(one.key, one.computed) ?? '') && mayLack(change, one),
  );
}

/** `enabled` for the `paused` of a change. */
export function enabledText(script: Script, change: ObjectNode, paused: PropertyNode): string {
  const value = script.text.slice(...paused.value.range);
  const enabled = negated(paused.value, script);
  return `enabled: ${mayLack(change, paused) ? `${value} === undefined ? undefined : ${enabled}` : enabled}`;
}

function hasSpread({ properties }: ObjectNode): boolean {
  return properties.some(({ type }) => type === 'SpreadElement');
}

function saysExpression({ value }: PropertyNode): boolean {
  return value.type === 'ObjectExpression' && propertyNamed(value, 'expression') !== null;
}

/** Nothing but the call uses it, and no type says what it has. */
function isSentOnly(script: Script, { id }: NonNullable<ReturnType<typeof constantOf>>): boolean {
  return usesOf(script, id)?.length === 1 && !Reflect.get(id, 'typeAnnotation');
}

/** `filter: { id: input.filterId }` */
function isIdHandedIn(script: Script, { value }: PropertyNode): boolean {
  const [only, ...others] = value.type === 'ObjectExpression' ? value.properties : [];
  if (only?.type !== 'Property' || others.length > 0 || keyName(only.key, only.computed) !== 'id')
    return false;
  return isHandedIn(script, only.value);
}

function filterText(
  { value }: PropertyNode,
  written: string,
  { script, folded, isUpdate }: Writing,
  isDescribed: boolean,
): string | null | { readonly why: string } {
  if (value.type !== 'ObjectExpression') {
    const other = folded(value);
    return other === null ? written : foldedText(other, isDescribed);
  }
  const expression = propertyNamed(value, 'expression');
  if (expression !== null) {
    const paused = propertyNamed(value, 'paused')?.value;
    const own = paused === undefined ? 'false' : script.text.slice(...paused.range);
    // A rule that is changed keeps the filter it has.
    if (own !== 'false' && !(isUpdate && /\.filter\??\.paused$/.test(own)))
      return { why: 'the filter is paused apart from its rule: pause the rule with enabled: false' };
    return script.text.slice(...expression.range);
  }
  const id = propertyNamed(value, 'id');
  if (id === null) return written;
  const other = folded(id.value);
  if (other !== null) return foldedText(other, isDescribed);
  const own = script.text.slice(...id.value.range);
  // The rule that is changed has this filter.
  if (isUpdate && /\.filter\??\.id$/.test(own)) return null;
  return { why: 'the expression of its filter stands somewhere else' };
}

function foldedText({ expression, description, whole }: Folded, isDescribed: boolean): string {
  if (whole !== undefined) return whole === 'filter' ? whole : `filter: ${whole}`;
  const own = expression === 'expression' ? expression : `expression: ${expression}`;
  return isDescribed || description === null ? own : `${own}, description: ${description}`;
}

function negated(value: Node, script: Script): string {
  const text = script.text.slice(...value.range);
  if (value.type === 'Literal' && typeof value.value === 'boolean') return String(!value.value);
  if (value.type === 'UnaryExpression' && value.operator === '!') {
    const whether = script.text.slice(...value.argument.range);
    return isBoolean(value.argument, script) ? whether : `Boolean(${whether})`;
  }
  const isWhole = /^[\w$.]+$/.test(text) || value.type === 'CallExpression';
  return isWhole ? `!${text}` : `!(${text})`;
}
