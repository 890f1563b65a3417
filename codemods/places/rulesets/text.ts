/** The text of rules: of a new ruleset, or to be put into one that stands there already. */
import { OLD_ACTIONS } from '../../../src/convert/index.js';
import { commentsAbove, commentsInside, linesOf } from '../hcl.js';
import { type HclItem, indented, layout } from '../hcl-layout.js';
import type { Group } from './groups.js';
import { withInstanceNames } from './instance-names.js';
import {
  conditionOf,
  listOf,
  type MovedRule,
  type ProviderMajor,
  type Repetition,
  type Resource,
  rulesToWrite,
  withEnabled,
} from './resources.js';

interface RulesetText {
  readonly label: string;
  readonly phase: string;
  readonly major: ProviderMajor;
  /** How many times it is made, if not as often as the group. */
  readonly count?: string | undefined;
  /** Rules that come in a variable. */
  readonly handed?: HandedText;
}

interface HandedText {
  readonly variable: string;
  /** Whether they come before the others. */
  readonly isFirst: boolean;
  /** Provider 4: the block that makes rules of the variable. */
  readonly block: HclItem;
}

export function rulesetLines(
  group: Group,
  { label, phase, major, count, handed }: RulesetText,
): readonly string[] {
  const { zone, provider, repetition } = group;
  const times = count === undefined ? repetition : { by: 'count', value: count };
  const meta: readonly HclItem[] = [
    ...(times === null ? [] : [{ name: times.by, value: times.value }]),
    ...(provider === null ? [] : [{ name: 'provider', value: provider }]),
  ];
  const head: readonly HclItem[] = [
    { name: 'zone_id', value: zone },
    { name: 'name', value: '"default"' },
    { name: 'kind', value: '"zone"' },
    { name: 'phase', value: `"${phase}"` },
  ];
  const body = [
    ...(meta.length > 0 ? [...layout(meta), ''] : []),
    ...layout(head),
    ...(major === 5
      ? ['', ...ruleList(group, handed)]
      : inPlaceOf(handed, ruleBlocks(group, major), ({ block }) => layout([block])).flatMap((lines) => [
          '',
          ...lines,
        ])),
    ...metaLines(group),
  ];
  return [`resource "cloudflare_ruleset" "${label}" {`, ...indented(body), '}'];
}

/** What comes in a variable stands before or behind the rest. */
function inPlaceOf(
  handed: HandedText | undefined,
  rest: readonly (readonly string[])[],
  written: (handed: HandedText) => readonly string[],
): readonly (readonly string[])[] {
  if (handed === undefined) return rest;
  return handed.isFirst ? [written(handed), ...rest] : [...rest, written(handed)];
}

function metaLines({ rules }: Group): readonly string[] {
  const dependsOn = [...new Set(rules.flatMap(({ meta }) => meta.dependsOn))];
  const lifecycle: readonly HclItem[] = rules.some(({ meta }) => meta.isProtected)
    ? [{ name: 'lifecycle', block: [{ name: 'prevent_destroy', value: 'true' }] }]
    : [];
  return [
    ...(dependsOn.length === 0 ? [] : ['', `depends_on = [${dependsOn.join(', ')}]`]),
    ...lifecycle.flatMap((item) => ['', ...layout([item])]),
  ];
}

/**
 * Comments above and inside the old resources; each says something of the rule, but one that heads a filter. What the
 * resources are made for is carried with its own.
 */
function ruleComments({ parts, repetition }: MovedRule): readonly string[] {
  const headed = parts.map((resource) => ({ resource, head: headOf(resource) }));
  const ofFilters = headed.filter(
    ({ resource, head }) => /\bcloudflare_filter\./.test(resource.address) && HEADS_FILTER.test(head),
  );
  const hasOthers = headed.some((one) => one.head !== '' && !ofFilters.includes(one));
  const comments = headed.flatMap((one) => [
    hasOthers && ofFilters.includes(one) ? '' : one.head,
    ...commentsInside(one.resource.file, one.resource.block).filter(
      (comment) => repetition?.value.includes(comment) !== true,
    ),
  ]);
  return [...new Set(comments)].flatMap((comment) => (comment === '' ? [] : comment.split('\n')));
}

/** The comment above, but for the heading of a section for filters, which are no part of the file any more. */
function headOf(resource: Resource): string {
  const lines = above(resource);
  const words = lines.filter((line) => !RULER.test(line)).join('\n');
  return words !== lines.join('\n') && HEADS_FILTER.test(words) ? '' : lines.join('\n');
}

/** A line of one mark: `########`, `# ------`, `//======`. */
const RULER = /^(?:#|\/\/)[ \t]*[#=*-]{3,}$/;

/** One line that speaks of filters. */
const HEADS_FILTER = /^[^\n]*\bfilters?\b[^\n]*$/i;

function above({ file, block }: Resource): readonly string[] {
  const start = linesOf(file, block)?.start ?? block.origin.start;
  const { start: from, end } = commentsAbove(file, start);
  return file.text
    .slice(from, end)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Up to provider 4: a block for each rule. */
export function ruleBlocks(
  { rules, repetition }: Group,
  major: ProviderMajor,
): readonly (readonly string[])[] {
  return rulesToWrite(rules).map((rule) => {
    const content = major === 3 ? withEnabled(rule.items(major)) : rule.items(major);
    const own = repetition === null ? rule.repetition : null;
    const block = own === null ? { name: 'rules', block: content } : repeatedBlock(rule, own, content);
    return [...ruleComments(rule), ...layout([block])];
  });
}

function repeatedBlock(rule: MovedRule, repetition: Repetition, content: readonly HclItem[]): HclItem {
  const condition = conditionOf(repetition);
  const repeated = sortedItems(rule, repetition);
  const { key, value } = namesIn(repeated, { key: 'rule.key', value: 'rule.value' });
  const head: readonly HclItem[] =
    condition === null
      ? [
          { name: 'for_each', value: repeated.items },
          { name: 'iterator', value: 'rule' },
        ]
      : [{ name: 'for_each', value: `${condition} ? [1] : []` }];
  const items = content.map((item) => perInstance(item, repetition, key, value));
  return { name: 'dynamic', labels: ['rules'], block: [...head, { name: 'content', block: items }] };
}

interface RepeatedItems {
  /** What a block or a `for` goes through. */
  readonly items: string;
  /** How an item holds the key of its instance, where the keys are those of the order: beside the value or in it. */
  readonly holds: 'nothing' | 'key' | 'both';
}

/** More than any priority: the old API took rules without one last. */
const LAST = 2 ** 31 - 1;

/** What the instances were made for, under keys that put them into the order of their evaluation. */
function sortedItems(rule: MovedRule, repetition: Repetition): RepeatedItems {
  const { order } = rule;
  const items = itemsOf(repetition);
  if (order === null) return { items, holds: 'nothing' };
  const named = (written: string) => {
    const item = perInstance({ name: '', value: written }, repetition, 'key', 'rule');
    return 'value' in item ? item.value : '';
  };
  const actions = OLD_ACTIONS.map((action) => `"${action}"`).join(', ');
  const parts = [
    ...(order.priority === null ? [] : [['%010d', neverNull(named(order.priority))]]),
    ...(order.action === null ? [] : [['%d', `index([${actions}], ${named(order.action)})`]]),
    [repetition.by === 'count' ? '%06d' : '%s', 'key'],
  ];
  const holds = !usesKey(rule, repetition) ? 'nothing' : isObject(rule, repetition) ? 'key' : 'both';
  const item = { nothing: 'rule', key: 'merge(rule, { key = key })', both: '{ key = key, value = rule }' }[
    holds
  ];
  const place = `format("${parts.map(([form]) => form).join(' ')}", ${parts.map(([, written]) => written).join(', ')})`;
  const lines = [
    '{',
    ...indented([
      '# In the order in which the rules were evaluated.',
      `for key, rule in ${items} :`,
      `${place} => ${item}`,
    ]),
    '}',
  ];
  return { items: lines.join('\n'), holds };
}

/** A priority that is computed is a number. */
function neverNull(priority: string): string {
  return /[-+*?]\s/.test(priority) ? priority : `coalesce(${priority}, ${LAST})`;
}

/** Provider 5: a list of objects; rules that are made conditionally or for items are lists of their own. */
export function ruleList({ rules, repetition }: Group, handed?: HandedText): readonly string[] {
  const parts: MovedRule[][] = [];
  let isOpen = false;
  for (const rule of rulesToWrite(rules)) {
    const isPlain = repetition !== null || rule.repetition === null;
    if (isOpen && isPlain) parts.at(-1)?.push(rule);
    else parts.push([rule]);
    isOpen = isPlain;
  }
  const own = parts.map((part) =>
    listLines(part, repetition === null ? (part[0]?.repetition ?? null) : null),
  );
  const lists = inPlaceOf(handed, own, ({ variable }) => [`var.${variable}`]);
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return [`rules = ${only[0]}`, ...only.slice(1)];
  const joined = lists.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1)},`]);
  return ['rules = concat(', ...indented(joined), ')'];
}

function listLines(rules: readonly MovedRule[], repetition: Repetition | null): readonly string[] {
  const rows = ruleRows(rules, repetition);
  if (repetition === null) return ['[', ...indented(rows), ']'];
  const condition = conditionOf(repetition);
  if (condition !== null) return [`${condition} ? [`, ...indented(rows), '] : []'];
  const [rule] = rules;
  if (rule === undefined) return ['[]'];
  const { items } = sortedItems(rule, repetition);
  const names = rule.order === null && usesKey(rule, repetition) ? 'key, rule' : 'rule';
  const head = `for ${names} in ${items} :`.split('\n');
  return head.length === 1
    ? [`[${head[0]}`, ...indented(rows), ']']
    : ['[', ...indented([...head, ...rows]), ']'];
}

/** Whether a rule holds more of its instance than the value. */
function usesKey(rule: MovedRule, repetition: Repetition): boolean {
  const items = rule.items(5).map((item) => perInstance(item, repetition, MARK, ''));
  return JSON.stringify(items).includes(MARK);
}

/** Whether the values of the instances are objects or maps, none of which is asked for a `key`. */
function isObject(rule: MovedRule, repetition: Repetition): boolean {
  const items = JSON.stringify(rule.items(5).map((item) => perInstance(item, repetition, '', MARK)));
  const isAskedFor = new RegExp(`${MARK}(?:\\.|\\[\\\\?")|\\b(?:lookup|merge)\\(${MARK}`).test(items);
  return isAskedFor && !new RegExp(`${MARK}\\.key\\b`).test(items);
}

/** No text of a program holds it. */
const MARK = '\uE000';

interface InstanceNames {
  readonly key: string;
  readonly value: string;
}

function namesIn({ holds }: RepeatedItems, { key, value }: InstanceNames): InstanceNames {
  if (holds === 'nothing') return { key, value };
  return { key: `${value}.key`, value: holds === 'key' ? value : `${value}.value` };
}

/** Items of a list, each with a comma behind it unless it is the body of a `for`. */
export function ruleRows(rules: readonly MovedRule[], repetition: Repetition | null): readonly string[] {
  const isForEach = repetition !== null && conditionOf(repetition) === null;
  return rulesToWrite(rules).flatMap((rule) => {
    const own = rule.items(5).map((item) => {
      if (repetition === null) return item;
      const { key, value } = namesIn(sortedItems(rule, repetition), { key: 'key', value: 'rule' });
      return perInstance(item, repetition, key, value);
    });
    return [...ruleComments(rule), '{', ...indented(layout(own)), isForEach ? '}' : '},'];
  });
}

/** What a rule is made for: a map or set, or the list that a count goes through. */
function itemsOf(repetition: Repetition): string {
  return listOf(repetition) ?? repetition.value;
}

/** `each.key` and `each.value` under the names that they have in a repeated block or a `for`; a condition counts to 0. */
function perInstance(item: HclItem, repetition: Repetition, key: string, value: string): HclItem {
  const list = listOf(repetition);
  const names = { 'each.key': key, 'each.value': value, 'count.index': list === null ? '0' : key };
  const renamed = (text: string) =>
    withInstanceNames(
      list === null ? text : text.replaceAll(`${list}[count.index]`, value),
      (name) => names[name as keyof typeof names],
    );
  const all = (items: readonly HclItem[]) => items.map((one) => perInstance(one, repetition, key, value));
  if ('value' in item) return { ...item, value: renamed(item.value) };
  if ('block' in item) return { ...item, block: all(item.block) };
  if ('object' in item) return { ...item, object: all(item.object) };
  return item;
}
