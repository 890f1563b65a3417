import { describe, expect, test } from 'vitest';
import { calls, expressions } from './support.js';

const prose = (text: string): string[] => calls({ 'notes.txt': text });

describe('addresses in text', () => {
  test.each([
    ['Call PATCH /zones/{zone_id}/settings/minify, then wait.', '# PATCH /zones/{zone_id}/settings/minify'],
    ['| GET | `/zones/:id/filters` |', '# GET /zones/:id/filters'],
    [
      'see (https://api.cloudflare.com/client/v4/zones/<zone id>/filters).',
      '# ? https://api.cloudflare.com/client/v4/zones/<zone id>/filters',
    ],
    [
      'url=https://api.cloudflare.com/client/v4/zones/x/filters',
      '# ? https://api.cloudflare.com/client/v4/zones/x/filters',
    ],
    ['DELETE accounts/$ACCOUNT/tunnels/%s', '# DELETE accounts/$ACCOUNT/tunnels/%s'],
  ])('%s', (text, expected) => {
    expect(prose(text)).toEqual([expected]);
  });

  test.each([
    'The firewall/rules and the filters of all zones.',
    'GET /firewall/rules',
    'time zones/filters of the report',
    'https://example.com/docs/zones and more',
  ])('nothing: %s', (text) => {
    expect(prose(text)).toEqual([]);
  });
});

describe('expressions in text', () => {
  test('in code marks, in quotes and on a line of their own', () => {
    expect(
      expressions({
        'notes.md.txt':
          'Use `cf.threat_score gt 5` or "(ip.src eq 192.0.2.1)".\n\n    http.host eq "a" and ssl\n\nMore text.',
      }),
    ).toEqual(['# cf.threat_score gt 5', '# (ip.src eq 192.0.2.1)', '# http.host eq "a" and ssl']);
  });

  test('names alone and sentences are none', () => {
    expect(
      expressions({
        'notes.txt': 'The field `cf.threat_score` and ip.src are fields. http.host is one too.',
      }),
    ).toEqual([]);
  });

  test('a file of nothing else is read by a program', () => {
    expect(expressions({ 'rules.txt': '# block\n(cf.threat_score gt 5)\nip.src eq 192.0.2.1\n' })).toEqual([
      '(cf.threat_score gt 5)',
      'ip.src eq 192.0.2.1',
    ]);
  });
});
