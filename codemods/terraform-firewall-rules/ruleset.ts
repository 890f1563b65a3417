/** The text of the ruleset that takes the place of a group of rules. */
import { type HclItem, indented, layout } from '../places/hcl-layout.js';
import { type Group, PHASE } from './groups.js';
import { conditionOf, type OldRule, PER_INSTANCE, type Repetition } from './resources.js';
import { type ProviderMajor, ruleComments, ruleItems } from './rule.js';

export function rulesetLines(group: Group, label: string, major: ProviderMajor): readonly string[] {
  const { zone, provider, repetition } = group;
  const meta: readonly HclItem[] = [
    ...(repetition === null ? [] : [{ name: repetition.by, value: repetition.value }]),
    ...(provider === null ? [] : [{ name: 'provider', value: provider }]),
  ];
  const head: readonly HclItem[] = [
    { name: 'zone_id', value: zone },
    { name: 'name', value: '"default"' },
    { name: 'kind', value: '"zone"' },
    { name: 'phase', value: `"${PHASE}"` },
  ];
  const body = [
    ...(meta.length > 0 ? [...layout(meta), ''] : []),
    ...layout(head),
    ...(major === 5 ? ['', ...ruleList(group)] : ruleBlocks(group)),
  ];
  return [`resource "cloudflare_ruleset" "${label}" {`, ...indented(body), '}'];
}

/** Provider 4: a block for each rule. */
function ruleBlocks({ rules, repetition }: Group): readonly string[] {
  return rules.flatMap((rule) => {
    const content = ruleItems(rule, 4);
    const own = repetition === null ? rule.repetition : null;
    const block = own === null ? { name: 'rules', block: content } : repeatedBlock(own, content);
    return ['', ...ruleComments(rule), ...layout([block])];
  });
}

function repeatedBlock(repetition: Repetition, content: readonly HclItem[]): HclItem {
  const condition = conditionOf(repetition);
  const head: readonly HclItem[] =
    condition === null
      ? [
          { name: 'for_each', value: repetition.value },
          { name: 'iterator', value: 'rule' },
        ]
      : [{ name: 'for_each', value: `${condition} ? [1] : []` }];
  const items =
    condition === null ? content.map((item) => perInstance(item, 'rule.key', 'rule.value')) : content;
  return { name: 'dynamic', labels: ['rules'], block: [...head, { name: 'content', block: items }] };
}

/** Provider 5: a list of objects; rules that are made conditionally or for items are lists of their own. */
function ruleList({ rules, repetition }: Group): readonly string[] {
  const parts: OldRule[][] = [];
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

function listLines(rules: readonly OldRule[], repetition: Repetition | null): readonly string[] {
  const rows = rules.flatMap((rule) => {
    const items = ruleItems(rule, 5);
    const isForEach = repetition?.by === 'for_each';
    const own = isForEach ? items.map((item) => perInstance(item, 'key', 'rule')) : items;
    return [...ruleComments(rule), '{', ...indented(layout(own)), isForEach ? '}' : '},'];
  });
  if (repetition === null) return ['[', ...indented(rows), ']'];
  const condition = conditionOf(repetition);
  if (condition !== null) return [`${condition} ? [`, ...indented(rows), '] : []'];
  const names = rows.some((row) => /\bkey\b/.test(row)) ? 'key, rule' : 'rule';
  return [`[for ${names} in ${repetition.value} :`, ...indented(rows), ']'];
}

/** `each.key` and `each.value` under the names that they have in a repeated block or a `for`. */
function perInstance(item: HclItem, key: string, value: string): HclItem {
  const renamed = (text: string) =>
    text.replace(new RegExp(PER_INSTANCE, 'g'), (name) => (name === 'each.key' ? key : value));
  const all = (items: readonly HclItem[]) => items.map((one) => perInstance(one, key, value));
  if ('value' in item) return { ...item, value: renamed(item.value) };
  if ('block' in item) return { ...item, block: all(item.block) };
  if ('object' in item) return { ...item, object: all(item.object) };
  return item;
}
