/** Fields of rules that are read beside each other, or under a name: none of them may change places with another. */

import type { Loss } from './model.js';

/** Old and new names of the fields, by the new one. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  threshold: 'requests_per_period',
  timeout: 'mitigation_timeout',
  mode: 'action',
};
const READ =
  /(?:(?<key>[A-Za-z_]\w{0,40}["']?)\s{0,3}:\s{0,3}[A-Za-z_]\w{0,40}(?:\.\w{1,30}|\[["']\w{1,30}["']\]){0,2})?(?:\.|\[["']|\bget\(["'])(?<field>threshold|requests_per_period|period|timeout|mitigation_timeout|mode|action(?!["'\]]{0,2}[.[?])|description|expression)\b/g;
const OPENING = /[[({`]/;
const CLOSING = /[\])}`]/;
/** Up to the next bracket that holds what is read. */
const WIDEST = 600;

interface Group {
  readonly order: string;
  readonly fields: string;
  /** By the names under which they are read; empty where they have none. */
  readonly keys: ReadonlyMap<string, string>;
}

export function movedFields(before: string, after: string): readonly Loss[] {
  const [old, now] = [groupsIn(before), groupsIn(after)];
  const losses: Loss[] = [];
  for (const group of old) {
    const same = now.filter(({ fields, keys }) => fields === group.fields && keys.size === 0);
    if (group.keys.size === 0 && same.length > 0 && same.every(({ order }) => order !== group.order))
      losses.push({ what: `${group.order.replaceAll(' ', ', ')} are read in another order`, isSure: true });
    for (const [key, field] of group.keys)
      for (const { keys } of now) {
        const other = keys.get(key);
        if (other !== undefined && other !== field && [...keys.keys()].every((one) => group.keys.has(one)))
          losses.push({ isSure: true, what: `${key} was read of ${field}, and is read of ${other}` });
      }
  }
  return losses;
}

/** What is read within one pair of brackets. */
function groupsIn(text: string): readonly Group[] {
  const reads = [...text.matchAll(READ)].map(({ groups = {}, index }) => {
    const field = groups.field ?? '';
    return {
      at: opensAt(text, index),
      key: (groups.key ?? '').replace(/["']/g, ''),
      field: NEW_NAMES[field] ?? field,
    };
  });
  const byPlace = new Map<number, typeof reads>();
  for (const one of reads) if (one.at !== null) byPlace.set(one.at, [...(byPlace.get(one.at) ?? []), one]);
  return [...byPlace.values()].flatMap((group) => {
    const names = group.map(({ field }) => field);
    if (new Set(names).size < 2) return [];
    const keys = new Map(group.flatMap(({ key, field }) => (key === '' ? [] : [[key, field] as const])));
    return [{ order: names.join(' '), fields: [...names].sort().join(' '), keys }];
  });
}

/** The list, call, object or template that a place is directly in; members and holes of templates are none. */
function opensAt(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - WIDEST); at--) {
    const sign = text[at] ?? '';
    if (CLOSING.test(sign) && sign !== '`') depth++;
    else if (OPENING.test(sign)) {
      if (sign === '`') return depth <= 0 ? at : null;
      if (depth > 0) depth--;
      else if (
        !(sign === '{' && (text[at - 1] === '$' || isFormatted(text, at))) &&
        !/[\w)]\[$/.test(text.slice(at - 1, at + 1))
      )
        if (
          !(
            sign === '(' &&
            /(?:quote|str|len|String|Number|int|get)$/.test(text.slice(Math.max(0, at - 8), at))
          )
        )
          return at;
    }
  }
  return null;
}

/** A hole of a text of Python. */
function isFormatted(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return /\bf["'][^"']*$/.test(line.replace(/\{[^{}]*\}/g, ''));
}
