import type { Program } from '../../../reader.js';
import { readTerraform } from '../../../terraform/index.js';
import type { Usage } from '../../../usage.js';
import { blank } from '../../parse/template.js';
import type { NodeOf } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { rangeOf } from '../../syntax/positions.js';

/** Configuration of an infrastructure tool that a program writes out: blocks of HCL inside its texts. */

const BLOCK = /(?:^|\n)[^\S\n]*(?:resource|data)\s+\\?"[\w-]+\\?"\s+\\?"/;

export function mayHoldConfiguration(content: string): boolean {
  return BLOCK.test(`\n${content}`);
}

/** The usages of a template whose text is configuration. */
export function configurationUsages(
  module: Module,
  template: NodeOf<'TemplateLiteral'>,
  program: Program,
): readonly Usage[] {
  const text = configurationText(module.text, template);
  return readTerraform({ path: module.path, text, language: 'terraform' }, program).usages;
}

/** The text of a template at its place in the program. Everything but the text itself is blanked out. */
export function configurationText(source: string, template: NodeOf<'TemplateLiteral'>): string {
  const stretches = writtenIn(template);
  const [first] = stretches;
  let text = '';
  let at = 0;
  for (const { start, end } of stretches) {
    text += filler(source.slice(at, start)) + source.slice(start, end);
    at = end;
  }
  // A hole between two texts stands inside a name or a string: letters keep both whole.
  const from = first?.start ?? 0;
  return blank(text.slice(0, from)) + text.slice(from) + blank(source.slice(at));
}

/** What stands between the holes of a template. */
export function writtenIn({
  quasis,
}: NodeOf<'TemplateLiteral'>): readonly { readonly start: number; readonly end: number }[] {
  return quasis.map((quasi) => {
    const [start, end] = rangeOf(quasi);
    const { length } = quasi.value.raw;
    return end - start === length ? { start, end } : { start: start + 1, end: start + 1 + length };
  });
}

function filler(text: string): string {
  return text.replace(/[^\r\n]/g, 'x');
}
