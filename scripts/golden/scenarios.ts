/** Nine states of a zone, and what a program that keeps its own rules there wants of it. */
import { type EdgeState, readState } from '../../src/edge/index.js';

const ZONE = '0123456789abcdef0123456789abcdef';

export interface ScenarioPart {
  readonly name: string;
  readonly action: string;
  readonly expression: string;
}

interface StartRule {
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

export interface GoldenScenario {
  readonly id: string;
  readonly title: string;
  readonly start: readonly StartRule[] | null;
  readonly wanted: Readonly<Record<string, ScenarioPart>>;
}

/** Letters stand for expressions. */
export function expressionOf(letter: string): string {
  return `http.request.uri.path eq "/${letter}"`;
}

const part = (name: string, action: string, letter: string): ScenarioPart => ({
  name,
  action,
  expression: expressionOf(letter),
});
const rule = (description: string, action: string, letter: string, more: object = {}): StartRule => ({
  action,
  expression: expressionOf(letter),
  description,
  ...more,
});

const WANTED = {
  1: part('Part 1', 'block', 'a'),
  2: part('Part 2', 'managed_challenge', 'b'),
  3: part('Part 3', 'block', 'c'),
};
const ONE = rule('Part 1', 'block', 'a');
const TWO = rule('Part 2', 'managed_challenge', 'b');
const THREE = rule('Part 3', 'block', 'c');

export const SCENARIOS: readonly GoldenScenario[] = [
  { id: 'S1', title: 'empty zone, no entry point', start: null, wanted: WANTED },
  {
    id: 'S2',
    title: 'parts present, one stale expression',
    start: [ONE, rule('Part 2', 'managed_challenge', 'old'), THREE],
    wanted: WANTED,
  },
  {
    id: 'S3',
    title: 'rules of the user between the parts',
    start: [ONE, rule('mine', 'log', 'u1'), TWO, THREE],
    wanted: WANTED,
  },
  {
    id: 'S4',
    title: 'skip rule of the user, with parameters',
    start: [
      rule('office', 'skip', 'office', {
        action_parameters: { ruleset: 'current' },
        logging: { enabled: false },
      }),
    ],
    wanted: WANTED,
  },
  {
    id: 'S5',
    title: 'rule of the user with a field that nobody copies',
    start: [
      rule('leaked', 'log', 'login', {
        exposed_credential_check: {
          username_expression: 'http.request.body.form["u"][0]',
          password_expression: 'http.request.body.form["p"][0]',
        },
      }),
    ],
    wanted: WANTED,
  },
  {
    id: 'S6',
    title: 'a part paused by its owner',
    start: [{ ...ONE, enabled: false }, TWO, THREE],
    wanted: WANTED,
  },
  {
    id: 'S7',
    title: 'a part whose action its owner changed',
    start: [{ ...ONE, action: 'log' }, TWO, THREE],
    wanted: WANTED,
  },
  {
    id: 'S8',
    title: 'a retired part is still there',
    start: [ONE, TWO, THREE, rule('Part 9', 'block', 'z')],
    wanted: WANTED,
  },
  {
    id: 'S9',
    title: 'Part 10 is taken for Part 1',
    start: [rule('Part 10', 'block', 'ten')],
    wanted: { 1: part('Part 1', 'block', 'a'), 10: part('Part 10', 'block', 'ten') },
  },
];

export function stateOf({ start }: GoldenScenario): EdgeState {
  const rulesets =
    start === null
      ? []
      : [
          {
            id: 'e'.repeat(32),
            kind: 'zone',
            phase: 'http_request_firewall_custom',
            rules: start.map((each, index) => ({ id: `a${String(index).padStart(31, '0')}`, ...each })),
          },
        ];
  const read = readState(JSON.stringify({ zones: { [ZONE]: { name: 'example.com', rulesets } } }));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.state;
}
