/** Fields that code gives to a rule that it read, before the rule is sent again: no reader follows such a rule. */
import type { Json, JsonObject } from '../../edge/index.js';
import { differencesOf, type FieldDifference } from './compare-values.js';
import { isOpposite, straight } from './condition-names.js';
import { codeName, type Marks, negated } from './marks.js';
import type { TreeUsages } from './sent.js';

/** Values by field, in the words of the new API. */
export type Assigned = ReadonlyMap<string, ReadonlySet<Json>>;

const FIELDS =
  'enabled|paused|disabled|expression|action|description|threshold|requests_per_period|mitigation_timeout';
/** `rule.enabled = x`, `rule["enabled"] = x`, `limit["threshold"] *= x`. */
const SET = new RegExp(
  `(?<target>[\\w$.]{1,40}(?:\\[["']\\w{1,40}["']\\]){0,2})(?:\\.|\\[["'])(?<field>${FIELDS})(?:["']\\])? ?(?<operator>[*/+-]?)=(?![=>])(?<value>[^;\\n|]{1,120})`,
  'g',
);
/** `{ ...rule, enabled: x }`, `{**rule, "enabled": x}`, `Object.assign(rule, { enabled: x })`. */
const SPREAD = /(?:\.\.\.|\*\*|Object\.assign\()[\w.]{1,40},\s{0,20}\{?(?<fields>[^{}]{1,300})\}/g;
/** `body.update(enabled=x)`, `change(rule, enabled=x)`. */
const NAMED = new RegExp(
  `(?<=[(,]\\s{0,20})(?<field>${FIELDS})=(?!=)(?<value>(?:[^,()\\n]|\\([^()\\n]{0,80}\\)){1,120})`,
  'g',
);
const PAIR = new RegExp(
  `(?:^|,)\\s*["']?(?<field>${FIELDS})["']?(?:\\s*:\\s*(?<value>(?:[^,()\\n]|\\([^()\\n]{0,80}\\)){1,120}))?(?=,|\\s*$)`,
  'g',
);
/** In programs of jq. */
const IN_JQ = new RegExp(
  `\\.(?<field>${FIELDS})\\s*=\\s*(?<value>true|false|\\(?\\$\\w+(?:\\s*\\|\\s*not\\))?)`,
  'g',
);

const OBJECT = /\{([^{}]{20,600})\}/g;
const WRITTEN = /(?:^|,)\s*["']?(\w{1,30})["']?\s*:\s*((?:[^,()\n]|\([^()\n]{0,80}\)){1,120})(?=,|\s*$)/g;

/** Objects with an action and an expression whose values are code. */
export function rulesWritten({ texts }: TreeUsages, marks: Marks): readonly JsonObject[] {
  return texts.flatMap(({ text }) =>
    [...text.matchAll(OBJECT)].flatMap(([, body = '']) => {
      const pairs = [...body.matchAll(WRITTEN)].map(([, key = '', value = '']): [string, Json] => {
        const code = codeName(value.trim());
        return [key, code === 'true' || code === 'True' ? true : marks.of(code)];
      });
      const rule = Object.fromEntries(pairs);
      return rule.action === undefined || rule.expression === undefined ? [] : [rule];
    }),
  );
}

/** New rules have no old fields: one that is set there is another field. */
export function valuesSet({ texts }: TreeUsages, marks: Marks, isOld: boolean): Assigned {
  const found = new Map<string, Set<Json>>();
  const add = (field: string, value: string) => {
    const [name, json] = inNewWords(field, value.trim().replace(/,$/, ''), marks);
    found.set(name, new Set([...(found.get(name) ?? []), json]));
  };
  for (const { path, text } of texts) {
    const isPython = path.endsWith('.py');
    for (const { groups } of text.matchAll(SET))
      if (isOld || !OLD_FIELD.test(groups?.field ?? '')) add(groups?.field ?? '', written(groups ?? {}));
    for (const { groups } of text.matchAll(SPREAD))
      for (const one of (groups?.fields ?? '').matchAll(PAIR))
        add(one.groups?.field ?? '', one.groups?.value ?? one.groups?.field ?? '');
    for (const { groups } of isPython ? text.matchAll(NAMED) : [])
      add(groups?.field ?? '', groups?.value ?? '');
    for (const { groups } of /\bjq\b/.test(text) ? text.matchAll(IN_JQ) : [])
      add(groups?.field ?? '', groups?.value ?? '');
  }
  return found;
}

/** What is made of the field itself is the same in both: `· * factor`. */
function written({
  target = '',
  field = '',
  operator = '',
  value = '',
}: Readonly<Record<string, string>>): string {
  if (operator !== '') return `· ${operator} ${value.trim()}`;
  const own = value.trim();
  const ends = [`${target}.${field}`, `${target}["${field}"]`, `${target}['${field}']`];
  const self = ends.find((one) => own.startsWith(one));
  return self === undefined ? own : `·${own.slice(self.length)}`;
}

const OLD_FIELD = /^(?:paused|disabled|threshold)$/;
const NEW_NAMES: Readonly<Record<string, string>> = {
  paused: 'enabled',
  disabled: 'enabled',
  threshold: 'requests_per_period',
};

function inNewWords(field: string, value: string, marks: Marks): readonly [string, Json] {
  const name = NEW_NAMES[field] ?? field;
  const word = value.toLowerCase();
  const isTurned = name === 'enabled' && field !== 'enabled';
  if (word === 'true' || word === 'false') return [name, (word === 'true') !== isTurned];
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(value)?.[2];
  if (quoted !== undefined && name !== 'enabled') return [name, quoted];
  const code = codeName(value);
  const said = isTurned ? negated(code) : code;
  return [name, marks.of(name === 'enabled' ? straightFlag(said) : said)];
}

/** `!paused` says `enabled`, whatever the flag is called. */
export function straightFlag(name: string): string {
  const [, not = '', flag = ''] = /^(!?)([\w.$]+)$/.exec(name) ?? [];
  return !isOpposite(flag) ? name : not === '' ? `!${straight(flag)}` : straight(flag);
}

/** Both set the same fields to the same values. */
export function isSameAssigned(before: Assigned, after: Assigned): boolean {
  const text = (one: Assigned) =>
    JSON.stringify(
      [...one]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, values]) => [key, [...values].sort()]),
    );
  return before.size > 0 && text(before) === text(after);
}

/** How far what is set is what is wanted; a field that is set to one value only is told for sure. */
export function keyed(wanted: JsonObject, set: Assigned): readonly FieldDifference[] {
  return Object.entries(wanted).flatMap(([key, value]): readonly FieldDifference[] => {
    const values = [...(set.get(key) ?? [])];
    if (values.some((one) => differencesOf(value, one, key).length === 0)) return [];
    const [only] = values;
    if (values.length !== 1) return [{ path: key, before: value, after: undefined, sure: false }];
    return [
      {
        path: key,
        before: value,
        after: only,
        sure: typeof value === 'boolean' && typeof only === 'boolean',
      },
    ];
  });
}
