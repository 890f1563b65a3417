import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { type MessageParts, messageOf } from '../../src/report/findings/message.js';

function sayOf(id: string, kind: MessageParts['kind'], now: string): string {
  const entry = builtinCatalogue().entries.find((one) => one.id === id);
  if (entry === undefined) throw new Error(id);
  return messageOf(entry, { kind, method: null, endpoint: null, text: 'x', confidence: 'exact', now });
}

describe('the day in a message', () => {
  it.each([
    ['srv-data', 'field', '2024-05-31', 'is no longer supported after 2024-05-31'],
    ['srv-data', 'field', '2024-06-01', 'is no longer supported after 2024-05-31'],
    ['dns-error-chain', 'behaviour', '2024-09-01', 'no longer works after 2024-10-01'],
    ['service-key', 'header', '2026-09-29', 'is no longer supported from 2026-09-30'],
    ['service-key', 'header', '2026-09-30', 'is no longer supported since 2026-09-30'],
    ['minify', 'endpoint', '2024-08-05', 'reached end of life on 2024-08-05'],
  ] as const)('of %s as a %s, on %s: %s', (id, kind, now, said) => {
    expect(sayOf(id, kind, now)).toContain(said);
  });
});

describe('what has ended of a resource', () => {
  const sayOfResource = (id: string, endpoint: string, text: string) => {
    const entry = builtinCatalogue().entries.find((one) => one.id === id);
    if (entry === undefined) throw new Error(id);
    return messageOf(entry, {
      kind: 'resource',
      method: null,
      endpoint,
      text,
      confidence: 'exact',
      now: '2026-11-21',
    });
  };

  it.each([
    ['srv-data', 'cloudflare_record', 'service', "'cloudflare_record.data.service' reached"],
    ['srv-data', 'cloudflare_record', '"name"', "'cloudflare_record.data.name' reached"],
    [
      'brotli',
      'cloudflare_zone_settings_override',
      'brotli',
      "'cloudflare_zone_settings_override.brotli' reached",
    ],
    ['firewall-rules', 'cloudflare_filter', '"cloudflare_filter"', "'cloudflare_filter' reached"],
    [
      'settings-batch',
      'cloudflare_zone_settings_override',
      'cloudflare_zone_settings_override',
      "'cloudflare_zone_settings_override' reaches",
    ],
  ])('is said by its name: %s, %s, %s', (id, endpoint, text, said) => {
    expect(sayOfResource(id, endpoint, text)).toContain(said);
  });
});
