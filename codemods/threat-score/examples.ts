/**
 * Expressions that nothing in sight sends, but that are the vendor's beyond doubt: those of objects that are rules, and
 * examples in a list of a longer text, such as the description of a tool or a prompt. A person or a model that
 * follows an example makes a rule of it.
 */
import { ACTIONS } from '../../src/catalogue/index.js';
import { foldThreatScore, parseFilter } from '../../src/expression/index.js';
import type { FileEdit, Site } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';

export function isExample(site: Site): boolean {
  return site.finding.context !== 'test' && (isInRule(site.nodes) || exampleLine(site) !== null);
}

/** `{ expression: '…', action: 'block' }` */
function isInRule(nodes: readonly Node[]): boolean {
  const property = nodes.findLast(({ type }) => type === 'Property');
  const object = nodes[nodes.findLastIndex(({ type }) => type === 'Property') - 1];
  if (property?.type !== 'Property' || object?.type !== 'ObjectExpression') return false;
  if (keyName(property.key, property.computed) !== 'expression') return false;
  return object.properties.some(
    (other) =>
      other.type === 'Property' &&
      keyName(other.key, other.computed) === 'action' &&
      other.value.type === 'Literal' &&
      ACTIONS.includes(String(other.value.value)),
  );
}

/** The line of the text that is nothing but an example that never matches. */
export function exampleLine({ file: { path, text }, finding: { at }, nodes }: Site): FileEdit | null {
  if (nodes.at(-1)?.type !== 'TemplateElement' && nodes.at(-1)?.type !== 'TemplateLiteral') return null;
  const [from, to] = nodes.at(-1)?.range ?? [0, 0];
  const start = text.lastIndexOf('\n', at.start) + 1;
  const end = text.indexOf('\n', at.end) + 1;
  if (start <= from || end === 0 || end >= to || !isNeverTrue(exampleIn(text.slice(start, end)))) return null;
  // The list keeps other examples.
  const before = text.slice(text.lastIndexOf('\n', start - 2) + 1, start);
  const after = text.slice(end, text.indexOf('\n', end) + 1);
  return [before, after].some((line) => exampleIn(line) !== null)
    ? { file: path, start, end, text: '' }
    : null;
}

/** The expression of `- (ip.src eq 192.0.2.1)`. */
function exampleIn(line: string): string | null {
  const [, example] = /^[ \t]*[-*•] (\S.*)$/.exec(line.trimEnd()) ?? [];
  return example === undefined || /[\\`$]/.test(example) || parsed(example) === null ? null : example;
}

function isNeverTrue(example: string | null): boolean {
  const expression = example === null ? null : parsed(example);
  return expression !== null && foldThreatScore(expression).outcome.verdict === 'always false';
}

function parsed(example: string) {
  const filter = parseFilter({ pieces: [{ text: example }] });
  return filter.ok ? filter.expression : null;
}
