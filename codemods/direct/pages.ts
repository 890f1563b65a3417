/** Lists that come in pages: the rules of a ruleset come all at once. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { isFunction, type Node } from '../../src/read/javascript/syntax/index.js';
import { oncePerFile, SCRIPT_ENDINGS } from '../places/script-files.js';
import { flowOf } from './answer-flow.js';
import { readsInfo } from './page-info.js';
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
  /** Besides pages it may ask for whatever a caller says. */
  readonly isWhole?: true;
}

const LOOP = /^(?:For|While|DoWhile)/;

function isStatement({ type }: Node): boolean {
  return /Statement$|^VariableDeclaration$/.test(type);
}

/** In a loop, or beside a look at the number of pages. */
export function readsPages(site: Site, node: Node | null, around: Surroundings): boolean {
  return isInPageLoop(site) || readsInfoHere(site, node, around);
}

export function isInPageLoop({ nodes, file }: Site): boolean {
  const isInLoop = nodes.slice(nodes.findLastIndex(isFunction) + 1).some(({ type }) => LOOP.test(type));
  return isInLoop && /\bpage\b/.test(file.text.slice(...(nodes.findLast(isStatement)?.range ?? [0, 0])));
}

function readsInfoHere({ nodes, file, finding }: Site, node: Node | null, around: Surroundings): boolean {
  const at = node?.range[0] ?? finding.at.start;
  const scope = nodes.findLast((one) => /Function|Method/.test(one.type) && one.range[0] < at);
  return readsInfo(file.path, around, scope?.range);
}

/** What a list is asked for as: all of it, one page with what is said of the others, or null for what needs a person. */
export function pageAskedFor(
  site: Site,
  around: Surroundings,
  { node, paging, convention: { gives, callee, held }, member, isOpened }: RequestCall,
): Paging | 'all' | null {
  // The items themselves say nothing of pages.
  if (isOpened) return 'all';
  if (isInPageLoop(site)) return null;
  const isHere = readsInfoHere(site, node, around);
  const hasInfo = gives !== 'result' && gives !== 'response' && callee !== 'sdk' && member === undefined;
  if (!hasInfo || held !== undefined) {
    if (isHere) return null;
    return paging?.isOpen || callee === 'sdk' ? (paging ?? 'all') : 'all';
  }
  if (isHere || readsInfoElsewhere(site, node, around)) return paging ?? { text: '{}', isOpen: false };
  return paging?.isOpen ? paging : 'all';
}

/** Another function that gets the whole answer looks at the number of pages, or may do so. */
function readsInfoElsewhere({ script, file }: Site, node: Node, around: Surroundings): boolean {
  const flow = script === null ? null : flowOf(script, node, (steps) => steps.at(-1) === 'result');
  if (flow?.visits.some(({ steps }) => steps.includes('result_info'))) return true;
  if (flow?.escapes.every(({ steps }) => !steps.every((step) => AROUND.has(step)))) return false;
  return SCRIPT_ENDINGS.some((ending) => {
    const files = around.filesEndingWith(`.${ending}`) ?? around.siblings(file.path);
    return files.some((path) => {
      const other = around.file(path);
      return other !== null && readsInfoIn(other, around);
    });
  });
}

const readsInfoIn = oncePerFile(({ path }, around) => readsInfo(path, around));

/** Members of what clients give that hold the whole answer. */
const AROUND: ReadonlySet<string> = new Set(['data', 'body', 'json', 'json()']);
