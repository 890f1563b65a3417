import { isIPv4, isIPv6 } from 'node:net';
import { ApiError, page, type Reply } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, own, without } from '../core/json.js';
import type { ApiCall, Route } from '../core/router.js';
import type { DnsRecord, Zone } from '../core/state.js';

const PATH = '/zones/{zone_id}/dns_records';
const SETTINGS = '/zones/{zone_id}/dns_settings';
const TYPES = [
  'A',
  'AAAA',
  'CAA',
  'CERT',
  'CNAME',
  'DNSKEY',
  'DS',
  'HTTPS',
  'LOC',
  'MX',
  'NAPTR',
  'NS',
  'OPENPGPKEY',
  'PTR',
  'SMIMEA',
  'SRV',
  'SSHFP',
  'SVCB',
  'TLSA',
  'TXT',
  'URI',
];
const ADDRESS: Readonly<Record<string, (text: string) => boolean>> = {
  A: (text) => isIPv4(text),
  // The name of an interface is no part of a record.
  AAAA: (text) => isIPv6(text) && !text.includes('%'),
};
const OPERATORS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  starts_with: (text, part) => text.startsWith(part),
  ends_with: (text, part) => text.endsWith(part),
};
/** Parts of SRV data that became part of the name. */
const SRV_NAME_PARTS = ['service', 'proto', 'name'];
const READ_ONLY = ['id', 'created_on', 'modified_on', 'locked', 'zone_id', 'zone_name', 'proxiable'];

export const dnsRoutes: readonly Route[] = [
  { method: 'GET', path: PATH, handle: list },
  { method: 'POST', path: PATH, handle: (call) => ({ result: shown(call, create(call, call.body)) }) },
  {
    method: 'GET',
    path: `${PATH}/{record_id}`,
    handle: (call) => ({ result: shown(call, requireRecord(call, call.param('record_id'))) }),
  },
  {
    method: 'PUT',
    path: `${PATH}/{record_id}`,
    handle: (call) => ({ result: shown(call, replace(call, call.param('record_id'), call.body)) }),
  },
  {
    method: 'PATCH',
    path: `${PATH}/{record_id}`,
    handle: (call) => ({ result: shown(call, edit(call, call.param('record_id'), call.body)) }),
  },
  {
    method: 'DELETE',
    path: `${PATH}/{record_id}`,
    handle: (call) => ({ result: { id: remove(call, call.param('record_id')).id } }),
  },
  { method: 'POST', path: `${PATH}/batch`, handle: batch },
  { method: 'GET', path: SETTINGS, handle: (call) => ({ result: dnsSettings(call.zone()) }) },
  { method: 'PATCH', path: SETTINGS, handle: editSettings },
  ...legacySetting('use_apex_ns', 'multi_provider'),
  ...legacySetting('secondary_overrides', 'secondary_overrides'),
];

function list(call: ApiCall): Reply {
  const { query } = call;
  const equals = (key: 'name' | 'type' | 'content') => {
    const old = prefixed(key);
    if (old !== null) return old;
    const wanted = query.get(key) ?? query.get(`${key}.exact`);
    return (record: DnsRecord) =>
      wanted === null || String(record[key]).toLowerCase() === wanted.toLowerCase();
  };
  const part = (key: 'name' | 'content') => (record: DnsRecord) => {
    const text = String(record[key] ?? '');
    return (
      text.includes(query.get(`${key}.contains`) ?? '') &&
      text.startsWith(query.get(`${key}.startswith`) ?? '') &&
      text.endsWith(query.get(`${key}.endswith`) ?? '')
    );
  };
  // Until it ended, an operator could stand in front of the value: name=contains:shop.
  const prefixed = (key: 'name' | 'content' | 'type') => {
    const [, operator = '', wanted = ''] =
      /^(contains|starts_with|ends_with):(.*)$/s.exec(query.get(key) ?? '') ?? [];
    if (operator === '' || call.dates.dead('dns-filter-syntax')) return null;
    return (record: DnsRecord) => OPERATORS[operator]?.(String(record[key] ?? ''), wanted) ?? false;
  };
  const filters = [equals('name'), equals('type'), equals('content'), part('name'), part('content')];
  const found = call.zone().dnsRecords.filter((record) => filters.every((accepts) => accepts(record)));
  return page(
    found.map((record) => shown(call, record)),
    query,
    100,
  );
}

function create(call: ApiCall, body: Json | undefined): DnsRecord {
  const fields = check(call, body);
  const stamp = call.world.stamp();
  const record: DnsRecord = { ...fields, id: call.world.id(), created_on: stamp, modified_on: stamp };
  call.zone().dnsRecords.push(record);
  return record;
}

function replace(call: ApiCall, id: string, body: Json | undefined): DnsRecord {
  const old = requireRecord(call, id);
  const fields = check(call, body);
  refuseTypeChange(call, old, fields);
  return swap(call, old, fields);
}

function edit(call: ApiCall, id: string, body: Json | undefined): DnsRecord {
  const old = requireRecord(call, id);
  if (!isObject(body)) throw new ApiError(400, 9207, 'the body must be a DNS record');
  refuseTypeChange(call, old, body);
  refuseSrvParts(call, body, String(body.type ?? old.type));
  return swap(call, old, check(call, { ...without(old, READ_ONLY), ...body }, true));
}

function swap(call: ApiCall, old: DnsRecord, fields: JsonObject & { type: string; name: string }): DnsRecord {
  const record: DnsRecord = {
    ...fields,
    id: old.id,
    created_on: old.created_on ?? null,
    modified_on: call.world.stamp(),
  };
  const zone = call.zone();
  zone.dnsRecords = zone.dnsRecords.map((other) => (other === old ? record : other));
  return record;
}

function remove(call: ApiCall, id: string): DnsRecord {
  const record = requireRecord(call, id);
  const zone = call.zone();
  zone.dnsRecords = zone.dnsRecords.filter((other) => other !== record);
  return record;
}

/** All or nothing: deletes, patches, puts and posts in this order, undone together. */
function batch(call: ApiCall): Reply {
  if (!isObject(call.body))
    throw new ApiError(400, 9207, 'the body must be an object of deletes, patches, puts and posts');
  const zone = call.zone();
  const before = [...zone.dnsRecords];
  const items = (key: string) => {
    const value = isObject(call.body) ? call.body[key] : undefined;
    return isList(value) ? value.filter(isObject) : [];
  };
  try {
    return {
      result: {
        deletes: items('deletes').map((item) => shown(call, remove(call, String(item.id)))),
        patches: items('patches').map((item) => shown(call, edit(call, String(item.id), item))),
        puts: items('puts').map((item) => shown(call, replace(call, String(item.id), item))),
        posts: items('posts').map((item) => shown(call, create(call, item))),
      },
    };
  } catch (refusal) {
    zone.dnsRecords = before;
    throw refusal;
  }
}

/** The fields to store. The name is completed with the zone's; SRV parts are read until they are dead. */
function check(
  call: ApiCall,
  body: Json | undefined,
  stored = false,
): JsonObject & { type: string; name: string } {
  if (!isObject(body)) throw new ApiError(400, 9207, 'the body must be a DNS record');
  const { type, content } = body;
  if (typeof type !== 'string' || !TYPES.includes(type))
    throw validation(call, 9005, `invalid DNS record type: ${JSON.stringify(type ?? null)}`);
  if (!stored) refuseSrvParts(call, body, type);
  const zone = call.zone();
  const data = isObject(body.data) ? body.data : undefined;
  const name = type === 'SRV' && data !== undefined ? srvName(body, data) : body.name;
  if (typeof name !== 'string' || name === '') throw validation(call, 9000, 'DNS name is required');
  const isAddress = own(ADDRESS, type);
  if (isAddress !== undefined && !(typeof content === 'string' && isAddress(content))) {
    throw validation(
      call,
      type === 'A' ? 9005 : 9006,
      `Content for ${type} record is invalid. Must be a valid IPv${type === 'A' ? 4 : 6} address`,
    );
  }
  if (type === 'SRV') {
    if (data === undefined) throw validation(call, 9101, 'data is required for SRV records');
    for (const key of ['priority', 'weight', 'port', 'target']) {
      if (data[key] === undefined) throw validation(call, 9101, `data.${key} is required for SRV records`);
    }
  }
  const kept = without(body, READ_ONLY);
  return {
    ttl: 1,
    proxied: false,
    ...kept,
    type,
    name: fullName(zone, name),
    ...(type === 'SRV' && data !== undefined
      ? {
          data: without(data, SRV_NAME_PARTS),
          content: `${Number(data.weight)} ${Number(data.port)} ${String(data.target)}`,
        }
      : {}),
  };
}

function refuseTypeChange(call: ApiCall, old: DnsRecord, sent: JsonObject): void {
  if (sent.type === undefined || sent.type === old.type || !call.dates.dead('dns-type-change')) return;
  throw new ApiError(400, 9100, 'the type of a record cannot be changed', { ended: 'dns-type-change' });
}

function refuseSrvParts(call: ApiCall, body: JsonObject, type: string): void {
  if (type !== 'SRV' || !isObject(body.data) || !call.dates.dead('srv-data')) return;
  const data = body.data;
  if (SRV_NAME_PARTS.some((part) => data[part] !== undefined)) {
    const message = "SRV data fields 'service', 'proto' and 'name' are no longer supported";
    throw new ApiError(400, 9101, message, { ended: 'srv-data' });
  }
}

function srvName(body: JsonObject, data: JsonObject): Json | undefined {
  const { service, proto, name } = data;
  if (service === undefined && proto === undefined) return body.name;
  const base = name === undefined ? body.name : name;
  return [service, proto, base === '@' ? '' : base]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('.');
}

function fullName(zone: Zone, name: string): string {
  if (name === '@') return zone.name;
  return name === zone.name || name.endsWith(`.${zone.name}`) ? name : `${name}.${zone.name}`;
}

/** Until its end date a failed check came wrapped in code 1004 with the cause in a chain. */
function validation(call: ApiCall, code: number, message: string): ApiError {
  if (call.dates.dead('dns-error-chain')) return new ApiError(400, code, message);
  return new ApiError(400, 1004, 'DNS Validation Error', { chain: [{ code, message }] });
}

function requireRecord(call: ApiCall, id: string): DnsRecord {
  const record = call.zone().dnsRecords.find((candidate) => candidate.id === id);
  if (record === undefined) throw new ApiError(404, 81044, 'Record does not exist.');
  return record;
}

function shown(call: ApiCall, record: DnsRecord): JsonObject {
  const zone = call.zone();
  const parts = record.name.split('.');
  const srv =
    record.type === 'SRV' && isObject(record.data) && !call.dates.dead('srv-data')
      ? {
          data: {
            ...record.data,
            service: parts[0] ?? '',
            proto: parts[1] ?? '',
            name: parts.slice(2).join('.'),
          },
        }
      : {};
  return {
    ...record,
    ...srv,
    proxiable: ['A', 'AAAA', 'CNAME'].includes(record.type),
    ...(call.dates.dead('dns-locked') ? {} : { locked: false }),
    ...(call.dates.dead('dns-record-zone-fields') ? {} : { zone_id: zone.id, zone_name: zone.name }),
  };
}

export function dnsSettings(zone: Zone): JsonObject {
  return {
    multi_provider: false,
    secondary_overrides: false,
    flatten_all_cnames: false,
    foundation_dns: false,
    ...zone.dnsSettings,
  };
}

function editSettings(call: ApiCall): Reply {
  const { body } = call;
  if (!isObject(body)) throw new ApiError(400, 1006, 'the body must be an object');
  for (const key of ['multi_provider', 'secondary_overrides', 'flatten_all_cnames', 'foundation_dns']) {
    if (body[key] !== undefined && typeof body[key] !== 'boolean')
      throw new ApiError(400, 1007, `${key} must be a boolean`);
  }
  const zone = call.zone();
  zone.dnsSettings = { ...zone.dnsSettings, ...body };
  return { result: dnsSettings(zone) };
}

/** An old endpoint for one field of the DNS settings. */
function legacySetting(segment: string, field: string): Route[] {
  const answer = (call: ApiCall): Reply => ({
    result: {
      id: segment,
      value: dnsSettings(call.zone())[field] ?? false,
      editable: true,
      modified_on: null,
    },
  });
  return [
    { method: 'GET', path: `${SETTINGS}/${segment}`, handle: answer },
    {
      method: 'PATCH',
      path: `${SETTINGS}/${segment}`,
      handle: (call) => {
        const value = isObject(call.body) ? call.body.value : undefined;
        if (typeof value !== 'boolean') throw new ApiError(400, 1007, 'value must be a boolean');
        const zone = call.zone();
        zone.dnsSettings = { ...zone.dnsSettings, [field]: value };
        return answer(call);
      },
    },
  ];
}
