import { asked, call, entry, of, shown, TODAY, Z } from './statement.js';

const BEHAVIOUR = 'edge/behaviour.test.ts';
const RECORDS = `${Z}/dns_records`;
const WRITTEN = '/zones/${zone}/dns_records';
const ONE = '/zones/${zone}/dns_records/${record}';
const SRV =
  "{ type: 'SRV', name: '_sip._tcp', data: { service: '_sip', priority: 1, weight: 1, port: 1, target } }";
const TXT = { type: 'TXT', name: 't', content: 'x' };

/** Sections 2.5 and 4.6: DNS records and settings, and the setting of the security level. */
export const DNS = [
  of(
    '2.5',
    1,
    'name is the full name, also of SRV',
    asked(TODAY, 200, '"name":"t.', [`POST ${RECORDS}`, TXT]),
  ),
  of(
    '2.5',
    2,
    'SRV data no longer has service, proto and name',
    entry('srv-data', call('POST', WRITTEN, SRV)),
  ),
  of(
    '2.5',
    3,
    'locked was always false and is gone',
    shown(BEHAVIOUR, 'on %s records have %s: %s'),
    entry('dns-locked', call('PATCH', ONE, '{ locked: true }')),
  ),
  of(
    '2.5',
    3,
    'locked is ignored when it is sent',
    asked(TODAY, 200, '', [`POST ${RECORDS}`, { ...TXT, locked: true }]),
  ),
  of(
    '2.5',
    4,
    'DNS settings have multi_provider and secondary_overrides',
    asked(TODAY, 200, '"multi_provider":false', [`GET ${Z}/dns_settings`]),
    asked(TODAY, 200, '"secondary_overrides":false', [`GET ${Z}/dns_settings`]),
  ),
  of('4.6', 1, 'records are listed', asked(TODAY, 200, '"result":[]', [`GET ${RECORDS}`])),
  of('4.6', 1, 'records are created', asked(TODAY, 200, '"type":"TXT"', [`POST ${RECORDS}`, TXT])),
  of('4.6', 2, 'a record is read and changed', shown('edge/endpoints.test.ts', 'works on the day before')),
  of(
    '4.6',
    3,
    'DNS settings replace two endpoints',
    shown(BEHAVIOUR, 'keeps one pair of settings behind the old endpoints and the new one'),
  ),
  of(
    '4.6',
    4,
    'the security level is a setting of a zone',
    asked(TODAY, 200, 'under_attack', [`PATCH ${Z}/settings/security_level`, { value: 'under_attack' }]),
  ),
];
