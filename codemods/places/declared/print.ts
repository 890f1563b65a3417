/** Rules in the syntax of a program. */
import type { HclItem } from '../hcl-layout.js';
import { camelCase } from './fields.js';
import type { RuleGroup } from './model.js';

export interface Syntax {
  /** One step of indentation. */
  readonly step: string;
  readonly quote: "'" | '"';
  /** Provider 4 and below takes several answers, of which one is used. */
  readonly responses: 'response' | 'responses' | 'list';
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
    if (!('object' in item)) return [];
    const inner = indented(properties(item.object, syntax), syntax);
    if (name !== 'response' || syntax.responses === 'response') return [`${name}: {`, ...inner, '},'];
    const list = syntax.responses === 'responses' ? 'responses' : name;
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
