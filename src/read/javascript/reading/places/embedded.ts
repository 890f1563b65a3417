import { type Hole, hole, type Piece, slicePiece, type Value } from '../../../../value/index.js';
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
  const { usages } = readTerraform({ path: module.path, text, language: 'terraform' }, program);
  const holes = template.expressions.map((node, index): Hole => {
    const [start, end] = rangeOf(node);
    const around = writtenIn(template);
    const origin = {
      file: module.path,
      start: around[index]?.end ?? start,
      end: around[index + 1]?.start ?? end,
    };
    return hole(origin, module.text.slice(start, end));
  });
  return usages.map((usage) =>
    usage.kind === 'resource'
      ? { ...usage, attributes: filled(usage.attributes, holes, module.text) }
      : usage,
  );
}

/** A value of the configuration with the program's own expressions where they are put in. */
function filled(value: Value, holes: readonly Hole[], source: string): Value {
  switch (value.kind) {
    case 'text':
      return { ...value, pieces: value.pieces.flatMap((piece) => filledPiece(piece, holes, source)) };
    case 'object':
      return {
        ...value,
        properties: value.properties.map((one) => ({ ...one, value: filled(one.value, holes, source) })),
      };
    case 'array':
      return { ...value, items: value.items.map((one) => filled(one, holes, source)) };
    case 'choice':
      return { ...value, of: value.of.map((one) => filled(one, holes, source)) };
    default:
      return value;
  }
}

function filledPiece(piece: Piece, holes: readonly Hole[], source: string): readonly Piece[] {
  const { origin } = piece;
  if (origin === null) return [piece];
  const inside = holes.filter(
    (one) => one.origin !== null && one.origin.start < origin.end && one.origin.end > origin.start,
  );
  if (inside.length === 0) return [piece];
  if (piece.kind === 'hole') {
    const [only] = inside;
    const isWhole = only?.origin?.start === origin.start && only.origin.end === origin.end;
    return [isWhole ? only : { ...piece, name: source.slice(origin.start, origin.end) }];
  }
  if (piece.offsets !== undefined) return inside;
  const parts: Piece[] = [];
  let at = origin.start;
  for (const one of inside) {
    const { start, end } = one.origin ?? origin;
    parts.push(slicePiece(piece, at - origin.start, start - origin.start), one);
    at = end;
  }
  parts.push(slicePiece(piece, at - origin.start, origin.end - origin.start));
  return parts.filter((one) => one.kind === 'hole' || one.text !== '');
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
