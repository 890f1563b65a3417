import type { Origin, Property, Value } from '../../../value/index.js';
import { knownText, text as textOf } from '../../../value/index.js';
import type { SourceFile } from '../../reader.js';
import { serviceOf } from '../../storage/service.js';
import type { StorageUsage } from '../../usage.js';
import { contextOf } from '../plain/evidence.js';

/** Remotes of rclone and of other tools whose configuration has sections of `name = value`. */

const LINE = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(\S.*)?$/;
const BLANK_END = /(?<![ \t])[ \t]+$/;

interface Setting {
  readonly value: Value;
  readonly key: Origin;
}

export function rcloneStorageUsages(file: SourceFile): StorageUsage[] {
  const usages: StorageUsage[] = [];
  let section = new Map<string, Setting>();
  const close = (): void => {
    for (const one of usagesOf(section, file)) usages.push(one);
    section = new Map();
  };
  let start = 0;
  for (const line of file.text.split('\n')) {
    const [, name, value = ''] = LINE.exec(line.replace(/\r$/, '').replace(BLANK_END, '')) ?? [];
    if (/^[ \t]*\[/.test(line)) close();
    else if (name !== undefined) {
      const nameAt = start + line.indexOf(name);
      const at = start + line.lastIndexOf(value === '' ? '=' : value);
      const origin = { file: file.path, start: at, end: at + value.length };
      section.set(name.toLowerCase(), {
        value: textOf(value, origin),
        key: { file: file.path, start: nameAt, end: nameAt + name.length },
      });
    }
    start += line.length + 1;
  }
  close();
  return usages;
}

function usagesOf(section: ReadonlyMap<string, Setting>, file: SourceFile): StorageUsage[] {
  const endpoint = section.get('endpoint') ?? section.get('endpoint_url');
  if (endpoint === undefined) return [];
  const sure = serviceOf(endpoint.value, undefined);
  if (sure === null) return [];
  const usage = (operation: string, properties: readonly Property[]): StorageUsage => ({
    kind: 'storage',
    operation,
    site: endpoint.key,
    at: endpoint.key,
    parameters: { kind: 'object', properties, open: true, origin: null },
    sure,
    evidence: [],
    context: contextOf(file.path),
  });
  const given = (name: string, key: string): readonly Property[] => {
    const setting = section.get(name);
    return setting === undefined ? [] : [{ key, keyOrigin: setting.key, value: setting.value, origin: null }];
  };
  // The vendor's own instructions write `acl = private`, and rclone works with it.
  const acl = given('acl', 'ACL').filter(({ value }) => knownText(value) !== 'private');
  const constraint = given('location_constraint', 'LocationConstraint');
  return [
    usage('Client', given('region', 'region')),
    usage('PutObject', [
      ...acl,
      ...given('server_side_encryption', 'ServerSideEncryption'),
      ...given('sse_kms_key_id', 'SSEKMSKeyId'),
      ...given('requester_pays', 'RequestPayer'),
    ]),
    usage('CreateBucket', [
      {
        key: 'CreateBucketConfiguration',
        keyOrigin: null,
        origin: null,
        value: { kind: 'object', properties: constraint, open: true, origin: null },
      },
    ]),
  ];
}
