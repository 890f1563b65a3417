import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type EvaluationContext,
  evaluateFilter,
  evaluateValue,
  parseFilter,
  parseValue,
  valueToJson,
} from '../../src/expression/index.js';

const CONTEXT: EvaluationContext = {
  fields: {
    'http.host': 'Shop.example.com',
    'http.request.uri.path': '/a/b*c',
    'http.request.uri.query': 'a=1&utm=2&b=3&utm=4',
    'http.user_agent': 'café\u0000',
    'http.request.headers': { 'x-a': ['1', '22'], 'x-b': ['k=v'] },
    'http.request.headers.names': ['x-a', 'x-b'],
    'http.request.body.multipart.names': [['a'], ['b', 'c']],
    'http.request.body.raw': '{"u":{"n":"é","i":[3,4]}}',
    'ip.src': '192.0.2.9',
    'ip.src.asnum': 64512,
    'cf.edge.server_port': 443,
    ssl: true,
    'cf.random_seed': 'seed',
    'cf.llm.prompt.custom_topic_categories': { rivals: 12 },
  },
  lists: { office: ['192.0.2.0/28', '2001:db8::1'], asns: [64512], hosts: ['Shop.example.com'] },
};

function holds(text: string, context: EvaluationContext = CONTEXT): boolean {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.errors[0].message);
  const result = evaluateFilter(parsed.expression, context);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

function value(text: string): unknown {
  const parsed = parseValue(text);
  if (!parsed.ok) throw new Error(parsed.errors[0].message);
  const result = evaluateValue(parsed.expression, CONTEXT);
  if (!result.ok) throw new Error(result.reason);
  return result.value === undefined ? undefined : valueToJson(result.value);
}

describe('comparisons', () => {
  it.each([
    ['http.host eq "Shop.example.com"', 'http.host eq "shop.example.com"'],
    ['http.host ne "x"', 'http.host ne "Shop.example.com"'],
    ['http.host gt "Shop"', 'http.host lt "Shop"'],
    ['http.host contains "example"', 'http.host contains "Example"'],
    ['http.host matches "^Shop\\."', 'http.host matches "^shop"'],
    ['http.host matches "(?i)^shop"', 'http.host matches "^.{3}$"'],
    ['http.host wildcard "shop.*.COM"', 'http.host wildcard "shop"'],
    ['http.host strict wildcard "Shop.*"', 'http.host strict wildcard "shop.*"'],
    ['http.request.uri.path wildcard r"/a/b\\*c"', 'http.request.uri.path wildcard r"/a\\*c"'],
    ['http.request.uri.path eq 2f:61:2f:62:2a:63', 'http.request.uri.path eq 2f:61'],
    ['http.user_agent contains "caf\\xc3\\xa9"', 'http.user_agent contains "caf\\xe9"'],
    ['http.request.uri.path contains 2f.61.2f.62', 'http.request.uri.path contains 10.20.30.40'],
    ['http.user_agent contains "café"', 'http.user_agent contains "cafe"'],
    ['http.user_agent contains "\\000"', 'http.host contains "\\000"'],
    ['len(http.user_agent) eq 6', 'len(http.user_agent) eq 5'],
    ['cf.edge.server_port eq 0x1bb', 'cf.edge.server_port eq 0443'],
    ['cf.edge.server_port in {80 440..450}', 'cf.edge.server_port in {80 444..450}'],
    ['ip.src.asnum & 0x400', 'ip.src.asnum & 0'],
    ['ip.src in {192.0.2.8/30}', 'ip.src in {192.0.2.0/29}'],
    ['ip.src in {192.0.2.1..192.0.2.9}', 'ip.src in {192.0.2.1..192.0.2.8}'],
    ['ip.src in $office', 'ip.src in {::/0}'],
    ['ip.src.asnum in $asns', 'not ip.src.asnum in $asns'],
    ['http.host in $hosts', 'http.host in {}'],
    ['cidr(ip.src, 24, 64) eq 192.0.2.0', 'cidr(ip.src, 32, 64) eq 192.0.2.0'],
    [
      'cf.llm.prompt.custom_topic_categories["rivals"] lt 13',
      'cf.llm.prompt.custom_topic_categories["rivals"] lt 12',
    ],
  ])('%s, but not %s', (yes, no) => {
    expect(holds(yes)).toBe(true);
    expect(holds(no)).toBe(false);
  });
});

describe('logic', () => {
  it.each([
    ['ssl or false and false', true],
    ['(ssl or false) and false', false],
    ['true xor true xor true', true],
    ['true xor true', false],
    ['not false and false', false],
    ['not (false and false)', true],
    ['ssl xor ssl and false', true],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });
});

describe('arrays', () => {
  it.each([
    ['any(http.request.headers["x-a"][*] eq "22")', true],
    ['all(http.request.headers["x-a"][*] eq "22")', false],
    ['all(len(http.request.headers["x-a"][*])[*] lt 3)', true],
    ['any(not http.request.headers.names[*] contains "x-")', false],
    ['any((http.request.headers.names[*] eq "x") or (http.request.headers.names[*] eq "x-b"))', true],
    ['any((http.request.headers.names[*] eq "x-a") and (http.request.headers.names[*] eq "x-b"))', false],
    ['any(http.request.body.multipart.names[*][*] eq "c")', true],
    ['any(http.request.body.multipart.names[*][1] eq "c")', true],
    ['any(http.request.body.multipart.names[*][0] eq "c")', false],
    ['any(http.request.headers[*][*] eq "k=v")', true],
    ['any(starts_with(http.request.headers.names[*], "x-b"))', true],
    ['any(http.request.headers["gone"][*] eq "1")', false],
    ['not any(http.request.headers["gone"][*] eq "1")', true],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });
});

describe('missing values', () => {
  const gone = 'http.request.headers["gone"][0]';
  it('make comparisons false, ne by choice', () => {
    expect(holds(`${gone} eq "a"`)).toBe(false);
    expect(holds(`${gone} ne "a"`)).toBe(false);
    expect(holds(`not ${gone} eq "a"`)).toBe(true);
    expect(holds(`${gone} ne "a"`, { ...CONTEXT, missingNotEqual: true })).toBe(true);
    expect(holds(`${gone} eq "a"`, { ...CONTEXT, missingNotEqual: true })).toBe(false);
    expect(holds('cf.client.bot')).toBe(false);
    expect(holds('len(http.request.headers["gone"]) ge 0')).toBe(false);
    expect(holds('not len(http.request.headers["gone"]) ge 0')).toBe(true);
    expect(holds(`lower(${gone}) eq ""`)).toBe(false);
    expect(value(gone)).toBeUndefined();
  });
});

describe('functions', () => {
  it.each([
    ['lower(http.host)', 'shop.example.com'],
    ['upper(http.user_agent)', 'CAFé\u0000'],
    ['concat("a", http.request.uri.path, "z")', 'a/a/b*cz'],
    ['substring(http.host, -4)', '.com'],
    ['substring(http.host, 0, 4)', 'Shop'],
    ['substring(http.host, 5, -4)', 'example'],
    ['remove_bytes(http.request.uri.path, "/\\x2a")', 'abc'],
    ['remove_query_args(http.request.uri.query, "utm", "b")', 'a=1'],
    ['lookup_json_string(http.request.body.raw, "u", "n")', 'é'],
    ['lookup_json_integer(http.request.body.raw, "u", "i", 1)', 4],
    ['lookup_json_string(http.request.body.raw, "u", "i")', undefined],
    ['lookup_json_integer(http.request.body.raw, "u", "i", "length")', undefined],
    ['lookup_json_string(http.host, "u")', undefined],
    ['join(http.request.headers.names, ",")', 'x-a,x-b'],
    ['split(http.request.uri.path, "/", 2)', ['', 'a/b*c']],
    ['split(http.request.uri.path, "/", 9)', ['', 'a', 'b*c']],
    ['to_string(ip.src)', '192.0.2.9'],
    ['to_string(ip.src.asnum)', '64512'],
    ['to_string(ssl)', 'true'],
    ['regex_replace(http.request.uri.path, "^/(\\\\w+)/(.*)$", "/$$${2}-${1}${3}")', '/$b*c-a'],
    ['regex_replace("aa", "a", "b")', 'ba'],
    ['regex_replace(http.host, "nothing", "x")', 'Shop.example.com'],
    ['wildcard_replace(http.host, "SHOP.*.com", "www.${1}.org")', 'www.example.org'],
    ['wildcard_replace(http.host, "SHOP.*.com", "x", "s")', 'Shop.example.com'],
    ['cidr6(ip.src, 64)', '192.0.2.9'],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    ['%41+%2541', '', 'A %41'],
    ['%41+%2541', 'r', 'A A'],
    ['%u0041%zz', '', '%u0041%zz'],
    ['%u0041%zz', 'u', 'A%zz'],
    ['%25252541', 'r', 'A'],
  ])('url_decode of %s with %j', (path, options, expected) => {
    const parsed = parseFilter(`url_decode(http.request.uri.path, "${options}") eq "${expected}"`);
    const context = { fields: { 'http.request.uri.path': path } };
    expect(parsed.ok && evaluateFilter(parsed.expression, context)).toEqual({ ok: true, value: true });
  });

  it('makes identifiers from a seed', () => {
    const uuid = value('uuidv4(cf.random_seed)');
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(value('uuidv4(cf.random_seed)')).toBe(uuid);
    expect(value('uuidv4("other")')).not.toBe(uuid);
  });

  it('checks signed addresses', () => {
    const signed = (message: string, time: number, key: string): string => {
      const code = createHmac('sha256', key).update(`${message}${time}`).digest('base64');
      return `${message}${time}-${encodeURIComponent(code)}`;
    };
    const check = (uri: string, now: number): boolean =>
      holds('is_timed_hmac_valid_v0("key", http.request.uri, 100, http.request.timestamp.sec)', {
        fields: { 'http.request.uri': uri, 'http.request.timestamp.sec': now },
      });
    const uri = signed('/download?v=', 1700000000, 'key');
    expect(check(uri, 1700000050)).toBe(true);
    expect(check(uri, 1700000200)).toBe(false);
    expect(check(uri, 1699999999)).toBe(false);
    expect(check(uri.replace('download', 'upload'), 1700000050)).toBe(false);
    expect(check(signed('/download?v=', 1700000000, 'other'), 1700000050)).toBe(false);
    expect(check('/plain', 1700000050)).toBe(false);
  });
});

describe('what cannot be evaluated', () => {
  it.each([
    ['ip.src in $unknown', 'no list $unknown'],
    ['bit_slice(ip.src, 0, 8) eq 1', 'not modelled'],
    ['frobnicate(http.host) eq "a"', 'not modelled'],
    ['http.host matches "(?-u)a"', 'bytes'],
    [`http.host matches "${'(a{100}){100}'.repeat(5)}"`, 'too large'],
  ])('%s', (text, reason) => {
    const parsed = parseFilter(text);
    const result = parsed.ok ? evaluateFilter(parsed.expression, CONTEXT) : null;
    expect(result).toMatchObject({ ok: false });
    expect(result?.ok === false ? result.reason : '').toContain(reason);
  });
});
