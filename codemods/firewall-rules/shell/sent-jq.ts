/** A firewall rule that a program of jq puts together for a request of a script, as a custom rule. */

import type { Edit } from '../../../src/analysis/index.js';
import { type NewFields, NO_FILTER, sentField, UNKNOWN_ACTION } from '../../../src/convert/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { constantIn } from '../../languages/elements.js';
import { objectOf, programOf } from '../../shell/index.js';
import { withNewFields } from '../renamed-fields.js';
import type { Folded, SentRule, Writing } from './rules.js';

/** `"$(jq -n … '[{…}]')"`, or the command alone. */
export function jqProgram(tree: SyntaxTree, body: SyntaxNode): SyntaxNode | null {
  if (body.type === 'command') return programOfNew(tree, body);
  const whole =
    body.type === 'string' && body.children.filter(({ isNamed }) => isNamed).length === 1
      ? body.children.find(({ isNamed }) => isNamed)
      : body;
  if (whole?.type !== 'command_substitution' || body.end - whole.end > 1) return null;
  const [command, ...others] = whole.children.filter(({ isNamed }) => isNamed);
  return command?.type === 'command' && others.length === 0 ? programOfNew(tree, command) : null;
}

/** The program of a command of jq that reads nothing. */
function programOfNew(tree: SyntaxTree, command: SyntaxNode): SyntaxNode | null {
  if (!/\s(?:-[a-zA-Z]*n[a-zA-Z]*|--null-input)\b/.test(textOf(tree, command))) return null;
  const program = programOf(tree, command);
  return program?.type === 'raw_string' ? program : null;
}

export function fromJq(
  tree: SyntaxTree,
  body: SyntaxNode,
  program: SyntaxNode,
  { folded, kind, mapping }: Writing,
): SentRule | string {
  const written = tree.text.slice(program.start + 1, program.end - 1).trim();
  const inner = folded === null ? written : (/^\[([\s\S]*)\]$/.exec(written)?.[1]?.trim() ?? null);
  const fields = inner === null ? null : objectOf(inner);
  if (fields === null) return 'what it sends is not one rule that is written out';
  const isSpaced = /\{\s/.test(inner ?? '');
  const after = /:\s/.test(inner ?? '') || !/:/.test(inner ?? '') ? ' ' : '';
  const texts: string[] = [];
  let option: Edit | null = null;
  let order: SentRule['kind'] = 'plain';
  let hasFilter = false;
  for (const { key, value, isShort } of fields) {
    const sent = sentField(mapping, key, constantIn(value), kind);
    if (key === mapping.identity) {
      // The path says it as well.
      option = folded === null ? handedBy(tree, program, value) : null;
      if (option === null) return `its field ${key} has no counterpart`;
      continue;
    }
    if (sent.is === 'refused') return sent.why;
    if (sent.is === 'opened') {
      const filter = objectOf(value);
      const [only, ...others] = (filter ?? []).filter(
        (field) => !(field.key === 'paused' && field.value === 'false'),
      );
      const made = only?.key === 'id' ? madeBefore(tree, program, only.value, folded) : null;
      if ((only?.key !== 'expression' && made === null) || others.length > 0 || only === undefined)
        return 'the expression of its filter stands somewhere else';
      hasFilter = true;
      option = made?.option ?? null;
      texts.push(
        only.isShort && made === null
          ? '$expression'
          : `expression:${after}${made === null ? only.value : withNewFields(made.value)}`,
      );
    } else if (sent.is === 'renamed') {
      texts.push(
        `${sent.to}:${after}${value === 'true' ? 'false' : value === 'false' ? 'true' : `(${value} | not)`}`,
      );
    } else if (sent.is === 'meaning') {
      order = 'skip';
      texts.push(fieldsText(sent.fields, (name) => `${name}:${after}`, `,${after}`));
    } else if (sent.is === 'computed') {
      // A change would keep the parameters of the action before.
      if (folded === null) return UNKNOWN_ACTION;
      order = 'any';
      texts.push(`${key}:${after}${value}`);
    } else if (sent.is === 'kept') texts.push(isShort ? value : `${key}:${after}${value}`);
  }
  if (folded !== null && !hasFilter) return NO_FILTER;
  const joined = `{${isSpaced ? ' ' : ''}${texts.join(`,${after === '' ? '' : ' '}`)}${isSpaced ? ' ' : ''}}`;
  const before = tree.text.slice(body.start, program.start + 1);
  if (folded === null && /\bnull\b/.test(before)) return 'a field that it changes may be null';
  const opening =
    option === null
      ? before
      : before.slice(0, option.start - body.start) + option.text + before.slice(option.end - body.start);
  const edited = `${opening}${joined}${tree.text.slice(program.end - 1, body.end)}`;
  const text = body.type === 'command' ? `"$(${edited})"` : edited;
  const has = (name: string) => fields.some(({ key }) => key === name);
  return {
    text,
    edits: [],
    kind: order,
    hasAction: has('action'),
    hasPriority: has('priority'),
    kept: [],
    variable: null,
  };
}

/** The option that hands over a value that is needed no longer. */
function handedBy(tree: SyntaxTree, program: SyntaxNode, value: string): Edit | null {
  const own = jqArgs(tree, program).find(({ name }) => `$${name}` === value);
  const isUsedOnce = textOf(tree, program).split(value).length === 2;
  return own === undefined || !isUsedOnce
    ? null
    : { start: own.start, end: tree.text.startsWith(' ', own.end) ? own.end + 1 : own.end, text: '' };
}

interface MadeBefore {
  readonly value: string;
  /** The option that hands the expression over, in place of the one that handed the id. */
  readonly option: Edit;
}

/** `--arg id "$filter_id" '[{filter: {id: $id}, …}]'` */
function madeBefore(
  tree: SyntaxTree,
  program: SyntaxNode,
  value: string,
  folded: Folded | null,
): MadeBefore | null {
  const args = jqArgs(tree, program);
  const own = args.find(({ name }) => `$${name}` === value);
  const use = own?.given.type === 'string' ? own.given.children.find(({ isNamed }) => isNamed) : own?.given;
  const made = use === undefined ? null : (folded?.(use) ?? null);
  if (own === undefined || made === null || !('options' in made)) return null;
  const isTaken = args.some((arg) => arg !== own && made.options.some(({ name }) => name === arg.name));
  const text = made.options.map(({ start, end }) => tree.text.slice(start, end)).join(' ');
  return isTaken ? null : { value: made.value, option: { start: own.start, end: own.end, text } };
}

/** `--arg id "$filter_id"` */
export interface JqArg {
  readonly name: string;
  readonly given: SyntaxNode;
  readonly start: number;
  readonly end: number;
}

export function jqArgs(tree: SyntaxTree, { parent }: SyntaxNode): readonly JqArg[] {
  const args = (parent?.children ?? []).filter(({ isNamed }) => isNamed);
  return args.flatMap((arg, index) => {
    const [name, given] = args.slice(index + 1, index + 3);
    return /^--arg(?:json)?$/.test(textOf(tree, arg)) && name !== undefined && given !== undefined
      ? [{ name: textOf(tree, name), given, start: arg.start, end: given.end }]
      : [];
  });
}

/** `"action":"skip"` */
export function fieldsText(fields: NewFields, named: (name: string) => string, comma: string): string {
  return Object.entries(fields)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? `"${value}"` : `{${fieldsText(value, named, comma)}}`;
      return named(key) + text;
    })
    .join(comma);
}
