/**
 * From what a person has in hand to the entries that explain it: the name of an entry or a rule, an error, a path,
 * a method of an SDK, a type of an infrastructure tool, a field or a setting. The first way that finds something
 * answers, from the most definite to the least.
 */
import { expandChecks } from './model/expand.js';
import type { Catalogue, Entry, Profile } from './model/types.js';
import { type PathRow, pathMatcherOf, verdictOf } from './paths/index.js';
import { sdkCallsOf } from './sdk/calls.js';

export interface Lead {
  readonly entry: Entry;
  /** What the text is to the entry: `an error code`, `a path`. */
  readonly as: string;
}

type Way = (text: string, catalogue: Catalogue) => readonly Lead[];

export function entriesFor(text: string, catalogue: Catalogue): readonly Lead[] {
  const asked = text.trim();
  if (asked === '') return [];
  for (const way of WAYS) {
    const leads = way(asked, catalogue);
    if (leads.length > 0) return leads;
  }
  return [];
}

const WAYS: readonly Way[] = [byName, byNumber, byPath, byResource, bySdkMethod, byWord, byErrorText];

function byName(text: string, { entries }: Catalogue): readonly Lead[] {
  const name = text.replace(/^edge-sunset\//, '');
  const rule = /^(?:no|valid)-(.+)$/.exec(name)?.[1];
  return entries
    .filter(({ id }) => id === name || id === rule)
    .map((entry) => ({ entry, as: entry.id === name ? 'the entry' : 'the rule' }));
}

/** `410` is a status, `10020` a code of the API. */
function byNumber(text: string, { entries }: Catalogue): readonly Lead[] {
  const number = /^(?:HTTP\s+|code\s+)?(\d{3,5})$/i.exec(text)?.[1];
  if (number === undefined) return [];
  const isStatus = number.length === 3;
  return entries
    .filter(({ symptoms }) =>
      symptoms.some(({ status, code }) => (isStatus ? status : code) === Number(number)),
    )
    .map((entry) => ({ entry, as: isStatus ? 'a status' : 'an error code' }));
}

/** `/zones/x/firewall/rules`, `PATCH https://…/settings/minify`, `firewall/rules`. */
function byPath(text: string, catalogue: Catalogue): readonly Lead[] {
  const [, method, path = ''] = /^(?:([A-Za-z]+)\s+)?([^\s/]*\/\S*)$/.exec(text) ?? [];
  if (path === '') return [];
  const matcher = pathMatcherOf(catalogue);
  const scopes = new Set(catalogue.profiles.flatMap((profile) => profile.scopes));
  const isWhole = path.startsWith('/') || path.includes('://') || matcher.belongs(path) !== null;
  const candidates = isWhole ? [path] : [`/${path}`, ...[...scopes].map((scope) => `/${scope}/{id}/${path}`)];
  const found = new Set<Entry>();
  for (const candidate of candidates) {
    for (const { template } of matcher.match(candidate)) {
      for (const row of template.rows) if (isDead(row, method?.toUpperCase() ?? null)) found.add(row.entry);
    }
  }
  return [...found].map((entry) => ({ entry, as: 'a path' }));
}

function isDead(row: PathRow, method: string | null): boolean {
  if (row.kind !== 'endpoint') return false;
  const verdict = verdictOf(row.endpoint, method);
  return verdict === 'dead' || verdict === 'possible' || verdict === 'gone';
}

/** `cloudflare_rate_limit`, `cloudflare_zone_settings_override.minify`, `resource "cloudflare_filter" "office"`. */
function byResource(text: string, catalogue: Catalogue): readonly Lead[] {
  const block = /^(?:resource|data)\s+"([^"]+)"/.exec(text)?.[1];
  const [name = '', attribute] = block === undefined ? text.split('.') : [block];
  return inProfiles(catalogue, 'a resource', (entry, profile) =>
    expandChecks(entry, profile).resources.some(
      (resource) =>
        (resource.name === name || resource.name === text) &&
        (attribute === undefined ||
          resource.name === text ||
          resource.attribute?.endsWith(attribute) === true),
    ),
  );
}

/** `client.firewall.rules.list`, with or without the client and the arguments. */
function bySdkMethod(text: string, catalogue: Catalogue): readonly Lead[] {
  const chain = /^[\w$.]+/.exec(text.replaceAll('?.', '.').replaceAll('::', '.').replaceAll('->', '.'))?.[0];
  if (chain === undefined || (chain !== text && !text.includes('('))) return [];
  return inProfiles(catalogue, 'an SDK method', (entry, profile) =>
    sdkCallsOf(entry, profile).some(
      ({ call: { symbol }, through }) =>
        through === 'endpoint' && (chain === symbol || chain.endsWith(`.${symbol}`)),
    ),
  );
}

/** A field of a body or of an expression, a setting, an action of a page rule, a header. */
function byWord(text: string, catalogue: Catalogue): readonly Lead[] {
  return inProfiles(catalogue, 'a name', (entry, { expressionPrefixes }) =>
    [
      ...entry.settings.flatMap(({ id, ruleParameter, pageRule }) => [id, ruleParameter, pageRule]),
      ...[...entry.fields, ...entry.values].map(({ at }) => at),
      ...entry.queries.map(({ parameter }) => parameter),
      ...entry.headers.flatMap(({ together }) => together),
      ...entry.ciphers,
      ...entry.expressions.flatMap(({ name }) => [
        name,
        ...expressionPrefixes.map((prefix) => name.replace(expressionPrefixes[0] ?? '', prefix)),
      ]),
    ].some((name) => name !== undefined && endsIn(name, text)),
  );
}

/** `rules[].data.service` ends in `service` and `data.service`. */
function endsIn(path: string, name: string): boolean {
  const plain = path.replaceAll('[]', '').toLowerCase();
  const wanted = name.replaceAll('[]', '').toLowerCase();
  return plain === wanted || plain.endsWith(`.${wanted}`);
}

/** The text of an answer or of a log line: whole codes in it, or a message of the vendor's. */
function byErrorText(text: string, { entries }: Catalogue): readonly Lead[] {
  const written = wordsOf(text);
  const numbers = new Set(text.match(/\b\d{4,5}\b/g));
  return entries
    .filter(({ symptoms }) =>
      symptoms.some(({ code, message }) => {
        const known = wordsOf(message);
        return written.includes(known) || known.includes(written) || numbers.has(String(code));
      }),
    )
    .map((entry) => ({ entry, as: 'an error' }));
}

/** Lower case, words apart by one space and with one at each end, so that no word is found inside another. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;
}

function inProfiles(
  { entries, profiles }: Catalogue,
  as: string,
  leadsTo: (entry: Entry, profile: Profile) => boolean,
): readonly Lead[] {
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  return entries
    .filter((entry) => {
      const profile = byId.get(entry.profile);
      return profile !== undefined && leadsTo(entry, profile);
    })
    .map((entry) => ({ entry, as }));
}
