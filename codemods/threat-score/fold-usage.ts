/**
 * Folds an expression that is put together from several texts: joined by `+`, by a template, by `join`. The whole
 * of it is folded as one text, and what the fold cuts is cut from each text it was made of. What no source shows,
 * such as the words that `join` puts between, can only go together with the item it belongs to.
 */
import { removeItem } from '../../src/analysis/edits/index.js';
import { type FoldOutcome, foldThreatScore, parseFilter } from '../../src/expression/index.js';
import { closest, leafAt } from '../../src/grammar/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { type Origin, originWithin, type Piece, shapeOf, type TextValue } from '../../src/value/index.js';

export type Folded =
  | { readonly verdict: 'rewritten'; readonly edits: readonly FileEdit[] }
  | { readonly verdict: 'dead' | 'always' }
  | { readonly verdict: 'open'; readonly reason: string };

/** One character for a hole, as in the text that is folded. */
interface Stretch {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
}

/** `own` is where the score stands; texts elsewhere may be parts of other expressions too, and stay as they are. */
export function foldUsage(text: TextValue, own: Origin, around: Surroundings): Folded {
  const parsed = parseFilter({
    pieces: text.pieces.map((piece) =>
      piece.kind === 'hole' ? { hole: piece.name ?? '…' } : { text: piece.text },
    ),
  });
  if (!parsed.ok) return { verdict: 'open', reason: 'the expression is not complete here' };
  const { outcome } = foldThreatScore(parsed.expression);
  switch (outcome.verdict) {
    case 'always false':
      return { verdict: 'dead' };
    case 'always true':
      return { verdict: 'always' };
    case 'rewritten': {
      const edits = outcome.edits.map((edit) => cut(stretchesOf(text.pieces), edit, around));
      const all = edits.flatMap((edit) => edit ?? []);
      const found = all.filter((edit) => isOwn(edit, own, around));
      const isCut =
        !edits.includes(null) &&
        areParentheses(
          all.filter((edit) => !found.includes(edit)),
          around,
        );
      return !isCut
        ? {
            verdict: 'open',
            reason: `what is left, ${shown(outcome, text)}, cannot be written where its parts stand`,
          }
        : { verdict: 'rewritten', edits: found };
    }
    case 'undecided':
    case 'refused':
      return { verdict: 'open', reason: outcome.reason };
    case 'unchanged':
      return { verdict: 'open', reason: 'the score stands in another expression' };
  }
}

/** In the text of the score, or in a list beside it. */
function isOwn({ file, start, end }: FileEdit, own: Origin, around: Surroundings): boolean {
  if (file !== own.file) return false;
  if (own.start <= start && end <= own.end) return true;
  const script = around.scriptAt(file, own.start);
  const list = script === null ? undefined : around.nodesAround(script, own.start, own.end).at(-2);
  return list?.type === 'ArrayExpression' && list.range[0] <= start && end <= list.range[1];
}

/** Pairs of parentheses that would not be needed any more do no harm either. */
function areParentheses(edits: readonly FileEdit[], around: Surroundings): boolean {
  const texts = edits.map(({ file, start, end }) => around.file(file)?.text.slice(start, end) ?? '?');
  const count = (sign: string) => texts.join('').split(sign).length;
  return texts.every((text) => /^[()\s]*$/.test(text)) && count('(') === count(')');
}

function shown(outcome: Extract<FoldOutcome, { verdict: 'rewritten' }>, { pieces }: TextValue): string {
  return shapeOf(pieces) === outcome.text ? 'nothing' : `'${outcome.text}'`;
}

function stretchesOf(pieces: readonly Piece[]): readonly Stretch[] {
  let start = 0;
  return pieces.map((piece) => {
    const end = start + (piece.kind === 'hole' ? 1 : piece.text.length);
    const stretch = { piece, start, end };
    start = end;
    return stretch;
  });
}

/** The edits of source that cut a stretch of the whole text; null where one of its parts has none. */
function cut(
  stretches: readonly Stretch[],
  edit: { readonly start: number; readonly end: number; readonly text: string },
  around: Surroundings,
): readonly FileEdit[] | null {
  const touched = stretches.filter(({ start, end }) => start < edit.end && edit.start < end);
  const shownBySource = touched.every(({ piece }) => piece.kind === 'text' && piece.origin !== null);
  if (!shownBySource) return edit.text === '' ? withoutItems(touched, edit, around) : null;
  let text = edit.text;
  const edits: FileEdit[] = [];
  for (const { piece, start } of touched) {
    if (piece.kind !== 'text') return null;
    const from = Math.max(edit.start - start, 0);
    const to = Math.min(edit.end - start, piece.text.length);
    const origin = originWithin(piece, from, to);
    // Only words and parentheses are put in, which every quote can hold.
    if (origin === null || /["'`\\]/.test(text)) return null;
    edits.push(text === '' ? withoutEmpty(origin, around) : { ...spanOf(origin), text });
    text = '';
  }
  return edits;
}

function spanOf({ file, start, end }: Origin) {
  return { file, start, end };
}

/** Nothing is left of one side of `'…' + '…'`: it goes, unless it makes a text of the other. */
function withoutEmpty(origin: Origin, around: Surroundings): FileEdit {
  const only = withoutBeside(origin, around) ?? { ...spanOf(origin), text: '' };
  const script = around.scriptAt(origin.file, origin.start);
  const path = script === null ? [] : around.nodesAround(script, origin.start, origin.end);
  const [literal, sum] = [path.at(-1), path.at(-2)];
  const isAll =
    literal?.type === 'Literal' &&
    literal.range[0] + 1 === origin.start &&
    literal.range[1] - 1 === origin.end;
  if (!isAll || sum?.type !== 'BinaryExpression' || sum.operator !== '+') return only;
  const other = sum.left === literal ? sum.right : sum.left;
  if (other.type !== 'TemplateLiteral' && !(other.type === 'Literal' && typeof other.value === 'string'))
    return only;
  return sum.left === literal
    ? { file: origin.file, start: literal.range[0], end: other.range[0], text: '' }
    : { file: origin.file, start: other.range[1], end: literal.range[1], text: '' };
}

/** Python: of texts that stand side by side, one of which nothing is left goes. */
function withoutBeside({ file, start, end }: Origin, around: Surroundings): FileEdit | null {
  const tree = around.treeOf(file);
  const written = tree === null ? null : closest(leafAt(tree, start, end), SIDE_BY_SIDE);
  if (written?.type !== 'concatenated_string') return null;
  const texts = written.children.filter(({ isNamed }) => isNamed);
  const at = texts.findIndex((one) => one.start < start && end < one.end);
  const [own, next] = [texts[at], texts[at + 1]];
  const isAll = own !== undefined && /^\w?["']$/.test(tree?.text.slice(own.start, start) ?? '');
  return isAll && end === own.end - 1 && next !== undefined
    ? { file, start: own.start, end: next.start, text: '' }
    : null;
}

const SIDE_BY_SIDE: ReadonlySet<string> = new Set(['concatenated_string']);

/** Whole items of one list, each with the words that `join` puts beside it. */
function withoutItems(
  touched: readonly Stretch[],
  edit: { readonly start: number; readonly end: number },
  around: Surroundings,
): readonly FileEdit[] | null {
  const items: { file: string; list: Extract<Node, { type: 'ArrayExpression' }>; node: Node }[] = [];
  const between = touched.filter(({ piece }) => piece.kind === 'text' && piece.origin === null);
  for (const { piece, start, end } of touched) {
    const isWhole = edit.start <= start && end <= edit.end;
    if (!isWhole) return null;
    if (piece.kind === 'hole') return null;
    if (piece.origin === null) continue;
    const script = around.scriptAt(piece.origin.file, piece.origin.start);
    if (script === null) return null;
    const path = around.nodesAround(script, piece.origin.start, piece.origin.end);
    const depth = path.findLastIndex(({ type }) => type === 'ArrayExpression');
    const list = path[depth];
    const node = path[depth + 1];
    if (list?.type !== 'ArrayExpression' || node?.type !== 'Literal') return null;
    items.push({ file: piece.origin.file, list, node });
  }
  const [first] = items;
  if (first === undefined || between.length !== items.length) return null;
  if (items.some(({ list }) => list !== first.list) || items.length >= first.list.elements.length)
    return null;
  const all = first.list.elements.filter((element): element is Node => element !== null);
  const gone = items.map(({ node }) => node);
  const script = around.scriptAt(first.file, first.node.range[0]);
  const edits =
    script === null ? [null] : gone.map((node) => removeItem(script, first.list, all, node, gone));
  return edits.includes(null)
    ? null
    : edits.flatMap((one) => (one === null ? [] : { ...one, file: first.file }));
}
