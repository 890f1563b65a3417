/** Files that no migration edits: those a tool wrote or brought along, and those no parser could read. */
import { hasGeneratedHeader } from '../../scan/walk/index.js';
import type { Cluster, SkippedFile } from '../plan.js';
import type { Sources } from '../sites.js';
import { isTestData } from './test-data.js';

export interface Untouchable {
  readonly refused: ReadonlyMap<number, string>;
  /** Files that get no comment either, with the reason. */
  readonly silent: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

export function untouchable(clusters: readonly Cluster[], sources: Sources): Untouchable {
  const refused = new Map<number, string>();
  const silent = new Map<string, string>();
  const skipped = new Map<string, SkippedFile>();
  const rows = new Map<string, SkippedFile | null>();
  const rowOf = (path: string) => {
    const known = rows.get(path);
    if (known !== undefined) return known;
    const row = rowFor(path, sources);
    rows.set(path, row);
    return row;
  };
  for (const { id, members } of clusters) {
    for (const { verdict, site, helper } of members) {
      const edited = verdict.strategy === 'marker' ? [] : verdict.edits.map(({ file }) => file);
      for (const path of new Set([site.file.path, ...edited, ...helper.map(({ file }) => file)])) {
        const row = rowOf(path);
        if (row === null) continue;
        skipped.set(path, row);
        silent.set(path, `${path} is not changed: ${row.detail}`);
        if (verdict.strategy !== 'marker') refused.set(id, `${path} is not changed: ${row.detail}`);
      }
    }
  }
  return { refused, silent, skipped: [...skipped.values()] };
}

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript', 'vue', 'svelte', 'astro']);

function rowFor(path: string, sources: Sources): SkippedFile | null {
  const file = sources.file(path);
  if (file === null) return { path, reason: 'unparsable', detail: 'it cannot be read' };
  // Bytes that are no UTF-8 come out as U+FFFD, and the path then leads to no file.
  if (path.includes('\ufffd'))
    return { path, reason: 'name', detail: 'its name is not valid UTF-8; rename it first' };
  if (/(?:^|\/)node_modules\//.test(path))
    return { path, reason: 'generated', detail: 'it belongs to an installed package' };
  if (isTestData(path, file.text))
    return { path, reason: 'test-data', detail: 'it is test data or recorded traffic' };
  if (hasGeneratedHeader(Buffer.from(file.text.slice(0, 2048))))
    return { path, reason: 'generated', detail: 'its header marks it as generated' };
  if (SCRIPTS.has(file.language) && isMinified(file.text))
    return { path, reason: 'generated', detail: 'it is a minified bundle; change what it is built from' };
  if (SCRIPTS.has(file.language) && !sources.hasScripts(path))
    return { path, reason: 'unparsable', detail: 'it could not be parsed' };
  return null;
}

/** A comment in a bundle is lost with the next build. Sources with some long data have short lines as well. */
function isMinified(text: string): boolean {
  if (text.length < 10_000) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > 1000;
}
