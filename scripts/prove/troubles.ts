/**
 * What every program meets besides the states that its case names: an empty zone, states that chance makes, limits
 * on requests, a server that fails, and somebody else who writes while it runs.
 */
import type { Faults } from '../../src/edge/index.js';
import type { SeenCall } from '../../src/edge/rehearse/index.js';
import type { Case } from './cases.js';
import { ACCOUNT, IDS, type Scenario, scenarioOf, ZONE } from './scenarios.js';

/** The calls of the program before and of the program after, in one scenario. */
export interface Calls {
  readonly before: readonly SeenCall[];
  readonly after: readonly SeenCall[];
}

interface Trouble {
  readonly name: string;
  readonly faults: Faults;
  /** Whether it is anything new for programs that made these calls; left out for what every program meets. */
  readonly isMet?: (calm: Calls, met: ReadonlyMap<string, Calls>) => boolean;
}

/** More requests than any program of a case makes. */
const ALL = Array.from({ length: 200 }, (_, index) => index + 1);
const OWNER = { authorization: 'Bearer somebody-else' };

/** One more of everything, and a setting that changes. What is refused in a state concerns nobody. */
const EDITS: readonly (readonly [string, string, object])[] = [
  ['PATCH', `/zones/${ZONE}/settings/ssl`, { value: 'full' }],
  [
    'POST',
    `/zones/${ZONE}/dns_records`,
    { type: 'TXT', name: 'meanwhile.example.com', content: '"meanwhile"', ttl: 300 },
  ],
  [
    'POST',
    `/zones/${ZONE}/rulesets/${IDS.RULESET_ID}/rules`,
    { action: 'block', expression: 'http.request.uri.path eq "/meanwhile"', description: 'meanwhile' },
  ],
  [
    'POST',
    `/accounts/${ACCOUNT}/access/apps`,
    { type: 'bookmark', name: 'Meanwhile', domain: 'meanwhile.example.com' },
  ],
  ['POST', `/accounts/${ACCOUNT}/cfd_tunnel`, { name: 'meanwhile', tunnel_secret: 'bWVhbndoaWxl' }],
  ['POST', `/accounts/${ACCOUNT}/storage/kv/namespaces`, { title: 'meanwhile' }],
];
const editsAt = (nth: number, of: 'request' | 'write'): Faults => ({
  edits: EDITS.map(([method, path, body]) => ({
    nth,
    of,
    request: { method, path, headers: OWNER, body: JSON.parse(JSON.stringify(body)) },
  })),
});
const answersAt = (numbers: readonly number[], of: 'request' | 'write', status: 429 | 500 | 503): Faults => ({
  answers: numbers.map((nth) => ({ nth, of, status, retryAfter: 0 })),
});

const isWrite = ({ method }: SeenCall) => method !== 'GET';
/** Otherwise the first request is the first write, and has been refused already. */
const writesLater = ({ before, after }: Calls) =>
  [before, after].some((calls) => calls.findIndex(isWrite) > 0) && writesOf(before) === writesOf(after);
/** Where an old write has no new one, or several, trouble at the first would come to something else. */
const writesOf = (calls: readonly SeenCall[]) => calls.filter(isWrite).length;
/** What somebody else does happens in both runs, or says nothing. */
const bothWriteAndOneLater = (calls: Calls) =>
  writesLater(calls) && calls.before.some(isWrite) && calls.after.some(isWrite);
/** A program that gives up at once does not see whether the trouble goes on. */
const asksAgainAfter = (name: string) => (_: Calls, met: ReadonlyMap<string, Calls>) => {
  const calls = met.get(name);
  return calls !== undefined && (calls.before.length > 1 || calls.after.length > 1);
};

const TROUBLES: readonly Trouble[] = [
  { name: '429 once', faults: answersAt([1], 'request', 429) },
  { name: '429 for ever', faults: answersAt(ALL, 'request', 429), isMet: asksAgainAfter('429 once') },
  { name: '503 once', faults: answersAt([1], 'request', 503) },
  { name: '500 for ever', faults: answersAt(ALL, 'request', 500), isMet: asksAgainAfter('503 once') },
  { name: '429 on the first write', faults: answersAt([1], 'write', 429), isMet: writesLater },
  { name: '503 on every write', faults: answersAt(ALL, 'write', 503), isMet: writesLater },
  {
    name: 'an edit before the second call',
    faults: editsAt(2, 'request'),
    isMet: ({ before, after }) => before.length > 1 && after.length > 1,
  },
  { name: 'an edit before the first write', faults: editsAt(1, 'write'), isMet: bothWriteAndOneLater },
];

/** Meets the troubles one after the other, from the state of the scenario on; each may tell which others are new. */
export async function meetTroubles<T extends { readonly calls: Calls }>(
  base: Scenario,
  calm: Calls,
  meet: (scenario: Scenario) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  const met = new Map<string, Calls>();
  for (const trouble of TROUBLES) {
    if (trouble.isMet?.(calm, met) === false) continue;
    const result = await meet(withTrouble(base, trouble));
    met.set(trouble.name, result.calls);
    results.push(result);
  }
  return results;
}

export function troubleNames(): readonly string[] {
  return TROUBLES.map(({ name }) => name);
}

export function troubleNamed(name: string, base: Scenario): Scenario {
  const trouble = TROUBLES.find((candidate) => candidate.name === name);
  if (trouble === undefined) throw new Error(`there is no trouble named ${name}`);
  return withTrouble(base, trouble);
}

function withTrouble({ name, state }: Scenario, trouble: Trouble): Scenario {
  return { name: `${name}, ${trouble.name}`, state, faults: trouble.faults };
}

const EMPTY = ['fresh', 'fw:no-entry-point'];
const GENERATED = 2;

/** States for every program, unless the case names such: the empty zone, and one or two that chance makes. */
export function statesFor({ codemod, name, meta }: Case): readonly Scenario[] {
  const declared = (meta.run?.scenarios ?? []).filter((given) => typeof given === 'string');
  const empty = declared.some((given) => EMPTY.includes(given)) ? [] : ['fresh'];
  const sum = [...`${codemod}/${name}`].reduce(
    (total, letter) => (total * 31 + letter.charCodeAt(0)) % 997,
    7,
  );
  const missing = Math.max(0, GENERATED - declared.filter((given) => given.startsWith('generated:')).length);
  const seeds = Array.from({ length: missing }, (_, index) => `generated:${sum + index}`);
  return [...empty, ...seeds].map((given) => scenarioOf(given));
}

/** What kind of start and trouble a scenario is, for the table. */
export const KINDS = ['as it is', 'empty zone', 'generated', '429', '5xx', 'concurrent edit'] as const;

export function kindOf({ name, faults }: Scenario): (typeof KINDS)[number] {
  if ((faults?.edits ?? []).length > 0) return 'concurrent edit';
  const [answer] = faults?.answers ?? [];
  if (answer !== undefined) return answer.status === 429 ? '429' : '5xx';
  if (EMPTY.includes(name)) return 'empty zone';
  return name.startsWith('generated:') ? 'generated' : 'as it is';
}
