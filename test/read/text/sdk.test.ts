import { describe, expect, test } from 'vitest';
import { type Files, plain, usagesIn } from './support.js';

const chains = (files: Files): string[] =>
  usagesIn(files).flatMap((usage) =>
    usage.kind === 'sdk'
      ? [
          `${usage.sdk} ${usage.version ?? '-'} ${usage.chain.map((one) => one.name).join('.')}(${usage.args.map((one) => JSON.stringify(plain(one))).join(',')})`,
        ]
      : [],
  );

describe('SDK calls', () => {
  test('the dynamic client of Python', () => {
    expect(
      chains({
        'a.py':
          'import CloudFlare\ncf = CloudFlare.CloudFlare()\nr = cf.zones.firewall.rules.post(zone, data=[{"a": 1}])\n',
      }),
    ).toEqual(['pypi:cloudflare 2.0.0 zones.firewall.rules.post("{zone}",{"data":[{"a":1}]})']);
  });

  test('the generated client of Python, with the declared version', () => {
    expect(
      chains({
        'src/a.py':
          'from cloudflare import Cloudflare\nclient = Cloudflare()\nclient.rate_limits.list(zone_id=zone)\nclient.zones.settings.edit("minify", zone_id=zone, value="off")\n',
        'requirements.txt': 'cloudflare==4.2.0\n',
      }),
    ).toEqual([
      'pypi:cloudflare 4.2.0 rate_limits.list({"zone_id":"{zone}"})',
      'pypi:cloudflare 4.2.0 zones.settings.edit("minify",{"zone_id":"{zone}","value":"off"})',
    ]);
  });

  test('a client behind a field of the object', () => {
    expect(
      chains({
        'a.py':
          'import CloudFlare\nclass A:\n    def f(self, z):\n        return self.client.cf.zones.filters.get(z)\n',
      }),
    ).toEqual(['pypi:cloudflare 2.0.0 zones.filters.get("{z}")']);
  });

  test('the version in the import path of Go', () => {
    expect(
      chains({
        'a.go':
          'package a\nimport "github.com/cloudflare/cloudflare-go/v4"\nfunc f(client *cloudflare.Client) { client.Firewall.Rules.List(ctx, params) }',
      }),
    ).toEqual(['go:cloudflare-go 4.0.0 Firewall.Rules.List("{ctx}","{params}")']);
  });

  test('a method of the own type in Go, beside one of the client', () => {
    const code = (own: string) => `package a

import "github.com/cloudflare/cloudflare-go"

func (api *memory) DeleteFilters(ctx context.Context, zone string, ids []string) error {
	return api.DeleteFilter(ctx, zone, ids[0])
}

func (api *memory) ${own}(ctx context.Context, zone, id string) error { return nil }

func drop(ctx context.Context, api *cloudflare.API, zone, id string) error {
	return api.DeleteFilter(ctx, zone, id)
}
`;
    const client = 'go:cloudflare-go - DeleteFilter("{ctx}","{zone}","{id}")';
    expect(chains({ 'a.go': code('DeleteFilter') })).toEqual([client]);
    // A client that is embedded has the method.
    expect(chains({ 'a.go': code('Name') })).toEqual([
      'go:cloudflare-go - DeleteFilter("{ctx}","{zone}","{ids[0]}")',
      client,
    ]);
  });

  test.each([
    ['the same chain without the package', 'cf.zones.firewall.rules.get(zone)\n'],
    ['another package', 'import other\nother.zones.firewall.rules.get(zone)\n'],
    ['a chain that the package does not have', 'import CloudFlare\ncf.zones.cats.get(zone)\n'],
    ['no call', 'import CloudFlare\nx = cf.zones.filters.get\n'],
    ['the package in a comment', '# import CloudFlare\ncf.zones.filters.get(zone)\n'],
  ])('nothing: %s', (_name, code) => {
    expect(chains({ 'a.py': code })).toEqual([]);
  });
});
