/** Lists that come in pages: the rules of a ruleset come all at once. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { isFunction, type Node } from '../../src/read/javascript/syntax/index.js';
import { flowOf } from './answer-flow.js';
import type { RequestCall } from './request-call.js';

export const PAGING: ReadonlySet<string> = new Set(['page', 'per_page']);

/** Nothing else is asked for; null is what cannot be told. */
export function asksForPages(query: readonly string[] | null): query is readonly string[] {
  return query?.every((name) => PAGING.has(name)) === true;
}

/** The pages that are asked for: an object of the parameters, and whether it may be another than the first. */
export interface Paging {
  readonly text: string;
  readonly isOpen: boolean;
}

const LOOP = /^(?:For|While|DoWhile)/;

function isStatement({ type }: Node): boolean {
  return /Statement$|^VariableDeclaration$/.test(type);
}

/** In a loop, or beside a look at the number of pages. */
export function readsPages(site: Site, node: Node | null): boolean {
  return isInPageLoop(site) || readsInfoHere(site, node);
}

export function isInPageLoop({ nodes, file }: Site): boolean {
  const isInLoop = nodes.slice(nodes.findLastIndex(isFunction) + 1).some(({ type }) => LOOP.test(type));
  return isInLoop && /\bpage\b/.test(file.text.slice(...(nodes.findLast(isStatement)?.range ?? [0, 0])));
}

function readsInfoHere({ nodes, file, finding }: Site, node: Node | null): boolean {
  const at = node?.range[0] ?? finding.at.start;
  const scope = nodes.findLast((one) => /Function|Method/.test(one.type) && one.range[0] < at);
  const [start, end] = scope?.range ?? [0, file.text.length];
  return READS_INFO.test(file.text.slice(start, end));
}

/** What a list is asked for as: all of it, one page with what is said of the others, or null for what needs a person. */
export function pageAskedFor(
  site: Site,
  around: Surroundings,
  { node, paging, convention: { gives, callee, held }, member, isOpened }: RequestCall,
): Paging | 'all' | null {
  if (isInPageLoop(site)) return null;
  const isHere = readsInfoHere(site, node);
  const hasInfo =
    gives !== 'result' && gives !== 'response' && callee !== 'sdk' && member === undefined && !isOpened;
  if (!hasInfo || held !== undefined) return isHere ? null : paging?.isOpen ? paging : 'all';
  if (isHere || readsInfoElsewhere(site, node, around)) return paging ?? { text: '{}', isOpen: false };
  return paging?.isOpen ? paging : 'all';
}

/** A caller gets the whole answer, and some file looks at the number of pages. */
function readsInfoElsewhere({ script, file }: Site, node: Node, around: Surroundings): boolean {
  const flow = script === null ? null : flowOf(script, node, (steps) => steps.at(-1) === 'result');
  if (flow?.escapes.length === 0) return false;
  return SCRIPTS.some((ending) => {
    const files = around.filesEndingWith(`.${ending}`) ?? around.siblings(file.path);
    return files.some((path) => READS_INFO.test(around.file(path)?.text ?? ''));
  });
}

const SCRIPTS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'];
/** `answer.result_info`, `const { result, result_info: info } = answer`; no member of a type. */
const READS_INFO = /\.\s*result_info\b|\bresult_info\b[^{};]{0,200}\} ?(?:=[^>]|\)|:)/;
