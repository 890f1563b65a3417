import type { Json } from '../../../src/edge/core/json.js';
import { A, asked, OWASP, of, type Proof, type Request, shown, TODAY, Z } from './statement.js';

const BEHAVIOUR = 'edge/behaviour.test.ts';
const PROCEDURES = 'configures the OWASP ruleset as the procedures say, and knows what overrides may name';
const OWASP_TEST = 'edge/owasp.test.ts';
const IN_ORDER = 'deploy it once, set level, threshold and action, and switch off rules';
const CUSTOM = `${Z}/rulesets/phases/http_request_firewall_custom/entrypoint`;
const MANAGED = `${Z}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const RULE = { action: 'block', expression: 'true', ref: 'a', description: 'all', enabled: true };
const LAST_RULE = '6179ae15870a4bb7b2d480d4843b323c';

const execute = (parameters: Json, rest: Readonly<Record<string, Json>> = {}): Json => ({
  action: 'execute',
  expression: 'true',
  enabled: true,
  action_parameters: parameters,
  ...rest,
});
const overridden = (overrides: Json): Json => execute({ id: OWASP, version: 'latest', overrides });
const put = (path: string, ...rules: readonly Json[]): Request => [`PUT ${path}`, { rules }];
const holds = (text: string): Proof => asked(TODAY, 200, text, put(CUSTOM, RULE));
const listed = (text: string): Proof => asked(TODAY, 200, text, [`GET ${A}/rulesets`]);
const taken = (...rules: readonly Json[]): Proof =>
  asked(TODAY, 200, '"success":true', put(MANAGED, ...rules));
const refused = (text: string, ...rules: readonly Json[]): Proof =>
  asked(TODAY, 400, text, put(MANAGED, ...rules));

/** Sections 2.2, 2.3 and 4.1, and what sections 3, 8 and 9 say of rulesets. */
export const RULESETS = [
  of('2.2', 1, 'a ruleset has an id', holds('"id":"')),
  of('2.2', 2, 'an entry point has a name', holds('"name":"')),
  of('2.2', 3, 'a ruleset has a description', holds('"description":"')),
  of('2.2', 4, 'the source of managed rulesets is firewall_managed', listed('"source":"firewall_managed"')),
  of('2.2', 5, 'the kind is managed or zone', holds('"kind":"zone"'), listed('"kind":"managed"')),
  of('2.2', 6, 'the version is a text', holds('"version":"1"')),
  of('2.2', 7, 'the time of the last update is a text in UTC', holds('"last_updated":"2026-')),
  of('2.2', 8, 'a ruleset has a phase', holds('"phase":"http_request_firewall_custom"')),
  of('2.2', 9, 'rules are answered with one ruleset', holds('"rules":[{')),

  of('2.3', 1, 'a rule has an id', holds('"enabled":true,"id":"')),
  of('2.3', 2, 'a rule has a version', holds('"version":"1"')),
  of('2.3', 3, 'a rule of the entry point has the action execute', taken(execute({ id: OWASP }))),
  of(
    '2.3',
    3,
    'an action that does not exist is refused',
    refused('', { action: 'allow', expression: 'true' }),
  ),
  of(
    '2.3',
    4,
    'execute takes an id and the version latest',
    taken(execute({ id: OWASP, version: 'latest' })),
  ),
  of('2.3', 4, 'execute without an id is refused', refused('', execute({ version: 'latest' }))),
  of(
    '2.3',
    5,
    'an override of a category has a tag and enabled',
    taken(overridden({ categories: [{ category: 'paranoia-level-4', enabled: false }] })),
    refused('', overridden({ categories: [{ category: 'level-4', enabled: false }] })),
  ),
  of(
    '2.3',
    6,
    'an override of a rule has an id, an integer as threshold and an action',
    taken(overridden({ rules: [{ id: LAST_RULE, score_threshold: 25, action: 'log' }] })),
    refused('', overridden({ rules: [{ id: LAST_RULE, score_threshold: 2.5 }] })),
    refused('', overridden({ rules: [{ id: LAST_RULE, action: 'simulate' }] })),
  ),
  of(
    '2.3',
    7,
    'a rule has an expression',
    refused('', { action: 'execute', action_parameters: { id: OWASP } }),
  ),
  of('2.3', 8, 'enabled is true or false', refused('', execute({ id: OWASP }, { enabled: 'yes' }))),
  of('2.3', 9, 'a rule has a ref', holds('"ref":"a"')),
  of('2.3', 10, 'a rule has the time of its last update', holds('"last_updated":"2026-')),
  of(
    '2.3',
    11,
    'the last OWASP rule has the threshold',
    asked(TODAY, 200, '"score_threshold":40', [`GET ${A}/rulesets/${OWASP}`]),
  ),
  of('2.3', 12, 'a rule has a description', holds('"description":"all"')),
  of(
    '2.3',
    13,
    'there are four paranoia levels',
    taken(
      overridden({
        categories: [1, 2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      }),
    ),
    refused('', overridden({ categories: [{ category: 'paranoia-level-5', enabled: false }] })),
  ),

  of(
    '3',
    1,
    'a rule that is not enabled does not apply',
    shown('edge/effect.test.ts', 'run with their overrides: a rule before its tag, a tag before the whole'),
  ),
  of(
    '3',
    2,
    'a rule can be enabled again',
    shown('edge/effect.test.ts', 'run with their overrides: a rule before its tag, a tag before the whole'),
  ),
  of(
    '3',
    3,
    'a paused filter is a rule that is not enabled',
    shown(BEHAVIOUR, 'share a filter made in a call of its own; a change of it reaches every rule'),
  ),
  of(
    '3',
    8,
    'every change makes a new version',
    shown(BEHAVIOUR, 'counts versions, keeps identity by id and by ref, and puts rules where they are told'),
  ),

  of('4.1', 1, 'rulesets of an account are listed', listed('"result":[{')),
  of(
    '4.1',
    2,
    'a ruleset is read with its rules',
    asked(TODAY, 200, '"rules":[{', [`GET ${A}/rulesets/${OWASP}`]),
  ),
  of(
    '4.1',
    3,
    'an entry point is read by its phase',
    asked(TODAY, 200, '"rules":[{', put(CUSTOM, RULE), [`GET ${CUSTOM}`]),
  ),
  of('4.1', 4, 'a rule is changed with all of its fields', shown(BEHAVIOUR, PROCEDURES)),
  of(
    '4.1',
    5,
    'a ruleset is created',
    asked(TODAY, 200, '"version":"1"', [
      `POST ${Z}/rulesets`,
      { name: 'zone', kind: 'zone', phase: 'http_request_firewall_custom', rules: [RULE] },
    ]),
  ),
  of('4.1', 6, 'a ruleset is replaced', shown(BEHAVIOUR, PROCEDURES)),
  of(
    '4.1',
    7,
    'a rule is added',
    shown(BEHAVIOUR, 'counts versions, keeps identity by id and by ref, and puts rules where they are told'),
  ),
  of(
    '4.1',
    8,
    'a rule of an account is changed',
    shown('edge/resources.test.ts', 'are read back, listed without rules, and gone after a delete'),
  ),
  of('4.1', 9, 'an entry point is replaced', holds('"success":true')),

  of('4.1 procedures', 1, 'the OWASP ruleset is executed by a rule', shown(OWASP_TEST, IN_ORDER)),
  of('4.1 procedures', 2, 'the level is set by the tags above it', shown(OWASP_TEST, IN_ORDER)),
  of('4.1 procedures', 3, 'threshold and action are set by the last rule', shown(OWASP_TEST, IN_ORDER)),
  of('4.1 procedures', 4, 'rules are switched off by overrides', shown(OWASP_TEST, IN_ORDER)),

  of(
    '8',
    3,
    'the score threshold is an integer',
    refused('', overridden({ rules: [{ id: LAST_RULE, score_threshold: '25' }] })),
  ),
  of(
    '8',
    4,
    'there is a quota of rules',
    shown(
      BEHAVIOUR,
      'make nothing of a call that is wrong in part, except that filters stay when the quota is reached',
    ),
  ),
  of('9', 2, 'managed rulesets have a version, and latest', taken(execute({ id: OWASP, version: 'latest' }))),
];
