/** Lists that come in pages: the rules of a ruleset come all at once. */
import type { Site } from '../../src/migrate/index.js';
import { isFunction, type Node } from '../../src/read/javascript/syntax/index.js';

export const PAGING: ReadonlySet<string> = new Set(['page', 'per_page']);

/** Nothing else is asked for; null is what cannot be told. */
export function asksForPages(query: readonly string[] | null): query is readonly string[] {
  return query?.every((name) => PAGING.has(name)) === true;
}

const LOOP = /^(?:For|While|DoWhile)/;

function isStatement({ type }: Node): boolean {
  return /Statement$|^VariableDeclaration$/.test(type);
}

/** In a loop, or beside a look at the number of pages. */
export function readsPages({ nodes, file, finding }: Site, node: Node | null): boolean {
  const at = node?.range[0] ?? finding.at.start;
  const isInLoop = nodes.slice(nodes.findLastIndex(isFunction) + 1).some(({ type }) => LOOP.test(type));
  if (isInLoop && /\bpage\b/.test(file.text.slice(...(nodes.findLast(isStatement)?.range ?? [0, 0]))))
    return true;
  const scope = nodes.findLast((one) => /Function|Method/.test(one.type) && one.range[0] < at);
  const [start, end] = scope?.range ?? [0, file.text.length];
  return /\bresult_info\b/.test(file.text.slice(start, end));
}
