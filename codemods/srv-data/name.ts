/** The whole name of a service record, written from its parts. */

import type { Script } from '../../src/analysis/edits/index.js';
import { isPure } from '../../src/analysis/edits/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';

/** A part of a text: characters, or an expression that gives some. */
export type Part = { readonly text: string } | { readonly code: string };

/** What an expression gives, as parts of a text; null where that cannot be put into a template. */
export function partsOf(script: Script, node: Node): readonly Part[] | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value }] : null;
    case 'Identifier':
      return node.name === 'undefined' ? null : [{ code: node.name }];
    case 'MemberExpression':
      return isPure(node) ? [{ code: script.text.slice(...node.range) }] : null;
    case 'TemplateLiteral': {
      if (!isPure(node)) return null;
      return node.quasis.flatMap(({ value }, index): Part[] => {
        const hole = node.expressions[index];
        const text: Part = { text: value.cooked ?? '' };
        return hole === undefined ? [text] : [text, { code: script.text.slice(...hole.range) }];
      });
    }
    case 'BinaryExpression': {
      const [left, right] = [partsOf(script, node.left), partsOf(script, node.right)];
      if (node.operator !== '+' || left === null || right === null) return null;
      // Without a text among them it may be a sum.
      const isText =
        [...left, ...right].some((part) => 'text' in part) || node.left.type === 'TemplateLiteral';
      return isText ? [...left, ...right] : null;
    }
    default:
      return null;
  }
}

/** The text of parts that have no expression among them. */
export function textOf(parts: readonly Part[]): string | null {
  return parts.every((part) => 'text' in part)
    ? parts.map((part) => ('text' in part ? part.text : '')).join('')
    : null;
}

/** Labels with dots between them, as source. */
export function composed(labels: readonly (readonly Part[])[], quote: "'" | '"'): string {
  const parts = labels.flatMap((label, index): readonly Part[] =>
    index === 0 ? label : [{ text: '.' }, ...label],
  );
  const text = textOf(parts);
  if (text !== null) return `${quote}${escaped(text, quote)}${quote}`;
  return `\`${parts.map((part) => ('text' in part ? escaped(part.text, '`') : `\${${part.code}}`)).join('')}\``;
}

function escaped(text: string, quote: string): string {
  const plain = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote === '`' ? plain.replaceAll('${', '\\${') : plain;
}
