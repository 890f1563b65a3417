import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../src/report/index.js';
import { processorTime } from '../processor-time.js';

/** Made up for the tests: right in shape, valid nowhere. */
const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f001234';
const TOKEN = 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7b';

describe('secrets in quoted source', () => {
  it.each([
    [`headers: { Authorization: 'Bearer ${TOKEN}' }`, TOKEN],
    [`"Authorization": "Bearer short-one"`, 'short-one'],
    [`-H "Authorization: Bearer abcdefgh1234"`, 'abcdefgh1234'],
    [`'X-Auth-Key': '${KEY}'`, KEY],
    [`-H 'X-Auth-Email: jane@example.com'`, 'jane@example.com'],
    [`X-Auth-User-Service-Key: v1.0-abcdef123456`, 'v1.0-abcdef123456'],
    [`req.Header.Set("X-Auth-Key", "${KEY}")`, KEY],
    [`CLOUDFLARE_API_TOKEN=${TOKEN}`, TOKEN],
    [`api_token = "${TOKEN}"`, TOKEN],
    [`password: hunter22`, 'hunter22'],
    [`https://jane:hunter22@api.example.com/zones`, 'jane:hunter22'],
    [`https://hunter22@api.example.com/zones`, 'hunter22'],
    [`const t = "${TOKEN}"`, TOKEN],
    [`const k = '${KEY}'`, KEY],
    [`ghp_abcdefghij0123456789`, 'ghp_abcdefghij0123456789'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', 'eyJzdWIiOiIx'],
  ])('%s', (text, secret) => {
    const masked = maskSecrets(text);
    expect(masked).not.toContain(secret);
    expect(masked).toHaveLength(text.length);
  });

  it.each([
    'fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules`)',
    '/zones/023e105f4ecef8ad9ca31a8372d0c353/firewall/rules',
    'headers: { Authorization: `Bearer ${token}` }',
    "'X-Auth-Key': process.env.KEY",
    'import { updateFirewallRulePriorityAndDescription } from "./rules"',
    'f174e90a-fafe-4643-bbbc-4a0ed4fc8415',
    'https://api.cloudflare.com/client/v4/zones?name=@example',
    'very-long-name-of-a-css-class-or-branch-that-is-no-secret',
    '',
  ])('leaves %s as it is', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('never changes the length, and masking twice is masking once', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('Authorization: ', 'https://', 'token="', ''),
        (text, before) => {
          const masked = maskSecrets(before + text);
          expect(masked).toHaveLength(before.length + text.length);
          expect(maskSecrets(masked)).toBe(masked);
        },
      ),
      { seed: 36 },
    );
  });

  it('takes linear time', () => {
    const once = (text: string) => {
      const started = processorTime();
      maskSecrets(text);
      return processorTime() - started;
    };
    // The best of some rounds: other work on the machine only ever adds.
    const time = (text: string) => Math.min(...Array.from({ length: 5 }, () => once(text)));
    for (const part of [
      'a',
      'token',
      'https://',
      'Authorization: ',
      'eyJ',
      '0123456789abcdef',
      '"\'`]',
      ' ',
      'sk-',
    ]) {
      const small = part.repeat(Math.ceil(20_000 / part.length));
      const one = Math.max(time(small), 2);
      expect(time(small + small + small + small)).toBeLessThan(one * 16);
    }
  });
});
