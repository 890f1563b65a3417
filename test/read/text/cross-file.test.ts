import { describe, expect, test } from 'vitest';
import { calls, type Files, usagesIn } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

describe('constants of other files', () => {
  test.each([
    [
      'Python, imported',
      {
        'app/rules.py': 'from .settings import BASE\nrequests.get(f"{BASE}/zones/{z}/filters")\n',
        'app/settings.py': `BASE = "${API}"\n`,
      },
    ],
    [
      'Python, from the root',
      {
        'app/rules.py': 'from conf.api import BASE\nrequests.get(f"{BASE}/zones/{z}/filters")\n',
        'conf/api.py': `BASE = "${API}"\n`,
      },
    ],
    [
      'Ruby, required',
      {
        'lib/rules.rb': 'require_relative "conf/base"\nconn.get("#{BASE}/zones/#{z}/filters")\n',
        'lib/conf/base.rb': `BASE = '${API}'\n`,
      },
    ],
    [
      'Java, of its own package',
      {
        'src/com/example/Rules.java':
          'package com.example;\nclass Rules { void f(String z) { http.get(Api.BASE + "/zones/" + z + "/filters"); } }',
        'src/com/example/Api.java': `package com.example;\nclass Api { static final String BASE = "${API}"; }`,
      },
    ],
    [
      'Java, imported',
      {
        'src/com/example/a/Rules.java':
          'package com.example.a;\nimport com.example.conf.Api;\nclass Rules { void f(String z) { http.get(Api.BASE + "/zones/" + z + "/filters"); } }',
        'src/com/example/conf/Api.java': `package com.example.conf;\nclass Api { static final String BASE = "${API}"; }`,
      },
    ],
    [
      'C#, by namespace',
      {
        'src/Acme.Client/Zones/Rules.cs':
          'using Acme.Client.Conf;\nclass Rules { void F(string z) { http.GetAsync($"{Api.Base}/zones/{z}/filters"); } }',
        'src/Acme.Client/Conf/Api.cs': `namespace Acme.Client.Conf; class Api { public const string Base = "${API}"; }`,
      },
    ],
    [
      'PHP, by namespace',
      {
        'src/Zones/Rules.php': '<?php\nuse Acme\\Conf\\Api;\n$http->get(Api::BASE . "/zones/$z/filters");',
        'src/Conf/Api.php': `<?php\nclass Api { const BASE = '${API}'; }`,
      },
    ],
    [
      'Rust, of the crate',
      {
        'src/rules.rs':
          'use crate::conf::BASE;\nfn f(z: &str) { client.get(format!("{}/zones/{}/filters", BASE, z)); }',
        'src/conf.rs': `pub const BASE: &str = "${API}";`,
      },
    ],
  ])('%s', (_name, files) => {
    expect(calls(files)).toEqual([`GET ${API}/zones/{}/filters`]);
  });

  test.each([
    [
      'a constant set in two places',
      {
        'a.py': 'from b import BASE\nrequests.get(f"{BASE}/zones/{z}/filters")\n',
        'b.py': `BASE = "${API}"\nBASE = "https://api.example.com"\n`,
      },
    ],
    [
      'a name of a function',
      {
        'a.py': 'from b import BASE\nrequests.get(f"{BASE}/zones/{z}/filters")\n',
        'b.py': `def f():\n    BASE = "${API}"\n`,
      },
    ],
    [
      'a file that is not imported',
      { 'a/a.py': 'requests.get(f"{BASE}/zones/{z}/filters")\n', 'b/b.py': `BASE = "${API}"\n` },
    ],
  ])('stays open: %s', (_name, files) => {
    expect(calls(files)).toEqual(['GET {}/zones/{}/filters']);
  });
});

describe('addresses that others send', () => {
  const endpoints = 'RULES = "{base}/zones/{zone}/filters"\n';

  test('a format in a constant is told with the method of who uses it', () => {
    expect(
      calls({
        'endpoints.py': endpoints,
        'job.py': `from endpoints import RULES\nrequests.delete(RULES.format(base="${API}", zone=z))\n`,
      }),
    ).toEqual([`DELETE ${API}/zones/{}/filters`]);
  });

  test('without a user the constant speaks for itself', () => {
    expect(calls({ 'endpoints.py': endpoints, 'job.py': 'print("RULES")\n' })).toEqual([
      '? {base}/zones/{zone}/filters',
    ]);
  });

  test('another base of the user speaks against', () => {
    const [usage] = usagesIn({
      'endpoints.py': endpoints,
      'job.py':
        'from endpoints import RULES\nrequests.get(RULES.format(base="https://api.example.com", zone=z))\n',
    });
    expect(usage?.evidence[0]).toEqual({ kind: 'against', what: 'api.example.com' });
  });
});

describe('names that only look like those of a file beside it', () => {
  const EDGE = `
import requests

def put(zone, api_level):
    requests.patch(f"https://api.cloudflare.com/client/v4/zones/{zone}/settings/ssl", json={"value": api_level})

put("a", "strict")
`;
  const said = (files: Files): string => JSON.stringify(usagesIn(files));

  test('a parameter is what callers give, not what another file of Python holds', () => {
    const text = said({ 'edge.py': EDGE, 'names.py': 'api_level = "full"\n' });
    expect(text).toContain('strict');
    expect(text).not.toContain('full');
  });

  test('a file of Python that is not imported defines nothing; one that is does', () => {
    const sends = 'import requests\nrequests.get(API_BASE + "/zones/a/filters")\n';
    const beside = { 'names.py': 'API_BASE = "https://api.cloudflare.com/client/v4"\n' };
    expect(said({ 'edge.py': sends, ...beside })).not.toContain('client/v4');
    expect(said({ 'edge.py': `from names import API_BASE\n${sends}`, ...beside })).toContain('client/v4');
  });

  test('a parameter of Go is not the constant of its package; what is none is', () => {
    const file = (parameters: string): string =>
      `package edge\nfunc rules(${parameters}) { http.Get(base + "/zones/a/filters") }\n`;
    const beside = { 'b.go': 'package edge\nconst base = "https://api.cloudflare.com/client/v4"\n' };
    expect(said({ 'a.go': file('base string'), ...beside })).not.toContain('client/v4');
    expect(said({ 'a.go': file('zone string'), ...beside })).toContain('client/v4');
  });
});
