/**
 * The same calls of the old API twice: to the emulated API while it lived, and through a helper module after its end.
 * Both must answer alike and leave the same state. No processes: many of these run in a second.
 */
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { type Difference, differences } from '../../../src/edge/compare/difference.js';
import { Identity } from '../../../src/edge/compare/identity.js';
import { equalStates } from '../../../src/edge/compare/index.js';
import type { Json, JsonObject } from '../../../src/edge/core/json.js';
import { Edge, type EdgeState, type Faults, readState } from '../../../src/edge/index.js';

const BEFORE = '2024-06-01';
const AFTER = '2026-11-21';
const ORIGIN = 'https://api.example.com';

/** As much of the helper as is needed to call it. */
export interface HelperModule {
  readonly FIREWALL_RULES: string;
  readonly FILTERS: string;
  readonly fetchOverRulesets: (fetch: Fetch) => Fetch;
}

type Fetch = (url: string, init: { method: string; body?: string }) => Promise<Response>;

export interface Call {
  readonly method: string;
  /** Below the zone: `firewall/rules?id={0.1}`; `{n.m}` is the m-th id in the answer to the n-th call, `f` its filter's. */
  readonly path: string;
  readonly body?: Json;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
}

export interface Twins {
  readonly before: readonly Answered[];
  readonly after: readonly Answered[];
  readonly states: readonly Difference[];
  readonly answers: readonly Difference[];
  /** Requests that the helper sent. */
  readonly sent: readonly string[];
}

export interface TwinStart {
  /** Rules of the zone; null for a zone without an entry point. */
  readonly rules: readonly JsonObject[] | null;
  readonly calls: readonly Call[];
  readonly faults?: ((zone: string) => Faults) | undefined;
  /** The address of the entry point is not known to whatever stands before the new API: a 404 that says nothing. */
  readonly isEntryHidden?: boolean;
}

export async function runTwins(
  helper: HelperModule,
  { rules, calls, faults, isEntryHidden = false }: TwinStart,
): Promise<Twins> {
  const { entries } = builtinCatalogue();
  const { state, zone } = stateWith(rules);
  const plan = faults === undefined ? {} : { faults: faults(zone) };
  const old = new Edge({ entries, now: BEFORE, seed: `before ${zone}`, state, ...plan });
  const now = new Edge({ entries, now: AFTER, seed: `after ${zone}`, state, ...plan });
  const sent: string[] = [];
  const fetch = helper.fetchOverRulesets((url, { method, body }) => {
    sent.push(`${method} ${url.slice(ORIGIN.length + zone.length + 8)}`);
    if (isEntryHidden && url.endsWith('/entrypoint'))
      return Promise.resolve(new Response('{}', { status: 404 }));
    const { status, body: answer } = ask(
      now,
      method,
      url.slice(ORIGIN.length),
      body === undefined ? undefined : (JSON.parse(body) as Json),
    );
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  const before: Answered[] = [];
  const after: Answered[] = [];
  for (const call of calls) {
    const first = filled(call, before);
    before.push(ask(old, call.method, `/zones/${zone}/${first.path}`, first.body));
    const second = filled(call, after);
    const path = second.path
      .replace(/^firewall\/rules/, helper.FIREWALL_RULES)
      .replace(/^filters/, helper.FILTERS);
    const sentBody = second.body === undefined ? {} : { body: JSON.stringify(second.body) };
    const response = await fetch(`${ORIGIN}/zones/${zone}/${path}`, { method: call.method, ...sentBody });
    after.push({ status: response.status, body: (await response.json()) as Json });
  }
  const identity = new Identity(old.aliases, now.aliases);
  const states = equalStates(old.state, now.state, { entries, identity });
  return {
    before,
    after,
    states,
    answers: differences('stdout', '', json(before), json(after), identity),
    sent,
  };
}

let zones = 0;

/** A zone of its own for every run, with rules of its own: the helper remembers what it did with a rule. */
function stateWith(rules: TwinStart['rules']): { state: EdgeState; zone: string } {
  zones += 1;
  const zone = zones.toString(16).padStart(32, '0');
  const numbered = (rules ?? []).map((rule, index) => ({
    id: startIdOf(zone, index),
    ...rule,
  }));
  const ruleset = {
    id: rulesetIdOf(zone),
    kind: 'zone',
    phase: 'http_request_firewall_custom',
    rules: numbered,
  };
  const read = readState(
    JSON.stringify({ zones: { [zone]: { rulesets: rules === null ? [] : [ruleset] } } }),
  );
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { state: read.state, zone };
}

export function rulesetIdOf(zone: string): string {
  return `${'e'.repeat(16)}${zone.slice(-16)}`;
}

/** Id of a rule that was there from the start. */
export function startIdOf(zone: string, index: number): string {
  return `a${index.toString(16).padStart(15, '0')}${zone.slice(-16)}`;
}

function ask(edge: Edge, method: string, path: string, body: Json | undefined): Answered {
  const { status, body: answer } = edge.handle({
    method,
    path,
    headers: { authorization: 'Bearer t' },
    body,
  });
  return { status, body: answer };
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
