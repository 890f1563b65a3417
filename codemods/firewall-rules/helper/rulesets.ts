/** The Rulesets API, as far as it is needed: the rules of the phase of WAF custom rules. */
export const PHASE = 'http_request_firewall_custom';
const ENTRY_POINT = `rulesets/phases/${PHASE}/entrypoint`;

export interface Fields {
  readonly [name: string]: unknown;
}

export interface Rule extends Fields {
  readonly id: string;
  readonly action: string;
  readonly expression: string;
}

export interface Ruleset {
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
export type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<Answer>;

/** Thrown to end a call with the answer its caller gets. */
export class Refusal {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

export function refusal(status: number, code: number, message: string): Refusal {
  return new Refusal({
    status,
    body: { result: null, success: false, errors: [{ code, message }], messages: [] },
  });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function succeeded({ status, body }: Answer): boolean {
  return status >= 200 && status < 300 && !(isFields(body) && body.success === false);
}

function resultOf({ body }: Answer): unknown {
  return isFields(body) ? body.result : undefined;
}

function isRule(value: unknown): value is Rule {
  return isFields(value) && typeof value.id === 'string' && typeof value.expression === 'string';
}

export function rulesetOf(answer: Answer): Ruleset {
  const result = resultOf(answer);
  if (!isFields(result) || typeof result.id !== 'string') throw new Refusal(answer);
  const rules = isList(result.rules) ? result.rules.filter(isRule) : [];
  return { id: result.id, version: String(result.version), rules };
}

/** The ruleset whose rules are the firewall rules of the zone; null while the zone has none. */
export async function readRuleset(send: Send): Promise<Ruleset | null> {
  const answer = await send('GET', ENTRY_POINT);
  if (succeeded(answer)) return rulesetOf(answer);
  if (answer.status !== 404) throw new Refusal(answer);
  return saysNoRuleset(answer) ? null : findRuleset(send, answer);
}

function saysNoRuleset({ body }: Answer): boolean {
  const errors = isFields(body) && isList(body.errors) ? body.errors : [];
  return errors.some((error) => isFields(error) && error.code === 10003);
}

/** A 404 of unknown meaning is not taken for an empty zone: the list of rulesets decides. */
async function findRuleset(send: Send, answer: Answer): Promise<Ruleset | null> {
  const listed = await send('GET', 'rulesets');
  const all = resultOf(listed);
  if (!succeeded(listed) || !isList(all)) throw new Refusal(answer);
  const found = all.find((item) => isFields(item) && item.kind === 'zone' && item.phase === PHASE);
  if (!isFields(found)) return null;
  const direct = await send('GET', `rulesets/${String(found.id)}`);
  if (!succeeded(direct)) throw new Refusal(direct);
  return rulesetOf(direct);
}

/** Replaces the definition of a rule, or moves it where nothing but a position is given. */
export function editRule(send: Send, ruleset: Ruleset, id: string, fields: Fields): Promise<Ruleset> {
  return write(send, 'PATCH', `rulesets/${ruleset.id}/rules/${id}`, fields);
}

export async function write(
  send: Send,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Fields,
): Promise<Ruleset> {
  const answer = await send(method, path, body);
  if (!succeeded(answer)) throw new Refusal(answer);
  return rulesetOf(answer);
}

const READ_ONLY = ['id', 'version', 'last_updated', 'categories'];

/** A rule as it is sent back: whole, because fields that are left out are lost. */
export function definitionOf(rule: Rule): Fields {
  return Object.fromEntries(Object.entries(rule).filter(([name]) => !READ_ONLY.includes(name)));
}
