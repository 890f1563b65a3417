/** What the new name of an SRV record means for the rest of the module and for its state. */
import type { Difference, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { versionsAt } from '../places/rulesets/versions.js';
import { replacedRecord } from '../places/srv-records.js';

/** Why a name may not change; null where nothing reads it. */
export function nameReader(address: string, files: readonly { readonly text: string }[]): string | null {
  const read = new RegExp(`\\b${literally(address)}(?:\\[[^\\]]*\\])?\\.name\\b`);
  return files.some(({ text }) => read.test(text))
    ? `something reads the name of ${address}, which changes`
    : null;
}

export function renamedDifferences(
  address: string,
  path: string,
  around: Surroundings,
): readonly Difference[] {
  // Only provider 5 has records of the newer type.
  const isKept = address.startsWith('cloudflare_dns_record.') || versionsAt(path, around).provider === 5;
  return isKept ? [] : [replacedRecord('terraform', address)];
}
