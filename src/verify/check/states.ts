/** States of the emulated API that a program may meet, made for one unit. All of them are rows of one table. */
import { CUSTOM_RULES, RATE_LIMITS } from '../../catalogue/index.js';
import { convertRule } from '../../convert/index.js';
import { type EdgeState, type Faults, type JsonObject, readState } from '../../edge/index.js';
import { inUse, type Owners } from './in-use.js';

export interface MadeState {
  /** For people: what is special about it. */
  readonly name: string;
  /** Null for the state in which nothing was made yet. */
  readonly state: EdgeState | null;
  readonly row: StateRow;
}

/** Rules that a state holds: those that the program may look for, or some of other people. */
interface Rules {
  readonly of: 'program' | 'others';
  readonly count?: number;
  readonly enabled?: false;
  /** With conditions that the program writes or looks for, one for each. */
  readonly asked?: true;
  /** Names and conditions that are nearly those of the program. */
  readonly near?: true;
}

export interface StateRow {
  readonly name: string;
  /** What the rulesets of the unit hold; without them there are no rulesets. */
  readonly rules?: readonly Rules[];
  /** Records, settings, tunnels, members and the like are there. */
  readonly isInUse?: true;
  /** Each tree goes on from what earlier runs of its own left: `self` of this command, `others` of those before it. */
  readonly after?: 'self' | 'others';
  readonly faults?: Faults;
  /** Ids that nothing has been made for do not exist. */
  readonly isMissing?: true;
  /** More rules than one page of the retired API has. */
  readonly hasPages?: true;
  /** Rules that the program would make are there already. */
  readonly hasConditions?: true;
  /** Only for programs that write, whose second request reads as well, or whose old code looks at this. */
  readonly only?: 'writes' | 'reads' | RegExp;
}

const PROGRAM: Rules = { of: 'program' };
const FILLED: readonly Rules[] = [
  { of: 'others', count: 2 },
  PROGRAM,
  { of: 'others', count: 1, enabled: false },
];
const MANY = 120;
const MOST_NEAR = 6;

type Fault = readonly [
  of: 'request' | 'write',
  status: NonNullable<Faults['answers']>[number]['status'],
  only?: RegExp,
];

/** A read that answers 404 says that there are no rules yet, so that only a write shows how that is taken. */
const FAULTS: readonly Fault[] = [
  ['write', 500],
  ['request', 403],
  ['request', 'unsuccessful', /\bsuccess\b/],
  ['request', 429],
  ['request', 500],
  ['write', 403],
  ['write', 404],
  ['write', 409],
  ['write', 429],
  ['write', 'unsuccessful', /\bsuccess\b/],
];

/** The most telling ones first: a wrong change is refuted by the first that shows it. */
export const STATES: readonly StateRow[] = [
  { name: 'a fresh zone' },
  { name: 'rules of other people before and behind', rules: FILLED },
  { name: 'a zone and an account in use', isInUse: true },
  { name: 'a second run', after: 'self' },
  { name: 'what the other runs left', after: 'others' },
  { name: 'a ruleset without rules', rules: [] },
  {
    name: 'disabled rules',
    rules: [
      { of: 'others', count: 1 },
      { of: 'program', enabled: false },
      { of: 'others', count: 2, enabled: false },
      { of: 'program', asked: true, enabled: false },
    ],
  },
  {
    name: 'rules with the conditions of the program',
    rules: [
      { of: 'others', count: 1 },
      { of: 'program', asked: true },
    ],
    hasConditions: true,
  },
  {
    name: 'rules that are nearly those of the program',
    rules: [
      { of: 'program', near: true },
      { of: 'others', count: 1 },
    ],
  },
  ...FAULTS.map(([of, status, only]): StateRow => {
    const answer = { nth: 1, of, status, ...(status === 429 ? { retryAfter: 1 } : {}) };
    return {
      name: `the first ${of} is answered with ${status === 'unsuccessful' ? '"success": false' : status}`,
      rules: FILLED,
      faults: { answers: [answer] },
      ...(only !== undefined ? { only } : of === 'write' ? { only: 'writes' } : {}),
    };
  }),
  {
    name: 'the second request is answered with 500',
    rules: FILLED,
    faults: { answers: [{ nth: 2, of: 'request', status: 500 }] },
    only: 'reads',
  },
  { name: 'ids that do not exist', isMissing: true },
  {
    name: `${MANY} rules, more than a page`,
    rules: [{ of: 'others', count: MANY }, PROGRAM],
    hasPages: true,
  },
];

export interface Made extends Owners {
  /** Entries of the unit. */
  readonly entries: readonly string[];
  /** Conditions of rules that the program may look for. */
  readonly expressions?: readonly string[];
}

/** Rows about rules are left out for units that have none; their errors meet a fresh zone. */
export function statesFor(made: Made): readonly MadeState[] {
  const { entries, names, zones, expressions = [] } = made;
  const phases = [
    ...(entries.includes('firewall-rules') ? [CUSTOM_RULES] : []),
    ...(entries.includes('rate-limits') ? [RATE_LIMITS] : []),
  ];
  return STATES.flatMap((row): MadeState[] => {
    const { name, rules } = row;
    if (row.isInUse) return [{ name, row, state: inUse(made) }];
    if (rules === undefined) return [{ name, row, state: null }];
    if (row.hasConditions && (expressions.length === 0 || !phases.includes(CUSTOM_RULES))) return [];
    if (phases.length > 0)
      return [{ name, row, state: stateOf(zones, phases, rowsOf(rules, names, expressions)) }];
    return row.faults === undefined ? [] : [{ name, row, state: null }];
  });
}

interface MadeRule {
  readonly description: string;
  readonly enabled: boolean;
  readonly number: number;
  readonly expression: string | null;
  readonly action?: string;
}

function rowsOf(
  rules: readonly Rules[],
  names: readonly string[],
  expressions: readonly string[],
): readonly MadeRule[] {
  return rules
    .flatMap(
      ({ of, count = 1, enabled = true, asked = false, near = false }, place): Omit<MadeRule, 'number'>[] => {
        // Not in the order of their names: that a program sorts them is seen.
        const others = Array.from({ length: count }, (_, index) => `another team ${place}.${count - index}`);
        const called = of === 'program' ? names : others;
        if (near) return nearly(called, expressions);
        if (asked)
          return expressions.map((expression, at) => ({
            description: called[at] ?? `made ${at}`,
            enabled,
            expression,
          }));
        // A challenge and a block do not commute: that a new rule stands behind it instead of before it is seen.
        const isFirst = of === 'others' && place === 0 && count > 1;
        return called.map((description, at) => ({
          description,
          enabled,
          expression: null,
          ...(isFirst && at === 0 ? { action: 'managed_challenge' } : {}),
        }));
      },
    )
    .map((one, index) => ({ ...one, number: index + 1 }));
}

/** A search that is not as strict as that of the program finds them. */
function nearly(names: readonly string[], expressions: readonly string[]): Omit<MadeRule, 'number'>[] {
  const called = names
    .slice(0, MOST_NEAR)
    .flatMap((name) => [`old ${name}`, `${name} 2`, name.toUpperCase()])
    .filter((name) => !names.includes(name))
    .map((description) => ({ description, enabled: true, expression: null, action: 'block' }));
  const asked = expressions.flatMap((expression, at) => [
    { description: `near ${at}`, enabled: true, expression, action: 'log' },
    {
      description: `narrow ${at}`,
      enabled: true,
      expression: `(${expression}) and http.request.method eq "POST"`,
      action: 'block',
    },
  ]);
  return [...called, ...asked];
}

function stateOf(zones: readonly string[], phases: readonly string[], rows: readonly MadeRule[]): EdgeState {
  const limits = phases.includes(RATE_LIMITS) ? rows.map(limitOf) : [];
  const zone = {
    rulesets: [
      OF_OTHER_PHASE,
      ...phases.map((phase, index) => ({
        id: `f${index}`.padEnd(32, 'e'),
        kind: 'zone',
        phase,
        rules: phase === RATE_LIMITS ? limits.map(({ rule }) => rule) : rows.map(customRule),
      })),
    ],
    rateLimits: limits.map(({ face }) => face),
  };
  const read = readState(JSON.stringify({ zones: Object.fromEntries(zones.map((id) => [id, zone])) }));
  if (!read.ok) throw new Error(`a made state cannot be read: ${read.problems.join('; ')}`);
  return read.state;
}

/** The first in the list of rulesets: code has to look for the one that it means. */
const OF_OTHER_PHASE: JsonObject = {
  id: 'fa'.padEnd(32, 'e'),
  kind: 'zone',
  phase: 'http_config_settings',
  rules: [
    {
      id: '9'.padStart(32, '0'),
      description: 'settings of another team',
      expression: 'http.host eq "static.example.com"',
      action: 'set_config',
      action_parameters: { email_obfuscation: false },
      enabled: true,
    },
  ],
};

function idOf(number: number, end: string): string {
  return number.toString(16).padStart(31, '0').concat(end);
}

function customRule({ description, enabled, number, expression, action = 'block' }: MadeRule): JsonObject {
  return {
    id: idOf(number, 'a'),
    description,
    expression: expression ?? `http.request.uri.path eq "/made-${number}"`,
    action,
    enabled,
  };
}

/** A rate limit in both faces. */
function limitOf({ description, enabled, number }: MadeRule): {
  readonly rule: JsonObject;
  readonly face: JsonObject;
} {
  const definition = {
    description,
    disabled: !enabled,
    match: { request: { url: `www.example.com/made-${number}` } },
    threshold: 10 + number,
    period: 60,
    action: { mode: 'ban', timeout: 600 },
  };
  const { rule } = convertRule('rate-limits', definition);
  const id = idOf(number, 'b');
  return { rule: { enabled, ...rule, id }, face: { id: idOf(number, 'c'), rule_id: id, definition } };
}
