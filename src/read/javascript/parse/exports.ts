import type { ExportSummary, ReExport } from '../modules/export-index.js';
import { recordWithOxc } from './oxc.js';
import { plainDialect } from './plain.js';

/** CommonJS and `export =` are assignments: only the tree shows them. */
const NEEDS_TREE = /\bexports\b|\bexport\s*=/;

/**
 * What a module exports, as the parser itself records it: no objects are made of its tree, which halves the cost.
 * Null where only the tree shows it.
 */
export function recordExports(path: string, text: string): ExportSummary | null {
  const dialect = NEEDS_TREE.test(text) ? null : plainDialect(path, text);
  const record = dialect === null ? null : recordWithOxc(text, dialect);
  if (record === null) return null;
  const names = new Map<string, ReExport | null>();
  const stars: string[] = [];
  for (const { entries } of record.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      const exported = exportName.kind === 'Default' ? 'default' : exportName.name;
      const source = moduleRequest?.value;
      if (exported === null) {
        if (source !== undefined) stars.push(source);
      } else if (source === undefined) names.set(exported, null);
      else names.set(exported, { source, name: importName.kind === 'All' ? null : importName.name });
    }
  }
  return { names, stars, isOpen: false };
}
