import { type Faults, TROUBLE_STATUSES } from './faults.js';
import { isList, isObject, type Json, type JsonObject, parseJson } from './json.js';

export type FaultsFile =
  | { readonly ok: true; readonly faults: Faults }
  | { readonly ok: false; readonly problems: readonly string[] };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Reads `{answers, edits, ruleQuota}`; every part may be left out. */
export function readFaults(text: string): FaultsFile {
  const read = parseJson(text);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const parsed = read.value;
  if (!isObject(parsed))
    return { ok: false, problems: ['it must be an object with "answers", "edits" or "ruleQuota"'] };
  const problems: string[] = [];
  const { answers, edits, ruleQuota, ...others } = parsed;
  for (const key of Object.keys(others))
    problems.push(`"${key}" is not known; known are answers, edits, ruleQuota`);
  const quota = count(ruleQuota) ? ruleQuota : undefined;
  if (ruleQuota !== undefined && quota === undefined) problems.push('"ruleQuota" must be a whole number');
  const faults: Faults = {
    answers: items('answers', answers, problems).flatMap((item, index) => answerOf(item, index, problems)),
    edits: items('edits', edits, problems).flatMap((item, index) => editOf(item, index, problems)),
    ...(quota === undefined ? {} : { ruleQuota: quota }),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, faults };
}

function answerOf(item: JsonObject, index: number, problems: string[]): NonNullable<Faults['answers']> {
  const status = TROUBLE_STATUSES.find((known) => known === item.status);
  const moment = momentOf(item);
  if (status === undefined || moment === null) {
    problems.push(
      `"answers[${index}]" needs "nth" (from 1), "of" ("request" or "write") and "status" (${TROUBLE_STATUSES.join(', ')})`,
    );
    return [];
  }
  return [
    { ...moment, status, ...(typeof item.retryAfter === 'number' ? { retryAfter: item.retryAfter } : {}) },
  ];
}

function editOf(item: JsonObject, index: number, problems: string[]): NonNullable<Faults['edits']> {
  const moment = momentOf(item);
  const { method, path, body } = item;
  if (
    moment === null ||
    !METHODS.includes(String(method)) ||
    typeof path !== 'string' ||
    !path.startsWith('/')
  ) {
    problems.push(
      `"edits[${index}]" needs "nth" (from 1), "of" ("request" or "write"), "method", "path" (from /zones on) and maybe "body"`,
    );
    return [];
  }
  const headers = { authorization: 'Bearer somebody-else' };
  return [{ ...moment, request: { method: String(method), path, headers, body } }];
}

function momentOf({ nth, of }: JsonObject): { nth: number; of: 'request' | 'write' } | null {
  return count(nth) && nth > 0 && (of === 'request' || of === 'write') ? { nth, of } : null;
}

function items(name: string, value: Json | undefined, problems: string[]): readonly JsonObject[] {
  if (value === undefined) return [];
  if (isList(value) && value.every(isObject)) return value.filter(isObject);
  problems.push(`"${name}" must be an array of objects`);
  return [];
}

function count(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
