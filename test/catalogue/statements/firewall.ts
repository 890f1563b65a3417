import { asked, call, entry, of, shown, Z } from './statement.js';

const LIVE = '2024-09-29';
const BEHAVIOUR = 'edge/behaviour.test.ts';
const MADE = [`POST ${Z}/firewall/rules`, [{ action: 'block', filter: { expression: 'ssl' } }]] as const;
const made = (holds: string) => asked(LIVE, 200, holds, MADE);

/** Sections 2.4 and 4.2: firewall rules and filters, as they were. */
export const FIREWALL = [
  of('2.4', 1, 'a firewall rule has an id', made('"id":"')),
  of('2.4', 2, 'a firewall rule has paused', made('"paused":false')),
  of('2.4', 3, 'a firewall rule has an action', made('"action":"block"')),
  of('2.4', 4, 'the priority of a firewall rule may be null', made('"priority":null')),
  of('2.4', 5, 'a firewall rule holds its filter', made('"filter":{')),
  of('2.4', 6, 'a filter has an id', made('"filter":{"id":"')),
  of('2.4', 7, 'a filter has an expression', made('"expression":"ssl"')),
  of('2.4', 8, 'a filter has paused', asked(LIVE, 200, '"paused":false', MADE, [`GET ${Z}/filters`])),
  of(
    '4.2',
    1,
    'rules are created from a list of actions and filters',
    made('"success":true'),
    entry('firewall-rules', call('POST', `/zones/\${zone}/firewall/rules`, "[{ action: 'block', filter }]")),
  ),
  of(
    '4.2 rules',
    1,
    'a filter is made first and may serve several rules',
    shown(BEHAVIOUR, 'share a filter made in a call of its own; a change of it reaches every rule'),
  ),
  of('4.2 rules', 2, 'one call makes filter and rule', made('"filter":{"id":"')),
  of(
    '4.2 rules',
    3,
    'the filter of such a call is neither changed nor deleted',
    shown(BEHAVIOUR, 'make a filter and a rule in one call, and protect that filter'),
  ),
  of(
    '4.2 rules',
    4,
    'a wrong call makes nothing; over the quota the filter may stay',
    shown(
      BEHAVIOUR,
      'make nothing of a call that is wrong in part, except that filters stay when the quota is reached',
    ),
  ),
  of(
    '4.2 rules',
    5,
    'errors of both APIs are answered',
    asked(LIVE, 400, '"success":false', [
      `POST ${Z}/firewall/rules`,
      [{ action: 'block', filter: { expression: 'ip.src eq' } }],
    ]),
  ),
];
