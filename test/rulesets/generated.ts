import fc from 'fast-check';
import type { Json } from '../../src/edge/core/json.js';
import { ABSENT } from './differences.js';
import { CUSTOM, LAST_RULE, LIMITS, MANAGED, OWASP } from './rules.js';

/** Rules, many of them wrong in one place, that the checker and the emulated API have to judge alike. */

/** Right ones more often, so that some bodies are right as a whole. */
const mostly = (right: readonly Json[], wrong: readonly Json[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
const flags = mostly([true, false, null], ['yes', 1]);
const numbers = mostly([60, 600], [0, 1, 61, 2.5, '60', null]);
const actions = mostly(['block', 'log', 'managed_challenge'], ['skip', 'allow', 'simulate', 'set_config', 7]);
const expressions = mostly(
  ['true', 'ssl', 'http.host eq "a.example"'],
  ['ip.src eq', '', 5, 'cf.threat_score gt 5'],
);
const parameters = fc.record(
  {
    ruleset: fc.constantFrom<Json>('current', 'other'),
    phases: fc.constantFrom<Json>([LIMITS], [MANAGED, 'x'], 'current', []),
    products: fc.constantFrom<Json>(['bic'], ['waf'], ['ratelimit'], 'bic'),
    rulesets: fc.constantFrom<Json>([OWASP], []),
    response: fc.constantFrom<Json>(
      { status_code: 403, content_type: 'text/plain', content: 'a' },
      { status_code: 200, content_type: 'text/plain', content: 'a' },
      { status_code: 403 },
    ),
    ssl: fc.constant<Json>('full'),
  },
  { requiredKeys: [] },
);
const limits = fc.record(
  {
    characteristics: fc.constantFrom<Json>(
      ['cf.colo.id'],
      ['ip.src'],
      ['cf.colo.id', 'ip.src'],
      'cf.colo.id',
    ),
    period: numbers,
    requests_per_period: numbers,
    mitigation_timeout: mostly([0, 600], [7, '60']),
    counting_expression: expressions,
    threshold: fc.constant<Json>(1),
  },
  { requiredKeys: ['characteristics', 'period', 'requests_per_period'] },
);
const overrideParts = {
  categories: fc.oneof(
    fc.array(
      fc.record({
        category: fc.constantFrom<Json>('paranoia-level-1', 'paranoia-level-3', 'paranoia-level-4'),
        enabled: flags,
      }),
      { maxLength: 3 },
    ),
    fc.constant<Json>([{ category: 'no-such-tag', enabled: false }]),
  ),
  rules: fc.oneof(
    fc.array(fc.record({ id: fc.constant<Json>(LAST_RULE), score_threshold: numbers, action: actions }), {
      maxLength: 1,
    }),
    fc.constant<Json>([{ id: ABSENT, enabled: false }]),
  ),
  enabled: flags,
};
const overrides = fc.oneof(
  { weight: 6, arbitrary: fc.record(overrideParts, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ ...overrideParts, paranoia_level: numbers }) },
);
const executed = fc.record(
  {
    action: fc.constant<Json>('execute'),
    expression: expressions,
    action_parameters: fc.record({ id: mostly([OWASP], [ABSENT]), overrides }, { requiredKeys: ['id'] }),
  },
  { requiredKeys: ['action', 'action_parameters'] },
);
const plain = fc.record(
  {
    action: actions,
    expression: expressions,
    action_parameters: parameters,
    enabled: flags,
    ref: mostly(['a', 'b', 'c'], [5]),
    description: mostly(['a', null], [true]),
    ratelimit: limits,
  },
  { requiredKeys: ['action', 'expression'] },
);

const light = fc.record(
  { action: actions, expression: expressions, enabled: flags },
  { requiredKeys: ['action', 'expression'] },
);
const limiting = fc.record({
  action: fc.constant<Json>('block'),
  expression: expressions,
  ratelimit: limits,
});
const setting = fc.record({
  action: fc.constant<Json>('set_config'),
  expression: expressions,
  action_parameters: fc.record(
    { ssl: fc.constant<Json>('full'), security_level: mostly(['off', 'under_attack'], ['medium']) },
    { requiredKeys: [] },
  ),
});
const SETTINGS = 'http_config_settings';
const rulesOf = (phase: string) => (phase === LIMITS ? limiting : phase === SETTINGS ? setting : light);
/** The rules of an entry point, with its phase. */
export const generated = fc.constantFrom(CUSTOM, LIMITS, MANAGED, SETTINGS).chain((phase) =>
  fc.tuple(
    fc.constant(phase),
    fc.array(fc.oneof(plain, rulesOf(phase), executed), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
);

/** One rule for a phase, with its place in the list or without. */
export const generatedRule = fc
  .constantFrom(CUSTOM, LIMITS, MANAGED, SETTINGS)
  .chain((phase) =>
    fc.tuple(
      fc.constant(phase),
      fc.oneof(plain, rulesOf(phase), executed),
      fc.option(
        mostly(
          [{ before: '' }, { index: 1 }, { after: '' }],
          [{ index: 0 }, { before: '', index: 1 }, { priority: 1 }],
        ),
      ),
    ),
  );

/** What a person sends who wants to change one thing. */
export const generatedChange = fc.record(
  { action: actions, expression: expressions, enabled: flags, description: mostly(['a'], [true]) },
  { requiredKeys: [] },
);
