/** The condition of a URL pattern that a program puts together, where all that stands in it is known. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { TextValue } from '../../src/value/index.js';

/**
 * What is put into the pattern stands once in its condition, between texts that are the same for all patterns. Null
 * where that is not so.
 */
export function openExpression(
  script: Script,
  pattern: Node,
  urls: readonly TextValue[],
  expressions: readonly string[],
): string | null {
  const holes = holesOf(pattern);
  if (holes.length === 0) return null;
  const [start, end] = pattern.range;
  const all = urls.map((url, index) => {
    const within = url.pieces.flatMap((piece) =>
      piece.kind === 'text' && (piece.origin === null || piece.origin.start < start || piece.origin.end > end)
        ? [piece.text]
        : [],
    );
    return within.length === holes.length ? textsBetween(expressions[index] ?? '', within) : null;
  });
  const [first] = all;
  const isSame = first && all.every((texts) => JSON.stringify(texts) === JSON.stringify(first));
  if (!isSame) return null;
  const escaped = first.map((text) => text.replace(/[`\\]|\$(?=\{)/g, '\\$&'));
  const sources = holes.map(({ range }) => script.text.slice(...range));
  return `\`${escaped.map((text, index) => text + (index < sources.length ? `\${${sources[index]}}` : '')).join('')}\``;
}

/** What is put into a text. */
function holesOf(node: Node): readonly Node[] {
  const inner = unwrap(node);
  if (inner.type === 'TemplateLiteral') return inner.expressions.flatMap(holesOf);
  if (inner.type === 'BinaryExpression' && inner.operator === '+')
    return [...holesOf(inner.left), ...holesOf(inner.right)];
  return inner.type === 'Literal' ? [] : [inner];
}

/** What stands around some texts that each occur once, one behind the other. */
function textsBetween(text: string, within: readonly string[]): readonly string[] | null {
  const found: string[] = [];
  let from = 0;
  for (const one of within) {
    const at = text.indexOf(one, from);
    if (one === '' || at < 0 || text.indexOf(one) !== text.lastIndexOf(one)) return null;
    found.push(text.slice(from, at));
    from = at + one.length;
  }
  return [...found, text.slice(from)];
}
