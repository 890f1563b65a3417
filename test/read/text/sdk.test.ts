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

  test.each([
    ['cloudflare<3\n', '2.0.0'],
    ['cloudflare>=2.8,<3\n', '2.8'],
    ['cloudflare==2.20.0\n', '2.20.0'],
  ])('the version below another one is not that one: %j', (requirements, version) => {
    const files = {
      'a.py': 'import CloudFlare\ncf.zones.filters.get(zone)\n',
      'requirements.txt': requirements,
    };
    expect(chains(files)).toEqual([`pypi:cloudflare ${version} zones.filters.get("{zone}")`]);
  });

  test('a version that is only limited is not known', () => {
    const files = {
      'a.py':
        'from cloudflare import Cloudflare\nclient = Cloudflare()\nclient.rate_limits.list(zone_id=zone)\n',
      'requirements.txt': 'cloudflare<5\n',
    };
    expect(chains(files)).toEqual(['pypi:cloudflare - rate_limits.list({"zone_id":"{zone}"})']);
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

  test.each([
    ['pyproject.toml', '[project]\ndependencies = ["celery>=5", "cloudflare>=4.0,<5"]\n', '4.0'],
    ['pyproject.toml', '[tool.poetry.dependencies]\ncloudflare = "^4.1.0"\n', '4.1.0'],
    ['setup.py', "setup(install_requires=['cloudflare[fast]~=3.1'])\n", '3.1'],
    ['pyproject.toml', '[project]\ndependencies = ["cloudflare-ddns>=2", "not-cloudflare>=1"]\n', '-'],
    ['pyproject.toml', '[project]\ndependencies = ["cloudflare", "2to3>=1"]\n', '-'],
  ])('the version that %s declares: %s', (manifest, text, version) => {
    const code =
      'from cloudflare import Cloudflare\nclient = Cloudflare()\nclient.rate_limits.list(zone_id=zone)\n';
    expect(chains({ 'a.py': code, [manifest]: text })).toEqual([
      `pypi:cloudflare ${version} rate_limits.list({"zone_id":"{zone}"})`,
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
