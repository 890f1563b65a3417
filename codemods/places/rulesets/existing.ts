/** A ruleset that a zone has already in the same module: the rules go into it, for a zone has one of each phase. */
import type { FileEdit } from '../../../src/migrate/index.js';
import type { Block } from '../../../src/read/terraform/index.js';
import {
  addressOf,
  attributeNamed,
  attributeText,
  commentsAbove,
  type HclFile,
  isResource,
  linesOf,
  writtenValue,
} from '../hcl.js';
import { indented } from '../hcl-layout.js';
import { type Group, repetitionText } from './groups.js';
import { type ProviderMajor, plain, Refusal, type Resource, repetitionOf, zoneOf } from './resources.js';
import { ruleBlocks, ruleList, ruleRows } from './text.js';

export function rulesetOf(zone: string, phase: string, files: readonly HclFile[]): Resource | null {
  for (const file of files) {
    for (const block of file.blocks) {
      if (!isResource(block, 'cloudflare_ruleset')) continue;
      const isSame =
        attributeText(file, block, 'phase') === `"${phase}"` &&
        plain(zoneOf({ file, block }) ?? '') === plain(zone);
      if (isSame) return { file, block, address: addressOf(block) };
    }
  }
  return null;
}

/** Rules in front of those that the ruleset has. Throws a `Refusal`. */
export function intoRuleset(existing: Resource, group: Group, major: ProviderMajor): readonly FileEdit[] {
  const own = repetitionText(repetitionOf(existing));
  if (own !== '' && plain(own) !== plain(repetitionText(group.repetition)))
    throw conflict(existing, 'is not made for the same items');
  const other = group.rules.flatMap(({ meta }) => meta.dependsOn)[0];
  if (other !== undefined) throw conflict(existing, `does not wait for ${other}`);
  const inner = own === '' ? { ...group, repetition: null } : group;
  const { file, block } = existing;
  const list = attributeNamed(block, 'rules');
  if (list !== undefined) return [intoList(existing, writtenValue(file, list), inner)];
  const [first] = block.body.blocks.filter(isRuleBlock);
  return [
    first === undefined ? intoBody(existing, inner, major) : beforeBlock(existing, first, inner, major),
  ];
}

function conflict({ file, address }: Resource, why: string): Refusal {
  return new Refusal(`the zone has rules of this phase already, in ${address} (${file.path}), which ${why}`);
}

function isRuleBlock({ type, labels }: Block): boolean {
  return type === 'rules' || (type === 'dynamic' && labels[0]?.text === 'rules');
}

function beforeBlock(existing: Resource, first: Block, group: Group, major: ProviderMajor): FileEdit {
  const { file } = existing;
  const lines = linesOf(file, first);
  if (lines === null) throw conflict(existing, 'has its first rule on a line with something else');
  const { start } = commentsAbove(file, lines.start);
  const rows = ruleBlocks(group, major).flatMap((rule) => [...indented(rule), '']);
  return inserted(file, start, rows);
}

/** A ruleset without rules of its own. */
function intoBody(existing: Resource, group: Group, major: ProviderMajor): FileEdit {
  const { file, block } = existing;
  const close = file.text.lastIndexOf('\n', block.origin.end - 1) + 1;
  if (file.text.slice(close, block.origin.end).trim() !== '}')
    throw conflict(existing, 'ends on a shared line');
  const rows =
    major === 5 ? ['', ...ruleList(group)] : ruleBlocks(group, major).flatMap((rule) => ['', ...rule]);
  return inserted(file, close, indented(rows));
}

function intoList(existing: Resource, written: string, group: Group): FileEdit {
  const { file, block } = existing;
  if (!/^\[[ \t]*\r?\n/.test(written)) throw conflict(existing, 'computes its rules');
  if (group.repetition === null && group.rules.some(({ repetition }) => repetition !== null))
    throw conflict(existing, 'has a plain list of rules');
  const list = attributeNamed(block, 'rules');
  const start = file.text.indexOf('[', list?.nameOrigin.end) + 1;
  const line = file.text.indexOf('\n', start) + 1;
  return inserted(file, line, indented(indented(ruleRows(group.rules, null))));
}

function inserted(file: HclFile, at: number, rows: readonly string[]): FileEdit {
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  return {
    file: file.path,
    start: at,
    end: at,
    text: rows
      .map((row) => `${row}\n`)
      .join('')
      .replaceAll(/\r?\n/g, eol),
  };
}
