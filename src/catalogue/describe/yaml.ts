import { stringify } from 'yaml';
import { callText } from '../model/template.js';
import type { CallPattern, Entry } from '../model/types.js';

/** Entries as a catalogue file that can be edited and loaded again. */
export function entriesYaml(entries: readonly Entry[]): string {
  return stringify(
    { entries: entries.map((entry) => compact(entry)) },
    { lineWidth: 110, aliasDuplicateObjects: false },
  );
}

/** Leaves out what the file format fills in, and writes calls in their short form. */
function compact(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => compact(item, key));
  if (typeof value !== 'object' || value === null) return value;
  if (isCall(value) && (key === 'calls' || Object.keys(value).length === 2)) {
    return callText(value.methods, value.path);
  }
  const pairs = Object.entries(value).filter(([, item]) => !(Array.isArray(item) && item.length === 0));
  return Object.fromEntries(pairs.map(([name, item]) => [name, compact(item, name)]));
}

function isCall(value: object): value is CallPattern {
  return 'path' in value && 'methods' in value && Array.isArray(value.methods) && value.methods.length > 0;
}
