/** Requests to the management API of buckets, as uses of the object storage. */
import type { HttpUsage, StorageUsage } from '../../read/index.js';
import { knownText, shapeOf, type TextValue } from '../../value/index.js';

const BUCKETS = /\/accounts\/[^/?]+\/r2\/buckets([^#]*)$/;

export function managementUsage(usage: HttpUsage, url: TextValue): StorageUsage | null {
  const rest = BUCKETS.exec(shapeOf(url.pieces))?.[1];
  if (rest === undefined || url.origin === null) return null;
  const operation = operationOf(knownText(usage.method)?.toUpperCase() ?? null, rest, url);
  if (operation === null) return null;
  const parameters = {
    kind: 'object',
    properties: [{ key: 'body', keyOrigin: null, value: usage.body, origin: null }],
    open: false,
    origin: null,
  } as const;
  const { site, evidence, context } = usage;
  const sure = shapeOf(url.pieces).includes('/client/v4/') ? 'exact' : 'likely';
  return { kind: 'storage', operation, site, at: url.origin, parameters, sure, evidence, context };
}

function operationOf(method: string | null, rest: string, url: TextValue): string | null {
  if (method === 'PUT' && /^\/[^/?]+\/sippy$/.test(rest)) return 'management.put-sippy';
  if (/^\?(?:.*&)?jurisdiction=/.test(rest)) return 'management.jurisdiction-in-query';
  if (/^\?(?:.*&)?name_contains=(?:eu|fedramp)(?:&|$)/.test(rest)) return 'management.jurisdiction-as-name';
  if (method === 'GET' && /^\/\{\}$/.test(rest)) {
    const last = url.pieces.at(-1);
    const name = last?.kind === 'hole' ? last.name : undefined;
    return name !== undefined && /\.id$|bucket_?id$/i.test(name) ? 'management.bucket-by-id' : null;
  }
  return null;
}
