import type { Origin } from '../../value/index.js';
import type { SourceFile } from '../reader.js';
import { contextOf } from '../text/plain/evidence.js';
import type { StorageUsage } from '../usage.js';

const TAG = /<(\/?)([A-Za-z]\w*)>/g;
const KNOWN = new Set([
  'AllowedOrigin',
  'AllowedMethod',
  'AllowedHeader',
  'ExposeHeader',
  'MaxAgeSeconds',
  'ID',
]);

export function corsUsages(file: SourceFile): StorageUsage[] {
  return unknownCorsElements(file).map((at) => ({
    kind: 'storage',
    operation: 'cors-xml-with-unknown-element',
    site: at,
    at,
    parameters: { kind: 'unknown', why: 'XML', origin: null },
    sure: 'likely',
    evidence: [],
    context: contextOf(file.path),
  }));
}

/** Elements of CORS rules, written as XML, that the service does not know. */
function unknownCorsElements({ path, text }: SourceFile): Origin[] {
  if (!text.includes('<CORSRule>') || !/r2\.cloudflarestorage\.com/i.test(text)) return [];
  const found: Origin[] = [];
  let rule: Origin[] | null = null;
  for (const { index, 1: slash = '', 2: name = '' } of text.matchAll(TAG)) {
    if (name === 'CORSRule') {
      // A rule that nothing closes is no rule.
      if (slash !== '') for (const one of rule ?? []) found.push(one);
      rule = slash === '' ? [] : null;
    } else if (slash === '' && !KNOWN.has(name)) {
      rule?.push({ file: path, start: index + 1, end: index + 1 + name.length });
    }
  }
  return found;
}
