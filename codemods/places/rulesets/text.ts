/** The text of rules: of a new ruleset, or to be put into one that stands there already. */
import { commentsAbove, commentsInside, linesOf } from '../hcl.js';
import { type HclItem, indented, layout } from '../hcl-layout.js';
import type { Group } from './groups.js';
import {
  conditionOf,
  listOf,
  type MovedRule,
  PER_INSTANCE,
  type ProviderMajor,
  type Repetition,
  type Resource,
} from './resources.js';

interface RulesetText {
  readonly label: string;
  readonly phase: string;
  readonly major: ProviderMajor;
  /** How many times it is made, if not as often as the group. */
  readonly count?: string;
  /** Blocks around the rules. */
  readonly before?: readonly HclItem[];
  readonly behind?: readonly HclItem[];
}

export function rulesetLines(
  group: Group,
  { label, phase, major, count, before = [], behind = [] }: RulesetText,
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
    ...before.flatMap((item) => ['', ...layout([item])]),
    ...(major === 5 ? ['', ...ruleList(group)] : ruleBlocks(group).flatMap((lines) => ['', ...lines])),
    ...behind.flatMap((item) => ['', ...layout([item])]),
  ];
  return [`resource "cloudflare_ruleset" "${label}" {`, ...indented(body), '}'];
}

/** Comments above and inside the old resources; each says something of the rule. */
function ruleComments({ parts }: MovedRule): readonly string[] {
  const lines = parts.flatMap((resource) => [
    ...above(resource),
    ...commentsInside(resource.file, resource.block),
  ]);
  return [...new Set(lines)];
}

function above({ file, block }: Resource): readonly string[] {
  const start = linesOf(file, block)?.start ?? block.origin.start;
  const { start: from, end } = commentsAbove(file, start);
  return file.text
    .slice(from, end)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Provider 4: a block for each rule. */
export function ruleBlocks({ rules, repetition }: Group): readonly (readonly string[])[] {
  return rules.map((rule) => {
    const content = rule.items(4);
    const own = repetition === null ? rule.repetition : null;
    const block = own === null ? { name: 'rules', block: content } : repeatedBlock(own, content);
    return [...ruleComments(rule), ...layout([block])];
  });
}

function repeatedBlock(repetition: Repetition, content: readonly HclItem[]): HclItem {
  const condition = conditionOf(repetition);
  const head: readonly HclItem[] =
    condition === null
      ? [
          { name: 'for_each', value: itemsOf(repetition) },
          { name: 'iterator', value: 'rule' },
        ]
      : [{ name: 'for_each', value: `${condition} ? [1] : []` }];
  const items = content.map((item) => perInstance(item, repetition, 'rule.key', 'rule.value'));
  return { name: 'dynamic', labels: ['rules'], block: [...head, { name: 'content', block: items }] };
}

/** Provider 5: a list of objects; rules that are made conditionally or for items are lists of their own. */
export function ruleList({ rules, repetition }: Group): readonly string[] {
  const parts: MovedRule[][] = [];
  let isOpen = false;
  for (const rule of rules) {
    const isPlain = repetition !== null || rule.repetition === null;
    if (isOpen && isPlain) parts.at(-1)?.push(rule);
    else parts.push([rule]);
    isOpen = isPlain;
  }
  const lists = parts.map((part) =>
    listLines(part, repetition === null ? (part[0]?.repetition ?? null) : null),
  );
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
  const names = rows.some((row) => /\bkey\b/.test(row)) ? 'key, rule' : 'rule';
  return [`[for ${names} in ${itemsOf(repetition)} :`, ...indented(rows), ']'];
}

/** Items of a list, each with a comma behind it unless it is the body of a `for`. */
export function ruleRows(rules: readonly MovedRule[], repetition: Repetition | null): readonly string[] {
  const isForEach = repetition !== null && conditionOf(repetition) === null;
  return rules.flatMap((rule) => {
    const items = rule.items(5);
    const own =
      repetition !== null ? items.map((item) => perInstance(item, repetition, 'key', 'rule')) : items;
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
    (list === null ? text : text.replaceAll(`${list}[count.index]`, value)).replace(
      new RegExp(PER_INSTANCE, 'g'),
      (name) => names[name as keyof typeof names],
    );
  const all = (items: readonly HclItem[]) => items.map((one) => perInstance(one, repetition, key, value));
  if ('value' in item) return { ...item, value: renamed(item.value) };
  if ('block' in item) return { ...item, block: all(item.block) };
  if ('object' in item) return { ...item, object: all(item.object) };
  return item;
}
