/** What tells firewall rules and rate limits apart where calls about them become calls of small functions, in any language. */
import type { Mapping } from '../../src/convert/index.js';
import type { Difference } from '../../src/migrate/index.js';

export interface RuleKind {
  readonly phase: string;
  /** `WAF custom rule` */
  readonly noun: string;
  /** `firewall rule` */
  readonly oldNoun: string;
  /** What names of functions are made of: `custom rule`. */
  readonly name: string;
  /** What follows the zone in paths; the first is the one of the rules. */
  readonly collections: readonly string[];
  /** A change is sent with all fields, and one rule at a time is created. */
  readonly isWhole: boolean;
  /** What a list differs in. */
  readonly listed: readonly Difference[];
  readonly mapping: Mapping;
  /** What objects of the other collections correspond to. */
  readonly part: Mapping | null;
}

export const snake = (words: string): string => words.replaceAll(' ', '_');
export const camel = (words: string): string =>
  words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** What new functions are called. */
export type FunctionNames = ReturnType<typeof functionNames>;

export function functionNames({ name, oldNoun, isWhole }: RuleKind, spell: (words: string) => string) {
  return {
    rules: spell(`${name}s`),
    rule: spell(name),
    ruleset: spell(`${name}set`),
    list: spell(`list ${name}s`),
    answer: spell(`get ${name}set`),
    rulesAnswer: spell(`${name}s answer`),
    add: spell(`add ${name}`),
    addFirst: spell(`add ${name} first`),
    update: spell(`${isWhole ? 'replace' : 'update'} ${name}`),
    replace: spell(`replace ${name}`),
    remove: spell(`delete ${name}`),
    toOld: spell(`to ${oldNoun}`),
    toNew: spell(name.replace(/\w+$/, 'action')),
    toPart: spell('to filter'),
    toCustom: spell(`to ${name}`),
    oldRules: spell(`${oldNoun}s`),
    listOld: spell(`read ${oldNoun}s`),
    readOld: spell(`read ${oldNoun}`),
    addOld: spell(`add ${oldNoun}s`),
    addOneOld: spell(`add ${oldNoun}`),
    addFirstOld: spell(`add ${oldNoun} first`),
    changeOld: spell(`change ${oldNoun}`),
    changeAllOld: spell(`change ${oldNoun}s`),
    removeOld: spell(`remove ${oldNoun}`),
  };
}
