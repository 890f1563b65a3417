/** The text literal that a place stands in, in any language. */
import { closest, leafAt } from '../../src/grammar/index.js';
import { requestAt, type Site, type Surroundings } from '../../src/migrate/index.js';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What a text is written as, by the grammars. */
const LITERALS: ReadonlySet<string> = new Set([
  // Python, Ruby and shells
  'string',
  'concatenated_string',
  'raw_string',
  'word',
  'concatenation',
  'ansi_c_string',
  'heredoc_body',
  // Go
  'interpreted_string_literal',
  'raw_string_literal',
  // PHP
  'encapsed_string',
  'heredoc_body',
  // Rust and Java
  'string_literal',
]);

export function literalAround(site: Site, around: Surroundings): Stretch | null {
  if (site.script !== null) {
    const node = site.nodes.findLast(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
    return node === undefined ? null : { start: node.range[0], end: node.range[1] };
  }
  const { at } = site.finding;
  const tree = around.treeOf(site.file.path);
  // The address of a request ends with its line.
  const request = requestAt(site.file, at.start);
  if (request !== null) return { start: request.line, end: request.lineEnd };
  return tree === null ? quoted(site.file.text, at.start, at.end) : outermost(leafAt(tree, at.start, at.end));
}

/** Parts of a word of a shell lie side by side in one that holds them all. */
function outermost(leaf: ReturnType<typeof leafAt>): Stretch | null {
  let literal = closest(leaf, LITERALS);
  while (literal?.parent != null && LITERALS.has(literal.parent.type)) literal = literal.parent;
  return literal;
}

/** Without a grammar: up to the quotes of the line that are nearest on both sides, if they are of one kind. */
function quoted(text: string, start: number, end: number): Stretch | null {
  const before = /["'`](?=[^"'`\r\n]*$)/.exec(text.slice(Math.max(0, start - 1000), start));
  const after = /^[^"'`\r\n]*?(["'`])/.exec(text.slice(end, end + 1000));
  if (before === null || after === null || after[1] !== before[0]) return null;
  return { start: start - 1000 < 0 ? before.index : start - 1000 + before.index, end: end + after[0].length };
}
