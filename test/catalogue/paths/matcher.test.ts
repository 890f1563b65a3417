import { describe, expect, it } from 'vitest';
import { createPathMatcher, holeText } from '../../../src/catalogue/paths/index.js';
import { catalogueOf, endpoint, entry, PROFILE } from './small-catalogue.js';

const matcher = createPathMatcher(
  catalogueOf(
    entry('rules', {
      endpoints: [
        endpoint('/zones/{zone_id}/firewall/rules'),
        endpoint('/zones/{zone_id}/firewall/rules/{rule_id}'),
        endpoint('/zones/{zone_id}/filters'),
        endpoint('/zones/{zone_id}/filters/{filter_id}'),
        endpoint('/zones/{zone_id}/filters/validate-expr'),
      ],
      lookAlikes: ['/zones/{zone_id}/firewall/access_rules/rules', '/zones/{zone_id}/filters/live'],
    }),
    entry('minify', { endpoints: [endpoint('/zones/{zone_id}/settings/minify')] }),
    entry('billing', { endpoints: [endpoint('/user/billing/profile')] }),
    entry('organizations', {
      endpoints: [endpoint('/organizations/{id}'), endpoint('/organizations/{id}/invites')],
      lookAlikes: ['/accounts/{account_id}/access/organizations'],
    }),
  ),
);

const zone = holeText('zone');

function templates(path: string): string[] {
  return matcher.match(path).map((match) => `${match.template.path} ${match.anchor}`);
}

describe('what ties a path to the API', () => {
  it.each([
    ['https://api.example.com/client/v4/zones/1/firewall/rules', '/zones/{zone_id}/firewall/rules host'],
    ['HTTPS://API.Example.COM/client/v4/zones/1/filters', '/zones/{zone_id}/filters host'],
    ['https://api.example.com:443/client/v4//zones/1//filters/', '/zones/{zone_id}/filters host'],
    ['https://me:secret@api.example.com/client/v4/user/billing/profile', '/user/billing/profile host'],
    ['//api.example.com/client/v4/zones/1/filters', '/zones/{zone_id}/filters host'],
    ['api.example.com/client/v4/zones/1/filters', '/zones/{zone_id}/filters host'],
    [`https://api.example.com${holeText('base')}/zones/1/filters`, '/zones/{zone_id}/filters host'],
    ['https://example.org/client/v4/zones/1/filters', '/zones/{zone_id}/filters base'],
    ['https://${host}/client/v4/user/billing/profile', '/user/billing/profile base'],
    ['/zones/1/filters', '/zones/{zone_id}/filters start'],
    ['zones/1/filters?page=2#top', '/zones/{zone_id}/filters start'],
    ['user/billing/profile', '/user/billing/profile start'],
    [`${holeText('api')}/zones/1/filters`, '/zones/{zone_id}/filters hole'],
    [`${holeText('api')}zones/1/filters`, '/zones/{zone_id}/filters hole'],
    ['%szones/%s/filters', '/zones/{zone_id}/filters hole'],
    [`${holeText('api')}/user/billing/profile`, '/user/billing/profile hole'],
    ['/proxy/zones/1/filters', '/zones/{zone_id}/filters prefix'],
    [`${holeText('zoneUrl')}/firewall/rules`, '/zones/{zone_id}/firewall/rules tail'],
    [`${holeText('zonesUrl')}/${zone}/settings/minify`, '/zones/{zone_id}/settings/minify tail'],
  ])('%s', (path, expected) => {
    expect(templates(path)).toEqual([expected]);
  });

  it.each([
    ['/firewall/rules'],
    ['/proxy/user/billing/profile'],
    ['https://api.example.com/client/v4/zones/1/pagerules'],
    ['https://api.other.example/client/v4/zones/1/filters'],
    ['https://eu.other-cloud.example/zones/1/filters'],
    ['/zones/filters'],
    ['/zones/1/filters/2/3'],
    ['/zones/1/Filters'],
    [`${holeText('x')}/rules`],
    [`${holeText('x')}-zones/1/filters`],
    [''],
    ['/'],
    ['?'],
  ])('not %s', (path) => {
    expect(templates(path)).toEqual([]);
  });
});

describe('the most specific template wins', () => {
  it('prefers a literal to a placeholder', () => {
    expect(templates('/zones/1/filters/validate-expr')).toEqual([
      '/zones/{zone_id}/filters/validate-expr start',
    ]);
    expect(templates('/zones/1/filters/validate')).toEqual(['/zones/{zone_id}/filters/{filter_id} start']);
  });

  it('leaves look-alikes alone, also where a placeholder would take them', () => {
    expect(templates('/zones/1/filters/live')).toEqual([]);
    expect(templates('/zones/1/firewall/access_rules/rules')).toEqual([]);
  });

  it('does not look for a second beginning inside a look-alike', () => {
    expect(templates('/accounts/1/access/organizations/2')).toEqual([]);
    expect(templates('/organizations/2')).toEqual(['/organizations/{id} start']);
  });
});

describe('placeholders in text', () => {
  const notations = [
    '${zone.id}',
    '{zone_id}',
    '{0}',
    '{}',
    ':zone_id',
    '<zone_id>',
    '<string:zone>',
    '%s',
    '%d',
    '%1$s',
    '%(zone)s',
    '%{zone}',
    '%ZONE%',
    '$ZONE',
    '${ZONE}',
    '$env:ZONE',
    '$zone->id',
    "$zone['id']",
    '#{zone.id}',
    '{{ zone.id }}',
    '{{zone}}',
    '${{ env.ZONE }}',
    "'+zone+'",
    '" + zone.id + "',
    '$(get_zone example.com | cut -d/ -f1)',
    '\\(zone)',
    '`zone`',
    '*',
    '%7Bzone_id%7D',
    '023e105f4ecef8ad9ca31a8372d0c353',
    holeText(),
    holeText('this.zone.id'),
    `zone-${holeText('n')}`,
  ];

  it.each(notations.map((notation) => [notation]))('%s is one segment', (notation) => {
    expect(templates(`/zones/${notation}/firewall/rules`)).toEqual(['/zones/{zone_id}/firewall/rules start']);
    expect(templates(`/zones/1/firewall/rules/${notation}`)).toEqual([
      '/zones/{zone_id}/firewall/rules/{rule_id} start',
    ]);
  });

  it.each(notations.filter((text) => !/^[\da-f]+$/.test(text)).map((notation) => [notation]))(
    '%s never stands for a literal',
    (notation) => {
      expect(templates(`/zones/1/firewall/${notation}`)).toEqual([]);
      expect(templates(`/zones/1/${notation}/rules`)).toEqual([]);
      expect(templates(`/zones/1/settings/mini-${notation}`)).toEqual([]);
    },
  );

  it('does not take an unclosed bracket for a placeholder', () => {
    expect(templates('/zones/{zone/filters')).toEqual(['/zones/{zone_id}/filters start']);
    expect(templates('/zones/1/{filters')).toEqual([]);
  });
});

describe('a placeholder at the very end', () => {
  it('may be a query, or an id', () => {
    expect(templates(`/zones/1/firewall/rules${holeText('query')}`)).toEqual([
      '/zones/{zone_id}/firewall/rules start',
      '/zones/{zone_id}/firewall/rules/{rule_id} start',
    ]);
    expect(templates(`/zones/1/firewall/rules/${zone}${holeText('query')}`)).toEqual([
      '/zones/{zone_id}/firewall/rules/{rule_id} start',
    ]);
  });

  it('does not complete a word', () => {
    expect(templates(`/zones/1/filter${holeText('s')}`)).toEqual([]);
    expect(templates(`/zones/1/firewall/${holeText('x')}rules`)).toEqual([]);
  });
});

describe('percent-encoding', () => {
  it('is undone', () => {
    expect(templates('/zones/1/%66ilters')).toEqual(['/zones/{zone_id}/filters start']);
    expect(templates('/zones/1/firewall%2Frules')).toEqual([]);
    expect(templates('\\/zones\\/1\\/filters')).toEqual(['/zones/{zone_id}/filters start']);
  });

  it('of broken bytes stays as it is written', () => {
    expect(templates('/zones/%E0%A4%A/filters')).toEqual(['/zones/{zone_id}/filters start']);
    expect(templates('/zones/1/%ff')).toEqual([]);
  });
});

describe('a path of the API that a hole hides', () => {
  it.each([
    [`/zones/${holeText('rest')}`],
    [`https://api.example.com/client/v4/zones/${holeText()}`],
    [`/zones/${zone}/${holeText('path')}`],
    [`/zones/${zone}/settings/${holeText('settingId')}`],
    [`/zones/${zone}/${holeText('group')}/rules`],
    [`https://api.example.com/client/v4/${holeText('path')}`],
    [`https://api.example.com/client/v4${holeText('path')}`],
    [`https://api.example.com${holeText('path')}`],
    [`https://gateway.example.net/client/v4${holeText('path')}`],
  ])('%s', (path) => {
    expect(matcher.match(path)).toEqual([]);
    expect(matcher.isOpen(path)).toBe(true);
  });

  it.each([
    [`/zones/${holeText('zoneId')}`],
    ['/zones/{zone_id}'],
    [`/zones/${zone}/pagerules/${holeText()}`],
    [`/zones/${zone}/${holeText('group')}/pages`],
    [`https://api.example.com/client/v4/memberships/${holeText('id')}`],
    [`https://www.example.org/${holeText('path')}`],
    [`https://api.other.example/client/v4/zones/${holeText('path')}`],
    [holeText('url')],
    [`${holeText('base')}/${holeText('path')}`],
    ['/zones'],
    [''],
  ])('not %s', (path) => {
    expect(matcher.match(path)).toEqual([]);
    expect(matcher.isOpen(path)).toBe(false);
  });
});

describe('whose it is', () => {
  it.each([
    ['https://api.example.com/x', 'own', 'api.example.com'],
    ['https://eu.other-cloud.example/x', 'foreign', 'eu.other-cloud.example'],
    ['http://localhost:8787/zones', 'other', 'localhost'],
    ['http://localhost:${port}/zones', 'other', 'localhost'],
    ['https://api.${domain}/zones', 'unknown', ''],
    ['/zones/1', 'none', ''],
    ['./zones/1', 'none', ''],
    ['v1.0/zones', 'none', ''],
  ])('%s', (path, kind, host) => {
    expect(matcher.host(path)).toMatchObject({ kind, host });
  });

  it('names what shows another vendor', () => {
    expect(matcher.foreign('/v1/{crn}/zones/1/filters')).toBe('{crn}');
    expect(matcher.foreign(`/v1/${holeText('crn')}/zones/1/filters`)).not.toBeNull();
    expect(matcher.foreign('/v1/crn:v1:region/zones/1/filters')).toBe('crn:v1:region');
    expect(matcher.foreign('https://api.other.example/zones/1/filters')).toBe('api.other.example');
    expect(matcher.foreign('/v1/{zone}/zones/1/filters')).toBeNull();
  });
});

describe('several APIs', () => {
  const other = {
    ...PROFILE,
    id: 'second',
    hosts: ['api.second.example'],
    basePath: '/v1',
    scopes: ['shops'],
  };
  const both = createPathMatcher({
    profiles: [PROFILE, other],
    entries: [
      entry('first', { endpoints: [endpoint('/zones/{id}/filters')] }),
      entry('second', {
        profile: 'second',
        endpoints: [endpoint('/shops/{id}/filters'), endpoint('/zones/{id}/filters')],
      }),
    ],
  });
  const entries = (path: string) =>
    both.match(path).flatMap(({ template }) => template.rows.map((row) => row.entry.id));

  it('are told apart by their hosts', () => {
    expect(entries('https://api.example.com/client/v4/zones/1/filters')).toEqual(['first']);
    expect(entries('https://api.second.example/v1/zones/1/filters')).toEqual(['second']);
    expect(entries('https://api.example.com/client/v4/shops/1/filters')).toEqual([]);
  });

  it('are told apart by their scopes', () => {
    expect(entries('/shops/1/filters')).toEqual(['second']);
    expect(entries('/proxy/shops/1/filters')).toEqual(['second']);
  });
});
