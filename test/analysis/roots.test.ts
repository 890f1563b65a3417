import { describe, expect, it } from 'vitest';
import { RootFinder } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';

const finder = new RootFinder(builtinCatalogue());
const found = (text: string): string[] => finder.find(text).map(({ start, end }) => text.slice(start, end));

describe('roots', () => {
  it('are whole words', () => {
    expect(found("x = 'locked'")).toEqual(['locked']);
    expect(found('blocked, lockedBy, locked_at')).toEqual([]);
    expect(found('settings/minify?x')).toContain('minify');
  });

  it('are found behind escapes and placeholders', () => {
    expect(found('"\\nrate_limits"')).toContain('rate_limits');
    expect(found('%srate_limits')).toContain('rate_limits');
    expect(found('zones%2Fx%2Frate_limits')).toContain('rate_limits');
    expect(found('xrate_limits')).toEqual([]);
  });

  it('are found however a slash is written', () => {
    for (const slash of ['/', '\\/', '%2F'])
      expect(found(`firewall${slash}rules`)).toContain(`firewall${slash}rules`);
  });

  it('of headers are found in any case', () => {
    expect(found('content-LENGTH: 5')).toContain('content-LENGTH');
    expect(found('RATE_LIMITS')).toEqual([]);
  });

  it('tell strong from weak', () => {
    const [strong] = finder.find("'rate_limits'");
    const [weak] = finder.find("'locked'");
    expect(strong?.strong).toBe(true);
    expect(weak?.strong).toBe(false);
  });

  it('tell what only answers hold from what is sent', () => {
    const answered = (text: string) => finder.find(text).map((root) => root.answered === true);
    expect(answered('record.zone_name')).toEqual([true]);
    expect(answered('{ zoneName }')).toEqual([true]);
    expect(answered("'locked', minify, service")).toEqual([false, false, false]);
  });

  it('stand in order, and nothing is no root', () => {
    const starts = finder.find('minify brotli minify').map(({ start }) => start);
    expect(starts).toEqual([0, 7, 14]);
    expect(finder.find('')).toEqual([]);
    expect(finder.find('é')).toEqual([]);
  });
});
