import { describe, expect, test } from 'vitest';
import { calls, misplaced } from './support.js';

type Row = readonly [name: string, code: string, expected: string];

const API = 'https://api.cloudflare.com/client/v4';
const relative = (list: readonly string[]): string[] => list.map((call) => call.replace(API, ''));

function language(
  name: string,
  path: string,
  head: string,
  positives: readonly Row[],
  negatives: readonly (readonly [string, string])[],
): void {
  describe(name, () => {
    test.each(positives)('%s', (_name, code, expected) => {
      const files = { [path]: `${head}${code}\n` };
      expect(relative(calls(files))).toContain(expected);
      expect(misplaced(files)).toEqual([]);
    });
    test.each(negatives)('nothing: %s', (_name, code) => {
      expect(relative(calls({ [path]: `${head}${code}\n` })).filter((call) => !call.startsWith('#'))).toEqual(
        [],
      );
    });
  });
}

language(
  'Ruby',
  'a.rb',
  `BASE = '${API}'\n`,
  [
    ['interpolation', 'conn.put("#{BASE}/zones/#{zone}/filters", body)', 'PUT /zones/{}/filters'],
    ['concatenation', "HTTParty.get(BASE + '/zones/' + zone + '/filters')", 'GET /zones/{}/filters'],
    [
      'the format operator',
      "RestClient.delete('%s/zones/%s/filters' % [BASE, zone])",
      'DELETE /zones/{}/filters',
    ],
    [
      'a class of the method',
      'def f(z)\n  uri = URI("#{BASE}/zones/#{z}/filters")\n  Net::HTTP::Patch.new(uri)\nend',
      'PATCH /zones/{}/filters',
    ],
    ['a symbol', 'request(:post, "zones/#{zone}/filters")', 'POST zones/{}/filters'],
    [
      'a field of the object',
      'def initialize\n  @base = BASE\nend\ndef f(z)\n  @http.get("#{@base}/zones/#{z}/filters")\nend',
      'GET /zones/{}/filters',
    ],
    ['a percent literal', 'conn.get(%Q{zones/x/filters})', 'GET zones/x/filters'],
    [
      'a word list and a loop',
      '%w[brotli ipv6].each do |id|\n  conn.patch("zones/#{zone}/settings/#{id}", body)\nend',
      'PATCH zones/{}/settings/brotli',
    ],
    ['a here document', 'conn.get(<<~URL.strip)\n  zones/x/filters\nURL', 'GET zones/x/filters'],
    [
      'the verb in a hash',
      'RestClient::Request.execute(method: :put, url: "#{BASE}/zones/#{z}/filters")',
      'PUT /zones/{}/filters',
    ],
  ],
  [
    ['a method with a telling name', "self.with(Firewall::Rules, path: 'firewall/access_rules/rules')"],
    ['a lock file', "gem 'x', path: 'gems.locked'"],
    ['a regular expression', 'x =~ /zones\\/\\w+\\/filters/'],
  ],
);

language(
  'Java',
  'A.java',
  `class A { static final String BASE = "${API}";\n`,
  [
    [
      'concatenation',
      'void f(String z) { rest.put(BASE + "/zones/" + z + "/filters", body); } }',
      'PUT /zones/{}/filters',
    ],
    [
      'String.format',
      'void f(String z) { rest.delete(String.format("%s/zones/%s/filters", BASE, z)); } }',
      'DELETE /zones/{}/filters',
    ],
    [
      'formatted',
      'void f(String z) { rest.delete("%s/zones/%s/filters".formatted(BASE, z)); } }',
      'DELETE /zones/{}/filters',
    ],
    [
      'a builder of the platform',
      'void f(String z) { HttpRequest.newBuilder().uri(URI.create(BASE + "/zones/" + z + "/filters")).method("PATCH", body).build(); } }',
      'PATCH /zones/{}/filters',
    ],
    [
      'a builder with upper case',
      'void f(String z) { HttpRequest.newBuilder(URI.create(BASE + "/zones/" + z + "/filters")).PUT(body).build(); } }',
      'PUT /zones/{}/filters',
    ],
    [
      'OkHttp',
      'void f(String z) { new Request.Builder().url(BASE + "/zones/" + z + "/filters").post(body).build(); } }',
      'POST /zones/{}/filters',
    ],
    [
      'a reactive client',
      'void f(String z) { client.patch().uri("/zones/{z}/filters", z).retrieve(); } }',
      'PATCH /zones/{z}/filters',
    ],
    [
      'a constant of the method',
      'void f(String z) { rest.exchange(BASE + "/zones/" + z + "/filters", HttpMethod.DELETE, entity, X.class); } }',
      'DELETE /zones/{}/filters',
    ],
    [
      'a connection',
      'void f(String z) { URL url = new URL(BASE + "/zones/" + z + "/filters"); HttpURLConnection c = url.openConnection(); c.setRequestMethod("PUT"); } }',
      'PUT /zones/{}/filters',
    ],
    [
      'a class of the method',
      'void f(String z) { HttpPut put = new HttpPut(BASE + "/zones/" + z + "/filters"); } }',
      'PUT /zones/{}/filters',
    ],
  ],
  [
    ['an own controller', '@GetMapping("/firewall/rules") void f() {} }'],
    ['a character and a comment', "char c = '\"'; // zones\n void f() {} }"],
  ],
);

language(
  'Kotlin',
  'A.kt',
  `const val BASE = "${API}"\n`,
  [
    ['interpolation', 'fun f(z: String) = client.get("$BASE/zones/$z/filters")', 'GET /zones/{}/filters'],
    [
      'braces',
      'suspend fun f() { client.put("${BASE}/zones/${zone.id}/filters") { setBody(x) } }',
      'PUT /zones/{}/filters',
    ],
    [
      'a builder',
      'fun f(z: String) { Request.Builder().url("$BASE/zones/$z/filters").delete().build() }',
      'DELETE /zones/{}/filters',
    ],
    ['a raw text', 'fun f() = client.patch("""$BASE/zones/x/filters""")', 'PATCH /zones/x/filters'],
    [
      'a list and a loop',
      'fun f(z: String) { for (s in listOf("brotli", "ssl")) client.patch("$BASE/zones/$z/settings/$s") }',
      'PATCH /zones/{}/settings/brotli',
    ],
    [
      'forEach with a name',
      'fun f(z: String) { listOf("minify").forEach { s -> client.patch("$BASE/zones/$z/settings/$s") } }',
      'PATCH /zones/{}/settings/minify',
    ],
    [
      'a method as a value',
      'fun f() { client.request("zones/x/filters") { method = HttpMethod.Delete } }',
      'DELETE zones/x/filters',
    ],
  ],
  [['a tail alone', 'fun f() = client.get("/firewall/rules")']],
);

language(
  'C#',
  'A.cs',
  `class A { const string Base = "${API}";\n`,
  [
    [
      'interpolation',
      'Task F(string z) => client.GetAsync($"{Base}/zones/{z}/filters"); }',
      'GET /zones/{}/filters',
    ],
    [
      'string.Format',
      'void F(string z) { client.DeleteAsync(string.Format("{0}/zones/{1}/filters", Base, z)); } }',
      'DELETE /zones/{}/filters',
    ],
    [
      'concatenation',
      'void F(string z) { client.PutAsync(Base + "/zones/" + z + "/filters", content); } }',
      'PUT /zones/{}/filters',
    ],
    [
      'a message',
      'void F(string z) { var m = new HttpRequestMessage(HttpMethod.Patch, $"{Base}/zones/{z}/filters"); } }',
      'PATCH /zones/{}/filters',
    ],
    [
      'a new method',
      'void F(string z) { var m = new HttpRequestMessage(new HttpMethod("PATCH"), $"zones/{z}/filters"); } }',
      'PATCH zones/{}/filters',
    ],
    [
      'JSON helpers',
      'void F(string z) { client.PostAsJsonAsync<X>($"zones/{z}/filters", x); } }',
      'POST zones/{}/filters',
    ],
    [
      'a rest request',
      'void F(string z) { var r = new RestRequest($"zones/{z}/filters", Method.Delete); } }',
      'DELETE zones/{}/filters',
    ],
    ['a verbatim text', 'void F(string z) { client.GetAsync(@"zones/x/filters"); } }', 'GET zones/x/filters'],
    [
      'a variable of the method',
      'async Task F(string z) { var uri = new Uri($"{Base}/zones/{z}/filters"); await client.PostAsync(uri, c); } }',
      'POST /zones/{}/filters',
    ],
  ],
  [
    ['an own controller', '[HttpGet("firewall/rules")] public void F() {} }'],
    ['a namespace', 'using Zones.Filters; }'],
  ],
);

describe('C# constants of endpoints', () => {
  const endpoints = (base: string): string =>
    `namespace Cloudflare.Client;\nstatic class ZoneEndpoints { public const string Base = "${base}"; public const string Rules = "firewall/rules"; }`;

  test('are addresses where a collection stands among them', () => {
    expect(calls({ 'ZoneEndpoints.cs': endpoints('zones') })).toEqual(['? zones/{}/firewall/rules']);
  });

  test('are nothing where none does, or where no vendor is named', () => {
    expect(calls({ 'ZoneEndpoints.cs': endpoints('nodes') })).toEqual([]);
    expect(calls({ 'ZoneEndpoints.cs': endpoints('zones').replace('Cloudflare', 'Other') })).toEqual([]);
  });
});

language(
  'Rust',
  'a.rs',
  `const BASE: &str = "${API}";\n`,
  [
    [
      'format!',
      'fn f(z: &str) { client.get(format!("{}/zones/{}/filters", BASE, z)).send(); }',
      'GET /zones/{}/filters',
    ],
    [
      'named format',
      'fn f(z: &str) { client.put(&format!("{BASE}/zones/{z}/filters")).send(); }',
      'PUT /zones/{}/filters',
    ],
    [
      'a variable',
      'fn f<\'a>(z: &\'a str) -> Result<String, String> { let url = format!("{}/zones/{}/filters", BASE, z); client.patch(&url).json(&body).send() }',
      'PATCH /zones/{}/filters',
    ],
    [
      'a method constant',
      'fn f(z: &str) { client.request(reqwest::Method::DELETE, format!("{BASE}/zones/{z}/filters")); }',
      'DELETE /zones/{}/filters',
    ],
    [
      'over several lines',
      'fn f(z: &str) { client.post(format!(\n  "{}/zones/{}/\\\n   filters",\n  BASE, z\n)); }',
      'POST /zones/{}/filters',
    ],
    ['a raw text', 'fn f() { client.get(r#"zones/x/filters"#); }', 'GET zones/x/filters'],
    [
      'items of a list by their fields',
      'fn f(z: &str, all: &[Setting]) -> Result<(), Error> { for s in all { client.patch(format!("{BASE}/zones/{z}/settings/{}", s.id)).json(&json!({"value": s.value})); } Ok(()) }\nfn all() -> Vec<Setting> { vec![Setting { id: "minify".to_string(), value: json!("on") }] }',
      'PATCH /zones/{}/settings/minify',
    ],
  ],
  [
    ['an own server', 'fn f() { App::new().route("/firewall/rules", web::get().to(h)); }'],
    ['lifetimes', "fn f<'a, 'b>(x: &'a str, y: &'b str) {}"],
  ],
);

language(
  'Perl',
  'a.pl',
  `my $base = '${API}';\n`,
  [
    ['interpolation', 'sub f { my ($z) = @_; $ua->put("$base/zones/$z/filters"); }', 'PUT /zones/{}/filters'],
    ['concatenation', "$ua->get($base . '/zones/' . $z . '/filters');", 'GET /zones/{}/filters'],
    [
      'a request',
      'my $r = HTTP::Request->new(\'DELETE\', "$base/zones/$z/filters");',
      'DELETE /zones/{}/filters',
    ],
    ['sprintf', "$ua->post(sprintf('%s/zones/%s/filters', $base, $z));", 'POST /zones/{}/filters'],
    ['qq', '$ua->get(qq{zones/x/filters});', 'GET zones/x/filters'],
  ],
  [['a pattern', '$x =~ m/zones\\/filters/;']],
);

language(
  'Lua',
  'a.lua',
  `local base = "${API}"\n`,
  [
    ['concatenation', 'http.put(base .. "/zones/" .. zone .. "/filters")', 'PUT /zones/{}/filters'],
    ['format', 'http.get(string.format("%s/zones/%s/filters", base, zone))', 'GET /zones/{}/filters'],
    [
      'an option',
      'httpc:request_uri(base .. "/zones/" .. z .. "/filters", { method = "PATCH" })',
      'PATCH /zones/{}/filters',
    ],
    ['a long text', 'http.get([[zones/x/filters]])', 'GET zones/x/filters'],
  ],
  [['a comment', '-- zones/x/filters']],
);

language(
  'Elixir',
  'a.ex',
  `defmodule A do\n  @base "${API}"\n`,
  [
    [
      'interpolation',
      '  def f(z), do: Req.put!("#{@base}/zones/#{z}/filters")\nend',
      'PUT /zones/{}/filters',
    ],
    [
      'concatenation',
      '  def f(z), do: HTTPoison.get(@base <> "/zones/" <> z <> "/filters")\nend',
      'GET /zones/{}/filters',
    ],
    ['a symbol', '  def f(z), do: request(:delete, "/zones/#{z}/filters")\nend', 'DELETE /zones/{}/filters'],
    ['a sigil', '  def f(z), do: get(~s(zones/#{z}/filters))\nend', 'GET zones/{}/filters'],
  ],
  [['an atom', '  def f, do: :zones_filters\nend']],
);

language(
  'Swift',
  'a.swift',
  `let base = "${API}"\n`,
  [
    [
      'interpolation',
      'func f(z: String) { let url = URL(string: "\\(base)/zones/\\(z)/filters")!; var r = URLRequest(url: url); r.httpMethod = "PATCH" }',
      'PATCH /zones/{}/filters',
    ],
    [
      'concatenation',
      'func f(z: String) { AF.request(base + "/zones/" + z + "/filters", method: .put) }',
      'PUT /zones/{}/filters',
    ],
  ],
  [['a label', 'func f(zones: String, filters: String) {}']],
);

language(
  'Dart',
  'a.dart',
  `const base = '${API}';\n`,
  [
    [
      'interpolation',
      "void f(String z) { http.put(Uri.parse('$base/zones/$z/filters')); }",
      'PUT /zones/{}/filters',
    ],
    ['braces', "void f(z) { dio.delete('${base}/zones/${z.id}/filters'); }", 'DELETE /zones/{}/filters'],
    [
      'literals side by side',
      "void f() { http.get(Uri.parse('zones/x'\n '/filters')); }",
      'GET zones/x/filters',
    ],
  ],
  [['a raw text', "void f() { print(r'$zones/x'); }"]],
);

language(
  'Scala',
  'a.scala',
  `object A { val base = "${API}"\n`,
  [
    ['interpolation', 'def f(z: String) = client.put(s"$base/zones/$z/filters") }', 'PUT /zones/{}/filters'],
    [
      'a builder',
      'def f(z: String) = basicRequest.patch(uri"$base/zones/$z/filters") }',
      'PATCH /zones/{}/filters',
    ],
    [
      'concatenation',
      'def f(z: String) = Http(base + "/zones/" + z + "/filters").method("DELETE") }',
      'DELETE /zones/{}/filters',
    ],
  ],
  [['a symbol', "val x = 'zones }"]],
);

language(
  'PowerShell',
  'a.ps1',
  `$base = '${API}'\n`,
  [
    [
      'interpolation',
      'Invoke-RestMethod -Uri "$base/zones/$zone/filters" -Method Put -Headers $h',
      'PUT /zones/{}/filters',
    ],
    [
      'a member',
      'Invoke-RestMethod -Method Delete -Uri "$base/zones/$($zone.id)/filters"',
      'DELETE /zones/{}/filters',
    ],
    [
      'the format operator',
      "$uri = '{0}/zones/{1}/filters' -f $base, $zone\nInvoke-RestMethod -Uri $uri -Method Patch",
      'PATCH /zones/{}/filters',
    ],
    ['no method', 'Invoke-WebRequest "$base/zones/$zone/filters"', 'GET /zones/{}/filters'],
    [
      'splatting',
      '$p = @{\n  Uri = "$base/zones/$zone/filters"\n  Method = \'POST\'\n}\nInvoke-RestMethod @p',
      'POST /zones/{}/filters',
    ],
    [
      'a continued line',
      'Invoke-RestMethod `\n  -Uri "$base/zones/$zone/filters" `\n  -Method Put',
      'PUT /zones/{}/filters',
    ],
  ],
  [['a path of files', 'Get-ChildItem "C:\\zones\\filters"']],
);

describe('data and configuration', () => {
  test('TOML, INI and properties', () => {
    for (const path of ['a.toml', 'a.ini', 'a.properties']) {
      expect(calls({ [path]: `url = "${API}/zones/x/filters"\n# ${API}/zones/y/filters\n` })).toEqual(
        [`# ? ${API}/zones/y/filters`, `? ${API}/zones/x/filters`].map((one) => one),
      );
    }
  });

  test('environment files and unknown text', () => {
    expect(calls({ '.env': `CF_URL=${API}/zones/x/filters\nOTHER=1\n` })).toEqual([
      `? ${API}/zones/x/filters`,
    ]);
    expect(calls({ 'rules.weird': `DELETE ${API}/zones/x/filters\n` })).toEqual([
      `DELETE ${API}/zones/x/filters`,
    ]);
    expect(calls({ 'rules.weird': 'firewall/rules and zones of filters\n' })).toEqual([]);
  });

  test('requests of an editor', () => {
    const http = `### change\nPATCH ${API}/zones/{{zone}}/settings/a\nAuthorization: Bearer {{token}}\n\n{"value": "medium"}\n\n###\nGET ${API}/zones/{{zone}}/filters\n`;
    expect(calls({ 'a.http': http })).toEqual([
      `GET ${API}/zones/{{zone}}/filters`,
      `PATCH ${API}/zones/{{zone}}/settings/a`,
    ]);
    expect(calls({ 'a.http': 'GET https://example.com/x\n' })).toEqual([]);
  });

  test('a template has the language of the name inside', () => {
    expect(calls({ 'a.sh.template': `curl -X DELETE ${API}/zones/{{ zone }}/filters` })).toEqual([
      `DELETE ${API}/zones/{}/filters`,
    ]);
    expect(calls({ 'a.py.j2': `requests.put("${API}/zones/{{ zone }}/filters")` })).toEqual([
      `PUT ${API}/zones/{{ zone }}/filters`,
    ]);
  });

  test('a text file of expressions is read by a program', () => {
    expect(calls({ 'rules.txt': '(cf.threat_score gt 5)\n' })).toEqual([]);
  });
});
