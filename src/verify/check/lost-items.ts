/** Lists of texts and numbers that a program keeps: none of their items goes, and none is new. */
import { languageOf } from '../../read/index.js';
import type { Findings, Loss } from './model.js';
import type { ChangedFile } from './trees.js';

const LIST = /(?:\[|(?<==\s{0,4})[({])([^[\](){}]{3,4000})(?:\]|\)|\})/g;
const ITEM = /^(?:"([^"\\]*)"|'([^'\\]*)'|(-?\d+(?:\.\d+)?))$/;
/** Names of the API; lists of them may change. */
const OF_API =
  /^(?:GET|POST|PUT|PATCH|DELETE|HTTPS?|_ALL_|https?|id|ref|version|last_updated|on|off|[a-z]+(?:_[a-z0-9]+)+|cf\.[\w.]+|ip\.[\w.]+|http\.[\w.]+|brotli|minify|mirage|waf|rateLimit|zoneLockdown|uaBlock|bic|hot|securityLevel)$/;

export function lostFromLists(changes: readonly ChangedFile[], findings: Findings): void {
  for (const { path, before, after } of changes)
    for (const { what } of lostItems(before ?? '', after ?? '', path))
      findings.gaps.push({ check: 'meaning', what, at: { file: path, start: 0, end: 0 }, byRuns: true });
}

export function lostItems(before: string, after: string, path: string): readonly Loss[] {
  const old = listsIn(before, path).filter((list) => list.length > 1);
  const now = listsIn(after, path);
  const losses: Loss[] = [];
  for (const list of old) {
    const near = now
      .map((other) => ({ other, both: list.filter((item) => other.includes(item)).length }))
      .sort((left, right) => right.both - left.both)[0];
    // Less than half of it is left: it is another list, or written in another way.
    if (near === undefined || near.both * 2 < list.length) continue;
    const gone = list.filter((item) => !near.other.includes(item) && !OF_API.test(item));
    const added = near.other.filter((item) => !list.includes(item) && !OF_API.test(item));
    if (gone.length > 0) losses.push({ what: `${JSON.stringify(gone[0])} is gone from a list` });
    else if (added.length > 0 && near.both === list.length)
      losses.push({ what: `${JSON.stringify(added[0])} was not in the list before` });
  }
  return losses;
}

/** Lists whose items are all written out. */
function listsIn(text: string, path: string): readonly (readonly string[])[] {
  const hashes = /^(?:python|shell|terraform|yaml|ruby)$/.test(languageOf(path, text.slice(0, 200)) ?? '');
  const bare = text.replace(hashes ? /^[ \t]*#[^\n]*$/gm : /^[ \t]*\/\/[^\n]*$/gm, '');
  return [...bare.matchAll(LIST)].flatMap(([, inner = '']) => {
    const parts = inner.split(',').map((part) => part.trim());
    const items = parts.flatMap((part) => {
      const [, double, single, number] = ITEM.exec(part) ?? [];
      return double ?? single ?? number ?? [];
    });
    const isWhole = items.length === parts.filter((part) => part !== '').length;
    return isWhole && items.length > 0 ? [items] : [];
  });
}
