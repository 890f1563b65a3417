import type { Json, JsonObject } from '../../edge/index.js';
import { isRulesetRequest } from './actual.js';
import { differencesOf } from './compare-values.js';
import { ENDED_SETTINGS, type Expected } from './expected.js';
import type { MeaningInput } from './meaning.js';
import { fieldSentence, isRecord, refute, weight } from './rule-words.js';
import type { Sent } from './sent.js';

export function checkMoved(requests: Expected['requests'], { after, findings, marks }: MeaningInput): void {
  for (const want of requests) {
    const same = after.requests.filter(
      ({ template, method }) => fits(template, want.template) && (method === want.method || method === null),
    );
    if (same.length === 0) {
      const unclear = after.unclear.length > 0 || after.unread.length > 0;
      const what = `nothing sends ${want.method} ${want.template}`;
      if (unclear)
        findings.gaps.push({ check: 'meaning', what: `whether ${what}`, at: want.at, byRuns: true });
      else findings.refutations.push({ check: 'meaning', what, at: want.at });
      continue;
    }
    const tries = same
      .map((one) => ({ one, found: differencesOf(want.body, one.body) }))
      .sort((left, right) => weight(left.found) - weight(right.found));
    for (const difference of tries[0]?.found ?? [])
      if (difference.sure)
        refute(difference, tries[0]?.one.at ?? want.at, findings, marks, {
          description: `${want.method} ${want.template}`,
        });
      else
        findings.gaps.push({
          check: 'meaning',
          what: `whether ${fieldSentence(difference, marks)}`,
          at: tries[0]?.one.at ?? want.at,
          byRuns: true,
        });
  }
}

/** A part that is only known at run time may be any one segment. */
function fits(template: string, wanted: string): boolean {
  const [left, right] = [template.split('/'), wanted.split('/')];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || part === '{}' || right[index] === '{}')
  );
}

/** Requests and resources that had nothing to do with it are all still there. */
export function checkKept(
  retired: readonly Sent[],
  { before, after, isRetired, findings, marks }: MeaningInput,
): void {
  const gone = new Set(retired);
  for (const one of before.requests) {
    if (gone.has(one) || one.method === null || !one.path.startsWith('/')) continue;
    const same = after.requests.filter(
      ({ method, template }) => template === one.template && (method === one.method || method === null),
    );
    if (same.length === 0) {
      if (isRulesetRequest(one)) continue;
      const what = `${one.method} ${one.template} is not sent any more`;
      if (after.unclear.length > 0)
        findings.gaps.push({ check: 'honest', what: `whether ${what}`, at: one.at, byRuns: true });
      else findings.refutations.push({ check: 'honest', what, at: one.at });
      continue;
    }
    if (isRulesetRequest(one)) continue;
    const body = withoutRetired(one);
    const tries = same
      .map((other) => differencesOf(body, other.body))
      .sort((left, right) => weight(left) - weight(right));
    for (const difference of tries[0] ?? [])
      if (difference.sure)
        refute(difference, same[0]?.at ?? one.at, findings, marks, {
          description: `${one.method} ${one.template}`,
        });
  }
  for (const one of before.resources) {
    if (isRetired(one) || one.type === 'cloudflare_ruleset') continue;
    const same = after.resources.filter(({ type, label }) => type === one.type && label === one.label);
    if (same.length === 0)
      findings.refutations.push({
        check: 'honest',
        what: `the resource ${one.type}.${one.label} is gone`,
        at: one.at,
      });
    else
      for (const difference of differencesOf(
        withoutDeadSettings(one.attributes),
        withoutDeadSettings(same[0]?.attributes),
      ))
        if (difference.sure)
          refute(difference, same[0]?.at ?? one.at, findings, marks, {
            description: `${one.type}.${one.label}`,
          });
  }
}

/** Of a body of a living request, what retired fields of it have to become. */
function withoutRetired({ template, body }: Sent): Json | undefined {
  if (!isRecord(body)) return body;
  if (/\/dns_records(?:\/\{\})?$/.test(template)) return srvRecord(body);
  if (/\/load_balancers\/(?:pools|monitors)/.test(template)) {
    const { notification_email: _, ...rest } = body;
    return rest;
  }
  return body;
}

function srvRecord({ locked: _, ...body }: JsonObject): JsonObject {
  const { data, type } = body;
  if (type !== 'SRV' || !isRecord(data)) return body;
  const { service, proto, name, ...rest } = data;
  if (service === undefined && proto === undefined && name === undefined) return body;
  const host = name ?? body.name;
  const parts = [service, proto, host].filter((part) => part !== undefined);
  return { ...body, name: parts.join('.'), data: rest };
}

/** Fields that are gone and are no settings. */
const ENDED_FIELDS: ReadonlySet<string> = new Set(['notification_email', 'locked']);

function withoutDeadSettings(attributes: Json | undefined): Json | undefined {
  if (!isRecord(attributes)) return attributes;
  return Object.fromEntries(
    Object.entries(srvRecord(attributes)).flatMap(([key, value]): [string, Json][] => {
      if (ENDED_SETTINGS.has(key) || ENDED_FIELDS.has(key)) return [];
      if (key === 'security_level' && value !== 'off' && value !== 'under_attack') return [];
      return [[key, withoutDeadSettings(value) ?? null]];
    }),
  );
}
