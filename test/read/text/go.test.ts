import { describe, expect, test } from 'vitest';
import { bodies, calls, plain, usagesIn } from './support.js';

const go = (code: string): string[] =>
  calls({ 'main.go': `package main\n\nconst api = "https://api.cloudflare.com/client/v4"\n\n${code}\n` }).map(
    (call) => call.replace('https://api.cloudflare.com/client/v4', ''),
  );

describe('addresses in Go', () => {
  test.each([
    [
      'Sprintf in a request',
      'func f(z string) { http.NewRequest("PUT", fmt.Sprintf("%s/zones/%s/filters", api, z), nil) }',
      'PUT /zones/{}/filters',
    ],
    [
      'a constant of the method',
      'func f(z string) { http.NewRequest(http.MethodDelete, api+"/zones/"+z+"/filters", nil) }',
      'DELETE /zones/{}/filters',
    ],
    [
      'with a context',
      'func f(z string) { http.NewRequestWithContext(ctx, http.MethodPatch, api+"/zones/"+z+"/filters", body) }',
      'PATCH /zones/{}/filters',
    ],
    [
      'a variable',
      'func f(z string) {\n\turl := fmt.Sprintf("%s/zones/%s/filters", api, z)\n\treq, err := http.NewRequest("POST", url, body)\n}',
      'POST /zones/{}/filters',
    ],
    [
      'var and then',
      'func f(z string) {\n\tvar url string = api + "/zones/" + z + "/filters"\n\tresp, err := http.Get(url)\n}',
      'GET /zones/{}/filters',
    ],
    [
      'JoinPath',
      'func f(z string) {\n\tu, _ := url.JoinPath(api, "zones", z, "filters")\n\thttp.Get(u)\n}',
      'GET /zones/{}/filters',
    ],
    [
      'a method of the own client',
      'func (c *Client) Filters(z string) error {\n\treturn c.do(ctx, "GET", "/zones/"+z+"/filters", nil)\n}',
      'GET /zones/{}/filters',
    ],
    [
      'a raw string',
      'func f(z string) { http.Get(api + `/zones/` + z + `/filters`) }',
      'GET /zones/{}/filters',
    ],
    [
      'a function that builds it',
      'func zoneURL(z string) string { return api + "/zones/" + z }\nfunc f(z string) { http.Get(zoneURL(z) + "/filters") }',
      'GET /zones/{}/filters',
    ],
    [
      'resty',
      'func f(z string) { client.R().SetBody(x).Put(api + "/zones/" + z + "/filters") }',
      'PUT /zones/{}/filters',
    ],
  ])('%s', (_name, code, expected) => {
    expect(go(code)).toContain(expected);
  });

  test('a constant of another file of the package', () => {
    expect(
      calls({
        'list.go': 'package cf\n\nfunc list(z string) { http.Get(BaseURL + "/zones/" + z + "/filters") }',
        'base.go': 'package cf\n\nconst BaseURL = "https://api.cloudflare.com/client/v4"',
      }),
    ).toEqual(['GET https://api.cloudflare.com/client/v4/zones/{}/filters']);
  });

  test('a body of a map, a struct and a text', () => {
    const send = (body: string): unknown =>
      bodies({ 'a.go': `package a\nfunc f() { send("PATCH", "/zones/"+z+"/settings/a", ${body}) }` })[0];
    expect(send('map[string]interface{}{"value": "medium"}')).toEqual({ value: 'medium' });
    expect(send('Setting{Value: "medium", ZoneID: z}')).toEqual({ value: 'medium', zone_id: '{z}' });
    expect(send('strings.NewReader(`{"value":"medium"}`)')).toEqual({ value: 'medium' });
    expect(send('[]byte(fmt.Sprintf(`{"value":"%s"}`, level))')).toEqual({ value: '{level}' });
  });

  test.each([
    ['a route of the own server', 'func main() { r.GET("/zones/:id/filters", list) }'],
    ['a handler', 'func main() { http.HandleFunc("/zones/x/filters", list) }'],
  ])('speaks against: %s', (_name, code) => {
    const [usage] = usagesIn({ 'a.go': `package a\n${code}` });
    expect(usage?.evidence.some((one) => one.kind === 'against')).toBe(true);
  });

  test.each([
    ['an import path', 'import "sigs.k8s.io/controller-runtime/pkg/metrics/filters"'],
    ['networking of another vendor', 'var e = fmt.Sprintf("networking/firewalls/%d/rules", id)'],
    ['a struct tag', 'type T struct { Zones string `json:"zones/filters"` }'],
  ])('nothing: %s', (_name, code) => {
    expect(calls({ 'a.go': `package a\n${code}` })).toEqual([]);
  });
});

describe('the SDK in Go', () => {
  const chains = (code: string, files = {}): string[] =>
    usagesIn({
      'a.go': `package a\n\nimport (\n\t"github.com/cloudflare/cloudflare-go"\n)\n\n${code}`,
      ...files,
    }).flatMap((usage) =>
      usage.kind === 'sdk' ? [`${usage.version ?? '-'} ${usage.chain.map((one) => one.name).join('.')}`] : [],
    );

  test('methods of a client, with the version of the module', () => {
    expect(
      chains(
        'func f(api *cloudflare.API) { api.CreateFirewallRules(ctx, zone, rules); api.ListZones(ctx) }',
        {
          'go.mod': 'module a\n\nrequire github.com/cloudflare/cloudflare-go v0.86.0\n',
        },
      ),
    ).toEqual(['0.86.0 CreateFirewallRules']);
  });

  test('a method with a common name needs a client', () => {
    expect(chains('func f() { api, _ := cloudflare.New(k, e)\n api.Filters(ctx, rc, p) }')).toEqual([
      '- Filters',
    ]);
    expect(chains('func f() { kitchen.Filters(coffee) }')).toEqual([]);
  });

  test('functions of the package and own functions are none', () => {
    expect(
      chains('func FirewallRules() {}\nfunc f() { FirewallRules(); cloudflare.FirewallRules() }'),
    ).toEqual([]);
  });

  test('nothing without the import', () => {
    expect(
      usagesIn({ 'a.go': 'package a\nfunc f(api *other.API) { api.CreateFirewallRules(ctx, zone, rules) }' }),
    ).toEqual([]);
  });

  test('settings that a switch names are items of the call', () => {
    const usages = usagesIn({
      'a.go':
        'package a\n\nimport "github.com/cloudflare/cloudflare-go"\n\nfunc sync(cf *cloudflare.API) {\n\tfor _, setting := range all.Result {\n\t\tswitch setting.ID {\n\t\tcase "minify":\n\t\t\tchanged = append(changed, setting)\n\t\tcase "ssl":\n\t\t}\n\t}\n\tcf.UpdateZoneSettings(ctx, zone, changed)\n}\n',
    });
    expect(usages.flatMap((usage) => (usage.kind === 'record' ? [plain(usage.body)] : []))).toEqual([
      { items: [{ id: 'minify', value: '?' }] },
      { items: [{ id: 'ssl', value: '?' }] },
    ]);
  });

  test('settings in a list are items of the call, fields fill the placeholders of the path', () => {
    const usages = usagesIn({
      'a.go':
        'package a\n\nimport "github.com/cloudflare/cloudflare-go"\n\nfunc f(api *cloudflare.API) {\n\tapi.UpdateZoneSettings(ctx, z, []cloudflare.ZoneSetting{{ID: "brotli", Value: "on"}})\n\tapi.UpdateZoneSetting(ctx, rc, cloudflare.UpdateZoneSettingParams{Name: "minify", Value: "on"})\n}\n',
    });
    expect(usages.flatMap((usage) => (usage.kind === 'record' ? [plain(usage.body)] : []))).toEqual([
      { items: [{ id: 'brotli', value: 'on' }] },
    ]);
    expect(usages.flatMap((usage) => (usage.kind === 'sdk' ? [usage.args.map(plain).at(-1)] : []))).toEqual([
      [{ id: 'brotli', value: 'on' }],
      { Name: 'minify', value: 'on' },
    ]);
  });
});
