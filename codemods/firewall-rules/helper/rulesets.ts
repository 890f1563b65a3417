/** The Rulesets API, as far as it is needed: the rules of the phase of WAF custom rules. */
import type { OldCall } from './old-calls.js';
import { learnOrder, versions } from './order.js';

export const PHASE = 'http_request_firewall_custom';

export interface Fields {
  readonly [name: string]: unknown;
}

export interface Rule extends Fields {
  readonly id: string;
  readonly action: string;
  readonly expression: string;
}

export interface Ruleset {
  /** Empty where the zone has none. */
  readonly id: string;
  readonly version: string;
  readonly rules: readonly Rule[];
}

/** What came back for a request, whichever client sent it. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The client's own response, or the error it threw; missing where no request stands behind the answer. */
  readonly native?: unknown;
}

/** Sends a request below the zone through the wrapped client. It throws only where no answer came at all. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Thrown to end a call with the answer its caller gets. */
export class Refusal {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

export function refusal(status: number, code: number, message: string): Refusal {
  const body = { result: null, success: false, errors: [{ code, message }], messages: [] };
  return new Refusal({ status, body });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Envelope {
  readonly success?: boolean;
  readonly result?: Ruleset | null;
  readonly errors?: readonly { readonly code: number }[];
}

/** The ruleset whose rules are the firewall rules of the zone. */
export async function readRuleset(call: OldCall): Promise<Ruleset> {
  const answer = await call.send('GET', `rulesets/phases/${PHASE}/entrypoint`);
  if (answer.status === 404) return findRuleset(call, answer);
  //? order {
  const seen = new Map(versions);
  const ruleset = rulesetOf(answer);
  if (seen.get(ruleset.id) !== ruleset.version) learnOrder(ruleset);
  return ruleset;
  //? }
  //! order return rulesetOf(answer);
}

/** A 404 of unknown meaning is not taken for an empty zone: the list of rulesets decides. */
async function findRuleset(call: OldCall, missing: Answer): Promise<Ruleset> {
  const { errors = [] } = Object(missing.body) as Envelope;
  const isNone = errors.some(({ code }) => code === 10003);
  const { result } = isNone ? { result: [] } : (Object((await call.send('GET', 'rulesets')).body) as Fields);
  if (!Array.isArray(result)) throw new Refusal(missing);
  const found: unknown = result.find((one: Fields) => one.kind === 'zone' && one.phase === PHASE);
  if (!isFields(found)) return { id: '', version: '', rules: [] };
  return rulesetOf(await call.send('GET', `rulesets/${String(found.id)}`));
}

/** The ruleset that an answer holds; every other answer ends the call. */
export function rulesetOf(answer: Answer): Ruleset {
  const { success, result } = Object(answer.body) as Envelope;
  if (answer.status >= 300 || success === false || !result?.id) throw new Refusal(answer);
  versions.set(result.id, result.version); //? order
  return { ...result, rules: result.rules ?? [] };
}

/** Somebody else may have changed the list since it was read: then a refused write is tried on the list of now. */
export async function changedMeanwhile(
  call: OldCall,
  { id, version }: Ruleset,
  { status }: Answer,
): Promise<Ruleset | null> {
  if (![400, 404, 409, 412].includes(status)) return null;
  const now = await readRuleset(call);
  return now.id === '' || (now.id === id && now.version === version) ? null : now;
}

/** Replaces the definition of a rule, or moves it where nothing but a position is given. */
export function editRule(call: OldCall, ruleset: Ruleset, id: string, fields: Fields): Promise<Answer> {
  return call.send('PATCH', `rulesets/${ruleset.id}/rules/${id}`, fields);
}

export function deleteRule(call: OldCall, ruleset: Ruleset, id: string): Promise<Answer> {
  return call.send('DELETE', `rulesets/${ruleset.id}/rules/${id}`);
}

const READ_ONLY = ['id', 'version', 'last_updated', 'categories'];

/** A rule as it is sent back: whole, because fields that are left out are lost. */
export function definitionOf(rule: Rule): Fields {
  return Object.fromEntries(Object.entries(rule).filter(([name]) => !READ_ONLY.includes(name)));
}
