import type { Json, JsonObject } from '../../edge/index.js';
import { ROUTES, Router } from '../../edge/routes/index.js';
import { isRulesetRequest } from './actual.js';
import { differencesOf, disagreesByMark, type FieldDifference } from './compare-values.js';
import { ENDED_SETTINGS, type Expected, isEndedLevel } from './expected.js';
import { KEPT_RESOURCES } from './expected-resources.js';
import { isMark, type Marks } from './marks.js';
import type { MeaningInput } from './meaning.js';
import { fieldSentence, isRecord, refute, weight } from './rule-words.js';
import type { Sent, SentResource } from './sent.js';

const router = new Router(ROUTES);

export function checkMoved(requests: Expected['requests'], { after, findings, marks }: MeaningInput): void {
  for (const want of requests) {
    const same = after.requests.filter(
      ({ template, method }) => fits(template, want.template) && (method === want.method || method === null),
    );
    if (same.length === 0) {
      const what = `whether nothing sends ${want.method} ${want.template}`;
      findings.gaps.push({ check: 'meaning', what, at: want.at, byRuns: true });
      continue;
    }
    const other = same.every(({ path }) => otherPart(want.path, path, marks) !== null);
    if (other) {
      const [old = '', now = ''] = otherPart(want.path, same[0]?.path ?? '', marks) ?? [];
      const what = `whether ${now} is what ${old} was in ${want.method} ${want.template}`;
      findings.gaps.push({ check: 'meaning', what, at: same[0]?.at ?? want.at, byRuns: true });
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

/** Parts of two paths whose names say that they are different things: an id is not a name. */
function otherPart(before: string, after: string, marks: Marks): readonly [string, string] | null {
  const [left, right] = [before.split('/'), after.split('/')];
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? '';
    if (part === other || !isMark(part) || !isMark(other)) continue;
    const [old, now] = [marks.name(part), marks.name(other)];
    if (old.startsWith('?')) continue;
    if (now.startsWith('?') || lastWord(old) !== lastWord(now))
      return [marks.shown(part), marks.shown(other)];
  }
  return null;
}

/** `tunnel.id`, `tunnelId` and `made["id"]` are all an id. */
function lastWord(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z]+|\d+/g) ?? [];
  return (words.at(-1) ?? name).toLowerCase();
}

/** Requests and resources that had nothing to do with it are all still there. */
export function checkKept(
  retired: readonly Sent[],
  { before, after, isRetired, findings, marks }: MeaningInput,
): void {
  const gone = new Set(retired);
  for (const one of before.requests) {
    if (gone.has(one) || one.method === null || !one.path.startsWith('/') || isEndedLevel(one)) continue;
    const same = after.requests.filter(
      ({ method, template }) => template === one.template && (method === one.method || method === null),
    );
    if (same.length === 0) {
      if (isRulesetRequest(one)) continue;
      const what = `${one.method} ${one.template} is not sent any more`;
      // What was known at run time alone may be written out now.
      const isWritten = after.requests.some(
        ({ method, template }) => fits(template, one.template) && method === one.method,
      );
      // What the API does not have may be no path at all, such as the beginning of a name.
      const isOfApi = router.match(one.method, one.template.replaceAll('{}', '0'.repeat(32))) !== null;
      if (after.unclear.length > 0 || isWritten || !isOfApi)
        findings.gaps.push({ check: 'honest', what: `whether ${what}`, at: one.at, byRuns: true });
      else findings.refutations.push({ check: 'honest', what, at: one.at });
      continue;
    }
    if (isRulesetRequest(one)) continue;
    const told = same.filter(({ body }) => !isMark(body));
    const bodies = variantsOf(withoutRetired(one));
    const found = nearest(
      (told.length === 0 || isMark(one.body) ? same : told).flatMap((other) =>
        bodies.map((body) => differencesOf(body, other.body)),
      ),
    );
    for (const difference of found)
      if (isCertain(difference))
        refute(difference, same[0]?.at ?? one.at, findings, marks, {
          description: `${one.method} ${one.template}`,
        });
      else if (isOfOtherParts(difference) || isOtherKind(difference, marks))
        findings.gaps.push({
          check: 'meaning',
          what: `whether ${fieldSentence(difference, marks)}`,
          at: same[0]?.at ?? one.at,
          byRuns: true,
        });
  }
  checkResources({ before, after, isRetired, findings, marks });
  checkRecords({ before, after, findings, marks });
}

function checkResources({
  before,
  after,
  isRetired,
  findings,
  marks,
}: Pick<MeaningInput, 'before' | 'after' | 'isRetired' | 'findings' | 'marks'>): void {
  for (const one of before.resources) {
    const types = KEPT_RESOURCES.get(one.type);
    if ((isRetired(one) && types === undefined) || one.type === 'cloudflare_ruleset') continue;
    const same = after.resources.filter(
      ({ type, label }) => (types ?? [one.type]).includes(type) && label === one.label,
    );
    const [first] = same;
    if (first === undefined) {
      if (isEmptied(one) || isSplit(one, after)) continue;
      findings.refutations.push({
        check: 'honest',
        what: `the resource ${one.type}.${one.label} is gone`,
        at: one.at,
      });
    } else
      for (const difference of nearest(
        // A resource of several rows is there once for each of them.
        variantsOf(one.attributes).flatMap((attributes) =>
          same.map((other) =>
            differencesOf(withoutDeadSettings(attributes), withoutDeadSettings(other.attributes)),
          ),
        ),
      ))
        if (difference.sure)
          refute(difference, first.at, findings, marks, {
            description: `${one.type}.${one.label}`,
          });
        else
          findings.gaps.push({
            check: 'meaning',
            what: `whether ${fieldSentence(difference, marks)}`,
            at: first.at,
            byRuns: true,
          });
  }
}

/** Nothing of it is left once the retired settings are gone. */
function isEmptied({ type, attributes }: SentResource): boolean {
  if (!isRecord(attributes)) return false;
  const { setting_id: id, value = null } = attributes;
  if (type === 'cloudflare_zone_setting' && typeof id === 'string')
    return Object.keys(withoutDeadSettings({ [id]: value }) ?? {}).length === 0;
  if (type !== 'cloudflare_zone_settings_override') return false;
  const settings = withoutDeadSettings(attributes.settings);
  return isRecord(settings) && Object.keys(settings).length === 0;
}

/** Each setting that is still there has a resource of its own. */
function isSplit({ type, attributes }: SentResource, after: MeaningInput['after']): boolean {
  const settings = isRecord(attributes) ? withoutDeadSettings(attributes.settings) : undefined;
  if (type !== 'cloudflare_zone_settings_override' || !isRecord(settings)) return false;
  return Object.entries(settings).every(([id, value]) =>
    after.resources.some(
      (one) =>
        one.type === 'cloudflare_zone_setting' &&
        isRecord(one.attributes) &&
        one.attributes.setting_id === id &&
        differencesOf(value, one.attributes.value).length === 0,
    ),
  );
}

/** Records that no call is known of. */
function checkRecords({
  before,
  after,
  findings,
  marks,
}: Pick<MeaningInput, 'before' | 'after' | 'findings' | 'marks'>): void {
  const now = [
    ...after.records.map(({ body }) => body),
    ...after.requests.flatMap(({ template, body }) =>
      /\/dns_records/.test(template) && isRecord(body) ? [body] : [],
    ),
  ];
  for (const { body, at } of before.records) {
    if (!isRecord(body)) continue;
    const tries = variantsOf(body).flatMap((want) => now.map((other) => differencesOf(want, other)));
    const found = tries.length === 0 ? null : nearest(tries);
    if (found === null)
      findings.gaps.push({ check: 'meaning', what: 'whether the record is still sent', at, byRuns: true });
    for (const difference of found ?? [])
      if (isCertain(difference)) refute(difference, at, findings, marks, { description: 'the record' });
      else
        findings.gaps.push({
          check: 'meaning',
          what: `whether ${fieldSentence(difference, marks)}`,
          at,
          byRuns: true,
        });
  }
}

/** A text of the same parts in another order is another text, whatever the parts are. */
function isCertain(difference: FieldDifference): boolean {
  const { sure, before, after } = difference;
  if (isOfOtherParts(difference)) return false;
  return (
    sure || (typeof before === 'string' && typeof after === 'string' && !isMark(before) && !isMark(after))
  );
}

/** Two texts with parts that are only known at run time: what has one name here may have another one there. */
function isOfOtherParts({ before, after }: FieldDifference): boolean {
  return (
    typeof before === 'string' &&
    typeof after === 'string' &&
    !isMark(before) &&
    !isMark(after) &&
    disagreesByMark(before, after)
  );
}

/** What was known is not, or the other way round; or the names of two parts say that they are different things. */
function isOtherKind({ before, after }: FieldDifference, marks: Marks): boolean {
  if (isMark(before) && isMark(after)) {
    const [old, now] = [marks.name(before), marks.name(after)];
    return !old.startsWith('?') && !now.startsWith('?') && lastWord(old) !== lastWord(now);
  }
  return isMark(before) !== isMark(after);
}

function nearest(tries: readonly (readonly FieldDifference[])[]): readonly FieldDifference[] {
  return [...tries].sort((left, right) => weight(left) - weight(right))[0] ?? [];
}

/** Of a body of a living request, what retired fields of it have to become. */
function withoutRetired({ template, body }: Sent): Json | undefined {
  if (!isRecord(body)) return body;
  if (/\/load_balancers\/(?:pools|monitors)/.test(template)) {
    const { notification_email: _, ...rest } = body;
    return rest;
  }
  return body;
}

/** A service record with its whole name; what else it may be called means the same. */
function variantsOf(body: Json | undefined): readonly (Json | undefined)[] {
  if (!isRecord(body)) return [body];
  const { locked: _, ...record } = body;
  const { data, type } = record;
  if (type !== 'SRV' || !isRecord(data)) return [record];
  const { service, proto, name, ...rest } = data;
  if (service === undefined && proto === undefined && name === undefined) return [record];
  const labels = [service, proto].filter((part) => part !== undefined).join('.');
  const outer = typeof record.name === 'string' ? record.name : undefined;
  // The name outside counts where none stands inside, or where it is the whole name already.
  // Below the zone itself, the labels alone are the whole name.
  const isZone = typeof name === 'string' && !/\..*\./.test(name);
  const isWhole = outer?.startsWith(`${labels}.`) === true || (isZone && outer === labels);
  const hosts = [
    ...new Set(
      (name === undefined || isWhole ? [name, outer] : [name]).flatMap((host) =>
        typeof host === 'string' ? [host] : [],
      ),
    ),
  ];
  const names = hosts.map((host) =>
    host === labels || host.startsWith(`${labels}.`) ? host : `${labels}.${host}`,
  );
  // A name may be written without that of the zone.
  const relative = names.flatMap((whole) =>
    typeof name === 'string' && /[^.]\.[^.]+\.[^.]+$/.test(name) && whole.endsWith(`.${name}`)
      ? [whole.replace(/\.[^.]+\.[^.]+$/, '')]
      : [],
  );
  return [...names, ...relative].map((whole) => ({ ...record, name: whole, data: rest }));
}

/** Fields that are gone and are no settings. */
const ENDED_FIELDS: ReadonlySet<string> = new Set(['notification_email', 'locked']);

function withoutDeadSettings(attributes: JsonObject): JsonObject;
function withoutDeadSettings(attributes: Json | undefined): Json | undefined;
function withoutDeadSettings(attributes: Json | undefined): Json | undefined {
  if (!isRecord(attributes)) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]): [string, Json][] => {
      if (ENDED_SETTINGS.has(key) || ENDED_FIELDS.has(key)) return [];
      if (key === 'security_level' && value !== 'off' && value !== 'under_attack') return [];
      return [[key, withoutDeadSettings(value) ?? null]];
    }),
  );
}
