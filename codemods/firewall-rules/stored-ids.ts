/**
 * Ids of rules and filters that leave the program: where a file keeps them under a name such as `ruleId`, and it or
 * one that it imports writes to something that outlives the program. Ids of the old API mean nothing afterwards.
 */
import { posix } from 'node:path';
import type { Difference, Site, Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { childrenOf, isFunction, keyName, nameOf } from '../../src/read/javascript/syntax/nodes.js';
import { lineAt } from './lines.js';

const NAMES = /^(?:firewall_?)?(?:rule|filter)_?ids?$/i;
const STORES =
  /\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|outputJson(?:Sync)?|writeJson(?:Sync)?|localStorage\.setItem|findOneAndUpdate|insertOne|updateOne|upsert|KV\.put)\s*\(/;

export function storedIdsIn({ file, nodes }: Site, around: Surroundings): readonly Difference[] {
  // The function that makes the call, as far out as it goes.
  const kept = keptId(nodes.find(isFunction) ?? nodes[0]);
  if (kept === null) return [];
  const store = [file.path, ...importsOf(file.path, file.text, around)]
    .map((path) => ({ path, text: around.file(path)?.text ?? '' }))
    .map(({ path, text }) => ({ path, text, at: text.search(STORES) }))
    .find(({ at }) => at >= 0);
  if (store === undefined) return [];
  return [
    {
      name: 'stored-ids',
      what: `${file.path}:${lineAt(file.text, kept.start)} keeps ids as '${kept.name}', and ${store.path}:${lineAt(store.text, store.at)} writes what outlives the program: ids of the old API that were stored there are to be deleted`,
    },
  ];
}

function keptId(within: Node | undefined): { name: string; start: number } | null {
  const found: { name: string; start: number }[] = [];
  const pending = within === undefined ? [] : [within];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childrenOf(node));
    const name =
      node.type === 'Property'
        ? keyName(node.key, node.computed)
        : node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression'
          ? nameOf(node.left.property)
          : null;
    if (name !== null && NAMES.test(name)) found.push({ name, start: node.range[0] });
  }
  return found.sort((a, b) => a.start - b.start)[0] ?? null;
}

const RELATIVE = /(?:\bfrom|\brequire\s*\()\s*["'](\.[^"'\n]*)["']/g;

function importsOf(path: string, text: string, around: Surroundings): readonly string[] {
  const sources = [...text.matchAll(RELATIVE)].map(([, source = '']) => source);
  // Of several that write, the one that is named after what it is.
  const stores = sources.filter((source) => /cache|store|storage|state|repo|database|\bdb\b/i.test(source));
  return [...stores, ...sources].flatMap((source) => {
    const base = posix.join(posix.dirname(path), source);
    const stem = base.replace(/\.[cm]?js$/, '');
    const candidates = [
      base,
      ...['js', 'ts', 'mjs', 'cjs', 'tsx'].map((extension) => `${stem}.${extension}`),
    ];
    return candidates.filter((candidate) => around.file(candidate) !== null).slice(0, 1);
  });
}
