/**
 * States of the emulated API from which both programs start: some written by hand, each for something that goes
 * wrong easily, and any number that chance makes from a seed.
 */

import type { Faults } from '../../src/edge/index.js';
import { type EdgeState, readFaults, readState } from '../../src/edge/index.js';
import type { OwnScenario } from './cases.js';
import { FIREWALL_FAULTS, FIREWALL_RULES } from './firewall-scenarios.js';

export const ZONE = '0123456789abcdef0123456789abcdef';
export const ACCOUNT = 'fedcba9876543210fedcba9876543210';

/** Things that are there under these ids in every state but `fresh`. */
export const IDS = {
  RECORD_ID: '00000000000000000000000000000a01',
  SRV_ID: '00000000000000000000000000000a02',
  TUNNEL_ID: '00000000000000000000000000000b01',
  APP_ID: '00000000000000000000000000000c01',
  NAMESPACE_ID: '00000000000000000000000000000d01',
  MEMBER_ID: '00000000000000000000000000000e01',
  RULESET_ID: '00000000000000000000000000000f01',
  RULE_ID: '00000000000000000000000000000f11',
  SCRIPT_ID: '00000000000000000000000000001101',
  ROLE_ID: '05784afa30c1afe1440e79d9351c7430',
} as const;

export interface Scenario {
  readonly name: string;
  readonly state: EdgeState;
  readonly faults?: Faults;
}

const NAME = 'example.com';

/** Zone and account, with whatever is given of them. */
function stateOf(zone: object, account: object = {}): EdgeState {
  const read = readState(
    JSON.stringify({
      zones: { [ZONE]: { name: NAME, account: ACCOUNT, ...zone } },
      accounts: { [ACCOUNT]: { name: 'Example', ...account } },
    }),
  );
  if (!read.ok) throw new Error(`the state of a scenario cannot be read: ${read.problems.join('; ')}`);
  return read.state;
}

const A_RECORD = {
  id: IDS.RECORD_ID,
  type: 'A',
  name: `www.${NAME}`,
  content: '192.0.2.1',
  ttl: 300,
  proxied: true,
};
const SRV_RECORD = {
  id: IDS.SRV_ID,
  type: 'SRV',
  name: `_sip._tcp.${NAME}`,
  ttl: 120,
  proxied: false,
  content: '5 5060 sip.example.com',
  data: { priority: 10, weight: 5, port: 5060, target: 'sip.example.com' },
};
const RULE = {
  id: IDS.RULE_ID,
  ref: 'kept',
  action: 'block',
  expression: 'http.request.uri.path eq "/old"',
  description: 'kept',
  enabled: true,
};
const ruleset = (rules: readonly object[]) => ({
  id: IDS.RULESET_ID,
  kind: 'zone',
  phase: 'http_request_firewall_custom',
  rules,
});
const TUNNEL = {
  id: IDS.TUNNEL_ID,
  name: 'office',
  tun_type: 'cfd_tunnel',
  config_src: 'local',
  status: 'inactive',
  deleted_at: null,
};
const BOOKMARK = { id: IDS.APP_ID, type: 'bookmark', name: 'Wiki', domain: 'wiki.example.com' };
const SCRIPT = { id: IDS.SCRIPT_ID, url: 'https://cdn.example.com/a.js', host: 'example.com' };
const MEMBER = {
  id: IDS.MEMBER_ID,
  status: 'accepted',
  user: { id: 'u', email: 'someone@example.com', first_name: 'Some', last_name: 'One' },
  roles: [],
};

const FULL_ZONE = {
  dnsRecords: [A_RECORD, SRV_RECORD],
  settings: { ssl: 'strict', security_level: 'under_attack', brotli: 'off' },
  dnsSettings: { multi_provider: true },
  rulesets: [ruleset([RULE])],
  collections: { page_shield: [{ enabled: true }], 'page_shield/scripts': [SCRIPT] },
};
const FULL_ACCOUNT = {
  collections: {
    tunnels: [TUNNEL],
    'access/apps': [
      BOOKMARK,
      {
        ...BOOKMARK,
        id: '00000000000000000000000000000c02',
        type: 'self_hosted',
        name: 'Shop',
        domain: 'shop.example.com',
      },
    ],
    members: [MEMBER],
    audit_logs: [{ id: 'log-1', action: { type: 'login' } }],
    kv: [{ id: IDS.NAMESPACE_ID, title: 'sessions', supports_url_encoding: true }],
    [`kv/${IDS.NAMESPACE_ID}`]: [{ name: 'greeting', value: 'hello' }],
  },
};

const WRITTEN: Readonly<Record<string, () => Omit<Scenario, 'name'>>> = {
  /** Nothing was ever set, and there is no entry point. */
  fresh: () => ({ state: stateOf({}) }),
  full: () => ({ state: stateOf(FULL_ZONE, FULL_ACCOUNT) }),
  /** Rules of others: disabled, with parameters, with a field nobody knows. */
  'foreign-rules': () => ({
    state: stateOf(
      {
        ...FULL_ZONE,
        rulesets: [
          ruleset([
            { ...RULE, enabled: false },
            {
              id: '00000000000000000000000000000f12',
              ref: 'skip',
              action: 'skip',
              expression: 'ip.src eq 192.0.2.7',
              action_parameters: { ruleset: 'current', phases: ['http_ratelimit'] },
              enabled: true,
            },
            {
              id: '00000000000000000000000000000f13',
              ref: 'odd',
              action: 'log',
              expression: 'ssl',
              exposed_credential_check: { username_expression: 'x' },
              enabled: true,
            },
          ]),
        ],
      },
      FULL_ACCOUNT,
    ),
  }),
  /** More than one page of records. */
  'many-records': () => ({
    state: stateOf(
      {
        ...FULL_ZONE,
        dnsRecords: [
          A_RECORD,
          SRV_RECORD,
          ...Array.from({ length: 130 }, (_, index) => ({
            id: (0xd0000 + index).toString(16).padStart(32, '0'),
            type: 'TXT',
            name: `host${index}.${NAME}`,
            content: `value ${index}`,
          })),
        ],
      },
      FULL_ACCOUNT,
    ),
  }),
  'too-many-requests': () => ({
    state: stateOf(FULL_ZONE, FULL_ACCOUNT),
    faults: { answers: [{ nth: 1, of: 'request', status: 429, retryAfter: 0 }] },
  }),
  'server-error': () => ({
    state: stateOf(FULL_ZONE, FULL_ACCOUNT),
    faults: { answers: [{ nth: 1, of: 'request', status: 503 }] },
  }),
  /** Somebody adds a record and changes a setting while the program runs. */
  'concurrent-edit': () => ({
    state: stateOf(FULL_ZONE, FULL_ACCOUNT),
    faults: {
      edits: [
        {
          nth: 1,
          of: 'write',
          request: {
            method: 'PATCH',
            path: `/zones/${ZONE}/settings/ssl`,
            body: { value: 'full' },
            headers: { authorization: 'Bearer t' },
          },
        },
      ],
    },
  }),
};

export function scenarioOf(given: string | OwnScenario): Scenario {
  if (typeof given !== 'string') return ownScenario(given);
  const seed = /^generated:(\d+)$/.exec(given)?.[1];
  if (seed !== undefined) return { name: given, state: generated(Number(seed)) };
  const firewall = firewallScenario(given);
  if (firewall !== null) return firewall;
  const make = WRITTEN[given];
  if (make === undefined) throw new Error(`there is no scenario named ${given}`);
  return { name: given, ...make() };
}

/** `fw:…`, of a zone with custom rules. */
function firewallScenario(given: string): Scenario | null {
  const name = /^fw:(.+)$/.exec(given)?.[1];
  if (name === undefined) return null;
  const trouble = FIREWALL_FAULTS[name];
  const rules = FIREWALL_RULES[trouble?.rules ?? name];
  if (rules === undefined) throw new Error(`there is no scenario named ${given}`);
  const state = stateOf(rules === null ? {} : { rulesets: [ruleset(rules)] });
  if (trouble === undefined) return { name: given, state };
  return { ...ownScenario({ name: given, faults: trouble.faults }), state };
}

function ownScenario({ name, state, faults }: OwnScenario): Scenario {
  const read = readState(JSON.stringify(state ?? {}));
  if (!read.ok) throw new Error(`the state of ${name} cannot be read: ${read.problems.join('; ')}`);
  if (faults === undefined) return { name, state: read.state };
  const plan = readFaults(JSON.stringify(faults));
  if (!plan.ok) throw new Error(`the faults of ${name} cannot be read: ${plan.problems.join('; ')}`);
  return { name, state: read.state, faults: plan.faults };
}

/** Numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function generated(seed: number): EdgeState {
  const next = chance(seed);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(next() * items.length)] ?? items[0];
  const some = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, (_, index) => make(index));
  const id = (index: number) => (seed * 4096 + 0x100000 + index).toString(16).padStart(32, '0');
  const rules = some(4, (index) => ({
    id: id(index),
    ref: `ref-${index}`,
    action: pick(['block', 'managed_challenge', 'log', 'skip']),
    expression: pick(['ssl', 'not ssl', 'http.host eq "a.example.com"', 'ip.src in {192.0.2.0/24}']),
    enabled: next() < 0.7,
    ...(next() < 0.3 ? { note_of_somebody: 'kept' } : {}),
  })).map((rule) => (rule.action === 'skip' ? { ...rule, action_parameters: { ruleset: 'current' } } : rule));
  const records = some(6, (index) => ({
    id: id(100 + index),
    type: pick(['TXT', 'CNAME']),
    name: `host${index}.${NAME}`,
    content: pick(['one.example.com', 'two.example.com']),
    ttl: pick([1, 120, 3600]),
  }));
  return stateOf(
    {
      dnsRecords: [A_RECORD, SRV_RECORD, ...records],
      settings: {
        ssl: pick(['off', 'flexible', 'full', 'strict']),
        brotli: pick(['on', 'off']),
        minify: { css: pick(['on', 'off']), html: 'off', js: pick(['on', 'off']) },
        security_level: pick(['off', 'under_attack', 'high', 'medium']),
        always_online: pick(['on', 'off']),
      },
      dnsSettings: { multi_provider: next() < 0.5, secondary_overrides: next() < 0.5 },
      rulesets: [ruleset([RULE, ...rules])],
      collections: {
        page_shield: [{ enabled: next() < 0.5 }],
        'page_shield/scripts': [
          SCRIPT,
          ...some(3, (index) => ({
            ...SCRIPT,
            id: id(200 + index),
            url: `https://cdn.example.com/${index}.js`,
          })),
        ],
      },
    },
    {
      collections: {
        ...FULL_ACCOUNT.collections,
        tunnels: [
          TUNNEL,
          ...some(3, (index) => ({ ...TUNNEL, id: id(300 + index), name: `branch-${index}` })),
        ],
        members: [
          MEMBER,
          ...some(3, (index) => ({ ...MEMBER, id: id(400 + index), status: pick(['accepted', 'pending']) })),
        ],
      },
    },
  );
}
