import type { Program } from '../../reader.js';
import { readTerraform } from '../../terraform/index.js';
import type { Usage } from '../../usage.js';
import { blank } from '../parse/template.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { rangeOf } from '../syntax/positions.js';

/** Configuration of an infrastructure tool that a program writes out: blocks of HCL inside its texts. */

const BLOCK = /(?:^|\n)[^\S\n]*(?:resource|data)\s+\\?"[\w-]+\\?"\s+\\?"/;

export function mayHoldConfiguration(content: string): boolean {
  return BLOCK.test(`\n${content}`);
}

/** The usages of a template whose text is configuration. Everything but the text itself is blanked out. */
export function configurationUsages(
  module: Module,
  template: Node & { type: 'TemplateLiteral' },
  program: Program,
): readonly Usage[] {
  let text = '';
  let at = 0;
  let first = Number.POSITIVE_INFINITY;
  const keep = (start: number, end: number): void => {
    text += filler(module.text.slice(at, start)) + module.text.slice(start, end);
    at = end;
  };
  for (const quasi of template.quasis) {
    let [start, end] = rangeOf(quasi);
    if (end - start !== quasi.value.raw.length) {
      start += 1;
      end = start + quasi.value.raw.length;
    }
    first = Math.min(first, start);
    keep(start, end);
  }
  // A hole between two texts stands inside a name or a string: letters keep both whole.
  const whole = blank(text.slice(0, first)) + text.slice(first) + blank(module.text.slice(at));
  return readTerraform({ path: module.path, text: whole, language: 'terraform' }, program).usages;
}

function filler(text: string): string {
  return text.replace(/[^\r\n]/g, 'x');
}
