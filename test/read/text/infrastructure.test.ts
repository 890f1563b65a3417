import { describe, expect, test } from 'vitest';
import { plain, usagesIn } from './support.js';

const resources = (path: string, code: string): unknown[] =>
  usagesIn({ [path]: code }).flatMap((usage) =>
    usage.kind === 'resource' ? [[usage.tool, usage.resourceKind, usage.name, plain(usage.attributes)]] : [],
  );

describe('resources that programs make', () => {
  test('Python, from the module and by name', () => {
    expect(
      resources(
        '__main__.py',
        'import pulumi_cloudflare as cloudflare\ncloudflare.FirewallRule("r", zone_id=zone, action="block")\ncloudflare.get_filters(zone_id=zone)\n',
      ),
    ).toEqual([
      ['pulumi', 'class', 'FirewallRule', { zoneId: '{zone}', action: 'block' }],
      ['pulumi', 'function', 'getFilters', { zoneId: '{zone}' }],
    ]);
    expect(
      resources(
        '__main__.py',
        'from pulumi_cloudflare import Record, RecordDataArgs\nRecord("r", type="SRV", data=RecordDataArgs(service="_sip", proto="_tcp"))\n',
      ),
    ).toEqual([['pulumi', 'class', 'Record', { type: 'SRV', data: { service: '_sip', proto: '_tcp' } }]]);
  });

  test('Python of the other kit', () => {
    expect(
      resources(
        'main.py',
        'from cdktf_cdktf_provider_cloudflare.filter import Filter\nFilter(self, "f", zone_id=z, expression="true")\n',
      ),
    ).toEqual([['cdktf', 'class', 'Filter', { zoneId: '{z}', expression: 'true' }]]);
  });

  test('Go', () => {
    expect(
      resources(
        'main.go',
        'package main\n\nimport "github.com/pulumi/pulumi-cloudflare/sdk/v5/go/cloudflare"\n\nfunc f() { cloudflare.NewFilter(ctx, "f", &cloudflare.FilterArgs{ZoneId: zone, Expression: pulumi.String("true")}) }',
      ),
    ).toMatchObject([['pulumi', 'class', 'Filter', { zoneId: '{zone}' }]]);
  });

  test.each([
    [
      'the class of another package',
      'import pulumi_cloudflare as cloudflare\nimport other\nother.FirewallRule("r")\nFilter("f")\n',
    ],
    ['without the package', 'cloudflare.FirewallRule("r")\n'],
    ['arguments alone', 'import pulumi_cloudflare as cloudflare\ncloudflare.FilterArgs(a=1)\n'],
  ])('nothing: %s', (_name, code) => {
    expect(resources('a.py', code)).toEqual([]);
  });
});
