/** What conditions ask about: operands with one spelling of members, without the names that a program gives them. */

import { literally } from '../../value/index.js';
import { NEGATED } from './new-words.js';

/** Texts stand as `"0"` in code; these are their contents. */
export type Texts = readonly string[];

/** Paths of fields by the names of the variables that hold them. */
export type Aliases = ReadonlyMap<string, string>;

/** `before = limit["threshold"]`, `const { id, rules: all = [] } = answer`, `({ description = '' }) =>` */
const HOLDS =
  /(?<![\w.$])([A-Za-z_$][\w$]{0,60})(?: ?, ?([A-Za-z_$][\w$]{0,60}))?\s?=\s?(?![=>])([A-Za-z_$][\w$.[\]"?]{1,120}|[A-Za-z_$][\w$.[\]"?]{0,60}\.get\("\d{1,4}"(?:, ?[\w"[\]{}]{0,20})?\))(?: ?, ?([A-Za-z_$][\w$.[\]"?]{1,120}))?\s{0,3}(?=[;\n)]|$)/g;
const TAKEN_APART =
  /(?:\b(?:const|let|var) \{([^{}()]{1,300})\}\s?=(?!>)|[(,] ?\{([^{}()]{1,300})\}(?: = \{\})?\)\s?(?:=>|\{))/g;
const PART = /^(?:([\w$]{1,60})\s{0,3}:\s{0,3})?([\w$]{1,60})(?:\s{0,3}=[\s\S]{0,60})?$/;
/** Fields of rules, old and new. */
const OF_RULES =
  /\.(?:enabled|paused|disabled|description|expression|action|mode|threshold|period|timeout|requestsperperiod|mitigationtimeout|ratelimit|filter)$/;

/** Names that hold a field, and are given nothing else. */
export function aliasesIn(code: string, texts: Texts): Aliases {
  const found = new Map<string, string>();
  const add = (name: string, path: string) => {
    if (name !== '' && OF_RULES.test(path)) found.set(name, path);
  };
  for (const [, declared, given = ''] of code.matchAll(TAKEN_APART))
    for (const part of (declared ?? given).split(',')) {
      const [, key, name = ''] = PART.exec(part.trim()) ?? [];
      add(name, `.${(key ?? name).replaceAll('_', '').toLowerCase()}`);
    }
  for (const [, first = '', second = '', one = '', other = ''] of code.matchAll(HOLDS)) {
    if ((second === '') !== (other === '')) continue;
    for (const [name, value] of [
      [first, one],
      [second, other],
    ] as const)
      if (value !== '' && isGivenOnce(name, code)) add(name, named(value, texts, found));
  }
  return found;
}

function isGivenOnce(name: string, code: string): boolean {
  let times = 0;
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1)) {
    if (/[\w$.]/.test(code[at - 1] ?? ' ')) continue;
    if (/^\s?(?:, ?[\w$]{1,60} ?)?=(?![=>])/.test(code.slice(at + name.length, at + name.length + 70)))
      times++;
  }
  return times === 1;
}

/** A field that was taken out of its rule is asked for as one of it. */
const FIELD = /^(?:enabled|paused|disabled|description|expression)$/;

export function fieldNamed(operand: string, texts: Texts, aliases: Aliases): string {
  const name = named(operand.replace(/^\s{0,4}(?:bool|Boolean|!!)\(?/, ''), texts, aliases);
  return FIELD.test(name) ? `.${name}` : name;
}

/** An operand without the variable that it begins with, and with one spelling of members. */
export function named(operand: string, texts: Texts, aliases: Aliases): string {
  const text = operand
    .trim()
    .replace(/\s{0,3}([[\]])\s{0,3}/g, '$1')
    .replace(/"(\d+)"/g, (_, index: string) => JSON.stringify(texts[Number(index)] ?? ''))
    .replaceAll('?.', '.')
    .replace(/\((\w[\w.]*)\s*(?:\|\||\?\?)\s*""\)/g, '$1')
    .replace(/\.get\("([\w-]+)"(?:,[^)]{0,200})?\)/g, '.$1')
    .replace(/\["([\w-]+)"\]/g, '.$1')
    .replace(/^\$\{?(\w+)\}?$/, '$1')
    .trim();
  const ends = text.endsWith(')') && operand.includes('(');
  const whole = text.replace(/\){1,9}$/, '') + (ends ? ')' : '');
  // A field that a script takes out of an answer.
  const taken = /^"\$\((\.[\w.]+)\)"$/.exec(whole)?.[1];
  if (taken !== undefined) return taken.toLowerCase();
  if (/^"/.test(whole)) return whole.replace(/^"\$\{?(\w+)\}?"$/, '$1');
  const first = /^[\w$]+/.exec(whole)?.[0] ?? '';
  const held = aliases.get(first);
  const rest = whole.slice(first.length);
  if (held !== undefined && /^(?:$|[.[])/.test(rest))
    return `${held}${rest.replaceAll('_', '').toLowerCase()}`;
  const bare = whole
    .replace(/^[\w$]+(?=[.[])/, '')
    .replace(/^\.(?:result|data)(?=\.)/, '')
    .replaceAll('_', '');
  return bare.startsWith('.') || bare.startsWith('[') ? bare.toLowerCase() : bare;
}

const OPPOSITE_FLAG = new RegExp(NEGATED.map(literally).join('|'), 'i');

/** The name of a flag that says the opposite of `enabled`. */
export function isOpposite(name: string): boolean {
  return OPPOSITE_FLAG.test(name);
}

export function straight(name: string): string {
  return name.replace(OPPOSITE_FLAG, 'enabled');
}
