/**
 * The same calls of the old API twice: to the emulated API while it lived, and through the helper after its end.
 * Both must answer alike and leave the same state.
 */
import { addressIn } from '../../../codemods/firewall-rules/helper/address.js';
import { answerOldCall } from '../../../codemods/firewall-rules/helper/old-calls.js';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { type Difference, differences } from '../../../src/edge/compare/difference.js';
import { Identity } from '../../../src/edge/compare/identity.js';
import { equalStates } from '../../../src/edge/compare/index.js';
import type { Json, JsonObject } from '../../../src/edge/core/json.js';
import { Edge, type EdgeState, type Faults, readState } from '../../../src/edge/index.js';

export const ZONE = '0123456789abcdef0123456789abcdef';
const BEFORE = '2024-06-01';
const AFTER = '2026-11-21';

export interface Call {
  readonly method: string;
  /** Below the zone: `firewall/rules?id={0}`; `{n}` is the first id in the answer to the n-th call. */
  readonly path: string;
  readonly body?: Json;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
}

let zones = 0;

/** A zone of its own for every run: the helper remembers what it did in a zone. */
export function stateWith(rules: readonly JsonObject[] | null): { state: EdgeState; zone: string } {
  zones += 1;
  const zone = zones.toString(16).padStart(32, '0');
  const rulesets =
    rules === null
      ? []
      : [
          {
            id: 'e'.repeat(32),
            kind: 'zone',
            phase: 'http_request_firewall_custom',
            rules: rules.map((rule, index) => ({ id: `a${index.toString(16).padStart(31, '0')}`, ...rule })),
          },
        ];
  const read = readState(JSON.stringify({ zones: { [zone]: { rulesets } } }));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { state: read.state, zone };
}

export interface Twins {
  readonly before: readonly Answered[];
  readonly after: readonly Answered[];
  readonly states: readonly Difference[];
  readonly answers: readonly Difference[];
  /** Requests that the helper sent. */
  readonly sent: readonly string[];
}

export async function runTwins(
  rules: readonly JsonObject[] | null,
  calls: readonly Call[],
  options: { readonly faults?: Faults; readonly afterFaults?: Faults } = {},
): Promise<Twins> {
  const { entries } = builtinCatalogue();
  const { state, zone } = stateWith(rules);
  const edge = (now: string, seed: string, faults: Faults | undefined) =>
    new Edge({ entries, now, seed, state, ...(faults === undefined ? {} : { faults }) });
  const old = edge(BEFORE, 'before', options.faults);
  const now = edge(AFTER, 'after', options.afterFaults ?? options.faults);
  const headers = { authorization: 'Bearer t' };
  const before: Answered[] = [];
  const after: Answered[] = [];
  const sent: string[] = [];
  for (const call of calls) {
    const { method } = call;
    const { path, body } = filled(call, before);
    before.push(answered(old.handle({ method, path: `/zones/${zone}/${path}`, headers, body })));
    const again = filled(call, after);
    const url = `https://api.example.com/zones/${zone}/${again.path.replace('firewall/rules', 'rulesets/firewall-rules').replace(/^filters/, 'rulesets/filters')}`;
    const address = addressIn(url);
    if (address === null) throw new Error(`no address in ${url}`);
    const { status, body: answer } = await answerOldCall(
      { ...address, method, body: again.body },
      async (verb, below, sentBody) => {
        sent.push(`${verb} ${below}`);
        const plain = sentBody === undefined ? undefined : (JSON.parse(JSON.stringify(sentBody)) as Json);
        const response = now.handle({ method: verb, path: `/zones/${zone}/${below}`, headers, body: plain });
        return answered(response);
      },
    );
    after.push({ status, body: JSON.parse(JSON.stringify(answer)) as Json });
  }
  const identity = new Identity(old.aliases, now.aliases);
  const states = equalStates(old.state, now.state, { entries, identity });
  const answers = differences('stdout', '', json(before), json(after), identity);
  return { before, after, states, answers, sent };
}

function answered({ status, body }: { status: number; body: Json }): Answered {
  return { status, body };
}

function json(answers: readonly Answered[]): Json {
  return JSON.parse(JSON.stringify(answers)) as Json;
}

function filled(
  { path, body }: Call,
  answers: readonly Answered[],
): { path: string; body: Json | undefined } {
  const fill = (text: string) =>
    text.replace(/\{(\d+)(?:\.(\d+))?(f?)\}/g, (_, call: string, item = '0', filter = '') => {
      const envelope = answers[Number(call)]?.body as JsonObject | undefined;
      const result = envelope?.result;
      const one = (Array.isArray(result) ? result[Number(item)] : result) as JsonObject | null | undefined;
      const from = filter === '' ? one : (one?.filter as JsonObject | undefined);
      return String(from?.id ?? 'f'.repeat(32));
    });
  return {
    path: fill(path),
    body: body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as Json),
  };
}
