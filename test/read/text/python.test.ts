import { describe, expect, test } from 'vitest';
import { bodies, calls, expressions, misplaced, usagesIn } from './support.js';

const API = 'BASE = "https://api.cloudflare.com/client/v4"\n';

/** Calls of one file, without the base they all share. */
const python = (code: string): string[] =>
  calls({ 'app.py': API + code }).map((call) => call.replace('https://api.cloudflare.com/client/v4', ''));

describe('addresses in Python', () => {
  test.each([
    ['an f-string', 'requests.get(f"{BASE}/zones/{zone}/filters")', ['GET /zones/{}/filters']],
    ['concatenation', 'requests.put(BASE + "/zones/" + zone + "/filters")', ['PUT /zones/{}/filters']],
    [
      'percent',
      'requests.delete("%s/zones/%s/filters/%s" % (BASE, zone, id))',
      ['DELETE /zones/{}/filters/{}'],
    ],
    [
      'named percent',
      'requests.get("%(b)s/zones/%(z)s/filters" % {"b": BASE, "z": zone})',
      ['GET /zones/{}/filters'],
    ],
    ['format', 'requests.patch("{}/zones/{}/filters".format(BASE, zone))', ['PATCH /zones/{}/filters']],
    [
      'numbered format',
      'requests.patch("{0}/zones/{1}/filters".format(BASE, zone))',
      ['PATCH /zones/{}/filters'],
    ],
    [
      'named format',
      'requests.post("{b}/zones/{z}/filters".format(b=BASE, z=zone))',
      ['POST /zones/{}/filters'],
    ],
    [
      'literals side by side',
      'requests.get(BASE + "/zones/"\n    f"{zone}"\n    "/filters")',
      ['GET /zones/{}/filters'],
    ],
    [
      'a property',
      'class Zone:\n    @property\n    def rules(self):\n        return f"{BASE}/zones/{self.zone}/filters"\n    def one(self, id):\n        requests.delete(f"{self.rules}/{id}")\n    def all(self):\n        return requests.get(self.rules)\n',
      ['DELETE /zones/{}/filters/{}', 'GET /zones/{}/filters'],
    ],
    ['urljoin', 'requests.get(urljoin(BASE, f"zones/{zone}/filters"))', ['GET /zones/{}/filters']],
    ['a list joined', 'requests.get("/".join([BASE, "zones", zone, "filters"]))', ['GET /zones/{}/filters']],
    [
      'words in place of an id',
      'ZONE = "your zone id"\nrequests.get(f"{BASE}/zones/{ZONE}/filters?page=1")\nrequests.get(BASE + "/zones/" + ZONE)',
      ['GET /zones/{}/filters?page=1', 'GET /zones/{}'],
    ],
    [
      'words that are no segment',
      'WORDS = "and more"\nprint(f"{BASE}/zones/{WORDS} filters")\nrequests.get(f"{BASE}/zones/a {WORDS}/filters")',
      [],
    ],
    [
      'a local variable',
      'def f(zone):\n    url = f"{BASE}/zones/{zone}/filters"\n    return requests.put(url, json={})',
      ['PUT /zones/{}/filters'],
    ],
    [
      'a variable that is set twice',
      'def f(z):\n    url = f"{BASE}/zones/{z}/filters"\n    requests.get(url)\n    url = f"{BASE}/zones/{z}/rate_limits"\n    requests.post(url)',
      ['GET /zones/{}/filters', 'POST /zones/{}/rate_limits'],
    ],
    [
      'a text that grows',
      'def f(z):\n    url = BASE\n    url += f"/zones/{z}"\n    url += "/filters"\n    requests.get(url)',
      ['GET /zones/{}', 'GET /zones/{}/filters'],
    ],
    [
      'a field of the object',
      'class C:\n    def __init__(self):\n        self.root = BASE + "/zones"\n    def f(self, z):\n        return self.http.get(f"{self.root}/{z}/filters")',
      ['GET /zones/{}/filters'],
    ],
    [
      'a function that builds it',
      'def url(z, tail):\n    return f"{BASE}/zones/{z}/{tail}"\ndef f(z):\n    return requests.delete(url(z, "filters"))',
      ['DELETE /zones/{}/filters'],
    ],
    [
      'a constant that is formatted',
      'PATH = BASE + "/zones/{}/filters"\ndef f(z):\n    return requests.get(PATH.format(z))',
      ['GET /zones/{}/filters'],
    ],
    [
      'a conditional expression',
      'requests.get(BASE + "/zones/" + (a if x else b) + "/filters")',
      ['GET /zones/{}/filters'],
    ],
  ])('%s', (_name, code, expected) => {
    expect(python(code).filter((call) => /filters|rate_limits/.test(call))).toEqual(
      expected.filter((call) => /filters|rate_limits/.test(call)),
    );
  });

  test.each([
    ['request with the verb first', 'requests.request("PATCH", f"{BASE}/zones/{z}/x")', 'PATCH'],
    ['request with a named method', 'session.request(url=f"{BASE}/zones/{z}/x", method="put")', 'PUT'],
    ['a wrapper with the verb second', 'api.call(f"/zones/{z}/x", "DELETE")', 'DELETE'],
    ['a wrapper named by the verb', 'cf_post(f"/zones/{z}/x", {})', 'POST'],
    ['an awaited client', 'await self._client.patch(f"/zones/{z}/x")', 'PATCH'],
    ['urllib', 'urllib.request.Request(f"{BASE}/zones/{z}/x", method="DELETE")', 'DELETE'],
    [
      'a method in a variable',
      'def f(z):\n    verb = "PUT"\n    return requests.request(verb, f"{BASE}/zones/{z}/x")',
      'PUT',
    ],
    [
      'the default of a wrapper of the file',
      'def cf(path, method="GET"):\n    return requests.request(method, BASE + path)\ncf(f"/zones/{z}/x")',
      'GET',
    ],
    ['a table', 'ROUTES = [{"method": "POST", "path": "/zones/{zone}/x"}]', 'POST'],
    ['nothing that tells', 'send(f"/zones/{z}/x")', '?'],
  ])('method: %s', (_name, code, method) => {
    expect(
      python(code)
        .filter((call) => call.endsWith('/x'))[0]
        ?.split(' ')[0],
    ).toBe(method);
  });

  test('bodies: literals, variables, JSON in text', () => {
    expect(bodies({ 'a.py': 'requests.patch(f"/zones/{z}/settings/a", json={"value": "medium"})' })).toEqual([
      { value: 'medium' },
    ]);
    expect(
      bodies({
        'a.py':
          'def f(z):\n    body = {"value": "low" if x else "off"}\n    requests.patch(f"/zones/{z}/settings/a", data=json.dumps(body))',
      }),
    ).toEqual([{ value: { oneOf: ['low', 'off'] } }]);
    expect(
      bodies({ 'a.py': 'requests.patch(f"/zones/{z}/settings/a", data=\'{"value": "high"}\')' }),
    ).toEqual([{ value: 'high' }]);
    expect(bodies({ 'a.py': 'requests.patch(f"/zones/{z}/settings/a", headers={"A": "b"})' })).toEqual(['?']);
  });

  test('bodies among options that a function passes on', () => {
    const send =
      'def send(method, path, **options):\n    return requests.request(method, f"{BASE}/zones/{z}" + path, **options)\n';
    const call = 'send("PATCH", "/settings/a", json={"value": "medium"})';
    expect(bodies({ 'a.py': API + send + call })).toContainEqual({ value: 'medium' });
    const alone = send.replace(', **options)\n', ')\n');
    expect(bodies({ 'a.py': API + alone + call })).not.toContainEqual({ value: 'medium' });
  });

  test('what is looked up in an answer says nothing of the method', () => {
    const send = (look: string) =>
      `def send(verb, path):\n    answer = requests.request(verb, BASE + path).json()\n    return ${look}\n` +
      'send("DELETE", f"/zones/{z}/filters/{i}")';
    expect(python(send('answer.get("errors", [])'))).toContain('DELETE /zones/{}/filters/{}');
    expect(python(send('answer["errors"]'))).toContain('DELETE /zones/{}/filters/{}');
  });

  test('comments and documentation strings are documentation', () => {
    expect(
      calls({ 'a.py': '"""GET /zones/{id}/filters lists them."""\n# POST /zones/:id/filters\nx = 1\n' }),
    ).toEqual(['# GET /zones/{id}/filters', '# POST /zones/:id/filters']);
  });

  test('texts shown to people are documentation', () => {
    expect(
      calls({
        'a.py': 'logger.info("GET /zones/%s/filters", z)\nraise ValueError(f"/zones/{z}/filters failed")',
      }),
    ).toEqual(['# ? /zones/{z}/filters', '# GET /zones/%s/filters']);
  });

  test.each([
    ['a route of the own server', '@app.get("/zones/{zone}/filters")\ndef f(zone): ...'],
    [
      'a route of the own server, old style',
      '@app.route("/zones/<zone>/filters", methods=["GET"])\ndef f(zone): ...',
    ],
  ])('speaks against: %s', (_name, code) => {
    const [usage] = usagesIn({ 'a.py': code });
    expect(usage?.evidence.some((one) => one.kind === 'against')).toBe(true);
  });

  test('what is printed with a method is not sent', () => {
    const url = 'url = f"{BASE}/zones/{zone}/filters"\n';
    expect(python(`${url}print("DELETE", url)`)).toEqual(['# ? /zones/{}/filters']);
    expect(python(`${url}print("DELETE", url)\nsend("DELETE", url)`)).toEqual(['DELETE /zones/{}/filters']);
  });

  test.each([
    ['a tail without an anchor', 'requests.get(base + "/firewall/rules")'],
    ['a file path', 'open("/var/lib/zones/data")'],
    ['the word in a sentence', 'print("all zones / filters are fine")'],
    ['an import path', 'from zones.filters import x'],
    ['a regular expression', 're.compile(r"\\d+/zones")'],
  ])('nothing: %s', (_name, code) => {
    expect(calls({ 'a.py': code })).toEqual([]);
  });

  test('every known piece points at its own text', () => {
    expect(
      misplaced({
        'a.py': `${API}requests.get("%s/zones/%s/filters?a=%d" % (BASE, zone, 1))\nrequests.put(f"{BASE}/zones/{{x}}/" + 'rate_limits')\n`,
      }),
    ).toEqual([]);
  });

  test('expressions, whole and in parts', () => {
    expect(
      expressions({
        'a.py':
          'e = f"(ip.src eq {ip} and http.host eq \\"a\\")"\nparts.append("and cf.threat_score gt 5")\n',
      }),
    ).toEqual(['(ip.src eq {} and http.host eq "a")', 'cf.threat_score gt 5']);
    expect(
      expressions({ 'a.py': 'fields = ["cf.threat_score", "ip.src"]\nlog("cf.threat_score is gone")\n' }),
    ).toEqual([]);
  });
});
