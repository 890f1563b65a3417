import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  applyEdits,
  type Combined,
  looksLikeExpression,
  negate,
  parseFilter,
  renameFields,
  urlPatternToExpression,
} from '../../src/expression/index.js';

describe('renamed fields', () => {
  it.each([
    ['ip.geoip.country eq "BR"', 'ip.src.country eq "BR"'],
    [
      '(ip.geoip.asnum in {1 2}\n  and ip.geoip.continent  ne "EU")',
      '(ip.src.asnum in {1 2}\n  and ip.src.continent  ne "EU")',
    ],
    ['not ip.geoip.is_in_european_union', 'not ip.src.is_in_european_union'],
    ['lower(ip.geoip.subdivision_1_iso_code) eq "x"', 'lower(ip.src.subdivision_1_iso_code) eq "x"'],
    // Texts that do not parse are renamed all the same: they may be part of one that does.
    ['and ip.geoip.subdivision_2_iso_code eq', 'and ip.src.subdivision_2_iso_code eq'],
    ['x ip.geoip.country eq "BR"', 'x ip.src.country eq "BR"'],
  ])('%s', (before, after) => {
    expect(applyEdits(before, renameFields(before))).toBe(after);
  });

  it.each([
    'http.request.uri.path contains "ip.geoip.country"',
    'http.host matches r"ip.geoip.country"',
    'ip.geoip.country_name eq "x"',
    'my.ip.geoip.country eq "x"',
    'ip.src in $ip.geoip.country',
  ])('%s has none', (text) => {
    expect(renameFields(text)).toEqual([]);
  });
});

function text(combined: Combined): string {
  return combined.ok ? combined.text : combined.error.message;
}

describe('combining', () => {
  it('wraps only what binds more loosely', () => {
    expect(text(allOf('ssl or cf.client.bot', 'not ssl'))).toBe('(ssl or cf.client.bot) and not ssl');
    expect(text(allOf('ssl xor cf.client.bot', '(ssl)'))).toBe('(ssl xor cf.client.bot) and (ssl)');
    expect(text(allOf('a and b', 'c and d'))).toBe('a and b and c and d');
    expect(text(anyOf('a and b', 'c or d', 'e xor f'))).toBe('a and b or c or d or e xor f');
    expect(text(negate('a and b'))).toBe('not (a and b)');
    expect(text(negate(' a eq "b"\n'))).toBe('not a eq "b"');
    expect(text(negate('not (a or b)'))).toBe('a or b');
    expect(text(negate('(a or b)'))).toBe('not (a or b)');
  });

  it('drops what decides nothing and says what decides all', () => {
    expect(text(allOf('true', 'ssl'))).toBe('ssl');
    expect(text(anyOf('(false)', 'ssl'))).toBe('ssl');
    expect(allOf('ssl', 'false')).toMatchObject({ text: 'false', constant: false });
    expect(anyOf('ssl', '(true)')).toMatchObject({ text: 'true', constant: true });
    expect(negate('true')).toMatchObject({ text: 'false', constant: false });
    expect(allOf('ssl', 'cf.client.bot')).toMatchObject({ constant: null });
  });

  it('keeps a hole in parentheses of its own', () => {
    const hole = { pieces: [{ hole: '${a}' }] };
    expect(text(allOf(hole, 'ssl'))).toBe('(${a}) and ssl');
    expect(text(negate(hole))).toBe('not (${a})');
    expect(allOf(hole, 'ssl')).toMatchObject({
      source: { pieces: [{ text: '(' }, { hole: '${a}' }, { text: ') and ssl' }] },
    });
  });

  it('refuses what it does not understand, and what becomes too long', () => {
    expect(allOf('ssl', 'ssl and')).toMatchObject({ ok: false, part: 'ssl and' });
    const long = `http.host eq "${'a'.repeat(4070)}"`;
    expect(allOf(long, long)).toMatchObject({ ok: false, error: { kind: 'limit' } });
  });
});

describe('URL patterns of old rate limits', () => {
  const joined = 'concat(http.host, http.request.uri.path) wildcard';
  it.each([
    ['*', 'true'],
    ['**', 'true'],
    ['example.com', 'http.host eq "example.com" and http.request.uri.path eq "/"'],
    ['example.com/*', 'http.host eq "example.com"'],
    ['EXAMPLE.com/**', 'http.host eq "example.com"'],
    ['example.com/login', 'http.host eq "example.com" and http.request.uri.path wildcard "/login"'],
    ['example.com/api/*', 'http.host eq "example.com" and http.request.uri.path wildcard "/api/*"'],
    ['*.example.com/*', 'http.host wildcard "*.example.com"'],
    ['*.example.com/a', 'http.host wildcard "*.example.com" and http.request.uri.path wildcard "/a"'],
    ['*.example.com', 'http.host wildcard "*.example.com" and http.request.uri.path eq "/"'],
    ['*example.com/x', `${joined} "*example.com/x"`],
    ['*/login*', `${joined} "*/login*"`],
    ['*example.com*', `${joined} "*example.com*"`],
    ['*.example.*/x', `${joined} "*.example.*/x"`],
    ['example.com/a**b', 'http.host eq "example.com" and http.request.uri.path wildcard "/a*b"'],
    ['example.com/a\\b', 'http.host eq "example.com" and http.request.uri.path wildcard r"/a\\\\b"'],
    ['example.com/a\\*', 'http.host eq "example.com" and http.request.uri.path wildcard r"/a\\*"'],
    ['example.com/"', 'http.host eq "example.com" and http.request.uri.path wildcard r#"/""#'],
  ])('%s', (pattern, expected) => {
    const result = urlPatternToExpression(pattern);
    expect(result).toEqual({ ok: true, expression: expected, everything: expected === 'true' });
    expect(parseFilter(expected, { mode: 'strict' })).toMatchObject({ ok: true });
  });

  it.each([
    // A path may be computed behind a host, and a part of the host behind a dot.
    ['example.com\uE000', 'example.com\uE000'],
    ['example.com\uE0000\uE001', 'example.com\uE0000\uE001'],
    ['www.\uE000', 'www.\uE000/'],
    ['\uE000.example.com', '\uE000.example.com/'],
    ['\uE000', '\uE000'],
    ['example.com/\uE000', 'example.com/\uE000'],
  ])('%j is compared as one text where a part is computed', (pattern, compared) => {
    expect(urlPatternToExpression(pattern, { asOneText: true })).toMatchObject({
      expression: `concat(http.host, http.request.uri.path) wildcard "${compared}"`,
    });
  });

  it.each([
    '',
    'https://example.com/*',
    'example.com/a?b=c',
    'example.com:8080/',
    '/login',
    'a b/c',
    'a.com/#x',
  ])('%j has no honest translation', (pattern) => {
    expect(urlPatternToExpression(pattern)).toMatchObject({ ok: false });
  });
});

describe('recognising expressions in text', () => {
  it.each([
    'http.host eq "a.example"',
    '(cf.threat_score gt 10)',
    'vendor.threat_score > 5 and ssl',
    'not cf.client.bot',
    'cf.zone.plan eq "x" or ip.src in $office',
    'any(http.request.headers.names[*] eq "a")',
    'starts_with(http.request.uri.path, "/a")',
    'notcf.client.bot',
  ])('%s', (text) => {
    expect(looksLikeExpression(text)).toBe(true);
  });

  it.each([
    'ssl',
    'not ssl',
    'http.host',
    'cf.threat_score',
    'http.host, ip.src, cf.threat_score',
    'http.host ip.src',
    'Block requests whose cf.threat_score is above 10',
    'Use http.host eq "a.example" in the rule',
    'the field ip.src in the request',
    'if (req.http.host == "a") return;',
    'my.http.host eq "a"',
    'foo.bar eq "x"',
    'import http.client',
    'http://a.example/?b=c',
    'cf.zones.get("a")',
    '',
    `http.host eq "${'a'.repeat(4200)}"`,
  ])('%s is none', (text) => {
    expect(looksLikeExpression(text)).toBe(false);
  });
});
