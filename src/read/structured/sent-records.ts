/** DNS records in a file of data that a script of the package sends. */

import { knownText, type ObjectValue, propertyOf, type Value } from '../../value/index.js';
import { meetLimit } from '../limits.js';
import type { SourceFile } from '../reader.js';
import { contextOf } from '../text/plain/evidence.js';
import type { Evidence, RecordUsage } from '../usage.js';

const COLLECTION = '/zones/{zone_id}/dns_records';
const TYPE = /^(?:A|AAAA|CAA|CNAME|HTTPS|LOC|MX|NAPTR|NS|PTR|SRV|SVCB|TXT|URI)$/;
const MAX_DEPTH = 12;
/** What a record has only where the API answered it. */
const ANSWERED = ['created_on', 'modified_on'];

/** Told without a tree, as most data holds none. */
export function mayHoldRecords(text: string): boolean {
  return /["']?type["']?\s*:\s*["']?(?:A|AAAA|CAA|CNAME|MX|NS|SRV|TXT)\b/.test(text);
}

export function sentRecords(file: SourceFile, evidence: readonly Evidence[], root: Value): RecordUsage[] {
  if (evidence.length === 0) return [];
  const found: RecordUsage[] = [];
  const visit = (value: Value, depth: number): void => {
    if (depth > MAX_DEPTH) {
      meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
      return;
    }
    if (value.kind === 'array') for (const item of value.items) visit(item, depth + 1);
    if (value.kind !== 'object') return;
    if (!isRecord(value)) {
      for (const property of value.properties) visit(property.value, depth + 1);
      return;
    }
    const site = value.origin ?? { file: file.path, start: 0, end: 0 };
    const context = contextOf(file.path);
    found.push({ kind: 'record', site, evidence, context, path: COLLECTION, body: value, reads: [] });
  };
  visit(root, 0);
  return found;
}

function isRecord(value: ObjectValue): boolean {
  const type = propertyOf(value, 'type')?.value;
  if (type === undefined || !TYPE.test(knownText(type) ?? '')) return false;
  if (ANSWERED.some((key) => propertyOf(value, key) !== undefined)) return false;
  return propertyOf(value, 'content') !== undefined || propertyOf(value, 'data')?.value.kind === 'object';
}
