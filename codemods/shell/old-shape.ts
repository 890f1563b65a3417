/** Requests of a script whose answers are read where nobody follows: functions that print them in the old form. */
import type { Mapping } from '../../src/convert/index.js';
import { type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { ANSWER_USED, LOST, lostReads, MAPPED } from '../planner/index.js';
import { type AnswerUse, NOWHERE } from './answers.js';
import { type ShellCall, type UnreadCall, zoneWord } from './calls.js';
import type { RuleFunction, ShellRules } from './functions.js';
import { isReadByCallers, isReadByJq, useOfAnswer } from './old-answers.js';
import type { OldFunction } from './old-functions.js';
import { type PlannedCall, type Replacement, replacedBy } from './plan.js';

export interface Scripts {
  /** The script, and what it sources. */
  readonly files: readonly [SyntaxTree, ...SyntaxTree[]];
  /** The same, and scripts that may source it. */
  readonly all: readonly SyntaxTree[];
  readonly kind: ShellRules;
}

const IN_OLD: Readonly<Partial<Record<RuleFunction, OldFunction>>> = {
  add: 'addOld',
  addFirst: 'addFirstOld',
  addAny: 'addAnyOld',
  update: 'updateOld',
  updateAction: 'updateOld',
  delete: 'deleteOld',
};

/** A list of rules; or why no function can print it. */
export function listedInOld(
  { files, all, kind }: Scripts,
  call: ShellCall,
  why: string,
  differences: readonly Difference[],
): PlannedCall | UnreadCall {
  const { node } = call;
  const [tree] = files;
  const shown = useOfAnswer(all, tree, node)?.readings.filter(({ isPrinted }) => isPrinted) ?? [];
  // A filter has no id of its own any more.
  const isIdShown = shown.some(({ program }) => /\bfilter\b(?!\.expression)/.test(textOf(tree, program)));
  const refused = isIdShown ? why : whyNotOld({ files, all, kind }, call, why);
  if (refused !== null) return { node, why: refused };
  const text = [kind.names.listOld, ...zoneWord(tree, call)].join(' ');
  return {
    node,
    call,
    edits: [{ start: node.start, end: node.end, text }],
    differences: [...differences, MAPPED],
    uses: { name: 'listOld', call },
  };
}

/** A write, whose answer is read as that for a ruleset where it is in sight, and has the old form elsewhere. */
export function writtenInEither(
  { files, all, kind }: Scripts,
  use: AnswerUse | null,
  written: Omit<Replacement, 'use'>,
): PlannedCall | UnreadCall {
  const [tree] = files;
  const { call, name } = written;
  const { node } = call;
  const isInSight = use !== null && !isReadByCallers(all, tree, node);
  const found = isInSight ? replacedBy(tree, kind, { ...written, use }) : { node, why: ANSWER_USED };
  const old = IN_OLD[name];
  if (!('why' in found) || old === undefined) return found;
  const refused = whyNotOld({ files, all, kind }, call, found.why);
  if (refused !== null) return { node, why: refused };
  const differences = [...written.differences, MAPPED];
  return replacedBy(tree, kind, { ...written, use: NOWHERE, name: old, differences });
}

function whyNotOld({ files, all, kind }: Scripts, call: ShellCall, why: string): string | null {
  if (call.prints !== 'answer' || !isReadByJq(all, files[0], call.node)) return why;
  // There are no pages any more.
  if (all.some(({ text }) => /\bresult_info\b|\btotal_(?:pages|count)\b/.test(text))) return why;
  return all.some(({ text }) => lostInJq(kind.mapping).test(text)) ? LOST : null;
}

function lostInJq(mapping: Mapping): RegExp {
  return lostReads(mapping, {
    key: (names) => `(?<![\\w\\])])\\.(?:${names})\\b`,
    keyBelow: (parent, names) => `\\.${parent}\\??\\.(?:${names})\\b`,
    compared: (name, values) => `\\.${name} *[!=]= *\\\\?"(?:${values})`,
  });
}
