import { describe, expect, test } from 'vitest';
import { bodies, calls, usagesIn } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

describe('bodies and the functions around them', () => {
  test('a parameter is what the callers give', () => {
    const code =
      'def level(zone, value):\n    requests.patch(f"/zones/{zone}/settings/a", json={"value": value})\ndef f(z):\n    level(z, "low")\n    level(z, value="off")\n';
    expect(bodies({ 'a.py': code })).toEqual([{ value: { oneOf: ['low', 'off'] } }]);
    expect(bodies({ 'a.py': code.slice(0, code.indexOf('def f')) })).toEqual([{ value: '{value}' }]);
  });

  test('a default counts where it is used', () => {
    const code =
      'def level(zone, value="high"):\n    requests.patch(f"/zones/{zone}/settings/a", json={"value": value})\n';
    expect(bodies({ 'a.py': code })).toEqual([{ value: 'high' }]);
    expect(bodies({ 'a.py': `${code}level(z, "off")\n` })).toEqual([{ value: 'off' }]);
  });

  test('a parameter handed on from function to function', () => {
    expect(
      bodies({
        'a.go':
          'package a\nfunc send(z, v string) { put("PATCH", "/zones/"+z+"/settings/a", map[string]string{"value": v}) }\nfunc set(z, level string) { send(z, level) }\nfunc main() { set(z, "medium") }',
      }),
    ).toEqual([{ value: 'medium' }]);
  });

  test('a record keeps its own data', () => {
    expect(
      bodies({
        'a.php': "<?php $c->post(\"zones/$z/dns_records\", ['type' => 'SRV', 'data' => ['port' => 1]]);",
      }),
    ).toEqual([{ type: 'SRV', data: { port: 1 } }]);
    expect(
      bodies({ 'a.js': "$.ajax('/zones/x/settings/a', {type: 'PATCH', data: {value: 'low'}})" }),
    ).toEqual([{ value: 'low' }]);
  });

  test('a body set on the request', () => {
    expect(
      bodies({
        'a.rb': `def f(z)\n  uri = URI("${API}/zones/#{z}/settings/a")\n  request = Net::HTTP::Patch.new(uri)\n  request.body = JSON.dump({ "value" => "high" })\nend\n`,
      }),
    ).toEqual([{ value: 'high' }]);
  });
});

describe('calls without parentheses', () => {
  test.each([
    ['Ruby', 'a.rb', 'conn.put "zones/#{z}/filters", body', 'PUT zones/{}/filters'],
    ['Ruby with a symbol', 'a.rb', 'request :delete, "zones/#{z}/filters"', 'DELETE zones/{}/filters'],
    [
      'Ruby in a block',
      'a.rb',
      'conn.patch do |req|\n  req.url "zones/#{z}/filters"\nend',
      '? zones/{}/filters',
    ],
    [
      'Ruby in a block of a method',
      'a.rb',
      'def f(z)\n  conn.patch do |req|\n    req.url "zones/#{z}/filters"\n  end\nend',
      'PATCH zones/{}/filters',
    ],
    [
      'PowerShell',
      'a.ps1',
      'function Set-It { param($Name)\n Invoke-RestMethod -Uri "zones/$z/settings/$Name" -Method Patch }\nSet-It -Name brotli_x\nSet-It \'minify\'',
      'PATCH zones/{}/settings/minify',
    ],
  ])('%s', (_name, path, code, expected) => {
    expect(calls({ [path]: code })).toContain(expected);
  });

  test('what is raised or printed is documentation', () => {
    expect(calls({ 'a.rb': 'raise "zones/#{z}/filters"\nputs "GET zones/#{z}/filters"' })).toEqual([
      '# ? zones/{}/filters',
      '# GET zones/#{z}/filters',
    ]);
  });
});

describe('stand-ins and servers', () => {
  test.each([
    [
      'a handler of a test server',
      'a_test.go',
      'package a\nfunc TestA(t *testing.T) { mux.HandleFunc("/zones/x/filters", h) }',
    ],
    ['a mocked answer', 'test_a.py', 'responses.add(responses.GET, "/zones/x/filters")'],
    [
      'a bypassed server',
      'a_test.exs',
      'Bypass.expect_once(bypass, "GET", "/zones/#{z}/filters", fn conn -> conn end)',
    ],
    [
      'an attribute of a controller',
      'A.cs',
      'class A { [HttpGet("zones/{id}/filters")] public void F() {} }',
    ],
  ])('speaks against: %s', (_name, path, code) => {
    const [usage] = usagesIn({ [path]: code });
    expect(usage?.evidence.some((one) => one.kind === 'against')).toBe(true);
  });

  test('a client is none', () => {
    const [usage] = usagesIn({ 'a.cs': 'class A { void F() { http.GetAsync("zones/x/filters"); } }' });
    expect(usage?.evidence.some((one) => one.kind === 'against')).toBe(false);
  });
});

describe('one usage for each text', () => {
  test('a text that is met twice is told once, with all that is known', () => {
    const code = `API="${API}"\ncall() {\n  curl -s -X "$1" "$API$2" --data "$3"\n}\ncall PATCH "/zones/$Z/settings/a" '{"value":"high"}'\n`;
    expect(calls({ 'a.sh': code })).toEqual([`PATCH ${API}/zones/{}/settings/a`]);
    expect(bodies({ 'a.sh': code })).toEqual([{ value: 'high' }]);
  });

  test('two methods and two bodies of one text are told apart', () => {
    const code =
      'URL = "/zones/x/settings/a"\ndef f():\n    requests.get(URL)\n    requests.patch(URL, json={"value": "low"})\n';
    expect(calls({ 'a.py': code })).toEqual(['GET|PATCH /zones/x/settings/a']);
  });

  test('an address that gets a query is still sent', () => {
    expect(
      calls({
        'a.go':
          'package a\nfunc f(z string) {\n\turi := "/zones/" + z + "/filters"\n\tif more {\n\t\turi = uri + "?" + q\n\t}\n\tapi.request("GET", uri)\n}',
      }),
    ).toEqual(['GET /zones/{}/filters']);
  });
});
