import { describe, expect, it } from 'vitest';
import {
  builtinCatalogue,
  companionsOf,
  type Entry,
  expandChecks,
  methodsIn,
  nearest,
  sdkCallsOf,
  triggers,
} from '../../src/catalogue/index.js';

const catalogue = builtinCatalogue();

function builtin(id: string) {
  const entry = catalogue.entries.find((candidate) => candidate.id === id);
  const profile = catalogue.profiles.find((candidate) => candidate.id === entry?.profile);
  if (entry === undefined || profile === undefined) throw new Error(`no entry ${id}`);
  return { entry, profile };
}

function sdkNames(id: string, through: string): readonly string[] {
  const { entry, profile } = builtin(id);
  return sdkCallsOf(entry, profile)
    .filter((reach) => reach.through === through)
    .map(({ call }) => `${call.sdk} ${call.symbol}`);
}

describe('the checks a setting stands for', () => {
  it('reach a setting that is gone through bulk calls, page rules, rules and resources', () => {
    const { entry, profile } = builtin('minify');
    const { fields, values, resources } = expandChecks(entry, profile);
    expect(values).toContainEqual({
      at: 'items[].id',
      direction: 'request',
      removed: ['minify'],
      calls: [{ methods: ['PATCH'], path: '/zones/{zone_id}/settings' }],
    });
    expect(values.find((check) => check.at === 'actions[].id')?.removed).toEqual(['minify']);
    expect(fields.map((check) => check.at)).toEqual([
      'rules[].action_parameters.autominify',
      'action_parameters.autominify',
    ]);
    expect(resources).toContainEqual({
      tool: 'terraform',
      kind: 'resource',
      name: 'cloudflare_zone_setting',
      versions: '5.0.0..',
      attribute: 'setting_id',
      removed: ['minify'],
    });
    expect(resources).toContainEqual(
      expect.objectContaining({ name: 'cloudflare_zone_settings_override', attribute: 'settings.minify' }),
    );
  });

  it('look at the value where only some values are gone', () => {
    const { entry, profile } = builtin('security-level');
    const { fields, values, resources } = expandChecks(entry, profile);
    expect(fields).toEqual([]);
    expect(values).toContainEqual({
      at: 'items[].value',
      direction: 'request',
      allowed: ['off', 'under_attack'],
      where: { at: 'items[].id', equals: ['security_level'] },
      calls: [{ methods: ['PATCH'], path: '/zones/{zone_id}/settings' }],
    });
    expect(values.map((check) => check.at)).toContain('rules[].action_parameters.security_level');
    const setting = resources.find((resource) => resource.name === 'cloudflare_zone_setting');
    expect(setting).toMatchObject({
      attribute: 'value',
      allowed: ['off', 'under_attack'],
      where: { at: 'setting_id', equals: ['security_level'] },
    });
  });

  it('write keys as the tool does', () => {
    const { entry, profile } = builtin('server-side-excludes');
    const attributes = expandChecks(entry, profile)
      .resources.filter((resource) => resource.tool === 'pulumi')
      .map((resource) => resource.attribute);
    expect(attributes).toEqual([
      'settings.serverSideExclude',
      'settingId',
      'actions.serverSideExclude',
      'rules[].actionParameters.serverSideExcludes',
    ]);
  });

  it('are none without a setting', () => {
    const { entry, profile } = builtin('rate-limits');
    expect(expandChecks(entry, profile)).toEqual({ fields: [], values: [], resources: entry.resources });
  });
});

describe('SDK methods of an entry', () => {
  it('follow from the path they reach', () => {
    const names = new Set(sdkNames('firewall-rules', 'endpoint'));
    for (const name of [
      'npm:cloudflare filters.create',
      'npm:cloudflare firewall.rules.bulkEdit',
      'pypi:cloudflare zones.firewall.rules.get',
      'pypi:cloudflare filters.bulk_delete',
      'go:cloudflare-go CreateFirewallRules',
      'go:cloudflare-go Filters.New',
      'packagist:cloudflare/sdk listFirewallRules',
    ]) {
      expect(names, name).toContain(name);
    }
    expect(names).not.toContain('npm:cloudflare rulesets.rules.create');
    expect(sdkNames('rate-limits', 'endpoint')).not.toContain('npm:cloudflare filters.create');
  });

  it('tell an argument that completes a dead path from a dead method', () => {
    expect(sdkNames('minify', 'argument')).toContain('npm:cloudflare zones.settings.edit');
    expect(sdkNames('minify', 'endpoint')).toContain('npm:cloudflare zones.settings.minify.edit');
    expect(sdkNames('minify', 'endpoint')).not.toContain('npm:cloudflare zones.settings.edit');
  });

  it('tell a live method of which a part is dead', () => {
    expect(sdkNames('srv-data', 'check')).toContain('npm:cloudflare dns.records.create');
    expect(sdkNames('srv-data', 'endpoint')).toEqual([]);
    expect(sdkNames('notification-email', 'check')).toContain('npm:cloudflare loadBalancers.pools.edit');
  });

  it('leave out methods that live', () => {
    const { entry, profile } = builtin('billing');
    const alive: Entry = {
      ...entry,
      endpoints: [
        { path: '/accounts/{account_identifier}/billing/profile', methods: [], possible: [], live: ['GET'] },
      ],
    };
    expect(sdkCallsOf(alive, profile)).toEqual([]);
  });
});

describe('ranges of versions', () => {
  it.each([
    [['3.0.0..3.5.0'], '3.2.0', true],
    [['3.0.0..3.5.0'], '3.5.0', true],
    [['3.0.0..3.5.0'], '3.10.0', false],
    [['3.0.0..3.5.0'], '4.0.0', false],
    [['4.0.0..'], '7.3.0', true],
    [['4.0.0..'], '^4.2.1', true],
    [['4.0.0..'], '3.5.0', false],
    [['3.1.0'], '3.1.0', true],
    [['3.1.0'], '3.1.1', false],
    [['3.0.0..3.3.0', '3.5.0..'], '3.4.0', false],
    [['3.0.0..3.3.0', '3.5.0..'], 'v3.5.2', true],
    [['0.9.0..0.999.0'], '0.116.0', true],
    [['3.1.0'], 'latest', true],
    [['3.1.0'], null, true],
    [['3.1.0'], '^3.0.0', true],
    [['3.1.0'], '~3.0.0', false],
    [['3.1.0'], '3.x', true],
    [['4.0.0..'], '>=3.1.0 <4', false],
    [['4.0.0..'], '>=3.1.0 <4.0.1', true],
    [['4.0.0..'], '>=3', true],
    [['4.0.0..'], '^3 || ^4', true],
    [['4.0.0..'], '~=4.1', true],
    [['3.0.0..3.5.0'], '==4.1.0', false],
    [['3.0.0..3.5.0'], 'npm:cloudflare@^4.0.0', false],
    [['4.0.0..'], 'github:example/sdk#v3.0.0', true],
  ])('%j holds %s: %s', (ranges, version, inside) => {
    expect(methodsIn([{ versions: ranges }], version).length === 1).toBe(inside);
  });
});

describe('a method that changed its meaning', () => {
  const first = { versions: ['3.0.0'] };
  const second = { versions: ['3.1.0..3.5.0', '4.0.0..'] };
  it.each([
    ['3.0.0', [first]],
    ['^3.0.0', [second]],
    ['~3.0.0', [first]],
    ['^4.1.0', [second]],
    [null, [first, second]],
  ])('means under %s what the newest version means that is allowed', (version, meant) => {
    expect(methodsIn([first, second], version)).toEqual(meant);
  });
});

describe('did you mean', () => {
  const words = ['firewall-rules', 'rate-limits', 'minify', 'brotli'];
  it.each([
    ['firewal-rules', 'firewall-rules'],
    ['fierwall-rules', 'firewall-rules'],
    ['Rate-Limits', 'rate-limits'],
    ['ratelimits', 'rate-limits'],
    ['fire', 'firewall-rules'],
    ['minfy', 'minify'],
  ])('%s: %s', (written, meant) => {
    expect(nearest(written, words)).toBe(meant);
  });
  it.each(['zzzz', 'x', ''])('nothing for %j', (written) => {
    expect(nearest(written, words)).toBeUndefined();
  });
});

describe('triggers of a catalogue that is not the built-in one', () => {
  const [profile] = catalogue.profiles;
  const [entry] = catalogue.entries;
  if (profile === undefined || entry === undefined) throw new Error('the catalogue is empty');
  const texts = (some: typeof catalogue) => new Set(triggers(some).map((trigger) => trigger.text));

  it('are those of the built-in entries, however few of them are wanted', () => {
    expect(triggers({ ...catalogue, entries: [entry] })).toEqual(triggers(catalogue));
  });

  it('hold what an entry of the user points at, and no weaker than anybody needs it', () => {
    const own: Entry = {
      ...entry,
      id: 'own',
      endpoints: [{ path: '/accounts/{id}/carts', methods: ['GET'] }],
    };
    const found = triggers({ ...catalogue, entries: [...catalogue.entries, own] });
    expect(found.find((trigger) => trigger.text === 'carts')?.tier).toBe('strong');
    expect(found.find((trigger) => trigger.text === 'rate_limits')?.tier).toBe('strong');
    expect(texts(catalogue)).not.toContain('carts');
    expect(new Set(found.map((trigger) => trigger.text)).size).toBe(found.length);
  });

  it('are sent once an entry of the user says so, whatever the built-in ones say', () => {
    const own: Entry = {
      ...entry,
      id: 'own',
      fields: [{ at: 'zone_name', direction: 'request', calls: [] }],
    };
    const isAnswered = (some: typeof catalogue) =>
      triggers(some).find(({ text }) => text === 'zone_name')?.answered;
    expect(isAnswered(catalogue)).toBe(true);
    expect(isAnswered({ ...catalogue, entries: [...catalogue.entries, own] })).toBeUndefined();
  });

  it('hold the names of SDK methods a file of the user adds to a built-in profile', () => {
    const call = {
      sdk: 'npm:@example/wrapper',
      versions: ['1.0.0..'],
      symbol: 'throttles.create',
      method: 'POST',
      path: '/zones/{zone_id}/rate_limits',
      positional: ['body'],
      body: 'body',
    } as const;
    const extended = { ...profile, sdk: [...profile.sdk, call] };
    expect(texts({ profiles: [extended], entries: catalogue.entries })).toContain('throttles');
    expect(texts(catalogue)).not.toContain('throttles');
  });
});

describe('words that make sense only beside others', () => {
  const [entry] = catalogue.entries;
  if (entry === undefined) throw new Error('the catalogue is empty');
  const groupsOf = (some: typeof catalogue, word: string) =>
    Object.values(companionsOf(some))
      .flatMap((groups) => groups.get(word) ?? [])
      .map((group) => group.join(' '));

  it('are the compiled ones for the built-in entries, however few of them are wanted', () => {
    expect(groupsOf(catalogue, 'brotli')).toContain('zones settings brotli');
    expect(companionsOf({ ...catalogue, entries: [entry] })).toEqual(companionsOf(catalogue));
  });

  it('hold what an entry of the user needs, and then no more than is asked for', () => {
    const own: Entry = {
      ...entry,
      id: 'own',
      endpoints: [{ path: '/accounts/{id}/carts/locked', methods: ['GET'] }],
    };
    expect(groupsOf({ ...catalogue, entries: [...catalogue.entries, own] }, 'carts')).toEqual([
      'carts locked',
    ]);
    expect(groupsOf({ ...catalogue, entries: [own] }, 'brotli')).toEqual([]);
    expect(groupsOf(catalogue, 'carts')).toEqual([]);
  });
});
