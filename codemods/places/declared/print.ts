/** Rules in the syntax of a program. */
import type { HclItem } from '../hcl-layout.js';
import { camelCase } from './fields.js';
import type { RuleGroup } from './model.js';

export interface Syntax {
  /** One step of indentation. */
  readonly step: string;
  readonly quote: "'" | '"';
  /** Names that hold a list of one object, and how they are spelled. */
  readonly lists: Readonly<Record<string, string>>;
}

/** The arguments of a ruleset, as the lines of an object without its braces. */
export function rulesetArguments(group: RuleGroup, syntax: Syntax): readonly string[] {
  const { zone, phase } = group;
  const text = (value: string) => `${syntax.quote}${value}${syntax.quote}`;
  const head = [
    zone.source === 'zoneId' ? 'zoneId,' : `zoneId: ${zone.source},`,
    `name: ${text('default')},`,
    `kind: ${text('zone')},`,
    `phase: ${text(phase)},`,
  ];
  const [rule] = group.rules;
  if (group.loop !== null && rule !== undefined) {
    const { list, parameter } = group.loop;
    const comments = new Set(rule.parts.flatMap((one) => one.comments));
    const body = indented(properties(rule.items, syntax), syntax);
    return [...head, ...comments, `rules: ${list}.map((${parameter}) => ({`, ...body, '})),'];
  }
  return [...head, 'rules: [', ...indented(ruleObjects(group, syntax), syntax), '],'];
}

function ruleObjects({ rules }: RuleGroup, syntax: Syntax): readonly string[] {
  return rules.flatMap(({ parts, items }) =>
    [
      ...new Set(parts.map(({ comments }) => comments.join('\n')).filter((comment) => comment !== '')),
      '{',
      ...indented(properties(items, syntax), syntax),
      '},',
    ].flatMap((text) => (/^\s*(?:\/\/|\/\*)/.test(text) ? text.split('\n') : [text])),
  );
}

function properties(items: readonly HclItem[], syntax: Syntax): readonly string[] {
  return items.flatMap((item) => {
    const name = camelCase(item.name);
    if ('value' in item) {
      const value = OURS.has(item.name) ? inQuotes(item.value, syntax.quote) : item.value;
      return [value === name ? `${name},` : `${name}: ${value},`];
    }
    if ('list' in item)
      return [
        `${name}: [`,
        ...indented(
          item.list.flatMap(({ object }) => ['{', ...indented(properties(object, syntax), syntax), '},']),
          syntax,
        ),
        '],',
      ];
    if (!('object' in item)) return [];
    const inner = indented(properties(item.object, syntax), syntax);
    const list = syntax.lists[item.name];
    if (list === undefined) return [`${name}: {`, ...inner, '},'];
    return [`${list}: [`, ...indented(['{', ...inner, '},'], syntax), '],'];
  });
}

/** Texts that do not come from the user, who has quotes of his own. */
const OURS: ReadonlySet<string> = new Set([
  'action',
  'ruleset',
  'products',
  'phases',
  'characteristics',
  'content_type',
]);

function inQuotes(value: string, quote: string): string {
  return quote === '"' ? value : value.replace(/"([^"'\\]*)"/g, `${quote}$1${quote}`);
}

export function indented(lines: readonly string[], { step }: Pick<Syntax, 'step'>): readonly string[] {
  return lines.map((line) => (line === '' ? line : step + line));
}

/** All names of objects below the rules. */
export function objectNames(group: RuleGroup): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: HclItem[] = group.rules.flatMap(({ items }) => items);
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if ('object' in item) {
      names.add(item.name);
      pending.push(...item.object);
    }
  }
  return names;
}
