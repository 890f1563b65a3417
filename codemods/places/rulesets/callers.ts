/** Rules that stand outside of the module that owns the ruleset are handed to it in a variable. */

import type { FileEdit } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { attributeNamed, type HclFile, linesOf } from '../hcl.js';
import { type HclItem, indented, layout } from '../hcl-layout.js';
import type { Group } from './groups.js';
import type { ModuleCall } from './owners.js';
import { conditionOf, type MovedRule, operand, plain, Refusal, rulesToWrite } from './resources.js';
import { ruleRows } from './text.js';

/** The rules of a caller, and whether they come before those of the module. */
export interface Handed {
  readonly call: ModuleCall;
  readonly beside: readonly HclFile[];
  readonly group: Group;
  readonly first: boolean;
}

/** Throws a `Refusal` where the rules cannot be handed over. */
export function checkHanded({ call, group }: Omit<Handed, 'first'>, own: Group, variable: string): void {
  const refuse = (why: string): never => {
    throw new Refusal(
      `the module ${call.name} and ${call.file.path} have rules for the same zone, and ${why}`,
    );
  };
  const isRepeated = attributeNamed(call.block, 'count') ?? attributeNamed(call.block, 'for_each');
  if (isRepeated !== undefined) refuse('the module is called several times');
  if (group.rules.some(({ repetition, provider }) => repetition !== null || provider !== null))
    refuse('those outside are made conditionally or by another provider');
  if (own.repetition !== null && conditionOf(own.repetition) === null)
    refuse('those of the module are made several times');
  if (own.provider !== null) refuse('those of the module have a provider of their own');
  if (
    call.files.some(({ blocks }) =>
      blocks.some(({ type, labels }) => type === 'variable' && labels[0]?.text === variable),
    )
  )
    refuse(`the module has a variable ${variable} already`);
  const inner = new RegExp(`\\bmodule\\.${literally(call.name)}\\b`);
  if (
    rulesToWrite(group.rules).some((rule) =>
      rule.items(5).some((item) => inner.test(layout([item]).join('\n'))),
    )
  )
    refuse('those outside use the module');
}

/** Whether rules from outside stand before those of the module. Throws a `Refusal` where they are mixed. */
export function comeFirst(outside: Group, inside: Group): boolean {
  const isBefore = (one: MovedRule, other: MovedRule) =>
    one.effect !== other.effect && compareRanks(one.rank, other.rank) < 0;
  const mustLead = outside.rules.some((one) => inside.rules.some((other) => isBefore(one, other)));
  const mustFollow = outside.rules.some((one) => inside.rules.some((other) => isBefore(other, one)));
  if (mustLead && mustFollow)
    throw new Refusal('rules of one zone stand in a module and outside of it, and were evaluated in turns');
  return !mustFollow;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, rank] of left.entries()) {
    const other = right[index] ?? 0;
    if (rank !== other) return rank < other ? -1 : 1;
  }
  return 0;
}

/** The block that makes rules of the variable. */
export function handedBlock(group: Group, variable: string): HclItem {
  return {
    name: 'dynamic',
    labels: ['rules'],
    block: [
      { name: 'for_each', value: `var.${variable}` },
      { name: 'iterator', value: 'rule' },
      { name: 'content', block: contentOf(shapeOf(group), 'rule.value') },
    ],
  };
}

/** The condition of a ruleset that is also there when somebody hands rules over. */
export function widened({ repetition }: Group, variable: string): string | null {
  const condition = repetition === null ? null : conditionOf(repetition);
  return condition === null ? null : `${operand(plain(condition))} || length(var.${variable}) > 0 ? 1 : 0`;
}

/** Names that the rules use, each with what stands below it. */
interface Shape {
  readonly [name: string]: Shape | string;
}

function shapeOf({ rules }: Group): Shape {
  return mergedShapes(rulesToWrite(rules).map((rule) => shapeOfItems(rule.items(5))));
}

function shapeOfItems(items: readonly HclItem[]): Shape {
  return Object.fromEntries(
    items.map((item): [string, Shape | string] => [
      item.name,
      'object' in item ? shapeOfItems(item.object) : 'value' in item ? item.value : '',
    ]),
  );
}

function mergedShapes(shapes: readonly Shape[]): Shape {
  const merged: Record<string, Shape | string> = {};
  for (const shape of shapes) {
    for (const [name, below] of Object.entries(shape)) {
      const known = merged[name];
      merged[name] =
        typeof below === 'object' && typeof known === 'object' ? mergedShapes([known, below]) : below;
    }
  }
  return merged;
}

function contentOf(shape: Shape, value: string): readonly HclItem[] {
  return Object.entries(shape)
    .map(
      ([name, below]): HclItem =>
        typeof below === 'string'
          ? { name, value: `${value}.${name}` }
          : {
              name: 'dynamic',
              labels: [name],
              block: [
                { name: 'for_each', value: `${value}.${name}[*]` },
                { name: 'content', block: contentOf(below, `${name}.value`) },
              ],
            },
    )
    .sort((left, right) => Number(!('value' in left)) - Number(!('value' in right)));
}

const NEEDED = new Set(['expression', 'action']);

function typeLines(shape: Shape): readonly string[] {
  return layout(
    Object.entries(shape).map(([name, below]) => {
      const type =
        typeof below === 'string'
          ? scalarType(below)
          : `object({\n${indented(typeLines(below)).join('\n')}\n})`;
      return { name, value: NEEDED.has(name) ? type : `optional(${type})` };
    }),
  );
}

function scalarType(written: string): string {
  if (written.startsWith('[')) return 'list(string)';
  if (/^(?:true|false|!.*)$/.test(written)) return 'bool';
  return /^\d+$/.test(written) ? 'number' : 'string';
}

function variableLines(group: Group, variable: string, isFirst: boolean): readonly string[] {
  const what = `Rules of the zone that are evaluated ${isFirst ? 'before' : 'behind'} those of this module.`;
  return [
    `variable "${variable}" {`,
    ...indented([
      `description = "${what}"`,
      'type = list(object({',
      ...indented(typeLines(shapeOf(group)).flatMap((line) => line.split('\n'))),
      '}))',
      'default = []',
    ]),
    '}',
  ];
}

/** The variable at the end of the file of variables, and its value in the call. */
export function handingEdits(
  handed: readonly Handed[],
  outside: Group,
  variable: string,
  fallback: HclFile,
): readonly FileEdit[] {
  const [{ call, first } = { call: null, first: true }] = handed;
  const file = call?.files.find(({ path }) => /(?:^|\/)variables\.(?:tf|tofu)$/.test(path)) ?? fallback;
  const end = file.text.length;
  const gap = file.text.endsWith('\n') ? '\n' : '\n\n';
  const declared = `${gap}${variableLines(outside, variable, first).join('\n')}\n`;
  return [
    { file: file.path, start: end, end, text: declared },
    ...handed.map((one) => valueEdit(one.call, one.group, variable)),
  ];
}

function valueEdit({ file, block, name }: ModuleCall, group: Group, variable: string): FileEdit {
  const close = file.text.lastIndexOf('\n', block.origin.end - 1) + 1;
  if (linesOf(file, block) === null || file.text.slice(close, block.origin.end).trim() !== '}')
    throw new Refusal(`the call of the module ${name} shares a line with something else`);
  const rows = ['', `${variable} = [`, ...indented(ruleRows(group.rules, null)), ']'];
  return {
    file: file.path,
    start: close,
    end: close,
    text: indented(rows)
      .map((row) => `${row}\n`)
      .join(''),
  };
}
