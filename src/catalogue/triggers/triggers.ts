import { camelCase, expandChecks, snakeCase } from '../model/expand.js';
import { isPlaceholder, segmentsOf } from '../model/template.js';
import type { Catalogue, Endpoint, Entry, FieldCheck, Profile, Scalar } from '../model/types.js';
import { VERBS } from '../model/verbs.js';
import { deadCallsOf } from '../sdk/calls.js';
import { RULESET_NAMES } from '../tables/ruleset-engine.js';

/**
 * Texts whose absence proves that a file holds nothing to find. They are derived, so that none can be
 * forgotten: whatever a finding of an entry points at (a segment of its path, a key, a value, a name of an
 * expression, a method of an SDK, a resource) is a trigger of that entry.
 *
 * `strong` texts make a file a candidate anywhere, `weak` ones only where the API shows itself, and `context`
 * texts show it.
 */
export interface CatalogueTrigger {
  readonly text: string;
  readonly tier: 'strong' | 'weak' | 'context';
  readonly caseInsensitive?: boolean;
  /** So common that a reader need not start from it. */
  readonly common?: boolean;
  /** Only answers hold it: what stands on it is sent nowhere. */
  readonly answered?: boolean;
  /** It shows what is read apart from calls of the API, such as object storage: readers do not start from it. */
  readonly apart?: boolean;
}

export function deriveTriggers(catalogue: Catalogue): readonly CatalogueTrigger[] {
  const found = new Map<string, CatalogueTrigger>();
  for (const profile of catalogue.profiles) {
    const entries = catalogue.entries.filter((entry) => entry.profile === profile.id);
    const sent = new Set(entries.flatMap((entry) => triggersOf(entry, profile, ['request'])));
    const add = collector(found, profile, sent);
    for (const entry of entries) {
      for (const text of triggersOf(entry, profile)) add(text);
      for (const header of entry.headers.flatMap((check) => check.together)) add(header, true);
    }
    const ofStorage = catalogue.entries.some((entry) => entry.storage.length > 0);
    for (const text of ofStorage ? profile.storageWords : []) {
      if (found.has(text)) continue;
      // A path of the API is read as every other call of it.
      found.set(text, { text, tier: 'strong', ...(text.includes('/') ? {} : { apart: true }) });
    }
    for (const text of catalogue.entries.flatMap(({ ciphers }) => ciphers))
      found.set(text, { text, tier: 'strong', apart: true });
    for (const trigger of contextOf(profile)) {
      if (!found.has(trigger.text)) found.set(trigger.text, trigger);
    }
  }
  return [...found.values()];
}

function collector(found: Map<string, CatalogueTrigger>, profile: Profile, sent: ReadonlySet<string>) {
  const weak = new Set([...profile.weakWords, ...profile.commonWords]);
  const common = new Set(profile.commonWords);
  const among = (words: ReadonlySet<string>, text: string): boolean =>
    words.has(text) || words.has(snakeCase(text));
  return (text: string, caseInsensitive = false): void => {
    if (found.has(text)) return;
    found.set(text, {
      text,
      tier: among(weak, text) ? 'weak' : 'strong',
      ...(caseInsensitive ? { caseInsensitive } : {}),
      ...(among(common, text) ? { common: true } : {}),
      ...(caseInsensitive || sent.has(text) ? {} : { answered: true }),
    });
  };
}

/** What findings of one entry point at, headers aside; of fields those of some directions. */
function triggersOf(
  entry: Entry,
  profile: Profile,
  directions: readonly FieldCheck['direction'][] = ['request', 'response'],
): readonly string[] {
  const { fields, values, resources } = expandChecks(entry, profile);
  const texts = new Set<string>();
  const key = (path: string): void => {
    for (const spelling of spellingsOf(lastKey(path))) texts.add(spelling);
  };
  for (const endpoint of entry.endpoints) for (const text of pathTriggers(endpoint, profile)) texts.add(text);
  for (const setting of entry.settings) key(setting.id);
  for (const check of fields) if (directions.includes(check.direction)) key(check.at);
  for (const check of values) {
    // A removed value is pointed at itself; one that is only not allowed may be any text, its key is known.
    if (check.removed === undefined) key(check.at);
    for (const text of scalarTexts(check.removed)) texts.add(text);
    for (const text of scalarTexts(check.where?.equals)) texts.add(text);
  }
  for (const check of entry.queries) {
    texts.add(check.parameter);
    for (const prefix of check.prefixes ?? []) texts.add(prefix);
  }
  for (const { name } of entry.expressions) texts.add(withoutPrefix(name, profile));
  for (const resource of resources) {
    texts.add(resource.name);
    if (resource.attribute !== undefined) texts.add(lastKey(resource.attribute));
    for (const text of scalarTexts(resource.removed)) texts.add(text);
  }
  if (entry.bodies.length > 0) for (const text of rulesetTriggers(profile)) texts.add(text);
  for (const call of deadCallsOf(entry, profile)) {
    for (const text of symbolTriggers(call.symbol, profile)) texts.add(text);
  }
  return [...texts];
}

/** Names that only programs for rulesets write. */
function rulesetTriggers(profile: Profile): readonly string[] {
  return [
    'rulesets',
    ...RULESET_NAMES,
    ...profile.sdk.flatMap(({ symbol }) => symbol.split('.').filter((name) => /[a-z]Ruleset/.test(name))),
  ];
}

/**
 * The first literal segments behind the scope and its id: every path of the template shows them. Two
 * neighbours together are a strong text; each alone is kept too, since programs join paths from pieces.
 */
function pathTriggers(endpoint: Endpoint, profile: Profile): readonly string[] {
  const segments = segmentsOf(endpoint.path);
  const behind = profile.scopes.includes(segments[0] ?? '') ? segments.slice(2) : segments;
  if (behind.length === 0) return segments.slice(0, 1);
  const marked = endpoint.mark === undefined ? undefined : segmentsOf(endpoint.mark);
  const from = marked === undefined ? 0 : behind.indexOf(marked[0] ?? '');
  const run: string[] = [];
  for (const segment of behind.slice(from)) {
    if (isPlaceholder(segment) || run.length === (marked?.length ?? 2)) break;
    run.push(segment);
  }
  const before = behind[from - 1];
  const pairs = run.length > 1 ? [run.join('/')] : [];
  if (before !== undefined && !isPlaceholder(before)) pairs.push(`${before}/${run[0] ?? ''}`);
  return [...pairs, ...run];
}

function lastKey(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('[]', '');
}

/** `notification_email`, `notificationEmail`, `NotificationEmail`: as other languages write the same key. */
function spellingsOf(key: string): readonly string[] {
  const camel = camelCase(key);
  return [...new Set([key, camel, camel.charAt(0).toUpperCase() + camel.slice(1)])];
}

function scalarTexts(values: readonly Scalar[] | undefined): readonly string[] {
  return (values ?? []).map(String);
}

function withoutPrefix(name: string, profile: Profile): string {
  const prefix = profile.expressionPrefixes.find((candidate) => name.startsWith(`${candidate}.`));
  return prefix === undefined ? name : name.slice(prefix.length + 1);
}

function symbolTriggers(symbol: string, profile: Profile): readonly string[] {
  const names = symbol.split('.').filter((name) => !VERBS.has(name) && !profile.scopes.includes(name));
  return names.length > 0 ? names : symbol.split('.').slice(0, 1);
}

function contextOf(profile: Profile): readonly CatalogueTrigger[] {
  const any = (text: string): CatalogueTrigger => ({ text, tier: 'context', caseInsensitive: true });
  const exact = (text: string): CatalogueTrigger => ({ text, tier: 'context' });
  return [
    ...profile.hosts.map(any),
    ...(profile.basePath === '' ? [] : [exact(profile.basePath.replace(/^\//, ''))]),
    ...profile.scopes.map((scope) => exact(`${scope}/`)),
    ...profile.authHeaders.map(any),
    ...profile.environment.map(exact),
    ...[...new Set(profile.packages.flatMap(importForms))].map(exact),
  ];
}

/**
 * How a program that uses a package writes its name. The bare name would not do: the vendor's other products
 * share it, and a repository of theirs would show the API in every file.
 */
function importForms(named: string): readonly string[] {
  const colon = named.indexOf(':');
  const [ecosystem, name] = [named.slice(0, colon), named.slice(colon + 1)];
  switch (ecosystem) {
    case 'npm':
    case 'rubygems':
      return [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`, ...pulumiTypes(name)];
    case 'pypi':
      return [`import ${name}`, `from ${name}`];
    case 'crates':
      return [`${name}::`];
    case 'packagist':
      return [name, namespaceOf(name)];
    default:
      return [name];
  }
}

/** `cloudflare/sdk` declares classes below `Cloudflare\\`. */
function namespaceOf(name: string): string {
  const [vendor = ''] = name.split('/');
  return `${vendor.charAt(0).toUpperCase()}${vendor.slice(1)}\\`;
}

/** Programs in YAML name the types of their resources without a package: `type: vendor:Class`. */
function pulumiTypes(name: string): readonly string[] {
  const vendor = /^@pulumi\/([\w-]+)$/.exec(name)?.[1];
  return vendor === undefined ? [] : ['', "'", '"'].map((quote) => `type: ${quote}${vendor}:`);
}
