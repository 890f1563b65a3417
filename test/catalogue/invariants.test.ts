import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemas } from '../../scripts/pages/schemas.js';
import {
  builtinCatalogue,
  builtinSamples,
  type Entry,
  expandChecks,
  loadCatalogueFile,
  type Profile,
  sdkCallsOf,
  triggers,
} from '../../src/catalogue/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const catalogue = builtinCatalogue();

function profileOf(entry: Entry): Profile {
  const profile = catalogue.profiles.find((candidate) => candidate.id === entry.profile);
  if (profile === undefined) throw new Error(`no profile ${entry.profile}`);
  return profile;
}

function yamlFiles(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(ROOT, folder, name));
}

const SOURCES = ['src/catalogue/entries', 'src/catalogue/profiles', 'src/catalogue/sdk'].flatMap(yamlFiles);

/** Entries of which no code can show anything: `explain` speaks of them, nothing matches. */
const SPOKEN_OF_ONLY = [
  'account-name-length',
  'dns-type-change',
  'lb-monitor-ciphers',
  'radar-summary-groups',
  'tunnel-lists-deleted',
];

/** Changes of the object storage may have no static sign at all; `test/storage` says which have one. */
const isStorage = (id: string): boolean => id.startsWith('r2-');

function entryOf(id: string): Entry {
  const entry = catalogue.entries.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new Error(`no entry ${id}`);
  return entry;
}

function canMatch(entry: Entry): boolean {
  return (
    entry.endpoints.length > 0 ||
    entry.fields.length > 0 ||
    entry.values.length > 0 ||
    entry.headers.length > 0 ||
    entry.queries.length > 0 ||
    entry.bodies.length > 0 ||
    entry.expressions.length > 0 ||
    entry.settings.length > 0 ||
    entry.resources.length > 0 ||
    entry.ciphers.length > 0 ||
    entry.storage.length > 0
  );
}

/** Whether a path template, or a path of the same kind, is reached by another template. */
function covers(general: string, exact: string): boolean {
  const left = general.split('/');
  const right = exact.split('/');
  return (
    left.length === right.length &&
    left.every((segment, index) => segment.startsWith('{') || segment === right[index])
  );
}

describe('the built-in catalogue', () => {
  it('has unique ids, sentences and sources', () => {
    expect(new Set(catalogue.entries.map((entry) => entry.id)).size).toBe(catalogue.entries.length);
    for (const entry of catalogue.entries) {
      expect(entry.summary, entry.id).toMatch(/\.$/);
      expect(entry.replacement, entry.id).toMatch(/\.$/);
      expect(entry.sources.length, entry.id).toBeGreaterThan(0);
      for (const source of entry.sources) expect(source, entry.id).toMatch(/^https:\/\//);
    }
  });

  it('says when the sources of every entry were last checked', () => {
    for (const { id, checked } of catalogue.entries) expect(checked, id).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  // Each day was compared with the source that the entry names.
  it.each([
    ['settings-batch', '2027-03-31', 'cloudflare-docs/pull/32335'],
    ['tunnel-routes-by-network', '2026-10-05', '2026-07-09-tunnel-routes-and-connections-api-changes'],
    ['tunnel-connections-field', '2026-10-05', '2026-07-09-tunnel-routes-and-connections-api-changes'],
    ['tunnel-lists-deleted', '2025-12-01', '2025-09-02-tunnel-networks-list-endpoints-new-default'],
    ['dns-record-meta-fields', '2025-02-02', 'cloudflare-docs/pull/19345'],
    ['amp-sxg', '2026-06-23', '2026-06-23-amp-sxg-end-of-life'],
    ['foundation-dns', '2026-11-23', 'cloudflare-docs/pull/32199'],
    ['account-name-length', '2026-09-27', 'cloudflare-docs/pull/32244'],
    ['lb-monitor-ciphers', '2027-02-01', '/api/reference/deprecations/'],
    ['account-roles', null, '2026-07-21-account-role-api-deprecated'],
  ])('dates %s as its source does', (id, endOfLife, source) => {
    const entry = entryOf(id);
    expect(entry.endOfLife).toBe(endOfLife);
    expect(entry.sources.join(' ')).toContain(source);
  });

  it('has the newer schedule as a part of its own, and hygiene without a day', () => {
    const newer = catalogue.entries.filter((entry) => entry.schedule === 'vendor-2026');
    expect(newer.length).toBeGreaterThanOrEqual(19);
    for (const entry of newer) expect(entry.endOfLife, entry.id).not.toBeNull();
    const checks = catalogue.entries.filter((entry) => entry.schedule === 'checks');
    expect(checks.every(({ id, endOfLife }) => id.startsWith('ruleset-') && endOfLife === null)).toBe(true);
    const undated = catalogue.entries.filter(
      (entry) => entry.endOfLife === null && entry.schedule !== 'object-storage' && !checks.includes(entry),
    );
    expect(undated.map(({ id }) => id)).toContain('geoip-fields');
    for (const { id, schedule, severity } of undated)
      expect([schedule, severity], id).toEqual(['hygiene', 'hint']);
  });

  it('matches something for every entry but those it only speaks of', () => {
    const silent = catalogue.entries.filter((entry) => !canMatch(entry)).map((entry) => entry.id);
    expect(silent.filter((id) => !isStorage(id)).sort()).toEqual([...SPOKEN_OF_ONLY].sort());
  });

  it('promises a rewrite where a codemod or the successor of a path brings one', () => {
    const levels = ({ codemod, endpoints }: Entry) => {
      if (codemod !== undefined) return ['safe', 'review'];
      return endpoints.some(({ successor }) => successor !== undefined) ? ['review'] : ['manual', 'none'];
    };
    for (const entry of catalogue.entries)
      expect(levels(entry), `automation of ${entry.id}`).toContain(entry.automation);
  });

  it('has no living look-alike that covers a dead call of any entry', () => {
    const clashes = catalogue.entries.flatMap((entry) =>
      entry.lookAlikes.flatMap((alike) =>
        catalogue.entries.flatMap((other) =>
          other.endpoints
            .filter((endpoint) => covers(alike, endpoint.path))
            .map((endpoint) => `${entry.id}: ${alike} covers ${endpoint.path} of ${other.id}`),
        ),
      ),
    );
    expect(clashes).toEqual([]);
  });

  it('never calls the same method of the same path dead in two entries', () => {
    const owner = new Map<string, string>();
    for (const entry of catalogue.entries) {
      for (const { methods, path: template } of entry.endpoints) {
        for (const method of methods) {
          const key = `${method} ${template.replaceAll(/\{\w+\}/g, '{}')}`;
          expect(owner.get(key), key).toBeUndefined();
          owner.set(key, entry.id);
        }
      }
    }
    expect(owner.size).toBeGreaterThan(100);
  });

  it('reaches every SDK method of the tables from some entry', () => {
    for (const profile of catalogue.profiles) {
      const used = new Set(
        catalogue.entries.flatMap((entry) => sdkCallsOf(entry, profile)).map((reach) => reach.call),
      );
      const idle = profile.sdk.filter((call) => !used.has(call)).map((call) => `${call.sdk} ${call.symbol}`);
      expect(idle).toEqual([]);
    }
  });

  it('gives every SDK method arguments that fit its path', () => {
    for (const call of catalogue.profiles.flatMap((profile) => profile.sdk)) {
      const placeholders = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(new Set(placeholders).size, call.path).toBe(placeholders.length);
      const unplaced = placeholders.filter((name) => name !== undefined && !call.positional.includes(name));
      const elsewhere = ['params', 'rc', 'body', 'query'].some((name) => call.positional.includes(name));
      expect(
        unplaced.length === 0 || elsewhere,
        `${call.symbol}(${call.positional.join()}) ${call.path}`,
      ).toBe(true);
    }
  });
});

describe('samples', () => {
  it('show both sides of every entry that can match, in two languages', async () => {
    for (const { id, match, noMatch } of await builtinSamples()) {
      expect(noMatch.length, id).toBeGreaterThan(0);
      if (SPOKEN_OF_ONLY.includes(id) || (isStorage(id) && !canMatch(entryOf(id)))) {
        expect(match, id).toEqual([]);
        continue;
      }
      // A binding is told by its type, which one language has.
      const languages = isStorage(id) ? 1 : 2;
      expect(new Set(match.map((sample) => sample.language)).size, id).toBeGreaterThanOrEqual(languages);
      for (const sample of match) {
        if (sample.at !== undefined) expect(sample.code, id).toContain(sample.at);
      }
      for (const sample of noMatch) expect(sample.why, id).toBeDefined();
    }
  });

  it('hold a trigger of their entry wherever something is to be found', async () => {
    const texts = triggers(catalogue).filter((trigger) => trigger.tier !== 'context');
    for (const { id, match } of await builtinSamples()) {
      for (const sample of match) {
        const lower = sample.code.toLowerCase();
        const hit = texts.some(({ text, caseInsensitive }) =>
          caseInsensitive === true ? lower.includes(text.toLowerCase()) : sample.code.includes(text),
        );
        expect(hit, `${id}: ${sample.code}`).toBe(true);
      }
    }
  });
});

describe('triggers', () => {
  const found = triggers(catalogue);
  const tiers = new Map(found.map((trigger) => [trigger.text, trigger.tier]));
  /** Reading begins at these; a word that is too common for that must never be the only one of a finding. */
  const starts = new Set(found.filter(({ common }) => common !== true).map(({ text }) => text));

  it('hold the text of everything a finding can point at', () => {
    for (const entry of catalogue.entries) {
      const profile = profileOf(entry);
      const { fields, values, resources } = expandChecks(entry, profile);
      const pointedAt = [
        ...fields.map((check) => check.at.split('.').at(-1) ?? ''),
        ...values.flatMap((check) => check.removed?.map(String) ?? [check.at.split('.').at(-1) ?? '']),
        ...entry.headers.flatMap((check) => check.together),
        ...entry.queries.map((check) => check.parameter),
        ...entry.expressions.map((check) => check.name.replace(/^cf\./, '')),
        ...resources.map((resource) => resource.name),
        ...resources.flatMap((resource) => resource.attribute?.split('.').at(-1) ?? []),
        ...entry.settings.map((setting) => setting.id),
      ];
      for (const text of pointedAt)
        expect(tiers.has(text.replaceAll('[]', '')), `${entry.id}: ${text}`).toBe(true);
    }
  });

  it('hold a segment of every dead path, at which reading starts', () => {
    for (const entry of catalogue.entries) {
      for (const endpoint of entry.endpoints) {
        const segments = endpoint.path
          .split('/')
          .filter((segment) => segment !== '' && !segment.startsWith('{'));
        expect(
          segments.some((segment) => starts.has(segment)),
          endpoint.path,
        ).toBe(true);
      }
    }
  });

  it('hold a name of every SDK method that is dead itself, at which reading starts', () => {
    for (const entry of catalogue.entries) {
      for (const { call, through } of sdkCallsOf(entry, profileOf(entry))) {
        if (through !== 'endpoint') continue;
        expect(
          call.symbol.split('.').some((name) => starts.has(name)),
          call.symbol,
        ).toBe(true);
      }
    }
  });

  it('are strong where the words are the API’s own, weak where they are common', () => {
    for (const text of [
      'rate_limits',
      'threat_score',
      'firewall/waf',
      'script_monitor',
      'cloudflare_filter',
    ]) {
      expect(tiers.get(text), text).toBe('strong');
    }
    for (const text of ['minify', 'locked', 'filters', 'service', 'members', '1004', 'Filter', 'rules']) {
      expect(tiers.get(text), text).toBe('weak');
    }
    for (const text of ['client/v4', 'zones/', 'X-Auth-Key', "'cloudflare'"])
      expect(tiers.get(text)).toBe('context');
    expect(tiers.has('')).toBe(false);
    expect(tiers.has('example.com')).toBe(false);
    // The vendor's other products share the bare name.
    expect(tiers.has('cloudflare')).toBe(false);
  });

  it('are strong of one word only where no other program has that word', () => {
    const words = [...tiers].flatMap(([text, tier]) =>
      tier === 'strong' && /^[A-Za-z][a-z]+$/.test(text) ? [text] : [],
    );
    expect(words.sort()).toEqual([
      'Mirage',
      'Sxg',
      'autominifies',
      'availabilty',
      'minifies',
      'mirage',
      'sxg',
    ]);
  });
});

describe('the published JSON schema', () => {
  const schema: object = JSON.parse(schemas().get('schema/catalogue.schema.json') ?? '');
  const validate = new Ajv2020({ strict: false }).compile(schema);

  it('accepts every file of the catalogue, as the reader does', async () => {
    expect(SOURCES.length).toBeGreaterThan(15);
    for (const file of SOURCES) {
      const text = readFileSync(file, 'utf8');
      expect(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
      expect((await loadCatalogueFile(file, text)).ok, file).toBe(true);
    }
  });

  it.each([
    ['an unknown key', { entrys: [] }],
    ['a missing key', { entries: [{ id: 'a' }] }],
    [
      'an unknown method',
      {
        entries: [
          { id: 'a', title: 'A', endOfLife: null, summary: 'S.', replacement: 'R.', endpoints: ['FETCH /a'] },
        ],
      },
    ],
    [
      'a day in words',
      { entries: [{ id: 'a', title: 'A', endOfLife: 'soon', summary: 'S.', replacement: 'R.' }] },
    ],
  ])('refuses %s', (_, file) => {
    expect(validate(file)).toBe(false);
  });
});
