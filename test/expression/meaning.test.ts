import { describe, expect, it } from 'vitest';
import { compareMeaning } from '../../src/expression/index.js';

describe('expressions that decide alike', () => {
  it.each([
    ['ssl', '(ssl)'],
    ['ip.geoip.country eq "XX"', 'ip.src.country in {"XX"}'],
    [
      'http.host eq "a.example.com" and http.request.uri.path eq "/x"',
      'concat(http.host, http.request.uri.path) eq "a.example.com/x"',
    ],
    [
      'http.host eq "a.example.com" or http.host eq "b.example.com"',
      'http.host in {"b.example.com" "a.example.com"}',
    ],
    // The pattern of a rate limit, and its host and path. Hosts come in lower case.
    [
      'concat(http.host, http.request.uri.path) wildcard "a.example.com/api/*" and not cf.client.bot',
      'http.host eq "a.example.com" and http.request.uri.path wildcard "/api/*" and not cf.client.bot',
    ],
    [
      'concat(http.host, http.request.uri.path) wildcard "*.example.com/*"',
      'http.host wildcard "*.example.com"',
    ],
    ['concat(http.host, http.request.uri.path) wildcard "a.example.com/*"', 'http.host eq "a.example.com"'],
    ['lower(http.host) eq "a"', 'http.host eq "a"'],
    ['not (ssl and cf.client.bot)', 'not ssl or not cf.client.bot'],
    ['starts_with(http.request.uri.path, "/admin")', 'http.request.uri.path matches "^/admin"'],
    [
      'http.request.uri.path contains "/wp-"',
      'http.request.uri.path wildcard "*/WP-*" and http.request.uri.path contains "/wp-"',
    ],
    ['cf.threat_score gt 10 or ssl', 'ssl'],
    ['ip.src in $office or (cf.threat_score ge 1 and ssl)', 'ip.src in $office'],
    ['cf.threat_score ge 50', 'false'],
    ['any(http.request.headers["x-key"][*] eq "1")', 'any(http.request.headers["x-key"][*] in {"1"})'],
    [
      'ip.src in {192.0.2.0/24} and http.request.method ne "GET"',
      'http.request.method ne "GET" and ip.src in {192.0.2.0/24}',
    ],
    [
      'http.request.full_uri eq "https://a.example.com/x"',
      'ssl and http.host eq "a.example.com" and http.request.uri.path eq "/x" and http.request.uri.query eq ""',
    ],
  ])('%s and %s', (before, after) => {
    expect(compareMeaning(before, after)).toMatchObject({ kind: 'same' });
    expect(compareMeaning(after, before)).toMatchObject({ kind: 'same' });
  });
});

describe('expressions that decide otherwise', () => {
  it.each([
    ['ssl', 'not ssl'],
    ['ssl and cf.client.bot', 'ssl or cf.client.bot'],
    ['http.host eq "a.example.com"', 'http.host contains "a.example.com"'],
    ['lower(http.request.uri.path) eq "/a"', 'http.request.uri.path eq "/a"'],
    [
      'concat(http.host, http.request.uri.path) wildcard "a.example.com/x"',
      'http.host eq "b.example.com" and http.request.uri.path wildcard "/x"',
    ],
    [
      'concat(http.host, http.request.uri.path) wildcard "a.example.com/x"',
      'http.host eq "a.example.com" and http.request.uri.path eq "/x"',
    ],
    [
      'concat(http.host, http.request.uri.path) wildcard "*a.example.com/*"',
      'http.host wildcard "*.a.example.com"',
    ],
    [
      'http.host eq "a" and http.request.uri.path eq "/x" and http.request.method eq "POST" and ip.src.country eq "XX"',
      'http.host eq "a" and http.request.uri.path eq "/x" and http.request.method eq "POST"',
    ],
    [
      '(http.host eq "a" or http.host eq "b") and http.request.method eq "POST" and ssl',
      '(http.host eq "a" and http.request.method eq "POST" and ssl) or http.host eq "b"',
    ],
    [
      'http.host eq "a.example.com" and http.request.uri.path eq "/x"',
      'concat(http.host, http.request.uri.path) contains "a.example.com/x"',
    ],
    ['starts_with(http.request.uri.path, "/admin")', 'http.request.uri.path eq "/admin"'],
    // Values without a slash in front are parts of paths.
    [
      'http.request.uri.path contains ".sql" or http.request.uri.path contains ".bak"',
      'http.request.uri.path contains ".sql"',
    ],
    ['ends_with(http.request.uri.path, ".php")', 'http.request.uri.path contains ".php5"'],
    ['http.request.uri.path wildcard "*login*"', 'http.request.uri.path wildcard "*signup*"'],
    ['http.request.uri.path contains "api/v1"', 'http.request.uri.path contains "api/v2"'],
    ['http.host contains "shop"', 'http.host contains "blog"'],
    ['ip.src.asnum in {64500 64501}', 'ip.src.asnum in {64500..64502}'],
    ['http.response.code ge 400', 'http.response.code gt 400'],
    ['any(http.request.headers["x-key"][*] eq "1")', 'any(http.request.headers["x-other"][*] eq "1")'],
    ['not any(http.request.headers["x-key"][*] eq "1")', 'any(http.request.headers["x-key"][*] ne "1")'],
    ['http.request.uri eq "/a?b=1"', 'http.request.uri.path eq "/a"'],
    ['cf.threat_score le 10 and ssl', 'false'],
    ['ip.src in $office', 'ip.src in $home'],
    ['ip.src in $office and ssl', 'ip.src in $office'],
    ['ip.src.asnum in $networks', 'ssl'],
    ['http.host in $hosts', 'false'],
  ])('%s and %s, with a request that shows it', (before, after) => {
    const found = compareMeaning(before, after);
    expect(found).toMatchObject({ kind: 'different' });
    if (found.kind === 'different') expect(found.before).not.toBe(found.after);
  });
});

it('says nothing of expressions that it cannot evaluate', () => {
  expect(compareMeaning('ssl and', 'ssl')).toMatchObject({ kind: 'unknown' });
  expect(compareMeaning('ip.src in $office', 'ip.src in $office and bogus(ssl)')).toMatchObject({
    kind: 'unknown',
  });
  expect(compareMeaning('ip.src in $office', 'ip.src in $office')).toEqual({ kind: 'same', requests: 0 });
});
