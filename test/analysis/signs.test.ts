import { describe, expect, it } from 'vitest';
import { signsOf } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';

const isSign = (text: string): boolean => text.search(signsOf(builtinCatalogue())) >= 0;

describe('a sign of the API', () => {
  it.each([
    'https://api.cloudflare.com/',
    "import Client from 'cloudflare';",
    'CLOUDFLARE_API_TOKEN=',
    'get(`/zones/${id}/settings`)',
    "get('accounts/' . $id)",
    '"zones\\/{zone_id}"',
    'curl /zones/ZONE_ID/settings',
    'zones%2F023e105f4ecef8ad9ca31a8372d0c353',
    'get("/accounts/%s/members")',
  ])('is %s', (text) => {
    expect(isSign(text)).toBe(true);
  });

  it.each([
    'get(`/service-zones/${id}`)',
    "import { list } from './zones/list';",
    'https://example.com/accounts/login',
    'all time zones/regions',
    'organizations/ and accounts/ of others',
    '| zones/ | folder |',
  ])('is not %s', (text) => {
    expect(isSign(text)).toBe(false);
  });
});
