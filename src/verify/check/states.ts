/** States of the emulated API that a program may meet, made for one unit. */
import { CUSTOM_RULES, RATE_LIMITS } from '../../catalogue/index.js';
import type { EdgeState, Faults, JsonObject } from '../../edge/index.js';
import { readState } from '../../edge/index.js';

export interface MadeState {
  /** For people: what is special about it. */
  readonly name: string;
  readonly state: EdgeState | null;
  readonly faults?: Faults;
  /** Each tree goes on from where its own run before ended. */
  readonly again?: true;
}

const FRESH: MadeState = { name: 'a fresh zone', state: null };
/** More than a page of the retired API. */
const MANY = 120;

/** Errors of the API, in answer to the first request or to the first write. */
const FAULTS: readonly MadeState[] = (['request', 'write'] as const).flatMap((of) =>
  ([500, 429] as const).map((status) => ({
    name: `the first ${of} is answered with ${status}`,
    state: null,
    faults: { answers: [{ nth: 1, of, status, ...(status === 429 ? { retryAfter: 0 } : {}) }] },
  })),
);

/** `names`: texts by which the program may look for rules; `zones`: ids of zones that it works on. */
export function statesFor(
  entries: readonly string[],
  names: readonly string[],
  zones: readonly string[],
): readonly MadeState[] {
  const phases = [
    ...(entries.includes('firewall-rules') ? [CUSTOM_RULES] : []),
    ...(entries.includes('rate-limits') ? [RATE_LIMITS] : []),
  ];
  const filled = phases.length === 0 ? [] : rulesetStates(phases, names, zones);
  return [FRESH, { name: 'a second run', state: null, again: true }, ...filled, ...FAULTS];
}

function rulesetStates(
  phases: readonly string[],
  names: readonly string[],
  zones: readonly string[],
): readonly MadeState[] {
  const rows = (count: number, label: string) =>
    Array.from({ length: count }, (_, index) => `${label} ${index + 1}`);
  const made = (name: string, rules: (phase: string) => readonly JsonObject[]): MadeState => ({
    name,
    state: stateOf(zones, phases, rules),
  });
  const rulesOf = (list: readonly string[], enabled: boolean, from: number, phase: string) =>
    list.map((description, index) => rule(description, enabled, from + index, phase));
  return [
    made('a ruleset without rules', () => []),
    made('rules of other people before and behind', (phase) => [
      ...rulesOf(rows(2, 'another team'), true, 1, phase),
      ...rulesOf(names, true, 20, phase),
      ...rulesOf(rows(1, 'the last'), false, 60, phase),
    ]),
    made('disabled rules', (phase) => [
      ...rulesOf(rows(1, 'another team'), true, 1, phase),
      ...rulesOf(names, false, 20, phase),
    ]),
    made(`${MANY} rules, more than a page`, (phase) => [
      ...rulesOf(rows(MANY, 'another team'), true, 100, phase),
      ...rulesOf(names, true, 20, phase),
    ]),
  ];
}

function rule(description: string, enabled: boolean, number: number, phase: string): JsonObject {
  return {
    id: number
      .toString(16)
      .padStart(31, '0')
      .concat(phase === RATE_LIMITS ? 'b' : 'a'),
    description,
    expression: `http.request.uri.path eq "/made-${number}"`,
    action: 'block',
    enabled,
    ...(phase === RATE_LIMITS
      ? {
          ratelimit: {
            characteristics: ['cf.colo.id', 'ip.src'],
            period: 60,
            requests_per_period: number,
            mitigation_timeout: 60,
            requests_to_origin: true,
          },
        }
      : {}),
  };
}

function stateOf(
  zones: readonly string[],
  phases: readonly string[],
  rules: (phase: string) => readonly JsonObject[],
): EdgeState {
  const zone = {
    rulesets: phases.map((phase, index) => ({
      id: `f${index}`.padEnd(32, 'e'),
      kind: 'zone',
      phase,
      rules: rules(phase),
    })),
  };
  const read = readState(JSON.stringify({ zones: Object.fromEntries(zones.map((id) => [id, zone])) }));
  if (!read.ok) throw new Error(`a made state cannot be read: ${read.problems.join('; ')}`);
  return read.state;
}
