import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { keyOf, layoutText, prefilterOf, scanTriggers } from '../../src/scan/candidates/triggers.js';
import { LAYOUT, LAYOUT_KEY } from '../../src/scan/generated/layout.js';

describe('the search that a scan starts with', () => {
  const wanted = scanTriggers(builtinCatalogue());

  it('was laid out for the triggers there are (npm run build:layout)', () => {
    expect(LAYOUT_KEY).toBe(keyOf(wanted));
    expect(LAYOUT).toBe(layoutText(wanted));
  });

  it('is laid out anew for others', () => {
    expect(keyOf(wanted.slice(1))).not.toBe(LAYOUT_KEY);
    expect(keyOf([...wanted].reverse())).not.toBe(LAYOUT_KEY);
  });

  it('finds the comments that speak to us', () => {
    const prefilter = prefilterOf(builtinCatalogue());
    expect(prefilter.scan(Buffer.from('// edge-sunset-todo minify 01234567: …'))).not.toBe(0);
    expect(prefilter.scan(Buffer.from('// nothing to see'))).toBe(0);
  });
});
