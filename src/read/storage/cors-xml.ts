import type { Origin } from '../../value/index.js';
import type { SourceFile } from '../reader.js';
import { contextOf } from '../text/plain/evidence.js';
import type { StorageUsage } from '../usage.js';

const RULE = /<CORSRule>([\s\S]{0,4000}?)<\/CORSRule>/g;
const ELEMENT = /<([A-Za-z]\w*)>/g;
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
  return [...text.matchAll(RULE)].flatMap((rule) =>
    [...(rule[1] ?? '').matchAll(ELEMENT)].flatMap((element) => {
      const [, name = ''] = element;
      const start = rule.index + '<CORSRule>'.length + element.index + 1;
      return KNOWN.has(name) ? [] : [{ file: path, start, end: start + name.length }];
    }),
  );
}
