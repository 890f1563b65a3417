import { A, asked, of, reason, shown, TODAY, Z } from './statement.js';

/** Sections 1, 2.1, 3, 5 to 8 and 9, what is neither rulesets nor object storage. */
export const GENERAL = [
  of('1', 1, 'answers are JSON in one envelope', asked(TODAY, 200, '"success":true', [`GET ${Z}`])),
  of(
    '1',
    2,
    'rulesets have a phase, and a zone one entry point for each',
    reason('Section 4.1 has the calls.'),
  ),
  of('1', 3, 'the OWASP ruleset is tuned by overrides', reason('The procedures of section 4.1 say how.')),
  of('1', 4, 'a firewall rule refers to a filter', reason('Section 4.2 has the rules of that.')),
  of('1', 6, 'a schedule ends endpoints', reason('Section 9 has a row for each.')),

  of('2.1', 1, 'result holds what was asked for', asked(TODAY, 200, '"result":{', [`GET ${Z}`])),
  of('2.1', 1, 'result is null after a failure', asked(TODAY, 404, '"result":null', [`GET ${A}/rulesets/1`])),
  of('2.1', 2, 'success is false after a failure', asked(TODAY, 404, '"success":false', ['GET /zones/x'])),
  of('2.1', 3, 'errors is empty after a success', asked(TODAY, 200, '"errors":[]', [`GET ${Z}`])),
  of('2.1', 4, 'messages is a list', asked(TODAY, 200, '"messages":[]', [`GET ${Z}`])),

  of('5', 1, 'a token is sent as Bearer', shown('edge/behaviour.test.ts', 'a bearer token')),
  of('5', 2, 'an old key is sent with its e-mail', shown('edge/behaviour.test.ts', 'a key with its e-mail')),
  of('5 rules', 3, 'scopes and lifetime of tokens are open', reason('The specification leaves them open.')),
  of('6', 1, 'there are no events', reason('The specification shows none.')),

  of('7.1', 1, 'an error has a number as code', asked(TODAY, 404, '"code":7003', ['GET /zones/x'])),
  of('7.1', 2, 'an error has a message', asked(TODAY, 404, '"message":"', ['GET /zones/x'])),
  of(
    '7.1',
    3,
    'an error may have a chain of causes',
    asked('2024-10-01', 400, '"error_chain":[{"code":9005', [
      `POST ${Z}/dns_records`,
      { type: 'A', name: 'a', content: '-' },
    ]),
  ),
  of('7.1 text', 1, 'a failure has an error', asked(TODAY, 404, '"errors":[{', ['GET /zones/x'])),
];
