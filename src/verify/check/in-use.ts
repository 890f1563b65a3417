/** What zones and accounts that are in use hold beside rules: for programs that read, change or delete what is there. */
import { type EdgeState, type JsonObject, readState } from '../../edge/index.js';

export interface Owners {
  /** Ids of zones and accounts that the program works on. */
  readonly zones: readonly string[];
  readonly accounts: readonly string[];
  /** Names that it may look for. */
  readonly names: readonly string[];
  readonly hosts: readonly string[];
}

const MADE = '2020-01-01T00:00:00.000000Z';

export function inUse({ zones, accounts, names, hosts }: Owners): EdgeState {
  const own = (ids: readonly string[], made: JsonObject) => Object.fromEntries(ids.map((id) => [id, made]));
  const state = { zones: own(zones, zone(hosts)), accounts: own(accounts, account(names)) };
  const read = readState(JSON.stringify(state));
  if (!read.ok) throw new Error(`a made state cannot be read: ${read.problems.join('; ')}`);
  return read.state;
}

function zone(hosts: readonly string[]): JsonObject {
  const records: readonly JsonObject[] = [
    ...[...hosts, 'made.example.com'].map((name) => ({ type: 'A', name, content: '192.0.2.7', ttl: 300 })),
    { type: 'MX', name: 'made.example.com', content: 'mail.example.com', priority: 10, ttl: 1 },
    { type: 'TXT', name: 'made.example.com', content: '"made"', ttl: 1 },
  ];
  return {
    dnsRecords: records.map((record, index) => ({
      proxied: record.type === 'A',
      ...record,
      id: idOf(index, 'd'),
      created_on: MADE,
      modified_on: MADE,
    })),
    settings: { ssl: 'full', security_level: 'high', always_use_https: 'on', min_tls_version: '1.2' },
    collections: {
      page_shield: [{ enabled: true }],
      'page_shield/scripts': ['one', 'two'].map((name, index) => ({
        id: idOf(index, 'e'),
        url: `https://scripts.example.com/${name}.js`,
        host: 'www.example.com',
        added_at: MADE,
        first_seen_at: MADE,
        last_seen_at: MADE,
        first_page_url: 'https://www.example.com/',
      })),
    },
  };
}

function account(names: readonly string[]): JsonObject {
  const list = (end: string, made: (name: string, index: number) => JsonObject) =>
    [...names, 'made'].map((name, index) => ({ id: idOf(index, end), ...made(name, index) }));
  return {
    collections: {
      tunnels: list('1', (name) => ({
        name,
        tun_type: 'cfd_tunnel',
        config_src: 'local',
        status: 'healthy',
        deleted_at: null,
        created_at: MADE,
        connections: [{ id: idOf(1, '2'), colo_name: 'DUS01', is_pending_reconnect: false }],
      })),
      members: list('3', (_, index) => ({
        user: {
          id: idOf(index, '4'),
          email: `person-${index}@example.com`,
          first_name: null,
          last_name: null,
        },
        status: index === 0 ? 'accepted' : 'pending',
        roles: [],
      })),
      kv: list('5', (name) => ({ title: name, supports_url_encoding: true })),
      devices: list('6', (name) => ({
        name,
        device_type: 'linux',
        created: MADE,
        updated: MADE,
        user: null,
      })),
      'registrar/domains': list('7', (name, index) => ({
        id: `made-${index}.example.com`,
        name: `made-${index}.example.com`,
        label: name,
        auto_renew: true,
        created_at: MADE,
        expires_at: '2030-01-01T00:00:00Z',
        locked: true,
      })),
    },
  };
}

function idOf(number: number, end: string): string {
  return (number + 1).toString(16).padStart(31, '0').concat(end);
}
