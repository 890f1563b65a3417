/** Cuts the comparisons with a score that is always 0 out of an expression, where a meaning is left. */
import { decodeJavaScript, foldThreatScore, type HostText, parseFilter } from '../../expression/index.js';
import type { Node } from '../../read/javascript/syntax/index.js';
import type { Edit } from '../finding.js';
import type { Script } from './tree.js';

/** Far more than a rule may hold; each of its fields is folded by itself. */
const LONGEST = 16 * 1024;

/** The edits of the literal that holds the whole expression; null where its meaning is gone or not known. */
export function foldScore(script: Script, path: readonly Node[]): readonly Edit[] | null {
  const literal = wholeText(path);
  if (literal === null) return null;
  const [start, end] = literal.range;
  if (end - start > LONGEST) return null;
  const host = decodeJavaScript(script.text.slice(start, end));
  return host === null ? null : foldIn(host, start);
}

/** A text that other code adds to, joins or cuts is not the whole expression. */
function wholeText(path: readonly Node[]): Node | null {
  const depth = path.findLastIndex(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
  const holder = path[depth - 1];
  const literal = path[depth];
  if (literal === undefined || holder === undefined) return null;
  switch (holder.type) {
    case 'Property':
    case 'VariableDeclarator':
    case 'AssignmentExpression':
    case 'PropertyDefinition':
      return literal;
    default:
      return null;
  }
}

function foldIn(host: HostText, offset: number): readonly Edit[] | null {
  const parsed = parseFilter(host);
  if (!parsed.ok) return null;
  const { outcome } = foldThreatScore(parsed.expression);
  if (outcome.verdict !== 'rewritten') return null;
  const edits = host.sourceEdits(outcome.edits);
  return edits === null
    ? null
    : edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }));
}
